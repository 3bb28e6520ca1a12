"""Tables of a report in the window: as grids, each under its caption."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent

from xpert_studio.desktop.widgets.grid import Grid, GridCell, GridColumn
from xpert_studio.desktop.widgets.grid_view import TEXTS, GridView
from xpert_studio.report.blocks import Cell, Column, InForm, Table, Told, bare
from xpert_studio.report.csv_tables import Value
from xpert_studio.report.shown_blocks import shown

_FEWEST_SEEN: Final = 4
_MOST_SEEN: Final = 30
"""Rows that are shown at once: more scroll in the table, fewer with the page alone."""


def fitting(columns: Sequence[GridColumn], needed: Collection[str]) -> list[GridColumn]:
    """The columns, of which those that are not needed are left out where there is no room.

    Args:
        columns: Those that come later are left out first, those by domain before all others.
        needed: Keys of those that are always shown.
    """
    taken = sum(column.width for column in columns if column.key in needed)
    rooms = dict.fromkeys(needed, 0)
    for one in sorted(columns, key=lambda one: one.key.startswith("domain:")):
        if one.key not in rooms:
            taken += one.width
            rooms[one.key] = round(_SLACK * taken)
    return [replace(column, room=rooms[column.key]) for column in columns]


_SLACK: Final = 1.12
"""What heads may need beyond the widths."""


class TableView(GridView):
    """A table of a section as a grid; an interval stands below its value.

    Args:
        name: What screen readers call it.

    Attributes:
        targets: What its rows stand for, by their places; empty where there is nothing to open.
        shown: The table; None before there is one, and where rows are shown by themselves.

    Signals:
        wants: The user wants what a row stands for: its target.
    """

    wants = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__(Grid(), name, by_cell=True, stretched=TEXTS, high=46, sorts_itself=True)
        self.grid.setParent(self)
        self.targets: list[tuple[str, ...]] = []
        self.shown: Table | None = None
        self._more: dict[str, tuple[str, ...]] = {}
        self._wanted: list[str] = []
        self._most = _MOST_SEEN
        self.opened.connect(self._open)

    def show_table(self, table: Table) -> None:
        """Shows another table, or the same anew: its order and its current row stay.

        Args:
            table: With its intervals in columns of their own.
        """
        self.shown = table
        places = [n for n, column in enumerate(table.columns) if not column.interval]
        optional = _optional(table)
        needed = [str(n) for n in places if n not in optional]
        columns = fitting([self._column(table, n) for n in places], needed)
        self._more = {str(n): table.columns[n].opens for n in places}
        if table.name != self.accessibleName():
            self.mark_sorted("", descending=False)
        self.setAccessibleName(table.name)
        self.show_rows_of(columns, [row.opens for row in table.rows])

    def show_rows_of(
        self, columns: Sequence[GridColumn], targets: Sequence[tuple[str, ...]]
    ) -> None:
        """Shows rows, of which each has a target; the current row and the order stay.

        Args:
            columns: Their cells, by place.
            targets: What the rows open; empty where there is nothing to open.
        """
        at = self.grid.place(self.currentIndex().row())
        before = self.targets[: at + 1] if at is not None else []
        kept = before[-1] if before else ()
        self.targets = list(targets)
        self.grid.show_grid(columns, range(len(targets)))
        if self._wanted:
            self.grid.show_rows(self._rows)
        key, descending = self.order
        if key and self.column_of(key) >= 0:
            self.grid.sort_rows(key, descending=descending)
        places = [place for place, one in enumerate(targets) if kept and one == kept]
        place = places[min(before.count(kept), len(places)) - 1] if places else -1
        self.go_to(max(0, list(self.grid.rows).index(place)) if place >= 0 else 0)
        self.fit_height(self._most)

    def fill(self, high: int) -> None:
        """Takes no more room than so many pixels, from now on: what does not fit scrolls in it."""
        room = high - self.head.sizeHint().height() - 2 * self.frameWidth()
        self._most = max(_FEWEST_SEEN, room // self.verticalHeader().defaultSectionSize())
        self.fit_height(self._most)

    def narrow(self, words: str) -> None:
        """Shows only the rows of which some text holds each of the words, from now on."""
        self._wanted = words.casefold().split()
        self.grid.show_rows(self._rows)
        if self.order[0]:
            self.grid.sort_rows(self.order[0], descending=self.order[1])
        self.go_to(0)
        self.fit_height(self._most)

    @property
    def _rows(self) -> list[int]:
        texts = [column.cell for column in self.grid.columns if not column.is_figure]

        def said(place: int) -> str:
            return "\n".join(cell.text for of in texts if (cell := of(place))).casefold()

        places = range(len(self.targets))
        return [n for n in places if all(word in said(n) for word in self._wanted)]

    @property
    def current(self) -> tuple[str, ...]:
        """What the current row stands for; empty where there is none, or nothing to open."""
        place = self.grid.place(self.currentIndex().row())
        return () if place is None else self.targets[place]

    def plain(self) -> list[list[Value]]:
        """The rows that are shown, the heads first, to be written to a file."""
        return self.grid.plain()

    def _open(self, place: int, key: str) -> None:
        if self.targets[place]:
            self.wants.emit((*self.targets[place], *self._more.get(key, ())))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Its height depends on whether its columns have room."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit_height(self._most)

    def _column(self, table: Table, place: int) -> GridColumn:
        column = table.columns[place]
        below = next((one for one in table.columns[place + 1 : place + 2] if one.interval), None)

        def cell(n: int) -> GridCell:
            cells = table.rows[n].cells
            under = None if below is None else cells[place + 1]
            made = _cell(cells[place], column, under, below, opens=bool(table.rows[n].opens))
            return replace(made, heat=table.shade(table.rows[n], place))

        width = 132 if below is not None else 74 if column.number else 84
        return GridColumn(
            str(place), column.heading, cell, width, is_figure=column.number, hint=column.meaning
        )


def _cell(
    value: Cell, column: Column, under: Cell, below: Column | None, *, opens: bool
) -> GridCell:
    text = shown(value, column.form)
    if isinstance(bare(under), tuple) and below is not None:
        text = f"{text}\n{shown(under, below.form)}"
    plain = bare(value)
    why = value.more if isinstance(value, Told) else under.why if isinstance(under, InForm) else ""
    return GridCell(
        text,
        None if isinstance(plain, tuple) else plain,
        opens=opens,
        hint=f"{text}\n{why}" if why else text if isinstance(value, str) else "",
    )


_MANY: Final = 8
"""With no more columns than this none is left out."""


def _optional(table: Table) -> list[int]:
    """The columns that are left out where there is no room.

    Details; of a table of many columns without details all but texts and the first with an
    interval.
    """
    columns = table.columns
    details = [n for n, column in enumerate(columns) if column.detail]
    if details or len(columns) <= _MANY:
        return details
    intervals = [n for n, column in enumerate(columns) if column.interval]
    kept = {intervals[0] - 1} if intervals else set()
    return [n for n, column in enumerate(columns) if column.number and n not in kept]
