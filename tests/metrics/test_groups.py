"""Groups, the weakest of them, certainty, and before and after: as laws."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from tests.metrics.columns import catalog_of, judged, marks_of, size_of
from tests.sampling import examples
from xpert_studio.core.metrics import (
    GROUPINGS,
    certainty,
    compared_together,
    groups_by,
    groups_by_expert,
    pair_up,
    pooled,
    progress,
    weakest,
)
from xpert_studio.core.metrics.alignment import group_codes
from xpert_studio.core.metrics.cdr import rank_figures
from xpert_studio.core.metrics.engine import figures_of_tables
from xpert_studio.core.metrics.metric import PAIRS
from xpert_studio.core.metrics.pair_tables import task_tables
from xpert_studio.core.records.columns import NONE
from xpert_studio.report.certificate_sentences import between_sentence
from xpert_studio.report.trend import Between

few = examples(16)


def random_pair(seed: int, *, tasks: int = 12, systems: int = 4, noise: float = 0.2):
    """Experts at random, and a judge that errs at random."""
    chance = np.random.default_rng(seed)
    catalog = catalog_of([[1] * 6 for _ in range(tasks)], systems, seed)
    size = size_of(catalog)
    expert = chance.integers(0, 2, size)
    judge = np.where(chance.random(size) < noise, 1 - expert, expert)
    return catalog, marks_of(catalog, "e", expert.tolist()), marks_of(catalog, "j", judge.tolist())


@few
@given(judged())
def test_groups_are_the_figures_of_their_own_answers(drawn):
    catalog, expert, judge = drawn
    paired = pair_up(catalog, expert, judge)
    for by in GROUPINGS:
        found = groups_by(catalog, paired, by)
        codes, names = group_codes(catalog, paired, by)
        own = {name: paired.where(codes == code) for code, name in enumerate(names)}
        assert {group.name for group in found} == {name for name in names if len(own[name])}
        for group in found:
            table = task_tables(catalog, own[group.name])[None]
            assert dict(group.figures) == dict(
                figures_of_tables(table, PAIRS, catalog.task_cluster)[0]
            )
            assert (group.rank is None) == (by != "domain")


@few
@given(judged(raters=3))
def test_figures_by_expert_are_those_against_each_alone(drawn):
    catalog, one, two, judge = drawn
    left_out = np.arange(len(catalog.responses)) % 3 == 0
    found = groups_by_expert(catalog, [one, two], judge, left_out=left_out)
    expected = {
        expert.rater: pair_up(catalog, expert, judge, left_out=left_out) for expert in (one, two)
    }
    assert {group.name for group in found} == {
        name for name, paired in expected.items() if len(paired)
    }
    for group in found:
        own = expected[group.name]
        kinds = zip(own.first.tolist(), own.second.tolist(), strict=True)
        cells = Counter(("tn", "fp", "fn", "tp")[2 * first + second] for first, second in kinds)
        assert {name: n for name, n in group.figures.facts.items() if n} == cells
        assert group.rank == rank_figures(catalog, own)
        assert group.tasks == len(np.unique(catalog.response_task[own.response]))


def test_the_contrast_is_the_groups_kappa_less_that_of_everything_else():
    catalog, expert, judge = random_pair(3, tasks=20)
    paired = pair_up(catalog, expert, judge)
    codes = catalog.checkpoint_dimension[paired.checkpoint]
    for group in groups_by(catalog, paired, "dimension"):
        code = catalog.dimensions.index(group.name)
        own, rest = (
            figures_of_tables(
                task_tables(catalog, paired.where(keep))[None], PAIRS, catalog.task_cluster
            )[0]["kappa"].value
            for keep in (codes == code, codes != code)
        )
        assert group.contrast.value == pytest.approx(own - rest)
        assert group.contrast.interval[0] <= own - rest <= group.contrast.interval[1]
        assert group.figures["kappa"].interval[0] <= own <= group.figures["kappa"].interval[1]


def test_a_dimension_on_which_the_judge_guesses_is_found():
    catalog, expert, judge = random_pair(1, tasks=16, noise=0.05)
    bad = catalog.checkpoint_dimension[judge.checkpoint] == catalog.dimensions.index("Logic")
    judge.met[bad] = 1
    groups = compared_together(
        [
            group
            for by in ("tier", "dimension", "domain")
            for group in groups_by(catalog, pair_up(catalog, expert, judge), by)
        ]
    )
    found = weakest(groups)
    assert (found.group.name, found.is_sure) == ("Logic", True)
    assert found.group.figures["specificity"].value == 0.0
    assert found.compared + found.too_small == len(groups)
    assert found.leans == found.group.figures["leniency"].value > 0
    assert not found.is_rare


def test_a_weakness_that_only_comes_of_a_rare_answer_is_told_apart():
    """Where nearly all answers are met, errors as rare as elsewhere make for a low κ."""
    catalog, expert, judge = random_pair(1, tasks=40, systems=6, noise=0.0)
    codes = catalog.checkpoint_dimension[judge.checkpoint]
    rare = codes == catalog.dimensions.index("Logic")
    chance = np.random.default_rng(2)
    expert.met[rare] = chance.random(int(rare.sum())) < 0.95
    wrong = chance.random(len(codes)) < 0.08
    judge.met[:] = np.where(wrong, 1 - expert.met, expert.met)
    judge.met[rare] = np.where(wrong[rare] & (chance.random(int(rare.sum())) < 0.9),
                               1 - expert.met[rare], expert.met[rare])  # fmt: skip
    paired = pair_up(catalog, expert, judge)
    found = weakest(compared_together(groups_by(catalog, paired, "dimension")))
    assert (found.group.name, found.is_sure, found.is_rare) == ("Logic", True, True)


def test_noise_that_is_everywhere_alike_is_seldom_called_a_weakness():
    sure = 0
    for seed in range(60):
        catalog, expert, judge = random_pair(seed)
        paired = pair_up(catalog, expert, judge)
        groups = [
            g for by in ("tier", "dimension", "domain") for g in groups_by(catalog, paired, by)
        ]
        sure += weakest(compared_together(groups)).is_sure
    assert sure <= 9, "more often than the rate that was promised"


def test_too_little_is_not_held_against_the_others():
    catalog, expert, judge = random_pair(5, tasks=4)
    groups = compared_together(groups_by(catalog, pair_up(catalog, expert, judge), "tier"))
    assert all(group.contrast is None for group in groups)
    found = weakest(groups)
    assert (found.group, found.is_sure, found.compared) == (None, False, 0)
    assert found.too_small == len(groups)


def test_nothing_has_no_groups():
    catalog, expert, judge = random_pair(5)
    nothing = pair_up(catalog, expert, judge, left_out=np.ones(len(catalog.responses), bool))
    assert groups_by(catalog, nothing, "tier") == []
    assert groups_by_expert(catalog, [], judge) == []
    assert weakest([]).group is None


def test_correcting_together_never_makes_a_p_smaller():
    catalog, expert, judge = random_pair(7, tasks=20)
    groups = groups_by(catalog, pair_up(catalog, expert, judge), "tier")
    for before, after in zip(groups, compared_together(groups), strict=True):
        assert after.contrast.corrected_p >= before.contrast.p


@few
@given(judged(raters=4))
def test_certainty_is_the_share_of_experts_with_the_pooled(drawn):
    catalog, *experts, judge = drawn
    reference = pooled(catalog, experts, name="experts").marks
    paired = pair_up(catalog, reference, judge)
    found = certainty(catalog, experts, paired)
    own = [
        {
            (int(r), int(c)): int(m)
            for r, c, m in zip(e.response, e.checkpoint, e.met, strict=True)
            if m != NONE
        }
        for e in experts
    ]
    for place in range(len(paired)):
        key = int(paired.response[place]), int(paired.checkpoint[place])
        votes = [answers[key] for answers in own if key in answers]
        assert found[place] == pytest.approx(votes.count(paired.first[place]) / len(votes))
        assert found[place] > 0.5


@few
@given(judged(raters=4))
def test_before_and_after_count_what_changed_and_turn_round(drawn):
    catalog, gold, first, new_gold, second = drawn
    before, after = pair_up(catalog, gold, first), pair_up(catalog, new_gold, second)
    found, back = progress(catalog, before, after), progress(catalog, after, before)
    a = {
        (int(r), int(c)): (int(e), int(j))
        for r, c, e, j in zip(
            before.response, before.checkpoint, before.first, before.second, strict=True
        )
    }
    b = {
        (int(r), int(c)): (int(e), int(j))
        for r, c, e, j in zip(
            after.response, after.checkpoint, after.first, after.second, strict=True
        )
    }
    both = a.keys() & b.keys()
    assert found.n == len(both)
    assert (found.only_before, found.only_after) == (len(a) - len(both), len(b) - len(both))
    assert found.gold_changed == sum(a[k][0] != b[k][0] for k in both)
    assert found.verdicts_changed == sum(a[k][1] != b[k][1] for k in both)
    assert found.righted == sum(a[k][0] != a[k][1] and b[k][0] == b[k][1] for k in both)
    assert (back.righted, back.wronged) == (found.wronged, found.righted)
    assert (back.cdr.before, back.cdr.after) == (found.cdr.after, found.cdr.before)
    if found.cdr.difference is not None:
        assert found.cdr.difference == pytest.approx(found.cdr.after - found.cdr.before)
        assert back.cdr.difference == pytest.approx(-found.cdr.difference)
    if found.accuracy.difference is not None:
        assert found.n * found.accuracy.difference == pytest.approx(found.righted - found.wronged)
    assert sum(part.n for part in found.parts if part.by == "domain") == found.n


@few
@given(judged())
def test_where_nothing_changed_nothing_moved(drawn):
    catalog, gold, judge = drawn
    paired = pair_up(catalog, gold, judge)
    found = progress(catalog, paired, paired)
    assert (found.n, found.righted, found.wronged) == (len(paired), 0, 0)
    assert found.cdr.difference in (0.0, None)
    assert all(part.kappa.difference in (0.0, None) for part in found.parts)


def test_a_tolerance_of_everything_leaves_only_ties():
    catalog, expert, judge = random_pair(2)
    found = progress(
        catalog, pair_up(catalog, expert, judge), pair_up(catalog, judge, expert), tolerance=1.0
    )
    assert (found.cdr.before, found.cdr.after) == (0.0, 0.0)


def test_what_moved_most_is_told_with_its_own_interval():
    catalog, expert, judge = random_pair(1, tasks=30, systems=6, noise=0.08)
    logic = catalog.checkpoint_dimension[judge.checkpoint] == catalog.dimensions.index("Logic")
    weak = replace(judge, met=np.where(logic, 1, judge.met))
    found = progress(catalog, pair_up(catalog, expert, weak), pair_up(catalog, expert, judge))
    (part,) = [part for part in found.parts if part.name == "Logic"]
    keep = catalog.checkpoint_dimension[pair_up(catalog, expert, judge).checkpoint]
    own = keep == catalog.dimensions.index("Logic")
    alone = progress(
        catalog,
        pair_up(catalog, expert, weak).where(own),
        pair_up(catalog, expert, judge).where(own),
    )
    assert part.kappa == alone.kappa
    assert part.kappa.interval[0] > 0
    said = between_sentence(
        Between(None, None, (), edited=0, reweighted=0, added=0, removed=0, asked=5, progress=found)
    )
    assert "Most moved dimension Logic: κ" in said
    still = progress(catalog, pair_up(catalog, expert, weak), pair_up(catalog, expert, weak))
    assert "Most moved" not in between_sentence(
        Between(None, None, (), edited=0, reweighted=0, added=0, removed=0, asked=5, progress=still)
    )
