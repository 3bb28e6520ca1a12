"""Begins a task: a title and a domain are enough; the rest is written in its workspace."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QLineEdit

from xpert_studio.desktop.names import domain_name
from xpert_studio.desktop.parts.asking import Sheet
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import explained, spoken, t
from xpert_studio.records import Change
from xpert_studio.workflow import create_brief


class NewTask(Sheet):
    """The form."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(
            shell.window,
            t("New task"),
            t(
                "A piece of work of your profession, such as you have done yourself. You can change everything later."
            ),
            t("Get started"),
        )
        self._shell = shell
        house = shell.session.house
        self.title = QLineEdit()
        self.title.setPlaceholderText(t("Such as: Ending a commercial lease early"))
        self.domain = QComboBox()
        person = house.person(shell.session.person_id)
        own = person.domains if person else ()
        for domain in own or house.info.taxonomy.domains:
            self.domain.addItem(domain_name(domain), domain)
        self.language = QComboBox()
        for code, name in (("en", t("English")), ("zh", t("Chinese"))):
            self.language.addItem(name, code)
        self.language.setCurrentIndex(self.language.findData(spoken()))
        self.add(t("Title"), self.title)
        self.add(t("Domain"), self.domain)
        self.add(t("Language of the task"), self.language)
        self.title.textChanged.connect(lambda text: self.act.setEnabled(bool(text.strip())))
        self.act.setEnabled(False)
        self.title.setFocus()

    def accept(self) -> None:
        """Begins it, and goes there; what is refused is said here."""
        session = self._shell.session
        title = self.title.text().strip()
        domain, language = self.domain.currentData(), self.language.currentData()
        self.act.setEnabled(False)

        def done(change: Change) -> None:
            super(NewTask, self).accept()
            self._shell.go(Place("task", task_id=change.task_id or "", tab="brief"))

        def refused(error: BaseException) -> None:
            self.act.setEnabled(True)
            self.complain(explained(error))

        session.perform(
            lambda: create_brief(session.desk, title=title, domain=domain, language=language),
            done,
            refused,
        )
