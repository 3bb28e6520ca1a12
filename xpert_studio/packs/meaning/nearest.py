"""Which texts are nearest to each of some, by any encoder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from xpert_studio.packs.meaning.encoder import Encoder, Vectors
from xpert_studio.packs.meaning.kept import coder

_BLOCK: Final = 512
"""Rows that are compared with all at once: some 3 MB for 1,346 texts."""
_SHARE: Final = 0.5
_CHANCE: Final = 0.1
"""What texts of different matters share by chance, by every encoder."""


def nearest(texts: Sequence[str], encoder: Encoder, top: int = 10) -> list[list[tuple[int, float]]]:
    """For each of some texts the others that are most like it, the nearest first.

    Args:
        texts: Any number; the time grows with its square, 1,346 take seconds.
        encoder: Says what is alike.
        top: So many for each, at most.

    Returns:
        By text the place of another one and the likeness, the cosine from -1 to 1. A text is never
        its own neighbour, nor is one with which it shares nothing (a likeness of 0 or less).

    Raises:
        MissingExtraError: The encoder needs an extra that is not installed.
    """
    vectors = coder(encoder, texts)(texts)
    found: list[list[tuple[int, float]]] = []
    for start in range(0, len(texts), _BLOCK):
        alike = vectors[start : start + _BLOCK] @ vectors.T
        for place, row in enumerate(alike, start):
            row[place] = -np.inf
            found.append(best(row, top))
    return found


def close(found: Sequence[tuple[int, float]]) -> list[int]:
    """Of the nearest texts those that are alike enough to be named; see ``nearest``.

    Args:
        found: Places with their likeness, the most alike first.

    Returns:
        Places with at least half the likeness of the first, and more than texts have by chance.
    """
    least = max(_SHARE * found[0][1], _CHANCE) if found else 0.0
    return [place for place, likeness in found if likeness >= least]


def best(likeness: Vectors, top: int) -> list[tuple[int, float]]:
    """The places of the highest values of a row with these; none without likeness, ties in order.

    Args:
        likeness: A value a place.
        top: So many, at most.
    """
    count = min(top, len(likeness))
    if count <= 0:
        return []
    least = np.partition(likeness, -count)[-count]
    at = np.flatnonzero(likeness >= least)
    at = at[np.argsort(-likeness[at], kind="stable")][:count]
    return [(int(place), float(likeness[place])) for place in at if likeness[place] > 0]
