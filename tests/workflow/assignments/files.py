"""Assignments and submissions between a project and the files that were made of them."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from pathlib import Path

from tests.workflow.studio import START, Studio
from xpert_studio.core.records.assignments import FormName, Purpose, Scope
from xpert_studio.core.store import ProjectFile, responses, tasks
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.assignments.content import AssignmentContent, SubmissionContent
from xpert_studio.core.workflow.assignments.importing import Imported, import_submission
from xpert_studio.core.workflow.assignments.opening import open_assignment
from xpert_studio.core.workflow.assignments.sending import send_assignment
from xpert_studio.core.workflow.assignments.submitting import send_submission
from xpert_studio.core.workflow.assignments.taking import Choices, Outcome

_ticks = count(10_000)
_ids = count(1)


def later():
    return START + timedelta(seconds=next(_ticks))


def new_id() -> str:
    return f"z{next(_ids):07d}"


def sent(studio: Studio, purpose: Purpose, person: str, scope: Scope) -> AssignmentContent:
    ctx = CommandContext(studio.project, "lena", later, new_id)
    with send_assignment(ctx, purpose, person, scope) as content:
        return content


class Guest:
    """A file that was made of an assignment, with its person at work in it."""

    def __init__(self, content: AssignmentContent, folder: Path) -> None:
        path = folder / f"{content.assignment.id}.xpert"
        self.project: ProjectFile = open_assignment(content, path, now=later())
        self.ctx = CommandContext(self.project, content.assignment.person_id, later, new_id)

    def submit(self) -> SubmissionContent:
        with send_submission(self.ctx) as content:
            return content

    def task_ids(self) -> list[str]:
        with self.project.reading() as tx:
            return [task.id for task in tasks.all_tasks(tx)]

    def response_ids(self) -> list[str]:
        with self.project.reading() as tx:
            return [item.id for item in responses.all_responses(tx)]


def of_tasks(*task_ids: str) -> Scope:
    return Scope(task_ids=task_ids)


def of_responses(studio: Studio, *response_ids: str, expert: str | None = None) -> Scope:
    with studio.project.reading() as tx:
        found = [responses.get_response(tx, id_).task_id for id_ in response_ids]
    forms = (
        tuple(FormName(response_id=id_, expert_id=expert) for id_ in response_ids) if expert else ()
    )
    return Scope(task_ids=tuple(dict.fromkeys(found)), response_ids=response_ids, forms=forms)


def take(studio: Studio, content: SubmissionContent, choices: Choices | None = None) -> Imported:
    ctx = CommandContext(studio.project, "lena", later, new_id)
    return import_submission(ctx, content, choices)


def outcomes(imported: Imported) -> dict[str, int]:
    found: dict[str, int] = {}
    for item in imported.parts:
        found[item.outcome.value] = found.get(item.outcome.value, 0) + 1
    return found


__all__ = ["Outcome"]
