"""One system: its tasks, and where it is stronger or weaker than the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from xpert_studio.core.metrics import items as metric
from xpert_studio.core.metrics.registry import beside_score
from xpert_studio.core.records.columns import NONE, Catalog, IntArray
from xpert_studio.core.wording import mark, number, t, tn
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.pages.results.section import (
    TASKS,
    Choice,
    TasksOrChart,
    part_in,
    task_columns,
)
from xpert_studio.desktop.pages.results.words import (
    BY_PART,
    few,
    not_ranked_words,
    part_title,
    points,
    share_column,
    signed,
    span_words,
)
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.fields import turn_to
from xpert_studio.desktop.widgets.grid import GridCell, GridColumn
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import show_if, wire
from xpert_studio.report.blocks import APPROXIMATE
from xpert_studio.report.cautions import caution_hint
from xpert_studio.report.charts import Chart
from xpert_studio.report.figure_words import marked, value_words
from xpert_studio.report.part_names import part_name
from xpert_studio.report.results import Board, Profile, SystemTasks, TaskQuery
from xpert_studio.report.results.charts import profile_chart
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.report.ties import Tie

_VIEW_NAMES: Final = {
    TASKS: mark("Tasks"),
    "domain": BY_PART["domain"],
    "dimension": BY_PART["dimension"],
    "tier": BY_PART["tier"],
}


class SystemSection(TasksOrChart):
    """Its standing in a sentence, its tasks as a table, its profile as charts."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(
            shell,
            _VIEW_NAMES,
            (t("What is looked at"), t("Tasks of the system")),
            t("Against the mean of the others"),
        )
        self.tasks: SystemTasks | None = None
        self.name = label("", "lead_title", wrap=False)
        self.standing = label("", "muted")
        self.only = button(
            "", lambda: self.go("system", system=self.system, view=self.view), picture="x"
        )
        wire(
            (self.table.sorted_by, lambda *_: self._look()),
            (self.card.opened, lambda target: self.go(
                "system", system=target[1], part=f"{target[2]}:{target[3]}")),
        )  # fmt: skip
        back = button(
            t("Leaderboard"), lambda: self.go("leaderboard"), kind="link", picture="chevron-left"
        )
        parts = row(self.views, self.only, grow=0)
        scrolled_column(
            row(back, 1),
            self.name,
            self.standing,
            parts,
            self.table,
            self.card,
            0,
            gap=GAP, grow=4, on=self,
        )  # fmt: skip

    @property
    def system(self) -> str:
        """Whose results these are."""
        return self.where.get("system", "")

    @property
    def query(self) -> TaskQuery:
        """Which tasks, in which order."""
        key, descending = self.table.order
        tenth = self.where.get("bin", "")
        return TaskQuery(int(tenth) if tenth.isdigit() else None, key or "order", descending)

    def refresh(self, choice: Choice) -> None:
        """Fetches its standing, and what is looked at."""
        turn_to(self.views, self.where.get("view", TASKS))
        results, key, catalog = choice.results, choice.key, choice.results.catalog
        self._catalog = catalog
        self.name.setText(self.system)
        system, part, query = self.system, part_in(self.where), self.query
        self._show_only()

        def work() -> tuple[str, SystemTasks, IntArray]:
            found, board = results.system_tasks(key[0], system, key[1], part), results.board(*key)
            return _standing(board, results.ties(*key), system), found, found.find(query)

        def show(both: tuple[str, SystemTasks, IntArray]) -> None:
            standing, self.tasks, rows = both
            self.standing.setText(standing)
            self.grid.show_grid(self._columns(self.tasks, catalog), rows)
            self.table.go_to(0)

        self.fetch(work, show, "tasks")
        self._show_view()

    def _show_only(self) -> None:
        part, tenth = part_in(self.where), self.query.tenth
        said = part_title(part) if part else ""
        if tenth is not None:
            said = t("Score {low} to {high}", low=10 * tenth, high=10 * (tenth + 1))
        show_if(said, self.only)
        self.only.setText(t("Only {part}", part=said).replace("&", "&&"))
        self.only.setToolTip(t("Show all tasks again"))

    def _look(self) -> None:
        found, query = self.tasks, self.query
        if found is not None:
            self.fetch(lambda: found.find(query), self._show_rows, "tasks")

    def _show_rows(self, rows: IntArray) -> None:
        self.grid.show_rows(rows)
        self.table.go_to(0)

    def _show_view(self) -> None:
        view, choice, system = self.view, self.choice, self.system
        if self._show_table() or choice is None:
            return
        results, (rater_id, scope) = choice.results, choice.key
        small = results.analysis.small
        self._draw(
            t("Against the mean of the others"),
            t("The strongest first. A row opens the tasks behind it."),
            lambda: _chart(results.profile(rater_id, system, scope), view, small),
        )

    def _columns(self, found: SystemTasks, catalog: Catalog) -> list[GridColumn]:
        return [
            *task_columns(catalog, found.tasks, (300, 200), sorts=False),
            share_column("score", t("Score"), found.score, 80),
            share_column("others", t("Mean of the others"), found.others, 120),
            GridColumn("difference", t("Difference"), lambda n: _difference(found.difference[n]), 104,
                       is_figure=True, export=lambda n: metric.known(found.difference[n])),
            GridColumn("decided", t("Decided"), lambda n: _decided(found, n), 120, is_figure=True),
        ]  # fmt: skip

    def open_task(self, place: int) -> None:
        """Opens what the rater decided on the system's response to a task."""
        found, catalog = self.tasks, self._catalog
        if found is None or catalog is None:
            return
        task_id, response = catalog.tasks[found.tasks[place]], int(found.responses[place])
        if response == NONE:
            self.shell.go(Place("task", task_id=task_id, tab="responses"))
        else:
            self.open_response(task_id, catalog.responses[response])

    @property
    def file_title(self) -> str:
        """The system."""
        return self.system


