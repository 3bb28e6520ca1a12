"""Intervals that can be trusted: none where nothing varies."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.metrics.columns import catalog_of, marks_of
from xpert_studio.metrics import alignment, compare, leaderboard
from xpert_studio.metrics.intervals import percentile_interval, resampling


@given(value=st.floats(-1, 1), tasks=st.integers(2, 30), seed=st.integers(0, 9))
def test_what_does_not_vary_has_no_interval(value: float, tasks: int, seed: int) -> None:
    means = resampling(tasks, seed, 200) @ np.full(tasks, value) / tasks
    assert percentile_interval(means) is None


@given(arrays(np.float64, 200, elements=st.floats(-1, 1)).filter(lambda a: np.ptp(a) > 1e-9))
def test_what_varies_has_one_within_what_was_seen(replicates) -> None:
    found = percentile_interval(replicates)
    assert found is not None
    assert replicates.min() - 1e-12 <= found[0] <= found[1] <= replicates.max() + 1e-12


def test_four_tasks_that_all_agree_do_not_show_that_the_next_one_will() -> None:
    catalog = catalog_of([[2], [2], [4], [4]], 2)
    says = [1, 0, 1, 0, 1, 0, 1, 0]
    found = alignment(catalog, marks_of(catalog, "e", says), marks_of(catalog, "j", says))
    assert found.rank.cdr == pytest.approx(1)
    assert found.rank.interval is None
    board = leaderboard(catalog, marks_of(catalog, "j", says))
    assert {standing.interval for standing in board.standings} == {None}


@pytest.mark.parametrize("tasks", [2, 3, 8])
def test_few_tasks_never_show_more_than_an_exact_test_over_them_could(tasks: int) -> None:
    catalog = catalog_of([[2, 3]] * tasks, 2)
    right = [1, 1, 0, 0] * tasks
    wrong = [0, 0, 1, 1] * (tasks - 1) + [0, 1, 1, 1]
    found = compare(
        catalog, marks_of(catalog, "e", right), marks_of(catalog, "a", wrong),
        marks_of(catalog, "b", right),
    )  # fmt: skip
    assert found.cdr_p is not None
    assert found.cdr_p >= 2.0 ** (1 - tasks)
    assert found.cdr_difference is not None
    assert found.cdr_difference > 0
