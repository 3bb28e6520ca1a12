"""Writes a benchmark in another tool's format, whole under its final name or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from xpert_studio.errors import UsageError, XpertError
from xpert_studio.exchange.foreign.content import Scope, read_content
from xpert_studio.exchange.foreign.registry import ForeignFormat
from xpert_studio.exchange.reports import ExportReport
from xpert_studio.store import ProjectFile
from xpert_studio.whole_files import whole_file


def export_foreign(
    project: ProjectFile,
    wanted: ForeignFormat,
    target: Path,
    *,
    scope: Scope = Scope(),
    replace: bool = False,
) -> ExportReport:
    """Writes the project in another tool's format.

    Args:
        project: The project.
        wanted: The format.
        target: A file with the format's ending, or a folder.
        scope: Which part of the project.
        replace: Whether an earlier export that stands there may be replaced.

    Raises:
        NotFoundError: A named task or subset is not in the project.
        UsageError: The target has another ending, or stands there and may not be replaced.
        XpertError: It could not be written.
    """
    if wanted.suffix and target.suffix.lower() != wanted.suffix:
        raise UsageError(
            f"{target.name} does not end in {wanted.suffix}, as files for {wanted.tool} do.",
            remedy=f"Write to {target.with_suffix(wanted.suffix).name} instead.",
        )
    content = read_content(project, scope)
    target = target.absolute()
    place = (
        whole_file(target, replace=replace)
        if wanted.suffix
        else _whole_folder(target, marker=wanted.marker, replace=replace)
    )
    with place as unfinished:
        rows = wanted.write(content, unfinished)
    return ExportReport(str(target), dict(rows), warnings=content.warnings)


@contextmanager
def _whole_folder(target: Path, *, marker: str, replace: bool) -> Iterator[Path]:
    """An empty folder to write to; it takes the final name when the block ends well."""
    if target.exists() and not replace:
        raise UsageError(f"{target} exists.", remedy="Choose another name, or add --replace.")
    if target.exists() and not (target / marker).is_file():
        raise UsageError(
            f"{target} is no earlier export, so it is not replaced.", remedy="Choose another name."
        )
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.part")
    old = target.with_name(f".{target.name}.{os.getpid()}.old")
    try:
        unfinished.mkdir(parents=True)
        yield unfinished
        if target.exists():
            target.rename(old)
        unfinished.rename(target)
    except OSError as error:
        raise XpertError(
            f"{target} could not be written: {error.strerror or error}.",
            remedy="Check the folder and the room on the disk.",
        ) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
