"""Corrected means: the published formula, what must not change them, and how well they cover."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import many
from xpert_studio.packs.correction import estimator
from xpert_studio.packs.correction.estimator import Totals, corrected, point_and_variance

SEEDS = st.integers(0, 10_000)


def totals(gold, judge, labelled, *, weight=None, unequal=False, probability=1.0):
    """One task a cluster, or weights; systems × clusters."""
    weight = np.ones_like(gold) if weight is None else weight
    kept = labelled / probability
    return Totals(
        weight, judge * weight, kept * weight, kept * weight * gold, kept * weight * judge,
        np.full(gold.shape[:-1], unequal),
    )  # fmt: skip


def drawn(seed, systems=2, clusters=40, n=16, points=8):
    chance = np.random.default_rng(seed)
    level = chance.beta(3, 2, (1, clusters))
    met = chance.binomial(points, np.broadcast_to(level, (systems, clusters)))
    judge = (chance.binomial(met, 0.85) + chance.binomial(points - met, 0.25)) / points
    labelled = np.zeros((systems, clusters))
    for row in labelled:
        row[chance.permutation(clusters)[:n]] = 1.0
    return met / points, judge, labelled


def published(gold, paired, unlabelled):
    """λ, mean and variance of the mean as ``ppi_mean_ci`` of ppi-python 0.2.3 computes them."""
    n, others = len(gold), len(unlabelled)
    first = sum(unlabelled) / others + sum(a - b for a, b in zip(gold, paired, strict=True)) / n
    grads, hats, rest = ([one - first for one in row] for row in (gold, paired, unlabelled))
    mean, hat = sum(grads) / n, sum(hats) / n
    twice = sum(2 * (a - mean) * (b - hat) for a, b in zip(grads, hats, strict=True)) / n
    both = hats + rest
    middle = sum(both) / len(both)
    variance = sum((one - middle) ** 2 for one in both) / (len(both) - 1)
    factor = min(max(twice / (2 * (1 + n / others) * variance), 0.0), 1.0)
    left = [a - factor * b for a, b in zip(gold, paired, strict=True)]
    value = factor * sum(unlabelled) / others + sum(left) / n
    spread = sum((factor * (one - sum(unlabelled) / others)) ** 2 for one in unlabelled) / others
    residual = sum((one - sum(left) / n) ** 2 for one in left) / n
    return factor, value, spread / others + residual / n


@given(SEEDS)
def test_point_and_variance_are_those_of_the_published_formula(seed):
    gold, judge, labelled = (one[0] for one in drawn(seed))
    inside = labelled > 0
    columns = gold[inside], judge[inside], judge[~inside]
    factor, value, variance = published(*map(np.ndarray.tolist, columns))
    found = point_and_variance(*columns, factor)
    assert found == (pytest.approx(value, abs=1e-9), pytest.approx(variance, abs=1e-9))


@given(SEEDS)
def test_at_one_factor_the_estimate_is_the_published_one(seed):
    gold, judge, labelled = drawn(seed)
    inside = labelled[0] > 0
    columns = gold[0][inside], judge[0][inside], judge[0][~inside]
    factor, value, _ = published(*map(np.ndarray.tolist, columns))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(estimator, "cross_fitted", lambda given: np.full(given.weight.shape, factor))
        found = corrected(totals(gold, judge, labelled))
    n, others = inside.sum(), (~inside).sum()
    residual = columns[0] - factor * columns[1]
    spread = factor**2 * columns[2].var(ddof=1) / others + residual.var(ddof=1) / n
    assert found.value[0] == pytest.approx(value, abs=1e-9)
    assert found.error[0] == pytest.approx(math.sqrt(spread), abs=1e-9)


@given(SEEDS, st.floats(-0.3, 0.3))
def test_a_bias_of_the_judge_changes_nothing(seed, bias):
    gold, judge, labelled = drawn(seed)
    one, two = (corrected(totals(gold, said, labelled)) for said in (judge, judge + bias))
    for name in ("value", "error", "factor", "low", "high"):
        assert getattr(one, name) == pytest.approx(getattr(two, name), abs=1e-9), name


@given(SEEDS)
def test_a_judge_that_says_the_same_of_all_leaves_the_labels_alone(seed):
    gold, _, labelled = drawn(seed)
    found = corrected(totals(gold, np.full_like(gold, 0.4), labelled))
    assert found.factor.tolist() == [0.0, 0.0]
    assert found.value == pytest.approx(found.alone)
    assert found.error == pytest.approx(found.alone_error)


@given(SEEDS)
def test_where_all_is_labelled_the_judge_says_nothing(seed):
    gold, judge, _ = drawn(seed)
    found = corrected(totals(gold, judge, np.ones_like(gold)))
    assert found.value == pytest.approx(gold.mean(axis=1))
    assert found.low_here == pytest.approx(found.high_here)


@given(SEEDS, st.sampled_from([0.1, 3.0]))
def test_the_unit_of_weights_and_the_order_of_clusters_do_not_matter(seed, unit):
    gold, judge, labelled = drawn(seed)
    chance = np.random.default_rng(seed)
    weight = chance.integers(1, 6, gold.shape).astype(float)
    order = chance.permutation(gold.shape[1])
    one = corrected(totals(gold, judge, labelled, weight=weight))
    other = (array[:, order] for array in (gold, judge, labelled))
    two = corrected(totals(*other, weight=unit * weight[:, order]))
    for first, second in zip(one, two, strict=True):
        assert first == pytest.approx(second, abs=1e-9)


@given(SEEDS)
def test_partly_labelled_clusters_count_for_the_part(seed):
    """A cluster of which a half is labelled says half as much; the ratio stays."""
    gold, judge, labelled = drawn(seed)
    half = totals(gold, judge, labelled / 2)
    whole = totals(gold, judge, labelled)
    assert corrected(half).value == pytest.approx(corrected(whole).value)
    mixed = labelled.copy()
    mixed[:, ::2] /= 2
    assert np.isfinite(corrected(totals(gold, judge, mixed)).value).all()


def test_labels_with_known_probabilities_give_no_bias_where_plain_ones_do():
    """Clusters that the judge likes are labelled five times as often as others."""
    plain, weighted = [], []
    for seed in range(200):
        gold, judge, _ = drawn(seed, systems=1, clusters=120)
        chance = np.random.default_rng([seed, 1])
        probability = np.where(gold > 0.6, 0.5, 0.1)
        inside = (chance.random(gold.shape) < probability).astype(float)
        truth = 0.6
        plain.append(corrected(totals(gold, judge, inside)).value[0] - truth)
        found = corrected(totals(gold, judge, inside, unequal=True, probability=probability))
        weighted.append(found.value[0] - truth)
    assert abs(np.mean(weighted)) < 0.01 < np.mean(plain) - 0.02


def test_intervals_cover_and_the_estimate_has_no_bias():
    hits, off = [], []
    for seed in range(many(300, 3000)):
        gold, judge, labelled = drawn(seed, n=15)
        found = corrected(totals(gold, judge, labelled))
        hits += ((found.low <= 0.6) & (found.high >= 0.6)).tolist()
        off += (found.value - 0.6).tolist()
    assert np.mean(hits) > 0.9
    assert abs(np.mean(off)) < 3 * np.std(off) / math.sqrt(len(off)) + 0.005


def test_fewer_than_two_labels_give_nothing():
    gold, judge, _ = drawn(1)
    labelled = np.zeros_like(gold)
    labelled[0, 3] = 1
    found = corrected(totals(gold, judge, labelled))
    assert np.isnan(found.value).all()
    assert np.isnan(found.low).all()
    assert found.labelled.tolist() == [1, 0]
