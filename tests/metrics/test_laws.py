"""Figures as laws: against brute force, against the libraries, against published values."""

from __future__ import annotations

import dataclasses
import json
import math
import os
from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from statistics import harmonic_mean

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.metrics.columns import binary_marks, catalog_of, judged, marks_of, size_of
from tests.sampling import examples
from tests.weighted import weighted_score
from xpert_studio.core.metrics import (
    alignment,
    compare,
    consistency,
    expert_agreement,
    leaderboard,
    pair_up,
    pooled,
    response_scores,
)
from xpert_studio.core.metrics.cdr import rank_figures
from xpert_studio.core.metrics.engine import figures_of_tables
from xpert_studio.core.metrics.intervals import wilson, wilson_bounds
from xpert_studio.core.metrics.krippendorff import krippendorff_alpha
from xpert_studio.core.metrics.metric import PAIRS, RANKS
from xpert_studio.core.metrics.significance import benjamini_hochberg, mcnemar_exact, sign_test
from xpert_studio.core.records.columns import NONE, Ratings

SHARED = Path(os.environ.get("XPERT_SHARED", Path(__file__).resolve().parents[3] / "shared"))
PUBLISHED = SHARED / "golden" / "published_figures.json"
needs_published = pytest.mark.skipif(not PUBLISHED.exists(), reason="no published figures here")
few = examples(25)


def answers_of(marks: Ratings) -> dict[tuple[int, int], int]:
    rows = zip(marks.response, marks.checkpoint, marks.met, strict=True)
    return {(int(r), int(c)): int(m) for r, c, m in rows if m != NONE}


def brute_scores(catalog, first, second):
    """Both scores of each response over what both have answered, as fractions."""
    a, b = answers_of(first), answers_of(second)
    whole, one, two = defaultdict(int), defaultdict(int), defaultdict(int)
    for response, point in a.keys() & b.keys():
        weight = int(catalog.checkpoint_weight[point])
        whole[response] += weight
        one[response] += weight * a[response, point]
        two[response] += weight * b[response, point]
    return {r: (Fraction(one[r], whole[r]), Fraction(two[r], whole[r])) for r in whole}


@few
@given(judged())
def test_cdr_is_what_counting_every_pair_gives(drawn):
    catalog, expert, judge = drawn
    scores = brute_scores(catalog, expert, judge)
    counts = dict.fromkeys(("agree", "disagree", "e", "j", "both"), 0)
    for a, b in combinations(sorted(scores), 2):
        if catalog.response_task[a] != catalog.response_task[b]:
            continue
        e, j = (scores[a][k] - scores[b][k] for k in (0, 1))
        kind = "agree" if e * j > 0 else "disagree" if e * j < 0 else ""
        kind = kind or ("both" if e == j == 0 else "e" if e == 0 else "j")
        counts[kind] += 1
    found = rank_figures(catalog, pair_up(catalog, expert, judge))
    assert [found.facts[name] for name in RANKS.columns] == list(counts.values())
    assert found.n == sum(counts.values())
    if found.n:
        expected = Fraction(counts["agree"] - counts["disagree"], found.n)
        assert found["cdr"].value == pytest.approx(float(expected))
        shares = [found[name].value for name in ("p_agree", "p_tied", "p_disagree")]
        assert sum(shares) == pytest.approx(1)
    else:
        assert found["cdr"].value is None


@few
@given(judged(answers=(0, 1)))
def test_tau_b_of_one_task_is_scipys(drawn):
    from scipy.stats import kendalltau

    catalog, expert, judge = drawn
    one = np.arange(len(catalog.tasks)) == 0
    paired = pair_up(catalog, expert, judge, tasks=one)
    scores = brute_scores(catalog, expert, judge)
    mine = [scores[r] for r in scores if catalog.response_task[r] == 0]
    found = rank_figures(catalog, paired)["tau_b"].value
    if len(mine) < 2:
        assert found is None
        return
    expected = kendalltau([float(e) for e, _ in mine], [float(j) for _, j in mine]).statistic
    if math.isnan(expected):
        assert found is None
    else:
        assert found == pytest.approx(expected)


@few
@given(judged(raters=1))
def test_scores_are_the_weighted_sums_over_what_was_answered(drawn):
    catalog, marks = drawn
    said = answers_of(marks)
    found = response_scores(catalog, marks)
    for response in range(len(catalog.responses)):
        points = np.flatnonzero(catalog.checkpoint_task == catalog.response_task[response])
        met = [bool(said[response, p]) if (response, p) in said else None for p in points]
        expected = weighted_score(met, list(catalog.checkpoint_weight[points]))
        if expected is None:
            assert math.isnan(found.score[response])
        else:
            assert found.score[response] == pytest.approx(expected)
        answered = sum(value is not None for value in met)
        assert found.coverage[response] == pytest.approx(answered / len(points))


