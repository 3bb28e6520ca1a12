"""What tables share: models with named columns, rows that come in pages, how a table is set up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from xpert_studio.desktop.look import GAP, colour, px
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.bounds import hint
from xpert_studio.desktop.widgets.keys import on_enter
from xpert_studio.desktop.widgets.rows import NOTHING, ROW_ROLE, Index, draw_ground
from xpert_studio.wording import short, t

PAGE: Final = 100
Row = TypeVar("Row")
Entry = TypeVar("Entry")


class HeadedTable(QAbstractTableModel, Generic[Row]):
    """Rows below the names of their columns.

    Args:
        heads: What columns are called, marked for translation.
        words: How many columns, the first ones, hold words; the others hold figures.
        parent: Who keeps the model.
    """

    def __init__(self, heads: Sequence[str], words: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = tuple(heads)
        self._words = words
        self._rows: Sequence[Row] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Shows other rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def record(self, place: int) -> Row | None:
        """What stands in a row."""
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def rowCount(self, parent: Index = NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many columns there are."""
        return 0 if parent.isValid() else len(self._heads)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' names."""
        if orientation is Qt.Orientation.Vertical or not 0 <= section < len(self._heads):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return t(self._heads[section])
        return self.alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What stands in a cell."""
        row = self.record(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.alignment(index.column())
        return self.said(row, index, role)

    def said(self, row: Row, index: Index, role: int) -> Any:
        """What a cell says in a role of Qt's."""
        return row if role == ROW_ROLE else None

    def alignment(self, column: int) -> int:
        """Words begin at the left, figures end at the right."""
        is_words = column < self._words
        side = Qt.AlignmentFlag.AlignLeft if is_words else Qt.AlignmentFlag.AlignRight
        return int(side | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, slots=True)
class Column(Generic[Entry]):
    """A column of a table whose rows come in pages.

    Attributes:
        text: What it says of a row.
        title: What it is called, marked for translation.
        sort: What it sorts by; empty for nothing.
        width: In pixels at 100 %; 0 takes the room that is left.
        room: Below which width of the table it is left out.
        is_figure: Whether it holds numbers.
    """

    text: Callable[[Entry], str]
    title: str
    sort: str = ""
    width: int = 90
    room: int = 0
    is_figure: bool = False


