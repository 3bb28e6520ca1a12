"""Makes a project of a packet: the part of it that somebody was sent, with them at work on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from xpert_studio.errors import NotAllowedError, UsageError, XpertError
from xpert_studio.records import BLIND, Checkpoint, LogEntry, Purpose, Record, RubricOrder
from xpert_studio.store import (
    ProjectFile,
    Transaction,
    entities,
    files,
    log,
    packets,
    settings,
    staleness,
    tasks,
    versions,
)
from xpert_studio.store.intake import Intake
from xpert_studio.store.packets import Way
from xpert_studio.store.settings import Guest
from xpert_studio.store.versions import Noted
from xpert_studio.workflow.merging.kinds import KINDS, ORDER
from xpert_studio.workflow.packets.content import PacketContent, keep_certificates
from xpert_studio.workflow.packets.telling import add_events

_IN_BULK: Final = ("person", "task", "checkpoint", "response", "judgment")
"""Kinds that come in large numbers."""


def open_packet(
    content: PacketContent,
    path: Path,
    *,
    now: datetime,
    person_id: str | None = None,
    check: Callable[[], object] = lambda: None,
) -> ProjectFile:
    """Makes a new project file of a packet and opens it.

    Args:
        content: A request, or a whole copy.
        path: Where to; nothing may stand there.
        now: The time.
        person_id: Who opens it; whom it is for where None.
        check: Called before the project gets its name; there is none where it raises.

    Raises:
        UsageError: It is an answer, which belongs where its question was asked.
        NotAllowedError: It is for somebody else.
        ProjectFileError: The file exists or cannot be written.
    """
    packet = content.packet
    if packet.purpose is Purpose.ANSWERS:
        raise UsageError(
            "An answer is taken into the project that the question came from.",
            remedy="Open that project and take the packet in there.",
        )
    if person_id is not None and packet.for_person not in {None, person_id}:
        raise NotAllowedError(
            f"The packet is for {packet.for_person}.", remedy="Open it as that person."
        )

    def fill(project: ProjectFile) -> None:
        with project.writing() as tx:
            _fill(tx, content, now)
        check()

    return ProjectFile.create(path, content.info, fill)


def _fill(tx: Transaction, content: PacketContent, now: datetime) -> None:
    packet = content.packet
    settings.put_project_id(tx, packet.project_id)
    if packet.purpose is not Purpose.SYNC:
        settings.put_guest(tx, Guest(packet.for_person or "", packet.purpose in BLIND))
    for sha256 in sorted(content.files.hashes):
        files.put_blob(tx, content.files.read(sha256))
    _put_records(tx, content)
    staleness.refresh_all(tx)
    versions.add(
        tx,
        [
            Noted(
                kind=held.kind,
                key=held.key,
                version=held.past.version,
                ancestors=held.past.ancestors,
                hash=held.version.hash,
                content=held.content,
                turn=0,
                packet_id=packet.id,
            )
            for held in content.held
        ],
    )
    keep_certificates(tx, content.certificates, content.evidence)
    add_events(tx, content.events, packet.id)
    packets.put_packet(tx, packet, Way.IN, digest=content.digest, at=now)
    details = {"packet": packet.id, "purpose": packet.purpose.value, "person": packet.made_by}
    opened = LogEntry(
        at=now, command="packet.open", actor_id=packet.for_person, details=dict(details)
    )
    log.add_entry(tx, opened)


def _put_records(tx: Transaction, content: PacketContent) -> None:
    """Writes the records, each after those it refers to."""
    intake = Intake(tx)
    for kind in KINDS:
        found = [held.record for held in content.of(kind) if held.record is not None]
        if kind in _IN_BULK:
            add = getattr(intake, kind)
            for record in found:
                add(record)
            intake.flush()
            if kind == "checkpoint":
                _put_retired(tx, content.retired)
                intake = Intake(tx)
        elif kind not in {"project", ORDER}:
            _put_all(tx, found)
    placeless = {
        (held.record.task_id, held.record.id): held.record
        for held in content.of("checkpoint")
        if isinstance(held.record, Checkpoint) and held.record.position is None
    }
    for held in content.of(ORDER) if placeless else ():
        if isinstance(held.record, RubricOrder):
            _place(tx, held.record, placeless)


def _put_retired(tx: Transaction, lines: Iterable[Checkpoint]) -> None:
    for line in lines:
        tasks.put_retired(tx, line)


def _put_all(tx: Transaction, found: Iterable[Record]) -> None:
    for record in found:
        try:
            entities.put(tx, record)
        except XpertError as error:
            kind = entities.entity_of(record).kind.replace("_", " ")
            raise UsageError(
                f"The packet holds a {kind} that refers to something it does not hold.",
                remedy="Have it made and sent again.",
            ) from error


def _place(
    tx: Transaction, order: RubricOrder, placeless: Mapping[tuple[str, str], Checkpoint]
) -> None:
    """Gives lines that do not say where they stand their place in the rubric."""
    for place, line_id in enumerate(order.checkpoint_ids):
        line = placeless.get((order.task_id, line_id))
        if line is not None:
            entities.put(tx, line.model_copy(update={"position": place}))
