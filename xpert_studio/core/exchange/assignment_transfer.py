"""What people do with assignments and submissions as files."""

from __future__ import annotations

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
from xpert_studio.core.workflow.copies import send_outbox


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
    ctx: CommandContext, path: Path, *, message: str = "", replace: bool = False
) -> tuple[Path, SubmissionContent]:
    """Submits as a file; see ``workflow.assignments.sending``."""
    need_free(path, replace=replace)
    with send_submission(ctx, message=message) as content:
        return write_submission(content, path, replace=replace), content


def outbox_to_file(
    ctx: CommandContext, path: Path, *, message: str = "", replace: bool = False
) -> tuple[Path, SubmissionContent]:
    """Submits what was done in a copy as a file; see ``workflow.copies``."""
    need_free(path, replace=replace)
    with send_outbox(ctx, message=message) as content:
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
