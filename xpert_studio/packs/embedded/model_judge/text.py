"""Cuts English and Chinese text into terms that can be compared, and a response into sentences.

A term is the beginning of a word with content, two neighbouring characters of Chinese, or a number
written in digits. References such as ``[12]`` are no numbers.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, Final

from xpert_studio.core.resources import resource_json

READ_LIMIT: Final = 200_000
"""Characters of a response that are read; what comes after is not looked at."""

_STEM: Final = 6
_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HAN_CHAR: Final = re.compile(rf"[{_HAN}]")
_TOKEN: Final = re.compile(
    r"\[\d{1,4}(?:\s?[,;–-]\s?\d{1,4})*\]"  # a reference
    r"|\d+(?:,\d{3})*(?:\.\d+)?"
    rf"|[^\W_{_HAN}]+|[{_HAN}]+"
)
_SENTENCE: Final = re.compile(
    r"(?:^[ \t>]*(?:[-*•·–—+#]+|\(?\d{1,2}[.)、])[ \t]*)?"  # a bullet, or a number of a list
    r"(\S.*?(?:[.!?][\"'”’)\]*_]*(?=\s+[^a-z\s])|[。！？；][”’」）]*|$))",
    re.MULTILINE,
)


def is_chinese(text: str) -> bool:
    """Whether a text is mainly Chinese (one character says about as much as a few letters)."""
    return 4 * len(_HAN_CHAR.findall(text)) > len(text)


def is_figure(key: str) -> bool:
    """Whether the key of a term is a number's."""
    return key[0] == "#"


def terms_of(text: str) -> dict[str, str]:
    """The terms of a text, in order: the key that is compared, and how the text writes it."""
    return {key: written for token in _TOKEN.findall(text) for key, written in _terms(token)}


def sentences_of(response: str) -> list[tuple[int, int]]:
    """Where the sentences of a response begin and end, in order; lines end sentences too."""
    found = _SENTENCE.finditer(response, 0, READ_LIMIT)
    return [(item.start(1), item.start(1) + len(item[1].rstrip())) for item in found]


@cache
def stop_words() -> dict[str, Any]:
    """Words without content, by language."""
    words: dict[str, Any] = resource_json("baseline", "stop.json")
    return words


@lru_cache(maxsize=65_536)
def _terms(token: str) -> tuple[tuple[str, str], ...]:
    if token[0] == "[":
        return ()
    if token[0].isdecimal():
        return ((f"#{float(token.replace(',', ''))}", token),)
    if _HAN_CHAR.match(token):
        return tuple((pair, pair) for piece in _stop().split(token) for pair in _pairs(piece))
    word = token.casefold()
    return () if len(word) < 2 or word in stop_words()["en"] else ((word[:_STEM], token),)


@cache
def _stop() -> re.Pattern[str]:
    return re.compile("|".join(sorted(stop_words()["zh"], key=len, reverse=True)))


def _pairs(piece: str) -> list[str]:
    return [piece[i : i + 2] for i in range(max(len(piece) - 1, 1)) if piece]
