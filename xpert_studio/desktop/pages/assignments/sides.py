"""A value as each side has it, side by side, with what differs within the text marked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from PySide6.QtGui import QResizeEvent, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from xpert_studio.core.wording import labelled, t
from xpert_studio.core.workflow.revision_diff import WordOp, WordRun, diff_of_parts, word_diff
from xpert_studio.desktop.look import GAP, TIGHT, colour, px
from xpert_studio.desktop.widgets.labels import card, label
from xpert_studio.desktop.widgets.layouts import Sides, clear, column
from xpert_studio.desktop.widgets.portions import portion

_BY_WORDS: Final = 12_000
"""Texts longer than this, both together, are compared line by line."""
_BUDGET: Final = 20_000.0
_LONG: Final = 8_000
_BEFORE: Final = 300
_ALIKE: Final = 0.35
"""Where less than this share of a text stayed, it was written anew, and is marked as a whole."""


def differing(before: str | None, text: str) -> tuple[WordRun, ...]:
    """A text as it is shown, with what went and what came; no more than its beginning if long.

    Args:
        before: What it is compared with; None for nothing.
        text: The text.
    """
    text = portion(text, is_plain=True, budget=_BUDGET)
    if before is None:
        return (WordRun(WordOp.SAME, text),)
    before = portion(before, is_plain=True, budget=_BUDGET)
    if len(before) + len(text) <= _BY_WORDS:
        found = word_diff(before, text)
        stayed = sum(len(part.text) for part in found if part.op is WordOp.SAME)
        is_new = text.strip() and stayed < _ALIKE * min(len(text), len(before))
        return (WordRun(WordOp.ADDED, text),) if is_new else found
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
    words: tuple[WordRun, ...]
    is_chosen: bool = False


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

    def show_words(self, words: Sequence[WordRun]) -> None:
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
