"""Stops waiting for what was assigned, and waits for it again."""

from __future__ import annotations

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    LogEntry,
)
from xpert_studio.core.store import (
    log,
)
from xpert_studio.core.workflow.assignments.sending import SENT, need_deciding_lead
from xpert_studio.core.workflow.command_context import CommandContext

CLOSED = "assignment.close"
REOPENED = "assignment.reopen"


def close_assignment(ctx: CommandContext, assignment_id: str, *, closed: bool = True) -> None:
    """Notes that nothing more is expected; a submission that comes all the same is taken.

    Raises:
        NotFoundError: No such assignment was sent.
        NotAllowedError: The person does not lead the project, or the file is a copy.
    """
    with ctx.project.writing() as tx:
        need_deciding_lead(tx, ctx.person_id)
        sent = log.find_entry(tx, assignment_id)
        if sent is None or sent.entry.command != SENT:
            raise NotFoundError(
                Message("No assignment {assignment_id} was sent.", assignment_id=assignment_id),
                remedy="'xpert-studio assignment list' shows those that were.",
            )
        entry = LogEntry(
            at=ctx.clock(),
            command=CLOSED if closed else REOPENED,
            actor_id=ctx.person_id,
            details={"assignment": assignment_id},
        )
        log.add_entry(tx, entry)
