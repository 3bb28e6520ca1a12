"""Which words make two texts different that are otherwise alike.

Numbers, in figures or words, negations, and words for two sides of one thing, such as buyer and
seller, in the languages of ``resources/lint/decisive.json``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import Final

from xpert_studio.core.han import HAN
from xpert_studio.core.resources import resource_json
from xpert_studio.core.undisguising import plain_letters

_TOKEN: Final = re.compile(
    rf"(?<!\w)[-−+]?[$€£¥]?\d+(?:[.,:]\d+)*%?|[{HAN}\u3040-\u30ff]|[^\W_{HAN}\u3040-\u30ff]+"
)
_UNSPACED: Final = "\u1100"
_LONGEST_ADDED: Final = 8
"""More words than so many in one place are a passage, not a change."""
_MOST_IN_ORDER: Final = 0.7
"""Texts that have fewer words in the same order are not compared word by word."""
_NEGATING: Final = ("anti", "counter", "non", "un", "in", "im", "dis", "ir")


def tokens(text: str) -> list[str]:
    """Words and numbers, in plain letters; of Chinese and Japanese, the characters."""
    return _TOKEN.findall(plain_letters(text))


def number_words(words: Iterable[str]) -> frozenset[str]:
    """Which of some words are numbers, written out or in figures."""
    return frozenset(word for word in words if _has(word, "numbers"))


def count_of_negations(words: Iterable[str]) -> int:
    """How many of some words negate."""
    return sum(_has(word, "negations") for word in words)


Sides = Mapping[frozenset[str], frozenset[str]]
"""By things that have sides, all sides of each: those that occur in a text."""


def sides_in(words: Sequence[str]) -> Sides:
    """The sides of things that occur: as a word, or in a script without spaces anywhere.

    Args:
        words: Those of a text, as ``tokens`` gives them.
    """
    whole, joined = frozenset(words), "".join(words)
    found = {}
    for sides in _opposites():
        there = (s for s in sides if s in whole or (s > _UNSPACED and s in joined))
        if occurring := frozenset(there):
            found[sides] = occurring
    return found


def are_opposite(first: Sides, second: Sides) -> bool:
    """Whether one text has a side of a thing where the other has another side of it."""
    both = first.keys() & second.keys()
    return any(first[thing] - second[thing] and second[thing] - first[thing] for thing in both)


def differ_decisively(first: str, second: str) -> bool:
    """Whether two texts, alike for the most part, differ in a word that decides.

    Args:
        first: The one text.
        second: The other; what it has besides, before or behind, does not matter.
    """
    one, other = tokens(first), tokens(second)
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    alike = sum(block.size for block in matcher.get_matching_blocks())
    if alike < _MOST_IN_ORDER * min(len(one), len(other)):
        return False
    changes = matcher.get_opcodes()
    return any(
        _decides(one[begin:end], other[start:stop], is_between=0 < place < len(changes) - 1)
        for place, (kind, begin, end, start, stop) in enumerate(changes)
        if kind != "equal"
    ) or are_opposite(sides_in(one), sides_in(other))


def _decides(gone: Sequence[str], come: Sequence[str], *, is_between: bool) -> bool:
    """Whether it makes another text that some words stand in the place of others."""
    is_change = len(gone) + len(come) <= _LONGEST_ADDED if is_between else len(gone) == len(come)
    if not is_change or (not is_between and gone[0].startswith(come[0])):
        return False  # a passage put in, before or behind, or a text cut off in a word
    return (
        number_words(gone) != number_words(come)
        or count_of_negations(gone) != count_of_negations(come)
        or are_opposite(sides_in(gone), sides_in(come))
        or _negate(gone, come)
    )


def _negate(gone: Sequence[str], come: Sequence[str]) -> bool:
    """Whether a word is replaced by its negation: clockwise and anticlockwise."""
    return any(
        longer == prefix + shorter
        for one in gone
        for other in come
        for shorter, longer in ((one, other), (other, one))
        for prefix in _NEGATING
    )


@lru_cache(maxsize=4096)  # words come again and again
def _has(word: str, kind: str) -> bool:
    whole, stems = _words(kind)
    is_number = kind == "numbers" and word.lstrip("-−+$€£¥")[:1].isdigit()
    return is_number or word in whole or word.startswith(stems)


@cache
def _words(kind: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Whole words and beginnings of words of a kind, in plain letters."""
    listed = " ".join(resource_json("lint", "decisive.json")[kind].values()).split()
    whole = frozenset(plain_letters(word) for word in listed if not word.endswith("*"))
    return whole, tuple(plain_letters(word[:-1]) for word in listed if word.endswith("*"))


@cache
def _opposites() -> tuple[frozenset[str], ...]:
    listed = resource_json("lint", "decisive.json")["opposites"]
    return tuple(frozenset(map(plain_letters, sides.split("/"))) for sides in listed)
