"""Tables of a report in the window: as grids, each under its caption."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from xpert_studio.desktop.look import SPACE, TIGHT
from xpert_studio.desktop.widgets.grid import Grid, GridCell, GridColumn
from xpert_studio.desktop.widgets.grid_view import TEXTS, GridView
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.blocks import Cell, Column, FewTasks, Table, shown
from xpert_studio.report.csv_tables import Value

_MOST_SEEN: Final = 12


def fitting(columns: Sequence[GridColumn], needed: Collection[str]) -> list[GridColumn]:
    """The columns, of which those that are not needed are left out where there is no room.

    Args:
        columns: Those that come later are left out first, those by domain before all others.
        needed: Keys of those that are always shown.
    """
    taken = sum(one.width for one in columns if one.key in needed)
    rooms = dict.fromkeys(needed, 0)
    for one in sorted(columns, key=lambda one: one.key.startswith("domain:")):
        if one.key not in rooms:
            taken += one.width
            rooms[one.key] = round(_SLACK * taken)
    return [replace(one, room=rooms[one.key]) for one in columns]


_SLACK: Final = 1.12
"""What heads may need beyond the widths."""


class TableView(GridView):
    """A table of a report as a grid; an interval stands below its value.

    Args:
        name: What screen readers call it.
    """

    def __init__(self, name: str) -> None:
        super().__init__(Grid(), name, by_cell=True, stretched=TEXTS, high=46, sorts_itself=True)
        self.grid.setParent(self)
        self.systems: tuple[str, ...] = ()

    def show_table(
        self, table: Table, systems: tuple[str, ...], optional: Sequence[int] = ()
    ) -> None:
        """Shows another table.

        Args:
            table: With its intervals in columns of their own.
            systems: What its rows open.
            optional: Columns that are left out where there is no room.
        """
        self.systems = systems
        places = [n for n, column in enumerate(table.columns) if not column.interval]
        needed = [str(n) for n in places if n not in optional]
        columns = fitting([self._column(table, n) for n in places], needed)
        self.grid.show_grid(columns, range(len(table.rows)))
        self.setAccessibleName(table.name)
        self.mark_sorted("", descending=False)
        self.go_to(0)
        self.fit_height(_MOST_SEEN)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Its height depends on whether its columns have room."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit_height(_MOST_SEEN)

    def _column(self, table: Table, place: int) -> GridColumn:
        column = table.columns[place]
        below = next((one for one in table.columns[place + 1 : place + 2] if one.interval), None)

        def cell(n: int) -> GridCell:
            cells = table.rows[n].cells
            under = None if below is None else cells[place + 1]
            return _cell(cells[place], column, under, below, opens=n < len(self.systems))

        width = 132 if below is not None else 74 if column.number else 84
        return GridColumn(str(place), column.heading, cell, width, is_figure=column.number)


def _cell(
    value: Cell, column: Column, under: Cell, below: Column | None, *, opens: bool
) -> GridCell:
    text = shown(value, column.form)
    if isinstance(under, tuple) and below is not None:
        text = f"{text}\n{shown(under, below.form)}"
    plain = value.value if isinstance(value, FewTasks) else value
    return GridCell(
        text,
        None if isinstance(plain, tuple) else plain,
        opens=opens,
        hint=text if isinstance(value, str) else "",
    )


def dispensable(table: Table) -> list[int]:
    """The columns of a table that can be left out: all but texts and the first with an interval."""
    columns = table.columns
    intervals = [n for n, column in enumerate(columns) if column.interval]
    kept = {intervals[0] - 1} if intervals else set()
    return [n for n, column in enumerate(columns) if column.number and n not in kept]


class ReportTables(QWidget):
    """Tables below each other; more are made when they are needed first.

    Args:
        name: What screen readers call a table before it is shown.

    Attributes:
        captions: What stands above each.
        tables: Those that were made.

    Signals:
        opened: What a row of a table opens.
    """

    opened = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.captions: list[QLabel] = []
        self.tables: list[TableView] = []
        self._inside = column(on=self, gap=SPACE)
        self._add()

    def _add(self) -> None:
        caption, view = label("", "muted"), TableView(self._name)
        view.opened.connect(lambda place, _: self._open(view, place))
        self.captions.append(caption)
        self.tables.append(view)
        self._inside.addLayout(column(caption, view, gap=TIGHT))

    def show_tables(
        self,
        tables: Sequence[Table],
        opens: Sequence[Sequence[str]] = (),
        optional: Sequence[Sequence[int]] = (),
    ) -> None:
        """Shows other tables.

        Args:
            tables: Them.
            opens: What the rows of each open; of those at the end, which have none, nothing.
            optional: Columns of each that are left out where there is no room, as ``opens``.
        """
        while len(self.tables) < len(tables):
            self._add()
        for place, (caption, view) in enumerate(zip(self.captions, self.tables, strict=True)):
            show_if(place < len(tables), caption, view)
            if place < len(tables):
                caption.setText(tables[place].caption)
                rows = tuple(opens[place]) if place < len(opens) else ()
                spared = optional[place] if place < len(optional) else ()
                view.show_table(tables[place], rows, spared)

    def plain(self) -> list[tuple[str, list[list[Value]]]]:
        """The tables that are shown, each with its name, to be written to a file."""
        return [
            (view.accessibleName(), view.grid.plain())
            for view in self.tables
            if not view.isHidden() and view.grid.columns
        ]

    def _open(self, view: TableView, place: int) -> None:
        if place < len(view.systems) and view.systems[place]:
            self.opened.emit(view.systems[place])
