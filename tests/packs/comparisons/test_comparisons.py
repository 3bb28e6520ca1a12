"""Bradley–Terry strengths, win rates, position bias: against independent computations, and laws."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lazily import lazily
from tests.metrics.columns import catalog_of, marks_of
from tests.sampling import examples
from xpert_studio.core.metrics.engine import figures_of_tables, measured
from xpert_studio.core.metrics.metric import RANKS
from xpert_studio.packs.comparisons.bradley_terry import PRIOR, fitted, joined_groups, strengths
from xpert_studio.packs.comparisons.compared import (
    by_pair,
    compared_of,
    decided,
    order_counts,
    pair_counts,
    rank_counts,
    score_signs,
    win_counts,
    wins_by_cluster,
    wins_by_task,
)
from xpert_studio.packs.comparisons.figures import COMPARISONS, ORDERS

optimize = lazily("scipy.optimize")

few = examples(16)


@st.composite
def win_tables(draw, least: int = 2, most: int = 6):
    size = draw(st.integers(least, most))
    table = np.zeros((size, size))
    for one, other in combinations(range(size), 2):
        table[one, other] = draw(st.integers(0, 12)) / 2
        table[other, one] = draw(st.integers(0, 12)) / 2
    return table


def by_optimiser(wins: np.ndarray) -> np.ndarray:
    """The same posterior, written out pair by pair, and maximised by scipy."""
    size = len(wins)

    def cost(place):
        total = 0.0
        for one in range(size):
            total += PRIOR * (np.logaddexp(0, -place[one]) + np.logaddexp(0, place[one]))
            for other in range(size):
                if one != other:
                    total += wins[one, other] * np.logaddexp(0, place[other] - place[one])
        return total

    return optimize.minimize(cost, np.zeros(size), method="BFGS", options={"gtol": 1e-8}).x


def by_minorisation(wins: np.ndarray, rounds: int = 20_000) -> np.ndarray:
    """Hunter's algorithm (2004) with the prior as games against a system of strength 1."""
    size = len(wins)
    met, worth = wins + wins.T, np.ones(size)
    for _ in range(rounds):
        below = 2 * PRIOR / (worth + 1)
        for one in range(size):
            below[one] += sum(
                met[one, k] / (worth[one] + worth[k]) for k in range(size) if k != one
            )
        worth = (wins.sum(axis=1) + PRIOR) / below
    return np.log(worth)


@few
@given(win_tables())
def test_strengths_are_those_of_a_general_optimiser(wins):
    assert fitted(wins) == pytest.approx(by_optimiser(wins), abs=2e-4)


def test_strengths_are_those_of_the_published_algorithm():
    wins = np.array([[0, 3, 5.5, 2], [1, 0, 4, 0.5], [0.5, 2, 0, 3], [0, 0.5, 1, 0]])
    assert fitted(wins) == pytest.approx(by_minorisation(wins, 3_000), abs=1e-6)


@few
@given(win_tables(), st.randoms(use_true_random=False))
def test_other_names_give_the_same_strengths_and_turned_wins_the_opposite(wins, chance):
    order = list(range(len(wins)))
    chance.shuffle(order)
    found = fitted(wins)
    assert fitted(wins[np.ix_(order, order)]) == pytest.approx(found[order], abs=1e-9)
    assert fitted(wins.T) == pytest.approx(-found, abs=1e-9)


def test_who_wins_all_has_a_finite_strength():
    wins = np.zeros((3, 3))
    wins[0, 1:] = 10
    found = fitted(wins)
    assert np.isfinite(found).all()
    assert found[0] > found[1] == pytest.approx(found[2])


def test_many_tables_at_once_give_what_each_gives():
    tables = np.random.default_rng(4).integers(0, 9, (5, 4, 4)).astype(np.float64)
    tables[:, range(4), range(4)] = 0
    assert fitted(tables) == pytest.approx(np.stack([fitted(one) for one in tables]), abs=1e-9)


def test_systems_that_no_comparison_joins_are_in_groups_of_their_own():
    met = np.zeros((6, 6))
    for one, other in ((0, 1), (1, 4), (2, 3)):
        met[one, other] = met[other, one] = 2
    assert joined_groups(met) == ((0, 1, 4), (2, 3))
    wins = np.zeros((3, 6, 6))
    wins[:, 0, 1] = wins[:, 4, 1] = wins[:, 2, 3] = 1
    found = strengths(wins)
    assert not found.is_joined
    assert found.of[5].value is None
    for group in found.groups:
        assert sum(found.of[at].value for at in group) == pytest.approx(0)


