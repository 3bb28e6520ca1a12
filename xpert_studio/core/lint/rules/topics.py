"""What a line is about, reduced so that two lines can be compared without a model of meaning.

Words lose their endings and become one word where ``resources/lint/likeness.json`` knows them as
words for one thing; numbers are written in figures and in one unit; what only says that the
response has to state it is left out. A paraphrase in other words than those listed is not seen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import Any, Final

from xpert_studio.core.han import HAN
from xpert_studio.core.lint.decisive import count_of_negations
from xpert_studio.core.lint.once import once
from xpert_studio.core.lint.words import entries, pattern
from xpert_studio.core.resources import resource_json

_TOKEN: Final = re.compile(rf"[{HAN}]|\d+(?:\.\d+)?|[^\W\d_{HAN}]+(?:['’][a-z]+)?")
_QUANTITY: Final = re.compile(
    r"(?<![A-Za-z0-9_.])(?P<number>\d[\d,]*(?:\.\d+)?)\s*"
    r"(?P<unit>%|‰|[a-zA-Zµ°]+(?:/[a-z]+)?"
    r"|[个分钟小时天日周月年元万亿毫厘千升克吨米度字人名页次条两]{1,3})?"
)
_ENGLISH_NUMBERS: Final = {
    word: str(number)
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
         "nineteen", "twenty"]
    )
} | {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90", "hundred": "100",
}  # fmt: skip
_NUMBER_WORDS: Final = frozenset(_ENGLISH_NUMBERS)
_WORD_NUMBER: Final = re.compile(
    rf"\b(?:{'|'.join(_ENGLISH_NUMBERS)})\b(?: and a half\b)?", re.IGNORECASE
)
_HAN_DIGITS: Final = {**dict(zip("零一二三四五六七八九", range(10), strict=True)), "两": 2}
_HAN_NUMBER: Final = re.compile(
    r"[一二两三四五六七八九十百]+(?=个|分钟|小时|天|日|周|月|年|元|万|升|克|吨|米|字|页|次|毫|千|倍|成)"
)
_UNITS: Final = {
    "week": (7, "day"), "weeks": (7, "day"), "days": (1, "day"), "hours": (1, "hour"),
    "year": (12, "month"), "years": (12, "month"), "months": (1, "month"), "percent": (1, "%"),
    "per": (1, "%"), "l": (1000, "ml"), "litre": (1000, "ml"), "litres": (1000, "ml"),
    "liter": (1000, "ml"), "liters": (1000, "ml"), "millilitres": (1, "ml"), "ml": (1, "ml"),
    "g": (1000, "mg"), "kg": (1_000_000, "mg"), "minutes": (1, "minute"), "m": (1000, "mm"),
    "cm": (10, "mm"), "升": (1000, "ml"), "毫升": (1, "ml"), "周": (7, "day"), "天": (1, "day"),
    "日": (1, "day"), "年": (12, "month"), "个月": (1, "month"), "克": (1000, "mg"),
    "千克": (1_000_000, "mg"), "毫克": (1, "mg"), "米": (1000, "mm"), "厘米": (10, "mm"),
    "毫米": (1, "mm"), "分钟": (1, "minute"), "个小时": (1, "hour"), "小时": (1, "hour"),
}  # fmt: skip


def figures(text: str) -> frozenset[tuple[float, str]]:
    """The numbers of a text, each with its unit, in figures and small units."""
    plain = _WORD_NUMBER.sub(_in_figures, text)
    plain = _HAN_NUMBER.sub(lambda found: str(_of_han(found.group())), plain)
    found = set()
    for match in _QUANTITY.finditer(plain):
        unit = (match["unit"] or "").lower()
        times, name = _UNITS.get(unit, (1, unit.removesuffix("s")))
        found.add((float(match["number"].replace(",", "").rstrip(".")) * times, name))
    return frozenset(found)


def _in_figures(found: re.Match[str]) -> str:
    word, *more = found.group().lower().split()
    return _ENGLISH_NUMBERS[word] + (".5" if more else "")


def _of_han(text: str) -> int:
    total = current = 0
    for char in text:
        if char in "十百":
            total, current = total + (current or 1) * (10 if char == "十" else 100), 0
        else:
            current = _HAN_DIGITS[char]
    return total + current


class Topic:
    """A line as it is compared with others of its rubric.

    Attributes:
        is_chinese: Whether it is compared by characters.
        tokens: Its words as they stand, in small letters.
        terms: Its words of substance in order, or its characters.
    """

    def __init__(self, text: str, language: str) -> None:
        self.text, self.is_chinese = text, language == "zh"
        found = _TOKEN.findall(text.casefold())
        self.tokens = frozenset(found)
        if self.is_chinese or _DIGIT.search(text):
            terms = _terms(self.plain, language)
            self.terms = terms or sorted(unit for _, unit in figures(text))
        else:
            small = _small()
            begin = bool(found) and _demands(found[0])
            self.terms = [known_word(token) for token in found[begin:] if token not in small]

    @once
    def plain(self) -> str:
        """The text without the verb that says what the response has to do with it."""
        return _without_opening(self.text, "zh" if self.is_chinese else "en")

    @once
    def set(self) -> frozenset[str]:
        """The different terms."""
        return frozenset(self.terms)

    @once
    def values(self) -> frozenset[float]:
        """Its numbers without their units."""
        return frozenset(value for value, _ in self.figures)

    @once
    def figures(self) -> frozenset[tuple[float, str]]:
        """Its numbers."""
        if self.is_chinese:
            return figures(_in_known_words(self.text))
        has_number = _DIGIT.search(self.text) or not _NUMBER_WORDS.isdisjoint(self.tokens)
        return figures(self.text) if has_number else frozenset()

    @once
    def value(self) -> tuple[float, str] | None:
        """Its only number, where that has a unit and is no bound."""
        if len(self.figures) != 1 or self.bounds:
            return None
        (found,) = self.figures
        return found if found[1] else None

    @once
    def bounds(self) -> str:
        """Which bound it names: ``at_most``, ``at_least``, or none."""
        for name in ("at_most", "at_least"):
            if bound(name, is_chinese=self.is_chinese).search(self.text):
                return name
        return ""

    @once
    def negations(self) -> int:
        """How many words negate."""
        if not self.is_chinese and _negating().isdisjoint(self.tokens):
            return 0
        plain = self.plain
        for name in ("at_most", "at_least"):  # no fewer than 5 is no negation
            plain = bound(name, is_chinese=self.is_chinese).sub(" ", plain)
        return count_of_negations(_TOKEN.findall(plain.casefold()))

    @once
    def names(self) -> frozenset[str]:
        """Names and abbreviations."""
        found = re.findall(r"(?<!^)(?<![.!?:] )\b[A-Z][\w’-]*|\b[A-Z]{2,}\b", self.plain)
        return frozenset(name.casefold() for name in found)

    @once
    def times(self) -> frozenset[str]:
        """Words for a time or a place in an order."""
        listed = _listed("when", "zh" if self.is_chinese else "en")
        if self.is_chinese:
            return frozenset(word for word in listed if word in _in_known_words(self.text))
        return self.tokens.intersection(listed)

    def shared(self, other: Topic) -> float:
        """Share of the terms of the shorter that the other has, 0 to 1."""
        fewer = min(len(self.set), len(other.set))
        return len(self.set & other.set) / fewer if fewer else 0.0

    def replaces(self, other: Topic) -> bool:
        """Whether one has another thing in the place where the other has one."""
        matcher = SequenceMatcher(None, self.terms, other.terms, autojunk=False)
        return any(
            kind == "replace" and not _are_variants(self.terms[a:b], other.terms[c:d])
            for kind, a, b, c, d in matcher.get_opcodes()
        )


@lru_cache(maxsize=512)  # more than a rubric has lines; several rules ask for each
def topic(text: str, language: str) -> Topic:
    """A line's topic."""
    return Topic(text, language)


