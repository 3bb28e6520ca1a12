"""The table of tasks as a model: it holds the order, and fetches rows as they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject

from xpert_studio.desktop.names import DIFFICULTIES, STAGES, domain_name, language_name
from xpert_studio.desktop.parts.tables import Column, PagedTable
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.wording import mark, number, t
from xpert_studio.workflow.views import Listed, TaskFilter, TaskRow, list_tasks, rows_of

COLUMNS: Final = (
    Column("title", mark("Task"), "title", 0),
    Column("stage", mark("Stage"), "stage", 104),
    Column("domain", mark("Domain"), "domain", 150, room=520),
    Column("category", mark("Category"), "category", 120, room=860),
    Column("difficulty", mark("Difficulty"), "difficulty", 84, room=740),
    Column("author", mark("Author"), "author", 124, room=640),
    Column("checkpoints", mark("Checkpoints"), width=100, room=980, is_figure=True),
    Column("responses", mark("Responses"), width=92, room=980, is_figure=True),
)


class TaskTable(PagedTable[TaskRow]):
    """Tasks that a filter leaves."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(session, COLUMNS, parent)
        self.wanted = TaskFilter()
        self.order = (self.wanted.sort, self.wanted.descending)
        self.total = 0

    def look_for(self, wanted: TaskFilter, then: Callable[[], object] | None = None) -> None:
        """Shows the tasks that another filter leaves."""
        self.wanted, self.order = wanted, (wanted.sort, wanted.descending)

        def show(listed: Listed) -> None:
            self.total = listed.total
            self.show_rows(listed.keys)
            if then is not None:
                then()

        project = self.session.project
        self.session.fetch(lambda: list_tasks(project, wanted), show, owner=self, slot="keys")

    def again(self, then: Callable[[], object] | None = None) -> None:
        """Shows what the same filter leaves now."""
        self.look_for(self.wanted, then)

    def reader(self) -> Callable[[Sequence[int]], Mapping[int, TaskRow]]:
        """What reads tasks."""
        return partial(rows_of, self.session.project)

    def text(self, entry: TaskRow, name: str) -> str:
        """What stands in a cell."""
        match name:
            case "title":
                return entry.title
            case "stage":
                return t(STAGES[entry.stage])
            case "domain":
                return domain_name(entry.domain)
            case "difficulty":
                return t(DIFFICULTIES[entry.difficulty]) if entry.difficulty else ""
            case "author":
                return self.session.house.called(entry.author_id)
            case "checkpoints":
                return number(entry.checkpoints)
            case "responses":
                return number(entry.responses)
            case "language":
                return language_name(entry.language)
        return str(getattr(entry, name))

    def tasks_in(self, places: Sequence[int]) -> list[TaskRow]:
        """The tasks in some rows, those left out that have not come yet."""
        return [row for place in places if (row := self.row_at(place)) is not None]
