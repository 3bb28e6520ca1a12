"""Means of a judge's scores that labels correct: prediction-powered inference over clusters.

θ = λ·mean_U(f) + mean_L(y − λf) (Angelopoulos, Duchi and Zrnic 2023, "PPI++", arXiv 2311.01453),
with the judge's scores f on all clusters, the experts' y on the labelled ones L, and U the rest. λ
is taken from covariances over clusters, clipped to [0, 1], and cross-fitted: for each labelled
cluster from all others, so that the estimate has no bias from it. The interval is Student's t with
the labelled clusters less one as degrees of freedom, fewer where clusters differ in size, on the
logit scale where the mean lies inside (0, 1), as plain t covers .90 of means of .9 on 16 clusters
with strong task effects.

Where labels were sampled with unequal probabilities, labelled clusters weigh the inverse of theirs
(Hájek 1971), and the variance is that of the estimator's influence over clusters. So it is where
clusters are labelled in part: large families are then labelled more often than small ones, so that
the mean over those without a label is of other families, and would bias the estimate.

All arrays are systems × clusters, perhaps of many projects before these axes; a cluster without
responses of a system has zeros there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xpert_studio.api.figures import ratio
from xpert_studio.core.metrics.distributions import student_quantile
from xpert_studio.core.metrics.intervals import CONFIDENCE

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
FEWEST_LABELLED: Final = 15
"""With fewer labelled clusters a system has no corrected score: coverage was not shown for less."""
_UPPER: Final = (1 + CONFIDENCE) / 2
_INSIDE: Final = 1e-9
_NO_SPREAD: Final = 1e-12
"""A variance that is nothing but rounding."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What a judge and the experts gave, summed by cluster.

    Attributes:
        weight: Tasks with a score by the judge, in tasks; parts of a task where it has several
            responses.
        judge: Sum of the judge's scores over them.
        labelled: Of ``weight``, what experts judged as well; divided by the probability of each
            response where labels were sampled.
        gold: Sum of the experts' scores over that, divided likewise.
        paired: Sum of the judge's scores over that, divided likewise.
        unequal: By system, whether labels were sampled with probabilities that differ.
        partly: By system, whether clusters are labelled in part; None for no system.
    """

    weight: Floats
    judge: Floats
    labelled: Floats
    gold: Floats
    paired: Floats
    unequal: Bools
    partly: Bools | None = None

    @property
    def is_partly(self) -> Bools:
        """``partly``, of every system."""
        return np.zeros_like(self.unequal) if self.partly is None else self.partly

    @property
    def is_labelled(self) -> Bools:
        """Clusters with a label."""
        return np.asarray(self.labelled > 0)

    @property
    def is_there(self) -> Bools:
        """Clusters with a score."""
        return np.asarray(self.weight > 0)


class Corrected(NamedTuple):
    """Corrected means of systems, one entry each; NaN where one cannot be computed.

    ``low`` and ``high`` are a 95 % interval for the population of tasks, ``low_here`` and
    ``high_here`` for these tasks only. ``labelled`` and ``clusters`` count, ``factor`` is λ.
    ``error`` is the standard error. ``alone`` is the mean of the labels without the judge, and
    ``alone_error`` its standard error.
    """

    value: Floats
    error: Floats
    low: Floats
    high: Floats
    low_here: Floats
    high_here: Floats
    factor: Floats
    labelled: NDArray[np.int64]
    clusters: NDArray[np.int64]
    alone: Floats
    alone_error: Floats


def corrected(totals: Totals) -> Corrected:
    """Corrects the means of all systems.

    Args:
        totals: By system and cluster.
    """
    labelled, there = totals.is_labelled, totals.is_there
    n, clusters = labelled.sum(axis=-1), there.sum(axis=-1)
    factors = cross_fitted(totals)
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = _slopes(totals, factors)
        plain, weighted = _split(totals, factors), _influence(totals, slopes)
    factors = np.where(totals.is_partly[..., None], slopes, factors)
    pick = np.where(totals.unequal | totals.is_partly | (n == clusters), 1, 0)
    value, error, here = (
        np.choose(pick, pair) for pair in zip(plain[:3], weighted[:3], strict=True)
    )
    enough = n >= 2
    value, error, here = (np.where(enough, one, np.nan) for one in (value, error, here))
    freedom = freedom_of(totals)
    low, high = interval(value, error, freedom)
    low_here, high_here = interval(value, here, freedom, is_whole=n == clusters)
    value = np.clip(value, 0, 1)  # a sum of means that all lie in it may lie beside it
    alone, alone_error = _alone(totals)
    return Corrected(
        value,
        error,
        low,
        high,
        low_here,
        high_here,
        _mean_factor(totals, factors),
        n,
        clusters,
        alone,
        alone_error,
    )


def freedom_of(totals: Totals) -> Floats:
    """Labelled clusters less one; of unequal sizes as many as would vary as much (Kish 1965).

    With families of one and ten tasks, 16 of 40 labelled, clusters less one covers .86.
    """
    n = totals.is_labelled.sum(axis=-1).astype(np.float64)
    kish = ratio(totals.labelled.sum(axis=-1) ** 2, (totals.labelled**2).sum(axis=-1))
    return np.asarray(np.maximum(np.minimum(np.nan_to_num(kish), n) - 1, 1.0))


def interval(
    value: Floats, error: Floats, freedom: Floats, *, is_whole: Bools | bool = False
) -> tuple[Floats, Floats]:
    """95 % by Student's t: on the logit scale inside (0, 1); at an end, Wilson's at least.

    Args:
        value: The means; one beside [0, 1] stands for the end.
        error: Their standard errors.
        freedom: Degrees of freedom.
        is_whole: Where everything is known, so that an error of 0 says so.
    """
    quantile = student_quantile(freedom, _UPPER)
    half, value = quantile * error, np.clip(value, 0, 1)
    inside = (value > _INSIDE) & (value < 1 - _INSIDE)
    safe = np.where(inside, value, 0.5)
    place, step = np.log(safe / (1 - safe)), half / (safe * (1 - safe))
    # Labels that are all the same have no variance, which does not say that all others are too.
    reach = np.where(is_whole, 0.0, quantile**2 / (freedom + 1 + quantile**2))
    reach = np.maximum(half, reach)
    low = np.where(inside, _share(place - step), np.clip(value - reach * (value > 0.5), 0, 1))
    high = np.where(inside, _share(place + step), np.clip(value + reach * (value < 0.5), 0, 1))
    return np.asarray(low), np.asarray(high)


def _share(log_odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def cross_fitted(totals: Totals) -> Floats:
    """λ for each cluster, from all other clusters.

    A system's covariances are averaged with the mean of those of the other systems that have labels
    enough: their judge is the same, so that half of the noise in λ is gone.
    """
    labelled, there = totals.is_labelled, totals.is_there
    n = labelled.sum(axis=-1, keepdims=True).astype(np.float64)
    rest = (there & ~labelled).sum(axis=-1, keepdims=True)
    covariance = _without_each(totals.gold, totals.paired, totals.labelled, labelled)
    variance = np.where(
        totals.unequal[..., None],
        _without_each(totals.paired, totals.paired, totals.labelled, labelled),
        _without_each(totals.judge, totals.judge, totals.weight, there),
    )
    usable = (n >= 3) & np.ones_like(there)
    covariance, variance = (_with_others(one, usable) for one in (covariance, variance))
    variance = np.where(variance > _NO_SPREAD, variance, np.nan)
    found = ratio(covariance, (1 + ratio(n - 1, rest)) * variance)
    # All labelled: no unlabelled mean to lean on. (An infinite ratio of n to none gives 0.)
    return np.asarray(np.clip(np.nan_to_num(found, nan=0.0, posinf=0.0, neginf=0.0), 0.0, 1.0))


def _without_each(one: Floats, two: Floats, weight: Floats, behind: Bools) -> Floats:
    """Covariance over clusters of two totals about their ratios to a weight, without each cluster.

    In units of one cluster of mean weight; systems × clusters.
    """

    def but(values: Floats) -> Floats:
        kept = np.where(behind, values, 0.0)
        return np.asarray(kept.sum(axis=-1, keepdims=True) - kept)

    count, whole = but(np.ones_like(weight)), but(weight)
    mean, second = ratio(but(one), whole), ratio(but(two), whole)
    products = (
        but(one * two)
        - mean * but(two * weight)
        - second * but(one * weight)
        + mean * second * but(weight**2)
    )
    return ratio(products, (count - 1) * ratio(whole, count) ** 2)


def _with_others(values: Floats, usable: Bools) -> Floats:
    """Each system's values averaged with the mean of the others'."""
    known = usable & np.isfinite(values)
    kept = np.where(known, values, 0.0)
    mean = ratio(kept.sum(axis=-2, keepdims=True) - kept, known.sum(axis=-2, keepdims=True) - known)
    return np.asarray(np.where(np.isfinite(mean), (values + mean) / 2, values))


def _mean_factor(totals: Totals, factors: Floats) -> Floats:
    return ratio((totals.labelled * factors).sum(axis=-1), totals.labelled.sum(axis=-1))


def _split(totals: Totals, factors: Floats) -> tuple[Floats, Floats, Floats]:
    """Mean, standard error, and that for these tasks only, of labels at equal probabilities."""
    labelled, there = totals.is_labelled, totals.is_there
    rest = there & ~labelled
    n = labelled.sum(axis=-1).astype(np.float64)
    other = rest.sum(axis=-1).astype(np.float64)
    unlabelled = ratio(
        np.where(rest, totals.judge, 0.0).sum(axis=-1, keepdims=True),
        np.where(rest, totals.weight, 0.0).sum(axis=-1, keepdims=True),
    )
    residual = totals.gold + factors * (unlabelled * totals.labelled - totals.paired)
    whole = totals.labelled.sum(axis=-1)
    value = ratio(np.where(labelled, residual, 0.0).sum(axis=-1), whole)
    off = np.where(labelled, residual - value[..., None] * totals.labelled, 0.0)
    of_labelled = ratio((off**2).sum(axis=-1) * ratio(n, n - 1), whole**2)
    # One cluster alone has no variance of its own: that of all stands for it.
    judged = np.where((other > 1)[..., None], rest, there)
    of_judge = _variance_of_mean(totals.judge, totals.weight, judged) * judged.sum(axis=-1)
    error = np.sqrt(of_labelled + _mean_factor(totals, factors) ** 2 * ratio(of_judge, other))
    return value, error, _here(totals, factors)


def _variance_of_mean(values: Floats, weight: Floats, behind: Bools) -> Floats:
    """Of a ratio of totals over clusters."""
    values, weight = (np.where(behind, one, 0.0) for one in (values, weight))
    n, whole = behind.sum(axis=-1).astype(np.float64), weight.sum(axis=-1)
    mean = ratio(values.sum(axis=-1), whole)
    off = (values - mean[..., None] * weight) ** 2
    return ratio(off.sum(axis=-1) * ratio(n, n - 1), whole**2)


def _here(totals: Totals, factors: Floats) -> Floats:
    """Standard error for these tasks only: what is not labelled of them is all that is unknown.

    θ is then β·mean(f) over all clusters + mean_L(y − βf) with β = λ(n + N)/N, of which only the
    second part is sampled, from a finite number.
    """
    labelled, there = totals.is_labelled, totals.is_there
    n, clusters = labelled.sum(axis=-1), there.sum(axis=-1)
    slope = factors * ratio(clusters, clusters - n)[..., None]
    slope = np.nan_to_num(slope, nan=0.0, posinf=0.0)
    left = np.where(labelled, totals.gold - slope * totals.paired, 0.0)
    variance = _variance_of_mean(left, totals.labelled, labelled)
    return np.asarray(np.sqrt(variance * (1 - ratio(n, clusters))))


def _slopes(totals: Totals, factors: Floats) -> Floats:
    """How far the judge's mean over everything less that over labels is added, by cluster: 0 to 1.

    λ(n + N)/N; where clusters are labelled in part, of what makes the error smallest, from all
    other clusters.
    """
    labelled, there = totals.is_labelled, totals.is_there
    n, clusters = labelled.sum(axis=-1), there.sum(axis=-1)
    slopes = np.nan_to_num(factors * ratio(clusters, clusters - n)[..., None], nan=0.0, posinf=0.0)
    if totals.is_partly.any():
        of_gold = _of_mean(totals.gold, totals.labelled)
        of_rest = _of_mean(totals.judge, totals.weight) - _of_mean(totals.paired, totals.labelled)
        usable = (totals.is_partly & (n >= _FEWEST_FOR_SLOPE))[..., None] & np.ones_like(there)
        covariance, variance = (
            _with_others((one.sum(axis=-1, keepdims=True) - one) * n[..., None], usable)
            for one in (-of_gold * of_rest, of_rest**2)
        )
        variance = np.where(variance > _NO_SPREAD, variance, np.nan)
        found = np.where(usable, np.nan_to_num(ratio(covariance, variance)), 0.0)
        slopes = np.where(totals.is_partly[..., None], found, slopes)
    return np.asarray(np.clip(slopes, 0.0, 1.0))


_FEWEST_FOR_SLOPE: Final = 3


def _of_mean(values: Floats, weight: Floats) -> Floats:
    """The influence of each cluster on a ratio of totals."""
    whole = weight.sum(axis=-1, keepdims=True)
    return ratio(values - ratio(values.sum(axis=-1, keepdims=True), whole) * weight, whole)


def _influence(totals: Totals, slope: Floats) -> tuple[Floats, Floats, Floats]:
    """The same of labels whose weights differ, by each cluster's influence on the mean."""
    labelled, there = totals.is_labelled, totals.is_there
    n = labelled.sum(axis=-1)
    weight, whole = totals.weight.sum(axis=-1, keepdims=True), totals.labelled.sum(axis=-1)
    mean = ratio(totals.judge.sum(axis=-1, keepdims=True), weight)
    # slope(mean − f) instead of −slope·f: the slope of each cluster is another.
    residual = totals.gold + slope * (mean * totals.labelled - totals.paired)
    residual = np.where(labelled, residual, 0.0)
    value = ratio(residual.sum(axis=-1), whole)
    off = residual - value[..., None] * totals.labelled
    part = ratio(off, whole[..., None])
    common = ratio((totals.labelled * slope).sum(axis=-1), whole)[..., None]
    shared = common * ratio(totals.judge - mean * totals.weight, weight)
    factor = ratio(n, n - 1)
    error = np.sqrt((np.where(there, part + shared, 0.0) ** 2).sum(axis=-1) * factor)
    shares = np.clip(1 - ratio(totals.weight, totals.labelled), 0, 1)
    return value, error, np.sqrt((part**2 * np.nan_to_num(shares)).sum(axis=-1) * factor)


def _alone(totals: Totals) -> tuple[Floats, Floats]:
    """Mean of the labels without the judge, and its standard error."""
    mean = ratio(totals.gold.sum(axis=-1), totals.labelled.sum(axis=-1))
    variance = _variance_of_mean(totals.gold, totals.labelled, totals.is_labelled)
    return mean, np.asarray(np.sqrt(variance))
