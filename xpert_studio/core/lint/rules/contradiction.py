"""Two lines of which no response can meet both: bounds, negations, words that deny each other.

Compared are lines about one thing: most of the terms of the shorter occur in the other, and both
name the same party, time and place, as far as their words tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from xpert_studio.core.lint.findings import Context, Found, LintedLine
from xpert_studio.core.lint.rules.likeness import grouped, sharing
from xpert_studio.core.lint.rules.topics import Topic, inflected, topic

ONE_THING: Final = 0.6
"""From this share of common terms on, of the shorter line's, two lines are about one thing."""
ALIKE: Final = 0.5
"""The same for lines of which one has a word that denies one of the other's."""


def contradiction(lines: Sequence[LintedLine], context: Context) -> Found:
    """No response meets both: one demand denies the other."""
    topics = tuple(topic(line.text, line.language) for line in lines)
    marks = [_marks(item) for item in topics]  # most lines have none: soon seen
    negated = [item.negations % 2 for item in topics]
    pairs = [
        (one, other)
        for one, other, *_ in sharing(topics)
        if (marks[one] & marks[other] or negated[one] != negated[other])
        and any(deny(topics[one], topics[other]) for deny in _DENIALS)
    ]
    yield from grouped("contradiction", pairs, lines, context)


def _marks(item: Topic) -> int:
    """Which of bound, exclusion and one of two opposites a line has, as bits."""
    has_bound = bool(item.figures) and bool(item.bounds)
    return has_bound + 2 * item.is_exclusive + 4 * bool(item.sides)


def _by_bounds(one: Topic, other: Topic) -> bool:
    """At most 300 words, at least 450 words."""
    if not (one.figures and other.figures) or one.figures == other.figures:
        return False
    if one.times != other.times:
        return False
    if one.set != other.set and one.shared(other) < ONE_THING:
        return False
    first, second = _range(one), _range(other)
    if first is None or second is None or first[2] != second[2]:
        return False
    return first[1] < second[0] or second[1] < first[0]


def _range(item: Topic) -> tuple[float, float, str] | None:
    """The least and most that a line's only number allows, and its unit; None without a bound."""
    if len(item.figures) != 1 or not item.bounds:
        return None
    ((value, unit),) = item.figures
    low, high = (0.0, value) if item.bounds == "at_most" else (value, float("inf"))
    return low, high, unit


def _by_negation(one: Topic, other: Topic) -> bool:
    """Recommends codeine; does not recommend codeine."""
    if (one.negations + other.negations) % 2 == 0 or abs(one.negations - other.negations) != 1:
        return False
    negated, plain = sorted((one, other), key=lambda item: -item.negations)
    if negated.is_chinese and _ATTRIBUTIVE.search(negated.text):
        return False
    rest = [item.set - _NEGATING for item in (negated, plain)]
    return min(map(len, rest)) > 1 and rest[0] == rest[1] and _same_place(one, other)


_NEGATING: Final = frozenset(
    ["not", "no", "never", "without", "nor", "none", "cannot", *"不未无非没禁勿有可得"]
)
_ATTRIBUTIVE: Final = re.compile(r"(?:不|未|无|非|没有)[^，。；]{1,8}的")


def _by_antonym(one: Topic, other: Topic) -> bool:
    """Continue, stop; valid, invalid: and the rest of the two is about one thing."""
    if not (one.sides and other.sides and _same_place(one, other)):
        return False
    for against in one.sides.keys() & other.sides.keys():
        if one.sides[against] != other.sides[against]:
            rest, of_other = _rest(one, against), _rest(other, against)
            if _are_of_one_thing(rest, of_other, is_chinese=one.is_chinese):
                return True
    return False


def _are_of_one_thing(first: frozenset[str], second: frozenset[str], *, is_chinese: bool) -> bool:
    common = len(first & second)
    fewest = min(len(first), len(second))
    if is_chinese and fewest - common > 1:
        return False  # each has another thing: in the accounts, for tax
    return (common >= 2 and common > ALIKE * fewest) or (common > 0 and first == second)


def _rest(item: Topic, against: str) -> frozenset[str]:
    """The terms without those that the pair of words has."""
    if item.is_chinese:
        return item.set - frozenset(against)
    return item.set - frozenset(_forms(against))


@cache
def _forms(pair: str) -> tuple[str, ...]:
    """The terms that stand for the words of a pair."""
    words = [form for side in pair.split("|") for form in inflected(side)]
    return tuple({term for word in words for term in topic(f"x {word}", "en").set})


def _by_exclusion(one: Topic, other: Topic) -> bool:
    """Solely A, only B: each excludes the other."""
    if one.is_chinese or not (one.is_exclusive and other.is_exclusive):
        return False
    rest = [item.set - {"sole", "only", "exclusive"} for item in (one, other)]
    common = rest[0] & rest[1]
    return (
        bool(common)
        and min(len(rest[0]), len(rest[1])) <= 4
        and all(part - common for part in rest)
    )


def _same_place(one: Topic, other: Topic) -> bool:
    if one.times != other.times or not (one.names <= other.names or other.names <= one.names):
        return False
    return not one.figures or not other.figures or one.figures == other.figures


_DENIALS: Final[tuple[Callable[[Topic, Topic], bool], ...]] = (
    _by_bounds,
    _by_exclusion,
    _by_negation,
    _by_antonym,
)
