"""Two lines of which no response can meet both: bounds that exclude each other, and negations.

Compared are lines about one thing: most of the terms of the shorter occur in the other, and both
name the same party, time and place, as far as their words tell. Opposites said in other words are
not seen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from xpert_studio.core.lint.findings import Context, Found, LintedLine
from xpert_studio.core.lint.rules.likeness import grouped, sharing
from xpert_studio.core.lint.rules.opposites import by_opposite, may_oppose
from xpert_studio.core.lint.rules.topics import Topic, topic
from xpert_studio.core.lint.words import has_any

ONE_THING: Final = 0.6
"""From this share of common terms on, of the shorter line's, two lines are about one thing."""


def contradiction(lines: Sequence[LintedLine], context: Context) -> Found:
    """No response meets both: one demand denies the other."""
    topics = tuple(topic(line.text, line.language) for line in lines)
    bounded = [bool(item.figures) and bool(item.bounds) for item in topics]
    negated = [item.negations % 2 for item in topics]
    opposing = [may_oppose(item) for item in topics]
    against = [_is_against(item.text) for item in topics]
    pairs = [
        (one, other)
        for one, other, *_ in sharing(topics)
        if (bounded[one] and bounded[other] and _by_bounds(topics[one], topics[other]))
        or (negated[one] != negated[other] and _by_negation(topics[one], topics[other]))
        or ((opposing[one] or opposing[other]) and by_opposite(topics[one], topics[other]))
        or (against[one] and not against[other] and _by_advice(topics[one], topics[other]))
        or (against[other] and not against[one] and _by_advice(topics[other], topics[one]))
    ]
    yield from grouped("contradiction", pairs, lines, context)


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
    ["not", "no", "never", "without", "nor", "none", "cannot", "yet", "already", "still", "any",
     *"不未无非没禁勿有可得"]
)  # fmt: skip
_ATTRIBUTIVE: Final = re.compile(r"(?:不|未|无|非|没有)[^，。；]{1,8}的")


_AGAINST: Final = re.compile(
    r"\b(?:advis|recommend|warn|counsel|decid|argu)\w* (?:against|not to|not)\b"
    r"|\bdo(?:es)? not (?:recommend|advise|propose|suggest)\b"
    r"|建议(?:不|勿|避免)|(?:不|未)建议|反对",
    re.IGNORECASE,
)
_DENYING: Final = ("not", "against", "建议", "反对")
"""What stands where one advises against something; soon seen."""
_FOR: Final = re.compile(
    r"\b(?:recommend|advis|propos|suggest|urg)(?:e?s|ed|e)?\b|建议", re.IGNORECASE
)
_ENDING: Final = re.compile(r"(?:ing|ed|es|s|e)$")
_ADVISING: Final = frozenset(
    [
        "against",
        "recommend",
        "advis",
        "propos",
        "suggest",
        "urg",
        "warn",
        "not",
        "do",
        *"建议不要勿反对",
    ]
)


def _is_against(text: str) -> bool:
    return has_any(text, _DENYING) and _AGAINST.search(text) is not None


def _by_advice(against: Topic, in_favour: Topic) -> bool:
    """Recommends that the appeal be filed; advises against filing an appeal."""
    if _FOR.search(in_favour.text) is None or in_favour.negations:
        return False
    if not _same_place(against, in_favour):
        return False
    said = [
        {_ENDING.sub("", term) for term in item.set} - _ADVISING for item in (against, in_favour)
    ]
    return len(said[0]) > 1 and said[0] <= said[1]


def _same_place(one: Topic, other: Topic) -> bool:
    if one.times != other.times or not (one.names <= other.names or other.names <= one.names):
        return False
    return not one.figures or not other.figures or one.figures == other.figures
