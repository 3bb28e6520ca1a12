"""Figures on scales of numbers, against published examples, other libraries and definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lazily import lazily
from tests.metrics.alpha import krippendorff_alpha
from tests.metrics.graded import drawn, graded_catalog, rated
from tests.sampling import examples
from xpert_studio.core.metrics import (
    GROUPINGS,
    alignment,
    compare,
    corrected,
    expert_agreement,
    pair_up,
    response_scores,
)
from xpert_studio.core.metrics.alignment import group_codes
from xpert_studio.core.metrics.engine import measured
from xpert_studio.core.metrics.grade_groups import grade_groups
from xpert_studio.core.metrics.grades import ALL_SCALES, compared_scale, spearman_parts
from xpert_studio.core.metrics.metric import GRADES

stats = lazily("scipy.stats")

few = examples(25)
PERCENT, LEAST_60, FIVE, SEVEN = 1, 2, 3, 4
SHROUT_FLEISS = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
]
"""Shrout & Fleiss (1979), Psychological Bulletin 86, table 2: six targets, four judges."""


def raters_of(rows, kind=PERCENT):
    """Columns as experts on as many tasks as there are rows, each of one graded checkpoint."""
    catalog = graded_catalog([[kind]] * len(rows), 1)
    experts = [rated(catalog, f"e{n}", column) for n, column in enumerate(zip(*rows, strict=True))]
    return catalog, experts


def of_two(rows, kind=PERCENT):
    catalog, (first, second) = raters_of(rows, kind)
    return alignment(catalog, first, second).scales[0].figures


def test_icc_of_shrout_and_fleiss():
    (scale,) = expert_agreement(*raters_of(SHROUT_FLEISS)).scales
    assert scale.figures["icc"].value == pytest.approx(0.29, abs=0.005)  # their ICC(2,1)
    assert scale.figures.n == 6


def anova_icc(rows) -> Fraction:
    """ICC(A,1) of a complete table by its mean squares (McGraw & Wong 1996)."""
    n, k = len(rows), len(rows[0])
    grand = Fraction(sum(map(sum, rows)), n * k)
    row = [Fraction(sum(one), k) for one in rows]
    column = [Fraction(sum(one), n) for one in zip(*rows, strict=True)]
    whole = sum((value - grand) ** 2 for one in rows for value in one)
    of_rows = k * sum((one - grand) ** 2 for one in row)
    of_columns = n * sum((one - grand) ** 2 for one in column)
    msr, msc = of_rows / (n - 1), of_columns / (k - 1)
    mse = (whole - of_rows - of_columns) / ((n - 1) * (k - 1))
    below = msr + (k - 1) * mse + Fraction(k, n) * (msc - mse)
    return (msr - mse) / below if below else None


values = st.integers(0, 100)


@few
@given(st.integers(2, 4).flatmap(
    lambda k: st.lists(st.lists(values, min_size=k, max_size=k), min_size=3, max_size=9)
))  # fmt: skip
def test_icc_is_that_of_the_analysis_of_variance(rows):
    (scale,) = expert_agreement(*raters_of(rows)).scales
    expected = anova_icc(rows)
    found = scale.figures["icc"].value
    if expected is None:
        assert found is None
    else:
        assert found == pytest.approx(float(max(min(expected, 1), -1)), abs=1e-9)


@few
@given(st.lists(st.tuples(values, values), min_size=2, max_size=12))
def test_figures_of_two_raters_are_those_of_their_definitions(rows):
    found = of_two(rows)
    n = len(rows)
    a, b = ([Fraction(v) for v in side] for side in zip(*rows, strict=True))
    squared = sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) / n
    by_chance = sum((x - y) ** 2 for x in a for y in b) / n**2
    kappa = found["weighted_kappa"].value
    assert kappa == (pytest.approx(float(1 - squared / by_chance), abs=1e-9) if by_chance else None)
    assert found["mae"].value == pytest.approx(
        float(sum(abs(x - y) for x, y in zip(a, b, strict=True)) / n)
    )
    assert found["bias"].value == pytest.approx(float((sum(b) - sum(a)) / n), abs=1e-9)
    bands = [[sum(v >= low for low in (60, 70, 90)) for v in row] for row in rows]
    assert found["same_band"].value == pytest.approx(sum(x == y for x, y in bands) / n)
    middle = sorted(a)[n // 2] if n % 2 else (sorted(a)[n // 2 - 1] + sorted(a)[n // 2]) / 2
    constant = pytest.approx(float(sum(abs(x - middle) for x in a) / n))
    assert found["mae"].floor == constant
    assert found["constant_mae"].value == constant
    if by_chance:
        assert found["weighted_kappa"].floor in (None, pytest.approx(0, abs=1e-9))
    alpha = krippendorff_alpha(np.repeat(np.arange(n), 2), np.array(rows).ravel(), "interval")
    assert found["interval_alpha"].value == (
        None if alpha is None else pytest.approx(alpha, abs=1e-9)
    )


@few
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=3, max_size=30))
def test_spearman_is_scipys(rows):
    found = of_two(rows, SEVEN)["spearman"].value
    a, b = np.array(rows).T
    if np.ptp(a) and np.ptp(b):
        assert found == pytest.approx(stats.spearmanr(a, b).statistic, abs=1e-9)
    else:
        assert found is None


def test_what_a_pair_brings_to_spearman_is_what_it_changes():
    """The influence of one pair is about what ρ loses without it, times their number."""
    chance = np.random.default_rng(3)
    a = chance.normal(size=400)
    b = a + chance.normal(size=400)
    parts = spearman_parts(a, b)
    whole = stats.spearmanr(a, b).statistic
    without = [stats.spearmanr(np.delete(a, n), np.delete(b, n)).statistic for n in range(400)]
    jackknife = (whole - np.array(without)) * 399
    assert parts.mean() == pytest.approx(whole)
    assert np.abs(parts - whole - jackknife).max() < 0.05 * np.abs(jackknife).max()


rating = st.one_of(st.none(), st.integers(0, 7))


@few
@given(st.lists(st.lists(rating, min_size=3, max_size=3), min_size=2, max_size=8))
def test_alpha_of_several_experts_is_krippendorffs(rows):
    rows = [[np.nan if v is None else v for v in row] for row in rows]
    scales = expert_agreement(*raters_of(rows, SEVEN)).scales
    pairs = [(n, v) for n, row in enumerate(rows) for v in row if not np.isnan(v)]
    unit, value = (np.array(side) for side in zip(*pairs, strict=True)) if pairs else ([], [])
    for name in ("interval", "ordinal"):
        expected = krippendorff_alpha(unit, value, name) if len(unit) else None
        found = scales[0].figures[f"{name}_alpha"].value if scales else None
        assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


@few
@given(st.lists(st.lists(rating, min_size=3, max_size=3), min_size=3, max_size=8))
def test_difference_of_experts_is_the_mean_over_their_pairs(rows):
    rows = [[np.nan if v is None else v for v in row] for row in rows]
    scales = expert_agreement(*raters_of(rows, SEVEN)).scales
    apart = [
        abs(x - y)
        for row in rows
        for x, y in combinations(row, 2)
        if not np.isnan(x) and not np.isnan(y)
    ]
    assert bool(scales) == bool(apart)
    if apart:
        assert scales[0].figures["mae"].value == pytest.approx(np.mean(apart))


def test_scales_are_apart_and_together_only_by_score():
    catalog = graded_catalog([[PERCENT, FIVE, 0]] * 12, 3)
    expert = rated(catalog, "e", drawn(catalog, 1))
    judge = rated(catalog, "j", drawn(catalog, 2, 0.1, expert))
    found = alignment(catalog, expert, judge)
    assert [(one.scale, one.figures.n, one.responses, one.figures.tasks) for one in found.scales] == [
        ("0–100", 36, 36, 12), ("1–5", 36, 36, 12), (ALL_SCALES, 72, 36, 12),
    ]  # fmt: skip
    percent, five, both = (one.figures for one in found.scales)
    mean = (percent["mae"].value / 100 + five["mae"].value / 4) / 2
    assert both["mae"].value == pytest.approx(mean)
    assert found.criterion.n == 36
    assert found.graded is both
    low, high = percent["mae"].interval
    assert low < percent["mae"].value < high < percent["mae"].floor
    plain = found.to_dict()["scales"][0]
    assert plain["scale"] == "0–100"
    assert plain["mae_interval"] == (low, high)
    assert (plain["n"], plain["responses"], plain["tasks"]) == (36, 36, 12)


def test_one_scale_stands_for_all():
    catalog = graded_catalog([[PERCENT, LEAST_60]] * 4, 2)
    expert = rated(catalog, "e", drawn(catalog, 1))
    found = alignment(catalog, expert, rated(catalog, "j", drawn(catalog, 2, 0.1, expert)))
    assert [one.scale for one in found.scales] == ["0–100"]
    assert found.scales[0].figures.n == 16
    assert found.criterion.n == 8  # those with a minimum pass or fail


def test_a_constant_rater_has_no_chance_corrected_agreement():
    found = of_two([(v, 70) for v in (10, 40, 70, 90, 100)])
    assert found["weighted_kappa"].value <= 0
    assert found["spearman"].value is None
    assert found["mae"].value == found["mae"].floor


def test_all_at_one_value_leave_coefficients_undefined():
    found = of_two([(70, 70)] * 12)
    for name in ("weighted_kappa", "icc", "spearman", "interval_alpha"):
        assert found[name].value is None
    assert found["mae"].value == 0
    assert found["same_band"].value == 1


def test_two_judges_are_compared_by_graded_figures_with_all_tests_corrected_together():
    catalog = graded_catalog([[PERCENT, LEAST_60, 0]] * 20, 4)
    expert = rated(catalog, "e", drawn(catalog, 1))
    good, bad = (
        rated(catalog, n, drawn(catalog, s, e, expert))
        for n, s, e in (("g", 2, 0.05), ("b", 3, 0.4))
    )
    found = compare(catalog, expert, good, bad)
    assert found.scale == "0–100"
    mae = found.tests["mae"]
    one, two = (alignment(catalog, expert, judge).graded["mae"].value for judge in (good, bad))
    assert (mae.first, mae.second) == (pytest.approx(one), pytest.approx(two))
    assert mae.value == pytest.approx(two - one)
    assert mae.interval[0] > 0
    assert found.tests["weighted_kappa"].is_significant
    (both,) = corrected([found])
    p = sorted(test.p for test in both.tests.values())
    assert both.tests["cdr"].corrected_p is not None
    assert min(t.corrected_p for t in both.tests.values()) >= p[0]
    assert set(both.tests) == {
        *("cdr", "kappa", "accuracy", "weighted_kappa", "mae"),
        *("kappa_within", "within_correlation"),
    }


def test_the_order_of_answers_is_nothing():
    catalog = graded_catalog([[PERCENT, FIVE]] * 5, 3)
    expert = rated(catalog, "e", drawn(catalog, 1))
    judge = rated(catalog, "j", drawn(catalog, 2, 0.2, expert))
    turned = judge.where(np.arange(len(judge))[::-1])
    one, two = (alignment(catalog, expert, j).to_dict() for j in (judge, turned))
    assert one == two


def test_a_response_scores_the_weighted_mean_of_its_grades():
    """80 × 40 + 56 × 25 + 76 × 20 + 96 × 15 over 100 is 75.6."""
    catalog = graded_catalog([[PERCENT] * 4], 1, [[40, 25, 20, 15]])
    scores = response_scores(catalog, rated(catalog, "e", [80, 56, 76, 96]))
    assert scores.score.tolist() == [pytest.approx(0.756, abs=1e-12)]


def test_sums_without_a_pair_have_no_figures():
    found = measured(GRADES, np.zeros((1, 3, len(GRADES.columns))), np.arange(3))[0]
    assert all(one.value is None and one.interval is None for one in found.values())


def test_a_pair_that_shares_one_rating_leaves_the_others_their_ranks():
    rows = np.array(SHROUT_FLEISS, float)[:, :2].tolist()
    alone = expert_agreement(*raters_of(rows)).scales[0].figures["spearman"]
    with_third = [[*row, np.nan] for row in rows]
    with_third[0][2] = 7
    found = expert_agreement(*raters_of(with_third)).scales[0].figures["spearman"]
    assert alone.value is not None
    assert found.value == pytest.approx(alone.value)


@few
@given(st.integers(0, 2**32 - 1))
def test_groups_are_the_figures_of_their_own_values(seed):
    chance = np.random.default_rng(seed)
    catalog = graded_catalog([chance.integers(1, 5, 3).tolist() for _ in range(8)], 3)
    expert = rated(catalog, "e", drawn(catalog, seed))
    judge = rated(catalog, "j", drawn(catalog, seed, 0.1, expert))
    paired = pair_up(catalog, expert, judge)
    one, found = compared_scale(catalog, paired), grade_groups(catalog, paired)
    for by in GROUPINGS:
        codes, names = group_codes(catalog, one.paired, by)
        own = [group for group in found if group.by == by]
        assert {group.name for group in own} == {names[code] for code in set(codes) if code >= 0}
        for group in own:
            error, is_in = group.figures["mae"], codes == names.index(group.name)
            assert error.n == is_in.sum()
            assert error.value == pytest.approx(one.span * one.paired.distance[is_in].mean())
    order = [(group.by == "task", -group.figures["mae"].value) for group in found]
    assert order == sorted(order)
