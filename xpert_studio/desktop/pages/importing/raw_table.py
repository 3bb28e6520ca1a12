"""A table as it came, with the role of each column above it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem

from xpert_studio.core.exchange.rubric_sheet.roles import SheetColumn
from xpert_studio.core.exchange.tables.cells import TableRow, TableSheet
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import colour, px
from xpert_studio.desktop.pages.importing.role_chips import UNUSED, RoleHead

_AT_ONCE: Final = 200
_LONGEST: Final = 300
_NARROW, _WIDE, _LETTER_WIDTH = 146, 250, 7
_AHEAD: Final = 4
"""So many columns further than those that are seen have a chip."""
_SAMPLE: Final = 40
"""So many rows say how wide columns are."""


class RawTable(QTableWidget):
    """Rows as they stand in the file; columns that are not read are in a muted colour.

    Args:
        chosen: Follows when the person has said what a column is: its place, and the role.
    """

    def __init__(self, chosen: Callable[[int, str], object]) -> None:
        super().__init__()
        self.head = RoleHead(chosen, self._show_column)
        self.setHorizontalHeader(self.head)
        self._sheet, self._headed = TableSheet("", []), frozenset[int]()
        self._unused = frozenset[int]()
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.horizontalScrollBar().valueChanged.connect(lambda _: self._reach())
        self.setAccessibleName(t("The table as it came"))
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(True)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Rows that were measured before the table stood in a window get the height they need."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.resizeRowsToContents()

    def show_sheet(self, sheet: TableSheet, headed: Collection[int]) -> None:
        """Shows a sheet.

        Args:
            sheet: As it came.
            headed: The numbers of the rows that are its header.
        """
        self._sheet, self._headed = sheet, frozenset(headed)
        self.clear()
        self.clearSpans()
        width = sheet.width
        self.setColumnCount(width)
        self.setRowCount(0)
        for place in range(width):
            longest = max((len(row.text(place)) for row in sheet.rows[:_SAMPLE]), default=0)
            wide = min(max(_NARROW, longest * _LETTER_WIDTH), _WIDE)
            self.setColumnWidth(place, px(wide))
        self.head.offer(width)
        self._show_more()

    def show_roles(self, columns: Sequence[SheetColumn]) -> None:
        """Shows what the columns are taken for now, as far as something is known of them."""
        self.head.show_roles(columns)
        places = range(self.columnCount())
        self._unused = frozenset(place for place in places if self.head.role_of(place) in UNUSED)
        for down in range(self.rowCount()):
            self._tint(down)

    def show_row(self, number: int) -> None:
        """Selects the row of a number, where it is shown."""
        down = next((n for n, row in enumerate(self._sheet.rows) if row.number == number), -1)
        if 0 <= down < self.rowCount():
            self.selectRow(down)
            self.scrollTo(self.model().index(down, 0))

    def number_of(self, down: int) -> int:
        """The number in the file of a row that is shown."""
        return self._sheet.rows[down].number

    def _reach(self) -> None:
        last = self.head.visualIndexAt(self.viewport().width())
        self.head.reach(self.columnCount() if last < 0 else last + _AHEAD)

    def _show_column(self, place: int) -> None:
        self.head.reach(place + _AHEAD)
        if self.rowCount():
            down = max(self.rowAt(0), 0)
            self.scrollTo(self.model().index(down, place))

    def _show_more(self) -> None:
        """Shows the rows behind those that are there; long tables are shown as they are scrolled."""
        first, width = self.rowCount(), self.columnCount()
        rows = self._sheet.rows[first : first + _AT_ONCE]
        self.setRowCount(first + len(rows))
        for down, row in enumerate(rows, start=first):
            self.setVerticalHeaderItem(down, QTableWidgetItem(str(row.number)))
            self._fill(down, row, width)
            self._tint(down)
            self.resizeRowToContents(down)

    def _fill(self, down: int, row: TableRow, width: int) -> None:
        for across in range(width):
            cell, text = row.cell(across), row.text(across)
            if cell.has_no_value:
                text = t("formula without a stored value")
            item = QTableWidgetItem(text[:_LONGEST])
            item.setToolTip(text[: 4 * _LONGEST])
            font = item.font()
            font.setBold(cell.is_bold or row.number in self._headed)
            font.setItalic(cell.has_no_value)
            item.setFont(font)
            self.setItem(down, across, item)
            if cell.rows > 1 or cell.columns > 1:
                self.setSpan(down, across, *self._span(down, across))

    def _span(self, down: int, across: int) -> tuple[int, int]:
        """How many rows and columns a merged cell covers of those that are shown."""
        row = self._sheet.rows[down]
        cell = row.cell(across)
        end = row.number + cell.rows
        below = self._sheet.rows[down : down + cell.rows]
        high = sum(one.number < end for one in below)
        return max(high, 1), max(min(cell.columns, self.columnCount() - across), 1)

    def _scrolled(self, value: int) -> None:
        is_at_end = value >= self.verticalScrollBar().maximum()
        if is_at_end and self.rowCount() < len(self._sheet.rows):
            self._show_more()

    def _tint(self, down: int) -> None:
        for across in range(self.columnCount()):
            item = self.item(down, across)
            if item is not None:
                brush = QBrush(colour("muted")) if across in self._unused else None
                item.setData(Qt.ItemDataRole.ForegroundRole, brush)
