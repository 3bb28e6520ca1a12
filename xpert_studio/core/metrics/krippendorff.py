"""Krippendorff's alpha: chance-corrected agreement of raters, with missing ratings allowed.

Source: Krippendorff, K. (2004), Content Analysis, 2nd ed., chapter 11; (2011), Computing
Krippendorff's Alpha-Reliability, whose worked examples are the tests.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xpert_studio.core.records.columns import FloatArray


def krippendorff_alpha(unit: npt.ArrayLike, value: npt.ArrayLike) -> float | None:
    """Alpha = 1 - observed disagreement / expected disagreement, one row a rating.

    Args:
        unit: What was rated; integers. Units with a single rating are excluded.
        value: The rating; finite numbers, of which two are equal or not (nominal).

    Returns:
        1 is full agreement, 0 is chance; None where fewer than two different values were given to
        units with two or more ratings.
    """
    counts = _counts(unit, value)
    raters = counts.sum(axis=1, keepdims=True)
    # Coincidence matrix: each ordered pair of ratings of a unit, weighted by 1 / (raters - 1).
    weighted = counts / (raters - 1)
    coincidences = weighted.T @ counts - np.diag(weighted.sum(axis=0))
    totals = coincidences.sum(axis=0)
    distances = 1.0 - np.eye(totals.size)
    expected = totals @ distances @ totals / (totals.sum() - 1) if totals.size else 0.0
    return 1 - float((coincidences * distances).sum() / expected) if expected else None


def _counts(unit: npt.ArrayLike, value: npt.ArrayLike) -> FloatArray:
    """Ratings by unit and value, of units with at least two."""
    units, row = np.unique(np.asarray(unit), return_inverse=True)
    values, column = np.unique(np.asarray(value, np.float64), return_inverse=True)
    shape = units.size, values.size
    cells = np.bincount(row * values.size + column, minlength=shape[0] * shape[1])
    counts = cells.reshape(shape).astype(np.float64)
    return np.asarray(counts[counts.sum(axis=1) >= 2], np.float64)
