"""Systems against domains, dimensions, tiers and categories."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Signal

from xpert_studio.desktop.figure_words import in_words
from xpert_studio.desktop.kit import (
    EVENLY,
    GAP,
    SPACE,
    Grid,
    GridCell,
    GridColumn,
    GridView,
    Shell,
    column,
    label,
    mark,
    part_name,
    px,
    row,
    scrolled_column,
    t,
    tab_bar,
    turn_to,
)
from xpert_studio.desktop.pages.results.choice import Choice
from xpert_studio.desktop.pages.results.leaderboard import ordered
from xpert_studio.desktop.pages.results.section import LOWEST, TableSection
from xpert_studio.desktop.pages.results.words import BY_PART, part_cell, task_counts
from xpert_studio.desktop.widgets.chart_view import SavedCard
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.metrics import Ranked
from xpert_studio.report.charts import Chart
from xpert_studio.report.results import Board
from xpert_studio.report.results.charts import part_chart, part_names
from xpert_studio.report.small_groups import SmallGroups

# A heat map on a page: cells that open what is behind them, and the way to save it as a chart.


class HeatCard(SavedCard):
    """Shares by system and part, however many there are of either.

    Signals:
        opened: The user wants what is behind a cell: the place of its row, the key of its column.

    Args:
        shell: Where it stands.
        name: What it shows.
    """

    opened = Signal(int, str)

    def __init__(self, shell: Shell, name: str) -> None:
        super().__init__(shell, name)
        self._draw: Callable[[], Chart] | None = None
        self.grid = Grid(self)
        self.view = GridView(self.grid, name, by_cell=True, stretched=EVENLY)
        self.view.opened.connect(self.opened)
        head = row(column(self.title, self.reading, gap=2), self.save, grow=0)
        column(
            head,
            self.view,
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip
        self.setFocusProxy(self.view)

    def name(self, title: str, reading: str, draw: Callable[[], Chart]) -> None:
        """Says what it shows, how to read it, and how it is drawn for a file."""
        self.title.setText(title)
        self.reading.setText(reading)
        self.view.setAccessibleName(title)
        self._draw = draw

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """What paints the same as a chart."""
        return self._draw


KINDS: Final = ("domain", "dimension", "tier", "category")
_TITLES: Final = {
    "domain": mark("Systems by domain"),
    "dimension": mark("Systems by dimension"),
    "tier": mark("Systems by tier"),
    "category": mark("Systems by category"),
}


class HeatmapsSection(TableSection):
    """One heat map at a time."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._board: Board | None = None
        self._standings: tuple[Ranked, ...] = ()
        self._small = SmallGroups()
        kinds = [(t(BY_PART[kind]), kind) for kind in KINDS]
        self.kinds = tab_bar(kinds, self._turn, name=t("What systems are set against"), kind="side")
        self.card = HeatCard(shell, t("Systems by domain"))
        self.card.opened.connect(self._open)
        self.table = self.card.view
        self.table.sorted_by.connect(self._sort)
        self.nothing = label("", "muted")
        self.nothing.hide()
        self.kinds.setUsesScrollButtons(False)
        self.table.setMinimumHeight(px(LOWEST))
        scrolled_column(self.kinds, self.nothing, self.card, gap=GAP, grow=2, on=self)
        self.setFocusProxy(self.table)

    @property
    def kind(self) -> str:
        """What systems are set against."""
        return KINDS[max(0, self.kinds.currentIndex())]

    def refresh(self, choice: Choice) -> None:
        """Fetches the board."""
        by = self.where.get("by", "")
        if by in KINDS and by != self.kind:
            turn_to(self.kinds, by)
        results, key = choice.results, choice.key
        self._small = in_words(results.analysis.small)
        self.fetch(lambda: results.board(*key), self._show, "board")

    def _turn(self) -> None:
        self.refine(by=self.kind)
        if self.choice is not None:
            self.refresh(self.choice)

    def _show(self, board: Board) -> None:
        by, small = self.kind, self._small
        self._board = board
        self._standings = tuple(
            item for item in board.leaderboard.standings if item.score is not None
        )
        names = part_names(board.leaderboard, by)
        self.card.setVisible(bool(names))
        self.nothing.setVisible(not names)
        self.nothing.setText(t("No task or checkpoint says to which of these it belongs."))
        self.card.grid.show_grid(
            [self._column(by, name) for name in names],
            range(len(self._standings)),
            lambda n: self._standings[n].system,
        )
        self.table.mark_sorted("", descending=False)
        self.table.go_to(0)
        reading = (
            t("Mean score over the tasks, per cent of points. A cell opens the tasks behind it.")
            if by in {"domain", "category"}
            else t("Share of the points met, per cent. A cell opens the tasks behind it.")
        )
        counts = [n for item in self._standings for n in item.tasks_by[by].values()]
        title, reading = t(_TITLES[by]), small.explain_below(reading, *counts)

        def draw() -> Chart:
            return part_chart(
                board.leaderboard,
                by,
                small=small,
                named=lambda name: part_name(by, name),
                head=t("System"),
                description=title,
            )

        self.card.name(title, reading, draw)

    def _column(self, by: str, name: str) -> GridColumn:
        shown = part_name(by, name)

        def share(n: int) -> float | None:
            found: float | None = getattr(self._standings[n], f"by_{by}").get(name)
            return found

        def cell(n: int) -> GridCell:
            return part_cell(self._standings[n], by, name, shown, self._small)

        return GridColumn(f"{by}:{name}", shown, cell, 104, is_figure=True, export=share)

    def _sort(self, key: str, descending: bool) -> None:
        by, _, name = key.partition(":")
        rows = ordered(
            range(len(self._standings)),
            lambda n: getattr(self._standings[n], f"by_{by}").get(name),
            descending,
        )
        self.card.grid.show_rows(rows)
        self.table.go_to(0)

    def _open(self, place: int, key: str) -> None:
        self.go("system", system=self._standings[place].system, part=key)

    def export(self) -> None:
        """Asks for a file, and writes the table to it."""
        table = self.card.grid.plain()
        table[0][0] = t("System")
        title, tables = self.card.title.text(), [("", table)]
        if self._board is not None:
            tables.append((t("Tasks"), task_counts(self._board, self.kind)))
        export_tables(self, self.shell, title, lambda: tables)
