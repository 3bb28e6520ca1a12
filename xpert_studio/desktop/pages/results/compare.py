"""Two systems task by task: who wins, by how much, where, and whether that is more than chance.

A ``SystemComparison`` is of its second system less its first. As in the report and on the command
line, its second is therefore the one that is named first: "A against B" is positive where A is better.
"""

from __future__ import annotations

from typing import Final

from xpert_studio.core.metrics.system_comparison import SystemComparison
from xpert_studio.core.records.columns import Catalog, FloatArray
from xpert_studio.core.wording import mark, number, short, t, tn
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.pages.results.section import TASKS, Choice, TasksOrChart, task_columns
from xpert_studio.desktop.pages.results.words import (
    BY_PART,
    p_words,
    points,
    signed,
)
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.fields import picker, refill, turn_to
from xpert_studio.desktop.widgets.grid import BLANK, GridCell, GridColumn
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.blocks import APPROXIMATE
from xpert_studio.report.cautions import caution_hint
from xpert_studio.report.charts import Chart
from xpert_studio.report.figure_words import marked
from xpert_studio.report.part_names import part_name
from xpert_studio.report.results import Board
from xpert_studio.report.results.charts import difference_chart, tasks_chart
from xpert_studio.report.small_groups import SmallGroups

POINTS: Final = "points"
_VIEW_NAMES: Final = {
    TASKS: mark("By task"),
    "domain": BY_PART["domain"],
    "dimension": BY_PART["dimension"],
    "tier": BY_PART["tier"],
    POINTS: mark("All tasks plotted"),
}