def _are_variants(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two stretches are the same words, spelt or inflected otherwise, or reordered."""
    if sorted(one) == sorted(other):
        return True
    return len(one) == len(other) and all(
        len(a) > 3 and a[:4] == b[:4] for a, b in zip(one, other, strict=True)
    )


@lru_cache(maxsize=4096)  # words come again and again
def _demands(token: str) -> bool:
    """Whether an English word is a verb that says what the response has to do."""
    return pattern("en", "verbs").match(token) is not None


def _without_opening(text: str, language: str) -> str:
    """A text without the verb that says what the response has to do with it."""
    found = pattern(language, "verbs").match(text.lstrip())
    begin = len(text) - len(text.lstrip()) + found.end() if found else 0
    rest = text[begin:]
    return rest[5:] if rest.startswith(" that ") else rest


def _terms(text: str, language: str) -> list[str]:
    is_chinese = language == "zh"
    lower = _in_known_words(text) if is_chinese else text.casefold()
    if is_chinese:
        lower = _HAN_NUMBER.sub("1", lower)
    if _DIGIT.search(lower):
        for name in ("at_most", "at_least"):
            lower = bound(name, is_chinese=is_chinese).sub(" ", lower)
        lower = _QUANTITY.sub(" ", lower)
    found = _TOKEN.findall(lower)
    if is_chinese:
        small = _small_han()
        return [token for token in found if token not in small]
    small = _small()
    return [known_word(token) for token in found if token not in small and not token[0].isdigit()]


_DIGIT: Final = re.compile(r"\d")


@cache
def bound(name: str, *, is_chinese: bool) -> re.Pattern[str]:
    """Words for the most or the least: ``at_most``, ``at_least``."""
    words = likeness_lists()[name]["zh" if is_chinese else "en"]
    return re.compile(
        rf"(?<![a-z不])(?<!no )(?<!not )(?:{'|'.join(words)})(?![a-z])", re.IGNORECASE
    )


@lru_cache(maxsize=256)  # asked for a line several times
def _in_known_words(text: str) -> str:
    """Chinese with one word for each thing for which others are listed."""
    expression, known = _same_han()
    return expression.sub(lambda found: known[found.group()], text)


@lru_cache(maxsize=8192)  # words come again and again
def known_word(token: str) -> str:
    """A word's stem, or that of the first of the words for the same thing."""
    plain = token.removesuffix("'s").removesuffix("’s")
    same = _same()
    return same.get(plain) or same.get(_stem(plain)) or _stem(plain)


def _stem(token: str) -> str:
    for ending in ("ations", "ation", "ments", "ment", "ing", "ies", "ed", "es", "ly", "s"):
        if token.endswith(ending) and len(token) - len(ending) > 3:
            return token[: -len(ending)]
    return token


@cache
def _same() -> dict[str, str]:
    found: dict[str, str] = {}
    for group in likeness_lists()["same"]["en"]:
        first, *others = group.split()
        for word in (first, *others):
            found.setdefault(word, _stem(first))
            found.setdefault(_stem(word), _stem(first))
    return found


@cache
def _same_han() -> tuple[re.Pattern[str], dict[str, str]]:
    groups = [sorted(group.split(), key=len) for group in likeness_lists()["same"]["zh"]]
    known = {word: group[0] for group in groups for word in group}
    return re.compile("|".join(sorted(known, key=lambda word: -len(word)))), known


@cache
def _negating() -> frozenset[str]:
    """English words that negate; ``n't`` is part of its word."""
    listed = resource_json("lint", "decisive.json")["negations"]["en"].split()
    verbs = ("do", "does", "did", "is", "are", "was", "were", "must", "should", "can", "ca", "wo")
    return frozenset(listed) | {f"{verb}n{mark}t" for verb in verbs for mark in "'’"}


@cache
def _small() -> frozenset[str]:
    more = {
        "says",
        "said",
        "puts",
        "put",
        "have",
        "been",
        "also",
        "than",
        "such",
        "may",
        "might",
        "would",
        "so",
        "very",
        "fewer",
        "shorter",
        "longer",
        "thicker",
        "later",
        "earlier",
        "per",
        "out",
        "up",
        "down",
        "because",
        "throughout",
        "about",
    }
    return frozenset(entries("en", "small")) | more | frozenset(_ENGLISH_NUMBERS)


@cache
def _small_han() -> frozenset[str]:
    return frozenset(
        "的地得了和与及或在是为其该将把被由要应须需让使向对从以于之者等并也就中里有这那此个本"
    )


@cache
def _listed(name: str, language: str) -> tuple[str, ...]:
    return tuple(likeness_lists()[name][language].split())


@cache
def likeness_lists() -> dict[str, Any]:
    """The word lists of ``likeness.json``."""
    found: dict[str, Any] = resource_json("lint", "likeness.json")
    return found
