"""Sends packets: requests by a lead, answers by whoever was asked, whole copies between leads.

Each gives what is to be written to a file, and writes down that it went out once the file is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from pydantic import JsonValue

from xpert_studio.errors import NotAllowedError, NotFoundError, StageError, UsageError
from xpert_studio.records import (
    BLIND,
    REQUESTS,
    AnchorChoice,
    Draft,
    Judgment,
    LogEntry,
    OpenSheet,
    Packet,
    Person,
    Purpose,
    Record,
    Role,
    Scope,
    Task,
)
from xpert_studio.store import (
    Transaction,
    entities,
    log,
    packets,
    settings,
    verify,
    versions,
)
from xpert_studio.store.entities import ENTITIES
from xpert_studio.store.packets import PacketRow, Way
from xpert_studio.store.versions import RecordKey
from xpert_studio.workflow import rights
from xpert_studio.workflow.blinding import need_results
from xpert_studio.workflow.desk import Desk, person_of
from xpert_studio.workflow.merging.kinds import ORDER
from xpert_studio.workflow.merging.lineage import Content, Past
from xpert_studio.workflow.packets.content import Held, PacketContent
from xpert_studio.workflow.packets.ledger import Ledger, note
from xpert_studio.workflow.packets.packing import Packing, files_of, key_of, kind_of, of_tasks
from xpert_studio.workflow.packets.telling import events_of
from xpert_studio.workflow.packets.veil import veil_for

_KINDS: Final = {
    Purpose.REVIEW: ("task", "revision", "review", "remark", "spot_check"),
    Purpose.WRITE: (
        "task", "checkpoint", ORDER, "revision", "remark", "proposal", "dismissal",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answering:
    """Gathers the answer to one packet.

    Attributes:
        packet: The answer.
        request: What it answers.
    """

    tx: Transaction
    packet: Packet
    request: Packet

    def content(self) -> PacketContent:
        """What the person added or changed; nothing of it where they did nothing."""
        came = versions.came_in(self.tx)
        held = tuple(
            item
            for item in self._work(Ledger(self.tx))
            if item.past.version not in came.get(item.at, set())
        )
        records = [item.record for item in held]
        told = events_of(self.tx, self.request.purpose, self.packet.made_by, self._task_ids())
        packet = self.packet.model_copy(update={"scope": Scope(task_ids=self._task_ids())})
        return PacketContent(packet, held, (), told, files_of(self.tx, records))

    def _task_ids(self) -> tuple[str, ...]:
        """The tasks that were sent and, where somebody was to write, those they have begun."""
        sent = self.request.scope.task_ids
        if self.request.purpose is not Purpose.WRITE:
            return sent
        own = entities.find_all(self.tx, Task, author_id=self.packet.made_by)
        return tuple(dict.fromkeys((*sent, *(task.id for task in own))))

    def _work(self, ledger: Ledger) -> Iterator[Held]:
        request, person_id = self.request, self.packet.made_by
        if request.purpose in _KINDS:
            yield from of_tasks(ledger, _KINDS[request.purpose], self._task_ids())
            return
        found: list[Record] = []
        if request.purpose is Purpose.JUDGE:
            for response_id in request.scope.response_ids:
                for kind in (OpenSheet, Draft, Judgment):
                    found += self._all(kind, response_id=response_id, expert_id=person_id)
        else:
            for sheet in request.scope.sheets:
                found += self._all(Judgment, **sheet.model_dump())
            found += self._all(AnchorChoice, chosen_by=person_id)
        for record in found:
            kind_name, key = kind_of(record), key_of(kind_of(record), record)
            standing = ledger.standing_of(kind_name, key, record)
            if standing is not None:
                yield Held(kind_name, key, record, standing.past)
        yield from self._removed(ledger)

    def _removed(self, ledger: Ledger) -> Iterator[Held]:
        """What of one's own work was there when it came, and is not any more."""
        for kind in ("open_sheet", "decision", "judgment", "anchor_choice"):
            for key in sorted(ledger.removed(kind)):
                standing = ledger.standing_of(kind, key, None)
                if standing is not None and standing.noted is not None:
                    yield Held(kind, key, None, standing.past)

    def _all(self, kind: type[Record], **values: Any) -> list[Record]:  # noqa: ANN401 - fields
        return list(entities.find_all(self.tx, kind, **values))


