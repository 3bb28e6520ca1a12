"""Panels: who counts, what their votes come to, recomputed independently."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of
from tests.metrics.columns import marks_of as binary
from tests.metrics.graded import drawn, graded_catalog, places, rated
from tests.sampling import examples
from xpert_studio.core.metrics.leaderboard import leaderboard
from xpert_studio.core.metrics.panels import PanelVotes, effective_votes, panel_votes
from xpert_studio.core.metrics.scores import response_scores
from xpert_studio.core.records import PanelRule
from xpert_studio.core.records.columns import Catalog, Ratings

TASKS = [[0, 0, 1], [2, 3, 5], [4, 0, 1]]
CATALOG = graded_catalog(TASKS, 3)
SYSTEM = CATALOG.response_system[places(CATALOG)[0]]
RULES = list(PanelRule)


def voted(
    members: list[Ratings], rule: PanelRule, catalog: Catalog = CATALOG, barred=None
) -> PanelVotes:
    none = np.zeros((len(members), len(catalog.systems)), np.bool_)
    barred = none if barred is None else barred
    return panel_votes(catalog, members, rule, barred=barred, name="panel")


@st.composite
def judges(draw, catalog: Catalog = CATALOG) -> list[Ratings]:
    """Two to five judges; some verdicts are unusable, some were never made."""
    found = []
    for number in range(draw(st.integers(2, 5))):
        values = drawn(catalog, draw(st.integers(0, 1000)))
        lost = draw(st.lists(st.integers(0, values.size - 1), max_size=2))
        values[lost] = np.nan
        marks = rated(catalog, f"j{number}", values)
        gone = draw(st.lists(st.integers(0, values.size - 1), max_size=1))
        keep = np.ones(values.size, np.bool_)
        keep[gone] = False
        found.append(marks.where(keep))
    return found


@given(judges(), st.sampled_from(RULES), st.randoms(use_true_random=False))
@examples(25)
def test_the_order_of_the_judges_and_of_their_verdicts_means_nothing(members, rule, chance):
    known = voted(members, rule).marks
    order = list(members)
    chance.shuffle(order)
    turned = [own.where(np.arange(len(own))[::-1]) for own in order]  # type: ignore[arg-type]
    again = voted(turned, rule).marks
    for name in ("response", "checkpoint", "value", "score", "met"):
        np.testing.assert_array_equal(getattr(known, name), getattr(again, name))


@given(judges(), st.sampled_from(RULES))
@examples(25)
def test_only_judges_with_every_verdict_on_a_system_count_for_it(members, rule):
    found = voted(members, rule)
    for row, own in enumerate(members):
        for system in range(3):
            usable = own.has_score & (CATALOG.response_system[own.response] == system)
            assert found.counts[row, system] == (usable.sum() == (system == SYSTEM).sum())
            assert found.missing[row, system] == (system == SYSTEM).sum() - usable.sum()
    # What one that does not count has said changes nothing.
    without = [
        own.where(found.counts[row][CATALOG.response_system[own.response]])
        for row, own in enumerate(members)
    ]
    again = voted(without, rule).marks
    kept = np.isfinite(found.marks.value)
    np.testing.assert_array_equal(again.value, found.marks.value[kept])
    has_judge = found.counts.any(axis=0)[CATALOG.response_system[found.marks.response]]
    np.testing.assert_array_equal(kept, has_judge)


@given(judges())
@examples(25)
def test_unanimous_is_at_most_the_majority_and_all_lie_between_the_lowest_and_highest(members):
    by_rule = {rule: voted(members, rule).marks for rule in RULES}
    mean, majority, unanimous = (
        by_rule[rule] for rule in (PanelRule.MEAN, PanelRule.MAJORITY, PanelRule.UNANIMOUS)
    )
    known = np.isfinite(mean.value)
    highest = voted(
        [replace(own, value=-own.value) for own in members], PanelRule.UNANIMOUS
    ).marks.value[known]
    assert (unanimous.value[known] <= majority.value[known]).all()
    assert (majority.value[known] <= -highest).all()
    assert (unanimous.score[known] <= mean.score[known] + 1e-8).all()
    assert (unanimous.met[known] <= majority.met[known]).all()
    # Where the judges said the same, every rule says it too.
    same = unanimous.value[known] == -highest
    for marks in (mean, majority):
        np.testing.assert_array_equal(marks.value[known][same], unanimous.value[known][same])
    # Majority and unanimous give no value that no judge gave.
    said = {
        (r, c, v)
        for own in members
        for r, c, v in zip(own.response, own.checkpoint, own.value, strict=True)
    }
    for marks in (majority, unanimous):
        rows = zip(marks.response[known], marks.checkpoint[known], marks.value[known], strict=True)
        assert set(rows) <= said


@given(judges())
@examples(16)
def test_the_mean_of_a_response_is_the_mean_of_the_scores_of_the_judges_that_count(members):
    found = voted(members, PanelRule.MEAN)
    scores = [response_scores(CATALOG, own).score for own in members]
    panel = response_scores(CATALOG, found.marks).score
    for response, system in enumerate(CATALOG.response_system.tolist()):
        counting = [own[response] for own, c in zip(scores, found.counts, strict=True) if c[system]]
        if counting:
            assert panel[response] == pytest.approx(np.mean(counting), abs=1e-7)
        else:
            assert np.isnan(panel[response])


def test_an_even_vote_is_not_met_and_a_median_between_two_values_is_the_lower():
    catalog = graded_catalog([[0, 1]], 1)
    yes, no = rated(catalog, "a", [1, 80]), rated(catalog, "b", [0, 60])
    for members in permutations((yes, no)):
        majority, mean = (
            voted(list(members), rule, catalog).marks
            for rule in (PanelRule.MAJORITY, PanelRule.MEAN)
        )
        assert majority.value.tolist() == [0, 60]
        assert majority.met[0] == 0
        assert mean.value.tolist() == [0, 70]  # what is met is decided by majority
        assert mean.score.tolist() == [0.5, 0.7]
        assert mean.met[0] == 0


def test_a_barred_judge_counts_for_the_other_systems_only():
    catalog = catalog_of([[1, 2]], 2)
    lenient, strict = binary(catalog, "a", [1] * 4), binary(catalog, "b", [0] * 4)
    barred = np.array([[True, False], [False, False]])
    found = voted([lenient, strict], PanelRule.MEAN, catalog, barred)
    assert found.counts.tolist() == [[False, True], [True, True]]
    assert found.marks.score.tolist() == [0, 0, 0.5, 0.5]


def test_a_system_for_which_no_judge_counts_has_no_score_and_no_rank():
    catalog = catalog_of([[1, 2]], 2)
    one = binary(catalog, "a", [1, -1, 1, 1])
    other = binary(catalog, "b", [-2, 1, 1, 0])
    found = voted([one, other], PanelRule.MAJORITY, catalog)
    board = leaderboard(catalog, found.marks)
    rows = {row.system: row for row in board.standings}
    assert (rows["s0"].score, rows["s0"].rank, rows["s0"].complete) == (None, None, False)
    assert (rows["s1"].score, rows["s1"].rank) == (pytest.approx(1 / 3), 1)


def test_exactly_equal_means_share_a_rank():
    """Three judges: thirds add up to the same score along different ways."""
    catalog = catalog_of([[1, 1, 1]], 2)
    members = [
        binary(catalog, "a", [1, 0, 0, 1, 1, 1]),
        binary(catalog, "b", [0, 1, 0, 0, 0, 0]),
        binary(catalog, "c", [0, 0, 1, 0, 0, 0]),
    ]
    board = leaderboard(catalog, voted(members, PanelRule.MEAN, catalog).marks)
    assert [row.rank for row in board.standings] == [1, 1]


@pytest.mark.parametrize("rule", RULES)
def test_the_board_is_the_same_recomputed_with_pandas(rule):
    """The rule of the published composite: incomplete judges are left out, system by system."""
    import pandas as pd  # 90 MB that no other test needs

    catalog = graded_catalog(TASKS, 3, [[3, 1, 2], [5, 1, 1], [2, 2, 1]])
    members = [rated(catalog, name, drawn(catalog, seed)) for seed, name in enumerate("abcd")]
    rows = np.arange(len(members[0]))
    members[1] = members[1].where(rows != 4)
    members[2] = replace(members[2], value=np.where(rows == 10, np.nan, members[2].value))
    members[2] = rated(catalog, "c", members[2].value)
    found = voted(members, rule, catalog)
    long = pd.concat(
        pd.DataFrame(
            {
                "judge": own.rater, "response": own.response, "point": own.checkpoint,
                "value": own.value, "system": catalog.response_system[own.response],
                "task": catalog.response_task[own.response],
                "weight": catalog.checkpoint_weight[own.checkpoint],
                "kind": catalog.checkpoint_kind[own.checkpoint],
            }
        )
        for own in members
    ).dropna()  # fmt: skip
    needed = pd.Series(catalog.response_system[places(catalog)[0]]).value_counts()
    whole = long.groupby(["judge", "system"]).value.transform("size") == long.system.map(needed)
    votes = long[whole]
    assert set(votes.judge) >= {"a", "d"}
    assert len(set(zip(votes.judge, votes.system, strict=True))) == 4 * 3 - 2
    by_point = votes.groupby(["system", "task", "response", "point", "weight", "kind"]).value
    take = {
        PanelRule.MEAN: by_point.mean(),
        PanelRule.MAJORITY: by_point.apply(lambda v: sorted(v)[(len(v) - 1) // 2]),
        PanelRule.UNANIMOUS: by_point.min(),
    }[rule].reset_index()
    low, span = {3: 1}, {0: 1, 1: 100, 2: 100, 3: 4, 4: 7, 5: 1}
    take["score"] = (take.value - take.kind.map(lambda k: low.get(k, 0))) / take.kind.map(span)
    take["points"] = take.score * take.weight
    sums = take.groupby(["system", "task", "response"])[["points", "weight"]].sum()
    expected = (sums.points / sums.weight).groupby("system").mean()
    board = leaderboard(catalog, found.marks)
    for row in board.standings:
        assert row.score == pytest.approx(expected[int(row.system[1:])], abs=1e-7)


def experts_and_judges(errors: list[list[float]], tasks: int):
    """Experts and judges on two checkpoints a task of one system; errors by judge: -1, 0 or 1."""
    catalog = catalog_of([[1, 1]] * tasks, 1)
    truth = [int(min(column) < 0) for column in zip(*errors, strict=True)]  # lost where one is
    made = [
        binary(catalog, f"j{n}", [value + int(e) for value, e in zip(truth, own, strict=True)])
        for n, own in enumerate(errors)
    ]
    return catalog, binary(catalog, "experts", truth), made


def test_effective_votes_are_those_of_the_mean_correlation_of_errors():
    chance = np.random.default_rng(7)
    base = chance.random(60) < 0.3
    own = [np.where(chance.random(60) < 0.8, base, chance.random(60) < 0.3) for _ in range(3)]
    errors = [(-flags.astype(float)).tolist() for flags in own]
    catalog, experts, members = experts_and_judges(errors, 30)
    found = effective_votes(catalog, experts, members)
    pairs = [np.corrcoef(errors[a], errors[b])[0, 1] for a, b in [(0, 1), (0, 2), (1, 2)]]
    assert found.correlation == pytest.approx(np.mean(pairs))
    assert found.votes.value == pytest.approx(3 / (1 + 2 * np.mean(pairs)))
    assert 1 <= found.votes.interval[0] < found.votes.value < found.votes.interval[1] <= 3
    assert (found.judges, found.checkpoints, found.votes.tasks) == (3, 60, 30)


def test_copies_of_one_judge_are_one_vote_and_a_judge_without_errors_is_in_no_pair():
    errors = [-1.0, 0.0, 0.0] * 20
    catalog, experts, members = experts_and_judges([errors, errors, [0.0] * 60], 30)
    found = effective_votes(catalog, experts, members[:2])
    assert found.votes.value == pytest.approx(1)
    assert effective_votes(catalog, experts, members).correlation == pytest.approx(1)
    assert effective_votes(catalog, experts, members[1:]).votes.value is None


def test_effective_votes_are_withheld_below_twenty_families():
    errors = [-1.0, 0.0, 0.0, 0.0] * 15
    catalog, experts, members = experts_and_judges([errors, errors], 30)
    assert effective_votes(catalog, experts, members).votes.value is not None
    together = replace(catalog, task_cluster=(np.arange(30) // 2).astype(np.int32))
    found = effective_votes(together, experts, members)
    assert (found.votes.value, found.correlation, found.votes.tasks) == (None, None, 15)
    assert effective_votes(catalog, experts, members[:1]) is None
