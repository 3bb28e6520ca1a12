"""Writes the records of the pack: as a step of the lead, or of nobody in a project of no people."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime

from pydantic import JsonValue

from xpert_studio.api.records import CommandContext, ProjectFile, RecordKind, Written, put_records
from xpert_studio.core.records import LogEntry
from xpert_studio.core.records.pack_records import PackRecord
from xpert_studio.core.store import entities, log
from xpert_studio.core.workflow.command_context import acting_lead
from xpert_studio.packs.datasheet.records import PACK_ID


def keep(
    project: ProjectFile,
    person_id: str,
    kind: RecordKind,
    records: Sequence[Written],
    clock: Callable[[], datetime],
) -> None:
    """Writes records.

    Args:
        project: Open for writing.
        person_id: Who is named; empty for nobody.
        kind: Of the records.
        records: New ones.
        clock: The time.

    Raises:
        NotAllowedError: The project has people, and this is no lead.
    """
    with project.reading() as tx:
        lead = acting_lead(tx, person_id)
    if lead is not None:
        put_records(CommandContext(project, lead, clock), PACK_ID, kind.id, records)
        return
    with project.writing() as tx:
        for record in records:
            entities.put(
                tx,
                PackRecord(
                    pack=PACK_ID,
                    kind=kind.id,
                    id=uuid.uuid4().hex,
                    response_id=record.response_id,
                    version=kind.version,
                    content=kind.written(record.value),
                ),
            )
        details: dict[str, JsonValue] = {"kind": kind.id, "records": len(records)}
        log.add_entry(tx, LogEntry(at=clock(), command="judge.asked", details=details))
