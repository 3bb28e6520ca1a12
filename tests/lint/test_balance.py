"""Weights that one line has too much of."""

from __future__ import annotations

import pytest

from xpert_studio.core.lint import lint_rubric
from xpert_studio.core.records import Checkpoint, Policies, Tier


def heavy_lines(weights):
    points = [
        Checkpoint(
            task_id="t", id=f"c{place}", text=f"States the sum of part {place}.", weight=weight,
            position=place, tier=Tier.ESSENTIAL if place % 2 else Tier.IMPORTANT,
        )
        for place, weight in enumerate(weights)
    ]  # fmt: skip
    found = lint_rubric(points, policies=Policies(), dimensions=())
    return [item.checkpoint_id for item in found if item.rule == "tier_balance"]


@pytest.mark.parametrize(
    ("weights", "found"),
    [
        ([10, 5, 5, 5, 5, 5, 5], []),  # a quarter of all points
        ([10, 5, 5, 5, 5, 5, 4], ["c0"]),
        ([4, 4, 4, 4, 10, 4, 4, 4], ["c4"]),
        ([10, 1, 1, 1, 1, 1], ["c0"]),
        ([10, 1, 1, 1, 1], []),  # too few lines for the question
    ],
)
def test_a_line_with_more_than_a_quarter_of_all_points_is_found(weights, found):
    assert heavy_lines(weights) == found
