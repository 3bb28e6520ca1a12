"""The letters by which menus and their entries are reached with Alt: no two alike in one menu.

They are drawn from the English words, so that a letter means the same in every language. Where a
text has no Latin letters the letter stands behind it in brackets, as is usual in Chinese: 文件(F).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_ELLIPSIS: Final = " …"


def letters_for(texts: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """A letter for each text, in their order; the empty text where none is left.

    Args:
        texts: In English.
        taken: Letters that something else has.
    """
    used, found = {letter.upper() for letter in taken}, []
    for text in texts:
        letter = next((candidate for candidate in _candidates(text) if candidate not in used), "")
        used.add(letter)
        found.append(letter)
    return found


def _candidates(text: str) -> Iterator[str]:
    """The beginnings of its words first, then any letter of it."""
    plain = "".join(char if char.isascii() and char.isalnum() else " " for char in text).upper()
    yield from (word[0] for word in plain.split())
    yield from (char for char in plain if char != " ")


def with_letter(text: str, letter: str) -> str:
    """A text as a menu takes it, its letter marked.

    Args:
        text: In the window's language.
        letter: From ``letters_for``; none is marked where empty.
    """
    plain = text.replace("&", "&&")
    if not letter:
        return plain
    place = -1 if _HAN.search(text) else _place(plain, letter)
    if place >= 0:
        return f"{plain[:place]}&{plain[place:]}"
    end = _ELLIPSIS if plain.endswith(_ELLIPSIS) else ""
    return f"{plain.removesuffix(end)}(&{letter}){end}"


def _place(text: str, letter: str) -> int:
    """Where a letter stands: at the beginning of a word, if it does anywhere; else -1."""
    start = re.search(rf"\b{letter}", text, re.IGNORECASE)
    return start.start() if start else text.upper().find(letter)
