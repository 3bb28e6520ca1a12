"""How a step of the history looks."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter

from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, pixmap, px
from xpert_studio.desktop.pages.history.model import Row
from xpert_studio.desktop.parts.rows import LEFT, Index, RowDelegate

_SIGN: Final = 16


class StepDelegate(RowDelegate):
    """Draws a row: who did what, and in smaller words when, where and why."""

    def draw(self, painter: QPainter, rect: QRect, row: Row, index: Index) -> None:
        """Draws the sign and the words."""
        inner = rect.adjusted(px(GAP) - px(PAD), 0, 0, 0)
        if row.count > 1:
            name = "chevron-down" if row.is_open else "chevron-right"
            sign = pixmap(name, "muted", _SIGN)
            painter.drawPixmap(inner.left(), inner.top() + px(1), sign)
        inner.setLeft(inner.left() + px(_SIGN + TIGHT) * (2 if row.is_inner else 1))
        self._draw_words(painter, inner, row)

    def _draw_words(self, painter: QPainter, rect: QRect, row: Row) -> None:
        font, small = self.body(), self.small()
        above = QRect(rect.left(), rect.top(), rect.width(), QFontMetrics(font).height())
        room = above.width()
        if row.state:
            room -= self._draw_state(painter, above, row.state, small)
            font.setStrikeOut(True)
        self._draw_line(painter, above, room, row.text, font, "muted" if row.state else "text")
        below = rect.adjusted(0, above.height() + px(TIGHT), 0, 0)
        self._draw_line(painter, below, below.width(), row.below, small, "muted")

    def _draw_line(
        self, painter: QPainter, rect: QRect, room: int, text: str, font: QFont, use: str
    ) -> None:
        painter.setFont(font)
        painter.setPen(colour(use))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, max(room, 0))
        painter.drawText(rect, LEFT, shown)

    def _draw_state(self, painter: QPainter, rect: QRect, state: str, font: QFont) -> int:
        width = QFontMetrics(font).horizontalAdvance(state) + px(2 * GAP)
        ground = QRect(rect.right() - width, rect.top(), width, rect.height())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("warn_soft"))
        painter.drawRoundedRect(ground, px(4), px(4))
        painter.setPen(colour("warn"))
        painter.setFont(font)
        painter.drawText(ground, int(Qt.AlignmentFlag.AlignCenter), state)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        return width + px(GAP)
