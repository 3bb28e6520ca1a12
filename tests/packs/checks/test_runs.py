"""Checkpoints that a program decides: in scores of every rater, asked of nobody, in no agreement."""

from __future__ import annotations

import pytest

from tests.exchange.conftest import everything_in
from tests.judge.projects import make_project, now
from xpert_studio.core.errors import XpertError
from xpert_studio.core.judge.material import read_material
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import CHECKS, Checkpoint, Judgment, Response
from xpert_studio.core.store import entities, runs, tasks, verdicts
from xpert_studio.desktop.pages.results.words import alignment_words
from xpert_studio.report.analysis import analyse
from xpert_studio.report.cautions import board_scope
from xpert_studio.report.results.results import Results, raters_of
from xpert_studio.report.results.scope import read_facets
from xpert_studio.report.whole_runs import carry_out


def check(task_id: str, name: str = "k", weight: int = 4, **parameters: object) -> Checkpoint:
    return Checkpoint(
        task_id=task_id, id=name, text="Has few words.", weight=weight, position=9,
        instrument="check", settings={"check": "word_count", "parameters": parameters},
    )  # fmt: skip


@pytest.fixture
def project(tmp_path):
    made = make_project(tmp_path / "c.xpert")
    with made.writing() as tx:
        # "System 0 answers case 0 at some length, naming fact 0." has eleven words.
        entities.put(tx, check("t0", at_most=11))
        entities.put(tx, check("t1", at_most=10))
    yield made
    made.close()


def run(project, **asked):
    prepared = prepare(project, ScoreRequest(**asked))
    return prepared, carry_out(project, prepared, clock=now)


def test_a_run_of_the_checks_alone_asks_for_no_judge(project):
    prepared, ended = run(project, provider=CHECKS)
    assert (prepared.plan.items, prepared.estimate.cost) == (6, 0.0)
    assert (ended.run.judge_id, ended.run.ok, ended.certificate) == (CHECKS, 6, None)
    with project.reading() as tx:
        said = {v.response_id: v for v in verdicts.all_verdicts(tx, judge_id=CHECKS)}
    assert said["t0:s0"].value == 1 and said["t1:s0"].value == 0
    assert said["t0:s0"].rationale == "Number of words: 11."
    assert "应为" in said["t1:s0"].rationale  # the task is Chinese
    again, _ = run(project, provider=CHECKS)
    assert again.plan.asks == ()


def test_a_run_that_is_refused_decides_no_checks_either(project):
    before = everything_in(project)
    with pytest.raises(XpertError):
        run(project, provider="compatible", model="m", base_url="not an address")
    assert everything_in(project) == before
    with project.reading() as tx:
        assert list(runs.all_runs(tx)) == []


def test_a_board_of_checks_alone_counts_only_what_they_decide(project):
    run(project, provider=CHECKS)
    results = Results(analyse(project), read_facets(project))
    board = results.board(CHECKS)
    assert [(row.coverage, row.complete) for row in board.leaderboard.standings] == [
        (1.0, True)
    ] * 3
    assert all(row.rank for row in board.leaderboard.standings)
    assert (board.gaps, board.leaderboard.left_out) == ({}, ())
    tasks_of = results.system_tasks(CHECKS, board.leaderboard.standings[0].system)
    assert tasks_of.decided.tolist() == tasks_of.expected.tolist() == [1.0, 1.0]
    assert any("checks and choices alone" in said for said in board_scope(board.leaderboard))
    assert alignment_words(results.rater(CHECKS))[0] == board_scope(board.leaderboard)[0]


def test_a_verdict_that_a_check_could_not_give_still_lacks(project):
    run(project, provider=CHECKS)
    with project.writing() as tx:
        entities.put(tx, check("t0", "new", at_most=3))
    board = Results(analyse(project), read_facets(project)).board(CHECKS)
    assert {row.complete for row in board.leaderboard.standings} == {False}
    assert {gap.never_asked for gap in board.gaps.values()} == {1}


def test_every_run_decides_the_checks_too_and_the_judge_is_not_asked_for_them(project):
    prepared, ended = run(project, provider="baseline")
    assert {point.id for ask in prepared.plan.asks for point in ask.asked} == {"c0", "c1", "c2"}
    assert ended.run.planned == 18
    with project.reading() as tx:
        assert [item.judge_id for item in runs.all_runs(tx)] == [CHECKS, ended.run.judge_id]


