"""Points of other tools as weights, exactly or not at all; penalties as what a response avoids.

Weights here are whole numbers from 1 to 10. A score S = Σwx / Σw does not change when all weights
of a rubric are multiplied by the same number, so points that some factor turns into such weights
are taken in by it, and the points themselves are kept for the way back.

A criterion with negative points names a fault. It comes in turned round, as "Avoids this fault",
with the points' size as weight: met is good, as everywhere here. With P and N the sums of the
positive points and of the penalties' sizes, the source's score before clipping is
(S · (P + N) − N) / P: within a task it orders responses exactly as S does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

MOST: Final = 10
_SMALLEST_PART: Final = 10**6
_AVOIDS: Final = "Avoids this fault: "
_AVOIDS_ZH: Final = "避免了以下问题："
_CHINESE: Final = ("\u4e00", "\u9fff")

Points = Sequence[int | float]


def fitted_weights(points: Points) -> tuple[int, ...] | None:
    """Weights in the same proportions as the sizes of the points.

    Whole numbers from 1 to 10 stay as they are; else the smallest weights are taken that have the
    same proportions.

    Args:
        points: Of the criteria of one rubric; negative ones are penalties.

    Returns:
        The weights, or None where no whole numbers from 1 to 10 have these proportions.
    """
    sizes = [Fraction(str(abs(item))) for item in points]
    if not sizes or not all(sizes) or any(part.denominator > _SMALLEST_PART for part in sizes):
        return None
    if all(part.denominator == 1 and part <= MOST for part in sizes):
        return tuple(int(part) for part in sizes)
    common = math.lcm(*(part.denominator for part in sizes))
    whole = [int(part * common) for part in sizes]
    shared = math.gcd(*whole)
    weights = tuple(number // shared for number in whole)
    return weights if max(weights) <= MOST else None


def written_points(
    weights: Sequence[int], original: Sequence[int | float | None]
) -> list[int | float]:
    """The points to write for a rubric.

    Args:
        weights: As they stand.
        original: The points each criterion came with; None where it did not come from elsewhere.

    Returns:
        The original points where the rubric still has the weights they gave, so that all are on
        one scale; else the weights, negative where a criterion came as a penalty.
    """
    signed = [
        -weight if came is not None and came < 0 else weight
        for weight, came in zip(weights, original, strict=True)
    ]
    asked = [
        weight if came is None else came for weight, came in zip(signed, original, strict=True)
    ]
    fitting = fitted_weights(asked)
    return list(asked) if fitting == tuple(weights) else list(signed)


def avoiding(fault: str) -> str:
    """What a response must do about a fault, in the fault's language."""
    first, last = _CHINESE
    is_chinese = any(first <= char <= last for char in fault)
    return f"{_AVOIDS_ZH if is_chinese else _AVOIDS}{fault}"


def points_problem(rubric: str, field: str, points: Points) -> tuple[str, str, str]:
    """Why points are no weights: the field, what is wrong, and what to do.

    Args:
        rubric: What the list of criteria is called in the file.
        field: What the points are called there.
        points: Those that no weights have the proportions of.
    """
    if 0 in points:
        place = list(points).index(0)
        remedy = "Give it points, or remove the criterion."
        return f"{rubric}.{place}.{field}", "is 0, which counts for nothing.", remedy
    few = ", ".join(str(item) for item in points[:8])
    more = ", …" if len(points) > 8 else ""
    message = (
        f"has {field} ({few}{more}) in whose proportions no whole numbers from 1 to {MOST} are; "
        "weights are never rounded."
    )
    return rubric, message, "Change them in the file, such as to whole numbers from 1 to 10."
