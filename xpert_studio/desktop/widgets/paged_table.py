"""Rows that are fetched when they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic

from PySide6.QtCore import QObject

from xpert_studio.core.wording import t
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.entries import NOTHING
from xpert_studio.desktop.widgets.grid import Entry, Grid, GridCell, GridColumn
from xpert_studio.desktop.widgets.wiring import later

if TYPE_CHECKING:
    from xpert_studio.core.records.columns import IntArray

_AT_ONCE: Final = 200
_KEPT: Final = 20_000


class Late(QObject, Generic[Entry]):
    """What rows say, by their keys; fetched when a row is drawn, in one go with its neighbours.

    Args:
        session: Where it is fetched.
        grid: Which is told when something has come.
        reader: Gives what reads by keys on another thread; that must hold nothing of Qt's.
    """

    def __init__(
        self,
        session: Session,
        grid: Grid,
        reader: Callable[[], Callable[[Sequence[int]], Mapping[int, Entry]]],
    ) -> None:
        super().__init__(grid)
        self._session, self._grid, self._reader = session, grid, reader
        self._come: dict[int, Entry] = {}
        self._asked: set[int] = set()
        self._wanted: dict[int, None] = {}
        self._turn = 0
        self._soon = later(self, 0, self._ask)

    def forget(self) -> None:
        """Everything is fetched anew."""
        self._turn += 1
        self._come, self._asked, self._wanted = {}, set(), {}

    def known(self, key: int) -> Entry | None:
        """What a row says, if that has come."""
        return self._come.get(key)

    def get(self, key: int) -> Entry | None:
        """What a row says; where it has not come, it is asked for."""
        found = self._come.get(key)
        if found is None and key not in self._asked:
            self._wanted[key] = None
            if not self._soon.isActive():
                self._soon.start()
        return found

    def _ask(self) -> None:
        """Fetches what was drawn last; what was scrolled past meanwhile is let go."""
        keys, turn, read = list(self._wanted)[-_AT_ONCE:], self._turn, self._reader()
        self._wanted = {}
        self._asked |= set(keys)

        def take(found: Mapping[int, Entry]) -> None:
            if turn == self._turn:
                if len(self._come) > _KEPT:
                    self._come, self._asked = {}, set(keys)
                self._come |= found
                self._grid.came(0, self._grid.rowCount() - 1)

        self._session.fetch(lambda: read(keys), take, owner=self)


@dataclass(frozen=True, slots=True)
class PagedColumn(Generic[Entry]):
    """A column of a table whose rows come late.

    Attributes:
        cell: What it says of a row.
        title: What it is called, marked for translation.
        sort: What it sorts by; empty for nothing.
        width: In pixels at 100 %.
        room: Below which width of the table it is left out.
        is_figure: Whether it holds numbers.
    """

    cell: Callable[[Entry], GridCell | str]
    title: str
    sort: str = ""
    width: int = 90
    room: int = 0
    is_figure: bool = False


class PagedTable(Grid, Generic[Entry]):
    """Holds the order of rows by their keys, and fetches them as they are drawn.

    Attributes:
        order: What it is sorted by, and whether the last comes first.
    """

    def __init__(
        self, session: Session, columns: Sequence[PagedColumn[Entry]], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.order: tuple[str, bool] = ("", False)
        self.session = session
        self._late = Late[Entry](session, self, lambda: self.reader())
        self.columns = tuple(
            GridColumn(
                column.sort or column.title,
                t(column.title),
                self._shown(column.cell),
                column.width,
                column.is_figure,
                bool(column.sort),
                room=column.room,
            )
            for column in columns
        )

    def _shown(self, said: Callable[[Entry], GridCell | str]) -> Callable[[int], GridCell | None]:
        def cell(key: int) -> GridCell | None:
            row = self._late.get(key)
            found = None if row is None else said(row)
            return GridCell(found, tone="muted") if isinstance(found, str) else found

        return cell

    def show_rows(self, rows: Sequence[int] | IntArray) -> None:
        """Shows other rows, by their keys."""
        self._late.forget()
        super().show_rows(rows)

    def grow(self, rows: Sequence[int]) -> None:
        """More have come at the end."""
        first = len(self._rows)
        if len(rows) > first:
            self.beginInsertRows(NOTHING, first, len(rows) - 1)
            self._rows = rows
            self.endInsertRows()

    def row_at(self, place: int) -> Entry | None:
        """What stands in a row; None while it has not come."""
        key = self.place(place)
        return None if key is None else self._late.known(key)

    def reader(self) -> Callable[[Sequence[int]], Mapping[int, Entry]]:
        """What reads rows by their keys on another thread; it must hold nothing of Qt's."""
        raise NotImplementedError
