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
    one, other = _moved(before, mine), _moved(before, theirs)
    if one & other:
        return None  # the same line to two places
    still = [line for line in before if line not in one and line not in other]
    runs = _runs(still, mine, one), _runs(still, theirs, other)
    return [line for anchor in (None, *still) for line in _with_runs(anchor, *runs)]


def _moved(base: list[str], order: list[str]) -> set[str]:
    """The lines that stand elsewhere: all but a longest run in common order."""
    kept: set[str] = set()
    for block in SequenceMatcher(None, base, order, autojunk=False).get_matching_blocks():
        kept.update(base[block.a : block.a + block.size])
    return set(order) - kept


def _filled(spine: Order, mine: Order, theirs: Order, lines: Collection[str]) -> list[str]:
    """The spine with what only one side has, after the line that it follows there."""
    wanted = set(lines)
    runs = _runs(spine, mine, wanted), _runs(spine, theirs, wanted)
    found = [line for anchor in (None, *spine) for line in _with_runs(anchor, *runs)]
    there = [line for line in dict.fromkeys(found) if line in wanted]
    return [*there, *sorted(wanted.difference(there))]


Runs = dict[str | None, list[str]]


def _with_runs(anchor: str | None, one: Runs, other: Runs) -> list[str]:
    """A line, and what stands after it on either side, in an order that favours none."""
    runs = sorted((one.get(anchor, []), other.get(anchor, [])))
    return [*([anchor] if anchor is not None else []), *runs[0], *runs[1]]


def _runs(spine: Order, order: Order, wanted: set[str]) -> Runs:
    """Wanted lines that are not in the spine, by the line of it that they follow."""
    shared = set(spine)
    found: Runs = {}
    after: str | None = None
    for line in order:
        if line in shared:
            after = line
        elif line in wanted:
            found.setdefault(after, []).append(line)
    return found
