"""Pass rates, boards and item analysis with graded checkpoints, gates and minimums."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lazily import lazily
from tests.metrics.graded import drawn, graded_catalog, places, rated
from tests.sampling import examples
from xpert_studio.core.metrics import leaderboard, response_scores
from xpert_studio.core.metrics.intervals import wilson
from xpert_studio.core.metrics.items import item_analysis
from xpert_studio.core.metrics.registry import beside_score
from xpert_studio.core.records.columns import NONE

stats = lazily("scipy.stats")

few = examples(25)
BINARY, PERCENT, LEAST_60, FIVE, SEVEN, GATE = range(6)


@few
@given(st.data())
def test_a_response_passes_where_it_is_complete_and_fails_no_minimum_and_no_gate(data):
    kinds = data.draw(
        st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=4), min_size=1, max_size=4)
    )
    catalog = graded_catalog(kinds, 3)
    values = drawn(catalog, data.draw(st.integers(0, 99)))
    holes = np.random.default_rng(data.draw(st.integers(0, 9))).random(values.size) < 0.1
    marks = rated(catalog, "j", np.where(holes, np.nan, values))
    found = response_scores(catalog, marks).passes
    response, point = places(catalog)
    any_can_fail = any(kind in {LEAST_60, GATE} for task in kinds for kind in task)
    for number in range(len(catalog.responses)):
        mine = response == number
        kind = catalog.checkpoint_kind[point[mine]]
        fails = [
            (k == LEAST_60 and v < 60) or (k == GATE and v == 0)
            for k, v in zip(kind, values[mine], strict=True)
        ]
        is_known = any_can_fail and not holes[mine].any()
        assert found[number] == (int(not any(fails)) if is_known else NONE)


def test_a_failed_minimum_leaves_the_score_alone_and_lowers_the_pass_rate():
    catalog = graded_catalog([[LEAST_60, BINARY]] * 12, 1)
    values = np.array([[59, 1] if n < 3 else [60, 0] for n in range(12)]).ravel()
    board = leaderboard(catalog, rated(catalog, "j", values))
    row = board.standings[0]
    assert row.score == pytest.approx((3 * (0.59 + 1) + 9 * 0.6) / 24)
    rate = row.figures["pass_rate"]
    assert (rate.value, rate.n) == (0.75, 12)
    assert rate.interval == wilson(9, 12)
    assert [one.id for one in beside_score(board.figures)] == ["essentials", "pass_rate"]


def test_without_a_minimum_or_gate_there_is_no_pass_rate():
    catalog = graded_catalog([[PERCENT, BINARY]] * 3, 2)
    board = leaderboard(catalog, rated(catalog, "j", drawn(catalog, 1)))
    assert [one.id for one in beside_score(board.figures)] == ["essentials"]


def test_a_board_names_the_tasks_that_the_rater_has_not_rated():
    catalog = graded_catalog([[BINARY], [PERCENT], [BINARY]], 2)
    marks = rated(catalog, "j", drawn(catalog, 1))
    some = marks.where(catalog.checkpoint_kind[marks.checkpoint] == BINARY)
    board = leaderboard(catalog, some)
    assert (board.tasks, board.left_out) == (2, ("t1",))
    assert [row.rank is not None for row in board.standings] == [True, True]
    assert leaderboard(catalog, marks).left_out == ()
    only = np.array([True, False, False])
    assert leaderboard(catalog, some, tasks=only).left_out == ()


def test_items_of_graded_checkpoints_have_means_and_pearsons_r():
    catalog = graded_catalog([[PERCENT, FIVE, BINARY]], 12)
    values = drawn(catalog, 5)
    marks = rated(catalog, "j", values)
    found = item_analysis(catalog, marks)
    assert found.is_graded.tolist() == [True, True, False]
    grid = marks.score.reshape(12, 3)
    for item in (0, 1):
        mean, sd = grid[:, item].mean(), grid[:, item].std(ddof=1)
        half = stats.t.ppf(0.975, 11) * sd / np.sqrt(12)
        assert found.share[item] == pytest.approx(mean)
        assert found.low[item] == pytest.approx(max(mean - half, 0))
        assert found.high[item] == pytest.approx(min(mean + half, 1))
        assert (found.lowest[item], found.highest[item]) == (
            grid[:, item].min(),
            grid[:, item].max(),
        )
        rest = np.delete(grid, item, axis=1).mean(axis=1)
        r, p = stats.pearsonr(grid[:, item], rest)
        assert found.discrimination[item] == pytest.approx(r)
        assert found.p[item] == pytest.approx(p)


def test_never_is_all_at_the_low_end_and_always_all_at_full_score():
    catalog = graded_catalog([[FIVE, FIVE, FIVE, PERCENT]], 4)
    found = item_analysis(catalog, rated(catalog, "j", [1, 5, 4, 50] * 4))
    assert found.never.tolist() == [True, False, False, False]
    assert found.always.tolist() == [False, True, False, False]
    assert found.low[0] == 0 < found.high[0] < 1
    assert np.isnan(found.low[2])


def test_graded_checkpoints_with_the_same_values_are_redundant():
    catalog = graded_catalog([[PERCENT, PERCENT, PERCENT, SEVEN]], 10)
    chance = np.random.default_rng(2)
    own = chance.integers(20, 90, 10)
    other = chance.integers(0, 100, 10)
    near = own + (np.arange(10) % 5 == 0)
    values = np.stack([own, near, other, chance.integers(0, 8, 10)], axis=1).ravel()
    found = item_analysis(catalog, rated(catalog, "j", values))
    assert found.redundant.tolist() == [True, True, False, False]
    assert (found.twin[0], found.twin[1]) == (1, 0)
    assert found.pairs.differing.tolist() == [2]
    assert found.pairs.phi[0] == pytest.approx(np.corrcoef(own, near)[0, 1], abs=1e-5)