@few
@given(judged(), st.randoms(use_true_random=False))
def test_the_order_of_rows_means_nothing(drawn, chance):
    catalog, expert, judge = drawn
    order = list(range(len(judge)))
    chance.shuffle(order)
    shuffled = judge.where(order)
    assert (
        alignment(catalog, expert, judge).to_dict()
        == alignment(catalog, expert, shuffled).to_dict()
    )
    assert leaderboard(catalog, judge) == leaderboard(catalog, shuffled)


@few
@given(judged())
def test_what_is_left_out_counts_for_nothing(drawn):
    catalog, expert, judge = drawn
    left_out = np.arange(len(catalog.responses)) % 2 == 0
    without, of_experts = (one.where(~left_out[one.response]) for one in (judge, expert))
    masked = alignment(catalog, expert, judge, left_out=left_out)
    assert masked.left_out == left_out.sum()
    found = alignment(catalog, of_experts, without)
    if masked.strict is not None and found.strict is not None:
        masked = dataclasses.replace(masked, strict=found.strict)
    assert dataclasses.replace(masked, left_out=0) == found


def one_task(tp: int, fp: int, fn: int, tn: int):
    table = np.array([[[tn, fp, fn, tp]]], np.float64)
    return figures_of_tables(table, PAIRS, np.zeros(1, np.int32))[0]


@few
@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_agreement_figures_are_what_their_definitions_give(tp, fp, fn, tn):
    figures = one_task(tp, fp, fn, tn)
    expert = [1] * tp + [0] * fp + [1] * fn + [0] * tn
    judge = [1] * tp + [1] * fp + [0] * fn + [0] * tn
    assert figures.n == len(expert)
    if figures["kappa"].value is not None:
        by_chance = Fraction(sum(e == j for e in expert for j in judge), len(expert) ** 2)
        agreed = Fraction(tp + tn, len(expert))
        assert figures["kappa"].value == pytest.approx(
            float((agreed - by_chance) / (1 - by_chance))
        )
    if figures["mcc"].value is not None:  # Pearson's correlation of the two columns
        assert figures["mcc"].value == pytest.approx(np.corrcoef(expert, judge)[0, 1])
    if figures["macro_f1"].value is not None and tp and tn:
        f1_not = harmonic_mean([tn / (tn + fn), tn / (tn + fp)])
        assert figures["f1_met"].value == pytest.approx(
            harmonic_mean([figures["precision"].value, figures["recall"].value])
        )
        assert figures["macro_f1"].value == pytest.approx((figures["f1_met"].value + f1_not) / 2)
    if figures["accuracy"].value is not None:
        assert figures["criterion_cdr"].value == pytest.approx(2 * figures["accuracy"].value - 1)
        assert figures["accuracy"].interval is None  # of one task


def test_undefined_is_none_never_zero():
    nothing = one_task(0, 0, 0, 0)
    assert {one.value for one in nothing.values()} == {None}
    assert one_task(5, 0, 0, 0)["kappa"].value is None
    assert weighted_score([None, None], [1, 2]) is None
    assert wilson(0, 0) is None


@needs_published
def test_published_wilson_intervals_and_mcnemar_values():
    published = json.loads(PUBLISHED.read_text())
    case = published["wilson_95"]["cases"][0]
    low, high = wilson(case["passed"], case["n"])
    assert (round(low, 3), round(high, 3)) == (case["lower"], case["upper"])
    for about in published["wilson_95"]["cases"][1:]:
        low, high = wilson(about["passed"], about["n"])
        assert low == pytest.approx(about["lower_about"], abs=0.012)
        assert high == pytest.approx(about["upper_about"], abs=0.012)
    for case in published["mcnemar_exact"]["cases"]:
        test = mcnemar_exact(case["regressions"], case["improvements"])
        assert round(test.p, 4) == case["p"]
    for discordant, p in published["mcnemar_exact"]["best_case_p_by_m"].items():
        test = mcnemar_exact(int(discordant), 0)
        assert round(test.p, 4) == p
        assert test.can_be_significant == (p < 0.05)


@few
@given(judged(raters=3, answers=(-2, 0, 1)))
def test_the_majority_decides_and_an_even_vote_does_not(drawn):
    catalog, *raters = drawn
    votes = defaultdict(list)
    for rater in raters:
        for pair, met in answers_of(rater).items():
            votes[pair].append(met)
    for even, comes_to in (("nothing", NONE), ("lowest", 0)):
        found = pooled(catalog, raters, name="all", even=even)
        said = answers_of(found.marks)
        for pair, met in votes.items():
            mean = sum(met) / len(met)
            expected = 1 if mean > 0.5 else 0 if mean < 0.5 else comes_to
            assert said.get(pair, NONE) == expected
        undecided = sum(sum(met) * 2 == len(met) for met in votes.values())
        assert found.undecided == undecided


