"""Does a judge agree with itself? Looked at before anything else is believed of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from xpert_studio.records.columns import NONE, Catalog, Marks


@dataclass(frozen=True, slots=True)
class Consistency:
    """A judge's agreement with itself over trials.

    Attributes:
        trials: How many trials there are.
        items: (response, checkpoint) pairs answered in at least two trials.
        unanimous: Share of those answered the same in every trial; None without any.
        pairwise: Mean share of agreeing pairs of trials.
        flip_rates: Per checkpoint index, the share of its items that were not unanimous.
    """

    trials: int
    items: int
    unanimous: float | None
    pairwise: float | None
    flip_rates: dict[int, float]


def consistency(catalog: Catalog, trials: Sequence[Marks]) -> Consistency | None:
    """A judge's agreement with itself, or None where it was asked only once.

    Args:
        catalog: What there is to judge.
        trials: One ``Marks`` a trial.
    """
    if len(trials) < 2:
        return None
    width = len(catalog.checkpoints)
    keys = np.concatenate([t.response.astype(np.int64) * width + t.checkpoint for t in trials])
    met = np.concatenate([trial.met for trial in trials])
    usable = met != NONE
    pairs, place = np.unique(keys[usable], return_inverse=True)
    votes = np.bincount(place, minlength=pairs.size).astype(np.float64)
    for_met = np.bincount(place, met[usable], pairs.size)
    several = votes >= 2
    n, k = votes[several], for_met[several]
    agreeing = k * (k - 1) + (n - k) * (n - k - 1)
    same = (k == 0) | (k == n)
    points = (pairs[several] % width).astype(np.int64)
    return Consistency(
        trials=len(trials),
        items=int(several.sum()),
        unanimous=float(same.mean()) if n.size else None,
        pairwise=float((agreeing / (n * (n - 1))).mean()) if n.size else None,
        flip_rates={
            int(point): float(1 - same[points == point].mean()) for point in np.unique(points)
        },
    )
