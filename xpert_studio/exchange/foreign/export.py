"""Writes a benchmark in another tool's format, whole under its final name or not at all."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from xpert_studio.errors import UsageError
from xpert_studio.exchange.foreign.content import Content, read_content
from xpert_studio.exchange.foreign.folders import whole_folder
from xpert_studio.exchange.foreign.registry import ForeignFormat
from xpert_studio.exchange.key_check import KeyCheck, check_texts
from xpert_studio.exchange.reports import ExportReport
from xpert_studio.exchange.scope import Scope
from xpert_studio.instruments import instrument_of
from xpert_studio.store import ProjectFile
from xpert_studio.whole_files import whole_file


def export_foreign(
    project: ProjectFile,
    wanted: ForeignFormat,
    target: Path,
    *,
    scope: Scope = Scope(),
    now: datetime | None = None,
    replace: bool = False,
    allow_possible_keys: bool = False,
) -> ExportReport:
    """Writes the project in another tool's format.

    Args:
        project: The project.
        wanted: The format.
        target: A file with the format's ending, or a folder.
        scope: Which part of the project.
        now: The time, which some formats carry.
        replace: Whether an earlier export that stands there may be replaced.
        allow_possible_keys: Whether it may hold what only looks like an API key.

    Raises:
        NotFoundError: A named task or subset is not in the project.
        UsageError: The target has a wrong ending, or stands there and may not be replaced; or a
            text holds an API key.
        PossibleKeysError: A text holds something that looks like one, and that is not allowed.
        XpertError: It could not be written.
    """
    target = target.absolute()
    if wanted.suffix and target.suffix.lower() != wanted.suffix:
        raise UsageError(
            f"{target.name} does not end in {wanted.suffix}, as files for {wanted.tool} do.",
            remedy=f"Write to {target.with_suffix(wanted.suffix).name} instead.",
        )
    if not wanted.suffix and target.suffix.lower() == ".zip":
        raise UsageError(
            f"{wanted.tool} reads a folder, and {target.name} is no name for one.",
            remedy=f"Write to {target.with_suffix('').name} instead.",
        )
    content = read_content(project, scope, with_facts=wanted.has_card, now=now)
    _need_carried(content, wanted)
    check = KeyCheck(allow_possible=allow_possible_keys)
    check_texts(check, content)
    possible_keys = check.settle()
    place = (
        whole_file(target, replace=replace)
        if wanted.suffix
        else whole_folder(target, format_id=wanted.id, replace=replace)
    )
    with place as unfinished:
        rows = wanted.write(content, unfinished)
    warnings = (*content.warnings, *wanted.losses(content))
    return ExportReport(str(target), dict(rows), warnings=warnings, possible_keys=possible_keys)


def _need_carried(content: Content, wanted: ForeignFormat) -> None:
    """Refuses checkpoints whose instrument the format does not have.

    Raises:
        UsageError: There are some; it names the first.
    """
    for rubric in content.rubrics.values():
        for point in rubric:
            instrument = instrument_of(point)
            if wanted.id not in instrument.formats:
                raise UsageError(
                    f"{wanted.tool} has nothing like {instrument.title!r}, by which checkpoint "
                    f"{point.id} of {point.task_id} is answered.",
                    remedy="Export other tasks, or a bundle, which holds everything.",
                )
