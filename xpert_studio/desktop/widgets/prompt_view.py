"""A prompt or exchange as it goes over the wire: parts under headings, the cacheable ones marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import (
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import colour, px
from xpert_studio.desktop.widgets.reading_views import select_head
from xpert_studio.desktop.widgets.shown_text import breakable, clipped

_LONGEST: Final = 200_000
_LINES: Final = 6_000
_BAR: Final = 4


@dataclass(frozen=True, slots=True)
class PromptPart:
    """One part of a prompt.

    Attributes:
        title: What it is.
        text: It, letter for letter.
        is_shared: Whether a cache may serve it.
    """

    title: str
    text: str
    is_shared: bool = False


class PromptView(QPlainTextEdit):
    """Parts below each other."""

    def __init__(self, name: str) -> None:
        super().__init__(readOnly=True, tabChangesFocus=True)
        self.setAccessibleName(name)
        self.setProperty("kind", "reading")
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._parts: tuple[PromptPart, ...] = ()
        self._shared: list[tuple[int, int]] = []
        self._gutter = _Gutter(self)
        self.updateRequest.connect(lambda *_: self._gutter.update())
        self.setViewportMargins(px(14), 0, 0, 0)

    def show_parts(self, parts: Sequence[PromptPart]) -> None:
        """Shows a prompt; of a very long part its beginning."""
        if tuple(parts) == self._parts:
            return
        self._parts = tuple(parts)
        lines: list[str] = []
        heads: list[int] = []
        self._shared = []
        for part in parts:
            first = len(lines)
            heads.append(first)
            lines.append(f"{part.title} · {t('cacheable')}" if part.is_shared else part.title)
            lines += breakable(clipped(part.text, _LONGEST, _LINES)).split("\n")
            if part.is_shared:
                self._shared.append((first, len(lines) - 1))
            lines.append("")
        self.setPlainText("\n".join(lines[:-1]))
        for line in heads:
            self._mark_head(line)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._gutter.update()

    def copy_all(self) -> None:
        """Copies everything, parts that are shown in part as a whole."""
        QGuiApplication.clipboard().setText(
            "\n\n".join(f"{part.title}\n{part.text}" for part in self._parts)
        )

    def is_shared(self, line: int) -> bool:
        """Whether a line is one that a cache may serve."""
        return any(first <= line <= last for first, last in self._shared)

    def _mark_head(self, line: int) -> None:
        cursor = QTextCursor(self.document().findBlockByNumber(line))
        style = select_head(cursor)
        style.setForeground(colour("accent" if self.is_shared(line) else "text"))
        cursor.mergeCharFormat(style)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The gutter stays beside the text."""
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), px(14), inside.height()))

    def paint_gutter(self, painter: QPainter, height: int) -> None:
        """Paints the bar beside what a cache may serve."""
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= height:
            high = self.blockBoundingRect(block).height()
            if self.is_shared(block.blockNumber()):
                painter.fillRect(QRect(px(3), int(top), px(_BAR), int(high) + 1), colour("accent"))
            block, top = block.next(), top + high


class _Gutter(QWidget):
    def __init__(self, view: PromptView) -> None:
        super().__init__(view)
        self._view = view
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paints the bar."""
        self._view.paint_gutter(QPainter(self), self.height())
