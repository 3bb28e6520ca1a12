"""The alternative annotator test: what passes it, what does not, and what is not enough."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of, marks_of, size_of
from xpert_studio.core.metrics.significance import benjamini_hochberg
from xpert_studio.packs.correction.annotator import annotator_test, benjamini_yekutieli
from xpert_studio.packs.correction.section_annotator import NO_WORSE, AgainstExperts


def case(seed, errors, judge_error, tasks=40, points=5, systems=2):
    """Experts and a judge that each say the opposite of the truth so often."""
    chance = np.random.default_rng(seed)
    catalog = catalog_of([[1] * points] * tasks, systems)
    truth = chance.integers(0, 2, size_of(catalog))

    def said(name, rate):
        flips = chance.random(truth.size) < rate
        return marks_of(catalog, name, np.where(flips, 1 - truth, truth).tolist())

    experts = [said(f"e{n}", rate) for n, rate in enumerate(errors)]
    left_out = np.zeros(len(catalog.responses), np.bool_)
    return annotator_test(catalog, experts, said("judge", judge_error), left_out)


def test_a_judge_as_good_as_the_experts_passes():
    found = case(1, (0.1, 0.1, 0.1), 0.08)
    assert found.is_enough
    assert found.wins == 1.0
    assert found.passes
    value, interval = found.advantage
    assert 0.85 < value < 1
    assert interval[0] < value < interval[1]


def test_a_judge_that_guesses_does_not():
    found = case(2, (0.1, 0.1, 0.1), 0.5)
    assert found.wins == 0.0
    assert not found.passes
    assert all(one.gap > 0.15 for one in found.experts)


def test_it_is_said_which_judge_is_no_worse_than_whom():
    tests = (
        ("Good", case(1, (0.1,) * 3, 0.08)),
        ("Bad", case(2, (0.1,) * 3, 0.5)),
        ("New", case(3, (0.1,) * 3, 0.1, tasks=29)),
    )
    view = SimpleNamespace(name=str.upper)
    said, judges, experts, _ = NO_WORSE.show(AgainstExperts(tests, 3, view))
    assert said.text == "1 judge is no worse than an expert: Good."
    assert [row.cells[1:2] + row.cells[-1:] for row in judges.rows] == [
        ("3 of 3 experts", "no worse"),
        ("0 of 3 experts", "not shown"),
        ("–", "not enough experts"),
    ]
    assert [row.cells[1] for row in experts.rows[:3]] == ["E0", "E1", "E2"]
    (said, *_) = NO_WORSE.show(AgainstExperts(tests[1:], 3, view))
    assert said.text == "No judge is shown to be no worse than an expert."


def test_at_the_boundary_a_judge_passes_seldom():
    """Where the expert does better by exactly ε, the test rejects in about 5 % of the cases."""
    gaps, wins = [], []
    for seed in range(120):
        found = case(seed, (0.1, 0.1, 0.1), 0.283, points=2)
        gaps += [one.gap for one in found.experts]
        wins += [one.p < 0.05 for one in found.experts]
    assert np.mean(gaps) == pytest.approx(0.15, abs=0.015)
    assert np.mean(wins) < 0.12


@pytest.mark.parametrize(("experts", "tasks"), [(2, 40), (3, 29)])
def test_with_too_few_it_says_nothing(experts, tasks):
    found = case(3, (0.1,) * experts, 0.1, tasks=tasks)
    assert not found.is_enough
    assert found.wins is None
    assert not found.passes
    assert all(one.p is None for one in found.experts)


def test_an_anchor_is_no_evidence():
    catalog = catalog_of([[1, 1]] * 40, 1)
    said = marks_of(catalog, "e0", [1, 0] * 40)
    left_out = np.ones(len(catalog.responses), np.bool_)
    found = annotator_test(catalog, [said] * 3, said, left_out)
    assert all((one.items, one.gap) == (0, None) for one in found.experts)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_correction_for_any_dependence_is_never_laxer(values):
    factor = sum(1 / n for n in range(1, len(values) + 1))
    expected = [min(1.0, one * factor) for one in benjamini_hochberg(values)]
    assert benjamini_yekutieli(values) == pytest.approx(expected)


def test_known_values_after_benjamini_and_yekutieli():
    """``p.adjust(c(.01, .02, .03), "BY")`` of R gives .055 for all three."""
    assert benjamini_yekutieli([0.01, 0.02, 0.03]) == pytest.approx([0.055, 0.055, 0.055])
