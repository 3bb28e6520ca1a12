"""The options of a choice, as texts that a response is compared with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final, NamedTuple

from .texts import bare, folded, plain

_PART_OF_WORD: Final = re.compile(r"[^\W_]")
_DECORATION: Final = re.compile(r"[\s*_`\"'“‘]{0,8}")
_TRAILING: Final = " .*_`\"'”’。!！"


class Beginning(NamedTuple):
    """The option whose text begins at a place of a response, and where the text ends."""

    letter: str
    end: int


class Options:
    """The options of a choice.

    Args:
        texts: In the order of their letters, at most 26.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.letters = ascii_uppercase[: len(texts)]
        whole = [folded(plain(text)) for text in texts]
        self._bare = [bare(text) for text in whole]
        self._begun = [text.rstrip(_TRAILING) or text for text in whole]
        self._longest = max(map(len, whole), default=0)
        self._first = {text[:1] for text in self._begun if text}

    def equal_to(self, text: str) -> str | None:
        """The letter of the only option that a text is; None where it is none or several.

        A single letter is not compared: it names an option by its letter.
        """
        if len(text) > 2 * self._longest + 64:
            return None
        said = bare(folded(text))
        found = [key for key, own in zip(self.letters, self._bare, strict=True) if own == said]
        is_letter = len(said) == 1 and said.isascii() and said.isalpha()
        return found[0] if len(found) == 1 and said and not is_letter else None

    def beginning(self, text: str, at: int) -> Beginning | None:
        """The option whose text begins at a place of a response, the longest of several."""
        decoration = _DECORATION.match(text, at)
        places = {at + len(text[at : at + 8]) - len(text[at : at + 8].lstrip())}
        places |= {decoration.end()} if decoration else set()
        found = [item for place in places for item in self._beginning(text, place)]
        longest = max((item.end for item in found), default=0)
        letters = {item.letter for item in found if item.end == longest}
        return Beginning(letters.pop(), longest) if len(letters) == 1 else None

    def _beginning(self, text: str, at: int) -> list[Beginning]:
        if text[at : at + 1].lower() not in self._first:
            return []
        here = folded(text[at : at + 2 * self._longest + 32])
        return [
            Beginning(key, _end_of(own, text, at))
            for key, own in zip(self.letters, self._begun, strict=True)
            if own and here.startswith(own) and not _PART_OF_WORD.match(here[len(own) :])
        ]


def _end_of(own: str, text: str, at: int) -> int:
    """Where a folded text ends that begins at ``at``; spaces may be more there."""
    left = len(own.replace(" ", ""))
    while left and at < len(text):
        left -= not text[at].isspace()
        at += 1
    return at
