"""Two lines that are the same but for one place, where they have opposites.

Opposites are antonyms of WordNet (``resources/lint/antonyms.json``) and, in Chinese, those of
``likeness.json``. Only what a line asserts or demands is looked at: *names the date on which the
lease begins* and *… ends* ask for two dates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import Final

from xpert_studio.core.lint.rules.topics import Topic, known_word, likeness_lists
from xpert_studio.core.resources import resource_json

_WORD: Final = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ASSERTS: Final = re.compile(
    r"(?:(?:correctly |clearly |explicitly )?(?:says?|states?|concludes?|finds?|reports?|notes?"
    r"|confirms?|explains?|argues?|claims?|shows?|holds?|assumes?|points? out|makes clear)"
    r"(?: that)? (?=[a-z]+\b)"
    r"|(?:recommends?|advises?|suggests?|proposes?|requires?|demands?|tells?|asks?|urges?|makes?"
    r"|uses?|keeps?|sets?|treats?|rates?|classif(?:y|ies)|describes?|ranks?|labels?|marks?|calls?"
    r"|considers?|declares?|assesses?|regards?|plans?|chooses?|selects?|decides?|lets?|allows?) )",
    re.IGNORECASE,
)
"""How a line begins that asserts something, or demands a deed; others ask for what they name."""
_RATES: Final = frozenset({"rates", "classifies", "ranks", "labels", "treats", "describes", "calls",
                           "dates", "rate", "classify", "grades", "categorises"})  # fmt: skip
"""Verbs of which one thing has one value: rates the risk as high."""
_FORBIDS: Final = re.compile(
    r"(?:advises?|recommends?|warns?|argues?|decides?|counsels?) against "
    r"|(?:forbids?|prohibits?|bans?|rules? out|leaves? out|omits?|denies|deny|excludes?|refuses?"
    r"|disallows?|rejects?) ",
    re.IGNORECASE,
)
_ALLOWS: Final = re.compile(
    r"(?:recommends?|advises?|suggests?|proposes?|allows?|permits?|includes?|confirms?|uses?"
    r"|accepts?|grants?|chooses?) ",
    re.IGNORECASE,
)
_LIGHT: Final = frozenset(
    ["the", "a", "an", "its", "their", "his", "her", "that", "to", "be", "using", "use", "of",
     "yet", "still", "already", "any", "at", "all", "is", "are"]
)  # fmt: skip
_MOST: Final = 2
"""So many words stand in one place at most."""
_MOST_APART: Final = 2 * _MOST + 2
"""Words that only one of two lines has, at most: those of one place, and articles."""


def may_oppose(item: Topic) -> bool:
    """Whether a line can have opposites of another one: of two, one at least has to."""
    return item.is_chinese or _forbids(item.text) or _asserts(item.text)


def by_opposite(one: Topic, other: Topic) -> bool:
    """Whether the lines have opposites in their only different place."""
    if one.is_chinese:
        return _by_opposite_zh(one.text, other.text)
    if _forbids(one.text) != _forbids(other.text) and _by_opening(one.text, other.text):
        return True
    if not (_asserts(one.text) and _asserts(other.text)):
        return False
    if len(one.tokens ^ other.tokens) > _MOST_APART:  # soon seen: they differ in several places
        return False
    return _in_one_place(one, other)


@lru_cache(maxsize=512)  # more than a rubric has lines
def _forbids(text: str) -> bool:
    return _FORBIDS.match(text.lstrip()) is not None


def differ_by_opposite(one: Topic, other: Topic) -> bool:
    """Whether two lines that are alike are so but for opposites: they do not say the same."""
    if by_opposite(one, other):
        return True
    place = only_difference(_words(one.text), _words(other.text))
    return place is not None and are_antonyms(*place, nouns=True)


@lru_cache(maxsize=512)  # more than a rubric has lines
def _asserts(text: str) -> bool:
    return _ASSERTS.match(text.lstrip()) is not None or next(_each_word(text), "") in _RATES


def _in_one_place(one: Topic, other: Topic) -> bool:
    first, second = _words(one.text), _words(other.text)
    place = only_difference(first[1:], second[1:])
    if place is None:
        return False
    gone, come = place
    if are_antonyms(gone, come):
        return True
    tail = first[-len(gone) - 1 :], second[-len(come) - 1 :]
    is_value = tail == (["as", *gone], ["as", *come]) and first[0] == second[0]
    return is_value and first[0] in _RATES and bool(gone) and bool(come)


def only_difference(
    first: Sequence[str], second: Sequence[str]
) -> tuple[list[str], list[str]] | None:
    """What each of two lists of words has in the only place where they differ; None for several."""
    changes = [
        change
        for change in SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
        if change[0] != "equal"
    ]
    if len(changes) != 1:
        return None
    _, a, b, c, d = changes[0]
    gone, come = list(first[a:b]), list(second[c:d])
    return (gone, come) if max(len(gone), len(come)) <= _MOST else None


def are_antonyms(gone: Sequence[str], come: Sequence[str], *, nouns: bool = False) -> bool:
    """Whether a word of one place is an antonym of one of the other, and the rest is the same.

    Nouns are compared where that is asked for: an advantage and a disadvantage may both be named.
    """
    if len(gone) != len(come):
        return False
    pairs = [(a, b) for a, b in zip(gone, come, strict=True) if a != b]
    return len(pairs) == 1 and _oppose(*pairs[0], "arvn" if nouns else "arv")


def _by_opening(one: str, other: str) -> bool:
    """Recommends aspirin, advises against aspirin."""
    for plain, denying in ((one.lstrip(), other.lstrip()), (other.lstrip(), one.lstrip())):
        allowed, forbidden = _ALLOWS.match(plain), _FORBIDS.match(denying)
        if allowed is None or forbidden is None or _FORBIDS.match(plain):
            continue
        rest = [_terms(plain[allowed.end() :]), _terms(denying[forbidden.end() :])]
        if rest[0] and rest[0] == rest[1]:
            return True
    return False


def _terms(text: str) -> frozenset[str]:
    return frozenset(known_word(word) for word in _words(text) if word not in _LIGHT)


def _words(text: str) -> list[str]:
    return [*_each_word(text)]


def _each_word(text: str) -> Iterator[str]:
    for found in _WORD.finditer(text.casefold()):
        if (word := found.group()) not in {"the", "a", "an"}:
            yield word


@lru_cache(maxsize=4096)  # words come again and again
def _oppose(one: str, other: str, parts: str) -> bool:
    known = _antonyms(parts)
    return any((a, b) in known for a in _lemmas(one) for b in _lemmas(other))


def _lemmas(word: str) -> Iterator[str]:
    """A word as a dictionary may have it, and the word that stands for it among words for one."""
    forms = {word, known_word(word)}
    for ending, instead in (("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"),
                            ("ing", ""), ("ing", "e"), ("ly", "")):  # fmt: skip
        if word.endswith(ending) and len(word) - len(ending) > 2:
            stem = word[: -len(ending)] + instead
            forms |= {stem, known_word(stem)}
            if len(stem) > 3 and stem[-1] == stem[-2]:
                forms.add(stem[:-1])
    return iter(forms)


@cache
def _antonyms(parts: str) -> frozenset[tuple[str, str]]:
    """Pairs in both orders; of words for one thing, those of the word that stands for them too."""
    listed = resource_json("lint", "antonyms.json")
    found: set[tuple[str, str]] = set()
    for part in parts:
        for pair in listed[part].split():
            one, other = pair.split("/")
            forms = {one, known_word(one)}, {other, known_word(other)}
            found |= {(a, b) for a in forms[0] for b in forms[1]}
    return frozenset(found | {(b, a) for a, b in found})


_LISTS_ZH: Final = re.compile(r"(?:列出|列举|举出|写出|指明|比较)")
"""How a Chinese line begins that asks for what it names."""


def _by_opposite_zh(one: str, other: str) -> bool:
    if _LISTS_ZH.match(one) or _LISTS_ZH.match(other):
        return False
    first, second = (text.rstrip("。.") for text in (one, other))
    for sides in likeness_lists()["opposites"]["zh"]:
        yes, no = sides.split("/")
        for plain, denied in ((first, second), (second, first)):
            if no in denied and denied.replace(no, yes, 1) == plain:
                return True
    return False
