"""Adds somebody to the project: name, id, roles and domains."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.look import SPACE, TIGHT, px
from xpert_studio.desktop.opening import person_id_for
from xpert_studio.desktop.pages.people.boxes import domain_boxes, role_boxes
from xpert_studio.desktop.parts import Sheet, box, column, field, label, row, scrolled
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import explained, t
from xpert_studio.records import Role
from xpert_studio.workflow import add_person
from xpert_studio.workflow.views import House


class NewPerson(Sheet):
    """The form."""

    def __init__(self, shell: Shell, house: House) -> None:
        super().__init__(
            shell.window,
            t("Add person"),
            t("Everything but the id can be changed later. The id stands in bundles and reports."),
            t("Add"),
        )
        self._shell = shell
        self._taken = {person.id for person in house.people}
        self.name, self.id = field(hint=t("As colleagues know them")), field()
        self.add(t("Name"), self.name)
        self.add(t("Id"), self.id)
        self.roles = role_boxes()
        self.domains = domain_boxes(house.info.taxonomy.domains)
        self.fields.addWidget(self._choices())
        self.name.textChanged.connect(self._propose_id)
        self.id.textChanged.connect(lambda _: self._check())
        self._check()
        self.name.setFocus()

    def _choices(self) -> QWidget:
        """Roles and domains beside each other; they scroll where the window is low."""
        sides = row(
            box(column(label(t("Roles"), "label"), self.roles, 1, gap=TIGHT)),
            box(column(label(t("Domains"), "label"), self.domains, 1, gap=TIGHT)),
            gap=SPACE,
        )
        inside = box(sides)
        made = scrolled(inside)
        hint = inside.sizeHint()
        made.setMinimumWidth(max(hint.width() + px(16), px(560)))
        made.setMinimumHeight(px(260))
        return made

    def accept(self) -> None:
        """Adds them, and goes there; what is refused is said here."""
        session = self._shell.session
        name, person_id = self.name.text().strip(), self.id.text().strip()
        roles = tuple(Role(role) for role in self.roles.chosen)
        domains = self.domains.chosen
        self.act.setEnabled(False)

        def done(_: object) -> None:
            super(NewPerson, self).accept()
            self._shell.go(Place("people", item=person_id))

        def refused(error: BaseException) -> None:
            self.act.setEnabled(True)
            self.complain(explained(error))

        session.perform(
            lambda: add_person(session.desk, person_id, name=name, roles=roles, domains=domains),
            done,
            refused,
        )

    def _propose_id(self, name: str) -> None:
        if not self.id.isModified():
            self.id.setText(person_id_for(name, self._taken) if name.strip() else "")
        self._check()

    def _check(self) -> None:
        is_taken = self.id.text().strip() in self._taken
        self.complain(t("Somebody in this project has that id.") if is_taken else "")
        named = bool(self.name.text().strip() and self.id.text().strip())
        self.act.setEnabled(named and not is_taken)
