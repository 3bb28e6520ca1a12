"""Merges the order of a rubric's lines: either side may have added, removed and moved some.

What comes out is the same, whichever side is one's own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

Order = Sequence[str]


def merge_orders(
    base: Order | None, mine: Order, theirs: Order, lines: Collection[str]
) -> list[str] | None:
    """One order of two.

    Args:
        base: The order both started from; None where it is not known.
        mine: One's own.
        theirs: The other's.
        lines: The lines there are after the merge; each stands in one of the orders.

    Returns:
        The order of the lines; None where both have moved the same lines to different places.
    """
    spine = _spine(base, _only(mine, theirs), _only(theirs, mine))
    return None if spine is None else _filled(spine, mine, theirs, lines)


def order_by(first: Order, other: Order, lines: Collection[str]) -> list[str]:
    """The order of the lines by one of two; lines of the other alone follow what they do there."""
    return _filled(_only(first, other), first, other, lines)


def _only(order: Order, other: Order) -> list[str]:
    shared = set(other)
    return [line for line in order if line in shared]


def _spine(base: Order | None, mine: list[str], theirs: list[str]) -> list[str] | None:
    """The order of the lines that both have."""
    if mine == theirs:
        return mine
    if base is None:
        return None
    before = _only(base, mine)
    if len(before) < len(mine):  # some line came to both by other ways
        before = [*before, *(line for line in min(mine, theirs) if line not in before)]
    if before == mine:
        return theirs
    if before == theirs:
        return mine
    one, other = _moved_into(before, mine, theirs), _moved_into(before, theirs, mine)
    return one if one == other else None


def _moved_into(base: list[str], order: list[str], moved: list[str]) -> list[str]:
    """An order in which the lines that another order has moved are moved as there."""
    lines = _moved(base, moved)
    result = [line for line in order if line not in lines]
    for place, line in enumerate(moved):
        if line in lines:
            before = moved[place - 1] if place else None
            result.insert(0 if before is None else result.index(before) + 1, line)
    return result


def _moved(base: list[str], order: list[str]) -> set[str]:
    """The lines that stand elsewhere: all but a longest run in common order."""
    kept: set[str] = set()
    for block in SequenceMatcher(None, base, order, autojunk=False).get_matching_blocks():
        kept.update(base[block.a : block.a + block.size])
    return set(order) - kept


def _filled(spine: Order, mine: Order, theirs: Order, lines: Collection[str]) -> list[str]:
    """The spine with what only one side has, after the line that it follows there."""
    wanted = set(lines)
    own, other = _runs(spine, mine, wanted), _runs(spine, theirs, wanted)
    result: list[str] = []
    for line in (None, *spine):
        if line in wanted:
            result.append(str(line))
        for run in sorted((own.get(line, []), other.get(line, []))):
            result += [item for item in run if item not in result]
    return [*result, *sorted(wanted.difference(result))]


def _runs(spine: Order, order: Order, wanted: set[str]) -> dict[str | None, list[str]]:
    """The lines that are not in the spine, by the line of it that they follow."""
    shared = set(spine)
    found: dict[str | None, list[str]] = {}
    after: str | None = None
    for line in order:
        if line in shared:
            after = line
        elif line in wanted:
            found.setdefault(after, []).append(line)
    return found
