"""Agreement within checkpoints, what raters reach who read nothing, and the test against them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from tests.metrics import graded
from tests.metrics.columns import catalog_of, judged, marks_of
from tests.sampling import examples
from xpert_studio.core.metrics import Alignment, alignment, pair_up
from xpert_studio.core.metrics.beyond_floors import beyond_floors, beyond_floors_of_grades
from xpert_studio.core.metrics.evidence_floor import shortfalls_of
from xpert_studio.core.metrics.figures.within import KAPPA_WITHIN
from xpert_studio.core.metrics.floors import (
    expects_of_checkpoints,
    expects_of_systems,
    floors,
    knows_checkpoints,
    reads_nothing,
)
from xpert_studio.core.metrics.pair_tables import task_tables
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.records.columns import Catalog

few = examples(25)


def paired_of(drawn) -> tuple[Catalog, Paired]:
    catalog, expert, judge = drawn
    return catalog, pair_up(catalog, expert, judge).decided()


def by_checkpoint(paired: Paired) -> list[np.ndarray]:
    """Rows (expert, judge) of each checkpoint of which two or more responses are rated."""
    rows = np.stack([paired.first, paired.second], axis=-1).astype(float)
    parts = [rows[paired.checkpoint == point] for point in np.unique(paired.checkpoint)]
    return [part for part in parts if len(part) > 1]


@few
@given(judged())
def test_kappa_within_sets_each_answer_against_those_to_other_responses(drawn):
    catalog, paired = paired_of(drawn)
    beyond, possible = 0.0, 0.0
    for part in by_checkpoint(paired):
        n = len(part)
        agreed = np.mean(part[:, 0] == part[:, 1])
        by_chance = np.mean(
            [part[i, 0] == part[j, 1] for i in range(n) for j in range(n) if i != j]
        )
        beyond, possible = beyond + n * (agreed - by_chance), possible + n * (1 - by_chance)
    found = KAPPA_WITHIN.formula(task_tables(catalog, paired).sum(axis=0))
    if not possible:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(np.clip(beyond / possible, -1, 1))


@few
@given(judged())
def test_alpha_within_expects_the_disagreement_of_different_responses(drawn):
    catalog, paired = paired_of(drawn)
    found = alignment(catalog, *drawn[1:]).criterion["alpha_within"].value
    apart, expected = 0.0, 0.0
    for part in by_checkpoint(paired):
        values = [(i, value) for i, row in enumerate(part) for value in row]
        pairs = [a != b for (i, a), (j, b) in combinations(values, 2) if i != j]
        apart += np.sum(part[:, 0] != part[:, 1])
        expected += len(part) * np.mean(pairs)
    assert found == (pytest.approx(np.clip(1 - apart / expected, -1, 1)) if expected else None)


def simulated(
    systems: int, tasks: int = 24, points: int = 10, seed: int = 1
) -> tuple[Catalog, np.ndarray, np.ndarray]:
    """A catalogue, what experts decide by response and checkpoint of its task, and chances of it."""
    chance = np.random.default_rng(seed)
    catalog = catalog_of([[1] * points] * tasks, systems)
    of_point = chance.normal(0, 1.5, (tasks, 1, points))
    of_system = np.linspace(-0.8, 0.8, systems)[None, :, None]
    met = chance.random((tasks, systems, points)) < 1 / (1 + np.exp(-of_point - of_system))
    return catalog, met.astype(int), chance.random(met.shape)


def aligned(catalog: Catalog, experts: np.ndarray, judge: np.ndarray) -> Alignment:
    marks = (marks_of(catalog, name, said.ravel().tolist())
             for name, said in (("experts", experts), ("judge", judge)))  # fmt: skip
    return alignment(catalog, *marks)


def as_judge(paired: Paired, said: np.ndarray) -> Paired:
    said = said.astype(np.int8)
    return replace(paired, second=said, second_score=said * 1.0, second_value=said * 1.0)


def cheats(catalog: Catalog, paired: Paired) -> dict[str, np.ndarray]:
    """What raters say who read nothing."""
    return {
        "the checkpoint's majority": knows_checkpoints(paired, in_sample=True),
        "the majority of other responses": knows_checkpoints(paired),
        "checkpoint and system": expects_of_systems(catalog, paired) > 0.5,
        "always met": np.ones(len(paired)),
        "the checkpoint's rate": expects_of_checkpoints(catalog, paired) > 0.5,
    }


@pytest.mark.parametrize("systems", [2, 3, 6])
def test_no_rater_that_reads_nothing_is_certain(systems):
    catalog, experts, _ = simulated(systems)
    rows = experts.ravel().tolist()
    paired = pair_up(catalog, marks_of(catalog, "e", rows), marks_of(catalog, "j", rows))
    for name, said in cheats(catalog, paired).items():
        judge = marks_of(catalog, "judge", said.astype(int).tolist())
        found = alignment(catalog, marks_of(catalog, "experts", rows), judge)
        assert shortfalls_of(found), name
        assert not found.beyond.enough, name
    in_sample = as_judge(paired, knows_checkpoints(paired, in_sample=True))
    table = task_tables(catalog, in_sample).sum(axis=0)
    assert KAPPA_WITHIN.formula(table) == pytest.approx(0)


@pytest.mark.parametrize("systems", [2, 3, 6])
def test_a_judge_that_errs_now_and_then_is_certain(systems):
    catalog, experts, drawn = simulated(systems, tasks=60)
    found = aligned(catalog, experts, np.where(drawn < 0.05, 1 - experts, experts))
    assert found.beyond.enough
    assert shortfalls_of(found) == ()
    assert found.figures["kappa_within"].value > 0.7


def test_a_judge_that_knows_each_system_in_each_domain_says_no_more_than_that():
    """It gives every response of a system in a domain the same, as most of them are judged."""
    passed = {"knows": 0, "reads": 0}
    for seed in range(20):
        chance = np.random.default_rng(seed)
        catalog = catalog_of([[1] * 6] * 30, 4)
        domain = catalog.task_domain[catalog.response_task]
        system = catalog.response_system
        odds = chance.normal(0, 1, (4, 2))[system, domain][:, None]
        odds = odds + chance.normal(0, 1, (30, 6))[catalog.response_task]
        truth = (chance.random(odds.shape) < 1 / (1 + np.exp(-odds))).astype(int)
        place = system * 2 + domain
        met = np.bincount(place, truth.mean(axis=1)) / np.bincount(place)
        knows = np.repeat((met > 0.5)[place][:, None], 6, axis=1).astype(int)
        reads = np.where(chance.random(truth.shape) < 0.15, 1 - truth, truth)
        for name, judge in (("knows", knows), ("reads", reads)):
            passed[name] += aligned(
                catalog, truth.reshape(30, 4, 6), judge.reshape(30, 4, 6)
            ).beyond.enough
    assert passed["knows"] <= 2, passed
    assert passed["reads"] >= 18, passed


def test_why_there_is_no_test_is_said():
    catalog, experts, _ = simulated(1)
    assert aligned(catalog, experts, experts).beyond.lacks == "systems"
    catalog, experts, _ = simulated(2)
    alike = np.repeat(experts[:, :1], 2, axis=1)
    assert aligned(catalog, alike, alike).beyond.lacks == "responses"
    apart = np.stack([np.ones((24, 10)), np.zeros((24, 10))], axis=1).astype(int)
    assert aligned(catalog, apart, apart).beyond.lacks == "decided"
    assert aligned(catalog, experts, np.ones_like(experts)).beyond.lacks == "constant"
    catalog, experts, _ = simulated(3, tasks=1)
    assert aligned(catalog, experts, experts).beyond.lacks == "clusters"
    one = replace(catalog, response_system=np.zeros(3, np.int32))
    assert aligned(one, experts, experts).beyond.lacks == "systems"


def test_a_system_that_is_always_met_says_nothing_of_the_judge():
    catalog, experts, drawn = simulated(4)
    experts[:, 0] = 1
    judge = np.where(drawn < 0.2, 1 - experts, experts)
    with_it = aligned(catalog, experts, judge).beyond
    judge[:, 0] = 0
    assert aligned(catalog, experts, judge).beyond == with_it


def test_the_statistic_is_that_of_two_responses_a_checkpoint():
    """Of two responses, one met, the chance that it is the first is a logistic of one number."""
    catalog, experts, drawn = simulated(2, tasks=12)
    catalog = replace(catalog, task_domain=np.zeros(12, np.int32))
    judge = np.where(drawn < 0.3, 1 - experts, experts)
    found = aligned(catalog, experts, judge).beyond
    differ = experts[:, 0] != experts[:, 1]
    first = experts[:, 0][differ]
    rate = first.mean()
    side = (judge[:, 0] - judge[:, 1])[differ]
    score = (first - rate) * (side - side.mean())
    of_task = np.bincount(np.nonzero(differ)[0], score, 12)
    assert found.statistic == pytest.approx(of_task.sum() / np.sqrt((of_task**2).sum()))


def test_floors_stand_beside_a_judge():
    catalog, experts, drawn = simulated(3)
    found = aligned(catalog, experts, np.where(drawn < 0.1, 1 - experts, experts))
    checkpoints, systems = found.floors
    assert (checkpoints.knows, systems.knows) == ("checkpoints", "checkpoints_and_systems")
    assert 0.5 < checkpoints.values["accuracy"] < found.figures["accuracy"].value
    assert checkpoints.values["kappa_within"] < 0.05
    plain = found.to_dict()
    assert plain["floors"]["checkpoints"] == checkpoints.values
    assert plain["floors"]["kappa"] == 0, "of a constant answer, as before"
    assert plain["beyond_floors"].keys() == {"statistic", "needs", "clusters", "enough", "lacks"}


def test_families_are_what_is_independent():
    catalog, experts, drawn = simulated(3, tasks=20)
    judge = np.where(drawn < 0.2, 1 - experts, experts)
    family = replace(catalog, task_cluster=np.repeat(np.arange(5, dtype=np.int32), 4))
    alone, together = aligned(catalog, experts, judge), aligned(family, experts, judge)
    for name in ("cdr", "accuracy", "kappa", "kappa_within", "interaction"):
        one, other = alone.figures[name], together.figures[name]
        assert one.value == pytest.approx(other.value)
        assert one.interval != other.interval
        assert (one.tasks, other.tasks) == (20, 5)
        assert other.caution == "few tasks"
    assert (together.beyond.clusters, together.criterion.tasks) == (5, 20)
    assert together.criterion.clusters == 5
    (lack,) = (one for one in shortfalls_of(together) if one.requirement == "families")
    assert (lack.found, lack.needed) == (5, 20)


def test_graded_values_are_compared_within_checkpoints_too():
    chance = np.random.default_rng(3)
    catalog, *_ = simulated(4)
    kinds = replace(
        catalog, kinds=graded.KINDS, checkpoint_kind=np.full(len(catalog.checkpoints), 1, np.int32)
    )
    size = 24 * 4 * 10
    rows = [(r, c) for r in range(len(catalog.responses))
            for c in np.flatnonzero(catalog.checkpoint_task == catalog.response_task[r])]  # fmt: skip
    response, point = (np.array(side, np.int32) for side in zip(*rows, strict=True))
    values = chance.integers(0, 5, size) / 4
    none = np.full(size, -1, np.int8)
    rough = np.clip(values + chance.normal(0, 0.2, size), 0, 1)
    paired = Paired(response, point, none, none, values, rough, values, rough)
    assert beyond_floors_of_grades(kinds, paired).enough
    mean = expects_of_systems(kinds, paired)
    blind = replace(paired, second_score=mean, second_value=mean)
    assert not beyond_floors_of_grades(kinds, blind).enough
    assert "within_correlation" in floors(kinds, paired)[0].values
    assert beyond_floors(kinds, paired).lacks == "responses"


GRADED_STUDIES = [  # tasks, systems, place of the scale, gap between systems, mean, how they are made
    (24, 3, 3, 0.8, 0.4, "cut off"),
    (40, 4, 3, 0.8, 0.4, "cut off"),
    (40, 4, 3, 0.8, 0.4, "logistic"),
    (40, 4, 1, 0.8, 0.4, "cut off"),
    (40, 4, 4, 0.3, 0.0, "cut off"),
    (40, 4, 3, 1.5, 0.8, "cut off"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("study", GRADED_STUDIES, ids=str)
def test_ends_and_rounding_let_no_rater_pass_that_knows_checkpoints_and_systems(study):
    """Values cut off at the ends of a scale do not follow checkpoint plus system."""
    tasks, systems, place, gap, mean, made = study
    catalog = graded.graded_catalog([[place] * 5] * tasks, systems)
    response, point = graded.places(catalog)
    system = catalog.response_system[response]
    low, high = ((0, 100), (1, 5), (0, 7))[(1, 3, 4).index(place)]

    def on_scale(z):
        share = (z + 2) / 4 if made == "cut off" else 1 / (1 + np.exp(-1.3 * z))
        return np.clip(np.round(low + (high - low) * share), low, high)

    passed = dict.fromkeys(("of_checkpoints", "of_systems", "rounded", "reads"), 0)
    for seed in range(20):
        chance = np.random.default_rng(seed)
        z = mean + chance.normal(0, 1, len(catalog.checkpoints))[point]
        z = z + gap * np.linspace(-1, 1, systems)[system] + chance.normal(0, 0.8, point.size)
        value = on_scale(z)
        experts = graded.rated(catalog, "experts", value)
        known = np.bincount(point, value) / np.bincount(point)
        usual = np.bincount(system, value) / np.bincount(system)
        guess = np.clip(np.round(known[point] + usual[system] - value.mean()), low, high)
        judges = (
            *reads_nothing(catalog, experts),
            graded.rated(catalog, "rounded", guess),
            graded.rated(catalog, "reads", on_scale(z + chance.normal(0, 1, point.size))),
        )
        for name, judge in zip(passed, judges, strict=True):
            paired = pair_up(catalog, experts, judge)
            passed[name] += beyond_floors_of_grades(catalog, paired).enough
    assert max(passed["of_checkpoints"], passed["of_systems"], passed["rounded"]) <= 3, passed
    assert passed["reads"] >= 18, passed
