"""Errors of commands with people and tasks called by their names: the window shows no ids."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.core.errors import IncompleteError, XpertError
from xpert_studio.core.messages import Message, Name
from xpert_studio.core.records import Task
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.workflow.views import ProjectState


def naming(
    error: BaseException, project_state: ProjectState, project: ProjectFile
) -> BaseException:
    """An error in whose message and remedy people and tasks stand by their names.

    Args:
        error: Whatever went wrong; others than the program's own stay as they are.
        project_state: The people.
        project: The tasks.
    """
    if isinstance(error, XpertError):

        def called(value: str) -> str:
            person = project_state.called(value)
            return person if person != value else _title(project, value)

        error.message = _named(error.message, called)
        error.remedy = _named(error.remedy, called)
        if isinstance(error, IncompleteError):
            error.missing = tuple(_named(item, called) for item in error.missing)
    return error


def _title(project: ProjectFile, task_id: str) -> str:
    """What a task is called; any other text as it is."""
    try:
        with project.reading() as tx:
            task = entities.find(tx, Task, task_id)
    except XpertError:  # the project itself is what cannot be read
        return task_id
    return task.name if task else task_id


def _named(text: str, called: Callable[[str], str]) -> str:
    if not isinstance(text, Message) or isinstance(text, Name):
        return text
    values = {
        name: called(value) if isinstance(value, str) and not isinstance(value, Message) else value
        for name, value in text.values.items()
    }
    return text if values == text.values else Message(text.template, **values)
