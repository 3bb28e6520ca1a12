"""Writes assignments and submissions as files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from xpert_studio import __version__
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.assignment_files import ASSIGNMENT, HASH, ROWS, SUBMISSION, SUFFIXES
from xpert_studio.core.exchange.bundle_format import ATTACHMENTS, MANIFEST
from xpert_studio.core.exchange.manifest_packs import PACKS
from xpert_studio.core.exchange.targets import CheckedTarget, Target, open_target
from xpert_studio.core.judge.key_check import KeyCheck
from xpert_studio.core.messages import Message
from xpert_studio.core.records import content_hash
from xpert_studio.core.records.assignments import (
    FORMAT_VERSION,
)
from xpert_studio.core.store.entities import entity_of
from xpert_studio.core.workflow.assignments.content import (
    AssignmentContent,
    Files,
    SubmissionContent,
)


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


def _manifest(kind: str, told: dict[str, Any], out: Target) -> bytes:
    listed = [
        {"path": path, "sha256": file.sha256} | ({} if file.rows is None else {"rows": file.rows})
        for path, file in sorted(out.written.files.items())
    ]
    manifest = {
        "format": kind,
        "format_version": FORMAT_VERSION,
        "generator": f"xpert-studio {__version__}",
        **told,
        "files": listed,
    }
    manifest[HASH] = content_hash(manifest)
    return (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode("utf-8")
