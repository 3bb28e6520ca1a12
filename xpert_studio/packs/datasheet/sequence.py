"""When a judge that is asked again and again has changed: a sequence against a baseline.

The looks make a confidence sequence: an interval after each look that holds at all looks together.
The baseline's own asks make an interval that holds once. Each has half of the error: where the two
do not meet, the judge's agreement has changed, in error in at most 5 % of all series of looks,
however long. A sequence against a baseline that counts as known would alarm in nearly every series:
the error of the baseline does not shrink with more looks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.api.figures import ratio
from xpert_studio.core.metrics.distributions import log_gamma, log_gamma_cdf, student_quantile
from xpert_studio.core.metrics.intervals import Interval
from xpert_studio.core.records.columns import FloatArray

ALPHA: Final = 0.05
LEAST_ASKS: Final = 3
"""Of the baseline: with fewer its spread is not known."""
LEAST_CLUSTERS: Final = 2
_LOOKS_AHEAD: Final = 5
"""The sequence is narrowest after about so many looks."""
_NO_SPREAD: Final = 1e-9
_STEPS: Final = 40
_LEAST_SCALE: Final = 0.1


def log_mixture(total: FloatArray, spread: FloatArray, scale: float, tuning: float) -> FloatArray:
    """Logarithm of the gamma-exponential mixture, a supermartingale that begins at 1.

    Howard, Ramdas, McAuliffe and Sekhon (2021), Annals of Statistics 49(2), proposition 9: the
    mixture of exp(l s - v (-log(1 - c l) - c l) / c^2) over l from 0 to 1 / c.

    Args:
        total: s, at least 0: sums of deviations from the mean.
        spread: v: sums of squares of deviations from what was expected.
        scale: c: how far one deviation can reach.
        tuning: The spread at which the bound is narrowest, above 0.
    """
    squared = scale * scale
    start = tuning / squared
    shape = (spread + tuning) / squared
    place = (scale * total + spread + tuning) / squared
    head = start * np.log(start) - log_gamma(start) - log_gamma_cdf(start, start)
    reached = log_gamma_cdf(shape, place)
    body = log_gamma(shape) + reached - shape * np.log(place) + (scale * total + spread) / squared
    return np.asarray(head + body)


def bound(spread: FloatArray, error: float, scale: float, tuning: float) -> FloatArray:
    """What a sum of deviations does not exceed at any time, with probability 1 - error.

    Args:
        spread: See ``log_mixture``.
        error: Of one side.
        scale: See ``log_mixture``.
        tuning: See ``log_mixture``.
    """
    wanted = -np.log(error)
    low = np.zeros(np.shape(spread))
    high = np.full(np.shape(spread), scale)
    for _ in range(_STEPS):
        short = log_mixture(high, spread, scale, tuning) < wanted
        if not short.any():
            break
        high = np.where(short, 2 * high, high)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        short = log_mixture(middle, spread, scale, tuning) < wanted
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return high


@dataclass(frozen=True, slots=True)
class Watch:
    """A baseline and the looks after it.

    Attributes:
        baseline: Mean agreement of the baseline's asks, and its interval.
        looks: Mean agreement at each look.
        low, high: The ends of the confidence sequence after each look, of the mean over looks;
            each is at least as narrow as the one before.
        at: Counts the looks, from 0, to the first alarm; None for none.
        is_steady: Whether no verdict differed between any asks of the baseline.
        flips: Verdicts that differ from the first ask, at each look.
    """

    baseline: tuple[float, Interval]
    looks: FloatArray
    low: FloatArray
    high: FloatArray
    at: int | None
    is_steady: bool
    flips: FloatArray

    @property
    def fell(self) -> bool:
        """Whether the alarm is for less agreement than before."""
        return self.at is not None and float(self.looks[: self.at + 1].mean()) < self.baseline[0]


def watch(
    asks: FloatArray, looks: FloatArray, size: FloatArray, flips: FloatArray, *, is_steady: bool
) -> Watch | None:
    """Holds looks against a baseline.

    The sequence is an empirical-Bernstein one (Howard and others 2021, theorem 4): it needs no
    model of the judge, only that clusters are independent and agreement lies between 0 and 1. What
    is expected of a cluster is its mean over all asks before.

    Args:
        asks: (asks, clusters): mean agreement with gold in each ask of the baseline.
        looks: (looks, clusters): in each look after it; NaN where a cluster has no verdict.
        size: (clusters): verdicts in each.
        flips: (looks): verdicts that differ from the first ask.
        is_steady: Whether no verdict differs between any asks of the baseline: then the first that
            differs is an alarm.

    Returns:
        None with fewer than three asks or two clusters.
    """
    if len(asks) < LEAST_ASKS or asks.shape[1] < LEAST_CLUSTERS:
        return None
    weight = size / size.mean()
    middle, interval = _baseline(asks, weight)
    expected = _expected(asks, looks)
    seen = np.where(np.isnan(looks), expected, looks)
    low, high = _sequence(seen, expected, asks, weight)
    low, high = np.maximum.accumulate(low), np.minimum.accumulate(high)
    apart = (low > interval[1] + _NO_SPREAD) | (high < interval[0] - _NO_SPREAD)
    alarms = np.flatnonzero(flips > 0 if is_steady else apart)
    return Watch(
        (middle, interval),
        (seen * weight).mean(axis=1),
        np.clip(low, 0, 1),
        np.clip(high, 0, 1),
        int(alarms[0]) if alarms.size else None,
        is_steady,
        flips,
    )


def _variance(asks: FloatArray, weight: FloatArray) -> FloatArray:
    """By cluster: how much its share in the mean varies from ask to ask."""
    return np.asarray(weight**2 * asks.var(axis=0, ddof=1))


def _baseline(asks: FloatArray, weight: FloatArray) -> tuple[float, Interval]:
    """Mean and interval, with half of the error; Satterthwaite's degrees of freedom."""
    count, clusters = asks.shape
    middle = float((asks * weight).mean())
    own = _variance(asks, weight)
    error = np.sqrt(own.sum() / count) / clusters
    freedom = max(float(ratio(own.sum() ** 2, (own**2).sum() / (count - 1))), 1.0)
    if not own.any():
        return middle, (middle, middle)
    half = float(student_quantile(freedom, 1 - ALPHA / 4)) * error
    return middle, (middle - half, middle + half)


