"""Two systems task by task, spreads and gaps, as laws and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lazily import lazily
from tests.metrics.columns import catalog_of, judged, marks_of, size_of
from tests.sampling import examples
from xpert_studio.core.metrics import leaderboard, response_scores
from xpert_studio.core.metrics.leaderboard import gaps
from xpert_studio.core.metrics.scores import scores_by_task
from xpert_studio.core.metrics.spread import BINS, score_spreads, task_difficulty
from xpert_studio.core.metrics.system_comparison import compare_systems, signed_rank_test
from xpert_studio.core.records.columns import NONE

stats = lazily("scipy.stats")

few = examples(25)


@st.composite
def two_systems(draw):
    rubrics = draw(
        st.lists(st.lists(st.integers(1, 10), min_size=1, max_size=3), min_size=1, max_size=8)
    )
    catalog = catalog_of(rubrics, draw(st.integers(2, 4)), draw(st.integers(0, 9)))
    size = size_of(catalog)
    answers = draw(st.lists(st.sampled_from((-2, -1, 0, 1)), min_size=size, max_size=size))
    return catalog, marks_of(catalog, "judge", answers)


@few
@given(two_systems())
def test_the_same_two_the_other_way_round_is_the_same_with_the_other_sign(drawn):
    catalog, marks = drawn
    one = compare_systems(catalog, marks, "s0", "s1")
    other = compare_systems(catalog, marks, "s1", "s0")
    assert one.tasks.tolist() == other.tasks.tolist()
    np.testing.assert_array_equal(one.differences, -other.differences)
    assert (one.wins_first, one.wins_second, one.ties) == (
        other.wins_second, other.wins_first, other.ties,
    )  # fmt: skip
    assert (one.only_first, one.only_second) == (other.only_second, other.only_first)
    assert one.sign_p == pytest.approx(other.sign_p)
    assert one.wilcoxon_p == pytest.approx(other.wilcoxon_p)
    if one.interval:
        assert one.interval == pytest.approx((-other.interval[1], -other.interval[0]))
    mirrored = [(p.by, p.name, p.tasks, pytest.approx(-p.difference)) for p in other.parts]
    assert [(p.by, p.name, p.tasks, p.difference) for p in one.parts] == mirrored


@few
@given(two_systems())
def test_what_is_compared_is_what_both_have(drawn):
    catalog, marks = drawn
    found = compare_systems(catalog, marks, "s0", "s1")
    by_task = scores_by_task(catalog, response_scores(catalog, marks))
    both = [t for t in range(len(catalog.tasks)) if np.isfinite(by_task[:2, t]).all()]
    assert found.tasks.tolist() == both
    assert found.wins_first + found.wins_second + found.ties == len(both)
    alone = [int(np.isfinite(by_task[s]).sum()) - len(both) for s in (0, 1)]
    assert [found.only_first, found.only_second] == alone
    for task, first, second, lacks in zip(
        found.tasks, found.first_scores, found.second_scores, found.incomplete, strict=True
    ):
        assert (first, second) == (by_task[0, task], by_task[1, task])
        wanted = int((catalog.checkpoint_task == task).sum())
        of_task = (catalog.response_task[marks.response] == task) & (marks.met != NONE)
        made = [
            int((of_task & (catalog.response_system[marks.response] == s)).sum()) for s in (0, 1)
        ]
        assert lacks == (made != [wanted, wanted])
    for part in found.parts:
        assert part.difference == pytest.approx(part.second - part.first)
        assert 0 < part.tasks <= len(both)


@few
@given(two_systems())
def test_a_system_does_not_differ_from_itself(drawn):
    catalog, marks = drawn
    found = compare_systems(catalog, marks, "s1", "s1")
    assert found.ties == len(found.tasks)
    assert found.sign_p == 1.0
    assert found.wilcoxon_p is None
    assert found.difference in (0.0, None)
    assert all(part.difference == 0 for part in found.parts)
    assert found.interval is None, "nothing varies, so there is no interval"


def test_a_case_worked_out_by_hand():
    """Four tasks of one point each, half of them finance: the second system has three of them."""
    catalog = catalog_of([[2], [2], [4], [4]], 2)
    found = compare_systems(catalog, marks_of(catalog, "j", [1, 0, 0, 1, 0, 1, 0, 1]), "s0", "s1")
    assert (found.first_mean, found.second_mean, found.difference) == (0.25, 0.75, 0.5)
    assert (found.wins_first, found.wins_second, found.ties) == (1, 3, 0)
    assert found.sign_p == pytest.approx(5 / 8)
    domains = {part.name: part for part in found.parts if part.by == "domain"}
    assert domains["Finance"].difference == 0.0
    assert domains["Law"].difference == 1.0
    assert domains["Law"].interval is None
    low, high = found.interval
    assert low < 0.5 < high


def test_a_system_with_no_task_in_common():
    catalog = catalog_of([[1], [1]], 2)
    found = compare_systems(catalog, marks_of(catalog, "j", [1, -2, -2, 1]), "s0", "s1")
    assert (found.only_first, found.only_second, len(found.tasks)) == (1, 1, 0)
    assert found.difference is None
    assert found.interval is None
    assert found.parts == ()


def test_an_unknown_system_is_refused():
    catalog = catalog_of([[1]], 1)
    with pytest.raises(KeyError):
        compare_systems(catalog, marks_of(catalog, "j", [1]), "s0", "nobody")


@examples(8)  # SciPy counts through all orders of signs
@given(st.lists(st.integers(-5, 5), max_size=13))
def test_the_signed_rank_test_is_scipys(differences):
    values = np.array(differences, np.float64) / 10
    moved = values[values != 0]
    if not moved.size:
        assert signed_rank_test(values) is None
    else:
        assert signed_rank_test(values) == pytest.approx(stats.wilcoxon(moved).pvalue)


@few
@given(judged(raters=1))
def test_spreads_lie_in_order_and_count_every_response(drawn):
    catalog, marks = drawn
    scores = response_scores(catalog, marks)
    spreads = {spread.system: spread for spread in score_spreads(catalog, scores)}
    for code, system in enumerate(catalog.systems):
        own = scores.score[(catalog.response_system == code) & np.isfinite(scores.score)]
        if not own.size:
            assert system not in spreads
            continue
        spread = spreads[system]
        five = (spread.low, spread.lower, spread.median, spread.upper, spread.high)
        assert list(five) == sorted(five)
        assert (spread.low, spread.high) == (own.min(), own.max())
        assert spread.median == pytest.approx(np.median(own))
        assert sum(spread.bins) == spread.n == own.size
        full = sum(1 for score in own if score >= 1 - 1 / BINS - 1e-9)
        assert spread.bins[-1] == full
    hard = task_difficulty(catalog, scores)
    for task in range(len(catalog.tasks)):
        own = scores.score[(catalog.response_task == task) & np.isfinite(scores.score)]
        assert hard.n[task] == own.size
        if own.size:
            assert hard.mean[task] == pytest.approx(own.mean())
            assert (hard.low[task], hard.high[task]) == (own.min(), own.max())


def test_three_tenths_is_in_the_bin_that_begins_there():
    catalog = catalog_of([[1, 2, 7]], 1)
    scores = response_scores(catalog, marks_of(catalog, "j", [1, 1, 0]))
    (spread,) = score_spreads(catalog, scores)
    assert spread.bins == (0, 0, 0, 1, 0, 0, 0, 0, 0, 0)


@few
@given(judged(raters=1))
def test_a_row_is_incomplete_exactly_where_there_is_a_gap(drawn):
    catalog, marks = drawn
    found = gaps(catalog, marks)
    for standing in leaderboard(catalog, marks).standings:
        assert standing.complete == (standing.system not in found)
        gap = found.get(standing.system)
        if gap is None:
            continue
        mine = catalog.response_system[marks.response] == catalog.systems.index(standing.system)
        assert gap.unusable == int((marks.met[mine] == NONE).sum())
        assert gap.tasks_without_response == 0  # here every system has answered every task


def test_a_task_without_a_response_is_a_gap():
    from dataclasses import replace

    whole = catalog_of([[1], [1]], 2)
    keep = np.array([True, True, True, False])
    catalog = replace(
        whole,
        responses=whole.responses[:3],
        response_task=whole.response_task[keep],
        response_system=whole.response_system[keep],
        response_is_baseline=whole.response_is_baseline[keep],
    )
    found = gaps(catalog, marks_of(catalog, "j", [1, 1, 1]))
    assert found.keys() == {"s1"}
    assert found["s1"].tasks_without_response == 1
    assert (found["s1"].never_asked, found["s1"].unusable) == (0, 0)
