"""Saturation, floor and spread of a benchmark by groups of tasks."""

from __future__ import annotations

import numpy as np
import pytest

from xpert_studio.core.metrics.hardness import hardness
from xpert_studio.core.metrics.intervals import wilson

NAN = np.nan
BY_TASK = np.array(
    [
        [1.00, 0.96, 0.10, 0.5, NAN, 0.0],
        [0.97, 0.94, 0.20, 0.9, NAN, NAN],
    ]
)
FLOOR = np.array([0.0, 0.0, 0.25, NAN, 1.0, 0.0])
EACH = np.arange(6)
"""Each task is a cluster of its own."""
GROUPS = ["hard", "hard", "basic", "basic", "hard", None]


def test_each_is_counted_on_the_tasks_that_have_scores():
    whole, basic, hard = hardness(BY_TASK, FLOOR, GROUPS, ["basic", "medium", "hard"], EACH)
    assert (whole.group, whole.tasks, whole.saturated, whole.at_floor) == ("", 5, 1, 2)
    assert (basic.group, basic.tasks, basic.saturated, basic.at_floor) == ("basic", 2, 0, 1)
    assert (hard.group, hard.tasks, hard.saturated, hard.at_floor) == ("hard", 2, 1, 0)
    assert whole.saturated_interval == wilson(1, 5)


def test_spread_is_the_mean_over_tasks_that_two_systems_have():
    whole, *_ = hardness(BY_TASK, FLOOR, GROUPS, [], EACH)
    assert whole.spread.value == pytest.approx((0.03 + 0.02 + 0.1 + 0.4) / 4)
    assert whole.spread.tasks == 4
    low, high = whole.spread.interval
    assert low < whole.spread.value < high


def test_nothing_scored_is_no_figure():
    (whole,) = hardness(np.full((2, 1), NAN), np.zeros(1), [None], ["hard"], EACH[:1])
    assert (whole.tasks, whole.saturated, whole.at_floor) == (0, 0, 0)
    assert whole.spread.value is None and whole.saturated_interval is None


def test_tasks_of_a_family_are_no_trials_of_their_own():
    apart, *_ = hardness(BY_TASK, FLOOR, GROUPS, [], EACH)
    together, *_ = hardness(BY_TASK, FLOOR, GROUPS, [], np.array([0, 0, 1, 1, 2, 3]))
    assert (together.saturated, together.tasks) == (apart.saturated, apart.tasks)
    assert together.saturated_interval != apart.saturated_interval
    assert (together.spread.value, together.spread.tasks) == (apart.spread.value, 2)
