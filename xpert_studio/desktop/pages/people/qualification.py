"""How somebody qualified: examination, trial, and the decision with who made it and when."""

from __future__ import annotations

from PySide6.QtCore import Signal

from xpert_studio.desktop.look import GAP, SPACE
from xpert_studio.desktop.pages.people.model import STATES, passed
from xpert_studio.desktop.parts import Card, button, chip, column, field, label, retone, row
from xpert_studio.desktop.wording import moment, t
from xpert_studio.records import Person, Qualification
from xpert_studio.workflow.views import House


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
