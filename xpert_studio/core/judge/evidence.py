"""Looks quotes up in the response they are said to come from.

Three ways, in this order: letter by letter; without regard to white space, punctuation and case;
and fuzzily, by the share of the quote that is found in one stretch of the response.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, compress, count, islice
from typing import Final

from xpert_studio.core.judge.disguises import letters_of
from xpert_studio.core.records import Quote

FUZZY_LIMIT: Final = 60_000
"""Longest response searched fuzzily, in characters: beyond it a search would take too long."""

_MIN_FUZZY: Final = 12


class _Letters(dict[int, str | None]):
    """Maps each character to its lower-case letters and digits, or to None; filled as needed."""

    def __missing__(self, code: int) -> str | None:
        folded = unicodedata.normalize("NFKC", chr(code)).casefold()
        self[code] = "".join(part for part in folded if part.isalnum()) or None
        return self[code]


_LETTERS: Final = _Letters()
_HAS_LETTER: Final = bytes(chr(code).isalnum() for code in range(128)) + bytes(128)
_RUNS: Final = re.compile(r"[\x00-\x7f]{1,256}|[^\x00-\x7f]{1,256}")
"""Runs of ASCII, which is far faster to reduce, and of other characters."""


@dataclass(frozen=True)
class Haystack:
    """A text to find quotes in; reduced once, and only when a quote does not occur verbatim."""

    text: str

    @cached_property
    def plain(self) -> str:
        """The text as lower-case letters and digits only."""
        return "".join(self._reduced_runs)

    def origin(self, place: int) -> int:
        """Where the character at a place of ``plain`` stands in ``text``."""
        run = bisect(self._ends, place)
        begin = run and self._ends[run - 1]
        found = self._runs[run]
        if found.isascii():
            places: Iterable[int] = compress(count(), found.encode().translate(_HAS_LETTER))
        else:
            places = (at for at, char in enumerate(found) for _ in _LETTERS[ord(char)] or "")
        return sum(map(len, self._runs[:run])) + next(islice(places, place - begin, None))

    @cached_property
    def _runs(self) -> list[str]:
        return _RUNS.findall(self.text)

    @cached_property
    def _reduced_runs(self) -> list[str]:
        return [*map(_reduced_run, self._runs)]

    @cached_property
    def _ends(self) -> list[int]:
        """Where each run ends in ``plain``."""
        return [*accumulate(map(len, self._reduced_runs))]


@lru_cache(maxsize=64)
def shared_haystack(text: str) -> Haystack:
    """The haystack of a text that many calls ask for: a rubric, or an anchor's response."""
    return Haystack(text)


def look_up(quotes: Sequence[str], haystack: Haystack, *, threshold: int) -> tuple[Quote, ...]:
    """Marks each quote as verified or not, with its place in the response where it was found.

    Args:
        quotes: As the judge gave them.
        haystack: The response.
        threshold: Share of a quote, 50 to 100, that must be found in one stretch.
    """
    return tuple(_look_up(quote, haystack, threshold) for quote in quotes)


def occurs_in(quote: str, haystack: Haystack) -> bool:
    """Whether a quote occurs in some other text, such as the rubric or an anchor."""
    plain = _reduced_quote(_stripped(quote))
    return len(plain) >= _MIN_FUZZY and plain in haystack.plain


def _look_up(quote: str, haystack: Haystack, threshold: int) -> Quote:
    wanted = _stripped(quote)
    start = haystack.text.find(wanted) if wanted else -1
    if start >= 0:
        return _found(quote, start, start + len(wanted))
    plain = _reduced_quote(wanted)
    if not plain:
        return Quote(quote=quote, verified=False)
    start = haystack.plain.find(plain)
    return (
        _placed(quote, haystack, start, start + len(plain))
        if start >= 0
        else _fuzzy(quote, plain, haystack, threshold)
    )


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
    return _found(quote, haystack.origin(start), haystack.origin(end - 1) + 1)


def _found(quote: str, start: int, end: int) -> Quote:
    return Quote(quote=quote, start=start, end=end, verified=True)


def _reduced(text: str) -> str:
    return "".join(map(_reduced_run, _RUNS.findall(text)))


def _reduced_run(run: str) -> str:
    return letters_of(run).decode() if run.isascii() else run.translate(_LETTERS)


def _stripped(quote: str) -> str:
    return quote.strip().strip("\"'“”‘’「」…").strip()


def _reduced_quote(quote: str) -> str:
    """``_reduced``; kept for a while, since a quote is looked up in up to three texts."""
    return _kept(quote) if len(quote) <= _MOST_KEPT else _reduced(quote)


_MOST_KEPT: Final = 4_000
_kept = lru_cache(maxsize=256)(_reduced)
