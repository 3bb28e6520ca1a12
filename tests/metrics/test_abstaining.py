"""What abstentions do to scores, boards, votes and agreement."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of
from tests.sampling import examples
from xpert_studio.instruments import columns
from xpert_studio.metrics import alignment, leaderboard, pooled
from xpert_studio.metrics.evidence_floor import abstention_caution, lacks_of, shortfalls_of
from xpert_studio.metrics.leaderboard import gaps
from xpert_studio.metrics.panels import panel_votes
from xpert_studio.metrics.scores import exact_means, response_scores
from xpert_studio.records import AbstentionRule, PanelRule

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
    asked = [(a, b) for a, b in pairs if None not in (a, b)]
    abstained = [(a, b) for a, b in asked if A in (a, b)]
    assert found.criterion.n == len(both)
    assert (found.abstentions is None) == (not abstained)
    if found.abstentions is None or found.strict is None:
        assert found.strict is None
        return
    one_sided = [(a, b) for a, b in abstained if a != b]
    assert found.abstentions.share.value == pytest.approx(len(abstained) / len(asked))
    assert found.abstentions.share.n == len(asked)
    assert found.abstentions.experts == sum(a == A for a, _ in abstained)
    assert found.abstentions.both == len(abstained) - len(one_sided)
    assert found.strict.criterion.n == len(both) + len(one_sided)
    same = sum(a == b for a, b in both)
    if found.strict.criterion.n:
        expected = same / found.strict.criterion.n
        assert found.strict.criterion["accuracy"].value == pytest.approx(expected)
    plain = found.to_dict()["abstentions"]
    assert plain["as_disagreements"]["cdr"]["value"] == found.strict.rank["cdr"].value


def judged_well(abstain: float, seed: int = 0):
    """A judge with 5 % errors on 40 tasks of 4 systems; it abstains from a share of them."""
    catalog = catalog_of([WEIGHTS] * 40, 4)
    chance = np.random.default_rng(seed)
    truth = chance.random(40 * 4 * 4) < 0.5
    wrong, abstains = (chance.random(truth.size) < share for share in (0.05, abstain))
    expert = rated(catalog, "experts", *truth.astype(int))
    said = [A if away else int(value) for away, value in zip(abstains, truth ^ wrong, strict=True)]
    return alignment(catalog, expert, rated(catalog, "judge", *said))


def test_evidence_takes_at_most_a_tenth_of_abstentions_and_holds_with_them_as_disagreements():
    assert lacks_of(judged_well(0)) == lacks_of(judged_well(0.05)) == []
    many = judged_well(0.2)
    assert [str(said) for said in lacks_of(many)] == ["22 % abstentions, at most 10 %"]
    assert abstention_caution(many) == {"abstentions": "too many"}
    assert abstention_caution(judged_well(0.05)) == {}
    few = judged_well(0.05)
    poor = replace(few, strict=judged_well(0.9).strict)
    assert [one.requirement for one in shortfalls_of(poor)] == ["disagreements"]
    assert abstention_caution(poor) == {"abstentions": "as disagreements"}
