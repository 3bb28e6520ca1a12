"""Makes the submission that answers an assignment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from xpert_studio.core.errors import NotAllowedError, NotFoundError, StageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    LogEntry,
)
from xpert_studio.core.records.assignments import (
    Assignment,
    Part,
    Submission,
)
from xpert_studio.core.records.record_kinds import kind_of
from xpert_studio.core.store import (
    Transaction,
    files,
    log,
    settings,
)
from xpert_studio.core.workflow.apart import taken_apart
from xpert_studio.core.workflow.assignments.content import (
    Files,
    SubmissionContent,
)
from xpert_studio.core.workflow.assignments.outbox import (
    ALLOWED,
    PACK_RECORD,
    SUBMITTED,
    parts_since,
)
from xpert_studio.core.workflow.command_context import CommandContext, person_of


@contextmanager
def send_submission(ctx: CommandContext, *, message: str = "") -> Iterator[SubmissionContent]:
    """What the person did for their assignment; it counts as sent when the block ends well.

    Args:
        ctx: Whom the assignment is for, in the file that was made of it.
        message: What there is to say.

    Raises:
        NotFoundError: The file was not made of an assignment.
        NotAllowedError: It is for another person.
        StageError: Nothing was done yet.
    """
    with ctx.project.writing() as tx:
        guest = settings.guest(tx)
        if guest is None or guest.assignment is None:
            raise NotFoundError(
                "This project was not created from an assignment, so it has nothing to submit.",
                remedy="Open the assignment that you were sent, and work there.",
            )
        assignment = Assignment.model_validate(guest.assignment, strict=False)
        if assignment.person_id != ctx.person_id:
            raise NotAllowedError(
                Message(
                    "The assignment is for {person_id}, and only they submit it.",
                    person_id=assignment.person_id,
                ),
                remedy="Work as that person, if you are.",
            )
        parts = tuple(
            part
            for part in parts_since(tx, guest.sequence, ALLOWED[assignment.purpose], guest.marks)
            if part.by == ctx.person_id and _is_asked_for(tx, part, assignment)
        )
        if not parts:
            raise StageError(
                "There is nothing to submit yet.",
                remedy="Do some of what you were asked for, and submit forms that are complete.",
            )
        content = SubmissionContent(
            Submission(
                id=f"sb-{ctx.new_id()}",
                assignment_id=assignment.id,
                project_id=assignment.project_id,
                made_by=ctx.person_id,
                made_at=ctx.clock(),
                message=message.strip() or None,
                witness=assignment.witness,
            ),
            parts,
            files_of_parts(tx, parts),
        )
        content = signed(content, assignment.key)
        yield content
        note_submission(tx, content)


def _is_asked_for(tx: Transaction, part: Part, assignment: Assignment) -> bool:
    """Whether a record of a pack is of a kind that such submissions bring; all else is."""
    if part.kind != PACK_RECORD:
        return True
    kind, _ = kind_of(*part.key[:2])
    if kind is not None and assignment.purpose in kind.brought_by:
        return True
    person, policies = person_of(tx, assignment.person_id), settings.project_info(tx).policies
    return taken_apart(tx, person, policies, (part.key[0], part.key[1])) is not None


def note_submission(tx: Transaction, content: SubmissionContent) -> None:
    """Writes into the sender's file that it was submitted: what follows are new steps."""
    told = content.submission
    log.add_entry(
        tx,
        LogEntry(
            at=told.made_at,
            command=SUBMITTED,
            id=told.id,
            actor_id=told.made_by,
            details={"parts": len(content.parts)},
        ),
    )


def signed(content: SubmissionContent, key: str) -> SubmissionContent:
    """A submission with its signature."""
    submission = content.submission.model_copy(update={"signature": content.signature(key)})
    return SubmissionContent(submission, content.parts, content.files)


def files_of_parts(tx: Transaction, parts: Iterable[Any]) -> Files:
    """The files that parts name and the project has."""
    named = {
        str(item["sha256"])
        for part in parts
        for item in (part.after or {}).get("attachments", ())
        if isinstance(item, dict)
    }
    there = frozenset(sha256 for sha256 in named if files.has_blob(tx, sha256))
    return Files(there, lambda sha256: files.get_blob(tx, sha256))
