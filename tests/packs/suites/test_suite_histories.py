"""Scripted histories: noise alone is no regression, known ones are found, changed definitions break."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs.suites.histories import OTHER, evaluation, outcomes, paired
from xpert_studio.packs.suites.answers import SuiteAnswer, answer_of, answer_sentence, comparison_of
from xpert_studio.packs.suites.compare import Reason, TaskChange, against_last, compare, in_series
from xpert_studio.packs.suites.evaluations import Evaluation
from xpert_studio.packs.suites.gate import comparison_sentence
from xpert_studio.packs.suites.section_evaluation import (
    SUITE_EVALUATION,
    look_at,
    tasks_table,
)
from xpert_studio.packs.suites.section_trend import TREND, chosen_trends
from xpert_studio.packs.suites.trend import trends_of
from xpert_studio.report.blocks import Figure, KeyFigure, Note, Table, Text

TASKS = 40
LOOKS = 6


def drawn(
    rng: np.random.Generator,
    chances: Sequence[Sequence[float]],
    *,
    trials: int = 1,
    families: int = 0,
) -> list[Evaluation]:
    """Evaluations of which each task passes with its chance, by evaluation and task."""
    named = {f"t{n:02}": f"f{n % families}" for n in range(TASKS)} if families else None
    found = []
    for day, own in enumerate(chances):
        passes = rng.random((len(own), trials)) < np.array(own)[:, None]
        said = {f"t{n:02}": tuple(map(bool, row)) for n, row in enumerate(passes)}
        found.append(evaluation(said, day, families=named))
    return found


@pytest.mark.parametrize(("trials", "families"), [(1, 0), (3, 0), (1, 8), (3, 10)])
def test_noise_alone_is_a_regression_in_at_most_one_series_of_twenty(trials, families):
    rng = np.random.default_rng(11 + trials + families)
    series, alarms = 40, 0
    for _ in range(series):
        steady = rng.uniform(0.2, 0.95, TASKS)
        known = drawn(rng, [steady] * LOOKS, trials=trials, families=families)
        alarms += any(one.is_regression for one in in_series(known))
    # Of 40 series at 5 % more than 6 have an alarm in less than 1 % of such tests.
    assert alarms <= 6, alarms


@pytest.mark.parametrize("trials", [1, 3])
def test_a_known_regression_is_found_where_it_is_and_its_repair_too(trials):
    rng = np.random.default_rng(5)
    found, elsewhere = 0, 0
    for _ in range(20):
        steady = rng.choice([0.03, 0.97], TASKS, p=[0.2, 0.8])
        broken = np.where(np.arange(TASKS) < 16, 0.03, steady)
        known = drawn(rng, [steady, steady, broken, steady, steady], trials=trials)
        (trend,) = trends_of(known)
        beyond = {one.after.id for one in trend.beyond_noise}
        found += {"e2", "e3"} <= beyond
        elsewhere += bool(beyond - {"e2", "e3"})
    assert found >= 18
    assert elsewhere <= 3


DIFFERENT = {
    "suite_hash": (OTHER, Reason.SUITE),
    "judge": ("another", Reason.JUDGE),
    "judge_hash": (OTHER, Reason.JUDGE),
    "rubric_hash": (OTHER, Reason.RUBRICS),
    "task_hash": (OTHER, Reason.TEXTS),
}


@given(
    st.sampled_from(sorted(DIFFERENT)),
    st.integers(8, 20),
    st.integers(0, 8),
    st.lists(st.booleans(), max_size=4),
)
def test_no_p_value_is_given_across_definitions_whatever_changed(name, both, lost, added):
    value, reason = DIFFERENT[name]
    before = evaluation(outcomes(both + lost))
    after = {f"t{n:03}": n >= lost for n in range(both + lost)}
    after |= {f"new{n}": passed for n, passed in enumerate(added)}
    found = compare(before, evaluation(after, 1, **{name: value}))
    assert (found.p, found.corrected_p, found.test, found.difference) == (None,) * 4
    assert reason in found.reasons
    assert (Reason.TASKS in found.reasons) is bool(added)
    assert not found.is_regression and not found.is_beyond_noise
    assert answer_of(found) is SuiteAnswer.NOT_COMPARABLE
    assert answer_sentence(found).startswith("Not comparable, because ")
    assert found.plain()["reasons"] == [one.value for one in found.reasons]


def test_a_task_that_came_or_went_breaks_the_line_and_is_marked():
    known = [evaluation(outcomes(9), 0), evaluation(outcomes(9), 7), evaluation(outcomes(10), 14),
             evaluation(outcomes(10), 21), evaluation(outcomes(8), 28)]  # fmt: skip
    (trend,) = trends_of(known)
    assert [(one.id, reasons) for one, reasons in trend.redefined] == [
        ("e14", (Reason.TASKS,)),
        ("e28", (Reason.TASKS,)),
    ]
    figure = next(one for one in TREND.show((trend,)) if isinstance(one, Figure))
    assert figure.chart.marks == [("other tasks", 1.5), ("other tasks", 3.5)]
    assert figure.chart.items[0].breaks == {2, 4}
    notes = [one.text for one in TREND.show((trend,)) if isinstance(one, Note)]
    assert "tasks that were not there before: t009" in notes[0]
    assert "tasks without a result now: t008; t009" in notes[1]


def test_another_judge_and_an_edited_rubric_are_marked_by_what_they_are():
    known = [
        evaluation(outcomes(9), 0),
        evaluation(outcomes(9), 7, judge_hash=OTHER),
        evaluation(outcomes(9), 14, judge_hash=OTHER, rubric_hash=OTHER),
        evaluation({**outcomes(8), "t008": None}, 21, judge_hash=OTHER, rubric_hash=OTHER),
    ]
    figure = next(one for one in TREND.show(trends_of(known)) if isinstance(one, Figure))
    assert [said for said, _ in figure.chart.marks] == [
        "another judge", "rubrics edited", "not decided in full",
    ]  # fmt: skip


def test_branches_are_lines_of_their_own_and_can_be_held_against_each_other():
    names = outcomes(12)
    bad = {name: n >= 8 for n, name in enumerate(names)}
    known = [
        evaluation(names, 0, branch="main"),
        evaluation(bad, 1, branch="fix"),
        evaluation(names, 2, branch="main"),
        evaluation(bad, 3, branch="fix"),
    ]
    by_id = {one.after.id: one for one in in_series(known)}
    assert by_id.keys() == {"e2", "e3"}
    assert not any(one.is_beyond_noise for one in by_id.values())
    (gated,) = against_last(known, known[-1:], "main")
    assert gated.before.id == "e2" and gated.is_regression
    shown = comparison_of(known, known[-1], "main")
    # On the page it is corrected together with the two others that stand there.
    assert shown.p == gated.p == pytest.approx(2 / 2**8)
    assert shown.corrected_p == pytest.approx(3 * gated.p)
    assert comparison_of(known, known[0], "fix") is None
    (trend,) = chosen_trends(known, {"suite": "core", "branch": "fix"})
    assert [one.id for one in trend.evaluations] == ["e1", "e3"]
    assert chosen_trends(known, {"branch": "gone"}) is None


def test_one_line_of_several_keeps_the_p_values_of_the_whole_page():
    noisy = [evaluation(outcomes(9), day, system="other", evaluation=f"o{day}") for day in range(3)]
    before, after = paired(20, 6, 0)
    known = sorted([before, after, *noisy], key=lambda one: (one.at, one.id))
    (whole,), (own,) = trends_of(known), chosen_trends(known, {"system": "agent"})
    assert own.comparisons["e1"].corrected_p == whole.comparisons["e1"].corrected_p
    assert own.comparisons["e1"].corrected_p > own.comparisons["e1"].p


def test_clusters_too_few_to_tell_are_said_to_be():
    names = [f"t{n:03}" for n in range(20)]
    families = {name: f"f{n % 5}" for n, name in enumerate(names)}
    before = evaluation(dict.fromkeys(names, True), families=families)
    after = evaluation(dict.fromkeys(names, False), 1, families=families)
    found = compare(before, after)
    said = comparison_sentence(found)
    assert "Not enough to tell: 5 clusters changed; 6 have to (best-case p 0.0625)." in said
    assert answer_of(found) is SuiteAnswer.NOT_ENOUGH
    same = compare(before, evaluation(dict.fromkeys(names, True), 1, families=families))
    assert "No task changed." in comparison_sentence(same)
    assert answer_of(same) is SuiteAnswer.SAME


def test_an_evaluation_says_what_became_of_each_task_and_which_response_tells():
    before = evaluation({"a": True, "b": True, "c": False, "d": (True), "e": True})
    after = evaluation({"a": True, "b": False, "c": True, "d": None, "new": True}, 1)
    after = Evaluation(after.results, tuple(f"r{n}" for n in range(5)))
    table = tasks_table(after, compare(before, after))
    assert [row.cells[:4] for row in table.rows] == [
        ("b", "Regressed", "passed", "failed"),
        ("c", "Improved", "failed", "passed"),
        ("d", "Not decided in full", "passed", "undecided"),
        ("new", "New", "–", "passed"),
        ("a", "Stable", "passed", "passed"),
    ]
    assert table.rows[0].opens == ("response", "b", "r1", "checks")


def test_of_several_trials_the_response_that_failed_is_opened():
    one = evaluation({"a": (True, False, True)})
    one = Evaluation(one.results, ("r1", "r2", "r3"))
    (row,) = tasks_table(one, None).rows
    assert row.cells[:2] == ("a", "2 of 3 passed")
    assert row.opens == ("response", "a", "r2", "checks")


def test_the_section_of_an_evaluation_begins_with_the_answer():
    known = list(paired(20, 7, 0))
    blocks = list(SUITE_EVALUATION.show(look_at(known)))
    said = next(one.text for one in blocks if isinstance(one, Text))
    assert said.startswith("agent, 2026-03-03, against agent, 2026-03-02. Regressed. Pass rate ")
    figures = {one.title: one.value for one in blocks if isinstance(one, KeyFigure)}
    assert figures == {
        "Pass rate": "74.1 %", "Change, points": "−25.9", "Regressed": "7", "Improved": "0",
    }  # fmt: skip
    assert [one.name for one in blocks if isinstance(one, Table)] == ["Tasks", "Best-case p"]
    first = next(iter(SUITE_EVALUATION.show(look_at(known, "e0"))))
    assert first.text.startswith("agent, 2026-03-02: First of its line.")
    plain = SUITE_EVALUATION.plain(look_at(known))
    assert (plain["answer"], plain["comparison"]["regression"]) == ("regressed", True)
    assert TaskChange.REGRESSED.value in plain["comparison"]["tasks"].values()