class PagedTable(HeadedTable[int], Generic[Entry]):
    """Holds the order, and fetches rows as they are looked at; one not come yet is empty meanwhile.

    Attributes:
        columns: The columns.
        order: What it is sorted by, and whether the last comes first.
    """

    def __init__(
        self, session: Session, columns: Sequence[Column[Entry]], parent: QObject | None = None
    ) -> None:
        super().__init__([column.title for column in columns], 0, parent)
        self.columns = tuple(columns)
        self.order: tuple[str, bool] = ("", False)
        self.session = session
        self._come: dict[int, Entry] = {}
        self._asked: set[int] = set()
        self._turn = 0

    def show_rows(self, rows: Sequence[int]) -> None:
        """Shows other rows, by their keys."""
        self._turn += 1
        self._come, self._asked = {}, set()
        super().show_rows(rows)

    def grow(self, rows: Sequence[int]) -> None:
        """More have come at the end."""
        first = len(self._rows)
        if len(rows) > first:
            self.beginInsertRows(NOTHING, first, len(rows) - 1)
            self._rows = rows
            self._asked.discard(first // PAGE)
            self.endInsertRows()

    def row_at(self, place: int) -> Entry | None:
        """What stands in a row; None while it has not come."""
        key = self.record(place)
        return None if key is None else self._come.get(key)

    def said(self, row: int, index: Index, role: int) -> Any:
        """What a cell says, once its row has come."""
        found = self._come.get(row)
        if found is None:
            self._ask_for(index.row() // PAGE)
            return None
        if role == ROW_ROLE:
            return found
        if role == Qt.ItemDataRole.DisplayRole:
            return short(self.columns[index.column()].text(found), 300)
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint(self.columns[index.column()].text(found))
        return None

    def reader(self) -> Callable[[Sequence[int]], Mapping[int, Entry]]:
        """What reads rows by their keys on another thread; it must hold nothing of Qt's."""
        raise NotImplementedError

    def _ask_for(self, page: int) -> None:
        if page in self._asked:
            return
        self._asked.add(page)
        turn, keys = self._turn, self._rows[page * PAGE : (page + 1) * PAGE]
        read = self.reader()
        self.session.fetch(
            lambda: read(keys), lambda rows: self._take(turn, page, rows), owner=self
        )

    def _take(self, turn: int, page: int, rows: Mapping[int, Entry]) -> None:
        if turn != self._turn:
            return
        self._come |= rows
        last = min((page + 1) * PAGE, len(self._rows)) - 1
        self.dataChanged.emit(self.index(page * PAGE, 0), self.index(last, len(self.columns) - 1))

    def alignment(self, column: int) -> int:
        """As the column says."""
        is_figure = self.columns[column].is_figure
        side = Qt.AlignmentFlag.AlignRight if is_figure else Qt.AlignmentFlag.AlignLeft
        return int(side | Qt.AlignmentFlag.AlignVCenter)


class PagedDelegate(QStyledItemDelegate):
    """Paints a cell: the ground, a line below, and what the cell says."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paints it, or a bar where words will stand."""
        painter.save()
        draw_ground(painter, option, bar=False, hover=False)
        inner = option.rect.adjusted(px(GAP), 0, -px(GAP), 0)
        row = index.data(ROW_ROLE)
        if row is None:
            above = (inner.height() - px(10)) // 2
            painter.fillRect(inner.adjusted(0, above, -inner.width() // 3, -above), colour("hover"))
        else:
            self.draw(painter, inner, row, index)
        painter.restore()

    def draw(self, painter: QPainter, rect: QRect, row: Any, index: Index) -> None:
        """Paints what a cell says."""

    def words(self, painter: QPainter, rect: QRect, index: Index, use: str) -> None:
        """Paints the words of a cell."""
        painter.setPen(colour(use))
        text = painter.fontMetrics().elidedText(
            str(index.data() or ""), Qt.TextElideMode.ElideRight, rect.width()
        )
        painter.drawText(rect, int(index.data(Qt.ItemDataRole.TextAlignmentRole)), text)


class PagedView(QTableView):
    """Shows it; columns make way for what comes first.

    Signals:
        opened: Enter was pressed on a row, or it was clicked twice.
        sorted_by: What it should be sorted by, and whether the last should come first.
    """

    opened = Signal(QModelIndex)
    sorted_by = Signal(str, bool)

    def __init__(self, model: PagedTable[Any], name: str, *, high: int, least: int) -> None:
        super().__init__()
        self._columns = model.columns
        self._model = model
        dress_table(self, model, name, high=high, least=least)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        head = self.horizontalHeader()
        head.setSectionsClickable(True)
        for place, column in enumerate(self._columns):
            if column.width:
                head.resizeSection(place, px(column.width))
            else:
                head.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        head.sectionClicked.connect(self._sort)
        self.doubleClicked.connect(self.opened)
        on_enter(self, self.opened.emit)

    def _sort(self, section: int) -> None:
        name = self._columns[section].sort
        if not name:
            return
        descending = self._model.order == (name, False)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.horizontalHeader().setSortIndicatorShown(True)
        self.horizontalHeader().setSortIndicator(section, order)
        self.sorted_by.emit(name, descending)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Leaves out columns for which there is no room."""
        for place, column in enumerate(self._columns):
            self.setColumnHidden(place, event.size().width() < px(column.room))
        super().resizeEvent(event)


def dress_table(
    table: QTableView, model: QAbstractItemModel, name: str, *, high: int = 0, least: int = 0
) -> None:
    """Sets up a table of rows; heights and widths are pixels at 100 %, 0 leaves Qt's."""
    table.setModel(model)
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    side, head = table.verticalHeader(), table.horizontalHeader()
    side.hide()
    head.setHighlightSections(False)
    if high:
        side.setDefaultSectionSize(px(high))
        side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    if least:
        head.setMinimumSectionSize(px(least))
