"""The table of tasks: its order first, its rows page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.core.store import ProjectFile, task_list
from xpert_studio.core.store.task_list import TaskFilter, TaskRow

__all__ = ["ListedTasks", "TaskFilter", "TaskRow", "list_tasks", "rows_of"]


@dataclass(frozen=True, slots=True)
class ListedTasks:
    """What a filter leaves: a key for each task, in order, and how many tasks there are in all."""

    keys: tuple[int, ...]
    total: int


def list_tasks(project: ProjectFile, wanted: TaskFilter) -> ListedTasks:
    """The tasks a filter leaves, in its order."""
    with project.reading() as tx:
        return ListedTasks(tuple(task_list.task_keys(tx, wanted)), task_list.count_tasks(tx).total)


def rows_of(project: ProjectFile, keys: Sequence[int]) -> dict[int, TaskRow]:
    """The rows of some keys."""
    with project.reading() as tx:
        return task_list.task_rows(tx, keys)
