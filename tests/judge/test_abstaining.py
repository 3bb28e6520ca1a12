"""Judges that cannot assess a checkpoint, or say that it does not apply."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.judge.projects import make_project
from tests.judge.test_scoring import all_verdicts, asked_ids, carry_out, request_for, shared_part
from tests.loopback import LoopbackServer
from xpert_studio.core.judge.material import read_material
from xpert_studio.core.judge.prompt import reply_schema
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.judge.verdict_making import read_reply
from xpert_studio.core.records import (
    AbstentionRule,
    Checkpoint,
    JudgeMode,
    Judgment,
    RatingState,
    fields_of_decision,
)
from xpert_studio.core.store import entities, judgments, settings

CANNOT = RatingState.CANNOT_ASSESS
POINTS = (
    Checkpoint(task_id="t", id="a", text="Is right.", weight=1),
    Checkpoint(
        task_id="t", id="g", text="Is clear.", weight=1, instrument="graded",
        settings={"low": 0, "high": 10},
    ),
)  # fmt: skip


def allow(project, rule=AbstentionRule.LEFT_OUT) -> None:
    with project.writing() as tx:
        info = settings.project_info(tx)
        policies = info.policies.model_copy(update={"abstentions": rule})
        settings.put_project_info(tx, info.model_copy(update={"policies": policies}))


@pytest.fixture
def project(tmp_path):
    with make_project(tmp_path / "p.xpert") as made:
        yield made


def answers(request) -> str:
    """Of the first checkpoint the judge cannot say; all others are met."""
    entries = [
        {"id": name, "evidence": [], "rationale": "No annex."}
        | (
            {"state": "cannot_assess", "met": None}
            if name == "c0"
            else {"state": "ok", "met": True}
        )
        for name in asked_ids(request)
    ]
    return json.dumps({"verdicts": entries})


def test_an_abstention_is_kept_and_not_asked_again(project):
    allow(project)
    with LoopbackServer(answer=answers) as server:
        run = carry_out(project, request_for(server))
        assert (run.ok, run.invalid, run.error) == (18, 0, 0)
        sent = server.requests[0]
        assert '"cannot_assess"' in shared_part(sent)
        item = sent.json["response_format"]["json_schema"]["schema"]["properties"]["verdicts"]
        assert [*item["items"]["properties"]] == ["id", "evidence", "rationale", "state", "met"]
        before = len(server.requests)
        again = carry_out(project, request_for(server))
        assert (again.known, again.calls) == (18, 0)
        assert len(server.requests) == before
    found = [v for v in all_verdicts(project) if v.checkpoint_id == "c0"]
    assert {(v.value, v.state, v.rationale) for v in found} == {(None, CANNOT, "No annex.")}
    with project.reading() as tx:
        assert judgments.any_abstention(tx)


def test_without_abstentions_nothing_is_said_of_them_and_none_is_taken(project):
    with LoopbackServer(answer=answers) as server:
        run = carry_out(project, request_for(server))
        assert (run.ok, run.invalid) == (12, 6)
        assert "cannot_assess" not in shared_part(server.requests[0])
        before = len(server.requests)
        allow(project)  # the judge is asked anew, for it is asked otherwise
        assert carry_out(project, request_for(server)).calls == 6
        assert len(server.requests) == before + 6


def test_the_built_in_judge_never_abstains_and_is_not_asked_anew(project):
    request = ScoreRequest(provider="baseline")
    first = carry_out(project, request)
    allow(project)
    assert carry_out(project, request).known == first.ok


def test_a_worked_example_says_what_experts_abstained_from(project):
    allow(project)
    with project.writing() as tx:
        for judgment in entities.find_all(tx, Judgment, response_id="t0:s0", checkpoint_id="c0"):
            said = fields_of_decision(CANNOT) | {"adjudicated_value": None}
            said |= {"adjudicated_state": CANNOT}
            entities.put(tx, judgment.model_copy(update=said))
    with LoopbackServer(answer=answers) as server:
        asked = replace(request_for(server), mode=JudgeMode.ANCHORED)
        carry_out(project, asked)
        shown = {part.partition("[c0] ")[2][:40] for part in map(shared_part, server.requests)}
        texts = [shared_part(request) for request in server.requests]
    assert any("[c0] cannot assess, because: Gold reason 0." in text for text in texts), shown
    prepared = prepare(project, ScoreRequest(provider="baseline", mode=JudgeMode.ANCHORED))
    assert prepared.plan.asks


def test_what_a_run_works_on_says_whether_judges_may_abstain(project):
    assert not read_material(project, Selection()).may_abstain
    allow(project, AbstentionRule.NOT_MET)
    assert read_material(project, Selection()).may_abstain


def said(*entries, may_abstain=True):
    text = json.dumps({"verdicts": list(entries)})
    return read_reply(text, POINTS, may_abstain=may_abstain)


def test_a_reply_abstains_with_a_reason_and_without_a_value():
    a = {"id": "a", "evidence": [], "rationale": "So.", "state": "cannot_assess", "met": None}
    g = {"id": "g", "evidence": [], "rationale": "So.", "state": "not applicable", "value": None}
    found = said(a, g)
    assert {name: one.said for name, one in found.answers.items()} == {
        "a": CANNOT, "g": RatingState.NOT_APPLICABLE,
    }  # fmt: skip
    for wrong in ({"rationale": " "}, {"met": True}):
        found = said(a | wrong, g)
        assert (found.answers.keys(), found.unexplained) == ({"g"}, {"a"})
    assert said(a, a | {"state": "not_applicable"}, g).conflicting == {"a"}
    assert said(a, a | {"state": "ok", "met": True}, g).conflicting == {"a"}
    found = said(a, g, may_abstain=False)
    assert (found.answers.keys(), found.unusable) == (set(), {"a", "g"})
    plain = said({**a, "state": "ok", "met": False}, {**g, "state": "ok", "value": 7})
    assert [one.said.value for one in plain.answers.values()] == [0, 7]


def test_the_schema_of_a_reply_lets_the_value_be_missing():
    plain, open_ = (reply_schema(POINTS[:1], may_abstain=may) for may in (False, True))
    items = [one["properties"]["verdicts"]["items"] for one in (plain, open_)]
    assert items[0]["properties"]["met"] == {"type": "boolean"}
    assert items[1]["properties"]["met"] == {"anyOf": [{"type": "boolean"}, {"type": "null"}]}
    assert items[1]["properties"]["state"]["enum"] == ["ok", "cannot_assess", "not_applicable"]
    assert items[1]["required"] == [*items[1]["properties"]]
