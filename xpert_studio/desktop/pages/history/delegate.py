"""How a step of the history looks."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, pixmap, px
from xpert_studio.desktop.look.measures import type_size
from xpert_studio.desktop.pages.history.model import ROW_ROLE, Row

Index = QModelIndex | QPersistentModelIndex
_SIGN: Final = 16
_LEFT: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(
    Qt.TextFlag.TextDontClip
)


class StepDelegate(QStyledItemDelegate):
    """Draws a row: who did what, and in smaller words when, where and why."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """All rows are alike, so that long histories scroll smoothly."""
        small = QFont(self._view.font())
        small.setPixelSize(type_size("small"))
        lines = QFontMetrics(self._view.font()).height() + QFontMetrics(small).height()
        return QSize(self._view.viewport().width(), lines + px(TIGHT) + 2 * px(GAP))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draws the ground, the sign for unfolding, and the words."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            return
        painter.save()
        self._draw_ground(painter, option)
        inner = option.rect.adjusted(px(GAP), px(GAP), -px(PAD), -px(GAP))
        if row.count > 1:
            name = "chevron-down" if row.is_open else "chevron-right"
            sign = pixmap(name, "muted", _SIGN)
            painter.drawPixmap(inner.left(), inner.top() + px(1), sign)
        inner.setLeft(inner.left() + px(_SIGN + TIGHT) * (2 if row.is_inner else 1))
        self._draw_words(painter, inner, row)
        painter.restore()

    def _draw_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        rect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), px(3), rect.height()), colour("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colour("hover"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    def _draw_words(self, painter: QPainter, rect: QRect, row: Row) -> None:
        font, small = QFont(self._view.font()), QFont(self._view.font())
        small.setPixelSize(type_size("small"))
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
        painter.drawText(rect, _LEFT, shown)

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
