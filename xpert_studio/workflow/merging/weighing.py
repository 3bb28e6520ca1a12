"""Weighs what a packet offers against what is there, record by record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from xpert_studio.errors import XpertError
from xpert_studio.workflow.merging.lineage import (
    Content,
    Past,
    Relation,
    common,
    joined,
    relation,
    then,
)
from xpert_studio.workflow.merging.three_way import (
    WHOLE,
    Choice,
    FieldDiff,
    Merged,
    Side,
    merge,
)

Key = tuple[str, ...]
Choices = Mapping[tuple[str, Key, str], Choice]
"""What a person decided, by kind, key and decision of a record."""

RIGHTS: Final = frozenset({"roles", "qualification"})
"""Fields of a person that no packet changes unless a person says so."""


class Fate(StrEnum):
    """What becomes of a record that a packet offers.

    ``HELD``: it waits for a decision on something that it belongs to.
    """

    SAME = "same"
    KEPT = "kept"
    TAKEN = "taken"
    MERGED = "merged"
    CONFLICT = "conflict"
    HELD = "held"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Offer:
    """One record as a packet holds it.

    Attributes:
        is_context: It was sent to be looked at: the newer takes the place of the older.
        is_stale: It is context of a packet older than what is there.
    """

    kind: str
    key: Key
    content: Content
    past: Past
    is_context: bool = False
    is_stale: bool = False


@dataclass(frozen=True, slots=True)
class Own:
    """The same record as it is here.

    Attributes:
        past: None where it never was here.
        earlier: Former states that are known, by their versions, with what came before them.
        is_untouched: Whether it is as a packet brought it.
    """

    content: Content = None
    past: Past | None = None
    earlier: Callable[[], Mapping[str, tuple[Past, Content]]] = dict
    is_untouched: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """What becomes of one record, and why.

    Attributes:
        result: Its content after the merge; meaningless in a conflict.
        past: Its past after the merge; None where nothing is to be remembered.
        fields: Where the two sides differ and both, or nobody known, changed it.
        reason: Why it was refused.
    """

    kind: str
    key: Key
    fate: Fate
    mine: Content
    theirs: Content
    result: Content
    past: Past | None
    fields: tuple[FieldDiff, ...] = ()
    reason: XpertError | None = None

    @property
    def conflicts(self) -> tuple[FieldDiff, ...]:
        """The fields a person decides, or has decided."""
        return tuple(item for item in self.fields if item.asks)

    @property
    def changes(self) -> bool:
        """Whether the record will be another one."""
        return self.fate in {Fate.TAKEN, Fate.MERGED} and self.result != self.mine

    def refused(self, reason: XpertError) -> Item:
        """The same record, not taken."""
        return replace(self, fate=Fate.REFUSED, result=self.mine, past=None, reason=reason)


@dataclass(frozen=True, slots=True)
class Weighing:
    """How records are weighed: what was decided, and whether rights are asked for."""

    choices: Choices = field(default_factory=dict)
    asks_rights: bool = False

    def weigh(self, offer: Offer, own: Own) -> Item:
        """What becomes of a record."""
        if offer.is_context:
            return self._weigh_context(offer, own)
        if own.past is None:
            return self._weigh_new(offer, own)
        match relation(own.past, offer.past):
            case Relation.SAME | Relation.OLDER:
                same = own.content == offer.content
                return _item(offer, own, Fate.SAME if same else Fate.KEPT, own.content, None)
            case Relation.NEWER:
                return self._weigh_newer(offer, own, own.past)
        return self._weigh_apart(offer, own, own.past)

    def _weigh_context(self, offer: Offer, own: Own) -> Item:
        if own.content == offer.content:
            return _item(offer, own, Fate.SAME, own.content, own.past and offer.past)
        if offer.is_stale:
            return _item(offer, own, Fate.KEPT, own.content, None)
        if own.past is None or own.is_untouched:
            return _item(offer, own, Fate.TAKEN, offer.content, offer.past)
        return self._weigh_apart(offer, own, own.past)

    def _weigh_new(self, offer: Offer, own: Own) -> Item:
        if offer.content is None:
            return _item(offer, own, Fate.SAME, None, offer.past)
        if not self._asks(offer) or not any(offer.content.get(name) for name in RIGHTS):
            return _item(offer, own, Fate.TAKEN, offer.content, offer.past)
        choice = self._chosen(offer)(WHOLE)
        takes = choice is not None and choice.side is Side.THEIRS
        result = offer.content if takes else None
        diff = FieldDiff(WHOLE, WHOLE, None, None, offer.content, True, choice, result)
        merged = Merged(result, (diff,))
        past = offer.past if takes else then(offer.kind, offer.past, None)
        return _outcome(offer, own, merged, past)

    def _weigh_newer(self, offer: Offer, own: Own, past: Past) -> Item:
        if own.content == offer.content:
            return _item(offer, own, Fate.SAME, own.content, offer.past)
        asked = RIGHTS if self._asks(offer) else frozenset()
        if not asked or own.content is None or offer.content is None:
            return _item(offer, own, Fate.TAKEN, offer.content, offer.past)
        merged = merge(
            offer.kind,
            (own.content,),
            own.content,
            offer.content,
            self._chosen(offer),
            asked=asked,
        )
        if merged.content == offer.content:
            return _outcome(offer, own, merged, offer.past)
        return _outcome(offer, own, merged, joined(offer.kind, merged.content, past, offer.past))

    def _weigh_apart(self, offer: Offer, own: Own, past: Past) -> Item:
        if own.content == offer.content:
            together = joined(offer.kind, own.content, past, offer.past)
            return _item(offer, own, Fate.SAME, own.content, together)
        merged = merge(
            offer.kind,
            _bases(own, past, offer.past),
            own.content,
            offer.content,
            self._chosen(offer),
            asked=RIGHTS if self._asks(offer) else frozenset(),
        )
        together = past if merged.is_open else joined(offer.kind, merged.content, past, offer.past)
        return _outcome(offer, own, merged, together)

    def _asks(self, offer: Offer) -> bool:
        return self.asks_rights and offer.kind == "person"

    def _chosen(self, offer: Offer) -> Callable[[str], Choice | None]:
        return lambda group: self.choices.get((offer.kind, offer.key, group))


def _bases(own: Own, mine: Past, theirs: Past) -> Sequence[Content] | None:
    """The contents both sides started from; None where they are not known."""
    earlier = own.earlier()
    versions = common(mine, theirs, {version: past for version, (past, _) in earlier.items()})
    if not versions or any(version not in earlier for version in versions):
        return None
    return tuple(earlier[version][1] for version in versions)


def _item(offer: Offer, own: Own, fate: Fate, result: Content, past: Past | None) -> Item:
    return Item(offer.kind, offer.key, fate, own.content, offer.content, result, past)


def _outcome(offer: Offer, own: Own, merged: Merged, past: Past) -> Item:
    if merged.is_open:
        fate, result, kept = Fate.CONFLICT, own.content, None
    else:
        result, kept = merged.content, past
        if result == own.content:
            fate = Fate.KEPT
        else:
            fate = Fate.TAKEN if result == offer.content else Fate.MERGED
    return Item(
        offer.kind, offer.key, fate, own.content, offer.content, result, kept, merged.fields
    )  # fmt: skip
