"""The leaderboard as in the paper's table 3: systems, overall and by domain; incomplete ones apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from xpert_studio.desktop.figure_words import (
    SIGN,
    axis_name,
    caution_hint,
    in_words,
    legend,
    marked,
    value_words,
)
from xpert_studio.desktop.kit import (
    GAP,
    SPACE,
    Grid,
    GridCell,
    GridColumn,
    GridView,
    Place,
    Shell,
    box,
    button,
    column,
    label,
    listed,
    number,
    part_name,
    row,
    scrolled_column,
    t,
    tn,
)
from xpert_studio.desktop.pages.results.choice import Choice
from xpert_studio.desktop.pages.results.section import TableSection
from xpert_studio.desktop.pages.results.words import (
    coverage_words,
    not_ranked_words,
    part_cell,
    points,
    span_words,
    task_counts,
)
from xpert_studio.desktop.widgets.chart_view import ChartCard
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.metrics import Ranked
from xpert_studio.metrics.metric import Metric
from xpert_studio.metrics.registry import beside_score
from xpert_studio.report.charts import Chart
from xpert_studio.report.results import Board
from xpert_studio.report.results.charts import board_chart, part_names
from xpert_studio.report.small_groups import SmallGroups

_MOST_SEEN: Final = 16
_MOST_NAMED: Final = 4
"""Rows that are seen at once; a longer table scrolls by itself."""
Sorter = Callable[[Ranked], float | str | None]


class LeaderboardSection(TableSection):
    """Ranked systems, those that are not, and the chart of all."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._board: Board | None = None
        self._standings: tuple[Ranked, ...] = ()
        self._small = SmallGroups()
        self._wants_focus = False
        self.ranked = Grid(self)
        self.apart = Grid(self)
        self.table = GridView(self.ranked, t("Leaderboard"), by_cell=True, stretched="system")
        self.table.sorted_by.connect(self._sort)
        self.table.opened.connect(self._open)
        self.table_apart = GridView(self.apart, t("Not ranked"), by_cell=True, stretched="why")
        self.table_apart.opened.connect(self._open)
        self.about = label("", "muted")
        self.none_ranked = label(
            t("No system has a usable verdict on every checkpoint of every task yet."), "muted"
        )
        self.chart = ChartCard(
            shell,
            t("Scores with 95 % intervals"),
            t("Hollow = unranked (incomplete)"),
        )
        self.chart.opened.connect(lambda target: self.go("system", system=target[1]))
        self.score = button(t("Score what is missing"), self._score, picture="play")
        head_apart = row(label(t("Not ranked"), "heading", wrap=False), 1, self.score)
        self.missing = box(column(head_apart, self.table_apart, gap=GAP))
        scrolled_column(
            self.about, self.none_ranked, self.table, self.missing, self.chart, 1,
            gap=SPACE, on=self,
        )  # fmt: skip
        self.setFocusProxy(self.table)

    def take_focus(self) -> None:
        """Starts in the table; in the other one where nothing is ranked."""
        self._wants_focus = True
        self.table.setFocus()

    def refresh(self, choice: Choice) -> None:
        """Fetches the board, then its chart."""
        results, key = choice.results, choice.key
        self._small = in_words(results.analysis.small)

        def work() -> Board:
            return results.board(*key)

        self.fetch(work, self._show, "board")
        self.fetch(lambda: _chart(results.board(*key)), self.chart.show_chart, "chart")

    def _show(self, board: Board) -> None:
        self._board = board
        self._standings = board.leaderboard.standings
        ranked = [n for n, item in enumerate(self._standings) if item.rank is not None]
        apart = [n for n, item in enumerate(self._standings) if item.rank is None]
        shown = self.table.currentIndex().row()
        self.ranked.show_grid(self._columns(board), ranked)
        self.apart.show_grid(self._columns_apart(), apart)
        self.table.mark_sorted("rank", descending=False)
        self.table.go_to(shown)
        for view in (self.table, self.table_apart):
            fit_height(view, _MOST_SEEN)
        self.table.setVisible(bool(ranked))
        self.none_ranked.setVisible(not ranked)
        self.missing.setVisible(bool(apart))
        self.score.setVisible(any(not item.complete for item in self._standings))
        if apart and not ranked and self._wants_focus:
            self.table_apart.setFocus()
        self._wants_focus = False
        about = t(
            "Mean score over {tasks}, percent of points. 95% intervals over tasks. Click a row or cell for details.",
            tasks=tn("{n} task", "{n} tasks", board.leaderboard.tasks),
        )
        left_out = board.leaderboard.left_out
        if left_out:
            about += "\n" + t(
                "{n} of {all} tasks with a rubric and responses. Excluded, as not rated: {tasks}.",
                n=number(board.leaderboard.tasks),
                all=number(board.leaderboard.tasks + len(left_out)),
                tasks=_few(left_out),
            )
        if any(item.caution for item in self._standings):
            about += f"\n{legend()}"
        counts = [n for item in self._standings for n in item.tasks_by["domain"].values()]
        self.about.setText(self._small.explain_below(about, *counts))

    # Columns.

    def _columns(self, board: Board) -> list[GridColumn]:
        return [
            GridColumn("rank", t("Rank"), self._rank, 56, is_figure=True),
            GridColumn("system", t("System"), self._name, 150),
            GridColumn("score", t("Overall"), self._score_cell, 70, is_figure=True,
                       export=lambda n: self._standings[n].score),
            GridColumn("interval", t("95 % interval"), self._interval, 120, is_figure=True,
                       sorts=False),
            *(self._part_column(name) for name in part_names(board.leaderboard, "domain")),
            GridColumn("coverage", t("Coverage"), self._coverage, 78, is_figure=True,
                       export=lambda n: self._standings[n].coverage),
            *(self._figure_column(metric) for metric in beside_score(board.leaderboard.figures)),
            GridColumn("tasks", t("Tasks"), self._tasks, 56, is_figure=True),
        ]  # fmt: skip

    def _columns_apart(self) -> list[GridColumn]:
        return [
            GridColumn("system", t("System"), self._name, 190, sorts=False),
            GridColumn("why", t("Why"), self._why, 300, sorts=False),
            GridColumn("score", t("Score"), self._score_cell, 76, is_figure=True,
                       sorts=False, export=lambda n: self._standings[n].score),
            GridColumn("experts", t("By the experts"), self._experts, 96, is_figure=True,
                       sorts=False, export=lambda n: self._standings[n].experts_score,
                       hint=t("Score by the experts’ own judgments, for a system of which the judge was shown them.")),
            GridColumn("coverage", t("Coverage"), self._coverage, 84, is_figure=True,
                       sorts=False, export=lambda n: self._standings[n].coverage),
        ]  # fmt: skip

    def _part_column(self, name: str) -> GridColumn:
        def cell(n: int) -> GridCell:
            title = part_name("domain", name)
            return part_cell(self._standings[n], "domain", name, title, self._small)

        return GridColumn(f"domain:{name}", part_name("domain", name), cell, 92, is_figure=True)

    def _figure_column(self, metric: Metric) -> GridColumn:
        def cell(n: int) -> GridCell:
            found = self._standings[n].figures[metric.id]
            value = value_words(metric.unit, found.value)
            known = tn("{n} response", "{n} responses", found.n)
            said = t("{share}, {span}, over {known}", share=value,
                     span=span_words(found.interval), known=known)  # fmt: skip
            return GridCell(value, found.value, opens=True, hint=said)

        return GridColumn(metric.id, t(metric.head), cell, 92, is_figure=True,
                          export=lambda n: self._standings[n].figures[metric.id].value,
                          hint=t(metric.meaning))  # fmt: skip

    def _rank(self, n: int) -> GridCell:
        rank = self._standings[n].rank
        if rank is None:
            return GridCell(points(None))
        if sum(item.rank == rank for item in self._standings) == 1:
            return GridCell(number(rank), rank, opens=True)
        said = t("Shared rank: the scores are exactly equal.")
        return GridCell(t("{rank} =", rank=number(rank)), rank, opens=True, hint=said)

    def _name(self, n: int) -> GridCell:
        item = self._standings[n]
        if not item.is_baseline:
            return GridCell(item.system, is_strong=True, opens=True)
        said = t("{system} (baseline)", system=item.system)
        return GridCell(said, item.system, is_strong=True, opens=True)

    def _score_cell(self, n: int) -> GridCell:
        score = self._standings[n].score
        return GridCell(points(score), score, is_strong=True, opens=True)

    def _interval(self, n: int) -> GridCell:
        item = self._standings[n]
        said = marked(span_words(item.interval), item.caution)
        why = caution_hint(item.caution, item.tasks)
        return GridCell(said, hint=f"{said}\n{why}" if why else "")

    def _experts(self, n: int) -> GridCell:
        score = self._standings[n].experts_score
        return GridCell("" if score is None else points(score), score)

    def _coverage(self, n: int) -> GridCell:
        share = self._standings[n].coverage
        said = coverage_words(share)
        return GridCell(said, share, tone="" if share == 1 else "warn", opens=True)

    def _tasks(self, n: int) -> GridCell:
        return GridCell(number(self._standings[n].tasks), self._standings[n].tasks)

    def _why(self, n: int) -> GridCell:
        item = self._standings[n]
        gap = self._board.gaps.get(item.system) if self._board else None
        said = not_ranked_words(item, gap)
        return GridCell(said, tone="warn", picture="triangle-alert", opens=True)

    # Acting.

    def _sort(self, key: str, descending: bool) -> None:
        wanted = _sorter(key)
        places = [n for n, item in enumerate(self._standings) if item.rank is not None]
        self.ranked.show_rows(ordered(places, lambda n: wanted(self._standings[n]), descending))
        self.table.go_to(0)

    def _open(self, place: int, key: str) -> None:
        item = self._standings[place]
        is_judge = self.choice is not None and self.choice.rater.is_judge
        if key in {"coverage", "why"} and not item.complete and is_judge and self._unusable(item):
            self.go("verdicts", system=item.system, kinds="invalid,error")
        elif key.startswith("domain:"):
            self.go("system", system=item.system, part=key)
        else:
            self.go("system", system=item.system)

    def _unusable(self, item: Ranked) -> bool:
        gap = self._board.gaps.get(item.system) if self._board else None
        return gap is not None and bool(gap.unusable)

    def _score(self) -> None:
        self.leave_for(Place("runs", tab="new"))

    def export(self) -> None:
        """Asks for a file, and writes both tables to it."""
        tables = [(t("Leaderboard"), self.ranked.plain()), (t("Not ranked"), self.apart.plain())]
        if self._board is not None:
            tables.append((t("Tasks by domain"), task_counts(self._board, "domain")))
        export_tables(self, self.shell, t("Leaderboard"), lambda: tables)


