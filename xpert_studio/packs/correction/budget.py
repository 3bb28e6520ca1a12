"""How narrow a figure is expected to become with more labels, and what these cost."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.core.metrics.distributions import student_quantile
from xpert_studio.core.metrics.intervals import CONFIDENCE
from xpert_studio.packs.correction.estimator import Bools, Floats, Totals

_UPPER: Final = (1 + CONFIDENCE) / 2
LEAST_MEASURED: Final = 5
"""With fewer labelled clusters, how experts and judge vary together is assumed, not measured."""
ASSUMED: Final = 0.7
"""The correlation between experts and judge where nothing is measured."""


@dataclass(frozen=True, slots=True)
class Moments:
    """How experts and judge vary over clusters, for one figure.

    Attributes:
        gold: Variance of what experts give.
        judge: Variance of what the judge gives.
        both: Their covariance.
        labelled: Clusters that are labelled now.
        clusters: All clusters.
        is_assumed: Whether ``gold`` and ``both`` are assumed.
    """

    gold: float
    judge: float
    both: float
    labelled: int
    clusters: int
    is_assumed: bool = False

    def half_width(self, labelled: int) -> float | None:
        """Half of the 95 % interval with so many labelled clusters; None for fewer than two.

        The variance of ``estimator``'s mean at the best λ, with Student's t.
        """
        n = min(labelled, self.clusters)
        if n < 2:
            return None
        rest = self.clusters - n
        factor = 0.0
        if rest and self.judge > 0:
            factor = min(max(self.both / ((1 + n / rest) * self.judge), 0.0), 1.0)
        residual = self.gold - 2 * factor * self.both + factor**2 * self.judge
        variance = max(residual, 0.0) / n + (factor**2 * self.judge / rest if rest else 0.0)
        return float(student_quantile(n - 1, _UPPER)) * math.sqrt(variance)


def moments_of(totals: Totals, systems: Sequence[int]) -> Moments:
    """The moments of the score of one system, or of the second's less the first's.

    Of two systems the clusters count that are labelled for both; where these are too few, the two
    are taken as independent.

    Args:
        totals: Of all systems.
        systems: One place or two.
    """
    gold, judge, inside, there = _series(totals, systems[0])
    if len(systems) == 1:
        return _measured(gold, judge, inside, there)
    second = _series(totals, systems[1])
    both = inside & second[2]
    if both.sum() >= LEAST_MEASURED:
        return _measured(second[0] - gold, second[1] - judge, both, there & second[3])
    parts = [_measured(gold, judge, inside, there), _measured(*second)]
    return Moments(
        gold=sum(part.gold for part in parts),
        judge=sum(part.judge for part in parts),
        both=sum(part.both for part in parts),
        labelled=int(both.sum()),
        clusters=min(part.clusters for part in parts),
        is_assumed=any(part.is_assumed for part in parts),
    )


def _series(totals: Totals, place: int) -> tuple[Floats, Floats, Bools, Bools]:
    """By cluster: the experts' mean, the judge's, whether it is labelled, whether it is there."""
    inside, there = totals.is_labelled[place], totals.is_there[place]
    gold = np.divide(
        totals.gold[place], totals.labelled[place], out=np.zeros(inside.size), where=inside
    )
    judge = np.divide(
        totals.judge[place], totals.weight[place], out=np.zeros(there.size), where=there
    )
    return gold, judge, inside, there


def _measured(gold: Floats, judge: Floats, inside: Bools, there: Bools) -> Moments:
    spread = float(judge[there].var(ddof=1)) if there.sum() > 1 else 0.0
    n, clusters = int(inside.sum()), int(there.sum())
    if n < LEAST_MEASURED:
        return Moments(spread, spread, ASSUMED * spread, n, clusters, is_assumed=True)
    variance = float(gold[inside].var(ddof=1))
    product = float(np.sqrt(variance * judge[inside].var(ddof=1)))
    # By the correlation: the judge varies otherwise on all clusters than on the labelled ones.
    r = float(np.cov(gold[inside], judge[inside])[0, 1]) / product if product > 0 else 0.0
    return Moments(variance, spread, r * float(np.sqrt(variance * spread)), n, clusters)
