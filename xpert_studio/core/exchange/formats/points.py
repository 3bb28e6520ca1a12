"""Points of other tools as weights; penalties as what a response avoids."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from xpert_studio.core.records import is_policy_weight

_AVOIDS: Final = "Avoids this fault: "
_AVOIDS_ZH: Final = "避免了以下问题："


def written_points(
    weights: Sequence[float], original: Sequence[int | float | None]
) -> list[int | float]:
    """The points to write for a rubric.

    Args:
        weights: As they stand.
        original: The points each criterion came with; None where it did not come from elsewhere.

    Returns:
        The original points where all weights are these, or are in their proportions, as earlier
        versions brought points to whole numbers from 1 to 10; else the weights, negative where a
        criterion came as a penalty.
    """
    pairs = list(zip(weights, original, strict=True))
    factors = {_factor(weight, came) for weight, came in pairs}
    if len(factors) == 1 and 0 not in factors:
        return [weight if came is None else came for weight, came in pairs]
    return [-weight if came is not None and came < 0 else weight for weight, came in pairs]


def _factor(weight: float, came: float | None) -> Fraction:
    """How many times its weight the points of a criterion were; 0 where its weight was changed."""
    if came is None or abs(came) == weight:
        return Fraction(1)
    was_scaled = is_policy_weight(weight) and not is_policy_weight(abs(came))
    return Fraction(str(abs(came))) / Fraction(str(weight)) if was_scaled else Fraction(0)


def avoiding(fault: str) -> str:
    """What a response must do about a fault, in the fault's language."""
    return f"{_AVOIDS_ZH if is_chinese(fault) else _AVOIDS}{fault}"


def is_chinese(text: str) -> bool:
    """Whether a text has a Chinese character."""
    return any("\u4e00" <= char <= "\u9fff" for char in text)
