"""Runs over graded checkpoints: what is asked and kept, and which tasks a run takes."""

from __future__ import annotations

import json

import pytest

from tests.instruments.grading import CLARITY
from tests.judge.projects import make_project
from tests.judge.test_scoring import all_verdicts, asked_ids, carry_out, request_for, shared_part
from tests.loopback import LoopbackServer
from xpert_studio.core.errors import JudgeError
from xpert_studio.core.judge.injection_checks import QUOTES_NOT_FOUND
from xpert_studio.core.judge.prompt import load_templates, shared_prefix, templates_for
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import Checkpoint, JudgeMode, Judgment, RatingState, Task
from xpert_studio.core.store import entities
from xpert_studio.core.store.staleness import pin, refresh
from xpert_studio.packs.graded.instrument import CAP_NOT_KEPT

EMBEDDED = ScoreRequest(provider="baseline")


@pytest.fixture
def project(tmp_path):
    """Two tasks of three checkpoints; the first of task t0 is graded, its gold values 85."""
    with make_project(tmp_path / "p.xpert") as made:
        with made.writing() as tx:
            grade(tx, CLARITY.settings)
            for judgment in entities.find_all(tx, Judgment):
                if (judgment.response_id, judgment.checkpoint_id) == ("t0:s0", "c0"):
                    value = {"value": 85, "adjudicated_value": 85, "rated_hash": None}
                    entities.put(tx, judgment.model_copy(update=value))
            refresh(tx, "t0", ["c0"])
        yield made


def grade(tx, settings_):
    point = entities.find(tx, Checkpoint, "t0", "c0")
    pin(tx, "t0", ["c0"])
    graded = point.model_copy(update={"instrument": "graded", "settings": settings_})
    entities.put(tx, graded)
    refresh(tx, "t0", ["c0"])


def answering(**graded):
    """A judge that gives the graded checkpoint what it is told to, and meets all others."""

    def reply(request) -> str:
        is_first = "Advise client 0." in shared_part(request)
        entries = [
            {"id": name, "evidence": [], "rationale": "So."}
            | (graded if is_first and name == "c0" else {"met": True})
            for name in asked_ids(request)
        ]
        return json.dumps({"verdicts": entries})

    return reply


def graded_verdicts(project):
    return [
        v for v in all_verdicts(project) if (v.response_id[:2], v.checkpoint_id) == ("t0", "c0")
    ]


def test_the_judge_is_asked_for_values_and_caps_and_what_it_gave_is_kept(project):
    reply = answering(value=72, caps=[{"id": "plain", "evidence": ["answers case 0"]}])
    with LoopbackServer(answer=reply) as server:
        run = carry_out(project, request_for(server))
        assert (run.ok, run.planned) == (18, 18)
        asked = [r for r in server.requests if "Advise client 0." in shared_part(r)]
    assert all("90–100: Every risk is named" in shared_part(request) for request in asked)
    found = graded_verdicts(project)
    assert [(v.value, v.given, v.caps) for v in found] == [(25, 72, ("plain",))] * 3
    assert all(CAP_NOT_KEPT in v.flags for v in found)
    assert all(v.evidence[0].verified for v in found)


@pytest.mark.parametrize("value", [101, 72.5, "a lot"])
def test_values_off_the_scale_are_asked_again_and_then_invalid(project, value):
    with LoopbackServer(answer=answering(value=value, caps=[])) as server:
        run = carry_out(project, request_for(server))
        assert len(server.requests) > 6
    assert (run.ok, run.invalid) == (15, 3)
    found = graded_verdicts(project)
    assert {(v.value, v.state) for v in found} == {(None, RatingState.INVALID)}
    assert "not on the scale" in found[0].problem


def test_anchors_show_the_experts_value_with_its_band(project):
    with LoopbackServer(answer=answering(value=80, caps=[])) as server:
        selection = Selection(models=("s1",))
        carry_out(project, request_for(server, mode=JudgeMode.ANCHORED, selection=selection))
        asked = [r for r in server.requests if "Advise client 0." in shared_part(r)]
    assert "[c0] 85 / 100 (70–89), " in shared_part(asked[0])
    assert "Gold reason 0." in shared_part(asked[0])


