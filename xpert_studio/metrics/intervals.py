"""Intervals: Wilson's for a proportion, and resampling whole tasks for everything else."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.records.columns import FloatArray

Interval = tuple[float, float]
NumberArray = npt.NDArray[np.float64] | npt.NDArray[np.int64] | npt.NDArray[np.intp]
CONFIDENCE: Final = 0.95
RESAMPLES: Final = 2_000
FEW_CLUSTERS: Final = 20
"""With fewer tasks, resampled intervals are too narrow (Cameron, Gelbach and Miller 2008)."""

_NO_SPREAD: Final = 1e-12
"""What sums of the same numbers in another order may differ by."""


def wilson(successes: int, n: int) -> Interval | None:
    """Wilson's score interval of a proportion, 95 % (Wilson 1927), from statsmodels.

    Args:
        successes: How often it happened.
        n: Out of how many.

    Returns:
        Lower and upper bound, or None where n is 0.
    """
    if n == 0:
        return None
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(successes, n, alpha=1 - CONFIDENCE, method="wilson")
    # Exactly 0 and 1 at the ends, which rounding misses by a hair.
    return float(low) if successes else 0.0, float(high) if successes < n else 1.0


@lru_cache(maxsize=8)
def resampling(clusters: int, seed: int, resamples: int = RESAMPLES) -> FloatArray:
    """How often each cluster is drawn in each resample, drawing as many as there are.

    Args:
        clusters: How many clusters (tasks) there are.
        seed: Of the random draws.
        resamples: How many resamples.

    Returns:
        Array (resamples × clusters) of counts; every row adds up to ``clusters``. Do not change it.
    """
    draws = np.random.default_rng(seed).integers(0, clusters, (resamples, clusters))
    places = draws + np.arange(resamples)[:, None] * clusters
    drawn = np.bincount(places.ravel(), minlength=resamples * clusters)
    counts: FloatArray = drawn.reshape(resamples, clusters).astype(np.float64)
    counts.flags.writeable = False
    return counts


def percentile_interval(replicates: FloatArray) -> Interval | None:
    """The middle 95 % of bootstrap replicates (Efron 1979).

    Args:
        replicates: One value a resample; undefined ones are NaN and left out.

    Returns:
        Lower and upper bound, or None where fewer than half of the replicates are defined, or where
        all are the same: four tasks that all say 1.00 do not show that the next one will, and a
        width of zero would say so.
    """
    defined = replicates[np.isfinite(replicates)]
    if defined.size == 0 or defined.size * 2 < replicates.size:
        return None
    if np.ptp(defined) <= _NO_SPREAD:
        return None
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return float(low), float(high)


def ratio(numerator: NumberArray, denominator: NumberArray) -> FloatArray:
    """Elementwise quotient; NaN, without a warning, where the denominator is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(denominator != 0, numerator / denominator, np.nan))
