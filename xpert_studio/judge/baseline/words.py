"""The word lists of the embedded judge, loaded once from ``resources/baseline``.

Only data: what a word list is used for stands where it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from xpert_studio.records import content_hash
from xpert_studio.resources import resource_json

FOLDER: Final = "baseline"


@dataclass(frozen=True, slots=True)
class Suffix:
    """An ending the stemmer cuts, and what takes its place."""

    ending: str
    put: str


@dataclass(frozen=True, slots=True)
class EnglishWords:
    """English word lists; ``suffixes`` are sorted longest first."""

    stop: frozenset[str]
    rubric: frozenset[str]
    negation: frozenset[str]
    forbids: tuple[str, ...]
    synonyms: tuple[tuple[str, ...], ...]
    suffixes: tuple[Suffix, ...]
    irregular: Mapping[str, str]
    units: Mapping[str, int]
    tens: Mapping[str, int]
    scales: Mapping[str, int]
    months: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ChineseWords:
    """Chinese word lists; ``stop`` and ``rubric`` are sorted longest first."""

    stop: tuple[str, ...]
    rubric: tuple[str, ...]
    negation: tuple[str, ...]
    forbids: tuple[str, ...]
    synonyms: tuple[tuple[str, ...], ...]
    digits: Mapping[str, int]
    scales: Mapping[str, int]
    measures: tuple[str, ...]


def _longest_first(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


def _groups(rows: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row) for row in rows)


@cache
def english() -> EnglishWords:
    """The English word lists."""
    data: dict[str, Any] = resource_json(FOLDER, "en.json")
    suffixes = sorted(data["suffixes"], key=lambda pair: (-len(pair[0]), pair[0]))
    return EnglishWords(
        stop=frozenset(data["stop"]),
        rubric=frozenset(data["rubric"]),
        negation=frozenset(data["negation"]),
        forbids=tuple(data["forbids"]),
        synonyms=_groups(data["synonyms"]),
        suffixes=tuple(Suffix(ending, put) for ending, put in suffixes),
        irregular=data["irregular"],
        units=data["units"],
        tens=data["tens"],
        scales=data["scales"],
        months=data["months"],
    )


@cache
def chinese() -> ChineseWords:
    """The Chinese word lists."""
    data: dict[str, Any] = resource_json(FOLDER, "zh.json")
    return ChineseWords(
        stop=_longest_first(data["stop"]),
        rubric=_longest_first(data["rubric"]),
        negation=_longest_first(data["negation"]),
        forbids=tuple(data["forbids"]),
        synonyms=_groups(data["synonyms"]),
        digits=data["digits"],
        scales=data["scales"],
        measures=_longest_first(data["measures"]),
    )


@cache
def words_hash() -> str:
    """Hash of all word lists: they decide verdicts as much as the weights do."""
    return content_hash([resource_json(FOLDER, name) for name in ("en.json", "zh.json")])
