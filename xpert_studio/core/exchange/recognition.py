"""Tells what a person wants to import, and hands it to the entry that is the surest of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Never

from xpert_studio.core.errors import InputRefusedError, NotFoundError, Problem, UsageError
from xpert_studio.core.exchange.formats.incoming import (
    FOLDER,
    IMPORTS,
    TAKEN,
    Candidate,
    ImportFormat,
    Surety,
    Terms,
)
from xpert_studio.core.exchange.formats.incoming.entry import NOT, Progress
from xpert_studio.core.exchange.formats.incoming.rows import first_row
from xpert_studio.core.exchange.formats.incoming.unread import note_unread
from xpert_studio.core.exchange.problems import ImportReport, Problems, shown
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.packs import pack_in
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow.command_context import acting_lead


@dataclass(frozen=True, slots=True)
class Recognised:
    """How sure an entry is of a source."""

    format: ImportFormat
    surety: Surety


def recognised(source: Path, formats: Iterable[ImportFormat] | None = None) -> list[Recognised]:
    """Every entry that sees something of its kind in a source, the surest first.

    Args:
        source: A file or folder; it exists.
        formats: The entries to ask, all by default. Their order changes nothing.
    """
    candidate = Candidate(source)
    found = (Recognised(item, _surety(item, candidate)) for item in formats or IMPORTS.values())
    seen = [item for item in found if item.surety.sure > 0]
    return sorted(seen, key=lambda item: (-item.surety.sure, item.format.id))


def _surety(item: ImportFormat, candidate: Candidate) -> Surety:
    """How sure a kind is; a pack from outside that fails is sure of nothing."""
    try:
        return item.recognise(candidate)
    except Exception as error:
        if pack_in(error) is None:
            raise
        return NOT


def surest(found: Sequence[Recognised]) -> tuple[ImportFormat, ...]:
    """The entries that would take a source: one, none, or several that are equally sure."""
    taking = [item for item in found if item.surety.sure >= TAKEN]
    return tuple(item.format for item in taking if item.surety.sure == taking[0].surety.sure)


def all_endings() -> tuple[str, ...]:
    """Endings of all files that can be imported."""
    endings = {ending for item in IMPORTS.values() for ending in item.endings}
    return tuple(sorted(endings - {FOLDER}))


def import_any(
    project: ProjectFile,
    source: Path,
    *,
    now: datetime,
    actor_id: str = "",
    on_progress: Progress = lambda _file, _rows: None,
    response_field: str = "",
    format_id: str = "",
) -> ImportReport:
    """Imports whatever is of a kind in ``IMPORTS``, told by its content.

    Args:
        project: Open for writing.
        source: A file or a folder.
        now: The time.
        actor_id: Who imports, a lead or the founder of the project; empty where nobody is named.
        on_progress: Told the file and the rows read so far, of a bundle; ends the import by
            raising.
        response_field: The field that holds the response, where the kind has one to choose.
        format_id: The entry that is to take it; found where empty.

    Raises:
        UsageError: There is no such entry, or it has no response field to choose.
        NotFoundError: There is nothing at ``source``.
        NotAllowedError: Who imports may not.
        InputRefusedError: It is of no kind or of several, or something is wrong with it.
    """
    wanted = find_import(format_id) if format_id else None
    _need(source)
    with project.reading() as tx:
        acting_lead(tx, actor_id)
    found = wanted or format_of(source)
    if response_field and found.response_fields is None:
        raise UsageError(
            Message(
                "{source} is read as {title}, which has no response field to choose.",
                source=source.name,
                title=found.title,
            ),
            remedy="Leave out --response-field.",
        )
    report = found.take_in(project, source, Terms(now, actor_id, on_progress, response_field))
    report.format = found.id
    return report


def find_import(format_id: str) -> ImportFormat:
    """An entry by its id.

    Raises:
        UsageError: There is none.
    """
    if format_id in IMPORTS:
        return IMPORTS[format_id]
    raise UsageError(
        Message("There is no format {format_id}.", format_id=format_id),
        remedy=Message("Choose one of {items}.", items=joined(IMPORTS)),
    )


def candidates_for(source: Path) -> tuple[ImportFormat, ...]:
    """The entries that would take a source; several where it has to be asked which.

    Raises:
        NotFoundError: There is nothing at ``source``.
        InputRefusedError: None would.
    """
    _need(source)
    found = recognised(source)
    those = surest(found)
    if not those:
        _refuse(source, found)
    return those


def format_of(source: Path) -> ImportFormat:
    """The entry that takes a source.

    Raises:
        InputRefusedError: None does, or several are equally sure.
    """
    those = candidates_for(source)
    if len(those) == 1:
        return those[0]
    problem = Problem(
        source.name,
        "",
        "",
        Message("may be any of {titles}.", titles=joined(item.title for item in those)),
        Message(
            "Say which: {options}.",
            options=joined((f"--format {item.id}" for item in those), either=True),
        ),
    )
    raise InputRefusedError(source.name, [problem])


def _need(source: Path) -> None:
    if not source.exists():
        raise NotFoundError(
            Message("There is nothing at {source}.", source=source), remedy="Check the name."
        )


def _refuse(source: Path, found: Sequence[Recognised]) -> Never:
    """Refuses what nobody takes, with its nearest relatives, or with what makes it unreadable.

    Raises:
        InputRefusedError: Always.
    """
    problems = Problems()
    note_unread(Candidate(source), problems)
    problems.refuse_if_any(source.name)
    near = [item for item in found if item.surety.sure == found[0].surety.sure]
    remedy = (
        joined(item.surety.reason for item in near)
        if near
        else Message(
            "What can be imported: {titles} (xpert-studio import --formats).",
            titles=joined(item.title for item in IMPORTS.values()),
        )
    )
    keys = list(first_row(Candidate(source)))
    if keys and not near:
        remedy = Message(
            "Its first entry has {keys}. A task needs its text as “prompt” or “question”, and a "
            "rubric or an expected answer beside it. {kinds}",
            keys=joined(map(shown, keys), most=8),
            kinds=remedy,
        )
    problem = Problem(source.name, "", "", "is of a kind that cannot be imported.", remedy)
    raise InputRefusedError(source.name, [problem])
