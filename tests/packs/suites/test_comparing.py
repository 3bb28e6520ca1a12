"""Two evaluations: which test, what it says, and when there is none."""

from __future__ import annotations

import json
import math
import os
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lazily import lazily
from tests.packs.suites.histories import OTHER, evaluation, outcomes, paired
from xpert_studio.core.metrics.sign_flip import sign_flip
from xpert_studio.core.metrics.significance import benjamini_hochberg
from xpert_studio.packs.suites.compare import (
    ComparisonTest,
    TaskChange,
    against_last,
    best_case_p,
    compare,
    corrected,
    in_series,
)
from xpert_studio.packs.suites.gate import comparison_sentence, no_regression
from xpert_studio.packs.suites.trials import flip_rate, pass_at_k, pass_to_the_k, trials_of

stats = lazily("scipy.stats")

SHARED = Path(os.environ.get("XPERT_SHARED", Path(__file__).resolve().parents[4] / "shared"))
PUBLISHED = SHARED / "golden" / "published_figures.json"


@pytest.fixture(scope="module")
def published():
    if not PUBLISHED.exists():
        pytest.skip("the published figures are not here")
    return json.loads(PUBLISHED.read_text(encoding="utf-8"))


def test_the_published_table_of_best_cases_comes_out(published):
    table = published["mcnemar_exact"]["best_case_p_exact"]
    assert {m: best_case_p(int(m)) for m in table} == table
    assert [m for m in table if best_case_p(int(m)) < 0.05] == ["6", "7", "8", "9", "10"]


def test_the_published_example_comes_out(published):
    (case,) = published["mcnemar_exact"]["cases"]
    found = compare(*paired(20, case["regressions"], case["improvements"]))
    assert round(found.p, 4) == case["p"]
    assert (found.test, found.pairs) == (ComparisonTest.MCNEMAR, 6)
    assert found.counts() == {
        "regressed": 5,
        "improved": 1,
        "stable": 20,
        "unsteady": 0,
        "undecided": 0,
    }
    assert not found.is_regression


def test_published_pass_rates_come_out(published):
    for case in published["pass_rates"]:
        found = evaluation(outcomes(case["passed"], case["total"] - case["passed"])).pass_rate()
        assert found.n == case["total"]
        # The source cuts 82.05.
        assert abs(100 * found.value - case["percent"]) < 0.06
    (case, *_) = published["wilson_95"]["cases"]
    low, high = (
        evaluation(outcomes(case["passed"], case["n"] - case["passed"])).pass_rate().interval
    )
    assert (round(low, 3), round(high, 3)) == (case["lower"], case["upper"])
    assert round(100 * (high - low), 1) == case["width_pp"]


@pytest.mark.parametrize(("lost", "is_regression"), [(5, False), (6, True), (9, True)])
def test_six_tasks_that_change_alike_are_a_regression_and_five_are_not(lost, is_regression):
    found = compare(*paired(20, lost, 0))
    assert found.is_regression is is_regression
    assert ("Not enough to tell" in comparison_sentence(found)) is not is_regression
    assert no_regression(found, accept_changed=False).is_met is not is_regression


def test_as_much_better_is_no_regression():
    found = compare(*paired(4, 0, 9))
    assert found.is_beyond_noise and not found.is_regression
    assert found.difference.value == pytest.approx(9 / 13)


@given(st.integers(0, 14), st.integers(0, 14))
def test_mcnemar_is_the_sign_test_of_scipy_and_the_sign_flip_test_of_equal_changes(lost, won):
    found = compare(*paired(3, lost, won))
    expected = stats.binomtest(lost, lost + won).pvalue if lost + won else 1.0
    assert found.p == pytest.approx(min(1.0, expected))
    if lost + won <= 16:
        assert sign_flip([-1.0] * lost + [1.0] * won + [0.0]) == pytest.approx(found.p)


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=9))
def test_the_sign_flip_test_counts_all_assignments_of_signs(values):
    given_ = [value / 6 for value in values]
    seen = abs(sum(given_))
    every = [
        abs(sum(sign * abs(value) for sign, value in zip(signs, given_, strict=True)))
        for signs in product((-1, 1), repeat=len(given_))
    ]
    expected = np.mean([value >= seen - 1e-9 for value in every])
    assert sign_flip(given_) == pytest.approx(expected)


def test_of_many_clusters_signs_are_sampled_and_agree_with_scipy():
    values = np.random.default_rng(5).normal(0.12, 0.4, 40)
    found = sign_flip(values.tolist())
    oracle = stats.permutation_test(
        (values,), np.mean, permutation_type="samples", n_resamples=50_000, rng=7
    ).pvalue
    assert found == pytest.approx(oracle, abs=0.01)
    assert found == sign_flip(values.tolist())
    assert sign_flip([]) is None
    assert sign_flip([0.0, 0.0]) == 1.0


def test_tasks_of_a_family_are_one_cluster():
    names = [f"t{n:03}" for n in range(24)]
    families = {name: f"f{n % 4}" for n, name in enumerate(names)}
    before = evaluation(dict.fromkeys(names, True), families=families)
    after = evaluation(dict.fromkeys(names, False), 1, families=families)
    found = compare(before, after)
    assert (found.test, found.pairs) == (ComparisonTest.SIGN_FLIP, 4)
    assert found.p == 2 / 2**4  # 24 tasks changed, and four families cannot say more
    assert not found.is_regression


