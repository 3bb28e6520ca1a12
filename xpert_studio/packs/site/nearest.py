"""Which texts are like which: by what they mean, as far as their letters tell it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

_KINDS: Final = 4096
_BLOCK: Final = 512
_LONGEST: Final = 20_000


def nearest(texts: Sequence[str], most: int = 6) -> list[list[int]]:
    """The places of the most similar other texts of each text, the most similar first.

    By cosine of weighted counts of runs of three characters (TF-IDF), which needs no model and is
    the same for every language. What replaces it takes and gives the same.

    Args:
        texts: Of tasks.
        most: So many are named of each.
    """
    if len(texts) < 2:
        return [[] for _ in texts]
    counts = np.stack([_counts(text) for text in texts])
    held = (counts > 0).sum(axis=0)
    counts *= (1 + np.log((1 + len(texts)) / (1 + held))).astype(np.float32)
    length = np.linalg.norm(counts, axis=1, keepdims=True)
    counts /= np.where(length > 0, length, 1)
    found: list[list[int]] = []
    for start in range(0, len(texts), _BLOCK):
        alike = counts[start : start + _BLOCK] @ counts.T
        for place, row in enumerate(alike, start=start):
            row[place] = -1
            best = np.argsort(-row, kind="stable")[: min(most, len(texts) - 1)]
            found.append([int(other) for other in best if row[other] > 0])
    return found


def _counts(text: str) -> np.ndarray:
    """Logarithms of how often each kind of run of three characters occurs."""
    letters = np.frombuffer(
        " ".join(text[:_LONGEST].lower().split()).encode("utf-32-le", "replace"), np.uint32
    ).astype(np.uint64)
    runs = (letters[:-2] * 961 + letters[1:-1] * 31 + letters[2:]) % _KINDS
    return np.log1p(np.bincount(runs.astype(np.int64), minlength=_KINDS)).astype(np.float32)
