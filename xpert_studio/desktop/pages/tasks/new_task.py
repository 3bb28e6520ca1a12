"""Begins a task: a title and a domain are enough; the rest is written in its workspace."""

from __future__ import annotations

from xpert_studio.desktop.names import domain_name
from xpert_studio.desktop.parts import Sheet, field, picker
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
            t("Create task"),
            t(
                "A piece of work of your profession, such as you have done yourself. You can change everything later."
            ),
            t("Get started"),
        )
        self._shell = shell
        house = shell.session.house
        self.title = field(hint=t("Such as: Ending a commercial lease early"))
        person = shell.session.person
        own = person.domains if person else ()
        known = own or house.info.taxonomy.domains
        self.domain = picker(t("Domain"), [(domain_name(domain), domain) for domain in known])
        languages = ((t("English"), "en"), (t("Chinese"), "zh"))
        self.language = picker(t("Language of the task"), languages, chosen=spoken())
        self.add(t("Title"), self.title)
        self.add(t("Domain"), self.domain)
        self.add(t("Language of the task"), self.language)
        self.need(self.title)
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
