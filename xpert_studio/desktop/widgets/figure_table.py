"""Tables of words and figures: what stands in them, and how they look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from xpert_studio.desktop.kit import (
    GAP,
    HeadedTable,
    Index,
    colour,
    draw_ground,
    dress_table,
    hint,
    number,
    on_enter,
    percent,
    px,
    short,
    t,
)
from xpert_studio.report.csv_tables import Value

# Tables of words and figures: what stands in them, and what is exported of them.

SHARE_ROLE: Final = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell.

    Attributes:
        text: What it says.
        value: The figure behind it, in full; the text itself where it is none.
        share: What its bar shows, where it has one.
        hint: What its tooltip adds to the text.
    """

    text: str
    value: Value = None
    share: float | None = None
    hint: str = ""


def words(text: str) -> Cell:
    """A text."""
    return Cell(text, text)


def count(value: int) -> Cell:
    """A whole number."""
    return Cell(number(value), value)


def share(part: float | None) -> Cell:
    """A share from 0 to 1, with a bar."""
    return Cell(percent(part), part, part)


class Figures(HeadedTable[tuple[Cell, ...]]):
    """A table of words and figures.

    Args:
        heads: The columns' names, marked for translation.
        words: How many columns, from the left, are words; the rest are figures.
        hints: What the tooltips of the heads say, marked for translation.
    """

    def __init__(
        self,
        heads: Sequence[str],
        words: int,
        parent: QObject | None = None,
        hints: Sequence[str] = (),
    ) -> None:
        super().__init__(heads, words, parent)
        self._hints = tuple(hints)

    def plain(self) -> list[list[Value]]:
        """The table as it is exported, its heads first."""
        return [
            [t(head) for head in self._heads],
            *([cell.value for cell in row] for row in self._rows),
        ]

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' names, and what they mean."""
        is_hint = role == Qt.ItemDataRole.ToolTipRole and orientation is Qt.Orientation.Horizontal
        if is_hint and 0 <= section < len(self._hints):
            return hint(t(self._hints[section]))
        return super().headerData(section, orientation, role)

    def said(self, row: tuple[Cell, ...], index: Index, role: int) -> Any:
        """What stands in a cell."""
        cell = row[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return short(cell.text, 300)
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint("\n".join(filter(None, (cell.text, cell.hint))))
        return cell.share if role == SHARE_ROLE else None


_BAR: Final = 64
_LEAST: Final = 130
"""The wide column is never narrower than this, in pixels at 100 %."""


class FigureDelegate(QStyledItemDelegate):
    """Paints a cell: words, a figure, or a share with its bar."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paints the ground, a line below, and what the cell says."""
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
