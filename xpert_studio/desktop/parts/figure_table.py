"""How the tables of figures look: a bar beside a share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from xpert_studio.desktop.look import GAP, colour, px
from xpert_studio.desktop.parts.figures import SHARE_ROLE, Figures
from xpert_studio.desktop.parts.keys import on_enter
from xpert_studio.desktop.parts.rows import Index, draw_ground
from xpert_studio.desktop.parts.tables import dress_table

_BAR: Final = 64
_LEAST: Final = 130
"""The wide column is never narrower than this, in pixels at 100 %."""


class FigureDelegate(QStyledItemDelegate):
    """Draws a cell: words, a figure, or a share with its bar."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draws the ground, a line below, and what the cell says."""
        painter.save()
        draw_ground(painter, option, bar=False, hover=False)
        inner = option.rect.adjusted(px(GAP), 0, -px(GAP), 0)
        share = index.data(SHARE_ROLE)
        text = str(index.data() or "")
        if isinstance(share, float):
            room = painter.fontMetrics().horizontalAdvance("100 %") + px(GAP)
            self._draw_bar(painter, inner.adjusted(0, 0, -room, 0), share)
        painter.setPen(colour("text"))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, inner.width())
        painter.drawText(inner, int(index.data(Qt.ItemDataRole.TextAlignmentRole)), shown)
        painter.restore()

    def _draw_bar(self, painter: QPainter, rect: QRect, share: float) -> None:
        width = min(px(_BAR), rect.width())
        if width < px(GAP):
            return
        ground = QRect(rect.right() - width, rect.center().y() - px(3), width, px(6))
        painter.fillRect(ground, colour("border"))
        ground.setWidth(max(1, round(width * share)))
        painter.fillRect(ground, colour("accent"))


class FigureTable(QTableView):
    """A table whose one wide column takes the room that is left, but never less than it needs.

    Args:
        stretched: That column.
        least: What it needs, in pixels; where there is less, the table scrolls sideways.
    """

    def __init__(self, stretched: int, least: int) -> None:
        super().__init__()
        self._stretched = stretched
        self._least = least

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Gives the column its room."""
        super().resizeEvent(event)
        head = self.horizontalHeader()
        others = sum(
            head.sectionSize(column) for column in range(head.count()) if column != self._stretched
        )
        room = self.viewport().width() - others
        head.resizeSection(self._stretched, max(room, self._least))


def figure_table(
    model: Figures,
    name: str,
    widths: tuple[int, ...],
    stretched: int,
    then: Callable[[QModelIndex], object] | None = None,
) -> QTableView:
    """A table of figures.

    Args:
        model: What stands in it.
        name: What screen readers call it.
        widths: Of the columns.
        stretched: The column that takes the room that is left.
        then: What a click or Enter does with a row.
    """
    table = FigureTable(stretched, px(min(widths[stretched], _LEAST)))
    dress_table(table, model, name, high=32, least=50)
    table.setItemDelegate(FigureDelegate(table))
    head = table.horizontalHeader()
    for column, width in enumerate(widths):
        head.resizeSection(column, px(width))
    if then is not None:
        table.clicked.connect(then)
        on_enter(table, then)
    return table
