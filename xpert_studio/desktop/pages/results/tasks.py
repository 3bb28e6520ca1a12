"""The tasks, the hardest first, with every system's score on each."""

from __future__ import annotations

from xpert_studio.desktop.look import GAP, px
from xpert_studio.desktop.pages.results.cells import domain_cell, task_cell
from xpert_studio.desktop.pages.results.choice import Choice
from xpert_studio.desktop.pages.results.section import LOWEST, Section
from xpert_studio.desktop.pages.results.words import counted, points
from xpert_studio.desktop.parts.fields import filter_field
from xpert_studio.desktop.parts.grid import BLANK, Grid, GridCell, GridColumn
from xpert_studio.desktop.parts.grid_view import GridView
from xpert_studio.desktop.parts.labels import label
from xpert_studio.desktop.parts.layouts import row, scrolled_column
from xpert_studio.desktop.parts.saving_files import export_tables
from xpert_studio.desktop.places import Place, verdict_place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import t
from xpert_studio.metrics import items as metric
from xpert_studio.records.columns import NONE, FloatArray, IntArray
from xpert_studio.report.results import DifficultyQuery, TaskScores
from xpert_studio.report.results.tasks import SYSTEM

_TYPING_MS = 180


class TasksSection(Section):
    """A row a task, a column a system; a cell opens the verdicts on that response."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.scores: TaskScores | None = None
        hint = t("Filter by words of the title")
        self.words = filter_field(hint, self._look, _TYPING_MS, least=260)
        self.count = label("", "muted", wrap=False)
        about = label(
            t("Scores in per cent of points; mean, lowest and highest over the systems. A cell opens what was decided on that response."),
            "muted",
        )  # fmt: skip
        self.grid = Grid(self)
        self.table = GridView(self.grid, t("Tasks by difficulty"), by_cell=True, stretched="task")
        self.table.mark_sorted("mean", descending=False)
        self.table.setMinimumHeight(px(LOWEST))
        self.table.sorted_by.connect(lambda *_: self._look())
        self.table.opened.connect(self.open_cell)
        line = row(self.words, self.count, grow=0)
        scrolled_column(about, line, self.table, gap=GAP, grow=2, on=self)
        self.setFocusProxy(self.table)

    @property
    def query(self) -> DifficultyQuery:
        """What is looked for."""
        key, descending = self.table.order
        return DifficultyQuery(self.words.text(), key or "mean", descending)

    def sort_current(self) -> None:
        """Sorts by the current column."""
        self.table.sort_current()

    def refresh(self, choice: Choice) -> None:
        """Fetches the scores, and the tasks that the filter leaves."""
        results, key, query = choice.results, choice.key, self.query

        def work() -> tuple[TaskScores, IntArray]:
            found = results.task_scores(*key)
            return found, found.find(query)

        self.fetch(work, lambda both: self._show(*both), "tasks")

    def _look(self) -> None:
        found, query = self.scores, self.query
        if found is not None:
            self.fetch(lambda: found.find(query), self._show_rows, "tasks")

    def _show(self, found: TaskScores, rows: IntArray) -> None:
        self.scores = found
        self.grid.show_grid(self._columns(found), rows)
        self._shown()

    def _show_rows(self, rows: IntArray) -> None:
        self.grid.show_rows(rows)
        self._shown()

    def _shown(self) -> None:
        self.count.setText(counted(self.grid.rowCount(), self._found.total))
        self.table.go_to(0)

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
            self.leave_for(Place("meta", task_id=task_id, item=response_id, tab="side_by_side"))

    def _open_task(self, task_id: str, *, is_judge: bool) -> None:
        if is_judge:
            self.go("verdicts", task=task_id)
        else:
            self.leave_for(Place("task", task_id=task_id, tab="responses"))

    def export(self) -> None:
        """Asks for a file, and writes the tasks that the filter leaves to it."""
        if self.scores is not None:
            export_tables(self, self.shell, t("Tasks"), lambda: [("", self.grid.plain())])


def _figures(key: str, name: str, of: FloatArray) -> GridColumn:
    return GridColumn(
        key,
        name,
        lambda task: _share(of[task]),
        72,
        is_figure=True,
        export=lambda task: metric.known(of[task]),
    )


def _share(value: float) -> GridCell:
    share = metric.known(value)
    return GridCell(points(share), share)
