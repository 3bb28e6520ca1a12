"""The tasks, the hardest first, with every system's score on each."""

from __future__ import annotations

from xpert_studio.desktop.kit import (
    BLANK,
    GridCell,
    GridColumn,
    Place,
    Shell,
    label,
    t,
    verdict_place,
)
from xpert_studio.desktop.pages.results.choice import Choice
from xpert_studio.desktop.pages.results.section import ListSection
from xpert_studio.desktop.pages.results.words import domain_cell, points, share_cell, task_cell
from xpert_studio.metrics import items as metric
from xpert_studio.records.columns import NONE, FloatArray, IntArray
from xpert_studio.report.results import DifficultyQuery, TaskScores
from xpert_studio.report.results.tasks import SYSTEM


class TasksSection(ListSection):
    """A row a task, a column a system; a cell opens the verdicts on that response."""

    def __init__(self, shell: Shell) -> None:
        hint = t("Filter by words of the title")
        super().__init__(shell, hint, t("Tasks by difficulty"), by_cell=True, stretched="task")
        self.scores: TaskScores | None = None
        about = label(
            t("Scores in per cent of points; mean, lowest and highest over the systems. A cell opens what was decided on that response."),
            "muted",
        )  # fmt: skip
        self.table.mark_sorted("mean", descending=False)
        self.lay_out(above=(about,))

    @property
    def query(self) -> DifficultyQuery:
        """What is looked for."""
        key, descending = self.table.order
        return DifficultyQuery(self.words.text(), key or "mean", descending)

    def refresh(self, choice: Choice) -> None:
        """Fetches the scores, and the tasks that the filter leaves."""
        results, key = choice.results, choice.key
        self.fetch_rows(lambda: results.task_scores(*key), self.query)

    def _look(self) -> None:
        self.find_rows(self.scores, self.query)

    def _show(self, found: TaskScores, rows: IntArray) -> None:
        self.scores = found
        self.grid.show_grid(self._columns(found), rows)
        self._shown()

    @property
    def total(self) -> int:
        """Of all tasks."""
        return self._found.total

    # Columns.

    def _columns(self, found: TaskScores) -> list[GridColumn]:
        hard = found.difficulty
        return [
            GridColumn("task", t("Task"), self._task, 240),
            GridColumn("domain", t("Domain"), self._domain, 130),
            _figures("mean", t("Mean"), hard.mean),
            _figures("low", t("Lowest"), hard.low),
            _figures("high", t("Highest"), hard.high),
            *(self._system(place, name) for place, name in enumerate(found.catalog.systems)),
        ]

    def _system(self, place: int, name: str) -> GridColumn:
        of = self._found.by_system[place]

        def cell(task: int) -> GridCell:
            share = metric.known(of[task])
            if share is None:
                return BLANK
            title = self._found.catalog.task_titles[task]
            said = f"{name}: {points(share)}\n{title}"
            return GridCell(points(share), share, heat=share, opens=True, hint=said)

        return GridColumn(
            f"{SYSTEM}{name}", name, cell, 84, is_figure=True,
            export=lambda task: metric.known(of[task]),
        )  # fmt: skip

    @property
    def _found(self) -> TaskScores:
        assert self.scores is not None
        return self.scores

    def _task(self, task: int) -> GridCell:
        return task_cell(self._found.catalog, task, opens=True)

    def _domain(self, task: int) -> GridCell:
        return domain_cell(self._found.catalog, task)

    # Acting.

    def open_cell(self, task: int, key: str) -> None:
        """Opens a system's verdicts on a task; in the first column, all verdicts on the task."""
        catalog, choice = self._found.catalog, self.choice
        if choice is None:
            return
        task_id = catalog.tasks[task]
        if not key.startswith(SYSTEM):
            self._open_task(task_id, is_judge=choice.rater.is_judge)
            return
        response = self._found.response(catalog.systems.index(key.removeprefix(SYSTEM)), task)
        if response == NONE:
            return
        response_id = catalog.responses[response]
        if choice.rater.is_judge:
            self.leave_for(verdict_place(task_id, response_id, judge_id=choice.rater.id))
        else:
            self.leave_for(
                Place("adjudication", task_id=task_id, item=response_id, tab="side_by_side")
            )

    def _open_task(self, task_id: str, *, is_judge: bool) -> None:
        if is_judge:
            self.go("verdicts", task=task_id)
        else:
            self.leave_for(Place("task", task_id=task_id, tab="responses"))


def _figures(key: str, name: str, of: FloatArray) -> GridColumn:
    return GridColumn(
        key,
        name,
        lambda task: share_cell(of[task]),
        72,
        is_figure=True,
        export=lambda task: metric.known(of[task]),
    )
