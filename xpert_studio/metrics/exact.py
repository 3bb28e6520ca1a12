"""Scores compared exactly: as quotients of whole numbers, so that rounding decides no tie."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from xpert_studio.metrics.intervals import NumberArray
from xpert_studio.records.columns import FloatArray, IntArray

WholeNumbers = npt.NDArray[np.int64] | npt.NDArray[np.object_]
_MOST: float = 2.0**62
_FINEST = 10_000


def whole_weights(weights: FloatArray) -> FloatArray:
    """Weights times the smallest number that makes all of them whole; whole ones as they are.

    Args:
        weights: As written in a rubric: 0.1 is a tenth, not the nearest binary fraction.
    """
    if np.all(weights == np.floor(weights)):
        return weights
    values, place = np.unique(weights, return_inverse=True)
    fractions = [Fraction(repr(float(value))) for value in values]
    factor = math.lcm(*(value.denominator for value in fractions))
    return np.array([float(value * factor) for value in fractions])[place]


def whole_scores(*scores: FloatArray) -> tuple[list[FloatArray], float]:
    """Scores times the smallest number that makes all of them whole, and that number.

    Args:
        scores: Of several raters, 0 to 1: steps of a scale, of which there are ``_FINEST`` at most.
    """
    together = np.concatenate(scores)
    if np.all(together == np.floor(together)):
        return list(scores), 1.0
    values, place = np.unique(together, return_inverse=True)
    fractions = [Fraction(value).limit_denominator(_FINEST) for value in values.tolist()]
    factor = math.lcm(*(value.denominator for value in fractions))
    whole = np.array([float(value * factor) for value in fractions])[place]
    return np.split(whole, np.cumsum([one.size for one in scores])[:-1]), float(factor)


def orders(
    points: NumberArray, whole: NumberArray, one: IntArray, other: IntArray, tolerance: float
) -> npt.NDArray[np.int8]:
    """The order of pairs of scores.

    Args:
        points: Numerators of the scores, whole numbers.
        whole: Their denominators, whole numbers above 0.
        one: Places of the pairs' first scores.
        other: Places of the second.
        tolerance: Differences up to this, as written in decimals, are ties.

    Returns:
        For each pair 1 where the first is higher, -1 where the second is, 0 for a tie.
    """
    limit = Fraction(repr(float(tolerance)))
    largest = float(whole.max(initial=1)) ** 2 * max(limit.denominator, limit.numerator)
    kind: type = np.int64 if largest < _MOST else object
    top: WholeNumbers = points.astype(np.int64).astype(kind)
    bottom: WholeNumbers = whole.astype(np.int64).astype(kind)
    apart = top[one] * bottom[other] - top[other] * bottom[one]
    tied = np.abs(apart) * limit.denominator <= limit.numerator * bottom[one] * bottom[other]
    signs = (apart > 0).astype(np.int8) - (apart < 0).astype(np.int8)
    return np.where(np.asarray(tied, np.bool_), np.int8(0), signs)


def exact_sum(points: NumberArray, whole: NumberArray) -> Fraction:
    """Sum of quotients of whole numbers, exactly.

    Args:
        points: Numerators.
        whole: Denominators, above 0.
    """
    names, place = np.unique(whole, return_inverse=True)
    totals = np.bincount(place, points, names.size)
    parts = (Fraction(int(top), int(name)) for top, name in zip(totals, names, strict=True))
    return sum(parts, Fraction(0))