def _chart(board: Board) -> Chart:
    return board_chart(
        board.leaderboard,
        noted=lambda item: SIGN if item.caution else "",
        axis=axis_name(
            t("Score, % of points"), (item.caution for item in board.leaderboard.standings)
        ),
        heads=(t("System"), t("Score"), t("Low"), t("High")),
        description=t("Scores of the systems with 95 % intervals"),
    )


def _few(names: Sequence[str]) -> str:
    """Names; of many the first, and how many more."""
    more = len(names) - _MOST_NAMED
    rest = [tn("{n} more", "{n} more", more)] if more > 0 else []
    return listed([*names[:_MOST_NAMED], *rest])


def _sorter(key: str) -> Sorter:
    if key.startswith("domain:"):
        name = key.removeprefix("domain:")
        return lambda item: item.by_domain.get(name)
    if key == "system":
        return lambda item: item.system.casefold()
    return lambda item: item.figures[key].value if key in item.figures else getattr(item, key, None)


def ordered(
    places: Sequence[int], key: Callable[[int], float | str | None], descending: bool
) -> list[int]:
    """Places in the order of a key; what has none comes last either way."""
    known = [place for place in places if key(place) is not None]
    known.sort(key=key, reverse=descending)  # type: ignore[arg-type]
    return known + [place for place in places if key(place) is None]


def fit_height(view: GridView, most: int) -> None:
    """As high as its rows, up to so many."""
    rows = min(view.grid.rowCount(), most)
    bar = view.horizontalScrollBar().sizeHint().height()
    height = view.head.sizeHint().height() + rows * view.verticalHeader().defaultSectionSize()
    view.setFixedHeight(height + bar + 2)