@contextmanager
def send_request(
    desk: Desk, purpose: Purpose, person_id: str, scope: Scope, *, message: str = ""
) -> Iterator[PacketContent]:
    """A packet that asks somebody to do something; it counts as sent when the block ends well.

    Args:
        desk: A lead.
        purpose: What for.
        person_id: Who is asked; somebody else.
        scope: What about, see ``choosing.choose``.
        message: What there is to say to them.

    Raises:
        NotAllowedError: Not a lead, or this is itself what somebody was sent.
        UsageError: No such purpose, or to themselves.
    """
    if purpose not in REQUESTS:
        raise UsageError(f"{purpose.value} is nothing that somebody is asked to do.")
    with desk.project.writing() as tx:
        sender = _lead(tx, desk)
        person_of(tx, person_id)
        if person_id == sender.id:
            raise UsageError(
                "A packet is for somebody else.", remedy="What waits for you, you can do here."
            )
        packet = _packet(tx, desk, purpose, person_id, scope, message)
        content = Packing(tx, packet).request()
        yield content
        _sent(tx, packet, content, desk.clock())


@contextmanager
def send_copy(
    desk: Desk, *, person_id: str | None = None, message: str = ""
) -> Iterator[PacketContent]:
    """A packet with the whole project, for another lead's copy of it.

    Args:
        desk: A lead.
        person_id: The other lead; None for any.
        message: What there is to say to them.
    """
    with desk.project.writing() as tx:
        _lead(tx, desk)
        need_results(tx, desk.person_id)
        if person_id is not None:
            rights.need_role(person_of(tx, person_id), Role.LEAD)
        packet = _packet(tx, desk, Purpose.SYNC, person_id, Scope(), message)
        content = Packing(tx, packet).sync()
        yield content
        _sent(tx, packet, content, desk.clock())


@contextmanager
def send_answer(desk: Desk, *, to: str | None = None, message: str = "") -> Iterator[PacketContent]:
    """A packet that answers one that came in, with what the person added or changed.

    Args:
        desk: Whom that packet was for.
        to: The packet to answer; the only one that came in where None.
        message: What there is to say.

    Raises:
        NotFoundError: No such packet came in, or several did.
        NotAllowedError: It was for somebody else.
        StageError: They have done nothing yet.
    """
    with desk.project.writing() as tx:
        request = _request(tx, desk, to).packet
        if request.for_person != desk.person_id:
            raise NotAllowedError(
                f"The packet is for {request.for_person}, and only they answer it.",
                remedy="Work as that person, if you are.",
            )
        packet = _packet(tx, desk, Purpose.ANSWERS, request.made_by, Scope(), message)
        packet = packet.model_copy(update={"answers_to": request.id})
        content = Answering(tx, packet, request).content()
        if not content.held:
            raise StageError(
                "There is nothing to send back yet.",
                remedy="Do some of what you were asked for first.",
            )
        yield content
        _sent(tx, content.packet, content, desk.clock())


def close_packet(desk: Desk, packet_id: str, *, closed: bool = True) -> None:
    """Stops waiting for the answer to a packet, or waits for it again.

    Raises:
        NotFoundError: No such packet went out.
    """
    with desk.project.writing() as tx:
        _lead(tx, desk)
        row = packets.find_packet(tx, packet_id, Way.OUT)
        if row is None:
            raise NotFoundError(
                f"No packet {packet_id} went out.", remedy="Look at the list of packets."
            )
        packets.close_packet(tx, packet_id, desk.clock() if closed else None)
        _tell(tx, "packet.close" if closed else "packet.reopen", row.packet, desk)


