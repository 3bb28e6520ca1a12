"""The editor in which a checkpoint is written in place: it grows, and its keys lead on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from xpert_studio.core.lint import Finding, Level
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import px
from xpert_studio.desktop.widgets.drawn_text import characters, selection, text_style, units
from xpert_studio.desktop.widgets.texts import exact_text
from xpert_studio.desktop.widgets.wiring import later, wire

_KEEP_MS: Final = 250
_HIGHEST: Final = 60


class LineEditor(QPlainTextEdit):
    """Writes one checkpoint.

    Signals:
        next_line: Enter: this line is done, another one follows.
        leave: Escape or Tab: this line is done; how many cells to go on.
        step: Up from the first line, or down from the last; -1 or 1.
        merge_back: Backspace at the very beginning.
        kept: A moment after words came.
        grew: Its text needs another height.
    """

    next_line = Signal()
    leave = Signal(int)
    step = Signal(int)
    merge_back = Signal()
    kept = Signal(str)
    grew = Signal()

    def __init__(self, key: str, parent: QWidget) -> None:
        super().__init__(
            parent, placeholderText=t("One requirement that a response meets or does not")
        )
        self.key = key
        self.is_touched = False
        self.setObjectName("lineEditor")
        self.setAccessibleName(t("Text of the checkpoint"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(px(2))
        self._lines = 1
        self._keep = later(self, _KEEP_MS, self._tell)
        wire(
            (self.textChanged, self._changed),
            (self.document().documentLayout().documentSizeChanged, lambda _: self._measure()),
        )

    def toPlainText(self) -> str:  # noqa: N802 - Qt's name
        """What stands in it, no-break spaces and all."""
        return exact_text(self.document())

    def fill(self, text: str) -> None:
        """Shows what the project holds; it was not typed."""
        self.setPlainText(text)
        self._keep.stop()
        self.is_touched = False
        self.put_cursor(-1)

    def wanted_height(self) -> int:
        """How high it has to be for all of its text."""
        lines = max(1, min(int(self.document().size().height()), _HIGHEST))
        return lines * self.fontMetrics().lineSpacing() + px(14)

    def mark_findings(self, findings: Sequence[Finding]) -> None:
        """Underlines what the linter finds."""
        text = self.toPlainText()
        self.setExtraSelections(
            [
                selection(self.document(), text, start, end, text_style(wave=use))
                for start, end, use in underlined(findings)
                if 0 <= start < end <= len(text)
            ]
        )

    @property
    def at(self) -> int:
        """Where the cursor stands, in characters of the text."""
        return characters(self.toPlainText(), self.textCursor().position())

    def put_cursor(self, at: int) -> None:
        """Puts the cursor at a character; -1 at the end."""
        cursor = self.textCursor()
        text = self.toPlainText()
        cursor.setPosition(units(text, len(text) if at < 0 else min(at, len(text))))
        self.setTextCursor(cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter leads on, Shift+Enter breaks the line, the arrows leave at the edges."""
        key, modifiers = event.key(), event.modifiers()
        plain = modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        cursor = self.textCursor()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.next_line.emit()
        elif key == Qt.Key.Key_Escape:
            self.leave.emit(0)
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.leave.emit(1 if key == Qt.Key.Key_Tab else -1)
        elif (
            key == Qt.Key.Key_Backspace and plain and cursor.atStart() and not cursor.hasSelection()
        ):
            self.merge_back.emit()
        elif key == Qt.Key.Key_Up and plain and self._is_at_edge(QTextCursor.MoveOperation.Up):
            self.step.emit(-1)
        elif key == Qt.Key.Key_Down and plain and self._is_at_edge(QTextCursor.MoveOperation.Down):
            self.step.emit(1)
        else:
            super().keyPressEvent(event)

    def _is_at_edge(self, move: QTextCursor.MoveOperation) -> bool:
        return not self.textCursor().movePosition(move)

    def _changed(self) -> None:
        self.is_touched = True
        # Not anew with every key: who types without a pause would never be kept.
        if not self._keep.isActive():
            self._keep.start()

    def rest(self) -> None:
        """It is done: what it holds is not told any more."""
        self._keep.stop()

    def _tell(self) -> None:
        if self.is_touched:
            self.kept.emit(self.toPlainText())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Shows its text from the first line again, once it is as high as all of it."""
        super().resizeEvent(event)
        if self.height() >= self.wanted_height() - px(4):
            self.verticalScrollBar().setValue(0)

    def _measure(self) -> None:
        lines = int(self.document().size().height())
        if lines != self._lines:
            self._lines = lines
            self.grew.emit()


def underlined(findings: Sequence[Finding]) -> list[tuple[int, int, str]]:
    """Where to underline, and in which colour."""
    return [
        (finding.start, finding.end, "bad" if finding.level is Level.ERROR else "warn")
        for finding in findings
        if finding.start is not None and finding.end is not None
    ]