def test_one_task_has_no_interval_and_ten_have_one():
    chance = np.random.default_rng(1)
    wins = np.zeros((10, 3, 3))
    for one, other in combinations(range(3), 2):
        first = chance.random(10) < 0.7
        wins[:, one, other], wins[:, other, one] = first, ~first
    many, alone = strengths(wins), strengths(wins[:1])
    assert all(item.interval is None and item.tasks == 1 for item in alone.of)
    for item in many.of:
        assert item.interval[0] < item.value < item.interval[1]
        assert (item.n, item.tasks) == (20, 10)
    assert strengths(wins) == many


def test_tasks_that_all_say_the_same_have_no_interval():
    wins = np.zeros((3, 4, 4))
    wins[:, 0, 1], wins[:, 2, 3], wins[:, 3, 2] = 3, 1, 2
    found = strengths(wins)
    assert [item.tasks for item in found.of] == [3] * 4
    assert [item.interval for item in strengths(2 * wins).of] == [None] * 4
    assert [item.interval for item in found.of] == [None] * 4


CATALOG = catalog_of([[3, 2], [1], [2, 5]], systems=3)


@st.composite
def comparisons(draw):
    rows = []
    for rater in range(draw(st.integers(1, 3))):
        for task in range(3):
            for one, other in combinations(range(3), 2):
                pair = 3 * task + one, 3 * task + other
                for shown in draw(st.sets(st.booleans())):
                    rows.append((rater, *pair, draw(st.sampled_from([-1, 0, 1])), shown))
    return rows


@few
@given(comparisons())
def test_a_pair_is_decided_where_no_order_says_otherwise(rows):
    found = decided(compared_of(rows))
    said: dict[tuple[int, int, int], list[int]] = {}
    for rater, first, second, value, _ in rows:
        said.setdefault((rater, first, second), []).append(value)
    pairs = found.compared
    keys = list(zip(pairs.rater.tolist(), pairs.first.tolist(), pairs.second.tolist(), strict=True))
    assert dict(zip(keys, pairs.value.tolist(), strict=True)) == {
        key: values[0] if len(set(values)) == 1 else 0 for key, values in said.items()
    }
    assert found.is_twice.tolist() == [len(said[key]) == 2 for key in keys]
    assert found.is_flipped.tolist() == [len(set(said[key])) == 2 for key in keys]


@few
@given(comparisons())
def test_wins_and_losses_of_all_systems_are_as_many(rows):
    found = decided(compared_of(rows))
    wins = wins_by_task(CATALOG, found)
    assert wins.sum() == len(found.compared)
    counts = win_counts(CATALOG, found)
    assert counts.won.sum() == pytest.approx(counts.compared.sum() / 2)
    assert counts.tied.sum() == 2 * np.count_nonzero(found.compared.value == 0)
    turned = [(rater, first, second, -value, shown) for rater, first, second, value, shown in rows]
    assert wins_by_task(CATALOG, decided(compared_of(turned))) == pytest.approx(
        np.swapaxes(wins, -1, -2)
    )
    for system, rates in enumerate(measured(COMPARISONS, counts, CATALOG.task_cluster)):
        n = counts.compared[system].sum()
        assert rates["win_rate"].n == n
        if n:
            assert rates["win_rate"].value == pytest.approx(counts.won[system].sum() / n)


@few
@given(comparisons(), st.integers(0, 2**16))
def test_comparisons_of_one_family_count_together(rows, seed):
    found = decided(compared_of(rows))
    alone = wins_by_task(CATALOG, found)
    assert np.array_equal(wins_by_cluster(CATALOG, found), alone)
    families = np.random.default_rng(seed).integers(0, 2, len(CATALOG.tasks)).astype(np.int32)
    families = np.unique(families, return_inverse=True)[1].astype(np.int32)
    together = wins_by_cluster(replace(CATALOG, task_cluster=families), found)
    for family in np.unique(families):
        assert together[family] == pytest.approx(alone[families == family].sum(axis=0))
    whole = replace(CATALOG, task_cluster=np.zeros_like(families))
    assert {one.interval for one in strengths(wins_by_cluster(whole, found)).of} <= {None}


@few
@given(comparisons())
def test_what_pairs_of_systems_win_adds_up_to_what_each_wins(rows):
    found = decided(compared_of(rows))
    pairs = [(0, 1), (2, 0), (1, 2)]
    counts, of_all = pair_counts(CATALOG, found, pairs), win_counts(CATALOG, found)
    assert counts.compared.shape == (3, 3)
    for system in range(3):
        won = sum(
            counts.won[n] if pair[0] == system else counts.compared[n] - counts.won[n]
            for n, pair in enumerate(pairs)
            if system in pair
        )
        tied = sum(counts.tied[n] for n, pair in enumerate(pairs) if system in pair)
        assert won == pytest.approx(of_all.won[system])
        assert tied == pytest.approx(of_all.tied[system])
    assert pair_counts(CATALOG, found, []).won.shape == (0, 3)


