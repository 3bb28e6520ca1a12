"""Systems against domains, dimensions, tiers and categories."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from xpert_studio.core.metrics import Estimate, Ranked
from xpert_studio.core.wording import mark, number, t
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.pages.results.section import Choice, TableSection
from xpert_studio.desktop.pages.results.words import BY_PART, part_cell, task_counts
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.fields import tab_bar, turn_to
from xpert_studio.desktop.widgets.grid import Grid, GridCell, GridColumn
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.spans import HeatLegend
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.charts import Chart
from xpert_studio.report.part_names import part_name
from xpert_studio.report.results import Board
from xpert_studio.report.results.charts import part_chart, part_names
from xpert_studio.report.small_groups import SmallGroups

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
        self.kinds = tab_bar(
            kinds, self._turn, name=t("What systems are set against"), kind="side", scrolls=False
        )
        self._parts: dict[str, dict[str, Estimate]] = {}
        self.title, self.reading = label("", "heading"), label("", "muted")
        self.grid = Grid(self)
        self.table = GridView(self.grid, t("Heat maps"), by_cell=True, high=46, sorts_itself=True)
        self.table.opened.connect(self._open)
        self.legend = HeatLegend()
        self.nothing = label("", "muted")
        self.nothing.hide()
        about = column(self.title, self.reading, gap=0)
        scrolled_column(
            self.kinds, self.nothing, about, row(self.legend, 1), self.table, 1, gap=GAP, on=self
        )
        self.setFocusProxy(self.table)

    @property
    def kind(self) -> str:
        """What systems are set against."""
        return KINDS[max(0, self.kinds.currentIndex())]

    def refresh(self, choice: Choice) -> None:
        """Fetches the board."""
        if self.where.get("by") in KINDS:
            turn_to(self.kinds, self.where["by"])
        results, key, by = choice.results, choice.key, self.kind
        self._small = results.analysis.small
        rater_id, scope = key
        self.fetch(
            lambda: (results.board(*key), results.part_estimates(rater_id, by, scope)),
            lambda both: self._show(*both),
            "board",
        )

    def _turn(self) -> None:
        self.refine(by=self.kind)
        self.catch_up()

    def _show(self, board: Board, parts: dict[str, dict[str, Estimate]]) -> None:
        by, self._board, self._parts = self.kind, board, parts
        self._standings = tuple(
            item for item in board.leaderboard.standings if item.score is not None
        )
        names = part_names(board.leaderboard, by)
        show_if(names, self.table, self.legend)
        none = t("No task or checkpoint says to which of these it belongs.")
        self.nothing.say("" if names else none)
        self.grid.show_grid(
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
        self.title.setText(t(_TITLES[by]))
        self.reading.setText(self._small.explain_below(reading, *counts))
        self.table.setAccessibleName(self.title.text())
        self.table.fit_content()

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """What paints the same as a chart."""
        board, by, small, title = self._board, self.kind, self._small, self.title.text()
        if board is None:
            return None
        return lambda: part_chart(
            board.leaderboard, by, small=small, named=lambda name: part_name(by, name),
            description=title,
        )  # fmt: skip

    def _column(self, by: str, name: str) -> GridColumn:
        shown = part_name(by, name)

        def cell(n: int) -> GridCell:
            item = self._standings[n]
            found = part_cell(item, by, name, shown, self._small)
            if found.heat is None:
                return found
            one = self._parts[item.system][name]
            low, high = one.interval or (None, None)
            span = "–" if low is None or high is None else f"{100 * low:.0f}–{100 * high:.0f}"
            below = t("n = {n} · {span}", n=number(item.tasks_by[by][name]), span=span)
            told = f"{found.hint}\n{t('95 % interval')}: {span}"
            return replace(found, text=f"{found.text}\n{below}", hint=told)

        return GridColumn(
            f"{by}:{name}", shown, cell, 116, is_figure=True, export=lambda n: cell(n).heat
        )

    def _open(self, place: int, key: str) -> None:
        self.go("system", system=self._standings[place].system, part=key)

    def export(self) -> None:
        """Asks for a file, and writes the table to it."""
        table = self.grid.plain()
        table[0][0] = t("System")
        title, tables = self.title.text(), [("", table)]
        if self._board is not None:
            tables.append((t("Tasks"), task_counts(self._board, self.kind)))
        export_tables(self, self.shell, title, lambda: tables)
