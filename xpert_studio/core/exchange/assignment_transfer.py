"""What people do with assignments and submissions as files."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path

from xpert_studio.core.atomic_files import need_free
from xpert_studio.core.exchange.assignment_files import read_assignment, read_submission
from xpert_studio.core.exchange.assignment_writing import write_assignment, write_submission
from xpert_studio.core.records.assignments import (
    Purpose,
    Scope,
)
from xpert_studio.core.store import SUFFIX, ProjectFile
from xpert_studio.core.workflow.assignments.content import (
    AssignmentContent,
    SubmissionContent,
)
from xpert_studio.core.workflow.assignments.importing import Imported, import_submission
from xpert_studio.core.workflow.assignments.opening import open_assignment
from xpert_studio.core.workflow.assignments.sending import send_assignment
from xpert_studio.core.workflow.assignments.submitting import send_submission
from xpert_studio.core.workflow.assignments.taking import Choices
from xpert_studio.core.workflow.command_context import CommandContext


def assignment_to_file(
    ctx: CommandContext,
    path: Path,
    purpose: Purpose,
    person_id: str,
    scope: Scope,
    *,
    message: str = "",
    replace: bool = False,
) -> tuple[Path, AssignmentContent]:
    """Sends an assignment as a file; see ``workflow.assignments.sending``."""
    need_free(path, replace=replace)
    with send_assignment(ctx, purpose, person_id, scope, message=message) as content:
        # The file is there before the project says that it was sent.
        return write_assignment(content, path, replace=replace), content


def submission_to_file(
    ctx: CommandContext,
    path: Path,
    send: Callable[..., AbstractContextManager[SubmissionContent]] = send_submission,
    *,
    message: str = "",
    replace: bool = False,
) -> tuple[Path, SubmissionContent]:
    """Submits as a file.

    Args:
        ctx: Who submits.
        path: The file.
        send: What is submitted: work on an assignment; with ``workflow.copies.send_outbox`` what
            was done in a copy.
        message: What there is to say.
        replace: Whether a file that is there may be replaced.
    """
    need_free(path, replace=replace)
    with send(ctx, message=message) as content:
        return write_submission(content, path, replace=replace), content


def open_assignment_file(
    path: Path, target: Path, *, now: datetime, person_id: str | None = None
) -> ProjectFile:
    """Makes a project of an assignment's file and opens it."""
    if target.suffix != SUFFIX:
        target = target.with_name(target.name + SUFFIX)
    return open_assignment(read_assignment(path), target, now=now, person_id=person_id)


def import_submission_file(
    ctx: CommandContext, path: Path, choices: Choices | None = None, *, dry_run: bool = False
) -> Imported:
    """Takes a submission's file in; see ``workflow.assignments.importing``."""
    return import_submission(ctx, read_submission(path), choices, dry_run=dry_run)
