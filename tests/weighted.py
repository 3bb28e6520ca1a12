"""The score of one response, by the formula alone."""

from __future__ import annotations

from collections.abc import Sequence


def weighted_score(met: Sequence[bool | None], weights: Sequence[float]) -> float | None:
    """The weighted score of one response (XpertBench, arXiv 2604.02368).

    Args:
        met: Per checkpoint: met, not met, or None where there is no verdict.
        weights: Per checkpoint, in the same order.

    Returns:
        A share from 0 to 1, or None where no checkpoint has a verdict.

    Raises:
        ValueError: The two differ in length.
    """
    judged = [
        (value, weight) for value, weight in zip(met, weights, strict=True) if value is not None
    ]
    whole = sum(weight for _, weight in judged)
    return sum(weight for value, weight in judged if value) / whole if whole else None
