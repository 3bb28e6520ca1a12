"""Brings English words to a common form: irregular forms, endings, synonyms.

The stems are for comparing, not for reading. Endings are data; one is cut at most twice
("investments", "investment", "invest"), and never so far that less than four letters are left.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from xpert_studio.judge.baseline.words import english

_MIN_STEM: Final = 4
_ROUNDS: Final = 2
_VOWELS: Final = "aeiouy"


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a lower-case word."""
    word = english().irregular.get(word, word)
    if not word.isascii() or len(word) <= _MIN_STEM - 1:
        return word
    for _ in range(_ROUNDS):
        shorter = _cut(word)
        if shorter == word:
            break
        word = shorter
    return _undouble(word)


@lru_cache(maxsize=65_536)
def concept(word: str) -> str:
    """The stem of a lower-case word, or the name of the synonyms it belongs to."""
    root = stem(word)
    return _synonyms().get(root, root)


@cache
def _synonyms() -> dict[str, str]:
    names: dict[str, str] = {}
    for group in english().synonyms:
        for word in group:
            names.setdefault(stem(word), f"={group[0]}")
    return names


@cache
def _by_last_letter() -> dict[str, tuple[tuple[str, str], ...]]:
    letters: dict[str, list[tuple[str, str]]] = {}
    for suffix in english().suffixes:
        letters.setdefault(suffix.ending[-1], []).append((suffix.ending, suffix.put))
    return {letter: tuple(pairs) for letter, pairs in letters.items()}


def _cut(word: str) -> str:
    if word.endswith(("ss", "us", "is")):
        return word
    for ending, put in _by_last_letter().get(word[-1], ()):
        if word.endswith(ending):
            left = word[: len(word) - len(ending)] + put
            shortest = 3 if len(ending) <= 3 else _MIN_STEM
            if len(left) >= shortest and any(letter in _VOWELS for letter in left):
                return left
    return word


def _undouble(word: str) -> str:
    if len(word) > _MIN_STEM and word[-1] == word[-2] and word[-1] not in "aeiousl":
        return word[:-1]
    return word
