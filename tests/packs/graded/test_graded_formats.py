"""Graded checkpoints in the tools of others: run there, or refused by name."""

from __future__ import annotations

import json
import re

import pytest

from tests.exchange.conftest import NOW
from tests.exchange.formats.tools import GRADER, need_tools, run_inspect, run_python
from tests.judge.projects import now
from tests.loopback import LoopbackServer
from tests.loopback.answers import asked_ids
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.formats import FORMATS, export_foreign, find_format
from xpert_studio.core.judge.prompt import load_templates, prompt_versions, templates_for
from xpert_studio.core.judge.scoring import ScoreRequest, prepare, score
from xpert_studio.core.records import Checkpoint, Judgment, JudgmentStatus, Response, Task
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project
from xpert_studio.report.analysis import analyse

CLEAR = {
    "low": 0, "high": 100, "minimum": 60,
    "bands": [{"low": 60, "high": 100, "text": "Fair."}, {"low": 0, "high": 59, "text": "Poor."}],
    "caps": [{"id": "plain", "text": "No headings {{7*7}}.", "at_most": 25}],
}  # fmt: skip
RUBRIC = [
    Checkpoint(task_id="t", id="b", text="Is safe.", weight=5, settings={"gate": True}),
    Checkpoint(task_id="t", id="g", text="Is clear.", weight=2.5, instrument="graded",
               settings=CLEAR),
    Checkpoint(task_id="t", id="s", text="Is kind.", weight=1, instrument="graded",
               settings={"low": 1, "high": 5, "step": 0.5}),
]  # fmt: skip
SAID = {
    "one": {"b": {"met": True}, "g": {"caps": [], "value": 72}, "s": {"value": 4.5}},
    "two": {
        "b": {"met": False}, "s": {"value": 1},
        "g": {"caps": [{"id": "plain", "evidence": ["two"]}], "value": 70},
    },
    "off": {"b": {"met": True}, "g": {"caps": [], "value": 101}, "s": {"value": 4.25}},
}  # fmt: skip
SCORES = {
    "one": (5 + 2.5 * 0.72 + 3.5 / 4) / 8.5,
    "two": 2.5 * 0.25 / 8.5,
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    with new_project(tmp_path_factory.mktemp("graded") / "p.xpert", now=NOW) as made:
        with made.writing() as tx:
            intake = Intake(tx)
            intake.task(Task(id="t", prompt="Do it.", domain="Law"))
            for point in RUBRIC:
                intake.checkpoint(point)
            for name in SAID:
                text = f"The answer is {name}."
                intake.response(Response(id=name, task_id="t", model=f"m-{name}", text=text))
            for point_id, value in (("b", 1), ("g", 60), ("s", 2.5)):
                intake.judgment(
                    Judgment(
                        response_id="one", checkpoint_id=point_id, expert_id="e", value=value,
                        status=JudgmentStatus.CONFIRMED, rationale="So.",
                    )
                )  # fmt: skip
            intake.flush()
        yield made


def answer(request) -> str:
    name = next(name for name in SAID if f"The answer is {name}." in "".join(request.texts))
    entries = [
        {"id": key, "evidence": [], "rationale": "R.", **SAID[name][key]}
        for key in asked_ids(request)
    ]
    return json.dumps({"verdicts": entries})


def test_the_exported_grader_of_values_alone_is_told_of_no_met_and_not_met(project, tmp_path):
    export_foreign(project, find_format("inspect-ai"), tmp_path / "out")
    grader = tmp_path / "out" / "grader"
    plain, of_values = (grader / f"{part}.en.md" for part in ("system", "graded"))
    assert "there is no half way" in plain.read_text("utf-8")
    templates = load_templates(prompt_versions()[-1], "en")
    ours = templates_for(templates, RUBRIC[1:]).system
    assert of_values.read_text("utf-8").strip() == ours.strip()
    assert "half way" not in ours
    (row,) = map(json.loads, (tmp_path / "out" / "dataset.jsonl").read_text("utf-8").splitlines())
    assert templates.words["lost"] in row["metadata"]["otherwise"]


def test_inspect_ai_gives_our_scores(project, tmp_path):
    need_tools()
    folder, logs = tmp_path / "out", tmp_path / "logs"
    export_foreign(project, find_format("inspect-ai"), folder)
    with LoopbackServer(answer=answer) as server:
        log = run_inspect(
            folder, logs, "-T", "system=all", "-T", "scores=both", *GRADER, "--model", "none",
            server=server,
        )  # fmt: skip
        theirs = list(server.requests)
        server.requests.clear()
        request = ScoreRequest("compatible", "grader", base_url=server.openai_url, max_retries=0)
        score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
        ours = list(server.requests)
    found = {item["id"]: item["scores"]["rubric"] for item in log["samples"]}
    assert {name: found[name]["value"] for name in SCORES} == pytest.approx(SCORES)
    verdicts = {row["id"]: row for row in found["two"]["metadata"]["verdicts"]}
    assert (verdicts["g"]["value"], verdicts["g"]["given"]) == (25, 70)
    assert verdicts["g"]["caps"] == ["plain"]
    assert found["two"]["metadata"]["failed"] == ["b", "g"]
    assert found["one"]["metadata"]["failed"] == []
    assert found["off"]["reason"] == "grader_failed"
    assert "2 of 3 checkpoints have no verdict" in found["off"]["explanation"]
    (experts,) = [i["scores"]["experts"] for i in log["samples"] if "experts" in i["scores"]]
    assert experts["value"] == pytest.approx((5 + 2.5 * 0.6 + 1.5 / 4) / 8.5)
    (findings,) = analyse(project).judges.values()
    means = {row.system: row.score for row in findings.leaderboard.standings}
    assert {name: means[f"m-{name}"] for name in SCORES} == pytest.approx(SCORES)

    def told(requests):
        first = next(r for r in requests if "The answer is one." in "".join(r.texts))
        text = "\n\n".join(first.texts)
        code = re.search(r"<<<RESPONSE ([0-9a-f]{24})>>>", text)[1]
        return text.replace(code, "CODE"), first.schema

    (their_text, their_schema), (our_text, our_schema) = told(theirs), told(ours)
    assert their_text == our_text
    assert their_schema == our_schema


def test_hugging_face_holds_scales_and_values(project, tmp_path):
    need_tools()
    export_foreign(project, find_format("hugging-face"), tmp_path / "hub", now=NOW)
    printed = run_python(
        "-c",
        "import json; from datasets import load_dataset as load\n"
        "both = [[list(load(at, name, split='test')) for name in ('tasks', 'judgments')]"
        " for at in ('hub', 'hub/jsonl')]\n"
        "print(json.dumps(both, default=str))",
        at=tmp_path,
    )
    parquet, lines = json.loads(printed.splitlines()[-1])
    assert parquet == lines
    (task,), judgments = parquet
    assert [(p["id"], p["weight"], p["instrument"]) for p in task["rubric"]] == [
        ("b", 5, "binary"), ("g", 2.5, "graded"), ("s", 1, "graded"),
    ]  # fmt: skip
    assert [json.loads(point["settings"]) for point in task["rubric"]] == [
        point.settings for point in RUBRIC
    ]
    assert task["points"] == 8.5
    assert {row["checkpoint_id"]: (row["value"], row["met"]) for row in judgments} == {
        "b": (1, True), "g": (60, None), "s": (2.5, None),
    }  # fmt: skip


@pytest.mark.parametrize("name", ["promptfoo", "autorubric", "healthbench"])
def test_others_refuse_a_scale_by_name(project, tmp_path, name):
    wanted = find_format(name)
    target = tmp_path / f"out{wanted.suffix}"
    with pytest.raises(UsageError, match=f"{wanted.tool} has nothing like 'Graded scale'"):
        export_foreign(project, wanted, target, now=NOW)
    assert not target.exists()


@pytest.mark.parametrize(
    "name", [item.id for item in FORMATS.values() if "binary" in item.instruments]
)
def test_gates_that_a_format_has_no_place_for_are_named(tmp_path, name):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        with made.writing() as tx:
            intake = Intake(tx)
            intake.task(Task(id="t", prompt="Do it.", domain="Law"))
            intake.checkpoint(RUBRIC[0])
            intake.response(Response(id="one", task_id="t", model="m", text="It is safe."))
            intake.flush()
        wanted = find_format(name)
        report = export_foreign(made, wanted, tmp_path / f"out{wanted.suffix}", now=NOW)
    lost = [warning for warning in report.warnings if "gate" in warning]
    keeps = name in {"inspect-ai", "hugging-face", "parquet"}
    assert lost == ([] if keeps else [f"1 gate counts as any other checkpoint in {wanted.tool}."])
