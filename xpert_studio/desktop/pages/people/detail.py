"""Who somebody is: name, roles, domains and credentials, each saved as soon as it is changed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from xpert_studio.desktop.look import GAP, SPACE, TIGHT, WIDE, px
from xpert_studio.desktop.pages.people.boxes import domain_boxes, domain_choices, role_boxes
from xpert_studio.desktop.pages.people.qualification import QualificationCard
from xpert_studio.desktop.parts import card, column, field, label, row, scrolled_column
from xpert_studio.desktop.parts.texts import WritingField
from xpert_studio.desktop.wording import t
from xpert_studio.records import Person, Role
from xpert_studio.workflow.people import PersonFields
from xpert_studio.workflow.views import House

_NARROW: Final = 560


class PersonDetail(QWidget):
    """One person.

    Signals:
        changed: The person's id, and the fields that were changed, as ``change_person`` takes them.
    """

    changed = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self._person: Person | None = None
        self._may = False
        self.heading = label("", "title")
        self.id = label("", "small")
        self.name = field(name=t("Name"), most=420)
        self.roles = role_boxes()
        self.domains = domain_boxes(())
        self.credentials = WritingField(
            t("Credentials"), t("What makes this person an expert: training, posts, years"), lines=2
        )
        self.qualification = QualificationCard()
        self._lay_out()
        self.name.editingFinished.connect(self._save_name)
        self.credentials.finished.connect(self._save_credentials)
        self.roles.ticked.connect(self._save_roles)
        self.domains.ticked.connect(
            lambda: self._save({"domains": self.domains.chosen}),
        )

    def _lay_out(self) -> None:
        scrolled_column(
            column(self.heading, self.id, gap=TIGHT),
            self._about(),
            self.qualification,
            1,
            gap=SPACE, pad=(SPACE, 0, GAP, SPACE), on=self,
        )  # fmt: skip

    def _about(self) -> QFrame:
        self._sides = row(
            column(label(t("Roles"), "label"), self.roles, 1, gap=TIGHT),
            column(label(t("Domains"), "label"), self.domains, 1, gap=TIGHT),
            gap=WIDE,
            grow=(1, 1),
        )
        return card(column(
            label(t("Name"), "label"), self.name, self._sides,
            label(t("Credentials"), "label"), self.credentials,
            pad=SPACE, gap=GAP,
        ))  # fmt: skip

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Roles and domains stand beside each other where there is room."""
        super().resizeEvent(event)
        is_narrow = self.width() < px(_NARROW)
        direction = QBoxLayout.Direction
        self._sides.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)

    @property
    def person(self) -> Person | None:
        """Who is shown."""
        return self._person

    def show_person(self, person: Person, house: House, why_not: str, *, is_me: bool) -> None:
        """Shows somebody.

        Args:
            person: Whom.
            house: Rules and other people.
            why_not: Why nothing can be changed; empty where it can.
            is_me: Whether they are at work here themselves.
        """
        if self._person is not None and self._person.id != person.id:
            self.finish()
        is_same = self._person is not None and self._person.id == person.id
        self._person = None  # nothing that is shown now is a change
        self.heading.setText(person.called)
        self.id.setText(t("Id: {id}", id=person.id))
        if not (is_same and self.name.hasFocus() and self.name.isModified()):
            self.name.setText(person.name or "")
        self.roles.tick(role.value for role in person.roles)
        known = dict.fromkeys((*house.info.taxonomy.domains, *person.domains))
        self.domains.offer(domain_choices(known))
        self.domains.tick(person.domains)
        self.credentials.show_text(person.credentials or "")
        self._person = person
        self._set_open(not why_not)
        own = t("Nobody decides on their own qualification; it takes another lead.")
        self.qualification.show_person(person, house, why_not, own if is_me else "")

    def finish(self) -> None:
        """Saves what is being written."""
        self._save_name()
        self.credentials.finish()

    def _set_open(self, is_open: bool) -> None:
        self._may = is_open
        self.name.setReadOnly(not is_open)
        self.credentials.set_open(is_open)
        for boxes in (self.roles, self.domains):
            boxes.setEnabled(is_open)

    def _save_name(self) -> None:
        name = self.name.text().strip()
        if not self.name.isModified() or self._person is None:
            return
        self.name.setModified(False)
        if name != (self._person.name or ""):
            self._save({"name": name or None})

    def _save_credentials(self, text: str) -> None:
        self._save({"credentials": text.strip() or None})

    def _save_roles(self) -> None:
        self._save({"roles": tuple(Role(role) for role in self.roles.chosen)})

    def _save(self, fields: PersonFields) -> None:
        if self._person is not None and self._may:
            self.changed.emit(self._person.id, fields)
