"""Tables whose rows are places in some list outside: from a handful to hundreds of thousands.

What stands in a cell is asked for when it is drawn. A cell that is None has not come yet: anyone who
fills it asks for it, and says ``came`` once it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from xpert_studio.desktop.widgets.bounds import hint
from xpert_studio.records.columns import IntArray
from xpert_studio.report.csv_tables import Value
from xpert_studio.wording import short

Index = QModelIndex | QPersistentModelIndex
LONGEST: Final = 300
_NOTHING: Final = QModelIndex()
_LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_SAID: Final = frozenset(
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    }
)


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell.

    Attributes:
        text: What it says.
        value: The figure behind it, in full, as it is exported; the text where it is None.
        heat: Tints its ground, from 0 to 1.
        tone: A colour's use for its words.
        picture: An icon before them.
        is_chip: Paints them on the tone's soft ground.
        is_strong: Sets them off.
        opens: Whether something is behind it.
        hint: What its tooltip says; the text where empty.
    """

    text: str
    value: Value = None
    heat: float | None = None
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
        export: What is exported of it where that is not what is shown.
    """

    key: str
    head: str
    cell: Callable[[int], GridCell | None]
    width: int = 100
    is_figure: bool = False
    sorts: bool = True
    hint: str = ""
    export: Callable[[int], Value] | None = None


class Grid(QAbstractTableModel):
    """Shows some places of a list, in some order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[GridColumn, ...] = ()
        self._rows: Sequence[int] | IntArray = ()
        self._named: Callable[[int], str] | None = None

    def show_grid(
        self,
        columns: Sequence[GridColumn],
        rows: Sequence[int] | IntArray,
        named: Callable[[int], str] | None = None,
    ) -> None:
        """Shows another table.

        Args:
            columns: Its columns.
            rows: Places in the list outside, in the order of the rows.
            named: What stands before each row, by its place; nothing where None.
        """
        self.beginResetModel()
        self.columns, self._rows, self._named = tuple(columns), rows, named
        self.endResetModel()

    def show_rows(self, rows: Sequence[int] | IntArray) -> None:
        """Shows other places of the same list, or the same in another order."""
        self.show_grid(self.columns, rows, self._named)

    @property
    def rows(self) -> Sequence[int] | IntArray:
        """The places that are shown, in order."""
        return self._rows

    def place(self, row: int) -> int | None:
        """Which place of the list stands in a row."""
        return int(self._rows[row]) if 0 <= row < len(self._rows) else None

    def row_of(self, place: int) -> int:
        """In which row a place of the list stands; -1 where in none."""
        return next((row for row, at in enumerate(self._rows) if at == place), -1)

    def cell(self, row: int, column: int) -> GridCell | None:
        """What stands in a cell; None while it has not come."""
        place = self.place(row)
        if place is None or not 0 <= column < len(self.columns):
            return None
        return self.columns[column].cell(place)

    def came(self, first: int, last: int) -> None:
        """The cells of these rows are there now."""
        last = min(last, len(self._rows) - 1)
        if first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))

    def plain(self) -> list[list[Value]]:
        """The table as it is exported, its heads first."""
        name = [] if self._named is None else [""]
        found: list[list[Value]] = [[*name, *(column.head for column in self.columns)]]
        for at in self._rows:
            place = int(at)
            row: list[Value] = [] if self._named is None else [self._named(place)]
            for column in self.columns:
                if column.export is not None:
                    row.append(column.export(place))
                else:
                    cell = column.cell(place)
                    row.append(None if cell is None else cell.plain)
            found.append(row)
        return found

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names of columns and rows."""
        if orientation is Qt.Orientation.Vertical:
            place = self.place(section)
            if self._named is None or place is None:
                return None
            if role == Qt.ItemDataRole.DisplayRole:
                return short(self._named(place), 40)
            return hint(self._named(place)) if role == Qt.ItemDataRole.ToolTipRole else None
        if not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return short(column.head, 80)
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint(column.hint or column.head)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What stands in a cell."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(self.columns[index.column()])
        if role not in _SAID:
            return None
        cell = self.cell(index.row(), index.column())
        if cell is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint(cell.hint or cell.text)
        return short(cell.text, LONGEST)


def alignment(column: GridColumn) -> int:
    """Where the words of a column stand in their cells."""
    return _RIGHT if column.is_figure else _LEFT