def test_several_trials_flip_against_their_own_noise():
    steady = {f"s{n}": (True, True, True) for n in range(8)}
    before = evaluation(steady | {"noisy": (True, False, True)})
    after = evaluation(
        steady | {"s0": (False, False, False), "s1": (True, False, True), "noisy": (False,) * 3}, 1
    )
    found = compare(before, after)
    assert found.test is ComparisonTest.SIGN_FLIP
    assert found.tasks["s0"] is TaskChange.REGRESSED
    assert found.tasks["s1"] is found.tasks["noisy"] is TaskChange.UNSTEADY
    assert found.tasks["s2"] is TaskChange.STABLE


@given(st.integers(2, 8), st.data())
def test_figures_over_trials_are_means_over_all_choices_of_trials(n, data):
    passed = data.draw(st.integers(0, n))
    k = data.draw(st.integers(1, n))
    trials = [place < passed for place in range(n)]
    from itertools import combinations

    chosen = list(combinations(trials, k))
    assert pass_at_k(n, passed, k) == pytest.approx(np.mean([any(own) for own in chosen]))
    assert pass_to_the_k(n, passed, k) == pytest.approx(np.mean([all(own) for own in chosen]))
    pairs = list(combinations(trials, 2))
    assert flip_rate(n, passed) == pytest.approx(np.mean([one != two for one, two in pairs]))


def test_figures_over_trials_of_an_evaluation():
    found = trials_of(evaluation({"a": (True, True), "b": (True, False), "c": (False, False)}))
    assert (found.k, found.any_passes.value) == (2, pytest.approx(2 / 3))
    assert found.all_pass.value == pytest.approx(1 / 3)
    assert found.flip_rate.value == pytest.approx(1 / 3)
    assert trials_of(evaluation({"a": True})) is None


CHANGED = {
    "suite": (outcomes(9), {"suite_hash": OTHER, "suite_version": 2}, "version 1, now 2"),
    "judge": (outcomes(9), {"judge": "openai:m-1", "judge_hash": OTHER}, "another judge"),
    "judge changed": (outcomes(9), {"judge_hash": OTHER}, "the judge checks was changed"),
    "rubric": (outcomes(9), {"rubric_hash": OTHER}, "another rubric: t000; t001; t002 (+6)"),
    "task": (outcomes(9), {"edited": ["t004"]}, "tasks that were edited: t004"),
    "came": (outcomes(10), {}, "not there before: t009"),
    "went": (outcomes(8), {}, "without a result now: t008"),
    "undecided": (outcomes(9) | {"t003": None}, {}, "not decided in full: t003"),
    "trials": (dict.fromkeys(outcomes(9), (True, True)), {}, "another number of trials"),
    "family": (outcomes(9), {"families": {"t000": "f"}}, "another family: t000"),
}


@pytest.mark.parametrize("name", CHANGED)
def test_of_another_definition_there_is_no_p_value_and_what_differs_is_said(name):
    after, more, said = CHANGED[name]
    found = compare(evaluation(outcomes(9)), evaluation(after, 1, **more))
    assert (TaskChange.UNDECIDED in found.tasks.values()) is (name == "undecided")
    assert (found.p, found.test, found.difference) == (None, None, None)
    assert said in "; ".join(map(str, found.differs))
    assert found.plain()["status"] == "not_comparable"
    assert "p " not in comparison_sentence(found).replace("p –", "")
    assert no_regression(found, accept_changed=False).is_met is None
    assert no_regression(found, accept_changed=True).is_met is True


def test_comparisons_of_one_page_are_corrected_together():
    pairs = [paired(20, lost, 0) for lost in (6, 2, 0)]
    found = corrected([compare(*pair) for pair in pairs])
    raw = [one.p for one in found]
    assert [one.corrected_p for one in found] == benjamini_hochberg(raw)
    assert found[0].p < 0.05 < found[0].corrected_p
    assert not found[0].is_regression


def test_the_last_of_the_same_line_or_of_the_base_branch_is_compared_with():
    known = [
        evaluation(outcomes(9), 0, branch="main"),
        evaluation(outcomes(9), 1, branch="main", suite="other"),
        evaluation(outcomes(9), 2, branch="main", system="rival"),
        evaluation(outcomes(5, 4), 3, branch="fix"),
        evaluation(outcomes(8, 1), 4, branch="main"),
    ]
    own = {one.after.id: one.before.id for one in in_series(known)}
    assert own == {"e4": "e0"}
    (based,) = against_last(known, [known[3]], "main")
    assert based.before.id == "e0"
    assert against_last(known, [known[3]]) == []


def test_noise_alone_is_seldom_a_regression():
    random = np.random.default_rng(11)
    hits = 0
    for _ in range(300):
        sides = random.random((2, 40)) < 0.7
        before, after = (
            evaluation({f"t{n}": bool(value) for n, value in enumerate(side)}, day)
            for day, side in enumerate(sides)
        )
        hits += compare(before, after).is_beyond_noise
    assert hits / 300 <= 0.05


def test_a_regression_of_a_third_of_forty_tasks_is_found():
    assert compare(*paired(27, 13, 0)).is_regression
    assert math.isclose(compare(*paired(27, 13, 0)).p, 2 * 0.5**13)