@few
@given(comparisons())
def test_position_bias_is_counted_pair_by_pair(rows):
    (found,) = measured(ORDERS, order_counts(CATALOG, compared_of(rows)), CATALOG.task_cluster)
    both: dict[tuple[int, int, int], dict[bool, int]] = {}
    for rater, first, second, value, shown in rows:
        both.setdefault((rater, first, second), {})[shown] = value
    twice = [values for values in both.values() if len(values) == 2]
    assert found["position_bias"].n == len(twice)
    if twice:
        flipped = sum(values[True] != values[False] for values in twice)
        assert found["position_bias"].value == pytest.approx(flipped / len(twice))
    preferring = [(value > 0) == shown for *_, value, shown in rows if value]
    assert found["prefers_first"].n == len(preferring)
    if preferring:
        assert found["prefers_first"].value == pytest.approx(np.mean(preferring))


def test_a_rater_who_always_prefers_the_first_ties_everywhere():
    rows = [
        (0, 3 * task + one, 3 * task + other, 1 if shown else -1, shown)
        for task in range(3)
        for one, other in combinations(range(3), 2)
        for shown in (True, False)
    ]
    found = compared_of(rows)
    (orders,) = measured(ORDERS, order_counts(CATALOG, found), CATALOG.task_cluster)
    assert (orders["position_bias"].value, orders["position_bias"].n) == (1.0, 9)
    assert orders["prefers_first"].value == 1.0
    assert set(decided(found).compared.value.tolist()) == {0}


def test_more_raters_decide_a_pair_by_their_majority():
    rows = [(0, 0, 1, 1, True), (1, 0, 1, 1, False), (2, 0, 1, -1, True), (0, 0, 2, 1, True),
            (1, 0, 2, -1, True)]  # fmt: skip
    assert by_pair(decided(compared_of(rows))).value.tolist() == [1, 0]


def test_scores_order_pairs_exactly_over_what_is_rated_on_both():
    #        task 0: weights 3, 2          task 1: 1    task 2: weights 2, 5
    met = [1, 0, 0, 1, 1, 1,               1, 0, 1,     0, 1, 1, 0, -2, 1]  # fmt: skip
    marks = marks_of(CATALOG, "j", met)
    rows = [(0, *pair, 1, True) for pair in ((0, 1), (0, 2), (3, 4), (3, 5), (6, 7), (6, 8))]
    pairs = by_pair(decided(compared_of(rows)))
    signs, known = score_signs(CATALOG, marks, pairs)
    # Of t2:s2 only the second checkpoint is rated: t2:s0 meets it too.
    assert known.tolist() == [True] * 6
    assert signs.tolist() == [1, -1, 1, 0, 1, 0]
    counts = rank_counts(CATALOG, pairs, signs, known)
    assert counts.tolist() == [[1, 1, 0, 0, 0], [1, 0, 0, 1, 0], [1, 0, 0, 1, 0]]
    (found,) = figures_of_tables(counts[None], RANKS, CATALOG.task_cluster)
    assert found["cdr"].value == pytest.approx(2 / 6)
    assert (found.n, found.tasks) == (6, 3)


def test_scores_over_less_than_half_of_the_rubric_order_nothing():
    catalog = catalog_of([[1, 1, 1]], systems=2)
    marks = marks_of(catalog, "j", [1, -2, -2, 0, 1, 1])
    signs, known = score_signs(catalog, marks, compared_of([(0, 0, 1, 1, True)]))
    assert (signs.tolist(), known.tolist()) == ([1], [False])


def test_without_comparisons_there_is_nothing():
    nothing = compared_of([])
    assert len(decided(nothing).compared) == 0
    assert len(by_pair(decided(nothing))) == 0
    assert strengths(wins_by_task(CATALOG, decided(nothing))).groups == ()
    (found,) = measured(ORDERS, order_counts(CATALOG, nothing), CATALOG.task_cluster)
    assert found["position_bias"].value is None


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ((1,), 1), ((1, 0, 0), 0), ((1, 1, 0), 1), ((1, -1), 0), ((1, 1, -1), 1),
        ((1, 0), 0), ((-1, -1, 0, 0), 0), ((1, 1, 1, 0, 0, -1), 1), ((0,), 0),
        ((-1, -1, 1, 0), -1),
    ],
)  # fmt: skip
def test_several_experts_say_what_more_of_them_say_than_either_other_thing(said, expected):
    rows = [(rater, 0, 1, value, True) for rater, value in enumerate(said)]
    assert by_pair(decided(compared_of(rows))).value.tolist() == [expected]
