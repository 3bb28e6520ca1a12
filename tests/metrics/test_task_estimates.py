"""Intervals and tests with the task as the unit: they cover, and few tasks never claim much."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of, marks_of
from tests.metrics.simulated import CONCENTRATIONS, KINDS, group_and_rest, two_judges
from tests.sampling import examples
from xpert_studio.core.metrics import alignment, compare, corrected, leaderboard
from xpert_studio.core.metrics.figures.kappa import KAPPA
from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    difference,
    differences,
    estimate,
    estimates,
)

PROJECTS = 1500
few = examples(25)


def in_reach(found: float, goal: float) -> bool:
    """Whether a share over ``PROJECTS`` projects may be the goal: the upper Monte-Carlo bound."""
    return found + 1.96 * math.sqrt(found * (1 - found) / PROJECTS) >= goal


@pytest.mark.parametrize("effects", CONCENTRATIONS)
@pytest.mark.parametrize(
    ("kind", "mean"),
    [("share", 0.5), ("share", 0.9), ("mean", 0.5), ("mean", 0.9), ("kappa", 0.85), ("cdr", 0.8)],
)
def test_intervals_cover_where_tasks_differ(kind: str, mean: float, effects: str) -> None:
    concentration = CONCENTRATIONS[effects]
    wanted = KINDS[kind]
    whole = wanted.draw(np.random.default_rng(1), (1, 400_000), mean, concentration)
    truth = float(wanted.figure.formula(whole.sum(axis=-2))[0])
    for tasks in (10, 20):
        drawn = wanted.draw(np.random.default_rng(tasks), (PROJECTS, tasks), mean, concentration)
        found = estimates(wanted.figure, drawn)
        covered = float(np.mean((found.low <= truth) & (truth <= found.high)))
        assert in_reach(covered, 0.92 if (mean, effects) == (0.9, "strong") else 0.93), tasks
        oracle = np.ptp(np.quantile(found.value, [0.025, 0.975]))
        assert np.mean(found.high - found.low) <= 1.25 * oracle, tasks


@pytest.mark.parametrize("kind", ["share", "mean", "kappa", "cdr"])
@pytest.mark.parametrize("effects", CONCENTRATIONS)
def test_equal_judges_are_seldom_called_different(kind: str, effects: str) -> None:
    chance = np.random.default_rng(3)
    means = (0.8, 0.8)
    one, two = two_judges(kind, chance, (PROJECTS, 10), means, CONCENTRATIONS[effects])
    found = differences(KINDS[kind].figure, one, two, paired=True)
    assert np.mean(found.p < 0.05) <= 0.07
    assert np.all(
        (found.p < 0.05) == (~np.isnan(found.low) & ~((found.low <= 0) & (found.high >= 0)))
    )


@pytest.mark.parametrize("group", [None, 5])
@pytest.mark.parametrize("effects", CONCENTRATIONS)
def test_no_group_is_called_weak_too_often(group: int | None, effects: str) -> None:
    chance = np.random.default_rng(4)
    own, rest = group_and_rest(chance, (PROJECTS, 20), 0.9, CONCENTRATIONS[effects], group)
    found = differences(KAPPA, rest, own, paired=False)
    assert np.mean(found.p < 0.05) <= 0.07


def test_checkpoints_of_one_task_do_not_count_as_independent() -> None:
    """Ten tasks, half of them all met, half not: as much is known as from ten checkpoints."""
    tables = np.array([[80.0, 80.0], [0.0, 80.0]] * 5)
    low, high = estimate(SHARE, tables).interval
    assert low < 0.25
    assert high > 0.75


@few
@given(st.floats(0.05, 0.95), st.integers(2, 30))
def test_tasks_that_all_say_the_same_have_no_interval_but_at_an_end(
    share: float, tasks: int
) -> None:
    assert estimate(SHARE, np.tile([share * 10, 10.0], (tasks, 1))).interval is None
    low, high = estimate(SHARE, np.tile([10.0, 10.0], (tasks, 1))).interval
    assert high == 1
    assert 0 <= low < tasks / (tasks + 3.8), "no more than Wilson's with tasks as trials"


def test_four_tasks_that_all_agree_do_not_show_that_the_next_one_will() -> None:
    catalog = catalog_of([[2], [2], [4], [4]], 2)
    says = [1, 0, 1, 0, 1, 0, 1, 0]
    found = alignment(catalog, marks_of(catalog, "e", says), marks_of(catalog, "j", says))
    assert found.rank["cdr"].value == pytest.approx(1)
    low, high = found.rank["cdr"].interval
    assert low < 0
    assert high == 1
    assert found.rank.cautions["cdr"] == "few tasks"


def test_one_task_has_no_interval_and_shows_nothing() -> None:
    found = estimate(SHARE, np.array([[3.0, 4.0], [0.0, 0.0]]))
    assert (found.value, found.interval, found.tasks) == (0.75, None, 1)
    compared = difference(SHARE, np.array([[1.0, 4.0]]), np.array([[3.0, 4.0]]))
    assert (compared.value, compared.interval, compared.p) == (0.5, None, None)


def test_a_figure_that_one_task_alone_defines_has_no_interval() -> None:
    """κ is defined by the one task on which anything is not met."""
    tables = np.array([[0.0, 0.0, 0.0, 9.0], [0.0, 0.0, 0.0, 8.0], [3.0, 1.0, 1.0, 3.0]])
    found = estimate(KAPPA, tables)
    assert found.value is not None
    assert found.interval is None


@few
@given(st.integers(2, 12), st.integers(0, 9))
def test_tasks_that_bring_nothing_change_nothing(tasks: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    drawn = KINDS["kappa"].draw(chance, (1, tasks), 0.8, 12.0)[0]
    with_empty = np.concatenate([drawn, np.zeros((5, 4))])
    one, two = estimate(KAPPA, drawn), estimate(KAPPA, with_empty)
    assert one.tasks == two.tasks == tasks
    assert one.interval == pytest.approx(two.interval)


@few
@given(st.integers(2, 30), st.integers(0, 99))
def test_intervals_hold_their_figure_and_stay_on_its_scale(tasks: int, seed: int) -> None:
    for kind, low in (("share", 0.0), ("kappa", -1.0), ("cdr", -1.0)):
        drawn = KINDS[kind].draw(np.random.default_rng(seed), (1, tasks), 0.9, 3.0)
        found = estimates(KINDS[kind].figure, drawn)
        if np.isfinite(found.low[0]):
            assert low <= found.low[0] <= found.value[0] + 1e-9
            assert found.value[0] - 1e-9 <= found.high[0] <= 1.0


@pytest.mark.parametrize("tasks", [2, 3, 8])
def test_few_tasks_never_show_more_than_an_exact_test_over_them_could(tasks: int) -> None:
    catalog = catalog_of([[2, 3]] * tasks, 2)
    right = [1, 1, 0, 0] * tasks
    wrong = [0, 0, 1, 1] * (tasks - 1) + [0, 1, 1, 1]
    found = compare(
        catalog, marks_of(catalog, "e", right), marks_of(catalog, "a", wrong),
        marks_of(catalog, "b", right),
    )  # fmt: skip
    for test in found.tests.values():
        assert test.value > 0
        assert test.p is None or test.p >= 2.0 ** (1 - tasks)
        if test.interval is not None and test.p >= 0.05:
            assert test.interval[0] <= 0, "interval and p agree"


def test_all_tests_of_a_table_are_corrected_together() -> None:
    catalog = catalog_of([[1] * 4] * 12, 3)
    chance = np.random.default_rng(2)
    truth = chance.integers(0, 2, 12 * 4 * 3)
    raters = [
        marks_of(catalog, f"j{n}", np.where(chance.random(truth.size) < noise, 1 - truth, truth).tolist())
        for n, noise in enumerate((0.0, 0.2, 0.3))
    ]  # fmt: skip
    expert = marks_of(catalog, "e", truth.tolist())
    pairs = [compare(catalog, expert, raters[a], raters[b]) for a, b in ((0, 1), (0, 2), (1, 2))]
    found = corrected(pairs)
    from scipy.stats import false_discovery_control

    before = [p for x in pairs for p in (test.p for test in x.tests.values())]
    after = [p for x in found for p in (test.corrected_p for test in x.tests.values())]
    assert after == pytest.approx(list(false_discovery_control(before)))
    exact = [x.mcnemar.corrected_p for x in found]
    assert exact == pytest.approx(
        list(false_discovery_control([x.mcnemar.p for x in pairs])), abs=1e-12
    ), "McNemar's tests are a family of their own: they reject too often"


def test_a_leaderboards_interval_is_over_tasks() -> None:
    catalog = catalog_of([[1] * 8] * 12, 2)
    chance = np.random.default_rng(5)
    met = (chance.random(12 * 2 * 8) < np.repeat(chance.beta(2, 1, 24), 8)).astype(int)
    board = leaderboard(catalog, marks_of(catalog, "j", met.tolist()))
    for row in board.standings:
        system = int(row.system[1:])
        scores = met.reshape(12, 2, 8)[:, system].mean(axis=1)
        expected = estimate(SHARE, np.stack([scores, np.ones(12)], axis=-1))
        assert row.interval == pytest.approx(expected.interval)
        assert row.caution == expected.caution


@pytest.mark.parametrize(
    ("share", "tasks", "expected"),
    [
        (0.5, 9, "few tasks"), (0.5, 10, None), (0.9, 29, "approximate"), (0.9, 30, None),
        (0.97, 59, "approximate"), (0.97, 60, None), (0.03, 59, "approximate"),
    ],
)  # fmt: skip
def test_values_near_an_end_of_their_scale_need_more_tasks(share, tasks, expected):
    chance = np.random.default_rng(1)
    reached = np.full(tasks, share * 100) + chance.choice([-1, 1], tasks)
    statistics = np.stack([reached, np.full(tasks, 100.0)], axis=-1)
    assert estimate(SHARE, statistics).caution == expected
