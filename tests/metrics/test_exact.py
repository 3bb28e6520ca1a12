"""Ties are ties: scores are compared exactly, whatever rounding would say."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of, judged, marks_of
from tests.sampling import examples
from xpert_studio.core.metrics import leaderboard, pair_up
from xpert_studio.core.metrics.cdr import rank_figures, task_pairs
from xpert_studio.core.metrics.exact import orders, whole_totals
from xpert_studio.core.records.columns import NONE

few = examples(30)


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 60)), min_size=2, max_size=8),
    st.sampled_from([0.0, 0.1, 0.2, 0.25, 1 / 3, 0.05]),
)
def test_orders_are_those_of_fractions(scores, tolerance: float) -> None:
    points, whole = (np.array(column, np.float64) for column in zip(*scores, strict=True))
    limit = Fraction(repr(tolerance))
    expected = [
        0 if abs(a - b) <= limit else 1 if a > b else -1
        for a, b in combinations([Fraction(*score) for score in scores], 2)
    ]
    assert orders(points, whole, *np.triu_indices(points.size, 1), tolerance).tolist() == expected


def test_huge_weights_are_compared_without_overflow() -> None:
    points = np.array([3e15, 3e15 + 1.0])
    whole = np.array([9e15, 9e15])
    assert orders(points, whole, np.array([0]), np.array([1]), 0.0).tolist() == [-1]
    assert orders(points, whole, np.array([0]), np.array([1]), 0.1).tolist() == [0]


scales = st.sampled_from([1, 7, 11, 4, 1000, 4_999, 4_993, 4_987, 4_973, 4_969])
"""Steps of a scale; the half of one where two raters are pooled."""


@few
@given(
    st.lists(
        st.tuples(
            st.integers(0, 3), st.sampled_from([0.3, 0.1, 1.0, 2.5, 7.0, 1e9, 0.000001]),
            scales, st.fractions(0, 1), st.booleans(),
        ),
        min_size=1,
    )
)  # fmt: skip
def test_totals_are_those_of_fractions_on_any_scale(rows) -> None:
    """0–4999 beside 0–4993 and others come to numbers that no float holds."""
    scores = [Fraction(round(share * steps * 2), steps * 2) for _, _, steps, share, _ in rows]
    place = np.array([row[0] for row in rows], np.int32)
    weight = np.array([row[1] for row in rows])
    (found, half), whole = whole_totals(
        place, weight, [np.array([float(s) for s in scores]), np.full(len(rows), 0.5)], 4
    )
    for number in range(4):
        mine = [n for n, row in enumerate(rows) if row[0] == number]
        weights = [Fraction(repr(rows[n][1])) for n in mine]
        if mine:
            total = sum(w * scores[n] for w, n in zip(weights, mine, strict=True))
            assert Fraction(int(found[number]), int(whole[number])) == total / sum(weights)
            assert Fraction(int(half[number]), int(whole[number])) == Fraction(1, 2)
        else:
            assert whole[number] == 0


def test_a_difference_of_exactly_the_threshold_is_a_tie() -> None:
    """0.7 and 0.5 differ by 0.19999999999999996 in binary; 0.3 and 0.1 by 0.19999999999999998."""
    catalog = catalog_of([[1] * 10], 4)
    mets = [7, 5, 3, 1]
    says = [int(place < met) for met in mets for place in range(10)]
    expert = marks_of(catalog, "e", says)
    paired = pair_up(catalog, expert, expert)
    assert rank_figures(catalog, paired, tolerance=0.2).facts["both_tied"] == 3
    assert rank_figures(catalog, paired, tolerance=0.4).facts["both_tied"] == 5
    assert rank_figures(catalog, paired, tolerance=0.19).facts["both_tied"] == 0


@few
@given(judged(answers=(0, 1)), st.sampled_from([0.0, 0.1, 0.2, 0.5]))
def test_pairs_are_counted_as_with_fractions(drawn, tolerance: float) -> None:
    catalog, expert, judge = drawn
    limit = Fraction(repr(tolerance))
    counts = np.zeros((len(catalog.tasks), 5))
    scores = []
    for marks in (expert, judge):
        top, whole = [0] * len(catalog.responses), [0] * len(catalog.responses)
        for r, c, m in zip(marks.response, marks.checkpoint, marks.met, strict=True):
            top[r] += int(catalog.checkpoint_weight[c]) * int(m)
            whole[r] += int(catalog.checkpoint_weight[c])
        scores.append([Fraction(a, b) for a, b in zip(top, whole, strict=True)])
    for a, b in combinations(range(len(catalog.responses)), 2):
        if catalog.response_task[a] == catalog.response_task[b]:
            e, j = (0 if abs(s[a] - s[b]) <= limit else (s[a] > s[b]) * 2 - 1 for s in scores)
            kind = 0 if e * j > 0 else 1 if e * j < 0 else 4 if e == j == 0 else 2 if e == 0 else 3
            counts[catalog.response_task[a], kind] += 1
    assert task_pairs(catalog, pair_up(catalog, expert, judge), tolerance=tolerance).tolist() == (
        counts.tolist()
    )


@few
@given(
    st.lists(st.lists(st.integers(1, 10), min_size=2, max_size=5), min_size=2, max_size=6),
    st.randoms(use_true_random=False),
)
def test_systems_with_equal_scores_share_a_rank(rubrics, chance) -> None:
    """Two systems reach the same task scores, on the tasks in another order."""
    rubrics = rubrics + rubrics
    catalog = catalog_of(rubrics, 2)
    half = len(rubrics) // 2
    mets = [[chance.randint(0, 1) for _ in rubric] for rubric in rubrics]
    says = [
        met
        for task in range(len(rubrics))
        for own in (mets[task], mets[(task + half) % len(rubrics)])
        for met in own
    ]
    board = leaderboard(catalog, marks_of(catalog, "j", says))
    assert [row.rank for row in board.standings] == [1, 1]


@few
@given(judged(raters=1, answers=(0, 1)))
def test_ranks_are_those_of_exact_means(drawn) -> None:
    catalog, marks = drawn
    points, whole = {}, {}
    for r, c, m in zip(marks.response, marks.checkpoint, marks.met, strict=True):
        weight = int(catalog.checkpoint_weight[c])
        whole[r] = whole.get(r, 0) + weight
        points[r] = points.get(r, 0) + weight * int(m)
    means = {
        system: sum(
            (Fraction(points[r], whole[r]) for r in whole if catalog.response_system[r] == code),
            Fraction(0),
        )
        for code, system in enumerate(catalog.systems)
    }
    board = leaderboard(catalog, marks)
    for row in board.standings:
        assert row.rank == 1 + sum(means[other] > means[row.system] for other in means)


def test_a_system_whose_judgments_the_judge_was_shown_stands_apart() -> None:
    catalog = catalog_of([[1, 1]] * 4, 3)
    says = [1, 1, 1, 0, 0, 0] * 4
    marks = marks_of(catalog, "j", says)
    experts = leaderboard(catalog, marks_of(catalog, "e", [1, 0, 1, 0, 0, 0] * 4))
    anchors = catalog.response_is_baseline
    board = leaderboard(catalog, marks, anchors=anchors, experts=experts)
    assert [(row.system, row.rank) for row in board.standings] == [
        ("s1", 1), ("s2", 2), ("s0", None),
    ]  # fmt: skip
    apart = board.standings[-1]
    assert (apart.apart, apart.complete, apart.score, apart.experts_score) == (
        "anchored", True, 1.0, 0.5,
    )  # fmt: skip


def test_a_few_anchored_responses_leave_a_system_ranked() -> None:
    catalog = catalog_of([[1, 1]] * 4, 2)
    marks = marks_of(catalog, "j", [1, 1, 1, 0] * 4)
    anchors = np.arange(len(catalog.responses)) == 0
    board = leaderboard(catalog, marks, anchors=anchors)
    assert [row.rank for row in board.standings] == [1, 2]
    assert NONE not in marks.met


def test_published_ranks_are_unharmed_by_the_sum_of_tenths() -> None:
    """0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ in binary."""
    catalog = catalog_of([[1] * 10] * 3, 2)
    mets = [(1, 3), (2, 2), (3, 1)]
    says = [int(place < met) for pair in mets for met in pair for place in range(10)]
    board = leaderboard(catalog, marks_of(catalog, "j", says))
    assert [row.rank for row in board.standings] == [1, 1]
    assert board.standings[0].score == pytest.approx(0.2)
