"""The table of tasks as a model: it holds the order, and fetches rows as they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject

from xpert_studio.core.records import DIFFICULTIES, STAGES
from xpert_studio.core.wording import mark, number, t
from xpert_studio.core.workflow.views import ListedTasks, TaskFilter, TaskRow, list_tasks, rows_of
from xpert_studio.desktop.names import STAGE_TONES
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.grid import GridCell
from xpert_studio.desktop.widgets.paged_table import PagedColumn, PagedTable
from xpert_studio.report.part_names import domain_name


class TaskTable(PagedTable[TaskRow]):
    """Tasks that a filter leaves."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(session, _columns(session.project_state.called), parent)
        self.wanted = TaskFilter()
        self.order = (self.wanted.sort, self.wanted.descending)
        self.total = 0

    def look_for(self, wanted: TaskFilter, then: Callable[[], object]) -> None:
        """Shows the tasks that another filter leaves."""
        self.wanted, self.order = wanted, (wanted.sort, wanted.descending)

        def show(listed: ListedTasks) -> None:
            self.total = listed.total
            self.show_rows(listed.keys)
            then()

        self.session.fetch(
            partial(list_tasks, self.session.project, wanted), show, owner=self, slot="keys"
        )

    def reader(self) -> Callable[[Sequence[int]], Mapping[int, TaskRow]]:
        """What reads tasks."""
        return partial(rows_of, self.session.project)

    def tasks_in(self, places: Sequence[int]) -> list[TaskRow]:
        """The tasks in some rows, those left out that have not come yet."""
        return [row for place in places if (row := self.row_at(place)) is not None]


def _columns(called: Callable[[str | None], str]) -> list[PagedColumn[TaskRow]]:
    return [
        PagedColumn(lambda task: GridCell(task.title, is_strong=True), mark("Task"), "title", 120),
        PagedColumn(
            lambda task: GridCell(t(STAGES[task.stage]), tone=STAGE_TONES[task.stage], is_chip=True),
            mark("Stage"), "stage", 104,
        ),
        PagedColumn(lambda task: domain_name(task.domain), mark("Domain"), "domain", 150, room=520),
        PagedColumn(lambda task: task.category, mark("Category"), "category", 120, room=1120),
        PagedColumn(lambda task: t(DIFFICULTIES[task.difficulty]) if task.difficulty else "", mark("Difficulty"), "difficulty", 84, room=740),
        PagedColumn(lambda task: called(task.author_id), mark("Author"), "author", 124, room=640),
        PagedColumn(
            lambda task: number(task.checkpoints), mark("Checkpoints"), width=100, room=980,
            is_figure=True,
        ),
        PagedColumn(
            lambda task: number(task.responses), mark("Responses"), width=92, room=980,
            is_figure=True,
        ),
    ]  # fmt: skip
