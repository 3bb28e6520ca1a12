"""The model of every table: cells of words and figures, and columns.

A row is a place in some list outside, from a handful to hundreds of thousands; what stands in a cell
is asked for when it is drawn. A cell that is None has not come yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from xpert_studio.core.wording import figure, number, percent, short, t
from xpert_studio.desktop.widgets.entries import NOTHING, ROW_ROLE, Index
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.report.csv_tables import Value

if TYPE_CHECKING:
    from xpert_studio.core.records.columns import IntArray

LONGEST: Final = 300
_LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_SAID: Final = frozenset(
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    }
)
_NOTHING: Final = frozenset({None, "", figure(None)})
"""What a cell says where there is nothing to sort by."""
Row = TypeVar("Row")
Entry = TypeVar("Entry")


class Bar(NamedTuple):
    """A figure on an axis from 0 to 1: the value and its interval."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell.

    Attributes:
        text: What it says.
        value: The figure behind it, in full, as it is exported; the text where it is None.
        heat: Tints its ground, from 0 to 1.
        share: A bar of this length before the text, from 0 to 1.
        bar: An interval drawn in place of the text, which is still read aloud.
        tone: A colour's use for its words.
        picture: An icon before them.
        is_chip: Paints them on the tone's soft ground.
        is_strong: Sets them off.
        opens: Whether something is behind it.
        hint: What its tooltip adds; the text alone where empty.
    """

    text: str
    value: Value = None
    heat: float | None = None
    share: float | None = None
    bar: Bar | None = None
    tone: str = ""
    picture: str = ""
    is_chip: bool = False
    is_strong: bool = False
    opens: bool = False
    hint: str = ""

    @property
    def plain(self) -> Value:
        """As it is exported."""
        return self.text if self.value is None else self.value


BLANK: Final = GridCell("")


def words(text: str) -> GridCell:
    """A text."""
    return GridCell(text, text)


def count(value: int) -> GridCell:
    """A whole number."""
    return GridCell(number(value), value)


def share(part: float | None) -> GridCell:
    """A share from 0 to 1, with a bar."""
    return GridCell(percent(part), part, share=part)


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column.

    Attributes:
        key: What it is called in the program.
        head: What it is called on the screen.
        cell: What stands in it, by the place of the row in the list outside.
        width: In pixels at 100 %.
        is_figure: Whether it is set to the right.
        sorts: Whether the rows can be sorted by it.
        hint: What it means.
        room: Below which width of the table it is left out.
    """

    key: str
    head: str
    cell: Callable[[int], GridCell | None]
    width: int = 100
    is_figure: bool = False
    sorts: bool = True
    hint: str = ""
    room: int = 0

    def exported(self, place: int) -> Value:
        """What is exported of a row; None while its cell has not come."""
        cell = self.cell(place)
        return None if cell is None else cell.plain


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
        if orientation is Qt.Orientation.Vertical or not 0 <= section < self.columnCount():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.head(section)
        return self.alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def head(self, section: int) -> str:
        """The name of a column."""
        return t(self._heads[section])

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
        return _LEFT if column < self._words else _RIGHT


class Grid(HeadedTable[int]):
    """Shows some places of a list, in some order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), 0, parent)
        self.columns: tuple[GridColumn, ...] = ()

    def show_grid(self, columns: Sequence[GridColumn], rows: Sequence[int] | IntArray) -> None:
        """Shows another table.

        Args:
            columns: Its columns.
            rows: Places in the list outside, in the order of the rows.
        """
        self.beginResetModel()
        self.columns = tuple(columns)
        self._rows = rows  # type: ignore[assignment]
        self.endResetModel()

    @property
    def rows(self) -> Any:
        """The places that are shown, in order."""
        return self._rows

    def show_rows(self, rows: Sequence[int] | IntArray) -> None:
        """Shows other places of the same list, or the same in another order."""
        super().show_rows(rows)  # type: ignore[arg-type]

    def place(self, row: int) -> int | None:
        """Which place of the list stands in a row."""
        place = self.record(row)
        return None if place is None else int(place)

    def cell(self, row: int, column: int) -> GridCell | None:
        """What stands in a cell; None while it has not come."""
        place = self.place(row)
        return None if place is None else self.columns[column].cell(place)

    def sort_rows(self, key: str, *, descending: bool) -> None:
        """Sorts the rows by what a column exports, without case; what has nothing comes last."""
        column = next(column for column in self.columns if column.key == key)

        def value(place: int) -> Value:
            found = column.exported(place)
            return found.casefold() if isinstance(found, str) else found

        values = {int(place): value(int(place)) for place in sorted(self._rows)}
        known = [place for place, found in values.items() if found not in _NOTHING]
        known.sort(key=values.__getitem__, reverse=descending)  # type: ignore[arg-type]
        self.show_rows([*known, *(place for place in values if place not in set(known))])

    def came(self, first: int, last: int) -> None:
        """The cells of these rows are there now."""
        last = min(last, len(self._rows) - 1)
        if first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))

    def plain(self) -> list[list[Value]]:
        """The table as it is exported, its heads first."""
        heads: list[Value] = [column.head for column in self.columns]
        return [heads, *([one.exported(int(n)) for one in self.columns] for n in self._rows)]

    def columnCount(self, parent: Index = NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    def head(self, section: int) -> str:
        """The name of a column."""
        return short(self.columns[section].head, 80)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names of columns, and what they mean."""
        if orientation is Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.ToolTipRole and 0 <= section < len(self.columns):
            return hint(self.columns[section].hint or self.columns[section].head)
        return super().headerData(section, orientation, role)

    def said(self, row: int, index: Index, role: int) -> Any:
        """What stands in a cell."""
        cell = self.columns[index.column()].cell(int(row)) if role in _SAID else None
        if cell is None:
            return None
        is_hint = role == Qt.ItemDataRole.ToolTipRole
        return hint(cell.hint or cell.text) if is_hint else short(cell.text, LONGEST)

    def alignment(self, column: int) -> int:
        """Where the words of a column stand in their cells."""
        return _RIGHT if self.columns[column].is_figure else _LEFT


class Figures(Grid):
    """A table whose cells are known.

    Args:
        heads: The columns' names, marked for translation.
        words: How many columns, from the left, are words; the rest are figures.
        widths: Of the columns, in pixels at 100 %.
    """

    def __init__(
        self,
        heads: Sequence[str],
        words: int,
        parent: QObject | None = None,
        widths: Sequence[int] = (),
    ) -> None:
        super().__init__(parent)
        self._cells: Sequence[Sequence[GridCell]] = ()
        self.columns = tuple(
            GridColumn(
                str(place),
                t(head),
                self._at(place),
                widths[place] if widths else 100,
                is_figure=place >= words,
                sorts=False,
            )
            for place, head in enumerate(heads)
        )

    def _at(self, column: int) -> Callable[[int], GridCell]:
        return lambda row: self._cells[row][column]

    def show_cells(self, cells: Sequence[Sequence[GridCell]]) -> None:
        """Shows other cells, row by row."""
        self._cells = cells
        self.show_rows(range(len(cells)))
