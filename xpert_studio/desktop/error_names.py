"""Errors of commands with people called by their names: the window shows no ids."""

from __future__ import annotations

from xpert_studio.core.errors import XpertError
from xpert_studio.core.messages import Message, Name
from xpert_studio.core.workflow.views import ProjectState


def naming_people(error: BaseException, project_state: ProjectState) -> BaseException:
    """An error in whose message and remedy people stand by their names.

    Args:
        error: Whatever went wrong; others than the program's own stay as they are.
        project_state: The people.
    """
    if isinstance(error, XpertError):
        error.message = _named(error.message, project_state)
        error.remedy = _named(error.remedy, project_state)
    return error


def _named(text: str, project_state: ProjectState) -> str:
    if not isinstance(text, Message) or isinstance(text, Name):
        return text
    values = {
        name: project_state.called(value)
        if isinstance(value, str) and not isinstance(value, Message)
        else value
        for name, value in text.values.items()
    }
    return text if values == text.values else Message(text.template, **values)
