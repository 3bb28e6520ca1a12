"""One part of a submission: what it says, or both versions of a field that both sides changed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from xpert_studio.core.wording import explained, labelled, t
from xpert_studio.core.workflow.assignments.taking import Choice, FieldDecision, TakenPart
from xpert_studio.core.workflow.revision_diff import WordOp, Words, diff_of_parts, word_diff
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, colour, px
from xpert_studio.desktop.pages.assignments.part_words import (
    PartWords,
    Question,
    Reading,
    field_title,
)
from xpert_studio.desktop.pages.assignments.words import OUTCOME_MEANINGS
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.labels import Card, button, card, label, retone
from xpert_studio.desktop.widgets.layouts import Flow, Sides, box, clear, column, row
from xpert_studio.desktop.widgets.shown_text import clipped, portion
from xpert_studio.desktop.widgets.texts import WritingField
from xpert_studio.desktop.widgets.wiring import CTRL, ENTER, on_keys

# A value as each side has it, side by side, with what differs within the text marked.

# Where two texts differ, found in bounded time: they come from another person's file.

_BY_WORDS: Final = 12_000
"""Texts longer than this, both together, are compared line by line."""
_BUDGET: Final = 20_000.0
_LONG: Final = 8_000
_BEFORE: Final = 300
_ALIKE: Final = 0.35
"""Where less than this share of a text stayed, it was written anew, and is marked as a whole."""


def differing(before: str | None, text: str) -> tuple[Words, ...]:
    """A text as it is shown, with what went and what came; no more than its beginning if long.

    Args:
        before: What it is compared with; None for nothing.
        text: The text.
    """
    text = portion(text, is_plain=True, budget=_BUDGET)
    if before is None:
        return (Words(WordOp.SAME, text),)
    before = portion(before, is_plain=True, budget=_BUDGET)
    if len(before) + len(text) <= _BY_WORDS:
        found = word_diff(before, text)
        stayed = sum(len(part.text) for part in found if part.op is WordOp.SAME)
        is_new = text.strip() and stayed < _ALIKE * min(len(text), len(before))
        return (Words(WordOp.ADDED, text),) if is_new else found
    return diff_of_parts(before.splitlines(keepends=True), text.splitlines(keepends=True))


def where_they_differ(*texts: str) -> tuple[str, ...]:
    """Long texts from a little before their first difference on; short ones as they are."""
    if max(len(text) for text in texts) <= _LONG:
        return texts
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False))
    start = max(0, sum(1 for _ in alike) - _BEFORE)
    return tuple(f"… {text[start:]}" for text in texts) if start else texts


_TALLEST: Final = 280
_ROOM: Final = 560


@dataclass(frozen=True, slots=True)
class FieldSide:
    """One side: its head, its text with what differs, and whether it is the one that was chosen."""

    head: str
    words: tuple[Words, ...]
    is_chosen: bool = False

    @property
    def text(self) -> str:
        """The text of this side, without what went."""
        return "".join(part.text for part in self.words if part.op is not WordOp.REMOVED)


class MarkedText(QTextEdit):
    """A text to be read: what came is on a green ground, what went is struck through on red.

    It is as high as what it holds, up to a bound.
    """

    def __init__(self, name: str) -> None:
        super().__init__(readOnly=True, tabChangesFocus=True)
        self.setAccessibleName(name)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(px(TIGHT))
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._grow())

    def show_words(self, words: Sequence[Words]) -> None:
        """Shows a text."""
        self.clear()
        cursor = self.textCursor()
        for part in words:
            cursor.insertText(part.text, _format(part.op))
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        self.setTextCursor(cursor)
        self._grow()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width makes another height."""
        super().resizeEvent(event)
        self._grow()

    def _grow(self) -> None:
        frame = self.height() - self.viewport().height()
        wanted = math.ceil(self.document().size().height()) + frame
        height = max(px(30), min(wanted, px(_TALLEST)))
        if height != self.height():
            self.setFixedHeight(height)


def _format(op: WordOp) -> QTextCharFormat:
    made = QTextCharFormat()
    tone = {WordOp.ADDED: "good", WordOp.REMOVED: "bad"}.get(op, "text")
    made.setForeground(colour(tone))
    if op is not WordOp.SAME:
        made.setBackground(colour(f"{tone}_soft"))
    made.setFontUnderline(op is WordOp.ADDED)
    made.setFontStrikeOut(op is WordOp.REMOVED)
    return made


class SidesList(QWidget):
    """The fields of one decision, each with its sides."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = column(on=self, gap=GAP)

    def show_fields(self, fields: Sequence[tuple[str, Sequence[FieldSide]]]) -> None:
        """Shows fields; each is a name and its sides."""
        clear(self._rows)
        for name, sides in fields:
            self._rows.addWidget(label(name, "heading"))
            cards = [_side(side, name) for side in sides]
            self._rows.addWidget(Sides(*cards, narrow=_ROOM, gap=GAP, grow=(1,) * len(cards)))


def _side(side: FieldSide, name: str) -> QFrame:
    head = t("{side} – chosen", side=side.head) if side.is_chosen else side.head
    text = MarkedText(labelled(name, head) if head else name)
    text.show_words(side.words)
    above = label(head, "label") if head else None
    ground = card(column(above, text, 1, pad=GAP, gap=TIGHT))
    ground.setProperty("current", side.is_chosen)
    return ground


# The part itself, with the decision on a conflict.

Fields = list[tuple[str, Sequence[FieldSide]]]
_LONGEST, _LINES = 3000, 60


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
            self.title, self.where, self.why, self.sides, self.ways, self.editor, 1,
            on=self, pad=SPACE, gap=PAD,
        )  # fmt: skip
        self.editor.hide()

    @property
    def can_decide(self) -> bool:
        """Whether a conflict is shown on which the person may decide."""
        return self._question is not None and self.ways.isEnabled()

    def show_part(self, reading: Reading, item: TakenPart) -> None:
        """Shows a part that needs no decision."""
        words = self._begin(reading, item, None)
        withheld = words.name.is_withheld
        why = explained(item.reason) if item.reason else t(OUTCOME_MEANINGS[item.outcome])
        self.why.say(t("Hidden until you have submitted your own judgment.") if withheld else why)
        retone(self.why, "kind", "bad" if item.reason and not withheld else "muted")

        def fields() -> Fields:
            return [
                (name, [FieldSide("", differing(None, clipped(text, _LONGEST, _LINES)))])
                for name, text in words.summary()
            ]

        self._show(fields, is_withheld=withheld)

    def show_question(self, reading: Reading, question: Question) -> None:
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
            else ""
        )
        retone(self.why, "kind", "muted")
        for side, made in self.deciding.items():
            made.setChecked(choice is not None and choice.side is side)
        self.ways.setEnabled(not withheld)
        self.edit.setVisible(question.text is not None)
        sender = words.project_state.called(question.item.part.by)
        self._show(lambda: _both(words, question, choice, sender), is_withheld=withheld)

    def _begin(self, reading: Reading, item: TakenPart, question: Question | None) -> PartWords:
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

    # Deciding

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
