"""Cuts text for the search index: words, and Chinese as single characters and pairs.

Most Chinese queries are two characters long, and Chinese has no spaces: so every character and
every two neighbours are tokens. English words are tokens as they stand; parts of words are found
by the trigram index beside this one.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_RUN: Final = re.compile(rf"[{HAN}]+|[^\W_{HAN}]+")
_HAN_RUN: Final = re.compile(rf"[{HAN}]+")
_ACCENTS: Final = re.compile("[\u0300-\u036f]+")
_IS_HAN: Final = re.compile(rf"[{HAN}]")


def folded(text: str) -> str:
    """A text as it is compared: without regard to case, width and accents."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text).casefold()
    return unicodedata.normalize("NFC", _ACCENTS.sub("", plain))


def latin(text: str) -> str:
    """What of a folded text the index of trigrams is for: Chinese has an index of its own."""
    return text if text.isascii() else _HAN_RUN.sub(" ", text)


def tokens(text: str) -> list[str]:
    """The tokens of a folded text, in order: words, and Chinese characters and pairs."""
    found: list[str] = []
    for run in _RUN.findall(text):
        if not _IS_HAN.match(run):
            found.append(run)
            continue
        found.extend(run)
        found.extend(run[place : place + 2] for place in range(len(run) - 1))
    return found


def terms(query: str) -> list[str]:
    """The terms of a query, folded: words and Chinese runs; text in quotes stays together."""
    found: list[str] = []
    for quoted, bare in re.findall(r'["“”「](.+?)["“”」]|(\S+)', folded(query)):
        if quoted:
            found.append(" ".join(quoted.split()))
            continue
        found.extend(_RUN.findall(bare))
    return list(dict.fromkeys(term for term in found if term))


def is_han(term: str) -> bool:
    """Whether a term has Chinese in it."""
    return bool(_IS_HAN.search(term))


def token_query(term: str) -> str | None:
    """What to ask the index of tokens for a term; None where that index cannot find it.

    Words match as beginnings of words; Chinese of two and more characters by its pairs.
    """
    runs = _RUN.findall(term)
    if not runs:
        return None
    parts = []
    for run in runs:
        if not _IS_HAN.match(run):
            parts.append(f'"{run}"*')
        elif len(run) == 1:
            parts.append(f'"{run}"')
        else:
            parts.extend(f'"{run[place : place + 2]}"' for place in range(len(run) - 1))
    return " AND ".join(parts)


def trigram_query(term: str) -> str | None:
    """What to ask the index of trigrams; None for what is shorter than three characters."""
    return '"' + term.replace('"', '""') + '"' if len(term) >= 3 else None
