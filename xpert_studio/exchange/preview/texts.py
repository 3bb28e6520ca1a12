"""Looks for what should not leave the house in texts that nobody has veiled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from xpert_studio.judge.redaction import holds_key
from xpert_studio.records import Person

PERSON: Final = "person"
E_MAIL: Final = "e-mail"
KEY: Final = "key"

_E_MAIL: Final = re.compile(r"[A-Za-z0-9][\w.+-]*@[A-Za-z0-9](?:[\w-]*\.)+[A-Za-z]{2,}")
_SHORTEST_WORD: Final = 4
"""Shorter parts of a name, and shorter ids, are too often just words."""

_SHORTEST_CHINESE: Final = 2


class TextWatch:
    """Finds people of the project, e-mail addresses and keys in a text.

    Args:
        people: Everybody in the project.
    """

    def __init__(self, people: Iterable[Person]) -> None:
        names = sorted({name for person in people for name in _names(person)}, key=len)
        patterns = [re.escape(name) for name in reversed(names)]
        # Names alone are found fast; whether they stand alone is looked at afterwards.
        self._people = re.compile("|".join(patterns)) if patterns else None

    def found_in(self, text: str) -> Iterator[str]:
        """What is found in a text, each once: ``person``, ``e-mail``, ``key``."""
        if self._people is not None and any(map(_stands_alone, self._people.finditer(text))):
            yield PERSON
        if "@" in text and _E_MAIL.search(text):
            yield E_MAIL
        if holds_key(text):
            yield KEY


def _names(person: Person) -> Iterator[str]:
    """What a person may be called: the name, its longer words, and the id where it is no number."""
    for whole in (person.name or "", person.id):
        if _is_telling(whole):
            yield whole
    words = re.split(r"[\s,.·]+", person.name or "")
    yield from (word for word in words if _is_telling(word) and word[:1].isupper())


def _is_telling(name: str) -> bool:
    if name.isascii():
        return len(name) >= _SHORTEST_WORD and any(char.isalpha() for char in name)
    return len(name) >= _SHORTEST_CHINESE


def _stands_alone(found: re.Match[str]) -> bool:
    """Whether a name is no part of a longer word; Chinese has no spaces to stand between."""
    start, end, text = found.start(), found.end(), found.string
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    return not (_joined(before, text[start]) or _joined(text[end - 1], after))


def _joined(one: str, other: str) -> bool:
    return one.isascii() and other.isascii() and one.isalnum() and other.isalnum()
