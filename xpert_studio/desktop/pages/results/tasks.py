"""The tasks, the hardest first, with every system's score on each."""

from __future__ import annotations

from xpert_studio.core.metrics import items as metric
from xpert_studio.core.records.columns import NONE
from xpert_studio.core.wording import t
from xpert_studio.desktop.pages.results.section import Choice, ListSection, task_columns
from xpert_studio.desktop.pages.results.words import points, share_column
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.grid import BLANK, GridCell, GridColumn
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.results import DifficultyQuery, TaskScores
from xpert_studio.report.results.tasks import SYSTEM


class TasksSection(ListSection[TaskScores]):
    """A row a task, a column a system; a cell opens the verdicts on that response."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(
            shell,
            t("Filter by words of the title"),
            t("Tasks by difficulty"),
            by_cell=True,
            stretched="task",
        )
        about = label(
            t("Scores in per cent of points; mean, lowest and highest over the systems. A cell opens what was decided on that response."),
            "muted",
        )  # fmt: skip
        self.table.mark_sorted("mean", descending=False)
        scrolled_column(self.lay_out(above=(about,)), on=self)

    @property
    def query(self) -> DifficultyQuery:
        """What is looked for."""
        key, descending = self.table.order
        return DifficultyQuery(self.words.text(), key or "mean", descending)

    def refresh(self, choice: Choice) -> None:
        """Fetches the scores, and the tasks that the filter leaves."""
        self.fetch_rows(lambda: choice.results.task_scores(*choice.key))

    def _columns(self, found: TaskScores) -> list[GridColumn]:
        hard, tasks = found.difficulty, range(len(found.catalog.tasks))
        return [
            *task_columns(found.catalog, tasks, (240, 130), opens=True),
            share_column("mean", t("Mean"), hard.mean, 72),
            share_column("low", t("Lowest"), hard.low, 72),
            share_column("high", t("Highest"), hard.high, 72),
            *(_system(found, place, name) for place, name in enumerate(found.catalog.systems)),
        ]

    def open_cell(self, task: int, key: str) -> None:
        """Opens a system's verdicts on a task; in the first column, all verdicts on the task."""
        found, choice = self.list, self.choice
        assert found is not None
        task_id = found.catalog.tasks[task]
        if key.startswith(SYSTEM):
            system = found.catalog.systems.index(key.removeprefix(SYSTEM))
            if (response := found.response(system, task)) != NONE:
                self.open_response(task_id, found.catalog.responses[response])
        elif choice is not None and choice.rater.is_judge:
            self.go("verdicts", task=task_id)
        else:
            self.shell.go(Place("task", task_id=task_id, tab="responses"))


def _system(found: TaskScores, place: int, name: str) -> GridColumn:
    """A system's scores; its cells open what was decided on its responses."""
    of = found.by_system[place]

    def cell(task: int) -> GridCell:
        share = metric.known(of[task])
        if share is None:
            return BLANK
        said = f"{name}: {points(share)}\n{found.catalog.task_titles[task]}"
        return GridCell(points(share), share, heat=share, opens=True, hint=said)

    return GridColumn(
        f"{SYSTEM}{name}", name, cell, 84, is_figure=True,
        export=lambda task: metric.known(of[task]),
    )  # fmt: skip
