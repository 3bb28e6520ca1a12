"""An index over checkpoints, in which those are looked up that fit what is being written."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from xpert_studio.core.han import HAN
from xpert_studio.core.workflow.checkpoint_library import LibraryEntry

MOST: Final = 6
_LEAST_LETTERS: Final = 3
_FITS: Final = 0.6
"""Of the weight of what was written, this share has to be in a checkpoint of the same domain."""
_FITS_ELSEWHERE: Final = 0.8
"""The share for a checkpoint of another domain: one rare word says little there."""
_RERANKED: Final = 30
_WORD: Final = re.compile(rf"[^\W\d_{HAN}]+|\d[\d.,]*|[{HAN}]+")
_HAN: Final = re.compile(f"[{HAN}]")


class CheckpointLibrary:
    """An index over checkpoints; a look-up takes about a millisecond with 23,000 of them.

    Entries are ranked by the share of the inverse document frequencies of what was written that
    they hold (the last word may be begun only), then by rapidfuzz's ``WRatio``. Words are compared
    in small letters; of Chinese each pair of neighbouring characters is a term.

    Args:
        entries: Of equal texts the first is kept.
        domain: Of the task at work, whose checkpoints fit sooner; empty where it is not known.
    """

    def __init__(self, entries: Iterable[LibraryEntry], domain: str = "") -> None:
        first = {
            " ".join(entry.text.casefold().split()): entry for entry in reversed(list(entries))
        }
        self.entries = tuple(first.values())
        places: dict[str, list[int]] = defaultdict(list)
        for place, text in enumerate(first):
            for term in set(_terms(text)):
                places[term].append(place)
        self._terms = sorted(places)
        self._places = [np.array(places[term], np.int32) for term in self._terms]
        n = len(self.entries)
        is_near = [not domain or entry.domain == domain for entry in self.entries]
        self._least = np.where(is_near, _FITS, _FITS_ELSEWHERE)
        self._rarity = [math.log(1 + n / len(found)) for found in self._places]

    def look_up(
        self, text: str, *, besides: Collection[str] = (), most: int = MOST
    ) -> tuple[LibraryEntry, ...]:
        """The checkpoints that fit a text as it is being written, the best first.

        Args:
            text: With fewer than three letters, or two Chinese characters, nothing fits.
            besides: Texts that the rubric has already.
            most: At most so many.
        """
        if len(text.strip()) < (_LEAST_LETTERS - bool(_HAN.search(text))) or not self.entries:
            return ()
        scores = np.zeros(len(self.entries))
        whole = 0.0
        *done, last = _terms(text.casefold()) or [""]
        for term in dict.fromkeys(done):
            at = bisect_left(self._terms, term)
            if at < len(self._terms) and self._terms[at] == term:
                scores[self._places[at]] += self._rarity[at]
                whole += self._rarity[at]
            else:
                whole += math.log(1 + len(self.entries))
        whole += self._add_begun(last, scores)
        fit = np.flatnonzero(scores >= self._least * whole) if whole else np.array([], np.int64)
        best = fit[np.argsort(-scores[fit], kind="stable")][:_RERANKED]
        return self._ranked(text, [int(place) for place in best], scores, besides)[:most]

    def _add_begun(self, begun: str, scores: np.ndarray) -> float:
        """Adds to the scores of entries with a term that begins so; returns the most it adds."""
        if len(begun) < 2 and not _HAN.match(begun):  # it says too little, of too many
            return 0.0
        low, high = bisect_left(self._terms, begun), bisect_left(self._terms, f"{begun}\uffff")
        if low == high:
            return math.log(1 + len(self.entries))
        held = np.unique(np.concatenate(self._places[low:high]))
        rarity = math.log(1 + len(self.entries) / len(held))
        scores[held] += rarity
        return rarity

    def _ranked(
        self, text: str, places: Sequence[int], scores: np.ndarray, besides: Collection[str]
    ) -> tuple[LibraryEntry, ...]:
        from rapidfuzz import fuzz

        taken = {" ".join(one.casefold().split()) for one in besides}
        found = [self.entries[place] for place in places]
        likeness = {
            one.key + one.project: score + fuzz.WRatio(text, one.text) / 100
            for one, score in zip(found, scores[list(places)], strict=True)
        }
        fit = [one for one in found if " ".join(one.text.casefold().split()) not in taken]
        return tuple(sorted(fit, key=lambda one: -likeness[one.key + one.project]))


@lru_cache(maxsize=256)
def _terms(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for word in _WORD.findall(text):
        is_han = _HAN.match(word) and len(word) > 1
        found += [word[at : at + 2] for at in range(len(word) - 1)] if is_han else [word]
    return tuple(found)
