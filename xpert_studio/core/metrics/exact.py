"""Scores compared exactly: as quotients of whole numbers, so that rounding decides no tie."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from xpert_studio.core.records.columns import FloatArray, IntArray

WholeNumbers = npt.NDArray[Any]
"""Whole numbers: floats up to 2**53, above these Python's own, which have no end."""
_MOST = 2**62
_EXACT: float = 2.0**53
FINEST = 10_000
"""Most steps of a scale."""


def whole_totals(
    place: npt.NDArray[np.integer[Any]], weight: FloatArray, scores: Sequence[FloatArray], size: int
) -> tuple[list[WholeNumbers], WholeNumbers]:
    """Sums of weighted scores, and of weights, by place, in one unit in which all are whole.

    Args:
        place: Where each entry belongs, below ``size``.
        weight: As written in a rubric: 0.1 is a tenth, not the nearest binary fraction.
        scores: Of several raters, 0 to 1: steps of a scale, of which there are ``FINEST`` at most.
        size: How many sums there are.

    Returns:
        By rater the sums of weight times score, and those of the weights: exact, however large.
    """
    tops, top_of = np.unique(np.concatenate([np.zeros(0), *scores]), return_inverse=True)
    weights, weight_of = np.unique(weight, return_inverse=True)
    score_unit, score = _whole([Fraction(v).limit_denominator(FINEST) for v in tops.tolist()])
    _, whole = _whole([Fraction(repr(value)) for value in weights.tolist()])
    entries = int(np.bincount(place, minlength=1).max())
    most = entries * max(whole, default=0) * score_unit
    kind = np.float64 if most < _EXACT else np.object_
    worth = np.array(whole, kind)[weight_of]
    parts = np.split(np.array(score, kind)[top_of], len(scores)) if scores else []
    found = [_added(place, worth * part, size) for part in parts]
    return found, _added(place, worth * score_unit, size)


def _whole(values: list[Fraction]) -> tuple[int, list[int]]:
    """The smallest number that makes all of them whole, and what they are times that."""
    factor = math.lcm(*(value.denominator for value in values))
    return factor, [int(value * factor) for value in values]


def _added(place: npt.NDArray[np.integer[Any]], values: WholeNumbers, size: int) -> WholeNumbers:
    if values.dtype != np.object_:
        return np.bincount(place, values, size)
    found = np.zeros(size, np.object_)
    np.add.at(found, place, values)
    return found


def orders(
    points: WholeNumbers, whole: WholeNumbers, one: IntArray, other: IntArray, tolerance: float
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
    largest = int(whole.max(initial=1)) ** 2 * max(limit.denominator, limit.numerator)
    kind: type = np.int64 if largest < _MOST else object
    top: WholeNumbers = _integers(points).astype(kind)
    bottom: WholeNumbers = _integers(whole).astype(kind)
    apart = top[one] * bottom[other] - top[other] * bottom[one]
    tied = np.abs(apart) * limit.denominator <= limit.numerator * bottom[one] * bottom[other]
    signs = (apart > 0).astype(np.int8) - (apart < 0).astype(np.int8)
    return np.where(np.asarray(tied, np.bool_), np.int8(0), signs)


def _integers(values: WholeNumbers) -> WholeNumbers:
    return values if values.dtype == np.object_ else values.astype(np.int64)


def exact_sum(points: WholeNumbers, whole: WholeNumbers) -> Fraction:
    """Sum of quotients of whole numbers, exactly.

    Args:
        points: Numerators.
        whole: Denominators, above 0.
    """
    names, place = np.unique(whole, return_inverse=True)
    totals = _added(place, points, names.size)
    parts = (Fraction(int(top), int(name)) for top, name in zip(totals, names, strict=True))
    return sum(parts, Fraction(0))
