"""Krippendorff's alpha on any scale, by its definition: what figures are compared with."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from xpert_studio.core.records.columns import FloatArray

Scale = Literal["nominal", "ordinal", "interval"]


def krippendorff_alpha(
    unit: npt.ArrayLike, value: npt.ArrayLike, scale: Scale = "nominal"
) -> float | None:
    """Alpha = 1 - observed disagreement / expected disagreement, one row a rating.

    Args:
        unit: What was rated; integers. Units with a single rating are excluded.
        value: The rating; finite numbers. On the ordinal scale only their order counts.
        scale: How far two values are apart: 1 if they differ (nominal), the squared difference of
            their mid-ranks among all ratings (ordinal), or their squared difference (interval).

    Returns:
        1 is full agreement, 0 is chance; None where fewer than two different values were given to
        units with two or more ratings.
    """
    counts, values = _counts(unit, value)
    raters = counts.sum(axis=1, keepdims=True)
    # Coincidence matrix: each ordered pair of ratings of a unit, weighted by 1 / (raters - 1).
    weighted = counts / (raters - 1)
    coincidences = weighted.T @ counts - np.diag(weighted.sum(axis=0))
    totals = coincidences.sum(axis=0)
    distances = _distances(totals, values, scale)
    expected = totals @ distances @ totals / (totals.sum() - 1) if totals.size else 0.0
    return 1 - float((coincidences * distances).sum() / expected) if expected else None


def _counts(unit: npt.ArrayLike, value: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Ratings by unit and value, of units with at least two; and the values, ascending."""
    units, row = np.unique(np.asarray(unit), return_inverse=True)
    values, column = np.unique(np.asarray(value, np.float64), return_inverse=True)
    shape = units.size, values.size
    cells = np.bincount(row * values.size + column, minlength=shape[0] * shape[1])
    counts = cells.reshape(shape).astype(np.float64)
    return counts[counts.sum(axis=1) >= 2], values


def _distances(totals: FloatArray, values: FloatArray, scale: Scale) -> FloatArray:
    """Squared distance of each value from each other."""
    if scale == "nominal":
        return 1.0 - np.eye(values.size)
    place = values if scale == "interval" else np.cumsum(totals) - totals / 2
    return np.asarray((place[:, None] - place) ** 2, np.float64)