def test_other_bands_outdate_verdicts_and_are_asked_anew_a_gate_is_not(project):
    with LoopbackServer(answer=answering(value=80, caps=[])) as server:
        carry_out(project, request_for(server))
        first = len(server.requests)
        with project.writing() as tx:
            gate = entities.find(tx, Checkpoint, "t0", "c1")
            entities.put(tx, gate.model_copy(update={"settings": {"gate": True}}))
        assert carry_out(project, request_for(server)).calls == 0
        with project.writing() as tx:
            grade(tx, CLARITY.settings | {"caps": []})
        assert prepare(project, request_for(server)).plan.items == 18
        run = carry_out(project, request_for(server))
        assert (run.ok, len(server.requests)) == (3, first + 3)


def test_a_run_leaves_out_whole_tasks_that_its_judge_cannot_rate(project):
    plan = prepare(project, EMBEDDED).plan
    assert {ask.task.id for ask in plan.asks} == {"t1"}
    assert plan.items == 9
    (notice,) = plan.notices
    assert notice == (
        "Excluded, as the built-in judge cannot rate all checkpoints (Graded scale): 1 task (t0)."
    )
    anchored = prepare(project, ScoreRequest(provider="baseline", mode=JudgeMode.ANCHORED)).plan
    assert anchored.anchors.keys() == {"t1"}


@pytest.mark.parametrize(("other", "said"), [("Wills", "Trusts"), ("Trusts", "Trusts · t0")])
def test_notices_name_a_task_by_its_title_and_by_its_id_where_two_have_the_same(
    project, other, said
):
    with project.writing() as tx:
        for task_id, title in (("t0", "Trusts"), ("t1", other)):
            entities.put(tx, entities.find(tx, Task, task_id).model_copy(update={"title": title}))
    (notice,) = prepare(project, EMBEDDED).plan.notices
    assert notice.endswith(f"1 task ({said}).")


def test_a_judge_that_can_rate_no_selected_task_is_refused_by_name(project):
    with pytest.raises(JudgeError, match="binary checkpoints only"):
        prepare(project, ScoreRequest(provider="baseline", selection=Selection(task_ids=("t0",))))


@pytest.mark.parametrize(
    ("value", "evidence", "is_flagged"),
    [
        (76, ["a passage that is not there"], True),
        (10, ["a passage that is not there"], True),
        (30, [], True),
        (0, [], False),
        (0, ["a passage that is not there"], True),
        (76, ["answers case 0"], False),
        (10, ["answers case 0"], False),
    ],
)
def test_a_value_with_invented_or_without_quotes_is_flagged(project, value, evidence, is_flagged):
    reply = answering(value=value, caps=[], evidence=evidence)
    with LoopbackServer(answer=reply) as server:
        carry_out(project, request_for(server))
    for verdict in graded_verdicts(project):
        assert (QUOTES_NOT_FOUND in verdict.flags) == is_flagged


def test_a_rubric_of_values_alone_is_not_told_that_there_is_no_half_way(project):
    with project.writing() as tx:
        for name in ("c1", "c2"):
            point = entities.find(tx, Checkpoint, "t0", name)
            entities.put(
                tx, point.model_copy(update={"instrument": "graded", "settings": CLARITY.settings})
            )
    plan = prepare(project, EMBEDDED).plan
    asks = {ask.task.id: ask for ask in prepare(project, ScoreRequest(
        provider="compatible", model="m", base_url="http://localhost:9")).plan.asks}  # fmt: skip
    for language, sentence in (("en", "no half way"), ("zh", "没有中间状态")):
        templates = load_templates("v1", language)
        of_values = templates_for(templates, asks["t0"].chunk).system
        assert sentence in templates_for(templates, asks["t1"].chunk).system
        assert sentence not in of_values
        assert of_values.count("\n") == templates.system.count("\n")
    assert plan.notices
    shared = "\n".join(shared_prefix(load_templates("v1", "en"), plan.policy, asks["t0"].task,
                                     asks["t0"].chunk).splitlines())  # fmt: skip
    assert "say in the rationale where points were lost" in shared