def _difference(of: float) -> GridCell:
    difference = metric.known(of)
    tone = "" if not difference else "good" if difference > 0 else "bad"
    return GridCell(signed(difference), difference, tone=tone)


def _decided(found: SystemTasks, place: int) -> GridCell:
    if found.responses[place] == NONE:
        return GridCell(t("no response"), tone="warn", picture="triangle-alert")
    done, wanted = int(found.decided[place]), int(found.expected[place])
    said = t("{n} of {total}", n=number(done), total=number(wanted))
    return GridCell(said, tone="" if done == wanted else "warn")


def _standing(board: Board, ties: Mapping[str, Tie], system: str) -> str:
    """Rank with tie group, score, coverage and Essentials in a sentence."""
    item = next((one for one in board.leaderboard.standings if one.system == system), None)
    if item is None:
        return t("This system has nothing that was judged here.")
    said = (
        _rank(board, ties, system)
        if item.rank is not None
        else [t("Not ranked: {why}", why=not_ranked_words(item, board.gaps.get(system)))]
    )
    score = t("Score {score} %", score=points(item.score))
    span = marked(span_words(item.interval), item.caution)
    said.append(f"{score} ({span})" if span else score)
    if item.experts_score is not None:
        said.append(t("experts: {score} %", score=points(item.experts_score)))
    said.append(tn("{n} task", "{n} tasks", item.tasks))
    said += [
        t("{figure}: {value}", figure=t(one.title), value=value_words(one.unit, found.value))
        for one in beside_score(board.leaderboard.figures)
        if (found := item.figures[one.id]).value is not None
    ]
    if item.is_baseline:
        said.append(t("baseline"))
    why = caution_hint(item.caution, item.tasks)
    return "\n".join(filter(None, (" · ".join(said), why and f"{APPROXIMATE} {why}")))


def _rank(board: Board, ties: Mapping[str, Tie], system: str) -> list[str]:
    """The rank, or those of the systems that it cannot be told apart from, and which these are."""
    own = ties.get(system)
    ranks = {
        item.system: item.rank
        for item in board.leaderboard.standings
        if item.rank is not None
        and (item.system == system or (own and own.group == ties[item.system].group))
    }
    low, high = min(ranks.values()), max(ranks.values())
    others = [name for name in ranks if name != system]
    return [
        t("Rank {n}", n=number(low))
        if low == high
        else t("Rank {low} to {high}", low=number(low), high=number(high)),
        *([t("cannot be told apart from {systems}", systems=few(others))] if others else []),
    ]


def _chart(profile: Profile, by: str, small: SmallGroups) -> Chart:
    return profile_chart(profile, by, small=small, named=lambda name: part_name(by, name))
