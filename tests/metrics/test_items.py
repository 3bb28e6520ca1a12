"""Item analysis as laws: against scipy, against counting by hand, whatever things are called."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lazily import lazily
from tests.metrics.columns import binary_marks, catalog_of, judged, marks_of, size_of
from tests.sampling import examples
from xpert_studio.core.metrics.intervals import wilson
from xpert_studio.core.metrics.items import (
    LEAST_FOR_DISCRIMINATION,
    LEAST_FOR_EXTREMES,
    SIGNIFICANCE,
    item_analysis,
)
from xpert_studio.core.metrics.redundancy import (
    LEAST_MINORITY,
    LEAST_RESPONSES,
    REDUNDANT_PHI,
    redundancy,
)
from xpert_studio.core.records.columns import NONE

stats = lazily("scipy.stats")

few = examples(30)


@st.composite
def many_systems(draw):
    """Few checkpoints, as many responses as redundancy and discrimination ask for."""
    rubrics = draw(
        st.lists(st.lists(st.integers(1, 10), min_size=1, max_size=4), min_size=1, max_size=3)
    )
    catalog = catalog_of(rubrics, draw(st.integers(1, 14)), draw(st.integers(0, 9)))
    size = size_of(catalog)
    answers = st.lists(st.sampled_from((-2, -1, 0, 0, 1, 1)), min_size=size, max_size=size)
    return catalog, marks_of(catalog, "judge", draw(answers))


def answers_by_point(marks):
    """Response and answer of every usable mark, by checkpoint."""
    found = defaultdict(dict)
    for response, point, met in zip(marks.response, marks.checkpoint, marks.met, strict=True):
        if met != NONE:
            found[int(point)][int(response)] = int(met)
    return found


def rest_score(catalog, marks, response, point):
    """By hand: the weighted score of a response over its other answered checkpoints."""
    own = [
        (int(met), int(catalog.checkpoint_weight[p]))
        for r, p, met in zip(marks.response, marks.checkpoint, marks.met, strict=True)
        if r == response and p != point and met != NONE
    ]
    whole = sum(weight for _, weight in own)
    return sum(met * weight for met, weight in own) / whole if whole else None


@few
@given(many_systems())
def test_shares_and_their_intervals_are_those_of_each_checkpoint_alone(drawn):
    catalog, marks = drawn
    found = item_analysis(catalog, marks)
    by_point = answers_by_point(marks)
    for point in range(len(catalog.checkpoints)):
        own = by_point[point]
        n, met = len(own), sum(own.values())
        assert (found.responses[point], found.met[point]) == (n, met)
        assert found.never[point] == (met == 0 and n >= LEAST_FOR_EXTREMES)
        assert found.always[point] == (met == n and n >= LEAST_FOR_EXTREMES)
        if n:
            assert found.share[point] == met / n
            assert (found.low[point], found.high[point]) == pytest.approx(wilson(met, n))
        else:
            assert math.isnan(found.share[point])
            assert math.isnan(found.low[point])


@few
@given(many_systems())
def test_discrimination_is_scipys_point_biserial_correlation_with_the_rest(drawn):
    catalog, marks = drawn
    found = item_analysis(catalog, marks)
    for point, own in answers_by_point(marks).items():
        pairs = [
            (met, rest)
            for response, met in own.items()
            if (rest := rest_score(catalog, marks, response, point)) is not None
        ]
        answers, rests = [met for met, _ in pairs], [rest for _, rest in pairs]
        spread = len(set(answers)) > 1 and max(rests) - min(rests) > 1e-9
        if len(pairs) < LEAST_FOR_DISCRIMINATION or not spread:
            assert math.isnan(found.discrimination[point])
            assert not found.negative[point]
            assert not found.discriminating[point]
            continue
        r, p = stats.pointbiserialr(answers, rests)
        assert found.discrimination[point] == pytest.approx(r, abs=1e-9)
        assert found.p[point] == pytest.approx(p, abs=1e-7)
        if abs(p - SIGNIFICANCE) > 1e-6:
            assert found.negative[point] == (p < SIGNIFICANCE and r < 0)
            assert found.discriminating[point] == (p < SIGNIFICANCE and r > 0)


@few
@given(many_systems())
def test_redundant_pairs_are_those_that_comparing_every_two_finds(drawn):
    catalog, marks = drawn
    by_point = answers_by_point(marks)
    expected = {}
    for one, two in combinations(range(len(catalog.checkpoints)), 2):
        if catalog.checkpoint_task[one] != catalog.checkpoint_task[two]:
            continue
        both = by_point[one].keys() & by_point[two].keys()
        first, second = ([by_point[p][r] for r in sorted(both)] for p in (one, two))
        sums = [sum(first), len(first) - sum(first), sum(second), len(second) - sum(second)]
        if len(both) < LEAST_RESPONSES or min(sums) < LEAST_MINORITY:
            continue
        phi = float(np.corrcoef(first, second)[0, 1])
        if phi >= REDUNDANT_PHI - 1e-9:
            differing = sum(a != b for a, b in zip(first, second, strict=True))
            expected[one, two] = (len(both), differing, phi)
    found = redundancy(catalog, marks)
    seen = {
        (int(found.first[k]), int(found.second[k])): (
            int(found.n[k]), int(found.differing[k]), pytest.approx(float(found.phi[k])),
        )
        for k in range(len(found))
    }  # fmt: skip
    assert seen == expected
    flagged = {point for pair in expected for point in pair}
    assert set(np.flatnonzero(item_analysis(catalog, marks).redundant)) == flagged


@few
@given(judged(raters=1), st.randoms(use_true_random=False))
def test_neither_the_order_of_the_rows_nor_the_names_matter(drawn, chance):
    catalog, marks = drawn
    order = list(range(len(marks)))
    chance.shuffle(order)
    shuffled = marks.where(order, "other")
    one, two = item_analysis(catalog, marks), item_analysis(catalog, shuffled)
    for name in ("responses", "met", "share", "discrimination", "p", "twin"):
        np.testing.assert_allclose(getattr(one, name), getattr(two, name), atol=1e-9)


@few
@given(many_systems())
def test_exchanging_met_and_not_met_turns_shares_over_and_leaves_correlations(drawn):
    catalog, marks = drawn
    met = np.where(marks.met == NONE, NONE, 1 - marks.met)
    turned = binary_marks(catalog, "turned", marks.response, marks.checkpoint, met)
    one, two = item_analysis(catalog, marks), item_analysis(catalog, turned)
    np.testing.assert_allclose(one.share, 1 - two.share)
    np.testing.assert_array_equal(one.never, two.always)
    np.testing.assert_allclose(one.discrimination, two.discrimination, atol=1e-9)
    np.testing.assert_array_equal(one.twin, two.twin)


def test_a_case_worked_out_by_hand():
    """Ten systems; the third point says what the first says, the fourth goes against the rest."""
    catalog = catalog_of([[1, 1, 1, 1, 1]], 10)
    rows = []
    for system in range(10):
        good = int(system >= 5)
        rows += [good, int(system >= 3), good, 1 - good, 0]
    found = item_analysis(catalog, marks_of(catalog, "judge", rows))
    assert found.share.tolist() == [0.5, 0.7, 0.5, 0.5, 0.0]
    assert found.never.tolist() == [False, False, False, False, True]
    assert found.negative.tolist() == [False, False, False, True, False]
    assert found.discriminating[[0, 2]].all()
    assert (found.pairs.first.tolist(), found.pairs.second.tolist()) == ([0], [2])
    assert found.pairs.phi.tolist() == [1.0]
    assert found.twin.tolist() == [2, NONE, 0, NONE, NONE]
    assert found.tested == 4
    assert found.by_chance == pytest.approx(4 * 0.025)


def test_nobody_is_flagged_by_a_handful_of_responses():
    catalog = catalog_of([[1, 1, 1]], 4)
    found = item_analysis(catalog, marks_of(catalog, "judge", [0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 0]))
    assert not found.redundant.any()
    assert not np.isfinite(found.discrimination).any()
    lone = catalog_of([[1]], 2)
    assert not item_analysis(lone, marks_of(lone, "judge", [0, 0])).never.any()


def test_nothing_at_all():
    catalog = catalog_of([], 0)
    found = item_analysis(catalog, marks_of(catalog, "judge", []))
    assert found.asked == found.tested == len(found.pairs) == 0