def _lead(tx: Transaction, desk: Desk) -> Person:
    person = person_of(tx, desk.person_id)
    guest = settings.guest(tx)
    if guest is not None:
        raise NotAllowedError(
            "This file is what somebody was sent of a project; packets to others are made there.",
            remedy="Send back what you have done with an answer.",
        )
    rights.need_role(person, Role.LEAD)
    return person


def _packet(
    tx: Transaction,
    desk: Desk,
    purpose: Purpose,
    person_id: str | None,
    scope: Scope,
    message: str,
) -> Packet:
    verify(tx, [entity.table for entity in ENTITIES.values()])
    project_id = settings.project_id(tx)
    settings.put_project_id(tx, project_id)
    return Packet(
        id=f"pk-{desk.new_id()}",
        purpose=purpose,
        project_id=project_id,
        made_by=desk.person_id,
        made_at=desk.clock(),
        for_person=person_id,
        scope=scope,
        message=message.strip() or None,
    )


def _request(tx: Transaction, desk: Desk, packet_id: str | None) -> PacketRow:
    came = [
        row
        for row in packets.all_packets(tx)
        if row.way is Way.IN and row.packet.purpose in REQUESTS and not row.is_undone
    ]
    if packet_id is not None:
        came = [row for row in came if row.packet.id == packet_id]
    else:
        came = [row for row in came if row.packet.for_person == desk.person_id] or came
    if len(came) == 1:
        return came[0]
    if not came:
        raise NotFoundError(
            "No packet that asks for something came into this project."
            if packet_id is None
            else f"No packet {packet_id} came into this project.",
            remedy="Look at the list of packets.",
        )
    listed = ", ".join(row.packet.id for row in came)
    raise NotFoundError(f"Several packets came in: {listed}.", remedy="Say which one to answer.")


def _sent(tx: Transaction, packet: Packet, content: PacketContent, at: datetime) -> None:
    """Writes down that a packet went out, and in which states its records did."""
    states = list(_states(tx, packet, content))
    sent = {key: past.version for key, past, _ in states}
    if packet.purpose is Purpose.SYNC:
        # Of a whole copy the journal knows what came before: most of it was never edited.
        states = [state for state in states if state[1].ancestors]
    note(tx, states)
    versions = None if packet.purpose is Purpose.SYNC else sent
    packets.put_packet(tx, packet, Way.OUT, digest=content.digest, at=at, versions=versions)
    counts = {
        "records": len(sent),
        "tasks": len(packet.scope.task_ids),
        "responses": len(packet.scope.response_ids),
    }
    verb = "packet.answer" if packet.purpose is Purpose.ANSWERS else "packet.send"
    _add_event(tx, verb, packet, packet.made_by, at, **{k: v for k, v in counts.items() if v})


def _states(
    tx: Transaction, packet: Packet, content: PacketContent
) -> Iterator[tuple[RecordKey, Past, Content]]:
    """The states that went out, under the ids and with all they have here."""
    real = _real_ids(tx, packet)
    ledger = Ledger(tx)
    for held in content.held:
        if held.is_context:
            continue
        if packet.purpose not in BLIND:
            yield held.at, held.past, held.content
            continue
        key = tuple(real.get(part, part) for part in held.key)
        standing = ledger.standing(held.kind, key)
        if standing is not None:
            yield (held.kind, key), standing.past, standing.content


def _real_ids(tx: Transaction, packet: Packet) -> dict[str, str]:
    if packet.purpose not in BLIND:
        return {}
    return veil_for(tx, packet.for_person or "").real_ids(packet.scope.response_ids)


def _tell(tx: Transaction, verb: str, packet: Packet, desk: Desk) -> None:
    _add_event(tx, verb, packet, desk.person_id, desk.clock())


def _add_event(
    tx: Transaction, verb: str, packet: Packet, actor_id: str, at: datetime, **counts: int
) -> None:
    details: dict[str, JsonValue] = {
        "packet": packet.id, "purpose": packet.purpose.value, **counts,
    }  # fmt: skip
    if packet.for_person:
        details["person"] = packet.for_person
    log.add_entry(tx, LogEntry(at=at, command=verb, actor_id=actor_id, details=details))
