"""What was taken away on one side and worked on on the other: a person decides which stands.

A response that a lead has removed may have been judged elsewhere; the record itself is unchanged
there, so that merging it alone would let the removal win, and the judgments have nowhere to go.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xpert_studio.errors import ConflictError
from xpert_studio.records import Judgment, OpenSheet
from xpert_studio.store import Transaction, entities
from xpert_studio.workflow.merging.lineage import Content, joined
from xpert_studio.workflow.merging.three_way import WHOLE, FieldDiff, Side
from xpert_studio.workflow.merging.together import UNKNOWN
from xpert_studio.workflow.merging.weighing import Choices, Fate, Item, Key, Offer
from xpert_studio.workflow.packets.ledger import Ledger

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
