"""Stops waiting for what was assigned, and waits for it again."""

from __future__ import annotations

from xpert_studio.errors import NotFoundError
from xpert_studio.records import LogEntry
from xpert_studio.store import log
from xpert_studio.workflow.assignments.sending import SENT, need_deciding_lead
from xpert_studio.workflow.desk import Desk

CLOSED = "assignment.close"
REOPENED = "assignment.reopen"


def close_assignment(desk: Desk, assignment_id: str, *, closed: bool = True) -> None:
    """Notes that nothing more is expected; a submission that comes all the same is taken.

    Raises:
        NotFoundError: No such assignment was sent.
        NotAllowedError: The person does not lead the project, or the file is a copy.
    """
    with desk.project.writing() as tx:
        need_deciding_lead(tx, desk.person_id)
        sent = log.find_entry(tx, assignment_id)
        if sent is None or sent.entry.command != SENT:
            raise NotFoundError(
                f"No assignment {assignment_id} was sent.",
                remedy="'xpert-studio assignment list' shows those that were.",
            )
        entry = LogEntry(
            at=desk.clock(),
            command=CLOSED if closed else REOPENED,
            actor_id=desk.person_id,
            details={"assignment": assignment_id},
        )
        log.add_entry(tx, entry)
