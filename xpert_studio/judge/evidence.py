"""Looks quotes up in the response they are said to come from.

Three ways, in this order: letter by letter; without regard to white space, punctuation and case;
and fuzzily, by the share of the quote that is found in one stretch of the response.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from xpert_studio.records import Quote

FUZZY_LIMIT: Final = 60_000
"""Longest response searched fuzzily, in characters: beyond it a search would take too long."""

_MIN_FUZZY: Final = 12


@dataclass(frozen=True)
class Haystack:
    """A response made ready for many look-ups; reduced only when a quote is not there verbatim."""

    text: str

    @cached_property
    def reduced(self) -> tuple[str, list[int]]:
        """The text as lower-case letters and digits only, and the offset each of them came from."""
        return _reduced(self.text)

    @property
    def plain(self) -> str:
        """The reduced text."""
        return self.reduced[0]

    @property
    def origin(self) -> Sequence[int]:
        """Offsets into ``text`` of the characters of ``plain``."""
        return self.reduced[1]


def look_up(quotes: Sequence[str], haystack: Haystack, *, threshold: int) -> tuple[Quote, ...]:
    """Marks each quote as verified or not, with its place in the response where it was found.

    Args:
        quotes: As the judge gave them.
        haystack: The response.
        threshold: Share of a quote, 50 to 100, that must be found in one stretch.
    """
    return tuple(_look_up(quote, haystack, threshold) for quote in quotes)


def occurs_in(quote: str, text: str) -> bool:
    """Whether a quote stands in some other text, such as the rubric or the anchor."""
    plain, _ = _reduced(quote)
    return len(plain) >= _MIN_FUZZY and plain in _reduced(text)[0]


def _look_up(quote: str, haystack: Haystack, threshold: int) -> Quote:
    wanted = quote.strip().strip("\"'“”‘’「」…").strip()
    start = haystack.text.find(wanted) if wanted else -1
    if start >= 0:
        return _found(quote, start, start + len(wanted))
    plain, _ = _reduced(wanted)
    if not plain:
        return Quote(quote=quote, verified=False)
    start = haystack.plain.find(plain)
    if start >= 0:
        return _placed(quote, haystack, start, start + len(plain))
    return _fuzzy(quote, plain, haystack, threshold)


def _fuzzy(quote: str, plain: str, haystack: Haystack, threshold: int) -> Quote:
    if len(plain) < _MIN_FUZZY or len(plain) > len(haystack.plain) > 0 or not haystack.plain:
        return Quote(quote=quote, verified=False)
    if len(haystack.plain) > FUZZY_LIMIT:
        return Quote(quote=quote, verified=False)
    from rapidfuzz import fuzz

    match = fuzz.partial_ratio_alignment(plain, haystack.plain, score_cutoff=threshold)
    if match is None or match.score < threshold:
        return Quote(quote=quote, verified=False)
    return _placed(quote, haystack, match.dest_start, match.dest_end)


def _placed(quote: str, haystack: Haystack, start: int, end: int) -> Quote:
    return _found(quote, haystack.origin[start], haystack.origin[end - 1] + 1)


def _found(quote: str, start: int, end: int) -> Quote:
    return Quote(quote=quote, start=start, end=end, verified=True)


def _reduced(text: str) -> tuple[str, list[int]]:
    letters: list[str] = []
    origin: list[int] = []
    for offset, char in enumerate(text):
        if char.isascii():
            if char.isalnum():
                letters.append(char.lower())
                origin.append(offset)
            continue
        for part in unicodedata.normalize("NFKC", char).casefold():
            if part.isalnum():
                letters.append(part)
                origin.append(offset)
    return "".join(letters), origin
