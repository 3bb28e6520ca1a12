"""Student's t, the gamma distribution and Wilcoxon's signed ranks, over arrays, without SciPy.

The figures need no more of statistics than this: a library for all of it takes 140 MB, and a fifth
of a second whenever a figure is computed. The tests hold these functions against SciPy.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.records.columns import FloatArray

_CLOSE: Final = 1e-15
_MOST_STEPS: Final = 10_000
_TINY: Final = 1e-300
_FAR: Final = 50.0
"""From here on the ratio of gamma functions goes by its series, which loses nothing there."""
_SERIES: Final = (1.0, -1 / 8, 1 / 128, 5 / 1024, -21 / 32768, -399 / 262144, 869 / 4194304)
_EXACT: Final = 50
"""Differences of which all signs are counted; of more, the normal approximation is close."""


def student_cdf(freedom: npt.ArrayLike, t: npt.ArrayLike) -> FloatArray:
    """The chance that Student's t is at most ``t``; NaN where either is, or there is no freedom.

    Args:
        freedom: Degrees of freedom, whole or not.
        t: In the same shape, or one that broadcasts with it.
    """
    all_freedom, all_t = np.broadcast_arrays(np.asarray(freedom, float), np.asarray(t, float))
    pairs = zip(all_freedom.ravel().tolist(), all_t.ravel().tolist(), strict=True)
    return np.array([_cdf(*pair) for pair in pairs]).reshape(all_t.shape)


def _cdf(freedom: float, t: float) -> float:
    square = t * t
    if not freedom > 0 or square != square:
        return math.nan
    tail = 0.5 if square == 0 else 0.0 if square == math.inf else _tail(freedom, square)
    return 1 - tail if t > 0 else tail


def _tail(freedom: float, square: float) -> float:
    """The chance of t above the root of a square, by the incomplete beta function."""
    # On this side of its mean the continued fraction converges fast.
    is_far = square > 3 * freedom / (freedom + 2)
    share = freedom / (freedom + square) if is_far else square / (freedom + square)
    first, second = (freedom / 2, 0.5) if is_far else (0.5, freedom / 2)
    power = math.exp(first * math.log(share) + second * math.log1p(-share))
    density = power * _gamma_ratio(freedom / 2) / math.sqrt(math.pi)
    part = density / first * _fraction(first, second, share)
    return (part if is_far else 1 - part) / 2


def _gamma_ratio(x: float) -> float:
    """Gamma(x + 1/2) / Gamma(x)."""
    if x < _FAR:
        return math.exp(math.lgamma(x + 0.5) - math.lgamma(x))
    return math.sqrt(x) * sum(one / x**power for power, one in enumerate(_SERIES))


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function (DLMF 8.17.22), after Lentz."""
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or _TINY)
    found = d
    for m in range(1, _MOST_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1 / ((1 + step * d) or _TINY)
            c = (1 + step / c) or _TINY
            found *= c * d
        if abs(c * d - 1) <= _CLOSE:
            break
    return found


def student_quantile(freedom: npt.ArrayLike, share: float) -> FloatArray:
    """What Student's t is at most, with a chance of ``share``; NaN where the freedom is.

    Args:
        freedom: Degrees of freedom, at least 1.
        share: Above one half.
    """
    given = np.asarray(freedom, float)
    found = [_quantile(one, share) for one in given.ravel().tolist()]
    return np.array(found).reshape(given.shape)


@lru_cache(maxsize=4096)
def _quantile(freedom: float, share: float) -> float:
    """By Newton's steps: the function is concave here, so that they rise to the quantile."""
    if freedom != freedom:
        return math.nan
    normal = NormalDist().inv_cdf(share)
    found = normal + (normal**3 + normal) / (4 * freedom)
    scale = _gamma_ratio(freedom / 2) / math.sqrt(freedom * math.pi)
    for _ in range(100):
        density = scale * math.exp(-(freedom + 1) / 2 * math.log1p(found * found / freedom))
        step = (share - _cdf(freedom, found)) / density
        found += step
        if abs(step) <= 10 * _CLOSE * found:
            break
    return found


def log_gamma(x: npt.ArrayLike) -> FloatArray:
    """The logarithm of the gamma function."""
    given = np.asarray(x, float)
    return np.array([math.lgamma(one) for one in given.ravel().tolist()]).reshape(given.shape)


def log_gamma_cdf(shape: npt.ArrayLike, x: npt.ArrayLike) -> FloatArray:
    """The logarithm of the chance that a gamma variable of scale 1 is at most ``x``.

    Args:
        shape: Above 0.
        x: At least 0; in the same shape, or one that broadcasts with it.
    """
    a, at = np.broadcast_arrays(np.asarray(shape, float), np.asarray(x, float))
    with np.errstate(divide="ignore"):
        density = a * np.log(at) - at - log_gamma(a)
    below = at < a + 1
    low = density + np.log(_gamma_series(np.where(below, a, 1.0), np.where(below, at, 0.0)))
    high = _gamma_fraction(np.where(below, 1.0, a), np.where(below, 3.0, at))
    rest = np.where(below, 0.0, np.exp(density) * high)
    return np.where(below, low, np.log1p(-np.minimum(rest, 1.0)))


def _gamma_series(a: FloatArray, x: FloatArray) -> FloatArray:
    """The series of the lower incomplete gamma function, without its density (DLMF 8.11.4)."""
    term = 1 / a
    found = term.copy()
    for n in range(1, _MOST_STEPS):
        term = term * x / (a + n)
        found += term
        if (term <= _CLOSE * found).all():
            break
    return found


def _gamma_fraction(a: FloatArray, x: FloatArray) -> FloatArray:
    """The continued fraction of the upper one (DLMF 8.9.2), after Lentz."""
    b = x + 1 - a
    c = np.full(a.shape, 1 / _TINY)
    d = 1 / b
    found = d.copy()
    for n in range(1, _MOST_STEPS):
        step = n * (a - n)
        b = b + 2
        d = step * d + b
        d = 1 / np.where(d == 0, _TINY, d)
        c = b + step / c
        c = np.where(c == 0, _TINY, c)
        found *= c * d
        if (np.abs(c * d - 1) <= _CLOSE).all():
            break
    return found


def average_ranks(values: npt.ArrayLike) -> FloatArray:
    """Ranks from 1; equal values have the mean of theirs."""
    _, place, count = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(count) - (count - 1) / 2)[place])


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
