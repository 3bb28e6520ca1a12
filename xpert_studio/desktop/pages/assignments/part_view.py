"""One part of a submission: what it says, or both versions of a field that both sides changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import explained, t
from xpert_studio.core.workflow.assignments.taking import Choice, FieldDecision, Outcome, TakenPart
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.assignments.part_words import PartWords, field_title
from xpert_studio.desktop.pages.assignments.reading import DecidedSubmission, Question
from xpert_studio.desktop.pages.assignments.sides import (
    FieldSide,
    SidesList,
    differing,
    where_they_differ,
)
from xpert_studio.desktop.pages.assignments.words import OUTCOME_MEANINGS
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.shown_text import clipped
from xpert_studio.desktop.widgets.texts import WritingField
from xpert_studio.desktop.widgets.wiring import CTRL, ENTER, on_keys

Fields = list[tuple[str, Sequence[FieldSide]]]
_LONGEST, _LINES = 3000, 60


def _tone(outcome: Outcome) -> str:
    return "warn" if outcome in {Outcome.APPLIED, Outcome.KNOWN} else "bad"


class PartView(Card):
    """Shows a part, and takes the decision on a conflict.

    Signals:
        decided: A ``Choice``, or None where the conflict is open again.
    """

    decided = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._question: Question | None = None
        self._choice: Choice | None = None
        self.title = label("", "heading")
        self.where = label("", "small")
        self.why = label("", "muted")
        self.sides = SidesList()
        ways: tuple[tuple[FieldDecision, str, Callable[[], object]], ...] = (
            (FieldDecision.MINE, t("Keep mine (1)"), partial(self.choose, FieldDecision.MINE)),
            (FieldDecision.THEIRS, t("Use theirs (2)"), partial(self.choose, FieldDecision.THEIRS)),
            (FieldDecision.EDIT, t("Edit (E)"), self.write),
        )
        self.deciding = {side: button(words, run, kind="choice") for side, words, run in ways}
        for made in self.deciding.values():
            made.setCheckable(True)
        self.edit = self.deciding[FieldDecision.EDIT]
        self.ways = box(Flow(*self.deciding.values()))
        self.editor = _Editor(
            lambda text: self._decide(Choice(FieldDecision.EDIT, text)), self._close_editor
        )
        column(
            self.title,
            self.where,
            self.why,
            self.sides,
            self.ways,
            self.editor,
            1,
            on=self,
            pad=SPACE,
            gap=PAD,
        )
        self.editor.hide()

    @property
    def can_decide(self) -> bool:
        """Whether a conflict is shown on which the person may decide."""
        return self._question is not None and self.ways.isEnabled()

    def show_part(self, reading: DecidedSubmission, item: TakenPart) -> None:
        """Shows a part that needs no decision."""
        words = self._begin(reading, item, None)
        withheld = words.name.is_withheld
        why = explained(item.reason) if item.reason else t(OUTCOME_MEANINGS[item.outcome])
        self.why.say(
            t("Hidden until you have submitted your own judgment.") if withheld else why,
            "muted" if withheld or not item.reason else _tone(item.outcome),
        )

        def fields() -> Fields:
            return [
                (name, [FieldSide("", differing(None, clipped(text, _LONGEST, _LINES)))])
                for name, text in words.summary()
            ]

        self._show(fields, is_withheld=withheld)

    def show_question(self, reading: DecidedSubmission, question: Question) -> None:
        """Shows a conflict with both versions."""
        words = self._begin(reading, question.item, question)
        choice = self._choice = reading.choices.get(question.at)
        withheld = words.name.is_withheld
        is_gone = None in {question.conflict.mine, question.conflict.theirs}
        self.why.say(
            t("Hidden until you have submitted your own judgment. Your version is kept.")
            if withheld
            else t("One side removed this, the other changed it.")
            if is_gone and not question.conflict.name
            else "",
            "muted",
        )
        for side, made in self.deciding.items():
            made.setChecked(choice is not None and choice.side is side)
        self.ways.setEnabled(not withheld)
        self.edit.setVisible(question.text is not None)
        self._show(
            partial(
                _both, words, question, choice, words.project_state.called(question.item.part.by)
            ),
            is_withheld=withheld,
        )

    def _begin(
        self, reading: DecidedSubmission, item: TakenPart, question: Question | None
    ) -> PartWords:
        if self._question is None or question is None or self._question.at != question.at:
            self._close_editor()
        self._question, self._choice = question, None
        words = reading.words(item, self._session.project_state)
        self.title.setText(words.title)
        self.where.setText(words.where)
        self.ways.setVisible(question is not None)
        return words

    def _show(self, fields: object, *, is_withheld: bool) -> None:
        if is_withheld:
            self.sides.show_fields([])
        else:
            self._session.fetch(fields, self.sides.show_fields, owner=self, slot="sides")  # type: ignore[arg-type]

    def choose(self, side: FieldDecision) -> None:
        """Decides for a side; the same again opens the conflict again."""
        if self.can_decide:
            is_same = self._choice is not None and self._choice.side is side
            self._decide(None if is_same else Choice(side))

    def write(self) -> None:
        """Opens a field for another text."""
        question = self._question
        if question is None or not self.can_decide or question.text is None:
            return
        edited = self._choice if self._choice and self._choice.side is FieldDecision.EDIT else None
        self.edit.setChecked(edited is not None)
        text = edited.value if edited else question.text
        self.editor.begin(field_title(question.conflict.name), text)

    def _decide(self, choice: Choice | None) -> None:
        self._close_editor()
        self.decided.emit(choice)

    def _close_editor(self) -> None:
        had_focus = self.editor.field.hasFocus()
        self.editor.hide()
        if had_focus:
            self.edit.setFocus()


def _both(words: PartWords, question: Question, choice: Choice | None, sender: str) -> Fields:
    """Both versions of a field; compares texts, so not on the window's thread."""
    conflict = question.conflict
    after, before = words.part.after or {}, conflict.mine if not conflict.name else {}
    mine = words.value(conflict.name, conflict.mine, before or {})
    theirs = words.value(conflict.name, conflict.theirs, after)
    mine, theirs = where_they_differ(mine, theirs)
    sides = [
        FieldSide(t("Mine"), differing(None, mine)),
        FieldSide(t("Theirs: {name}", name=sender), differing(mine, theirs)),
    ]
    if choice is not None and choice.side is FieldDecision.EDIT:
        sides.append(FieldSide(t("Edited"), differing(mine, str(choice.value)), is_chosen=True))
    elif choice is not None:
        at = 0 if choice.side is FieldDecision.MINE else 1
        sides[at] = replace(sides[at], is_chosen=True)
    return [(field_title(conflict.name), sides)]


class _Editor(QWidget):
    """A text in place of both versions.

    Args:
        done: Gets the text.
        leave: The person cancelled.
    """

    def __init__(self, done: Callable[[str], object], leave: Callable[[], object]) -> None:
        super().__init__()
        self._done = done
        self.field = WritingField(t("Text"))
        self.take = button(t("Use this text"), self._take, kind="primary")
        buttons = row(
            self.take,
            button(t("Cancel"), leave),
            label(t("Ctrl+Enter uses it."), "small", wrap=False),
            1,
            gap=GAP,
        )
        column(self.field, buttons, on=self, gap=GAP)
        self.field.textChanged.connect(self._check)
        on_keys(self, ENTER, self._take, held=CTRL)
        on_keys(self, (Qt.Key.Key_Escape,), leave)

    def begin(self, name: str, text: str) -> None:
        """Begins with a text."""
        self.field.setAccessibleName(name)
        self.field.show_text(text)
        self._check()
        self.show()
        self.field.setFocus()

    def _check(self) -> None:
        self.take.setEnabled(bool(self.field.toPlainText().strip()))

    def _take(self) -> None:
        text = self.field.toPlainText().strip()
        if text:
            self._done(text)