class CompareSection(TasksOrChart):
    """Two systems chosen, a sentence, the tasks as a table, and charts."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(
            shell,
            _VIEW_NAMES,
            (t("How the two are set against each other"), t("Tasks of both systems")),
            t("Two systems compared"),
            sorts_itself=True,
        )
        self.found: SystemComparison | None = None
        self._small = SmallGroups()
        self.first = picker(t("First system"), then=self._chosen, most=280)
        self.second = picker(t("Second system"), then=self._chosen, most=280)
        self.turn = button(t("Swap"), self.swap, picture="repeat")
        self.sentence = label("")
        self.left_out = label("", "warn")
        self.card.opened.connect(self._open_mark)
        against = label(t("against"), "muted", wrap=False)
        scrolled_column(
            row(self.first, against, self.second, self.turn, 1),
            self.sentence,
            self.left_out,
            self.views,
            self.table,
            self.card,
            0,
            gap=GAP, grow=4, on=self,
        )  # fmt: skip
        self.setFocusProxy(self.first)

    @property
    def pair(self) -> tuple[str, str]:
        """The two systems that are chosen."""
        return str(self.first.currentData() or ""), str(self.second.currentData() or "")

    def refresh(self, choice: Choice) -> None:
        """Fetches which systems there are, the best two first, then compares the chosen ones."""
        turn_to(self.views, self.where.get("view", TASKS))
        results, key = choice.results, choice.key
        self._catalog = results.catalog
        self._small = results.analysis.small
        self.fetch(lambda: results.board(*key), self._fill, "board")

    def _fill(self, board: Board) -> None:
        names = [item.system for item in board.leaderboard.standings if item.score is not None]
        before = self.pair
        wanted = (
            self.where.get("first") or before[0] or (names[0] if names else ""),
            self.where.get("second") or before[1] or (names[1] if len(names) > 1 else ""),
        )
        systems = [(short(system, 60), system) for system in names]
        other = names[min(1, len(names) - 1)] if names else ""
        for made, name in zip((self.first, self.second), wanted, strict=True):
            refill(made, systems, name if name in names else other)
        self._compare()

    def _chosen(self) -> None:
        first, second = self.pair
        self.refine(first=first, second=second, view=self.view)
        self._compare()

    def swap(self) -> None:
        """The first becomes the second."""
        places = self.second.currentIndex(), self.first.currentIndex()
        for made, place in zip((self.first, self.second), places, strict=True):
            made.setCurrentIndex(place)
        self._chosen()

    def _compare(self) -> None:
        (first, second), choice = self.pair, self.choice
        if choice is None or not first or not second:
            self.sentence.setText(t("It takes two systems with scores to compare them."))
            return
        results, (rater_id, scope) = choice.results, choice.key
        self.fetch(lambda: results.compared(rater_id, second, first, scope), self._show, "compared")

    def _show(self, found: SystemComparison) -> None:
        assert self._catalog is not None  # set before anything is fetched
        self.found = found
        self.sentence.setText(_sentence(found))
        self.left_out.say(_left_out(found))
        self.grid.show_grid(self._columns(found, self._catalog), range(len(found.tasks)))
        self.table.sort("difference", descending=True)
        self._show_view()

    def _turn(self) -> None:
        first, second = self.pair
        self.refine(first=first, second=second, view=self.view)
        self._show_view()

    def _show_view(self) -> None:
        view, found, catalog, small = self.view, self.found, self._catalog, self._small
        if self._show_table() or found is None or catalog is None:
            return
        title, reading = {
            POINTS: (
                t("Every task as a point"),
                t("Above the diagonal the first system scores higher."),
            ),
            "domain": (
                t(_VIEW_NAMES[view]),
                t("Mean score over the tasks of each, the largest difference first."),
            ),
        }.get(
            view,
            (t(_VIEW_NAMES[view]), t("Share of the points met, the largest difference first.")),
        )
        self._draw(title, reading, lambda: _chart(catalog, found, view, small))

    def _columns(self, found: SystemComparison, catalog: Catalog) -> list[GridColumn]:
        def score(key: str, name: str, of: FloatArray) -> GridColumn:
            return GridColumn(key, name, lambda n: GridCell(points(float(of[n]))), 120,
                              is_figure=True, export=lambda n: float(of[n]))  # fmt: skip

        return [
            *task_columns(catalog, found.tasks, (300, 180)),
            score("first", found.second, found.second_scores),
            score("second", found.first, found.first_scores),
            GridColumn("difference", t("Difference"), lambda n: _difference(float(found.differences[n])),
                       104, is_figure=True, export=lambda n: float(found.differences[n])),
            GridColumn("note", t("Note"), lambda n: _note(is_whole=not found.incomplete[n]), 170,
                       sorts=False),
        ]  # fmt: skip

    def open_task(self, place: int) -> None:
        """Shows both responses to a task side by side."""
        if self._catalog is not None and self.found is not None:
            self._open_mark(("task", self._catalog.tasks[self.found.tasks[place]]))

    def _open_mark(self, target: tuple[str, ...]) -> None:
        first, second = self.pair
        if target[0] == "task":
            self.go("pair", task=target[1], first=first, second=second)
        else:
            self.go("system", system=first, part=f"{target[1]}:{target[2]}")

    def export(self) -> None:
        """Asks for a file, and writes the tasks and the parts to it."""
        found = self.found
        if found is None:
            return
        heads = (t("By"), t("Name"), t("Tasks"), found.second, found.first, t("Difference"),
                 t("Low"), t("High"))  # fmt: skip
        parts = [
            (t(BY_PART[item.by]), part_name(item.by, item.name), item.tasks, item.second,
             item.first, item.difference, *(item.interval or (None, None)))
            for item in found.parts
        ]  # fmt: skip
        title = f"{found.second} {t('against')} {found.first}"
        tasks = self.grid.plain()
        export_tables(
            self, self.shell, title,
            lambda: [(t("Tasks"), tasks), (t("By part"), [heads, *parts])],
        )  # fmt: skip


def _difference(difference: float) -> GridCell:
    picture = "arrow-up" if difference > 0 else "arrow-down" if difference < 0 else ""
    return GridCell(signed(difference), difference, picture=picture, is_strong=True)


def _note(*, is_whole: bool) -> GridCell:
    if is_whole:
        return BLANK
    return GridCell(t("Verdicts missing"), tone="warn", picture="triangle-alert")


def _chart(catalog: Catalog, found: SystemComparison, view: str, small: SmallGroups) -> Chart:
    if view == POINTS:
        return tasks_chart(catalog, found)
    return difference_chart(found, view, small=small, named=lambda name: part_name(view, name))


def _sentence(found: SystemComparison) -> str:
    """Who does better over the shared tasks, and whether that is more than chance."""
    if found.difference is None:
        return t("{first} and {second} have no task in common.",
                 first=found.second, second=found.first)  # fmt: skip
    said = t(
        "Over {tasks} that both have a score on, {second} has {score}, {first} "
        "{other}: {difference} points",
        tasks=tn("{n} task", "{n} tasks", len(found.tasks)),
        second=found.second,
        score=points(found.second_mean),
        first=found.first,
        other=points(found.first_mean),
        difference=signed(found.difference),
    )
    if found.interval is not None:
        low, high = found.interval
        span = t("95 % interval {low} to {high}", low=signed(low), high=signed(high))
        said += f" ({marked(span, found.caution)})"
    said += ". " + t(
        "{second} wins {wins}, {first} wins {losses}, {ties} are even; sign test p {p}, Wilcoxon’s signed-rank test p {q}.",
        second=found.second,
        wins=number(found.wins_second),
        first=found.first,
        losses=number(found.wins_first),
        ties=number(found.ties),
        p=p_words(found.sign_p),
        q=p_words(found.wilcoxon_p),
    )
    if found.interval is not None and found.interval[0] <= 0 <= found.interval[1]:
        said += " " + t("The interval includes 0: these tasks do not tell them apart.")
    why = caution_hint(found.caution, len(found.tasks))
    return f"{said}\n{APPROXIMATE} {why}" if why else said


def _left_out(found: SystemComparison) -> str:
    alone, short_of = found.only_first + found.only_second, int(found.incomplete.sum())
    said = (
        (alone, tn("{n} task on which only one of them has a score is excluded.",
                   "{n} tasks on which only one of them has a score are excluded.", alone)),
        (short_of, tn("On {n} of the shared tasks verdicts of one of them are missing.",
                      "On {n} of the shared tasks verdicts of one of them are missing.", short_of)),
    )  # fmt: skip
    return " ".join(words for is_so, words in said if is_so)
