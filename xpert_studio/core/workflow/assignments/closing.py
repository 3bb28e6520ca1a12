"""Stops waiting for what was assigned, and waits for it again."""

from __future__ import annotations

from typing import Annotated, Final

from xpert_studio.core.errors import NotFoundError, StageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.store import log
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow.assignments.sending import SENT, need_deciding_lead
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import command

CLOSED: Final = "assignment.close"
REOPENED: Final = "assignment.reopen"
_OTHER_WAY: Final = mark("It cannot be undone; the opposite command takes it back.")
AssignmentId = Annotated[
    str, Asks("The assignment's id, as listed.", "as-7f3k2m9q4w", "assignment")
]


@command(
    CLOSED,
    "Close assignment",
    done="stopped waiting for a submission",
    line="assignment close ASSIGNMENT",
    told="A submission is still taken.",
    stays=_OTHER_WAY,
)
def close_assignment(unit: UnitOfWork, assignment_id: AssignmentId) -> None:
    """Stop waiting for a submission; one that comes all the same is taken.

    Raises:
        NotFoundError: No such assignment was sent.
        NotAllowedError: The person does not lead the project, or the file is a copy.
        StageError: It is closed already.
    """
    _note(unit, assignment_id)


@command(
    REOPENED,
    "Reopen assignment",
    done="waits for a submission again",
    line="assignment reopen ASSIGNMENT",
    stays=_OTHER_WAY,
)
def reopen_assignment(unit: UnitOfWork, assignment_id: AssignmentId) -> None:
    """Wait for a submission again.

    Arguments and errors are those of ``close_assignment``.
    """
    _note(unit, assignment_id)


def _note(unit: UnitOfWork, assignment_id: str) -> None:
    need_deciding_lead(unit.tx, unit.person.id)
    sent = log.find_entry(unit.tx, assignment_id)
    if sent is None or sent.entry.command != SENT:
        raise NotFoundError(
            Message("No assignment {assignment_id} was sent.", assignment_id=assignment_id),
            remedy="'xpert-studio assignment list' shows those that were.",
        )
    turns = [
        row.entry.command
        for row in log.rows_of(unit.tx, (CLOSED, REOPENED))
        if row.entry.details.get("assignment") == assignment_id
    ]
    if (unit.command == CLOSED) == (turns[-1:] == [CLOSED]):
        raise StageError(
            "The assignment is closed already."
            if unit.command == CLOSED
            else "The assignment is not closed."
        )
    unit.note(assignment=assignment_id)
