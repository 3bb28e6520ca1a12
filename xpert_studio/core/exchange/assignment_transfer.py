"""What people do with assignments and submissions as files, and how these are written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any

from xpert_studio import __version__
from xpert_studio.core.atomic_files import need_free
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.assignment_files import (
    ASSIGNMENT,
    HASH,
    ROWS,
    SUBMISSION,
    SUFFIXES,
    read_assignment,
    read_submission,
)
from xpert_studio.core.exchange.bundle_format import ATTACHMENTS, MANIFEST
from xpert_studio.core.exchange.pack_rows import PACKS
from xpert_studio.core.exchange.targets import CheckedTarget, ExportTarget, listed, open_target
from xpert_studio.core.judge.key_check import KeyCheck
from xpert_studio.core.messages import Message
from xpert_studio.core.records import content_hash
from xpert_studio.core.records.assignments import (
    FORMAT_VERSION,
    Purpose,
    Scope,
)
from xpert_studio.core.store import SUFFIX, ProjectFile
from xpert_studio.core.store.entities import entity_of
from xpert_studio.core.workflow.assignments.content import (
    AssignmentContent,
    Files,
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


def write_assignment(content: AssignmentContent, path: Path, *, replace: bool = False) -> Path:
    """Writes an assignment, whole under its name or not at all; returns where.

    Raises:
        UsageError: A file is there, or the name has another suffix.
    """
    rows = (
        {"kind": entity_of(record).kind, "record": record.model_dump(mode="json")}
        for record in content.records
    )
    told = {
        "assignment": content.assignment.model_dump(mode="json"),
        "project": content.info.model_dump(mode="json"),
        **({PACKS: [pack.plain() for pack in content.packs]} if content.packs else {}),
    }
    return _write(path, ASSIGNMENT, told, rows, content.files, replace=replace)


def write_submission(content: SubmissionContent, path: Path, *, replace: bool = False) -> Path:
    """Writes a submission; as ``write_assignment``."""
    rows = (part.model_dump(mode="json") for part in content.parts)
    told = {"submission": content.submission.model_dump(mode="json")}
    return _write(path, SUBMISSION, told, rows, content.files, replace=replace)


def _write(
    path: Path,
    kind: str,
    told: dict[str, Any],
    rows: Iterator[dict[str, Any]],
    files: Files,
    *,
    replace: bool,
) -> Path:
    target = _named(path, SUFFIXES[kind])
    check = KeyCheck(public=False)
    with open_target(target, replace=replace) as plain:
        out = CheckedTarget(plain, check)
        out.put_lines(ROWS, (json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
        for sha256 in sorted(files.hashes):
            out.put(ATTACHMENTS + sha256, files.read(sha256))
        out.put(MANIFEST, _manifest(kind, told, out))
        check.settle()
    return target


def _named(path: Path, suffix: str) -> Path:
    if not path.name:
        raise UsageError(Message("{path} is a folder.", path=path), remedy="Choose another name.")
    if not path.suffix:
        return path.with_name(path.name + suffix)
    if path.suffix.casefold() != suffix:
        raise UsageError(
            Message(
                "This is written to a {suffix} file, not {given}.",
                suffix=suffix,
                given=path.suffix,
            ),
            remedy=Message("Name it {stem}{suffix}.", stem=path.stem, suffix=suffix),
        )
    return path


def _manifest(kind: str, told: dict[str, Any], out: ExportTarget) -> bytes:
    manifest = {
        "format": kind,
        "format_version": FORMAT_VERSION,
        "generator": f"xpert-studio {__version__}",
        **told,
        "files": listed(out.written),
    }
    manifest[HASH] = content_hash(manifest)
    return (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode("utf-8")
