"""What the parts of the page are: each fetches its own figures, when it is seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.kit import Grid, GridView, Place, Shell, filter_field, scrolled_column
from xpert_studio.desktop.pages.base import ShownLate
from xpert_studio.desktop.pages.results.choice import Choice, place_at
from xpert_studio.desktop.widgets.explorer import Explorer
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.records.columns import IntArray
from xpert_studio.report.charts import Chart

_TYPING_MS: Final = 180


class Section(ShownLate):
    """Subclasses fetch in ``refresh``; a section that is not seen does so when it is seen next.

    Signals:
        wanted: The user wants to go to another place of the page, or elsewhere.
        refined: The same place, looked at more closely: what is said of where on the page.
        changed: The user has changed what figures are computed from.
    """

    wanted = Signal(object)
    refined = Signal(object)
    changed = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.choice: Choice | None = None
        self.where: dict[str, str] = {}

    def show_choice(self, choice: Choice, where: Mapping[str, str]) -> None:
        """Shows other results, or another part of them."""
        if choice.is_same(self.choice) and dict(where) == self.where:
            return
        self.choice, self.where = choice, dict(where)
        self.fall_behind()

    def catch_up(self) -> None:
        """Fetches what is shown, once something is chosen."""
        if self.choice is not None:
            self.refresh(self.choice)

    def refresh(self, choice: Choice) -> None:
        """Fetches what is shown."""

    def take_focus(self) -> None:
        """Puts the keys where they are wanted first."""
        self.setFocus()

    def sort_current(self) -> None:
        """Sorts the table by the current column."""

    def export(self) -> None:
        """Asks for a file, and writes the table to it."""

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """What paints the figures as a chart; None where there is none."""
        return None

    def fetch(self, work: Callable[[], Any], then: Callable[[Any], None], slot: str) -> None:
        """Fetches something on another thread; dropped where another choice was made since."""
        choice = self.choice

        def show(found: Any) -> None:
            if self.choice is choice:
                then(found)

        self.session.fetch(work, show, owner=self, slot=slot)

    def go(self, tab: str, **where: str) -> None:
        """Goes to another part of the page, with the same rater and scope."""
        if self.choice is not None:
            self.wanted.emit(place_at(tab, *self.choice.key, where))

    def leave_for(self, place: Place) -> None:
        """Goes to another page."""
        self.wanted.emit(place)

    def refine(self, **where: str) -> None:
        """Remembers what is looked at here."""
        self.where = {name: value for name, value in where.items() if value}
        self.refined.emit(self.where)


class TableSection(Section):
    """A section with a table that can be sorted and exported."""

    table: GridView

    @property
    def file_title(self) -> str:
        """What the file of the table is called."""
        return self.table.accessibleName()

    def export(self) -> None:
        """Asks for a file, and writes the rows that are shown to it."""
        if self.table.grid.columns:
            table = self.table.grid.plain()
            export_tables(self, self.shell, self.file_title, lambda: [("", table)])

    def sort_current(self) -> None:
        """Sorts by the current column."""
        self.table.sort_current()


class ListSection(TableSection):
    """Rows that words filter, and how many are left.

    Args:
        shell: The window's.
        hint: What the words are looked for in.
        name: What screen readers call the table.
        stretched: The column that takes the room that is left.
        least: The width of the field for the words, in pixels at 100 %.
        by_cell: Whether cells are opened, not rows.
    """

    def __init__(
        self,
        shell: Shell,
        hint: str,
        name: str,
        *,
        stretched: str,
        least: int = 260,
        by_cell: bool = False,
    ) -> None:
        super().__init__(shell)
        self.words = filter_field(hint, self._look, _TYPING_MS, least=least)
        self.grid = Grid(self)
        self.table = GridView(self.grid, name, by_cell=by_cell, stretched=stretched)
        self.table.sorted_by.connect(lambda *_: self._look())
        self.table.opened.connect(self.open_cell)
        self.setFocusProxy(self.table)

    def lay_out(
        self, *filters: QWidget, above: tuple[QWidget, ...] = (), below: tuple[QWidget, ...] = ()
    ) -> None:
        """Puts what the rows are filtered by beside the words, and more above and below."""
        self.explorer = Explorer(self.table, self.words, *filters, above=above, below=below)
        self.count = self.explorer.count
        scrolled_column(self.explorer, on=self)

    @property
    def total(self) -> int:
        """How many rows there are without a filter."""
        raise NotImplementedError

    def open_cell(self, place: int, key: str) -> None:
        """Opens what is behind a cell."""

    def fetch_rows(self, read: Callable[[], Any], query: Any) -> None:
        """Fetches a list, and the rows of it that a query leaves."""

        def work() -> tuple[Any, IntArray]:
            found = read()
            return found, found.find(query)

        self.fetch(work, lambda both: self._show(*both), "rows")

    def find_rows(self, found: Any, query: Any) -> None:
        """Looks for the rows that another query leaves of a list, if it has come."""
        if found is not None:
            self.fetch(lambda: found.find(query), self._show_rows, "rows")

    def _look(self) -> None:
        """Looks for what is wanted now."""

    def _show(self, found: Any, rows: IntArray) -> None:
        """Shows another list."""

    def _show_rows(self, rows: IntArray) -> None:
        self.grid.show_rows(rows)
        self._shown()

    def _shown(self) -> None:
        self.explorer.shown(self.total)
        self.table.go_to(0)
