"""Agreement between experts: the pooled κ is not biased by small overlaps; a pair's is withheld."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from tests.metrics.columns import binary_marks, catalog_of, judged, marks_of
from tests.sampling import examples, many
from xpert_studio.core.metrics import expert_agreement
from xpert_studio.core.metrics.agreement import agreement_by_part
from xpert_studio.core.metrics.metric import RATERS
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.metrics.task_estimates import Estimate, estimate
from xpert_studio.core.metrics.votes import LEAST_SHARED, Votes

TASKS = 60
MOST = 10  # checkpoints a task
CATALOG = catalog_of([[1] * MOST] * TASKS, 1)


def ratings(chance, pairs, experts):
    """One task a pair, of which both rate 3 to 10 checkpoints; tasks differ in how much is met."""
    truth = chance.random((TASKS, MOST)) < chance.beta(2, 1, TASKS)[:, None]
    rows = [([], [], []) for _ in range(experts)]
    for task, pair in enumerate(pairs):
        shared = chance.integers(3, MOST + 1)
        for expert in pair:
            errs = chance.random(shared) < 0.15
            rows[expert][0].extend([task] * shared)
            rows[expert][1].extend(range(task * MOST, task * MOST + shared))
            rows[expert][2].extend(truth[task, :shared] ^ errs)
    return [binary_marks(CATALOG, f"e{i}", r, c, m) for i, (r, c, m) in enumerate(rows)]


DESIGNS = {
    "every expert in several pairs": (
        20,
        lambda chance: [chance.choice(20, 2, replace=False) for _ in range(TASKS)],
    ),
    "every expert in one pair": (
        2 * TASKS,
        lambda _: [(2 * task, 2 * task + 1) for task in range(TASKS)],
    ),
}


@pytest.mark.parametrize("design", DESIGNS)
def test_kappa_over_pairs_that_share_three_to_ten_ratings_is_not_biased(design):
    # Met is 2/3 of the truth, an expert errs at 15 %: two experts agree on .745, by chance on .502.
    met = 0.85 * 2 / 3 + 0.15 / 3
    by_chance = met**2 + (1 - met) ** 2
    expected = (0.85**2 + 0.15**2 - by_chance) / (1 - by_chance)
    experts, draw = DESIGNS[design]
    chance = np.random.default_rng(11)
    found = [
        expert_agreement(CATALOG, ratings(chance, draw(chance), experts)).figures["kappa"].value
        for _ in range(many(20, by_night=120))
    ]
    # Three standard errors of the mean of 120 projects, whose figures spread by about .05.
    assert np.mean(found) == pytest.approx(expected, abs=0.025)


def test_two_experts_have_cohens_kappa():
    catalog = catalog_of([[1] * 40], 1)
    first = [1] * 25 + [0] * 15
    second = [1] * 20 + [0] * 15 + [1] * 5
    found = expert_agreement(
        catalog, [marks_of(catalog, "a", first), marks_of(catalog, "b", second)]
    )
    (pair,) = found.pairs
    # They agree on 30 of 40; by chance on (25/40)² + (15/40)².
    assert found.figures["kappa"].value == pair.figures["kappa"].value == pytest.approx(7 / 15)


@pytest.mark.parametrize(("shared", "known"), [(LEAST_SHARED - 1, False), (LEAST_SHARED, True)])
def test_a_pair_with_few_shared_ratings_has_raw_agreement_but_no_kappa(shared, known):
    catalog = catalog_of([[1] * shared], 1)
    first = [1, 0] * shared
    second = [1, 1, 0, 0] * shared
    experts = [marks_of(catalog, "a", first[:shared]), marks_of(catalog, "b", second[:shared])]
    found = expert_agreement(catalog, experts)
    (pair,) = found.pairs
    assert pair.n == shared
    assert pair.figures["accuracy"].value is not None
    assert pair.has_enough == known
    assert (pair.figures["kappa"].value is not None, found.figures["kappa"].value is not None) == (
        known,
        known,
    )


@examples(25)
@given(judged(raters=3))
def test_the_order_of_experts_means_nothing(drawn):
    catalog, *experts = drawn
    found, turned = (expert_agreement(catalog, order) for order in (experts, experts[::-1]))
    assert same(found.figures["kappa"], turned.figures["kappa"])
    assert same(found.figures["alpha"], turned.figures["alpha"])
    for one, other in zip(
        agreement_by_part(catalog, experts), agreement_by_part(catalog, experts[::-1]), strict=True
    ):
        assert same(one.figures["kappa"], other.figures["kappa"])


def same(one: Estimate, other: Estimate) -> bool:
    return one.value == pytest.approx(other.value) and one.interval == (
        None if other.interval is None else pytest.approx(other.interval)
    )


def test_agreement_has_intervals_over_tasks_and_alpha_is_that_of_the_definition():
    chance = np.random.default_rng(1)
    catalog = catalog_of([[1] * 10] * 12, 2)
    truth = (chance.random(240) < np.repeat(chance.beta(2, 1, 12), 20)).astype(int)
    experts = [
        marks_of(catalog, name, np.where(chance.random(240) < 0.1, 1 - truth, truth).tolist())
        for name in "abc"
    ]
    found = expert_agreement(catalog, experts)
    (alpha,) = (metric for metric in metrics_of(RATERS) if metric.id == "alpha")
    task, mets, items = _items(catalog, experts)
    votes = Votes(np.arange(task.size), task, mets, items - mets, len(catalog.tasks))
    whole = estimate(alpha, alpha.statistics(votes))
    assert whole.value == pytest.approx(found.figures["alpha"].value)
    for one in (*found.figures.values(), found.pairs[0].figures["kappa"]):
        low, high = one.interval
        assert low < one.value < high
        assert one.tasks == 12


def _items(catalog, experts):
    """Task, mets and ratings of every (response, checkpoint) pair, counted by hand."""
    rows = {}
    for expert in experts:
        for r, c, m in zip(expert.response, expert.checkpoint, expert.met, strict=True):
            rows.setdefault((int(r), int(c)), []).append(int(m))
    return (
        np.array([catalog.response_task[r] for r, _ in rows]),
        np.array([sum(said) for said in rows.values()]),
        np.array([len(said) for said in rows.values()]),
    )
