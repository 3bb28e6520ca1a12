"""The reference answer and results of checks, shown to a judge whose settings say so."""

from __future__ import annotations

import pytest

from tests.judge.projects import make_project, now
from tests.packs.checks.test_runs import check
from xpert_studio.core.judge.estimating import preview_prompt
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.records import CHECKS, JudgeSettings, Task
from xpert_studio.core.store import entities


@pytest.fixture
def project(tmp_path):
    made = make_project(tmp_path / "b.xpert")
    with made.writing() as tx:
        task = entities.find(tx, Task, "t0")
        entities.put(tx, task.model_copy(update={"reference_answer": "Clause 9."}))
        entities.put(tx, check("t0", at_most=5))
    yield made
    made.close()


def planned(project, **settings):
    request = ScoreRequest(
        "compatible", "m", base_url="http://localhost:9/v1", settings=JudgeSettings(**settings)
    )
    return prepare(project, request).plan


def keys(plan, task_id):
    return [ask.keys for ask in plan.asks if ask.task.id == task_id]


def test_neither_is_shown_or_part_of_a_hash_by_default(project):
    plain = planned(project)
    shown = preview_prompt(plain, plain.asks[0])
    assert "Clause 9." not in shown.prefix and "passed" not in shown.suffix
    dumped = plain.judge.meaning()["settings"]
    assert dumped.keys().isdisjoint({"show_reference", "show_checks"})


def test_a_reference_answer_is_shown_between_markers_where_there_is_one(project):
    plain, asked = planned(project), planned(project, show_reference=True)
    assert asked.judge.id != plain.judge.id
    ask = next(ask for ask in asked.asks if ask.task.id == "t0")
    prefix = preview_prompt(asked, ask).prefix
    assert "# Reference answer" in prefix and "<<<REFERENCE " in prefix and "Clause 9." in prefix
    with project.writing() as tx:
        task = entities.find(tx, Task, "t0")
        entities.put(tx, task.model_copy(update={"reference_answer": "Clause 10."}))
    later = planned(project, show_reference=True)
    assert keys(later, "t0") != keys(asked, "t0")
    assert keys(later, "t1") == keys(asked, "t1")
    assert keys(planned(project), "t0") == keys(plain, "t0")


def test_results_of_checks_follow_the_candidate_and_are_part_of_keys(project):
    before = planned(project, show_checks=True)
    run = prepare(project, ScoreRequest(CHECKS, CHECKS))
    score(project, run, clock=now, on_progress=lambda _: None)
    after = planned(project, show_checks=True)
    ask = next(ask for ask in after.asks if ask.task.id == "t0")
    suffix = preview_prompt(after, ask).suffix
    told = suffix.rpartition("<<<END OF RESPONSE")[2]
    assert "- Has few words.: failed" in told
    assert "words; at most" not in told  # a reason may quote the response
    assert keys(after, "t0") != keys(before, "t0")
    assert keys(after, "t1") == keys(before, "t1")
