"""Merges one record: what one side changed is taken, what both changed a person decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from xpert_studio.workflow.merging.kinds import KINDS, Kind, Way
from xpert_studio.workflow.merging.lineage import Content
from xpert_studio.workflow.merging.together import UNKNOWN, Value, brought_together, same

WHOLE: Final = "*"
"""The decision whether a record is there at all."""


class Side(StrEnum):
    """Whose value stands."""

    MINE = "mine"
    THEIRS = "theirs"
    EDITED = "edited"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person decided; ``value`` is the text they wrote instead."""

    side: Side
    value: str | None = None


Chosen = Callable[[str], Choice | None]
"""Gives the choice for a decision of a record, None while there is none."""


@dataclass(frozen=True, slots=True)
class FieldDiff:
    """One field that the two sides have differently.

    Attributes:
        name: The field; ``WHOLE`` for the record itself, where one side removed it.
        group: The decision it belongs to.
        base: What both started from; ``UNKNOWN`` where that is not known.
        mine, theirs: As each side has it.
        asks: Whether a person has to decide.
        choice: What they decided.
        value: What stands; meaningless while it asks.
    """

    name: str
    group: str
    base: Value
    mine: Value
    theirs: Value
    asks: bool
    choice: Choice | None
    value: Value

    @property
    def is_open(self) -> bool:
        """Whether a person still has to decide."""
        return self.asks and self.choice is None


@dataclass(frozen=True, slots=True)
class Merged:
    """What comes of a record; ``content`` is meaningless while a field is open."""

    content: Content
    fields: tuple[FieldDiff, ...]

    @property
    def is_open(self) -> bool:
        """Whether a person still has to decide something."""
        return any(item.is_open for item in self.fields)


def merge(
    kind: str,
    bases: Sequence[Content] | None,
    mine: Content,
    theirs: Content,
    chosen: Chosen,
    *,
    asked: frozenset[str] = frozenset(),
) -> Merged:
    """Merges one record.

    Args:
        kind: Its kind.
        bases: What both sides started from: several contents where the two met more than once,
            none where it never was there, None where it is not known.
        mine: As I have it.
        theirs: As they have it.
        chosen: What was decided.
        asked: Fields on which theirs is never taken without a person's decision.
    """
    known = KINDS[kind]
    if mine is None or theirs is None:
        return _existence(bases, mine, theirs, chosen)
    content, fields = dict(mine), []
    for group, names in _differing(known, mine, theirs).items():
        draft = _draft(known, names, bases, mine, theirs, asked)
        choice = chosen(group) if draft.asks else None
        for name in names:
            own, other = mine.get(name), theirs.get(name)
            if same(own, other):
                continue
            value = draft.values.get(name)
            if choice is not None:
                value = _decided(choice, own, other, known.way_of(name))
            base = _base_of(name, bases)
            fields.append(FieldDiff(name, group, base, own, other, draft.asks, choice, value))
            content[name] = value
    return Merged(content, tuple(fields))


def _differing(
    kind: Kind, mine: Mapping[str, Value], theirs: Mapping[str, Value]
) -> dict[str, list[str]]:
    """The decisions whose fields differ, each with all its fields."""
    names = list(dict.fromkeys((*mine, *theirs)))
    groups = dict.fromkeys(
        kind.group_of(name) for name in names if not same(mine.get(name), theirs.get(name))
    )
    return {group: [name for name in names if kind.group_of(name) == group] for group in groups}


def _existence(
    bases: Sequence[Content] | None, mine: Content, theirs: Content, chosen: Chosen
) -> Merged:
    """One side has the record, the other has removed it."""
    base: Value = UNKNOWN
    if bases and all(same(bases[0], item) for item in bases[1:]):
        base = bases[0]
    if base is not UNKNOWN and same(base, mine):
        return Merged(theirs, ())
    if base is not UNKNOWN and same(base, theirs):
        return Merged(mine, ())
    choice = chosen(WHOLE)
    value = theirs if choice is not None and choice.side is Side.THEIRS else mine
    return Merged(value, (FieldDiff(WHOLE, WHOLE, base, mine, theirs, True, choice, value),))


@dataclass(frozen=True, slots=True)
class _Draft:
    """What comes of the fields of one decision by itself."""

    values: Mapping[str, Value]
    asks: bool


def _draft(
    kind: Kind,
    names: Sequence[str],
    bases: Sequence[Content] | None,
    mine: Mapping[str, Value],
    theirs: Mapping[str, Value],
    asked: frozenset[str],
) -> _Draft:
    own = {name: mine.get(name) for name in names}
    other = {name: theirs.get(name) for name in names}
    before = {name: _base_of(name, bases) for name in names}
    if all(same(before[name], other[name]) for name in names):
        return _Draft(own, asks=False)
    if all(same(before[name], own[name]) for name in names):
        return _Draft(other, asks=bool(asked.intersection(names)))
    if len(names) == 1 and not asked.intersection(names):
        (name,) = names
        value = brought_together(kind.way_of(name), before[name], own[name], other[name])
        if value is not None:
            return _Draft({name: value}, asks=False)
    return _Draft({}, asks=True)


def _base_of(name: str, bases: Sequence[Content] | None) -> Value:
    if bases is None or any(item is None for item in bases):
        # Where both added it, neither started from anything.
        return UNKNOWN
    values = [item[name] for item in bases if item is not None and name in item]
    if not values or any(not same(values[0], other) for other in values[1:]):
        return UNKNOWN
    return values[0]


def _decided(choice: Choice, mine: Value, theirs: Value, way: Way) -> Value:
    if choice.side is Side.MINE:
        return mine
    if choice.side is Side.THEIRS or way is not Way.TEXT:
        return theirs
    if isinstance(mine, dict):  # the grading policy: a new text is a new version
        newest = max(mine.get("version", 1), (theirs or {}).get("version", 1))
        return {**mine, "text": choice.value, "version": newest + 1}
    return choice.value
