"""What is said of the points of all rows: scaled, made up, turned round, not of the usual size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.sheet import FormRow
from xpert_studio.core.messages import Message
from xpert_studio.core.records import DEFAULT_WEIGHTS, Tier, is_policy_weight

_WITHOUT_POINTS: Final = Message("Checkpoints without points got {weight}: {n:,}.")
_AVOIDED: Final = Message(
    "Criteria with negative points: {n:,}. Each became a checkpoint that a response meets by "
    "avoiding the fault."
)
_UNSCORED: Final = Message("Checkpoints of 0 points, which are not scored: {n:,}.")
_SHARES: Final = Message(
    "Points in per cent were taken as they are: {n:,}; --scale makes them 1 to 10."
)
_ODD: Final = Message(
    "Checkpoints whose points are not a whole number from 1 to 10: {n:,}. They are kept unchanged."
)


def scaled_rows(rows: Sequence[FormRow]) -> tuple[list[FormRow], list[str]]:
    """Rows whose points are scaled so that the most is 10, and what is to be said."""
    most = max((row.weight for row in rows), default=0)
    if most <= 0:
        return list(rows), []
    made = [
        replace(row, weight=max(1, round(10 * row.weight / most)) if row.weight else 0)
        for row in rows
    ]
    return made, [
        Message(
            "Points were scaled so that the most, {most:g}, is 10; they are rounded.", most=most
        )
    ]


def points_told(
    rows: Sequence[FormRow], *, without_points: int, avoided: int, shares: int
) -> list[str]:
    """Weights that lines written here would not have, and those that were made up.

    Args:
        rows: With the points that they have.
        without_points: How many got those of an unlabelled one.
        avoided: How many had negative points.
        shares: How many have points in per cent.
    """
    unscored = sum(row.weight == 0 for row in rows)
    odd = sum(not is_policy_weight(row.weight) for row in rows) - unscored
    told = (
        (without_points, _WITHOUT_POINTS),
        (avoided, _AVOIDED),
        (unscored, _UNSCORED),
        (shares, _SHARES),
        (odd, _ODD),
    )
    default = DEFAULT_WEIGHTS[Tier.IMPORTANT]
    return [Message(text, n=count, weight=default) for count, text in told if count]
