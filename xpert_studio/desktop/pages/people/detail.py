"""Who somebody is: name, roles, domains and credentials, each saved as soon as it is changed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    SPACE,
    TIGHT,
    WIDE,
    Card,
    WritingField,
    button,
    card,
    chip,
    column,
    field,
    label,
    moment,
    px,
    retone,
    row,
    scrolled_column,
    t,
)
from xpert_studio.desktop.pages.people.boxes import domain_boxes, domain_choices, role_boxes
from xpert_studio.desktop.pages.people.model import STATES, passed
from xpert_studio.records import Person, Qualification, Role
from xpert_studio.workflow.people import PersonFields
from xpert_studio.workflow.views import House

# How somebody qualified: examination, trial, and the decision with who made it and when.


class QualificationCard(Card):
    """The card.

    What is written in its fields belongs to the decision and is recorded with it; until then it
    is kept for each person.

    Signals:
        decided: On whom, ``passed`` or ``failed``, the examination, the trial.
    """

    decided = Signal(str, str, str, str)

    def __init__(self) -> None:
        super().__init__()
        self.state = chip("", "optional")
        self.about = label("", "muted")
        self.examination = field(hint=t("Which one, with what result"))
        self.trial = field(hint=t("Which trial task, with what result"))
        self.why = label("", "muted")
        self.unsaved = label(t("Not recorded yet: decide to record it."), "warn")
        self.pass_ = button(t("Passed"), lambda: self._decide("passed"), picture="circle-check")
        self.fail = button(t("Not passed"), lambda: self._decide("failed"), picture="circle-x")
        self._person: Person | None = None
        self._drafts: dict[str, tuple[str, str]] = {}
        self._lay_out()
        for line in (self.examination, self.trial):
            line.textEdited.connect(lambda _: self._written())

    def _lay_out(self) -> None:
        names = (label(t("Examination"), "label"), label(t("Trial"), "label"))
        for caption, line in zip(names, (self.examination, self.trial), strict=True):
            caption.setBuddy(line)
            line.setAccessibleName(caption.text())
        column(
            row(label(t("Qualification"), "heading", wrap=False), self.state, 1),
            self.about,
            names[0], self.examination, names[1], self.trial,
            row(self.pass_, self.fail, 1), self.unsaved, self.why,
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip

    def show_person(self, person: Person, house: House, why_not: str, own: str) -> None:
        """Shows a person's qualification.

        Args:
            person: Whose.
            house: For the names of those who decided.
            why_not: Why the person at work decides on nobody; empty where they may.
            own: Why they do not decide on this person; empty where they may.
        """
        is_closed = bool(why_not or own)
        held = person.qualification or Qualification()
        self._person = person
        words, tone = STATES[passed(person)]
        retone(self.state, "chip", tone)
        self.state.setText(t(words))
        self.about.setText(_decided(held, house))
        kept = (held.examination or "", held.trial or "")
        written = self._drafts.get(person.id, kept)
        for line, said in zip((self.examination, self.trial), written, strict=True):
            if line.text() != said:
                line.setText(said)
            line.setReadOnly(is_closed)
        for decision in (self.pass_, self.fail):
            decision.setVisible(not is_closed)
        self.unsaved.setVisible(not is_closed and written != kept)
        self.why.setText(own)
        self.why.setVisible(bool(own and not why_not))

    def recorded(self, person_id: str) -> None:
        """A decision on somebody is recorded, and what was written with it."""
        self._drafts.pop(person_id, None)

    def _written(self) -> None:
        person = self._person
        if person is None:
            return
        self._drafts[person.id] = (self.examination.text(), self.trial.text())
        self.unsaved.show()

    def _decide(self, outcome: str) -> None:
        if self._person is not None:
            written = (self.examination.text().strip(), self.trial.text().strip())
            self.decided.emit(self._person.id, outcome, *written)


def _decided(held: Qualification, house: House) -> str:
    if held.outcome is None:
        required = house.info.policies.qualification_required
        return (
            t("Nobody has decided yet. Until then this person can neither write, review nor judge.")
            if required
            else t("Nobody has decided yet. This project does not ask for it.")
        )
    who = house.called(held.decided_by)
    if who and held.decided_at:
        return t("Decided by {name}, {when}.", name=who, when=moment(held.decided_at))
    return (
        t("It is not known who decided, or when.") if not who else t("Decided by {name}.", name=who)
    )


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
        self.credentials.finished.connect(
            lambda text: self._save({"credentials": text.strip() or None})
        )
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

    def _save_roles(self) -> None:
        self._save({"roles": tuple(Role(role) for role in self.roles.chosen)})

    def _save(self, fields: PersonFields) -> None:
        if self._person is not None and self._may:
            self.changed.emit(self._person.id, fields)
