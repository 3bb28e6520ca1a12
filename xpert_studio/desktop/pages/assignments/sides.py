"""A value as each side has it, side by side, with what differs within the text marked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QResizeEvent, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QBoxLayout, QFrame, QTextEdit, QWidget

from xpert_studio.desktop.kit import GAP, TIGHT, card, clear, colour, column, label, px, row, t
from xpert_studio.workflow.revision_diff import WordOp, Words

_TALLEST: Final = 280
_ROOM: Final = 560


@dataclass(frozen=True, slots=True)
class Side:
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
        super().__init__()
        self.setReadOnly(True)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
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
    made.setForeground(colour("text"))
    if op is WordOp.ADDED:
        made.setForeground(colour("good"))
        made.setBackground(colour("good_soft"))
        made.setFontUnderline(True)
    elif op is WordOp.REMOVED:
        made.setForeground(colour("bad"))
        made.setBackground(colour("bad_soft"))
        made.setFontStrikeOut(True)
    return made


class Sides(QWidget):
    """Two or three sides beside each other, or below each other where there is no room."""

    def __init__(self, sides: Sequence[Side], name: str) -> None:
        super().__init__()
        self._box = row(on=self, gap=GAP)
        self.texts: list[MarkedText] = []
        for side in sides:
            self._box.addWidget(self._side(side, name), 1)

    def _side(self, side: Side, name: str) -> QFrame:
        head = t("{side} – chosen", side=side.head) if side.is_chosen else side.head
        text = MarkedText(f"{name}: {head}" if head else name)
        text.show_words(side.words)
        self.texts.append(text)
        above = label(head, "label") if head else None
        ground = card(column(above, text, 1, pad=GAP, gap=TIGHT))
        ground.setProperty("current", side.is_chosen)
        return ground

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Turns where there is too little room."""
        super().resizeEvent(event)
        way = QBoxLayout.Direction
        is_narrow = event.size().width() < px(_ROOM)
        self._box.setDirection(way.TopToBottom if is_narrow else way.LeftToRight)


class SidesList(QWidget):
    """The fields of one decision, each with its sides."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = column(on=self, gap=GAP)

    def show_fields(self, fields: Sequence[tuple[str, Sequence[Side]]]) -> None:
        """Shows fields; each is a name and its sides."""
        clear(self._rows)
        for name, sides in fields:
            self._rows.addWidget(label(name, "heading"))
            self._rows.addWidget(Sides(sides, name))
