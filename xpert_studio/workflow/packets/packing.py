"""Gathers what goes into a packet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from xpert_studio.records import (
    BLIND,
    Certificate,
    Draft,
    Judgment,
    OpenSheet,
    Packet,
    ProjectInfo,
    Purpose,
    Record,
    Response,
    RubricOrder,
    Scope,
    bytes_hash,
)
from xpert_studio.store import (
    Transaction,
    certificates,
    entities,
    files,
    log,
    responses,
    tasks,
)
from xpert_studio.workflow.merging.contents import content_of
from xpert_studio.workflow.merging.kinds import KINDS, ORDER
from xpert_studio.workflow.merging.lineage import first
from xpert_studio.workflow.packets.content import Files, Held, PacketContent, attachments_of
from xpert_studio.workflow.packets.ledger import Ledger
from xpert_studio.workflow.packets.people import people_for
from xpert_studio.workflow.packets.telling import events_for
from xpert_studio.workflow.packets.veil import Veil, named_in, veil_for

_OF_TASKS: Final = {
    Purpose.REVIEW: (
        "task", "checkpoint", ORDER, "revision", "review", "remark", "spot_check", "dismissal",
    ),
    Purpose.WRITE: (
        "task", "checkpoint", ORDER, "revision", "review", "remark", "spot_check", "proposal",
        "dismissal",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Packing:
    """Gathers one packet within a writing transaction: a project may have to be given a secret."""

    tx: Transaction
    packet: Packet

    def request(self) -> PacketContent:
        """What somebody needs to do what the packet asks, and no more."""
        if self.packet.purpose in BLIND:
            return self._blind()
        scope, ledger = self.packet.scope, Ledger(self.tx)
        held = list(of_tasks(ledger, _OF_TASKS[self.packet.purpose], scope.task_ids))
        told = events_for(self.tx, scope.task_ids)
        records = [item.record for item in held if item.record is not None]
        return PacketContent(
            self.packet,
            (*self._context(None, [*records, *told]), *held),
            (),
            told,
            files_of(self.tx, records),
        )

    def sync(self) -> PacketContent:
        """The whole project, with all that was ever removed from it."""
        ledger = Ledger(self.tx)
        held = [item for kind in KINDS for item in _everything(ledger, kind)]
        told = tuple(log.all_entries(self.tx))
        hashes = frozenset(files.blob_sizes(self.tx))
        retired = tuple(tasks.retired_lines(self.tx))
        found = tuple(certificates.all_certificates(self.tx))
        return PacketContent(
            self.packet,
            tuple(held),
            retired,
            told,
            Files(hashes, self._read),
            found,
            self._evidence(found),
        )

    def _evidence(self, found: Iterable[Certificate]) -> Files:
        """The answers behind certificates; those that were damaged stay here."""
        named = {item.evidence: item.id for item in found}
        sound = {
            sha256: id_
            for sha256, id_ in named.items()
            if bytes_hash(certificates.evidence_of(self.tx, id_)) == sha256
        }
        return Files(
            frozenset(sound), lambda sha256: certificates.evidence_of(self.tx, sound[sha256])
        )

    # Judging and confirming.

    def _blind(self) -> PacketContent:
        scope, person_id = self.packet.scope, self.packet.for_person or ""
        veil = veil_for(self.tx, person_id)
        real = [responses.get_response(self.tx, id_) for id_ in scope.response_ids]
        shown: list[Record] = []
        for task_id in scope.task_ids:
            shown.append(tasks.get_task(self.tx, task_id))
            lines = tasks.rubric_of(self.tx, task_id)
            shown += lines
            ids = tuple(line.id for line in lines)
            shown.append(RubricOrder(task_id=task_id, checkpoint_ids=ids))
        context = [_context(veil.over(record)) for record in (*shown, *real)]
        # In the order of their new names, which says nothing.
        context.sort(key=lambda item: (item.kind, item.key))
        ledger = Ledger(self.tx)
        gone = list(_gone_lines(ledger, scope.task_ids))
        work = [_veiled(item, veil) for item in self._work(ledger, person_id)]
        named = [item.record for item in work if item.record is not None]
        seen = self.packet.model_copy(update={"scope": _hidden(scope, veil)})
        return PacketContent(
            seen,
            (*self._context(veil, named), *context, *gone, *work),
            (),
            (),
            files_of(self.tx, [item.record for item in context]),
            warnings=self._leaks(real),
        )

    def _work(self, ledger: Ledger, person_id: str) -> Iterator[Held]:
        """What the person has done on the responses, or the sheets they are to confirm."""
        scope = self.packet.scope
        lines = {
            line.id
            for task_id in scope.task_ids
            for line in tasks.rubric_of(self.tx, task_id)
        }  # fmt: skip
        if self.packet.purpose is Purpose.CONFIRM:
            sheets = [(sheet.response_id, sheet.expert_id) for sheet in scope.sheets]
            kinds: tuple[type[Record], ...] = (Judgment,)
        else:
            sheets = [(response_id, person_id) for response_id in scope.response_ids]
            kinds = (OpenSheet, Draft, Judgment)
        for response_id, expert_id in sheets:
            for kind in kinds:
                own = entities.find_all(self.tx, kind, response_id=response_id, expert_id=expert_id)
                for record in own:
                    if not isinstance(record, Judgment) or record.checkpoint_id in lines:
                        yield from _held(ledger, kind_of(record), record)

    def _leaks(self, real: Sequence[Response]) -> tuple[str, ...]:
        found = []
        for response in real:
            read = {
                item.sha256: files.get_blob(self.tx, item.sha256) for item in response.attachments
            }
            if named_in(response, read):
                found.append(
                    f"A response to {response.task_id} names its own system, in its text, in a "
                    "file or in the properties of a file; nothing can hide that."
                )
        return tuple(dict.fromkeys(found))

    # What every packet has.

    def _context(self, veil: Veil | None, shown: Iterable[Record]) -> list[Held]:
        packet = self.packet
        info = entities.find(self.tx, ProjectInfo)
        bare = info.model_copy(update={"extra": {}}) if info else None
        people = people_for(self.tx, packet.purpose, packet.for_person or "", packet.made_by, shown)
        records: list[Record] = [*([bare] if bare else []), *people]
        return [_context(veil.over(record) if veil else record) for record in records]

    def _read(self, sha256: str) -> bytes:
        return files.get_blob(self.tx, sha256)


def of_tasks(ledger: Ledger, kinds: Iterable[str], task_ids: Sequence[str]) -> Iterator[Held]:
    """The records of some kinds that belong to some tasks, those that were removed included."""
    wanted = set(task_ids)
    for kind in kinds:
        for key, record in ledger.all(kind).items():
            if task_of(kind, key, record) in wanted:
                yield from _held(ledger, kind, record)
        for key in ledger.removed(kind):
            if ledger.task_of_removed(kind, key) in wanted:
                standing = ledger.standing_of(kind, key, None)
                if standing is not None:
                    yield Held(kind, key, None, standing.past)


def task_of(kind: str, key: tuple[str, ...], record: Record | None) -> str | None:
    """The task that a record belongs to."""
    if kind == "task":
        return key[0]
    return getattr(record, "task_id", None)


def files_of(tx: Transaction, records: Iterable[Record | None]) -> Files:
    """The files that records name and the project has."""
    named = {item.sha256 for item in attachments_of(records)}
    there = frozenset(sha256 for sha256 in named if files.has_blob(tx, sha256))
    return Files(there, lambda sha256: files.get_blob(tx, sha256))


def _gone_lines(ledger: Ledger, task_ids: Sequence[str]) -> Iterator[Held]:
    """Lines that stood in the rubrics once: whoever has them loses them."""
    for key in sorted(ledger.removed("checkpoint")):
        if key[0] in task_ids:
            yield Held("checkpoint", key, None, first("checkpoint", None), is_context=True)


def _everything(ledger: Ledger, kind: str) -> Iterator[Held]:
    for record in ledger.all(kind).values():
        yield from _held(ledger, kind, record)
    for key in sorted(ledger.removed(kind)):
        standing = ledger.standing_of(kind, key, None)
        if standing is not None:
            yield Held(kind, key, None, standing.past)


def _held(ledger: Ledger, kind: str, record: Record) -> Iterator[Held]:
    key = key_of(kind, record)
    standing = ledger.standing_of(kind, key, record)
    if standing is not None:
        yield Held(kind, key, record, standing.past)


def key_of(kind: str, record: Record) -> tuple[str, ...]:
    """What identifies a record among its kind."""
    return tuple(str(getattr(record, name)) for name in KINDS[kind].key)


def kind_of(record: Record) -> str:
    """The name of a record's kind."""
    return ORDER if isinstance(record, RubricOrder) else entities.entity_of(record).kind


def _context(record: Record) -> Held:
    kind = kind_of(record)
    past = first(kind, content_of(kind, record))
    return Held(kind, key_of(kind, record), record, past, is_context=True)


def _veiled(held: Held, veil: Veil) -> Held:
    if held.record is None:
        return held
    record = veil.over(held.record)
    return replace(held, key=key_of(held.kind, record), record=record)


def _hidden(scope: Scope, veil: Veil) -> Scope:
    return scope.model_copy(
        update={
            "response_ids": tuple(sorted(veil.response_id(id_) for id_ in scope.response_ids)),
            "sheets": tuple(
                sheet.model_copy(update={"response_id": veil.response_id(sheet.response_id)})
                for sheet in scope.sheets
            ),
        }
    )
