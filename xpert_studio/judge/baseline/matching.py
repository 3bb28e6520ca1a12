"""Finds the terms of a rubric in a response, exactly or nearly, window by window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process

from xpert_studio.judge.baseline.reading import Reading
from xpert_studio.judge.baseline.text import FIRST_HAN, is_chinese

# Short runs of characters, as numbers: likeness of texts below the level of words.

CodeArray = npt.NDArray[np.uint64]

_LATIN_SIZE: Final = 4
_CHINESE_SIZE: Final = 2
_BASE: Final = np.uint64(1_114_159)


def gram_size(text: str) -> int:
    """How long the runs to compare should be: two characters of Chinese, four of the rest."""
    return _CHINESE_SIZE if is_chinese(text) else _LATIN_SIZE


def gram_codes(text: str, size: int) -> CodeArray:
    """One number for the run of characters that begins at each place; case does not count."""
    folded = text.lower()
    if len(folded) != len(text):
        folded = text
    chars = np.frombuffer(folded.encode("utf-32-le", "replace"), dtype=np.uint32).astype(np.uint64)
    number = len(chars) - size + 1
    if number <= 0:
        return np.zeros(0, dtype=np.uint64)
    codes = np.zeros(number, dtype=np.uint64)
    for i in range(size):
        codes = codes * _BASE + chars[i : i + number]
    return codes


FloatArray = npt.NDArray[np.float64]

NEAR: Final = 86.0
"""How alike (0 to 100) two stems must be to count as nearly the same."""

NEAR_CREDIT: Final = 0.75
"""What a term found nearly is worth beside one found exactly."""

_MIN_NEAR: Final = 5
_MAX_VOCABULARY: Final = 4_000


def window_credits(terms: Sequence[str], reading: Reading) -> FloatArray:
    """How far each window of a response has each term, 0 to 1.

    Returns:
        One row a term, one column a window.
    """
    number = len(reading.passages)
    single = np.zeros((len(terms), number))
    vocabulary = [word for word in reading.places if _comparable(word)][:_MAX_VOCABULARY]
    rows: list[int] = []
    columns: list[int] = []
    for row, term in enumerate(terms):
        exact = reading.places.get(term)
        if exact is not None:
            rows += [row] * len(exact)
            columns += exact
            continue
        for other in _near(term, vocabulary):
            single[row, reading.places[other]] = NEAR_CREDIT
    single[rows, columns] = 1.0
    pairs = np.maximum(single[:, :-1], single[:, 1:]) if number > 1 else single[:, :0]
    done = number + pairs.shape[1]
    lines = [
        single[:, a : b + 1].max(axis=1, keepdims=True)
        for a, b in zip(reading.first[done:], reading.last[done:], strict=True)
    ]
    return np.concatenate([single, pairs, *lines], axis=1)


def _comparable(word: str) -> bool:
    return len(word) >= _MIN_NEAR and word[0] != "=" and word[0] < FIRST_HAN


def _near(term: str, vocabulary: Sequence[str]) -> list[str]:
    """Words of the response that are nearly the same as a term, but not the same."""
    if not _comparable(term):
        return []
    found = process.extract(term, vocabulary, scorer=fuzz.ratio, score_cutoff=NEAR, limit=4)
    return [word for word, _, _ in found if word != term]
