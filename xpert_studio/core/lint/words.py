"""The linter's word lists, compiled once from ``resources/lint``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from sys import maxsize
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


_REACH: Final = 6
"""So many letters of the beginning of a word are compared."""


class WordList:
    """Expressions of which a text may hold one; most texts are seen to hold none by their words.

    To look for any of a hundred expressions at every letter of a text takes long; to see that none
    of its words begins as one of them does takes a twentieth of that.

    Args:
        expression: Matches where one of them stands.
        words: They themselves.
        reach: How many letters of a beginning are compared: 1 where no spaces part words.
    """

    def __init__(
        self, expression: re.Pattern[str], words: Iterable[str], reach: int = _REACH
    ) -> None:
        self._expression, self._reach = expression, reach
        found = [head for word in words for part in _split(word) for head in _heads(part, reach)]
        self._heads = None if "" in found else frozenset(found)

    @classmethod
    def of(cls, *words: str) -> WordList:
        """Of English expressions, which match at word boundaries."""
        joined = "|".join(_by_letter(words)) or r"(?!)"
        whole = re.compile(rf"(?<![\w-])(?:{joined})(?![\w-])", re.IGNORECASE)
        return cls(whole, words)

    def search(self, text: str, start: int = 0, end: int = maxsize) -> re.Match[str] | None:
        """The first place; arguments as of ``re.Pattern.search``."""
        # A word that is cut off at the end may be another one.
        may_be = self._may_be_in(text) or (
            end < len(text) and self._may_be_in(text[:end].rpartition(" ")[2])
        )
        return self._expression.search(text, start, end) if may_be else None

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """What begins at a place."""
        return self._expression.match(text, start) if self._may_be_in(text) else None

    def finditer(self, text: str, start: int = 0) -> Iterator[re.Match[str]]:
        """All places."""
        return self._expression.finditer(text, start) if self._may_be_in(text) else iter(())

    def sub(self, by: Callable[[re.Match[str]], str], text: str) -> str:
        """The text with what is found replaced."""
        return self._expression.sub(by, text) if self._may_be_in(text) else text

    def _may_be_in(self, text: str) -> bool:
        return self._heads is None or not self._heads.isdisjoint(_beginnings(text, self._reach))


def in_small(text: str) -> str:
    """A text in small letters, as expressions without regard to case read it."""
    return text.casefold().replace("ı", "i")


def has_any(text: str, parts: Iterable[str]) -> bool:
    """Whether any of some parts, in small letters, stands in a text; soon seen."""
    lower = in_small(text)
    for part in parts:  # noqa: SIM110 - twice as fast as any()
        if part in lower:
            return True
    return False


_WORD: Final = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=64)  # some twenty lists are looked for in a line
def _beginnings(text: str, reach: int) -> frozenset[str]:
    """The first letters of the words of a text; of Chinese, its characters."""
    if reach == 1:
        return frozenset(text)
    words = _WORD.findall(in_small(text))
    return frozenset([word[:reach] for word in words])


def _heads(expression: str, reach: int, so_far: str = "") -> Iterator[str]:
    """How the first words of what an expression without alternatives matches begin.

    Letters, groups of alternatives and what may be left out are understood; all else ends a word,
    or leaves open how it continues: then, and where no letter comes first, this is empty.
    """
    before = None if so_far else _NO_LETTERS.match(expression)
    if before:
        yield from _heads(expression[before.end() :], reach)
        return
    size = next(_ends(expression, ")"), 0) if expression.startswith("(?:") else 1
    first, rest = expression[:size], expression[size:]
    is_group = size > 1
    if len(so_far) == reach:
        yield so_far
    elif rest.startswith(("*", "+", "{")) or _OPEN.match(expression):
        yield ""
    elif first == "^":
        yield from _heads(rest, reach, so_far)
    elif not (is_group or first.isalpha()):
        yield so_far
    else:
        if rest.startswith("?"):
            rest = rest[1:]
            yield from _heads(rest, reach, so_far)
        if not is_group:
            yield from _heads(rest, reach, so_far + first.lower())
        for option in _split(first[3:-1]) if is_group else ():
            yield from _heads(option + rest, reach, so_far)


_NO_LETTERS: Final = re.compile(r"(?:(?:\\[dWs()\[\]+]| )(?:[?*+]|\{[\d,]+\})?\??)+")
"""What stands before the first letter, if anything."""

_OPEN: Final = re.compile(r"\.|\\[wS]|\[[^\]]*[^\W\d_]")
"""What leaves open how a word continues."""


def _split(expression: str) -> list[str]:
    """An expression's alternatives."""
    ends = [0, *_ends(expression, "|"), len(expression) + 1]
    return [expression[start : end - 1] for start, end in pairwise(ends)]


def _ends(expression: str, mark: str) -> Iterator[int]:
    """Where a mark ends that stands in no group, or closes one that stands in none."""
    depth = 0
    for found in _TOKEN.finditer(expression):
        depth -= found.group() == ")"
        if found.group() == mark and not depth:
            yield found.end()
        depth += found.group() == "("


_TOKEN: Final = re.compile(r"\\.|\[\^?\]?[^\]]*\]|.", re.DOTALL)
"""A character of an expression, one with a backslash, or a set of characters."""


@cache
def pattern(language: str, name: str) -> WordList:
    """A word list; English entries match at word boundaries."""
    words = sorted(entries(language, name), key=lambda word: (-len(word), word))
    if language != "zh":
        return WordList.of(*words)
    return WordList(re.compile(f"(?:{'|'.join(words) or '(?!)'})"), words, 1)


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


@cache
def fragments(language: str, name: str) -> tuple[str, ...]:
    """A list of ``expressions.json``, with the lists that it names put in."""
    lists = resource_json("lint", "expressions.json")[language]
    return tuple(
        re.sub(
            "<<([a-z_]+)>>", lambda named: f"(?:{'|'.join(fragments(language, named[1]))})", part
        )
        for part in lists[name]
    )


@cache
def expression(language: str, name: str) -> re.Pattern[str]:
    """Any of a list of ``expressions.json``."""
    return re.compile("|".join(fragments(language, name)), re.IGNORECASE)


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
