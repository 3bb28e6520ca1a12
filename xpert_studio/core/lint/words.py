"""The linter's word lists, compiled once from ``resources/lint``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from xpert_studio.core.resources import resource_json

LANGUAGES: Final = ("en", "zh")


@cache
def _lists(language: str) -> dict[str, Any]:
    found: dict[str, Any] = resource_json("lint", f"{language}.json")
    return found


@cache
def entries(language: str, name: str) -> tuple[str, ...]:
    """A word list as it stands in the file."""
    return tuple(_lists(language)[name])


@cache
def pattern(language: str, name: str) -> re.Pattern[str]:
    """A word list as one expression; English entries match at word boundaries."""
    words = sorted(entries(language, name), key=lambda word: (-len(word), word))
    joined = "|".join(words if language == "zh" else _by_letter(words)) or r"(?!)"
    return (
        re.compile(f"(?:{joined})")
        if language == "zh"
        else re.compile(rf"(?<![\w-])(?:{joined})(?![\w-])", re.IGNORECASE)
    )


_PLAIN: Final = re.compile(r"([a-z])[a-z ].*", re.DOTALL)


def _by_letter(words: Iterable[str]) -> Iterator[str]:
    """Expressions that match the same as some words in their order, tried by their first letter.

    Words of two letters never match in the same place, so only the order of those of one letter
    matters; a word that is an expression of several is tried where it stands among the others.
    """
    groups: dict[str, list[str]] = {}
    for word in (*words, ""):
        found = None if "|" in word else _PLAIN.fullmatch(word)
        if found is None:
            for letter, rests in groups.items():
                yield f"{letter}(?:{'|'.join(rests)})"
            groups = {}
            if word:
                yield word
        else:
            groups.setdefault(found[1], []).append(word[1:])


@cache
def loose_pattern(language: str, name: str) -> re.Pattern[str]:
    """A word list as one expression without boundaries."""
    return re.compile(f"(?:{'|'.join(entries(language, name))})", re.IGNORECASE)


_of_packs: Final[dict[str, Mapping[str, Mapping[str, str]]]] = {}


def add_message(rule: str, texts: Mapping[str, Mapping[str, str]]) -> None:
    """Adds message and remedy of a pack's rule, by language; there has to be ``en``."""
    _of_packs[rule] = texts


def message(language: str, rule: str) -> dict[str, str]:
    """Message and remedy of a rule; templates with ``$what`` and the like."""
    known = language if language in LANGUAGES else "en"
    if rule in _of_packs:
        return dict(_of_packs[rule].get(known) or _of_packs[rule]["en"])
    found: dict[str, dict[str, str]] = resource_json("lint", f"messages.{known}.json")
    return found[rule]
