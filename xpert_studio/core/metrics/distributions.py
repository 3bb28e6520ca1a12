"""Student's t and Wilcoxon's signed ranks, over arrays, with numpy alone.

The figures need no more of statistics than this: a library for all of it takes 140 MB, and a fifth
of a second whenever a figure is computed. The tests hold these functions against SciPy.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.records.columns import FloatArray

_CLOSE: Final = 1e-15
_MOST_STEPS: Final = 10_000
_TINY: Final = 1e-300
_SHIFT: Final = 24
"""Up to here the ratio of gamma functions goes by recurrence, beyond it by its series."""
_SERIES: Final = (1.0, -1 / 8, 1 / 128, 5 / 1024, -21 / 32768, -399 / 262144, 869 / 4194304)
_EXACT: Final = 50
"""Differences of which all signs are counted; of more, the normal approximation is close."""


def student_cdf(freedom: npt.ArrayLike, t: npt.ArrayLike) -> FloatArray:
    """The chance that Student's t is at most ``t``; NaN where either is, or there is no freedom.

    Args:
        freedom: Degrees of freedom, whole or not.
        t: In the same shape, or one that broadcasts with it.
    """
    freedom, t = np.broadcast_arrays(np.asarray(freedom, float), np.asarray(t, float))
    freedom = np.where(freedom > 0, freedom, np.nan)
    square = t * t
    # Whichever argument is below this mean: the fraction converges fast there.
    is_far = square > 3 * freedom / (freedom + 2)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        share = np.where(is_far, 1 / (1 + square / freedom), square / (freedom + square))
        first = np.where(is_far, freedom / 2, 0.5)
        second = np.where(is_far, 0.5, freedom / 2)
        power = np.exp(first * np.log(share) + second * np.log1p(-share))
        density = power * _gamma_ratio(freedom / 2) / np.sqrt(np.pi)
        part = density / first * _fraction(first, second, share)
        tail = np.where(is_far, part, 1 - part) / 2
    tail = np.where(t == 0, 0.5, np.where(np.isinf(square), 0.0, tail))
    found = np.where(t > 0, 1 - tail, tail)
    return np.where(np.isnan(freedom) | np.isnan(t), np.nan, found)


def _gamma_ratio(x: FloatArray) -> FloatArray:
    """Gamma(x + 1/2) / Gamma(x)."""
    shifts = np.arange(_SHIFT)
    moved = np.prod((x[..., None] + shifts) / (x[..., None] + shifts + 0.5), axis=-1)
    far = x + _SHIFT
    series = sum(one / far**power for power, one in enumerate(_SERIES))
    return np.asarray(moved * np.sqrt(far) * series)


def _fraction(a: FloatArray, b: FloatArray, x: FloatArray) -> FloatArray:
    """The continued fraction of the incomplete beta function (DLMF 8.17.22), after Lentz."""
    c, d = np.ones_like(x), 1 / _not_zero(1 - (a + b) * x / (a + 1))
    found, converged = d.copy(), np.isnan(d)
    for m in range(1, _MOST_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1 / _not_zero(1 + step * d)
            c = _not_zero(1 + step / c)
            factor = c * d
            # What has converged stays, so that no value depends on those beside it.
            found = np.where(converged, found, found * factor)
        converged |= ~(np.abs(factor - 1) > _CLOSE)
        if converged.all():
            break
    return found


def _not_zero(value: FloatArray) -> FloatArray:
    return np.where(value == 0, _TINY, value)


def student_quantile(freedom: npt.ArrayLike, share: float) -> FloatArray:
    """What Student's t is at most, with a chance of ``share``; NaN where the freedom is.

    Args:
        freedom: Degrees of freedom, at least 1.
        share: Above one half, where the function is concave: Newton's steps from below it rise to
            the quantile and never pass it.
    """
    given = np.asarray(freedom, float)
    each, place = np.unique(given, return_inverse=True)
    normal = NormalDist().inv_cdf(share)
    rising = ~np.isnan(each)
    found = np.where(rising, normal, np.nan)
    for _ in range(100):
        density = _gamma_ratio(each / 2) / np.sqrt(each * np.pi)
        density *= np.exp(-(each + 1) / 2 * np.log1p(found**2 / each))
        step = (share - student_cdf(each, found)) / density
        rising = np.where(rising, np.abs(step) > _CLOSE * 10 * found, False)
        if not rising.any():
            break
        found = np.where(rising, found + step, found)
    return np.asarray(found[place].reshape(given.shape))


def average_ranks(values: npt.ArrayLike) -> FloatArray:
    """Ranks from 1; equal values have the mean of theirs."""
    _, place, count = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return np.asarray((last - (count - 1) / 2)[place])


def signed_rank_p(differences: npt.NDArray[Any]) -> float:
    """The two-sided p of Wilcoxon's signed-rank test (Wilcoxon 1945).

    Args:
        differences: None of them zero, at least one. Up to 50 all signs are counted, ties
            included; of more it is the normal approximation, corrected for ties.
    """
    ranks = average_ranks(np.abs(differences))
    positive = float(ranks[differences > 0].sum())
    least = min(positive, float(ranks.sum()) - positive)
    if differences.size > _EXACT:
        spread = float(np.sqrt((ranks**2).sum()) / 2)
        mean = float(ranks.sum()) / 2
        return min(1.0, 2 * NormalDist().cdf((least - mean) / spread))
    # Twice a rank is whole, and each is in the sum or not, with even chances.
    chances = np.ones(1)
    for rank in (2 * ranks).astype(int):
        wider = np.zeros(chances.size + rank)
        wider[: chances.size] += chances / 2
        wider[rank:] += chances / 2
        chances = wider
    return min(1.0, 2 * float(chances[: int(2 * least) + 1].sum()))
