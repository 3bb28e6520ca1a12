"""Keeps rubrics whole while their lines are merged one by one.

The order of the lines is merged once it is known which lines there are. And a rubric that was sent
to review on one side, and edited on the other, is one thing to decide: what reviewers see is what
was frozen, so either it stays frozen or it goes on being written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from xpert_studio.errors import XpertError
from xpert_studio.records import Stage
from xpert_studio.workflow.merging.contents import fields_of
from xpert_studio.workflow.merging.kinds import ORDER
from xpert_studio.workflow.merging.lineage import (
    Content,
    Past,
    Relation,
    common,
    joined,
    relation,
    then,
)
from xpert_studio.workflow.merging.orders import merge_orders, order_by
from xpert_studio.workflow.merging.three_way import FieldDiff, Side
from xpert_studio.workflow.merging.together import UNKNOWN
from xpert_studio.workflow.merging.weighing import Choices, Fate, Item, Key, Offer, Own
from xpert_studio.workflow.packets.ledger import Ledger

RUBRIC: Final = "rubric"
"""The decision whether a rubric stays frozen."""

LINES: Final = "checkpoint_ids"
"""The decision on the order of a rubric."""

FROZEN: Final = frozenset({Stage.REVIEW, Stage.APPROVED, Stage.SPOT_CHECK, Stage.READY})
_OF_RUBRIC: Final = frozenset({"checkpoint", ORDER, "revision", "review", "spot_check"})
_CHANGES: Final = frozenset({Fate.TAKEN, Fate.MERGED})
_OPEN: Final = frozenset({Fate.CONFLICT, Fate.HELD})

Items = dict[tuple[str, Key], Item]
Lines = dict[str, Content]


@dataclass(frozen=True, slots=True)
class Rubrics:
    """Settles the rubrics of all tasks that a packet touches.

    Attributes:
        items: What becomes of every record but the orders.
        offers: What the packet offers.
        refused: Why an order may not be taken, or None.
    """

    ledger: Ledger
    choices: Choices
    items: Items
    offers: Mapping[tuple[str, Key], Offer]
    refused: Callable[[Offer], XpertError | None]

    def settled(self) -> Items:
        """All items, orders included."""
        items = dict(self.items)
        parts: dict[str, dict[tuple[str, Key], None]] = {}
        for kind, key in items:
            if kind in _OF_RUBRIC:
                parts.setdefault(key[0], {})[kind, key] = None
        for task_id in self._touched():
            _Rubric(self, task_id, items, parts.get(task_id, {})).settle()
        return items

    def _touched(self) -> list[str]:
        kinds = {"task", "checkpoint", "revision", ORDER}
        return list(dict.fromkeys(key[0] for kind, key in self.offers if kind in kinds))


@dataclass(frozen=True, slots=True)
class _Rubric:
    """The rubric of one task.

    Attributes:
        items: What becomes of every record of all tasks.
        parts: Which of them belong to this rubric.
    """

    all: Rubrics
    task_id: str
    items: Items
    parts: dict[tuple[str, Key], None]

    def settle(self) -> None:
        """Writes what becomes of the order, and of a rubric that was frozen on one side only."""
        self._put_order()
        revision = self._newest_revision()
        stage = self._stage_after()
        if revision is None or stage not in FROZEN or self._was_apart():
            return
        frozen = _lines_of(revision)
        if self._lines_after() == frozen and self._order_after() == list(frozen):
            return
        if self._both_froze_it():
            self._force(frozen)  # which revision stands was decided with the revision
        else:
            self._decide(frozen, mine_is_frozen=self._mine() == frozen)

    # What stands here, and what would stand after.

    def _mine(self) -> Lines:
        order = self.all.ledger.own(ORDER, (self.task_id,)).content or {"checkpoint_ids": []}
        return {
            line: self.all.ledger.own("checkpoint", (self.task_id, line)).content
            for line in order["checkpoint_ids"]
        }

    def _own_items(self) -> dict[str, Item]:
        return {
            key[1]: self.items[kind, key] for kind, key in self.parts if kind == "checkpoint"
        }  # fmt: skip

    def _lines_after(self) -> Lines:
        lines = self._mine()
        for line, item in self._own_items().items():
            if item.fate not in _CHANGES:
                continue
            if item.result is None:
                lines.pop(line, None)
            else:
                lines[line] = item.result
        return lines

    def _order_after(self) -> list[str]:
        item = self.items.get((ORDER, (self.task_id,)))
        if item is not None and item.result is not None and item.fate in _CHANGES:
            return list(item.result["checkpoint_ids"])
        lines = self._lines_after()
        return [
            *(line for line in self._mine() if line in lines),
            *sorted(lines - self._mine().keys()),
        ]

    def _stage_after(self) -> Stage | None:
        item = self.items.get(("task", (self.task_id,)))
        content = (
            self.all.ledger.own("task", (self.task_id,)).content
            if item is None or item.fate not in _CHANGES
            else item.result
        )
        return None if content is None else Stage(content["stage"] or Stage.READY)

    def _newest_revision(self) -> Content:
        """The newest revision there will be."""
        ledger = self.all.ledger
        found: dict[int, Content] = {
            int(key[1]): ledger.own("revision", key).content
            for key in ledger.revisions_of(self.task_id)
        }
        for kind, key in self.parts:
            item = self.items[kind, key]
            if kind == "revision" and item.fate in _CHANGES:
                found[int(key[1])] = item.result
        there = {number: content for number, content in found.items() if content is not None}
        return there[max(there)] if there else None

    def _was_apart(self) -> bool:
        """Whether the rubric here is not what was frozen already, as where tasks were imported."""
        ledger = self.all.ledger
        task = ledger.own("task", (self.task_id,)).content
        if task is None or Stage(task["stage"] or Stage.READY) not in FROZEN:
            return False
        own = {int(key[1]): key for key in ledger.revisions_of(self.task_id)}
        if not own:
            return True
        newest = ledger.own("revision", own[max(own)]).content
        frozen = _lines_of(newest) if newest else {}
        return self._mine() != frozen or list(self._mine()) != list(frozen)

    def _both_froze_it(self) -> bool:
        item = self.items.get(("task", (self.task_id,)))
        sides = () if item is None else (item.mine, item.theirs)
        return all(
            side is not None and Stage(side["stage"] or Stage.READY) in FROZEN for side in sides
        )

    # The order.

    def _put_order(self) -> None:
        offer = self.all.offers.get((ORDER, (self.task_id,)))
        if offer is None or offer.content is None:
            return
        own = self.all.ledger.own(ORDER, (self.task_id,))
        item = self._order(offer, own)
        if item.past is not None or item.fate is Fate.CONFLICT:
            refusal = self.all.refused(offer)
            item = item if refusal is None else item.refused(refusal)
        self._put(item)

    def _put(self, item: Item) -> None:
        self.items[item.kind, item.key] = item
        self.parts[item.kind, item.key] = None

    def _order(self, offer: Offer, own: Own) -> Item:
        theirs = list((offer.content or {})["checkpoint_ids"])
        lines = set(self._lines_after())
        if own.past is None:
            return self._ordered(offer, own, order_by(theirs, [], lines), offer.past)
        mine = list((own.content or {"checkpoint_ids": []})["checkpoint_ids"])
        if offer.is_context:
            order = (
                order_by(mine, theirs, lines) if offer.is_stale else order_by(theirs, mine, lines)
            )
            return self._ordered(offer, own, order, None if offer.is_stale else offer.past)
        match relation(own.past, offer.past):
            case Relation.SAME | Relation.OLDER:
                return self._ordered(offer, own, order_by(mine, theirs, lines), None)
            case Relation.NEWER:
                return self._ordered(offer, own, order_by(theirs, mine, lines), offer.past)
        return self._orders_apart(offer, own, own.past, mine, theirs, lines)

    def _orders_apart(
        self,
        offer: Offer,
        own: Own,
        past: Past,
        mine: list[str],
        theirs: list[str],
        lines: set[str],
    ) -> Item:
        base = _base_order(own, past, offer.past)
        order = merge_orders(base, mine, theirs, lines)
        if order is not None:
            return self._ordered(offer, own, order, joined(ORDER, _order(order), past, offer.past))
        choice = self.all.choices.get((ORDER, (self.task_id,), LINES))
        shown = UNKNOWN if base is None else base
        diff = FieldDiff(LINES, LINES, shown, mine, theirs, True, choice, None)
        if choice is None:
            return Item(
                ORDER, (self.task_id,), Fate.CONFLICT, own.content, offer.content, own.content,
                None, (diff,),
            )  # fmt: skip
        first, other = (mine, theirs) if choice.side is Side.MINE else (theirs, mine)
        order = order_by(first, other, lines)
        item = self._ordered(offer, own, order, joined(ORDER, _order(order), past, offer.past))
        return replace(item, fields=(replace(diff, value=order),))

    def _ordered(self, offer: Offer, own: Own, order: list[str], past: Past | None) -> Item:
        content = _order(order)
        if past is not None and past == offer.past and content != offer.content:
            past = then(ORDER, past, content)
        if any(item.fate in _OPEN for item in self._own_items().values()):
            past = None  # it can be said only once all lines are decided on
        if content == own.content:
            fate = Fate.SAME if content == offer.content else Fate.KEPT
        else:
            fate = Fate.TAKEN if content == offer.content else Fate.MERGED
        return Item(offer.kind, offer.key, fate, own.content, offer.content, content, past)

    # A rubric frozen on one side.

    def _decide(self, frozen: Lines, *, mine_is_frozen: bool) -> None:
        key = ("task", (self.task_id,))
        item = self.items.get(key) or self._unchanged("task", (self.task_id,))
        choice = self.all.choices.get((*key, RUBRIC))
        mine, theirs = (item.mine or {}).get("stage"), (item.theirs or {}).get("stage")
        diff = FieldDiff(RUBRIC, RUBRIC, UNKNOWN, mine, theirs, True, choice, None)
        if choice is None:
            self._hold(item, diff)
        elif (choice.side is Side.MINE) is mine_is_frozen:
            self.items[key] = replace(item, fields=(*item.fields, diff))
            self._force(frozen)
        else:
            self.items[key] = self._with_stage(
                item, mine if choice.side is Side.MINE else theirs, diff
            )

    def _hold(self, task: Item, diff: FieldDiff) -> None:
        self.items["task", (self.task_id,)] = replace(
            task, fate=Fate.CONFLICT, result=task.mine, past=None, fields=(*task.fields, diff)
        )
        for at in self.parts:
            item = self.items[at]
            if item.fate not in {Fate.SAME, Fate.REFUSED, Fate.CONFLICT}:
                self.items[at] = replace(item, fate=Fate.HELD, result=item.mine, past=None)

    def _force(self, frozen: Lines) -> None:
        """The lines, and their order, as they were frozen."""
        for line in {**self._mine(), **frozen, **self._own_items()}:
            at = "checkpoint", (self.task_id, line)
            item = self.items.get(at) or self._unchanged(*at)
            self._put(self._forced(item, frozen.get(line)))
        whole = self.items.get((ORDER, (self.task_id,))) or self._unchanged(ORDER, (self.task_id,))
        self._put(self._forced(whole, _order(list(frozen))))

    def _forced(self, item: Item, result: Content) -> Item:
        own = self.all.ledger.own(item.kind, item.key)
        offer = self.all.offers.get((item.kind, item.key))
        past = own.past
        if result != item.mine or offer is not None:
            past = (
                then(item.kind, own.past, result)
                if offer is None or own.past is None
                else joined(item.kind, result, own.past, offer.past)
            )
        fate = Fate.KEPT
        if result != item.mine:
            fate = Fate.TAKEN if result == item.theirs else Fate.MERGED
        return replace(item, fate=fate, result=result, past=past, fields=())

    def _with_stage(self, item: Item, stage: str | None, diff: FieldDiff) -> Item:
        own, offer = (
            self.all.ledger.own("task", (self.task_id,)),
            self.all.offers.get(("task", (self.task_id,))),
        )
        content = {**cast("dict[str, Any]", item.result), "stage": stage}
        past = item.past
        if own.past is not None and offer is not None:
            past = joined("task", content, own.past, offer.past)
        fate = Fate.KEPT if content == item.mine else Fate.MERGED
        return replace(item, fate=fate, result=content, past=past, fields=(*item.fields, diff))

    def _unchanged(self, kind: str, key: Key) -> Item:
        own = self.all.ledger.own(kind, key)
        return Item(kind, key, Fate.KEPT, own.content, own.content, own.content, None)


def _order(lines: list[str]) -> dict[str, Any]:
    return {"checkpoint_ids": lines}


def _lines_of(revision: Content) -> Lines:
    points = (revision or {}).get("checkpoints", [])
    return {point["id"]: fields_of("checkpoint", point) for point in points}


def _base_order(own: Own, mine: Past, theirs: Past) -> list[str] | None:
    earlier = own.earlier()
    found = common(mine, theirs, {version: past for version, (past, _) in earlier.items()})
    contents = [earlier[version][1] for version in found if version in earlier]
    if len(contents) != 1 or len(found) != 1 or contents[0] is None:
        return None
    return list(contents[0]["checkpoint_ids"])
