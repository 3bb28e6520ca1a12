"""An inverted index of words in portions, which the page of a site loads as it needs them.

``site.js`` parts texts into words as ``words_in`` does, and ranks by BM25 (Robertson and Zaragoza
2009).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from xpert_studio.core.han import HAN

_WORD: Final = re.compile(r"[^\W_]+")
_SCRIPTS: Final = rf"\u3040-\u30ff{HAN}"
"""Without spaces: kana and Chinese."""
_PIECES: Final = re.compile(f"[{_SCRIPTS}]+|[^{_SCRIPTS}]+")
_UNSPACED: Final = re.compile(f"[{_SCRIPTS}]")
_MOST_PORTIONS: Final = 64
_TASKS_A_PORTION: Final = 20
_PLURAL: Final = 4

Postings = dict[str, list[int]]
"""By word the numbers of tasks, each followed by how often it holds the word."""


def words_in(text: str) -> Iterator[str]:
    """The words of a text in lower case; of scripts without spaces, pairs of characters."""
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).lower()):
        for piece in _PIECES.findall(word):
            if not _UNSPACED.match(piece):
                is_plural = len(piece) >= _PLURAL and piece.endswith("s")
                yield piece[:-1] if is_plural and not piece.endswith("ss") else piece
            elif len(piece) == 1:
                yield piece
            else:
                yield from map("".join, pairwise(piece))


def portion_of(word: str, portions: int) -> int:
    """In which portion a word stands."""
    place = 0
    for letter in word:
        place = (place * 31 + ord(letter)) % 65_521
    return place % portions


class WordIndex:
    """Counts words task by task.

    Args:
        tasks: How many tasks there will be.
    """

    def __init__(self, tasks: int) -> None:
        self.portions = min(_MOST_PORTIONS, 1 + tasks // _TASKS_A_PORTION)
        self.lengths: list[int] = []
        self._postings: Postings = {}

    def add(self, texts: Iterable[tuple[str, int]]) -> None:
        """Adds the next task.

        Args:
            texts: Each with how often its words count.
        """
        counts: Counter[str] = Counter()
        for text, times in texts:
            for word in words_in(text):
                counts[word] += times
        number = len(self.lengths)
        self.lengths.append(counts.total())
        for word, times in counts.items():
            self._postings.setdefault(word, []).extend((number, times))

    def in_portions(self) -> Iterator[tuple[int, Postings]]:
        """The portions that hold anything, each with its number."""
        parts: list[Postings] = [{} for _ in range(self.portions)]
        for word, found in self._postings.items():
            parts[portion_of(word, self.portions)][word] = found
        yield from ((number, part) for number, part in enumerate(parts) if part)
