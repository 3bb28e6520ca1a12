"""Efficiency, cost, latency, value for money and Pareto fronts: formulas, unknowns, laws."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of, marks_of
from tests.sampling import examples
from xpert_studio.core.metrics import leaderboard
from xpert_studio.core.metrics.task_estimates import Figure, Scale, estimates
from xpert_studio.packs.recipes.efficiency import (
    ResponseUsage,
    fronts,
    median_estimate,
    pareto_front,
    usage_of_systems,
    value_for_money,
)
from xpert_studio.packs.recipes.usage import efficiency

few = examples(25)


def scored(tokens, *, cost=None, seconds=None, empty=(), met=None, tasks=8):
    """Systems s0, s1 … on ``tasks`` tasks of one checkpoint; values by system or by response."""
    systems = len(tokens)
    catalog = catalog_of([[1]] * tasks, systems)
    met = met or [1] * systems
    marks = marks_of(catalog, "j", [met[s] if task else 0 for task in range(tasks) for s in range(systems)])  # fmt: skip

    def column(by_system):
        values = [math.nan] * systems if by_system is None else by_system
        return np.array(values * tasks, np.float64)

    usage = ResponseUsage(
        column(tokens), column(cost), column(seconds),
        np.isin(np.arange(systems * tasks), list(empty)),
    )  # fmt: skip
    board = leaderboard(catalog, marks)
    return board, usage_of_systems(catalog, marks, board, usage), (catalog, marks, usage)


def test_efficiency_is_the_score_in_per_cent_over_log2_of_the_mean_tokens():
    """As published: score / log2(mean_tokens). The source leaves the scale open: here 0 to 100."""
    assert float(efficiency(np.array(0.75), np.array(1024.0))) == 7.5
    assert math.isnan(float(efficiency(np.array(0.75), np.array(1.0))))
    _, found, _ = scored([1024.0], tasks=8)
    assert found["s0"].figures["efficiency"].value == pytest.approx(100 * 7 / 8 / 10)
    assert found["s0"].figures["efficiency"].tasks == 8
    low, high = found["s0"].figures["efficiency"].interval
    assert low < 8.75 < high


def test_cost_a_task_and_a_point_and_latency():
    _, found, _ = scored([100.0], cost=[0.02], seconds=[3.0])
    figures = found["s0"].figures
    assert figures["cost_per_task"].value == pytest.approx(0.02)
    assert figures["cost_per_point"].value == pytest.approx(0.02 / 87.5)
    assert figures["mean_latency"].value == pytest.approx(3)
    assert figures["median_latency"].value == 3
    assert figures["median_latency"].interval == (3, 3)


def test_what_is_not_known_of_one_response_is_no_figure_and_never_zero():
    board, _, (catalog, marks, usage) = scored([100.0, 100.0], cost=[0.02, 0.02], seconds=[3, 3])
    for column, names in (
        ("tokens", {"efficiency", "completion_tokens"}),
        ("cost", {"cost_per_task", "cost_per_point"}),
        ("seconds", {"mean_latency", "median_latency"}),
    ):
        values = getattr(usage, column).copy()
        values[1] = np.nan
        found = usage_of_systems(catalog, marks, board, replace(usage, **{column: values}))
        assert found["s1"].reasons.keys() == names
        assert all(found["s1"].figures[name].value is None for name in names)
        assert all("1 of 8 responses" in str(reason) for reason in found["s1"].reasons.values())
        assert not found["s0"].reasons


def test_reasons_of_figures_that_cannot_be():
    _, found, _ = scored([1.0, 100.0], cost=[0.0, 0.1], met=[1, 0])
    assert (
        str(found["s0"].reasons["efficiency"]) == "it has at most one completion token a response"
    )
    assert found["s0"].figures["cost_per_task"].value == 0, "free is known"
    assert str(found["s1"].reasons["cost_per_point"]) == "its score is zero"
    assert found["s1"].figures["efficiency"].value == 0


def test_an_answer_without_text_is_invalid_and_counted():
    _, found, _ = scored([10.0, 10.0], empty=(1, 3))
    assert (found["s0"].invalid, found["s1"].invalid) == (0, 2)
    assert found["s1"].responses == 8


def test_the_cheapest_within_one_interval_of_the_best():
    met = [1, 1, 0]
    board, found, _ = scored([10.0] * 3, cost=[0.5, 0.1, 0.01], met=met)
    value = value_for_money(board, found)
    assert value.best == "s0"
    assert value.candidates == ("s0", "s1"), "the third is below the interval"
    assert value.cheapest == "s1"
    board, found, _ = scored([10.0] * 3, cost=[0.5, math.nan, 0.01], met=met)
    value = value_for_money(board, found)
    assert (value.cheapest, value.unknown) == ("s0", ("s1",))
    assert fronts(board, found)["cost_per_task"] == ("s2", "s0")
    board, found, _ = scored([10.0] * 3, met=met)
    assert value_for_money(board, found).cheapest is None
    assert fronts(board, found)["cost_per_task"] == ()


amounts = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12)


@few
@given(amounts)
def test_a_front_is_what_nothing_beats(points):
    named = [(str(n), float(x), float(y)) for n, (x, y) in enumerate(points)]
    beaten = {a for a, x, y in named for _, u, v in named if u <= x and v >= y and (u, v) != (x, y)}
    assert set(pareto_front(named)) == {name for name, _, _ in named} - beaten


@few
@given(st.lists(st.floats(0.1, 100), min_size=1, max_size=40))
def test_the_interval_of_a_median_holds_it_and_needs_six_tasks(values):
    found = median_estimate(np.array([*values, np.nan]))
    assert found.value == pytest.approx(float(np.median(values)))
    assert found.tasks == len(values)
    assert (found.interval is None) == (len(values) < 6)
    if found.interval:
        assert found.interval[0] <= found.value <= found.interval[1]


def test_the_interval_of_a_median_is_that_of_the_tables():
    """Of 10 values the second to the ninth cover 97.9 %; of 20 the sixth to the fifteenth 95.9 %."""
    assert median_estimate(np.arange(10.0)).interval == (1, 8)
    assert median_estimate(np.arange(20.0)).interval == (5, 14)


MEAN = Figure(lambda s: s[..., 0] / s[..., 1], lambda s: s[..., 1], Scale.AMOUNT)


def test_intervals_of_amounts_cover_and_do_not_depend_on_the_unit():
    values = np.random.default_rng(5).lognormal(0, 0.7, (2000, 12))
    found = estimates(MEAN, np.stack([values, np.ones_like(values)], axis=-1))
    truth = math.exp(0.7**2 / 2)
    covered = float(((found.low <= truth) & (truth <= found.high)).mean())
    assert covered >= 0.9
    small = estimates(MEAN, np.stack([values * 1e-6, np.ones_like(values)], axis=-1))
    assert np.allclose(small.low * 1e6, found.low)
    assert np.allclose(small.high * 1e6, found.high)
    assert (found.low > 0).all()


def test_an_amount_that_does_not_vary_or_is_zero_has_no_interval():
    for value in (0.0, 2.0):
        found = estimates(MEAN, np.full((5, 2), [value, 1.0]))
        assert float(found.value) == value
        assert np.isnan(found.low)
