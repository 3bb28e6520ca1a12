"""The registry of figures, and the figures that came with it, as laws and worked examples."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of, marks_of
from tests.sampling import examples
from xpert_studio.core.metrics import expert_agreement
from xpert_studio.core.metrics.engine import figures_of_tables
from xpert_studio.core.metrics.metric import PAIRS, RANKS, Better, Counts, Unit
from xpert_studio.core.metrics.registry import all_metrics, metrics_of

ROOT = Path(__file__).resolve().parents[2]
few = examples(25)
counts = st.integers(0, 40)


def of_one_task(tp, fp, fn, tn):
    table = np.array([[[tn, fp, fn, tp]]], np.float64)
    return figures_of_tables(table, PAIRS, np.zeros(1, np.int32))[0]


def test_a_figure_is_named_once_an_input_and_says_what_it_means():
    keys = [(metric.source.id, metric.id) for metric in all_metrics()]
    assert len(set(keys)) == len(keys)
    places = [(metric.source.id, metric.shelf, metric.position) for metric in all_metrics()]
    assert len(set(places)) == len(places)
    for metric in all_metrics():
        assert metric.meaning.endswith(".")
        assert metric.id.isidentifier()


def test_gwets_own_example_where_kappa_is_a_paradox():
    """Gwet (2002), Kappa statistic is not satisfactory: 118, 5, 2 and 0 of 125 subjects."""
    found = of_one_task(118, 2, 5, 0)
    assert found["kappa"].value == pytest.approx(-0.0234, abs=5e-5)
    assert found["gwet_ac1"].value == pytest.approx(0.9408, abs=5e-5)
    assert found["gwet_ac1"].n == 125


@few
@given(counts, counts, counts, counts)
def test_ac1_and_j_are_those_of_their_definitions(tp, fp, fn, tn):
    found = of_one_task(tp, fp, fn, tn)
    n = tp + fp + fn + tn
    if n:
        met = Fraction(2 * tp + fp + fn, 2 * n)
        chance = 2 * met * (1 - met)
        expected = (Fraction(tp + tn, n) - chance) / (1 - chance)
        assert found["gwet_ac1"].value == pytest.approx(float(expected))
    if tp + fn and tn + fp:
        expected = Fraction(tp, tp + fn) + Fraction(tn, tn + fp) - 1
        assert found["youden_j"].value == pytest.approx(float(expected))
        assert found["youden_j"].floor == pytest.approx(0)
    else:
        assert found["youden_j"].value is None


@few
@given(st.lists(st.lists(st.sampled_from([0, 1, -2]), min_size=4, max_size=4), min_size=8))
def test_ac1_of_several_experts_is_that_of_the_definition(rows):
    """Pairs of ratings one by one; items with one rating count for the share of mets only."""
    catalog = catalog_of([[1] * 10] * (len(rows) // 10 + 1), 1)
    padded = rows + [[-2] * 4] * (len(catalog.checkpoints) - len(rows))
    raters = [marks_of(catalog, f"e{k}", [row[k] for row in padded]) for k in range(4)]
    found = expert_agreement(catalog, raters).figures["gwet_ac1"]
    items = [[value for value in row if value >= 0] for row in rows]
    pairs = [list(combinations(item, 2)) for item in items if len(item) > 1]
    shares = [Fraction(sum(item), len(item)) for item in items if item]
    if len(pairs) < 30:
        assert found.value is None
        return
    agreed = sum(Fraction(sum(a == b for a, b in of), len(of)) for of in pairs) / len(pairs)
    met = sum(shares) / len(shares)
    chance = 2 * met * (1 - met)
    assert found.n == len(pairs)
    assert found.value == pytest.approx(float((agreed - chance) / (1 - chance)))


def test_ac1_of_many_ratings_is_near_that_of_two():
    chance = np.random.default_rng(4)
    catalog = catalog_of([[1] * 20] * 12, 1)
    first = (chance.random(240) < 0.9).astype(int)
    second = np.where(chance.random(240) < 0.1, 1 - first, first)
    experts = [marks_of(catalog, "a", first.tolist()), marks_of(catalog, "b", second.tolist())]
    found = expert_agreement(catalog, experts)
    cells = [int(np.sum((first == a) & (second == b))) for a, b in ((1, 1), (0, 1), (1, 0), (0, 0))]
    assert found.figures["gwet_ac1"].value == pytest.approx(of_one_task(*cells)["gwet_ac1"].value)
    low, high = found.figures["gwet_ac1"].interval
    assert low < found.figures["gwet_ac1"].value < high


@few
@given(counts, counts, counts, counts)
def test_a_floor_is_what_the_majority_class_reaches(tp, fp, fn, tn):
    found = of_one_task(tp, fp, fn, tn)
    met = tp + fn > tn + fp
    constant = of_one_task(tp + fn, tn + fp, 0, 0) if met else of_one_task(0, 0, tp + fn, tn + fp)
    for metric in metrics_of(PAIRS):
        floor = found[metric.id].floor
        if metric.better is Better.HIGHER:
            assert floor == constant[metric.id].value
        else:
            assert floor is None
    if tp + fp + fn + tn:
        assert found["accuracy"].floor == pytest.approx(found["constant_accuracy"].value)


def test_ties_throughout_are_the_floor_of_the_order():
    found = figures_of_tables(
        np.array([[[5, 1, 1, 1, 1], [3, 0, 0, 2, 0]]], np.float64), RANKS, np.arange(2)
    )[0]
    assert found["cdr"].floor == 0
    assert found["p_agree"].floor == 0
    assert found["p_disagree"].floor is None
    assert found.n == found["cdr"].n == 14


def test_values_stay_on_their_scale_and_rest_on_their_items():
    counts = Counts(10, 4, 6, 30, beyond_chance=10, possible=20, apart=10, unlike=22, rated=50,
                    ee=5, jj=4, ej=3, cells=50)  # fmt: skip
    table = np.array([[counts]], np.float64)
    found = figures_of_tables(table, PAIRS, np.zeros(1, np.int32))[0]
    n = {"precision": 34, "sensitivity": 36, "recall": 36, "specificity": 14, "f1_met": 40}
    for metric in metrics_of(PAIRS):
        one = found[metric.id]
        assert metric.scale.low <= one.value <= 1
        assert one.n == n.get(metric.id, 50), metric.id
        assert (metric.unit is Unit.SHARE) <= (metric.scale.low == 0)


def test_the_document_has_the_table_of_the_registry():
    done = subprocess.run([sys.executable, ROOT / "packaging" / "figures_table.py", "--check"])
    assert done.returncode == 0, "run packaging/figures_table.py"
