"""Rows of two lines in a list: what it is, and below it what there is to know; long ones are cut."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, px
from xpert_studio.desktop.look.measures import type_size

LINES_ROLE: Final = Qt.ItemDataRole.UserRole + 20
"""The two lines, as a tuple."""

_FLAGS: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class TwoLines(QStyledItemDelegate):
    """Draws a row; all are equally high, whatever script they are in."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Two lines and some air."""
        lines = _high(self._view.font()) + _high(self._small())
        return QSize(px(120), lines + px(TIGHT) + 2 * px(GAP))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draws the ground, a line below, and the words."""
        lines = index.data(LINES_ROLE)
        if not lines:
            return
        painter.save()
        rect: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), px(3), rect.height()), colour("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colour("hover"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        top = rect.top() + px(GAP)
        for text, font, use in zip(
            lines, (QFont(self._view.font()), self._small()), ("text", "muted"), strict=True
        ):
            high = _high(font)
            line = QRect(rect.left() + px(PAD), top, rect.width() - 2 * px(PAD), high)
            painter.setFont(font)
            painter.setPen(colour(use))
            shown = painter.fontMetrics().elidedText(
                str(text), Qt.TextElideMode.ElideRight, line.width()
            )
            painter.drawText(line, _FLAGS, shown)
            top += high + px(TIGHT)
        painter.restore()

    def _small(self) -> QFont:
        small = QFont(self._view.font())
        small.setPixelSize(type_size("small"))
        return small


def _high(font: QFont) -> int:
    return QFontMetrics(font).height()
