"""Fields for writing: they tell when words come, and when it is time to save them."""

from __future__ import annotations

import math
import re
from typing import Final

from PySide6.QtCore import QMimeData, QSignalBlocker, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QResizeEvent,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from xpert_studio.desktop.look import px
from xpert_studio.desktop.widgets.drawn_text import cursor_at
from xpert_studio.desktop.widgets.labels import retone
from xpert_studio.desktop.widgets.long_texts import TooLong, is_editable
from xpert_studio.desktop.widgets.portions import BUDGET, portion
from xpert_studio.desktop.widgets.wiring import later, wire

_BREAKS: Final = re.compile("\r\n|[\r\u2028\u2029\ufdd0\ufdd1]")


def exact_text(document: QTextDocument) -> str:
    """The text of a document, every kind of line break as a plain one."""
    return with_plain_breaks(document.toRawText())


def with_plain_breaks(text: str) -> str:
    """A text as it comes back from a field that shows it; Qt drops a byte order mark."""
    return _BREAKS.sub("\n", text.removeprefix("\ufeff"))


_KEEP_MS: Final = 300
_SAVE_MS: Final = 8000
_LARGE: Final = 5000
_HIGHEST: Final = 40
_HIGHEST_CUT: Final = 8
_BEGINNING: Final = BUDGET / 20


class WritingField(QPlainTextEdit):
    """A text that grows with what is written in it.

    A text that is too long to be written in is kept whole, and its beginning is shown.

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
        super().__init__(parent, placeholderText=hint, tabChangesFocus=True)
        self.setAccessibleName(name)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._lines = lines
        self._saved = ""
        self._is_kept = False
        self._is_open = True
        self._whole: str | None = None
        self._too_long = TooLong(
            self, lambda: QGuiApplication.clipboard().setText(self.toPlainText()), self._put
        )
        self._keep = later(self, _KEEP_MS, self._keep_words)
        self._pause = later(self, _SAVE_MS, self.finish)
        wire(
            (self.textChanged, self._words_came),
            (self.document().documentLayout().documentSizeChanged, lambda _: self._grow()),
        )
        self._grow()

    @property
    def is_dirty(self) -> bool:
        """Whether it holds words that the project does not."""
        return self._whole is None and self._written() != with_plain_breaks(self._saved)

    def show_text(self, text: str) -> None:
        """Shows what the project holds, unless the person is writing something else."""
        stays = (self.hasFocus() and self.is_dirty) or self.toPlainText() == text
        self._saved = text
        if not stays:
            self._show(text)

    def write_on(self) -> None:
        """Takes the focus, behind its last word, where it may be written in."""
        if not self.isReadOnly():
            self.moveCursor(QTextCursor.MoveOperation.End)
            self.setFocus()

    def _show(self, text: str) -> None:
        self._whole = None if is_editable(text) else text
        shown = text if self._whole is None else portion(text, is_plain=True, budget=_BEGINNING)
        at = self.textCursor().position()
        with QSignalBlocker(self):
            self.setPlainText(shown)
        self.setTextCursor(cursor_at(self.document(), min(at, len(shown))))
        self._show_state(len(shown))
        self._grow()

    def _show_state(self, shown: int) -> None:
        whole = self._whole
        is_read_only = whole is not None or not self._is_open
        if self.isReadOnly() != is_read_only:
            retone(self, "readOnly", is_read_only)
        if whole is not None:
            self._too_long.show_lengths(shown, len(whole), is_open=self._is_open)
        self._too_long.setVisible(whole is not None)
        self._place()

    def toPlainText(self) -> str:  # noqa: N802 - Qt's name
        """All of the text, also where only its beginning is shown."""
        if self._whole is not None:
            return self._whole
        return self._written() if self.is_dirty else self._saved

    def _written(self) -> str:
        return exact_text(self.document())

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        """Takes a text in; one that makes the whole too long to be written in is saved at once."""
        text = source.text() if source.hasText() else ""
        whole = self._with(text) if len(text) > _LARGE else ""
        if is_editable(whole):
            super().insertFromMimeData(source)
        else:
            self._put(whole)

    def _with(self, text: str) -> str:
        """What is here with a text in place of what is selected; Qt counts UTF-16 units."""
        cursor = self.textCursor()
        units = self._written().encode("utf-16-le", "surrogatepass")
        start, end = cursor.selectionStart() * 2, cursor.selectionEnd() * 2
        before, after = (
            part.decode("utf-16-le", "surrogatepass") for part in (units[:start], units[end:])
        )
        return before + text + after

    def _put(self, text: str) -> None:
        """Takes another text as a whole, and says that it should be saved."""
        self._show(text)
        self.textChanged.emit()
        self._pause.stop()
        self._keep.stop()
        self._saved, self._is_kept = text, False
        self.finished.emit(text)

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
        self._is_open = is_open
        self._show_state(len(self._written()) if self._whole is not None else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """What is said about a text that is too long stays at the foot."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        needed = 0 if self._whole is None else self._too_long.heightForWidth(self.width())
        high = max(needed, 0)
        if high != self.viewportMargins().bottom():
            self.setViewportMargins(0, 0, 0, high)
            self._grow()
        self._too_long.setGeometry(0, self.height() - high, self.width(), high)

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
        shown = min(lines, _HIGHEST if self._whole is None else _HIGHEST_CUT)
        self.setFixedHeight(line * shown + px(24) + self.viewportMargins().bottom())
