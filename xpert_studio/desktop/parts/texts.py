"""Fields for writing: they tell when words come, and when it is time to save them."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFocusEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from xpert_studio.desktop.look import px

_KEEP_MS: Final = 300
_SAVE_MS: Final = 8000


class WritingField(QPlainTextEdit):
    """A text that grows with what is written in it.

    Signals:
        kept: A moment after words came: they should be kept against a crash.
        finished: The person has left it, or paused: they should be saved.
        dropped: What was kept is what the project holds after all.
    """

    kept = Signal(str)
    finished = Signal(str)
    dropped = Signal()

    def __init__(
        self, name: str, hint: str = "", *, lines: int = 3, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._lines = lines
        self._saved = ""
        self._is_kept = False
        self._keep = QTimer(self, singleShot=True, interval=_KEEP_MS)
        self._keep.timeout.connect(self._keep_words)
        self._pause = QTimer(self, singleShot=True, interval=_SAVE_MS)
        self._pause.timeout.connect(self.finish)
        self.textChanged.connect(self._words_came)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._grow())
        self._grow()

    @property
    def is_dirty(self) -> bool:
        """Whether it holds words that the project does not."""
        return self.toPlainText() != self._saved

    def show_text(self, text: str) -> None:
        """Shows what the project holds, unless the person is writing something else."""
        if self.hasFocus() and self.is_dirty:
            self._saved = text
            return
        self._saved = text
        if self.toPlainText() != text:
            at = self.textCursor().position()
            self.blockSignals(True)
            self.setPlainText(text)
            self.blockSignals(False)
            cursor = self.textCursor()
            cursor.setPosition(min(at, len(text)))
            self.setTextCursor(cursor)
            self._grow()

    def finish(self) -> None:
        """Says that what is written should be saved, if it is not."""
        self._pause.stop()
        self._keep.stop()
        if self.is_dirty and not self.isReadOnly():
            self._saved = self.toPlainText()
            self.finished.emit(self._saved)
        elif self._is_kept:
            self.dropped.emit()
        self._is_kept = False

    def _keep_words(self) -> None:
        self._is_kept = True
        self.kept.emit(self.toPlainText())

    def set_open(self, is_open: bool) -> None:
        """Whether it can be written in."""
        if self.isReadOnly() == is_open:
            self.setReadOnly(not is_open)
            self.style().unpolish(self)
            self.style().polish(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Saves when the person goes elsewhere."""
        super().focusOutEvent(event)
        self.finish()

    def _words_came(self) -> None:
        if not self.isReadOnly():
            # Not anew with every key: who types without a pause would never be kept.
            if not self._keep.isActive():
                self._keep.start()
            self._pause.start()

    def _grow(self) -> None:
        # What is drawn may be a pixel higher a line than the font says.
        drawn = self.blockBoundingRect(self.document().firstBlock()).height()
        wrapped = max(1, self.document().firstBlock().layout().lineCount())
        line = max(self.fontMetrics().lineSpacing(), math.ceil(drawn / wrapped))
        lines = max(self._lines, int(self.document().size().height()))
        self.setFixedHeight(line * min(lines, 40) + px(24))
