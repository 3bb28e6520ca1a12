"""Wilson's interval, for shares of independent trials; ``task_estimates`` has all others."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.records.columns import FloatArray

Interval = tuple[float, float]
NumberArray = npt.NDArray[np.float64] | npt.NDArray[np.int64] | npt.NDArray[np.intp]
CONFIDENCE: Final = 0.95

_Z: Final = 1.959963984540054
"""The .975 quantile of the standard normal distribution, which belongs to ``CONFIDENCE``."""


def wilson(successes: int, n: int) -> Interval | None:
    """Wilson's score interval of a proportion, 95 % (Wilson 1927).

    Args:
        successes: How often it happened.
        n: Out of how many.

    Returns:
        Lower and upper bound, or None where n is 0.
    """
    if n == 0:
        return None
    low, high = wilson_bounds(np.array(successes), np.array(n))
    return float(low), float(high)


def wilson_bounds(successes: NumberArray, n: NumberArray) -> tuple[FloatArray, FloatArray]:
    """``wilson`` of many proportions at once.

    Args:
        successes: Per proportion.
        n: Per proportion.

    Returns:
        Lower and upper bounds; NaN where n is 0.
    """
    share = ratio(successes, n)
    scale = ratio(np.ones_like(share), n) * _Z**2
    middle = (share + scale / 2) / (1 + scale)
    half = np.sqrt(share * (1 - share) * scale + scale**2 / 4) / (1 + scale)
    # Exactly 0 and 1 at the ends, where rounding gives nearly that.
    low = np.where((successes == 0) & (n > 0), 0.0, middle - half)
    high = np.where((successes == n) & (n > 0), 1.0, middle + half)
    return low, high


def ratio(numerator: NumberArray, denominator: NumberArray) -> FloatArray:
    """Elementwise quotient; NaN, without a warning, where the denominator is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(denominator != 0, numerator / denominator, np.nan))
