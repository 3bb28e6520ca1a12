"""Corrected means: the published formula, what must not change them, and how well they cover."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import many
from xpert_studio.packs.correction import estimator
from xpert_studio.packs.correction.estimator import Totals, corrected

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
def test_at_one_factor_the_estimate_is_the_published_one(seed):
    gold, judge, labelled = drawn(seed)
    inside = labelled[0] > 0
    columns = gold[0][inside], judge[0][inside], judge[0][~inside]
    factor, value, variance = published(*map(np.ndarray.tolist, columns))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(estimator, "cross_fitted", lambda given: np.full(given.weight.shape, factor))
        found = corrected(totals(gold, judge, labelled))
    n, others = inside.sum(), (~inside).sum()
    residual = columns[0] - factor * columns[1]
    spread = factor**2 * columns[2].var(ddof=1) / others + residual.var(ddof=1) / n
    assert found.value[0] == pytest.approx(value, abs=1e-9)
    assert found.error[0] == pytest.approx(math.sqrt(spread), abs=1e-9)
    as_published = factor**2 * columns[2].var() / others + residual.var() / n
    assert as_published == pytest.approx(variance, abs=1e-9)


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


def families(seed, sizes, chances, *, count, share=None, ends=0.0, spread=1.0):
    """Families of several tasks, large ones harder: what a judge and experts gave of all tasks.

    Args:
        seed: Of what is drawn.
        sizes: Of families, with their ``chances``.
        chances: See ``sizes``.
        count: Of families.
        share: Of tasks that are labelled, whatever their families; else 16 whole families are.
        ends: Added to the level of all, on the logit scale.
        spread: Of families, on the logit scale.

    Returns:
        Totals of one system, and the mean over all families there could be.
    """
    chance = np.random.default_rng(seed)

    def level(size):
        return 1 / (1 + np.exp(-(0.6 + ends + chance.normal(0, spread, size.shape)
                                 - 0.5 * np.log(size))))  # fmt: skip

    many_ = chance.choice(sizes, p=chances, size=200_000)
    truth = float((many_ * level(many_)).sum() / many_.sum())
    size = chance.choice(sizes, p=chances, size=count)
    good = np.repeat(level(size), size)
    met = chance.binomial(8, good)
    judge = (chance.binomial(met, 0.9) + chance.binomial(8 - met, 0.3)) / 8
    family = np.repeat(np.arange(count), size)
    if share is None:
        inside = np.isin(family, chance.permutation(count)[:16])
    else:
        inside = chance.permutation(size.sum()) < round(share * size.sum())
    columns = (np.ones(size.sum()), judge, inside, inside * met / 8, inside * judge)
    sums = [np.bincount(family, one, count)[None] for one in columns]
    partly = ((sums[2] > 0) & (sums[2] < sums[0])).any(axis=1)
    return Totals(*sums, np.zeros(1, bool), partly), truth


def covered(made):
    """The share of projects in which the truth is inside, and the mean error."""
    found = [(corrected(totals_), truth) for totals_, truth in made]
    inside = [bool(one.low[0] <= truth <= one.high[0]) for one, truth in found]
    return float(np.mean(inside)), float(np.mean([one.value[0] - truth for one, truth in found]))


def test_families_that_are_labelled_in_part_give_no_bias():
    """Of tasks drawn one by one large families have a label more often than small ones."""
    hits, off = covered(
        families(seed, (1, 2, 6), (0.4, 0.3, 0.3), count=40, share=0.3) for seed in range(400)
    )
    assert hits > 0.92
    assert abs(off) < 0.01  # with the mean over families without a label it is .02


def test_families_of_very_different_size_are_as_many_as_vary_as_much():
    """With the labelled families less one as degrees of freedom it is .86."""
    hits, _ = covered(families(seed, (1, 10), (0.85, 0.15), count=40) for seed in range(600))
    assert hits > 0.89


@given(SEEDS)
def test_a_corrected_score_is_a_score_and_its_interval_holds_it(seed):
    """Labels that are all met, and a judge that likes what is not labelled more."""
    chance = np.random.default_rng(seed)
    gold = np.stack([np.ones(40), chance.binomial(8, 0.5, 40) / 8])
    judge = np.clip(gold - chance.random((2, 40)) * (np.arange(40) < 20), 0, 1)
    labelled = np.zeros((2, 40))
    labelled[:, :20] = 1
    found = corrected(totals(gold, judge, labelled))
    assert (found.value <= 1).all() and (found.value >= 0).all()
    assert (found.low <= found.value).all() and (found.value <= found.high).all()


@pytest.mark.parametrize("end", [0.0, 1.0])
def test_labels_that_are_all_the_same_do_not_say_that_all_others_are(end):
    gold = np.full((1, 40), end)
    labelled = (np.arange(40) < 20).astype(float)[None]
    found = corrected(totals(gold, gold, labelled))
    reach = abs(float(found.low[0] if end else found.high[0]) - end)
    quantile = 2.0930240544  # Student's t with 19 degrees of freedom, .975
    assert reach == pytest.approx(quantile**2 / (20 + quantile**2), abs=1e-6)
    whole = corrected(totals(gold, gold, np.ones_like(gold)))
    assert whole.low_here[0] == whole.high_here[0] == end