def test_they_count_in_scores_and_coverage_of_every_rater_and_in_no_agreement(project):
    _, ended = run(project, provider="baseline")
    analysis = analyse(project)
    findings = analysis.judges[ended.run.judge_id]
    by_name = {point: place for place, point in enumerate(analysis.catalog.checkpoints)}
    assert len(by_name) == 4
    assert len(findings.marks) == 18 and len(findings.scored) == 24
    assert all(row.complete for row in findings.leaderboard.standings)
    assert findings.alignment is not None and findings.alignment.n % 3 == 0
    assert analysis.judges[CHECKS].alignment is None
    experts = next(rater for rater in raters_of(analysis) if rater.id == "experts")
    # Experts judged the baseline: three checkpoints, and the check, of two tasks.
    assert len(experts.marks) == 8
    row = next(r for r in analysis.expert_board.standings if r.system == "s0")
    with project.reading() as tx:
        gold = list(entities.find_all(tx, Judgment))
    parts = []
    for task_id, passed in (("t0", 1), ("t1", 0)):
        own = [item for item in gold if item.response_id == f"{task_id}:s0"]
        weight = {f"c{place}": place + 1 for place in range(3)}
        points = sum(weight[item.checkpoint_id] * item.final_value for item in own)
        parts.append((points + 4 * passed) / (1 + 2 + 3 + 4))
    assert row.score == pytest.approx(sum(parts) / 2)


def test_an_edit_decides_anew_what_it_changes_only(project):
    run(project, provider=CHECKS)
    with project.writing() as tx:
        entities.put(tx, check("t0", at_most=9))
    prepared = prepare(project, ScoreRequest(provider=CHECKS))
    assert {ask.task.id for ask in prepared.plan.asks} == {"t0"}
    # Another policy or anchor does not matter to a program.
    with project.writing() as tx:
        response = entities.find(tx, Response, "t1:s1")
        entities.put(tx, response.model_copy(update={"finish_reason": "length"}))
    prepared = prepare(project, ScoreRequest(provider=CHECKS))
    assert {ask.response.id for ask in prepared.plan.asks} >= {"t1:s1"}


def test_experts_are_asked_for_none_of_them(project):
    with project.reading() as tx:
        assert [point.id for point in tasks.judged_rubric(tx, "t0")] == ["c0", "c1", "c2"]
        assert tasks.without_judging(tx) == frozenset()
    with project.writing() as tx:
        for name in ("c0", "c1", "c2"):
            point = entities.find(tx, Checkpoint, "t0", name)
            entities.remove(tx, point)
    with project.reading() as tx:
        assert tasks.without_judging(tx) == {"t0"}


def test_what_nothing_here_can_decide_is_left_out_and_named(project):
    with project.writing() as tx:
        broken = check("t0").model_copy(update={"settings": {"check": "unheard-of"}})
        entities.put(tx, broken)
    prepared, ended = run(project, provider=CHECKS)
    assert (ended.run.ok, ended.run.error) == (3, 0)
    (said,) = prepared.plan.notices
    assert "The instrument check knows no check 'unheard-of'." in said
    analysis = analyse(project)
    assert analysis.lacking == (said,)
    assert not any(row.complete for row in analysis.expert_board.standings)


def test_material_parts_the_rubric(project):
    material = read_material(project, Selection())
    assert [point.id for point in material.checked["t0"]] == ["k"]
    assert "k" not in {point.id for point in material.rubrics["t0"]}


@pytest.mark.parametrize("provider", [CHECKS, "baseline"])
def test_a_response_equal_to_one_that_was_decided_before_gets_verdicts_of_its_own(
    project, provider
):
    run(project, provider=provider)
    with project.writing() as tx:
        same = entities.find(tx, Response, "t0:s0")
        entities.put(tx, same.model_copy(update={"id": "t0:twin", "model": "twin"}))
    _, ended = run(project, provider=provider)
    with project.reading() as tx:
        said = {
            response_id: {
                v.checkpoint_id: v.value
                for v in verdicts.all_verdicts(tx, judge_id=ended.run.judge_id)
                if v.response_id == response_id
            }
            for response_id in ("t0:s0", "t0:twin")
        }
    assert said["t0:twin"] == said["t0:s0"] != {}
    again, _ = run(project, provider=provider)
    assert again.plan.asks == ()


def test_a_check_that_cannot_be_decided_does_not_keep_the_judge_from_its_checkpoints(project):
    with project.writing() as tx:
        broken = check("t0").model_copy(update={"settings": {"check": "unheard-of"}})
        entities.put(tx, broken)
    _, ended = run(project, provider="baseline")
    assert ended.run.judge_id != CHECKS and ended.run.ok == 18
