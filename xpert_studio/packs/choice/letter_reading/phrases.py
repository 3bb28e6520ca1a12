"""The phrases by which responses state an answer, each of a class with a character of its own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from operator import add
from typing import Any, Final

from .options import FoundOption

CLASSES: Final = {
    "nouns": "n",  # the answer
    "bare_nouns": "m",  # 答案: nothing links it to a letter
    "copulas": "c",  # is
    "verbs": "v",  # I choose
    "imperatives": "V",  # choose
    "conclusions": "z",  # so
    "evidence": "Z",  # points to; no boundary of a clause: "does not point to"
    "subjects": "t",  # it is
    "hedges": "h",  # probably
    "fillers": "f",  # option
    "right": "g",  # is correct
    "the_right_one": "G",  # is the right answer
    "also_right": "x",  # is also correct
    "also": "j",
    "too": "J",
    "marked_right": "y",  # yes, beside a letter in a list
    "wrong": "b",
    "negations": "N",
    "or": "o",
    "and": "a",
    "both": "p",
    "preferences": "O",  # rather than
    "but": "B",
    "reasons": "r",  # because
    "circumstances": "d",  # in this case
    "attributions": "s",  # many say
    "suppositions": "i",  # if
    "provisos": "u",  # only if
    "counterfactuals": "U",  # were
    "retractions": "R",  # scratch that
    "corrections": "k",  # actually
    "changes": "K",  # I switch to
    "exceptions": "E",  # except
    "all": "e",
    "scales": "q",  # percent
}
_PARTS: Final = re.compile(r"\(([^()]*)\)")
_ATOM: Final = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|.", re.DOTALL)
_NEGATED: Final = re.compile(r"(?:[a-z]+n't|cannot)(?![a-z'])")


class Phrases:
    """The phrases of ``words.json``.

    Attributes:
        formal: Nouns that state the final answer.
        general: Nouns that may be left out at the end of an option.
        json_keys: Keys of JSON that hold an answer.
        starters: Words that begin a sentence after a letter.
        place: Names of an option by its place, its number in the group ``number`` or ``ordinal``.
    """

    def __init__(self, words: Mapping[str, Any]) -> None:
        self.formal = frozenset(words["formal_nouns"])
        self.general = frozenset(words["general_nouns"])
        self.json_keys = frozenset(words["json_keys"])
        self.starters = frozenset(words["starters"])
        self._ordinals = {name: n for names in words["ordinals"] for n, name in enumerate(names)}
        ordinals = "|".join(map(re.escape, sorted(self._ordinals, key=len, reverse=True)))
        self.place = re.compile(
            rf"(?:option|选项)(?: number)? ?(?P<number>\d{{1,2}})(?![\d.%])"
            rf"|(?:the )?(?P<ordinal>{ordinals})(?: (?:answer )?option(?![a-z])|个选项|选项)"
        )
        self._marks: dict[str, str] = {}
        lengths: dict[str, set[int]] = defaultdict(set)
        for name, mark in CLASSES.items():
            for phrase in spelled(words[name]):
                atom = _ATOM.match(phrase)
                lengths[atom[0] if atom else ""].add(len(phrase))
                self._marks.setdefault(phrase, mark)
        self._lengths = {atom: sorted(found, reverse=True) for atom, found in lengths.items()}

    def at(
        self, lowered: str, place: int, named: Mapping[int, FoundOption]
    ) -> tuple[str, int] | None:
        """The class of the longest phrase that begins at a place, and its end; None without one.

        A phrase that holds the text of an option is none.
        """
        atom = _ATOM.match(lowered, place)
        for length in self._lengths.get(atom[0], ()) if atom else ():
            end = place + length
            mark = self._marks.get(lowered[place:end])
            if (
                mark is not None
                and end <= len(lowered)
                and not (_is_latin(lowered[end - 1]) and _is_latin(lowered[end : end + 1]))
                and not any(at in named and named[at].end <= end for at in range(place + 1, end))
            ):
                return mark, end
        negated = _NEGATED.match(lowered, place)
        return ("N", negated.end()) if negated else None

    def number_of(self, place: re.Match[str]) -> int:
        """The number of an option named by its place, from 0."""
        number = place["number"]
        return int(number) - 1 if number else self._ordinals[place["ordinal"]]


def spelled(phrases: Iterable[str]) -> Iterator[str]:
    """Phrases with each of the parts in place of "(a|b)"."""
    for phrase in phrases:
        parts = [part.split("|") for part in _PARTS.split(phrase)[1::2]]
        between = _PARTS.split(phrase)[::2]
        for chosen in product(*parts):
            yield between[0] + "".join(map(add, chosen, between[1:]))


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()