def _expected(asks: FloatArray, looks: FloatArray) -> FloatArray:
    """By look and cluster: the mean of all asks before."""
    known = np.where(np.isnan(looks), 0.0, looks)
    count = len(asks) + np.cumsum(~np.isnan(looks), axis=0) - ~np.isnan(looks)
    return np.asarray((asks.sum(axis=0) + np.cumsum(known, axis=0) - known) / count)


def _sequence(
    seen: FloatArray, expected: FloatArray, asks: FloatArray, weight: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """The ends of the sequence after each look."""
    variance = _variance(asks, weight).sum()
    units = np.arange(1, len(seen) + 1) * seen.shape[1]
    middle = np.cumsum((seen * weight).sum(axis=1)) / units
    # To say that agreement is lower it is enough that no cluster is far above what is expected.
    above = _reach(1 - seen, 1 - expected, 1 - asks.mean(axis=0), weight, variance)
    below = _reach(seen, expected, asks.mean(axis=0), weight, variance)
    return middle - below / units, middle + above / units


def _reach(
    seen: FloatArray,
    expected: FloatArray,
    before: FloatArray,
    weight: FloatArray,
    variance: float,
) -> FloatArray:
    """What the sum of the values exceeds its mean by at most, after each look.

    What is expected may be anything that is known before; no value is below it by more than the
    scale, as values are at least 0.
    """
    scale = max(float((weight * before).max()), _LEAST_SCALE)
    held = np.minimum(weight * expected, scale)
    spread = np.cumsum(((weight * seen - held) ** 2).sum(axis=1))
    return bound(spread, ALPHA / 4, scale, max(_LOOKS_AHEAD * variance, 1e-3 * scale * scale))
