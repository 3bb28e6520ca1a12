"""What taking a packet in would do, record by record; nothing is changed.

What was taken away on one side and worked on on the other, a person decides. A response that a lead
has removed may have been judged elsewhere; the record itself is unchanged there, so that merging it
alone would let the removal win, and the judgments have nowhere to go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from xpert_studio.errors import ConflictError, NotAllowedError, PacketRefusedError, XpertError
from xpert_studio.records import Judgment, OpenSheet, Packet, Purpose, Task
from xpert_studio.store import Transaction, entities, packets, settings, versions
from xpert_studio.store.packets import PacketRow, Way
from xpert_studio.workflow.briefs import need_room
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.merging.kinds import KINDS, ORDER
from xpert_studio.workflow.merging.lineage import Content, Past, joined
from xpert_studio.workflow.merging.three_way import WHOLE, FieldDiff, Side
from xpert_studio.workflow.merging.together import UNKNOWN
from xpert_studio.workflow.merging.weighing import Choices, Fate, Item, Key, Offer, Weighing
from xpert_studio.workflow.packets.admission import Admitted, admit
from xpert_studio.workflow.packets.coherence import Rubrics
from xpert_studio.workflow.packets.content import Held, PacketContent
from xpert_studio.workflow.packets.invariants import Invariants, refused_revision
from xpert_studio.workflow.packets.ledger import Ledger
from xpert_studio.workflow.packets.rules import Answered

Items = dict[tuple[str, Key], Item]
_WORK: Final = frozenset({"open_sheet", "decision", "judgment"})


def with_removals_asked(
    tx: Transaction,
    ledger: Ledger,
    items: Items,
    offers: dict[tuple[str, Key], Offer],
    choices: Choices,
) -> Items:
    """The items, removals of what the other side has worked on put before a person.

    Args:
        tx: The project.
        ledger: Its records and their pasts.
        items: What becomes of every record.
        offers: What the packet offers.
        choices: What was decided.
    """  # fmt: skip
    judged_there = {key[0] for (kind, key), item in items.items() if kind in _WORK and item.theirs}
    found = dict(items)
    for at, item in items.items():
        kind, key = at
        if kind == "person" and item.fate is Fate.TAKEN and item.result is None:
            if entities.has_acted(tx, key[0]):
                found[at] = item.refused(_acted(key[0]))
        elif kind == "response" and at in offers:
            gone_here = item.mine is None and item.theirs is not None and item.result is None
            gone_there = item.theirs is None and item.mine is not None and item.result is None
            if (gone_here and key[0] in judged_there) or (gone_there and _is_judged(tx, key[0])):
                found[at] = _asked(ledger, item, offers[at], choices)
    return found


def _asked(ledger: Ledger, item: Item, offer: Offer, choices: Choices) -> Item:
    choice = choices.get((item.kind, item.key, WHOLE))
    base = item.mine if item.theirs is None else item.theirs
    diff = FieldDiff(WHOLE, WHOLE, UNKNOWN, item.mine, item.theirs, True, choice, base)
    if choice is None:
        return replace(item, fate=Fate.CONFLICT, result=item.mine, past=None, fields=(diff,))
    result: Content = item.mine if choice.side is Side.MINE else item.theirs
    own = ledger.own(item.kind, item.key)
    past = offer.past if own.past is None else joined(item.kind, result, own.past, offer.past)
    fate = Fate.KEPT if result == item.mine else Fate.TAKEN
    return replace(item, fate=fate, result=result, past=past, fields=(diff,))


def _is_judged(tx: Transaction, response_id: str) -> bool:
    return any(
        entities.find_all(tx, kind, response_id=response_id) for kind in (OpenSheet, Judgment)
    )


def _acted(person_id: str) -> ConflictError:
    return ConflictError(
        f"{person_id} has done something in the project and cannot be taken out of it.",
        remedy="Take their roles away instead.",
    )


_MANY: Final = 40
"""From so many records of a kind, all of them are read at once."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes of a packet.

    Attributes:
        request: What it answers, where it is an answer.
        before: When it was taken before; None where it was not, or that was undone.
        items: Its records; those that are the same on both sides last.
    """

    packet: Packet
    request: PacketRow | None
    before: PacketRow | None
    items: tuple[Item, ...]

    def of(self, *fates: Fate) -> tuple[Item, ...]:
        """The records of which this becomes."""
        return tuple(item for item in self.items if item.fate in fates)

    @property
    def conflicts(self) -> tuple[Item, ...]:
        """The records on which a person decides, or has decided."""
        return tuple(item for item in self.items if item.conflicts)

    @property
    def is_open(self) -> bool:
        """Whether something waits for a decision."""
        return any(item.fate in {Fate.CONFLICT, Fate.HELD} for item in self.items)

    @property
    def changes(self) -> bool:
        """Whether taking it in changes a record."""
        return any(item.changes for item in self.items)


def plan_packet(desk: Desk, content: PacketContent, choices: Choices | None = None) -> Plan:
    """What taking a packet in would do.

    Args:
        desk: Who takes it in.
        content: The packet.
        choices: What was decided so far.

    Raises:
        PacketRefusedError: It does not belong here.
        NotAllowedError: The person may not take it in.
    """
    with desk.project.reading() as tx:
        return Planner(tx, desk, content, choices or {}).plan()


class Planner:
    """Plans one packet within one transaction."""

    def __init__(
        self, tx: Transaction, desk: Desk, content: PacketContent, choices: Choices
    ) -> None:
        self._tx = tx
        self._content = content
        self.admitted: Admitted = admit(tx, desk, content.packet)
        self.ledger = Ledger(tx)
        self._choices = choices
        sync = content.packet.purpose is Purpose.SYNC
        self._weighing = Weighing(choices, asks_rights=sync)
        self._sent = self._versions_sent()
        self._rules = self._answer_rules()
        self._raw: dict[versions.RecordKey, Offer] = {}
        self._theirs = {
            row.packet.id
            for row in packets.all_packets(tx)
            if row.way is Way.IN and row.packet.made_by == self.admitted.sender.id
        }
        self._made_at = {
            row.packet.id: row.packet.made_at
            for row in packets.all_packets(tx)
            if row.way is Way.IN
        }

    def plan(self) -> Plan:
        """What becomes of every record."""
        whole = self._content.packet.purpose is Purpose.SYNC
        for kind, count in Counter(held.kind for held in self._content.held).items():
            if whole or count > _MANY:
                self.ledger.read_ahead(kind)
        offers = {(offer.kind, offer.key): offer for offer in self._offers()}
        place = {kind: number for number, kind in enumerate(KINDS)}
        ordered = sorted(offers.values(), key=lambda offer: place[offer.kind])
        found = [self._weigh(offer) for offer in ordered if offer.kind != ORDER]
        weighed = {(item.kind, item.key): item for item in self._limited(found)}
        items = with_removals_asked(self._tx, self.ledger, weighed, offers, self._choices)
        rubrics = Rubrics(self.ledger, self._choices, items, offers, self._order_refusal)
        items = rubrics.settled()
        retired = frozenset((line.task_id, line.id) for line in self._content.retired)
        items = Invariants(self._tx, self.ledger, items, retired).kept()
        before = self.admitted.before
        return Plan(
            self._content.packet,
            self.admitted.request,
            None if before is None or before.is_undone else before,
            tuple(sorted(items.values(), key=lambda item: item.fate is Fate.SAME)),
        )

    # What the packet offers, in the terms of this project.

    def _offers(self) -> Iterator[Offer]:
        for held in self._content.held:
            if self._is_of_no_use(held):
                continue
            key = tuple(self.admitted.names.get(part, part) for part in held.key)
            offer = Offer(
                held.kind, key, self._named(held), held.past, held.is_context, self._is_stale(held)
            )
            if self._rules is not None:
                self._raw[offer.kind, offer.key] = offer
                offer = replace(offer, content=self._rules.effective(offer))
            yield offer

    def _is_of_no_use(self, held: Held) -> bool:
        """Whether it tells who somebody is to a project that knows better."""
        if not held.is_context or self.admitted.guest is not None:
            return False
        return held.kind == "project" or (
            held.kind == "person" and self.ledger.find("person", held.key) is not None
        )

    def _named(self, held: Held) -> Content:
        content = held.content
        if content is None:
            return None
        if held.kind == "anchor_choice":
            response_id = content["response_id"]
            return {**content, "response_id": self.admitted.names.get(response_id, response_id)}
        if held.kind == "person" and held.is_context:
            return self._with_own_roles(held, content)
        return content

    def _with_own_roles(self, held: Held, content: dict[str, Any]) -> Content:
        """What somebody may do because of this packet and of those before it."""
        own = self.ledger.own("person", held.key).content
        if own is None:
            return content
        return {**content, "roles": list(dict.fromkeys((*own["roles"], *content["roles"])))}

    def _is_stale(self, held: Held) -> bool:
        if not held.is_context:
            return False
        standing = self.ledger.standing(held.kind, held.key)
        noted = standing.noted if standing else None
        came = self._made_at.get(noted.packet_id or "") if noted else None
        return came is not None and self._content.packet.made_at < came

    # Weighing and checking.

    def _weigh(self, offer: Offer) -> Item:
        own = self.ledger.own(offer.kind, offer.key)
        item = self._weighing.weigh(offer, own)
        if item.fate in {Fate.SAME, Fate.KEPT} and item.past is None:
            return item  # nothing of it is news
        refusal = self._refusal(offer, own.content) or refused_revision(self._tx, item)
        return item if refusal is None else item.refused(refusal)

    def _refusal(self, offer: Offer, mine: Content) -> XpertError | None:
        if self._rules is None:
            return None
        raw = self._raw[offer.kind, offer.key]
        return self._forged(offer) or self._rules.refusal(raw, mine)

    def _order_refusal(self, offer: Offer) -> XpertError | None:
        return self._refusal(offer, self.ledger.own(ORDER, offer.key).content)

    def _forged(self, offer: Offer) -> XpertError | None:
        """Whether a record says it was made from states that its sender never had."""
        known = self.ledger.earlier(offer.kind, offer.key)
        had = self._had(offer, known)
        for version in offer.past.all:
            # Who made the same edit of what they were sent has made the same state.
            if version in known and not had.intersection(
                (version, *known[version][0].ancestors[-1:])
            ):
                return PacketRefusedError(
                    "It says that it builds on a state that was never sent.",
                    remedy="Ask its sender for a packet that was not changed on its way.",
                )
        return None

    def _had(self, offer: Offer, known: Mapping[str, tuple[Past, Content]]) -> set[str]:
        """All states of a record that whoever answers can know of."""
        found: set[str] = set()
        for version in self._sent.get((offer.kind, offer.key), ()):
            found |= set(known[version][0].all) if version in known else {version}
        for state in self.ledger.noted(offer.kind, offer.key):
            if state.packet_id in self._theirs:
                found |= {state.version, *state.ancestors}
        return found

    def _limited(self, found: Sequence[Item]) -> Iterator[Item]:
        """Refuses new tasks beyond what an author may have."""
        if self._rules is None:
            yield from found
            return
        policies = settings.project_info(self._tx).policies
        author_id = self.admitted.sender.id
        own = [task for task in self.ledger.all("task").values() if isinstance(task, Task)]
        for item in found:
            if item.kind == "task" and item.mine is None and item.fate is Fate.TAKEN:
                try:
                    need_room(own, author_id, policies)
                except NotAllowedError as error:
                    yield item.refused(error)
                    continue
                own.append(Task.model_construct(id=item.key[0], author_id=author_id, stage=None))
            yield item

    def _answer_rules(self) -> Answered | None:
        request = self.admitted.request
        if request is None:
            return None
        return Answered(
            self._tx,
            self.ledger,
            request.packet,
            self.admitted.sender,
            settings.project_info(self._tx).policies,
            self._base_of,
        )

    def _base_of(self, offer: Offer) -> Content:
        """The state in which a record was sent to whoever answers, the last that they built on."""
        known = self.ledger.earlier(offer.kind, offer.key)
        for version in reversed(self._sent.get((offer.kind, offer.key), ())):
            if offer.past.holds(version) and version in known:
                return known[version][1]
        return None

    def _versions_sent(self) -> dict[versions.RecordKey, list[str]]:
        """The states that whoever answers was ever sent, by record, in their order."""
        found: dict[versions.RecordKey, list[str]] = {}
        if self.admitted.request is None:
            return found
        for row in packets.all_packets(self._tx):
            if row.way is Way.OUT and row.packet.for_person == self.admitted.sender.id:
                for key, version in packets.sent_versions(self._tx, row.packet.id).items():
                    found.setdefault(key, []).append(version)
        return found
