"""What abstentions do to scores, boards, votes and agreement."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of
from tests.sampling import examples
from xpert_studio.core.instruments import columns
from xpert_studio.core.metrics import alignment, leaderboard, pooled
from xpert_studio.core.metrics.evidence_floor import evidence_caution, lacks_of, shortfalls_of
from xpert_studio.core.metrics.leaderboard import gaps
from xpert_studio.core.metrics.panels import panel_votes
from xpert_studio.core.metrics.scores import exact_means, response_scores
from xpert_studio.core.records import AbstentionRule, PanelRule

WEIGHTS = [4, 3, 2, 1]
A, _ = "abstains", None


def rated(catalog, name, *said):
    """One answer to every checkpoint of every response, in order: 1, 0, ``A`` or ``_`` for none."""
    points = [
        (r, c)
        for r in range(len(catalog.responses))
        for c in np.flatnonzero(catalog.checkpoint_task == catalog.response_task[r])
    ]
    response, point = (np.array(part, np.int32) for part in zip(*points, strict=True))
    value = np.array([one if one in (0, 1) else np.nan for one in said], np.float64)
    abstained = np.array([one == A for one in said], np.bool_)
    return columns.marks_of(catalog, name, response, point, value, abstained)


def by_rule(rule, *said, systems=1):
    catalog = replace(catalog_of([WEIGHTS], systems), abstentions=rule)
    return catalog, rated(catalog, "r", *said)


@pytest.mark.parametrize(
    ("rule", "score", "decided"),
    [("left_out", 4 / 8, 4), ("not_met", 4 / 10, 4), ("incomplete", np.nan, 3)],
)
def test_the_rule_of_the_project_decides_what_a_score_is(rule, score, decided):
    catalog, marks = by_rule(AbstentionRule(rule), 1, 0, A, 0)
    found = response_scores(catalog, marks)
    np.testing.assert_allclose(found.score, [score])
    assert (found.decided, found.abstained, found.expected) == ([decided], [1], [4])
    (exact,) = exact_means(catalog, marks)
    np.testing.assert_allclose(float(exact), np.nan_to_num(score))
    board = leaderboard(catalog, marks)
    (row,) = board.standings
    assert (row.rank, row.abstained) == (None if rule == "incomplete" else 1, 1 / 4)
    assert row.coverage == decided / 4
    gap = gaps(catalog, marks).get("s0")
    assert (gap.abstained if gap else 0) == (1 if rule == "incomplete" else 0)
    assert gap is None or not gap.unusable


def test_a_response_that_is_abstained_from_throughout_has_no_score():
    catalog, marks = by_rule(AbstentionRule.LEFT_OUT, A, A, A, A)
    (row,) = leaderboard(catalog, marks).standings
    assert (row.rank, row.score, row.coverage, row.tasks_missing) == (None, None, 1, 1)


def test_essentials_without_a_decision_are_left_out_or_not_met():
    for rule, expected in (("left_out", 1), ("not_met", 0), ("incomplete", -1)):
        catalog, marks = by_rule(AbstentionRule(rule), 1, A, 1, 1)
        catalog = replace(catalog, checkpoint_tier=np.array([0, 0, 1, 2], np.int32))
        assert response_scores(catalog, marks).essentials.tolist() == [expected]


def test_one_abstention_out_of_several_raters_counts_only_as_the_majority():
    catalog = catalog_of([WEIGHTS], 1)
    raters = [
        rated(catalog, "a", A, A, 1, A),
        rated(catalog, "b", A, 1, 1, A),
        rated(catalog, "c", 1, 1, A, _),
    ]
    found = pooled(catalog, raters, name="all")
    assert found.marks.abstained.tolist() == [True, False, False, True]
    np.testing.assert_array_equal(found.marks.value, [np.nan, 1, 1, np.nan])
    assert found.undecided == 0
    barred = np.zeros((2, 1), np.bool_)
    votes = panel_votes(catalog, raters[:2], PanelRule.MAJORITY, barred=barred, name="p")
    assert votes.counts.tolist() == [[True], [True]]  # an abstention is an answer
    assert votes.marks.abstained.tolist() == [True, False, False, True]
    np.testing.assert_array_equal(votes.marks.value, [np.nan, 1, 1, np.nan])


ANSWERS = st.sampled_from([0, 1, A, _])


@examples(40)
@given(st.lists(st.tuples(ANSWERS, ANSWERS), min_size=16, max_size=16))
def test_agreement_is_over_what_both_decided_and_again_with_disagreements(pairs):
    catalog = catalog_of([WEIGHTS, WEIGHTS], 2)
    expert, judge = (
        rated(catalog, str(n), *side) for n, side in enumerate(zip(*pairs, strict=True))
    )
    found = alignment(catalog, expert, judge)
    both = [(a, b) for a, b in pairs if a in (0, 1) and b in (0, 1)]
    begun = {n // 8 for n, (_, said) in enumerate(pairs) if said is not None}
    asked = [(a, b) for n, (a, b) in enumerate(pairs) if a is not None and n // 8 in begun]
    lacking = [(a, b) for a, b in asked if A in (a, b) or b is None]
    assert found.criterion.n == len(both)
    assert (found.unanswered is None) == (not lacking)
    if found.unanswered is None or found.strict is None:
        assert found.strict is None
        return
    said = found.unanswered
    turned = [(a, b) for a, b in lacking if a != b and not (a == A and b is None)]
    assert said.share.value == pytest.approx(len(lacking) / len(asked))
    assert said.share.n == len(asked)
    assert said.experts == sum(a == A for a, _ in lacking)
    assert said.judge == sum(b == A for _, b in lacking)
    assert said.both == sum(a == b == A for a, b in lacking)
    assert said.missing == sum(b is None for _, b in lacking)
    assert found.strict.criterion.n == len(both) + len(turned)
    same = sum(a == b for a, b in both)
    if found.strict.criterion.n:
        expected = same / found.strict.criterion.n
        assert found.strict.criterion["accuracy"].value == pytest.approx(expected)
    plain = found.to_dict()["unanswered"]
    assert plain["as_disagreements"]["cdr"]["value"] == found.strict.rank["cdr"].value


def of_studies(judge_of, *, seed: int = 0, systems: int = 4):
    """Alignment on 40 tasks of a judge made of the truth and of the systems."""
    catalog = catalog_of([WEIGHTS] * 40, systems)
    chance = np.random.default_rng(seed)
    truth = (chance.random(40 * systems * 4) < 0.5).astype(int)
    system = np.repeat(np.tile(np.arange(systems), 40), 4)
    said = judge_of(truth, system, chance)
    return alignment(catalog, rated(catalog, "experts", *truth), rated(catalog, "judge", *said))


def judged_well(abstain: float, seed: int = 0):
    """A judge with 5 % errors; it abstains from a share."""

    def judge(truth, _system, chance):
        wrong, abstains = (chance.random(truth.size) < share for share in (0.05, abstain))
        right = np.where(wrong, 1 - truth, truth)
        return [A if away else int(value) for away, value in zip(abstains, right, strict=True)]

    return of_studies(judge, seed=seed)


def lacks(found) -> list[str]:
    return [one.requirement for one in shortfalls_of(found)]


def test_evidence_takes_at_most_a_tenth_of_abstentions_and_holds_with_them_as_disagreements():
    assert lacks_of(judged_well(0)) == lacks_of(judged_well(0.05)) == []
    many = judged_well(0.2)
    assert len(lacks_of(many)) == 1
    assert str(lacks_of(many)[0]).endswith(" % abstentions, at most 10 %")
    assert evidence_caution(many) == {"evidence": "abstentions"}
    assert evidence_caution(judged_well(0.05)) == {}
    few = judged_well(0.05)
    poor = replace(few, strict=judged_well(0.9).strict)
    assert lacks(poor) == ["disagreements"]
    assert evidence_caution(poor) == {"evidence": "disagreements"}


@pytest.mark.parametrize("silence", [_, A])
def test_a_judge_that_is_silent_where_it_would_err_has_no_evidence(silence):
    def coin(truth, _system, chance):
        said = (chance.random(truth.size) < 0.5).astype(int)
        return [int(one) if one == true else silence for one, true in zip(said, truth, strict=True)]

    found = of_studies(coin)
    assert found.criterion["accuracy"].value == 1
    assert lacks(found) == ["unanswered" if silence is None else "abstentions"]
    assert found.unanswered is not None
    assert found.strict is not None
    assert abs(found.strict.criterion["kappa_within"].value or 0) < 0.1


def test_a_judge_that_leaves_out_one_system_has_no_evidence():
    def dodges(truth, system, _chance):
        hidden = (system == 2) & (truth == 0) & (np.arange(truth.size) % 4 < 3)
        return [A if away else int(value) for away, value in zip(hidden, truth, strict=True)]

    found = of_studies(dodges)
    assert found.unanswered is not None
    assert found.unanswered.share.value < 0.1
    assert found.unanswered.system[0] == "s2"
    assert lacks(found) == ["one_system"]
    assert evidence_caution(found) == {"evidence": "one_system"}


def test_tasks_that_a_judge_has_not_begun_are_not_its_tasks():
    catalog = catalog_of([WEIGHTS] * 40, 4)
    truth = (np.random.default_rng(0).random(640) < 0.5).astype(int)
    judge = rated(catalog, "judge", *truth)
    judge = judge.where(catalog.response_task[judge.response] < 25)
    found = alignment(catalog, rated(catalog, "experts", *truth), judge)
    assert found.unanswered is None
    assert lacks(found) == []


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("favours", lambda truth, system: np.where(system == 1, 1, truth)),
        ("inverts", lambda truth, system: np.where(system == 1, 1 - truth * 0.0, truth)),
    ],
)
def test_a_judge_that_favours_a_system_has_no_evidence(name, change):
    def judge(truth, system, chance):
        wrong = chance.random(truth.size) < 0.05
        return np.where(wrong, 1 - truth, change(truth, system)).astype(int)

    found = of_studies(judge)
    assert found.favours[0].system == "s1", name
    assert found.favours[0].is_large
    assert lacks(found) == ["favours"]
    assert evidence_caution(found) == {"evidence": "favours"}


@pytest.mark.parametrize("by", ["judge", "experts", "both"])
def test_errors_that_are_the_same_everywhere_favour_nobody(by):
    """Also where systems differ much, so that errors move their scores."""

    def study(seed):
        catalog = catalog_of([WEIGHTS] * 40, 4)
        chance = np.random.default_rng(seed)
        system = np.repeat(np.tile(np.arange(4), 40), 4)
        truth = (chance.random(system.size) < np.array([0.1, 0.4, 0.6, 0.9])[system]).astype(int)
        wrong = [
            chance.random(truth.size) < share * (by in {name, "both"})
            for name, share in (("experts", 0.15), ("judge", 0.3))
        ]
        experts, said = (np.where(one, 1 - truth, truth) for one in wrong)
        return alignment(
            catalog, rated(catalog, "experts", *experts), rated(catalog, "judge", *said)
        )

    found = [study(seed) for seed in range(40)]
    assert sum(bool(one.favours) for one in found) <= 5
    assert not any("favours" in lacks(one) for one in found)
