"""How grids look and are walked over: tinted cells, chips, sorting and opening by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from xpert_studio.core.wording import short
from xpert_studio.desktop.look import GAP, TIGHT, colour, heat, pixmap, px, type_of
from xpert_studio.desktop.widgets.chips import draw_chip
from xpert_studio.desktop.widgets.entries import Index
from xpert_studio.desktop.widgets.grid import BLANK, LONGEST, Figures, Grid, GridCell
from xpert_studio.desktop.widgets.grid_head import GridHead
from xpert_studio.desktop.widgets.selecting import select_only
from xpert_studio.desktop.widgets.spans import draw_bar
from xpert_studio.desktop.widgets.wiring import ENTER, wire

TEXTS: Final = "*"
_ROW: Final = 42
_PICTURE: Final = 16
_BAR: Final = 64


class GridDelegate(QStyledItemDelegate):
    """Paints a cell.

    Asks the grid itself, not its roles: a screenful is drawn at every step of scrolling.
    """

    def __init__(self, grid: Grid, view: QTableView) -> None:
        super().__init__(view)
        self._grid = grid
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paints the ground, a line below, and what the cell says."""
        rect: QRect = option.rect
        place = index.column()
        cell = self._grid.cell(index.row(), place)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        ink = colour("text")
        if cell is not None and cell.heat is not None:
            ground, ink = heat(cell.heat)
            painter.fillRect(rect.adjusted(1, 1, -1, -1), ground)
        elif is_selected:
            painter.fillRect(rect, colour("selection"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(px(GAP), 0, -px(GAP), 0)
        if cell is None:
            third = rect.height() // 3
            painter.fillRect(inner.adjusted(0, third, -inner.width() // 3, -third), colour("hover"))
        elif cell.bar is not None:
            draw_bar(painter, inner, cell.bar)
        elif cell.text or cell.picture:
            if cell.share is not None:
                self._draw_share(painter, inner, cell.share)
            painter.setPen(colour(cell.tone) if cell.tone and cell.heat is None else ink)
            self._words(painter, inner, cell, self._grid.alignment(place))
        has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if has_focus or (is_selected and cell is not None and cell.heat is not None):
            painter.setPen(QPen(colour("accent"), 2) if has_focus else QPen(colour("text"), 1))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))

    def _draw_share(self, painter: QPainter, rect: QRect, share: float) -> None:
        room = painter.fontMetrics().horizontalAdvance("100 %") + px(GAP)
        width = min(px(_BAR), rect.width() - room)
        if width >= px(GAP):
            left, top = rect.right() - room - width, rect.center().y() - px(3)
            painter.fillRect(QRect(left, top, width, px(6)), colour("border"))
            painter.fillRect(
                QRect(left, top, max(1, round(width * share)), px(6)), colour("accent")
            )

    def _words(self, painter: QPainter, rect: QRect, cell: GridCell, flags: int) -> None:
        if cell.is_chip:
            top = rect.center().y() - px(10)
            draw_chip(painter, rect.left(), top, cell.text, cell.tone, room=rect.width())
            return
        if cell.picture:
            top = rect.center().y() - px(_PICTURE) // 2
            painter.drawPixmap(
                rect.left(), top, pixmap(cell.picture, cell.tone or "text", _PICTURE)
            )
            rect = rect.adjusted(px(_PICTURE) + px(6), 0, 0, 0)
        font = type_of(self._view.font(), is_strong=cell.is_strong)
        above, _, below = cell.text.partition("\n")
        if below:  # a figure, and in smaller type what it rests on
            half = rect.height() // 2
            painter.setFont(type_of(font, "small"))
            painter.drawText(rect.adjusted(0, half, 0, -px(TIGHT)), flags, below)
            rect = rect.adjusted(0, px(TIGHT), 0, -half)
        painter.setFont(font)
        lines = 1 if below else rect.height() // painter.fontMetrics().lineSpacing()
        painter.drawText(rect, flags, in_lines(short(above, LONGEST), font, rect.width(), lines))


def in_lines(text: str, font: QFont, width: int, lines: int) -> str:
    """A text as it is drawn: in at most so many lines of a width in pixels, the last one elided."""
    metrics = QFontMetrics(font)
    shown: list[str] = []
    while len(shown) < lines - 1 and metrics.horizontalAdvance(text) > width:
        layout = QTextLayout(text, font)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(width)
        layout.endLayout()
        shown.append(text[: line.textLength()].rstrip())
        text = text[line.textLength() :].lstrip()
    return "\n".join((*shown, metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)))


_MEASURED: Final = 60
_WIDEST: Final = 180
"""Of figures, in pixels at 100 %; what is longer is a sentence."""


class GridView(QTableView):
    """A grid on the screen.

    Enter, Space or a double click opens what is behind a cell; where cells are links, one click
    does. Ctrl+C copies what is selected.

    Signals:
        opened: The user wants what is behind a cell: the place of its row, the key of its column.
        sorted_by: The rows are wanted in another order: a column's key, and whether descending.

    Args:
        model: What stands in it.
        name: What screen readers call it.
        by_cell: Whether single cells are walked over and opened by one click.
        stretched: Key of the column that takes the room that is left; none where empty, all
            that hold no figures where ``TEXTS``.
        one_click: Whether one click opens a row, not two.
        high: The height of a row, in pixels at 100 %.
        sorts_itself: Whether it sorts its rows by what stands in them, all of which is known.

    Attributes:
        order: The key of the column that the rows are sorted by, and whether descending.
    """

    opened = Signal(int, str)
    sorted_by = Signal(str, bool)

    def __init__(
        self,
        model: Grid,
        name: str,
        *,
        by_cell: bool = False,
        stretched: str = "",
        one_click: bool = False,
        high: int = _ROW,
        sorts_itself: bool = False,
    ) -> None:
        super().__init__()
        self.grid = model
        self._by_cell, self._sorts_itself = by_cell, sorts_itself
        self._stretched = stretched
        self.order: tuple[str, bool] = ("", False)
        dress_table(self, model, name, high=high)
        self.setItemDelegate(GridDelegate(model, self))
        if by_cell:
            self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setMouseTracking(by_cell)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setHighlightSections(False)
        self.head = GridHead(model, self)
        self.setHorizontalHeader(self.head)
        wire(
            (self.head.sectionClicked, self._sort),
            (model.modelReset, self._fit),
            (self.clicked if by_cell or one_click else self.doubleClicked, self._click),
        )
        self._fit()

    def _fit(self) -> None:
        """Columns as wide as they want to be; what room is left goes to those that stretch."""
        self.verticalHeader().setVisible(
            self.grid.headerData(0, Qt.Orientation.Vertical) is not None
        )
        columns, wide = self.grid.columns, self.viewport().width()
        for place, column in enumerate(columns):
            self.setColumnHidden(place, wide < px(column.room))
        wanted = [
            0 if self.isColumnHidden(n) else max(px(column.width), self.head.needed(n))
            for n, column in enumerate(columns)
        ]
        room = max(0, wide - sum(wanted))
        for n, width in enumerate(wanted):
            more = min(room, max(0, self._widest_figure(n) - width)) if width else 0
            wanted[n], room = width + more, room - more
        stretching = [
            place
            for place, column in enumerate(columns)
            if self._stretched == column.key or (self._stretched == TEXTS and not column.is_figure)
        ]
        room = self._give_texts(wanted, stretching, room)
        for n, place in enumerate(stretching):
            wanted[place] += room // len(stretching) + (n < room % len(stretching))
        with self.head.grown_once():
            for place, width in enumerate(wanted):
                if width and self.columnWidth(place) != width:
                    self.setColumnWidth(place, width)
        if self.viewport().width() < wide:  # a scroll bar has come with the widths
            self._fit()
        self._show_sorted()

    def _widest_figure(self, place: int) -> int:
        """What the figures of a column need, so that none is cut: half a figure is a wrong one."""
        are_known = self._sorts_itself or isinstance(self.grid, Figures)
        if not (are_known and self.grid.columns[place].is_figure):
            return 0
        return min(self._widest(place), px(_WIDEST)) + 2 * px(GAP) + 2

    def _give_texts(self, wanted: list[int], stretching: list[int], room: int) -> int:
        """Widens columns of texts to their longest one, the shortest first; returns the room left.

        Where not all have room, those with long texts share what is left alike.
        """
        if self._stretched != TEXTS or not self._sorts_itself:
            return room
        needs = {
            place: max(0, self._widest(place) + 2 * px(GAP) + 2 - wanted[place])
            for place in stretching
            if wanted[place]
        }
        for n, place in enumerate(sorted(needs, key=lambda place: needs[place])):
            more = min(needs[place], room // (len(needs) - n))
            wanted[place], room = wanted[place] + more, room - more
        return room

    def _widest(self, place: int) -> int:
        """The width of the longest text of a column."""
        above = QFontMetrics(type_of(self.font(), is_strong=True))
        below = QFontMetrics(type_of(self.font(), "small", is_strong=True))
        cells = (self.grid.cell(row, place) for row in range(min(self.grid.rowCount(), _MEASURED)))
        texts = (
            cell.text.partition("\n") for cell in cells if cell and not (cell.bar or cell.picture)
        )
        widths = (max(above.horizontalAdvance(a), below.horizontalAdvance(b)) for a, _, b in texts)
        return max(widths, default=0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Columns that stretch follow."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def column_of(self, key: str) -> int:
        """The number of a column; -1 where there is none of that key."""
        return next((n for n, item in enumerate(self.grid.columns) if item.key == key), -1)

    def mark_sorted(self, key: str, *, descending: bool) -> None:
        """Shows by what the rows are sorted."""
        self.order = (key, descending)
        self._show_sorted()

    def sort_current(self) -> None:
        """Sorts by the current column; once more turns the order round."""
        self._sort(max(0, self.currentIndex().column()))

    def _sort(self, section: int) -> None:
        column = self.grid.columns[section] if section < len(self.grid.columns) else None
        if column is not None and column.sorts:
            # Of figures the largest are looked for first, of words the first letters.
            descending = not self.order[1] if self.order[0] == column.key else column.is_figure
            self.sort(column.key, descending=descending)

    def sort(self, key: str, *, descending: bool) -> None:
        """Sorts by a column: here where all rows are known, else by whoever fetches them."""
        self.mark_sorted(key, descending=descending)
        if self._sorts_itself:
            self.grid.sort_rows(key, descending=descending)
            self.go_to(0)
        self.sorted_by.emit(key, descending)

    def _show_sorted(self) -> None:
        self.head.mark_sorted(self.column_of(self.order[0]), descending=self.order[1])

    @property
    def chosen(self) -> list[int]:
        """The places of the rows that are selected, in their order."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [place for row in rows if (place := self.grid.place(row)) is not None]

    def _click(self, index: QModelIndex) -> None:
        if self._by_cell or len(self.chosen) <= 1:  # of several, one is only added or taken away
            self.open_index(index)

    def open_index(self, index: QModelIndex) -> None:
        """Opens what is behind a cell."""
        place = self.grid.place(index.row())
        if place is not None and (not self._by_cell or self._opens(index)):
            self.opened.emit(place, self.grid.columns[index.column()].key)

    def _opens(self, index: QModelIndex) -> bool:
        cell = self.grid.cell(index.row(), index.column())
        return cell is not None and cell.opens

    def go_to(self, row: int) -> None:
        """Makes a row the current one; the first where it is no more."""
        if self.grid.rowCount():
            select_only(self, self.grid.index(max(0, min(row, self.grid.rowCount() - 1)), 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter opens; Ctrl+C copies."""
        if event.key() in (*ENTER, Qt.Key.Key_Space):
            self.open_index(self.currentIndex())
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.selected_text())
        else:
            super().keyPressEvent(event)

    def selected_text(self) -> str:
        """What is selected, cells apart by tabs: a spreadsheet takes it."""
        rows: dict[int, list[str]] = {}
        for index in sorted(self.selectedIndexes(), key=lambda at: (at.row(), at.column())):
            cell = self.grid.cell(index.row(), index.column()) or BLANK
            rows.setdefault(index.row(), []).append(" ".join(cell.text.split()))
        return "\n".join("\t".join(cells) for cells in rows.values())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """The pointer tells what can be opened by a click."""
        super().mouseMoveEvent(event)
        if self._by_cell:
            can_open = self._opens(self.indexAt(event.position().toPoint()))
            shape = Qt.CursorShape.PointingHandCursor if can_open else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)

    def fit_height(self, most: int) -> None:
        """As high as its rows, up to so many: the page scrolls, not the table."""
        rows = min(self.grid.rowCount(), most) * self.verticalHeader().defaultSectionSize()
        is_wide = self.head.length() > self.width()
        bar = self.horizontalScrollBar().sizeHint().height() if is_wide else 0
        self.setFixedHeight(self.head.sizeHint().height() + rows + bar + 2 * self.frameWidth())


def figure_table(
    model: Figures, name: str, stretched: int, then: Callable[[int], object] | None = None
) -> GridView:
    """A table of known figures.

    Args:
        model: What stands in it.
        name: What screen readers call it.
        stretched: The place of the column that takes the room that is left.
        then: What a click or Enter does with a row, by its place.
    """
    table = GridView(model, name, stretched=str(stretched), one_click=True, high=32)
    if then is not None:
        table.opened.connect(lambda place, _: then(place))
    return table


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
