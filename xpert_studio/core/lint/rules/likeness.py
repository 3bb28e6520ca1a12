"""Lines that say the same twice, or ask for two values of one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from xpert_studio.core.han import HAN
from xpert_studio.core.lint.decisive import (
    Sides,
    are_opposite,
    count_of_negations,
    number_words,
    sides_in,
)
from xpert_studio.core.lint.decisive import tokens as decisive_tokens
from xpert_studio.core.lint.findings import Context, Found, Level, LintedLine
from xpert_studio.core.lint.once import once
from xpert_studio.core.lint.rules.opposites import differ_by_opposite
from xpert_studio.core.lint.rules.topics import Topic, topic
from xpert_studio.core.lint.words import entries

SAME: Final = 86.0
"""From this share of likeness on, 0 to 100, two lines ask for the same."""
SAME_SUBJECT: Final = 88.0

_NUMBER: Final = re.compile(
    r"(?<![A-Za-z0-9_.])[-−]?\d[\d,]*(?:\.\d+)?(?:\s?[%％‰])?|百分之[一二三四五六七八九十百零点]+"
    r"|[一二两三四五六七八九十百千万]+(?=[个项条点种次年月日天元人页章款级期倍])"
)
_DIGIT: Final = re.compile(r"\d")
_ORDINAL: Final = re.compile(
    r"(?:第|\b(?:day|week|month|quarter|year|step|stage|phase|part|case|item|line|question|clause"
    r"|article|section|table|figure|appendix|chapter|exhibit|version|no\.?)\s)\s*$",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"^(?:19|20)\d\d$")
_TOKEN: Final = re.compile(rf"[{HAN}]|[^\W_{HAN}]+")
_NAME: Final = re.compile(r"(?<!^)(?<![.!?] )\b[A-Z][\w’'-]*|\b[A-Z]{2,}\b")
_MANY: Final = 4096
"""More than a rubric has lines: each is asked for with each other, so that fewer would not help."""


class _Gist:
    """What a line is about, reduced; all but its words is asked for lines that are alike only."""

    def __init__(self, text: str) -> None:
        is_plain = text.isascii() and not _DIGIT.search(text)  # soon seen: there is no number
        self._text, self._bare = text, text if is_plain else _NUMBER.sub(" ", text)
        tokens = (
            _TOKEN.findall(text.casefold())
            if is_plain
            else [token.casefold() for token in _TOKEN.findall(self._bare)]
        )
        small = _small()
        content = [_stem(token) for token in tokens if token not in small and not token.isdigit()]
        self.words = " ".join(sorted(content))
        self.plain = " ".join(tokens)

    @once
    def tokens(self) -> list[str]:
        """Words without numbers, in plain letters."""
        return decisive_tokens(self._bare)

    @once
    def sides(self) -> Sides:
        """The sides of things that occur."""
        return sides_in(self.tokens)

    @once
    def _numbers(self) -> tuple[frozenset[str], frozenset[str]]:
        found, named = [], set()
        for match in _NUMBER.finditer(self._text):
            number = _plain_number(match.group())
            # Day 3 and day 5, clause 4 and clause 7 are different things, not two values of one.
            if _ORDINAL.search(self._text[: match.start()]):
                named.add(f"#{number}")
            else:
                found.append(number)
        years = frozenset(number for number in found if _YEAR.match(number))
        return frozenset(found) - years, years | named | number_words(self.tokens)

    @property
    def numbers(self) -> frozenset[str]:
        """Values."""
        return self._numbers[0]

    @property
    def years(self) -> frozenset[str]:
        """Years, and numbers that name what is numbered."""
        return self._numbers[1]

    @once
    def names(self) -> frozenset[str]:
        """Names."""
        return frozenset(name.casefold() for name in _NAME.findall(self._bare))

    @once
    def negations(self) -> int:
        """How many words negate."""
        return count_of_negations(self.tokens)


def near_duplicate(lines: Sequence[LintedLine], context: Context) -> Found:
    """Two lines for one demand count it twice; a line is named once, with all it is like."""
    topics = tuple(topic(line.text, line.language) for line in lines)
    found = {
        (one, other)
        for one, other, share in _likenesses(topics)
        if share >= SAME and _say_the_same(lines[one], lines[other])
    }
    found |= set(_paraphrases(topics))
    same = {(a, b) for a, b in found if not differ_by_opposite(topics[a], topics[b])}
    yield from grouped("near_duplicate", same, lines, context)


def _say_the_same(first: LintedLine, second: LintedLine) -> bool:
    """Whether two lines that are alike have the same numbers, and no thing in another's place."""
    one, other = _gist(first.text), _gist(second.text)
    if one.numbers != other.numbers or one.years != other.years:
        return False
    about, of_other = topic(first.text, first.language), topic(second.text, second.language)
    return about.set == of_other.set or not about.replaces(of_other)


_SAME_FRAME: Final = 60.0
"""From this likeness on, lines with another word in one place ask for another thing."""


def _paraphrases(topics: tuple[Topic, ...]) -> Iterator[tuple[int, int]]:
    """Pairs that say the same in other words with the same numbers, as far as listed words tell."""
    from rapidfuzz import fuzz

    has_values = [bool(item.values) for item in topics]
    for one, other, shared, _ in sharing(topics):
        if not (has_values[one] and has_values[other]):
            continue
        first, second = topics[one], topics[other]
        if first.values != second.values:
            continue
        if shared < (_FEWEST_HAN if first.is_chinese else 1):
            continue
        if first.negations != second.negations:
            continue
        is_other = fuzz.ratio(first.terms, second.terms) >= _SAME_FRAME and first.replaces(second)
        if not is_other and _may_be_one(first, second):
            yield one, other


