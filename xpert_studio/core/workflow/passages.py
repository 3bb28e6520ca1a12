"""Finds in a response's own text what was marked in its rendered form, and the other way round.

Rendering takes markup away: what a person marks in the rendered text is not, letter by letter,
what the response says. Both texts hold the same words in the same order, so words are matched.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import Final

_WORD: Final = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[^\W_\u3400-\u9fff\uf900-\ufaff]+"
)
_SENTENCE: Final = re.compile(r"(?:[^.!?。！？]|[.!?](?!\s))+[.!?。！？]*|[.!?。！？]+")
_AHEAD: Final = 80
_CONFIRMED_BY: Final = 6


class Passages:
    """A response's text beside its rendered form.

    Args:
        source: The text as the system wrote it.
        rendered: The text as it is shown.
    """

    def __init__(self, source: str, rendered: str) -> None:
        self.source = source
        self._same = source == rendered
        if self._same:
            return
        ours = [(match.group(), match.start(), match.end()) for match in _WORD.finditer(source)]
        shown = [(match.group(), match.start(), match.end()) for match in _WORD.finditer(rendered)]
        self._pairs = _matched([word for word, _, _ in ours], [word for word, _, _ in shown])
        self._source = [ours[a][1:] for a, _ in self._pairs]
        self._rendered = [shown[b][1:] for _, b in self._pairs]

    def in_source(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a stretch of the rendered text stands in the source; None for no word at all."""
        if self._same:
            return (start, end) if self.source[start:end].strip() else None
        return _across(self._rendered, self._source, start, end)

    def in_rendered(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a stretch of the source stands in the rendered text; None where it is not shown."""
        if self._same:
            return (start, end) if start < end else None
        return _across(self._source, self._rendered, start, end)


def sentence_around(text: str, place: int) -> tuple[int, int]:
    """Where the sentence that holds a place begins and ends, without white space around it.

    A full stop ends a sentence before white space only, so that no number is cut.
    """
    for match in _SENTENCE.finditer(text):
        if match.end() > place:
            inside = match.group()
            start = match.start() + len(inside) - len(inside.lstrip())
            return start, match.start() + len(inside.rstrip())
    return 0, len(text)


def _across(
    here: list[tuple[int, int]], there: list[tuple[int, int]], start: int, end: int
) -> tuple[int, int] | None:
    first = bisect_right([stop for _, stop in here], start)
    last = bisect_left([begin for begin, _ in here], end) - 1
    return None if first > last or first >= len(here) else (there[first][0], there[last][1])


def _matched(source: list[str], rendered: list[str]) -> list[tuple[int, int]]:
    """Pairs of places of the same word, both rising; words of markup are skipped in the source."""
    pairs: list[tuple[int, int]] = []
    at = 0
    for place, word in enumerate(rendered):
        following = rendered[place + 1] if place + 1 < len(rendered) else None
        found = _next(source, at, word, following)
        if found is not None:
            pairs.append((found, place))
            at = found + 1
    return pairs


def _next(source: list[str], at: int, word: str, following: str | None) -> int | None:
    """The next place of a word, one with the right word soon after it before any other."""
    first: int | None = None
    for place in range(at, min(at + _AHEAD, len(source))):
        if source[place] != word:
            continue
        if following is None or following in source[place + 1 : place + 1 + _CONFIRMED_BY]:
            return place
        first = place if first is None else first
    return first
