"""Gathers what goes back: what somebody added to, or changed in, what they were sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.records import (
    AnchorChoice,
    Draft,
    Judgment,
    OpenSheet,
    Packet,
    Purpose,
    Record,
    Scope,
    Task,
)
from xpert_studio.store import Transaction, entities, versions
from xpert_studio.workflow.merging.kinds import ORDER
from xpert_studio.workflow.packets.content import Held, PacketContent
from xpert_studio.workflow.packets.ledger import Ledger
from xpert_studio.workflow.packets.packing import files_of, key_of, kind_of, of_tasks
from xpert_studio.workflow.packets.telling import events_of

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
