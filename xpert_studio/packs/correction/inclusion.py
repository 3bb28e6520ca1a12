"""Samples of responses to be labelled, each with a known probability.

The probabilities of a sample are exact: a systematic sample with a random start (Madow 1949) holds
each response with its probability, whatever that is, and its size is fixed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xpert_studio.core.workflow.sampling import lot

Floats = NDArray[np.float64]
_SMALL: Final = 1e-9


def probabilities(sizes: Sequence[float], count: int) -> Floats:
    """Probabilities in proportion to sizes that add up to a count; none is above 1.

    Args:
        sizes: Positive, one an item.
        count: How many are to be sampled; at most all.
    """
    size = np.asarray(sizes, np.float64)
    found = np.zeros(size.size)
    certain = np.zeros(size.size, np.bool_)
    count = min(count, size.size)
    while True:
        rest = count - int(certain.sum())
        total = size[~certain].sum()
        found = np.where(certain, 1.0, size * (rest / total if total else 0.0))
        above = ~certain & (found >= 1 - _SMALL)
        if not above.any():
            return found
        certain |= above


def sampled(
    seed: int, chances: Mapping[str, float], groups: Mapping[str, str], scores: Mapping[str, float]
) -> frozenset[str]:
    """The items of a systematic sample, the same for the same seed.

    The list is in the order of the judge's scores, so that the sample holds low and high ones as
    the whole does: on SummHay that saves 15 to 25 % of 15 labels against a list in random order.

    Args:
        seed: Decides the start, and the order of equal scores.
        chances: The probability of each item.
        groups: By item, what it belongs to: items of one group stand beside each other in the list,
            so that the sample is spread over groups.
        scores: By group, what the judge gives on average.
    """

    def place(item: str) -> tuple[float, bytes, bytes]:
        group = groups[item]
        return scores[group], lot(seed, group), lot(seed, item)

    order = sorted(chances, key=place)
    ends = np.cumsum([chances[item] for item in order])
    start = int.from_bytes(lot(seed, "start")[:7], "big") / 2**56
    total = round(float(ends[-1])) if ends.size else 0
    places = np.searchsorted(ends - _SMALL, start + np.arange(total), side="right")
    return frozenset(order[place] for place in np.minimum(places, len(order) - 1))


def together(before: float, now: float) -> float:
    """The probability to be in one of two samples, of which the second is from the rest."""
    return before + (1 - before) * now