@few
@given(judged(raters=3, answers=(0, 1)))
def test_agreement_of_experts_is_alpha_over_what_two_or_more_rated(drawn):
    catalog, *experts = drawn
    found = expert_agreement(catalog, experts)
    table = [list(answers_of(expert).values()) for expert in experts]
    assert found.items == size_of(catalog)
    if found.figures["alpha"].value is None:
        assert len({value for row in table for value in row}) == 1
    else:
        units = list(range(found.items)) * len(table)
        assert found.figures["alpha"].value == krippendorff_alpha(
            units, [v for row in table for v in row]
        )
    disputed = sum(len(set(column)) > 1 for column in zip(*table, strict=True))
    assert len(found.disputed) == disputed


def test_a_judge_that_never_flips_agrees_with_itself_wholly():
    catalog = catalog_of([[5, 5], [5]], 2)
    marks = marks_of(catalog, "j", [1, 0, 1, 1, 0, 1])
    other = marks_of(catalog, "j", [1, 1, 1, 1, 0, 1])
    assert consistency(catalog, [marks]) is None
    assert consistency(catalog, [marks, marks]).figures["unanimous"].value == 1
    found = consistency(catalog, [marks, other])
    assert found.figures["unanimous"].tasks == 2
    assert found.figures["unanimous"].value == pytest.approx(5 / 6)
    assert found.flip_rates == {"t0": {"c0": 0.0, "c1": 0.5}, "t1": {"c2": 0.0}}


def test_incomplete_rows_do_not_rank_and_ties_share_a_rank():
    catalog = catalog_of([[5], [5]], 4)
    #                       t0: s0 s1 s2  s3  t1: s0 s1 s2 s3
    board = leaderboard(catalog, marks_of(catalog, "j", [1, 1, 1, -1, 0, 0, -2, 1]))
    rows = {row.system: row for row in board.standings}
    assert rows["s0"].rank == rows["s1"].rank == 1
    assert rows["s2"].rank is None
    assert (rows["s2"].tasks_missing, rows["s2"].score, rows["s2"].complete) == (1, 1.0, False)
    assert rows["s3"].coverage == 0.5
    assert rows["s3"].score == 1.0  # over what was decided; an invalid answer is no zero
    assert [row.system for row in board.standings] == ["s0", "s1", "s2", "s3"]


def test_figures_come_out_the_same_each_time_and_a_better_judge_is_found():
    chance = np.random.default_rng(3)
    catalog = catalog_of([[1, 2, 3]] * 40, 5)
    expert = marks_of(catalog, "e", list(chance.integers(0, 2, size_of(catalog))))
    flipped = np.where(chance.random(len(expert)) < 0.2, 1 - expert.met, expert.met)
    judge = binary_marks(catalog, "j", expert.response, expert.checkpoint, flipped)
    found = alignment(catalog, expert, judge)
    assert found == alignment(catalog, expert, judge)
    assert found.rank["cdr"].interval[0] < found.rank["cdr"].value < found.rank["cdr"].interval[1]
    low, high = found.criterion["kappa"].interval
    assert low < found.criterion["kappa"].value < high
    same = compare(catalog, expert, judge, judge)
    assert (same.tests["cdr"].value, same.tests["kappa"].value) == (0, 0)
    assert (same.tests["cdr"].p, same.mcnemar.p) == (1, 1)
    better = compare(
        catalog,
        expert,
        judge,
        dataclasses.replace(expert, rater="e2"),
    )
    assert better.tests["cdr"].value > 0
    assert better.tests["cdr"].p < 0.01
    assert better.tests["accuracy"].p < 0.01
    assert better.mcnemar.p < 0.01


@few
@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_scipys(counts):
    from scipy.stats import binomtest

    successes, n = counts
    expected = binomtest(successes, n).proportion_ci(method="wilson")
    assert wilson(successes, n) == pytest.approx((expected.low, expected.high), abs=1e-12)
    low, high = wilson_bounds(np.array([successes, 0]), np.array([n, 0]))
    assert (low[0], high[0]) == wilson(successes, n)
    assert np.isnan([low[1], high[1]]).all()


@few
@given(st.integers(0, 300), st.integers(0, 300))
@example(100_000, 99_000)
@example(3_000, 0)
def test_the_sign_test_and_mcnemar_are_the_binomial_test(more, less):
    from scipy.stats import binomtest

    expected = binomtest(more, more + less).pvalue if more + less else 1.0
    assert sign_test(more, less) == pytest.approx(expected, rel=1e-7)
    assert mcnemar_exact(more, less).p == sign_test(less, more)


@given(st.lists(st.floats(0, 1), max_size=12))
def test_corrected_p_values_are_scipys_and_never_smaller(p_values):
    from scipy.stats import false_discovery_control

    found = benjamini_hochberg(p_values)
    if p_values:
        assert found == pytest.approx(list(false_discovery_control(p_values, method="bh")))
    assert all(c >= p - 1e-12 for c, p in zip(found, p_values, strict=True))
    assert all(c <= 1 for c in found)