_FEWEST_HAN: Final = 2
"""So many common characters are needed."""


def _may_be_one(first: Topic, second: Topic) -> bool:
    is_named = first.names <= second.names or second.names <= first.names
    return is_named and not are_opposite(_sides(first.text), _sides(second.text))


@lru_cache(maxsize=_MANY)
def _sides(text: str) -> Sides:
    return sides_in(decisive_tokens(text))


@lru_cache(maxsize=8)  # three rules ask for each rubric
def sharing(topics: tuple[Topic, ...]) -> tuple[tuple[int, int, int, float], ...]:
    """Places of pairs in one language that share at least a quarter of the terms of the shorter.

    Returns:
        For each the two places, how many terms they share, and the share of the shorter's terms.
    """
    bits: dict[str, int] = {}
    found: list[tuple[int, int, int, float]] = []
    before: dict[bool, list[tuple[int, int, int]]] = {True: [], False: []}
    for place, item in enumerate(topics):
        mask, size = 0, max(1, len(item.set))
        for term in item.set:
            mask |= 1 << bits.setdefault(term, len(bits))
        others = before[item.is_chinese]
        for one, its_mask, its_size in others:
            shared = (mask & its_mask).bit_count()
            fewer = min(size, its_size)
            if 4 * shared >= fewer:
                found.append((one, place, shared, shared / fewer))
        others.append((place, mask, size))
    return tuple(found)


def contradicting_numbers(lines: Sequence[LintedLine], context: Context) -> Found:
    """The same thing with two values: no response meets both."""
    topics = tuple(topic(line.text, line.language) for line in lines)
    pairs = {
        (one, other)
        for one, other, share in _likenesses(topics)
        if share >= SAME_SUBJECT and _differ_in_number(lines[one].text, lines[other].text)
    }
    has_value = [item.value is not None for item in topics]
    pairs |= {
        (one, other)
        for one, other, *_ in sharing(topics)
        if has_value[one] and has_value[other] and _have_two_values(topics[one], topics[other])
    }
    yield from grouped("contradicting_numbers", pairs, lines, context)


def _differ_in_number(first: str, second: str) -> bool:
    one, other = _gist(first), _gist(second)
    is_same = one.numbers == other.numbers or one.years != other.years
    return not is_same and bool(one.numbers and other.numbers)


def _have_two_values(one: Topic, other: Topic) -> bool:
    """The same terms, as far as words for one thing are known, with two values in one unit."""
    if one.value is None or other.value is None:
        return False
    (first, unit), (second, of_other) = one.value, other.value
    if first == second or unit != of_other or one.times != other.times:
        return False
    return one.set == other.set and len(one.set) > 1 and one.negations == other.negations


def grouped(
    rule: str, pairs: Iterable[tuple[int, int]], lines: Sequence[LintedLine], context: Context
) -> Found:
    """One finding for each line that has to do with lines before it, with all of them.

    Args:
        rule: Whose finding it is.
        pairs: Places of two lines, the earlier one first.
        lines: The rubric's.
        context: Gives the language.
    """
    related: dict[int, list[int]] = {}
    for one, other in sorted(pairs):
        related.setdefault(other, []).append(one)
    for other, before in sorted(related.items()):
        yield context.finding(
            rule,
            Level.WARNING,
            lines[other],
            None,
            related=tuple(lines[one].point.id for one in before),
            other=_short(lines[before[0]].text),
        )


@lru_cache(maxsize=8)  # two rules ask for each rubric
def _likenesses(topics: tuple[Topic, ...]) -> tuple[tuple[int, int, float], ...]:
    """The places of pairs that may ask for the same, in order, with their likeness, 0 to 100."""
    may_be = [(one, other) for one, other, _, common in sharing(topics) if common >= _SHARED]
    if not may_be:
        return ()
    from rapidfuzz import fuzz

    found: list[tuple[int, int, float]] = []
    for one, other in sorted(may_be):
        first, second = _gist(topics[one].text), _gist(topics[other].text)
        share = fuzz.ratio(first.words, second.words, score_cutoff=SAME)
        if min(len(first.words), len(second.words)) < _FEWEST_LETTERS:
            share = 100.0 if first.plain == second.plain else 0.0
        if share and _are_of_one(first, second):
            found.append((one, other, share))
    return tuple(found)


_SHARED: Final = 0.6
"""Lines with fewer common terms, of those of the shorter, are not alike letter by letter."""
_FEWEST_LETTERS: Final = 8
"""Lines with fewer letters in their content words are alike only where they say the same."""


def _are_of_one(one: _Gist, other: _Gist) -> bool:
    if one.names != other.names or one.negations != other.negations:
        return False
    is_short = min(len(one.words), len(other.words)) < _FEWEST_LETTERS
    return is_short or not are_opposite(one.sides, other.sides)


@lru_cache(maxsize=_MANY)
def _gist(text: str) -> _Gist:
    return _Gist(text)


def _plain_number(text: str) -> str:
    plain = text.replace(",", "").replace("−", "-").replace("％", "%").replace(" ", "")
    if "." in plain:
        head, percent, _ = plain.partition("%")
        plain = head.rstrip("0").rstrip(".") + percent
    return plain


@lru_cache(maxsize=4096)  # words come again and again
def _stem(token: str) -> str:
    for ending in ("ies", "es", "s"):
        if token.endswith(ending) and len(token) - len(ending) > 3:
            return token[: -len(ending)]
    return token


@cache
def _small() -> frozenset[str]:
    return frozenset(entries("en", "small")) | frozenset("的地得了和与及或在是为其该")


def _short(text: str, limit: int = 60) -> str:
    """A text cut to be shown in a message."""
    plain = " ".join(text.split())
    return plain if len(plain) <= limit else plain[: limit - 1] + "…"
