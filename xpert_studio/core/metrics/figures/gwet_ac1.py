"""Gwet's AC1 (Gwet 2008, British Journal of Mathematical and Statistical Psychology 61).

Chance agreement is that of raters who guess only where an item is hard to rate, so that AC1 stays
high where one judgment is rare and κ does not. Of two values it is 2·π·(1 − π), with π the mean
share of mets of all raters.
"""

from __future__ import annotations

import numpy as np

from xpert_studio.core.metrics.metric import (
    PAIRS,
    RATERS,
    Counts,
    FloatArray,
    Metric,
    Scale,
    Shelf,
    Unit,
    all_pairs,
    over,
    ratio,
)
from xpert_studio.core.metrics.votes import LEAST_SHARED, Votes


def _ac1(agreed: FloatArray, met: FloatArray) -> FloatArray:
    """From the share of agreement, and the mean share of mets."""
    chance = 2 * met * (1 - met)
    return ratio(agreed - chance, 1 - chance)


def _of_two(c: Counts) -> FloatArray:
    return _ac1(ratio(c.tp + c.tn, c.n), ratio(2 * c.tp + c.fp + c.fn, 2 * c.n))


def _by_task(votes: Votes) -> FloatArray:
    """Agreement of pairs of raters, items of two or more, share of mets, items: (tasks, 4)."""
    met, unmet = votes.met, votes.unmet
    n = met + unmet
    pairs = n * (n - 1)
    agreed = np.where(pairs > 0, ratio(met * (met - 1) + unmet * (unmet - 1), pairs), 0.0)
    return votes.by_task(agreed, n >= 2, met / n, np.ones(n.size))


def _of_several(sums: FloatArray) -> FloatArray:
    agreed, several, met, items = np.moveaxis(sums, -1, 0)
    return _ac1(ratio(agreed, several), ratio(met, items))


METRICS = (
    Metric(
        over(_of_two), all_pairs, Scale.SIGNED,
        id="gwet_ac1", title="Gwet’s AC1", short="AC1",
        meaning="Chance-corrected agreement, also fair where one judgment is rare; 1 is perfect.",
        source=PAIRS, shelf=Shelf.AGREEMENT, position=1, unit=Unit.COEFFICIENT,
    ),
    Metric(
        _of_several, lambda sums: sums[..., 1], Scale.SIGNED,
        id="gwet_ac1", title="Gwet’s AC1", short="AC1",
        meaning="Chance-corrected agreement of all, also fair where one judgment is rare.",
        source=RATERS, shelf=Shelf.AGREEMENT, position=1, unit=Unit.COEFFICIENT,
        statistics=_by_task, least=LEAST_SHARED,
    ),
)  # fmt: skip
