"""Inspect AI runs what we export, and reports the scores that we compute from the same verdicts."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.formats import projects
from tests.exchange.formats.projects import IDS, SYSTEMS, UNREADABLE, WEIGHTS, response_in, scripted
from tests.exchange.formats.tools import GRADER, need_tools, run_inspect, run_python
from tests.judge.projects import now
from tests.loopback import LoopbackServer, graders
from tests.weighted import weighted_score
from xpert_studio.core.exchange.formats import export_foreign, find_format, read_content
from xpert_studio.core.judge.scoring import ScoreRequest, prepare, score
from xpert_studio.packs.inspect.exporting import expert_scores
from xpert_studio.report.analysis import analyse

CLOSE = 1e-9
MORE_RUNS = """
import json, sys
from inspect_ai import eval
grader = {"model_roles": {"grader": "openai-api/loopback/grader"}, "display": "none"}
def run(model, **arguments):
    log = eval("task.py", model=model, task_args=arguments, log_dir=sys.argv[1], **grader)[0]
    assert log.status == "success", log.error
    shown = {sample.id: sample.scores["rubric"].value for sample in log.samples}
    return shown
def refusal(**arguments):
    try:
        eval("task.py", model="none", task_args=arguments, log_dir=sys.argv[1], display="none")
    except Exception as error:
        return str(error)
sys.path.insert(0, ".")
import task
print(json.dumps({
    "read": [task.replies.read_verdicts(reply, ["c1", "c2"]) for reply in json.load(open(sys.argv[2]))],
    "answered": run("openai-api/loopback/candidate"),
    "one_system": run("none", system=["beta", " the 2nd"], checkpoints_per_call=1),
    "unknown": refusal(system="nobody"),
    "no_experts": refusal(scores="experts"),
}))
"""

YES, NO = ({"id": "c1", "evidence": [], "rationale": "R.", "met": met} for met in (True, False))
TWO = {"id": "c2", "evidence": [json.dumps({"verdicts": [NO]})], "rationale": "", "met": False}
REPLIES: list[tuple[str, dict[str, bool]]] = [
    (json.dumps({"verdicts": [YES, TWO]}), {"c1": True, "c2": False}),
    ("Sure!\n```json\n" + json.dumps({"verdicts": [YES]}, indent=1) + "\n```", {"c1": True}),
    (json.dumps({"verdicts": [YES, NO, TWO]}), {"c2": False}),
    (json.dumps({"verdicts": [YES]}) + json.dumps({"verdicts": [NO]}), {}),
    (json.dumps({"verdicts": [YES]}) + json.dumps({"verdicts": [YES]}), {"c1": True}),
    (json.dumps({"verdicts": [YES | {"met": "true"}, YES | {"id": "c9"}, 7]}), {}),
    (json.dumps({"verdicts": [YES, TWO]})[:-20], {}),
    ("", {}),
    ("c1 is met.", {}),
    ('{"verdicts": {"c1": true}} {"a":' * 50, {}),
    ("[" * 100_000, {}),
    ('{"a":' * 5_000, {}),
]
"""What a grader may reply, and what may be read from it."""


@dataclass
class Ran:
    """What came of running Inspect AI on an export.

    Attributes:
        folder: The export.
        log: The log of ``inspect eval`` over all stored responses, with grader and experts.
        more: What the other runs gave.
        asked: Requests of Inspect AI's grader in the first run.
        asked_by_us: Requests of our own judge over the same responses.
        ours: Our scores by response id, and by system.
        experts: The experts' scores by response id.
    """

    folder: Path
    log: dict[str, Any]
    more: dict[str, Any]
    asked: list[Any]
    asked_by_us: list[Any]
    ours: dict[str, float | None]
    experts: dict[str, float]


@pytest.fixture(scope="module")
def ran(tmp_path_factory) -> Iterator[Ran]:
    need_tools()
    home = tmp_path_factory.mktemp("inspect")
    folder = home / "导出 of {it}"
    graded = graders.verdicts(
        lambda request, name: scripted(response_in("".join(request.texts)), name)
    )

    def answer(request):
        return graded(request) if request.model == "grader" else stored_answer(request)

    with (
        projects.make_project(home / "p.xpert") as project,
        LoopbackServer(answer=answer) as server,
    ):
        export_foreign(project, find_format("inspect-ai"), folder)
        experts = {item.response.id: item.score for item in expert_scores(read_content(project))}
        env = {"LOOPBACK_API_KEY": "none", "LOOPBACK_BASE_URL": server.openai_url}
        logs = home / "logs"
        log = run_inspect(
            folder, logs, "-T", "system=all", "-T", "scores=both", *GRADER, "--model", "none",
            server=server,
        )  # fmt: skip
        asked = list(server.requests)
        replies = home / "replies.json"
        replies.write_text(json.dumps([reply for reply, _ in REPLIES]))
        printed = run_python("-c", MORE_RUNS, logs, replies, at=folder, env=env)
        more = json.loads(printed.splitlines()[-1])
        server.requests.clear()
        ours = score_ourselves(project, server)
        yield Ran(folder, log, more, asked, list(server.requests), ours, experts)


def stored_answer(request) -> str:
    """What the system under test answers: the text of the first system, to the task it is given."""
    task_id = next(key for key, prompt in projects.PROMPTS.items() if prompt[2] in request.suffix)
    return f"({projects.code_of(f'{task_id}:s0')}) anew"


def score_ourselves(project, server) -> dict[str, float | None]:
    """Has our own judge decide the same, and gives its scores by response and by system."""
    request = ScoreRequest("compatible", "grader", base_url=server.openai_url, max_retries=0)
    score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
    (findings,) = analyse(project).judges.values()
    catalog, marks = analyse(project).catalog, findings.marks
    met: dict[str, dict[str, bool | None]] = {}
    for place, point, value in zip(marks.response, marks.checkpoint, marks.met, strict=True):
        answers = met.setdefault(catalog.responses[place], {})
        answers[catalog.checkpoints[point]] = None if value < 0 else bool(value)
    scores = {
        response_id: weighted_score(
            [answers.get(point_id) for point_id in IDS[task_of(response_id)]],
            WEIGHTS[task_of(response_id)],
        )
        for response_id, answers in met.items()
    }
    return scores | {item.system: item.score for item in findings.leaderboard.standings}


def task_of(response_id: str) -> str:
    return response_id.rpartition(":")[0]


def metric(log: dict[str, Any], scorer: str) -> dict[str, float]:
    (found,) = [item for item in log["results"]["scores"] if item["name"] == scorer]
    return {name: item["value"] for name, item in found["metrics"].items()}


def test_every_response_gets_our_score(ran):
    assert ran.log["status"] == "success"
    assert len(ran.log["samples"]) == len(projects.RESPONSE_IDS)
    values = {item["id"]: item["scores"]["rubric"]["value"] for item in ran.log["samples"]}
    for response_id in set(projects.RESPONSE_IDS) - {UNREADABLE[0]}:
        assert values[response_id] == pytest.approx(ran.ours[response_id], abs=CLOSE)
    assert len({round(value, 6) for value in values.values()}) > 4, "scores that are all alike"


def test_the_means_by_system_are_those_of_our_leaderboard(ran):
    means = metric(ran.log, "rubric")
    complete = SYSTEMS[:2]
    assert [means[name] for name in complete] == pytest.approx(
        [ran.ours[name] for name in complete], abs=CLOSE
    )
    assert {"Law", "法律"} <= means.keys()


def test_an_unreadable_checkpoint_leaves_its_sample_unscored(ran):
    (sample,) = [item for item in ran.log["samples"] if item["id"] == UNREADABLE[0]]
    found = sample["scores"]["rubric"]
    assert math.isnan(found["value"])
    assert found["reason"] == "grader_failed"
    assert "1 of 3 checkpoints have no verdict" in found["explanation"]
    assert found["metadata"]["coverage"] == pytest.approx(2 / 3)
    (results,) = [item for item in ran.log["results"]["scores"] if item["name"] == "rubric"]
    assert (results["scored_samples"], results["unscored_samples"]) == (8, 1)
    repeated = [r for r in ran.asked if response_in("".join(r.texts)) == UNREADABLE[0]]
    assert len(repeated) == 3
    assert [r.suffix.rpartition(">>>")[2].count("[") for r in repeated] == [3, 1, 1]


def test_the_experts_scores_stand_beside(ran):
    scored = {key: value for key, value in ran.experts.items() if value is not None}
    assert len(ran.experts) == 6
    assert len(scored) == 5, "experts at odds leave one response without a score"
    shown = {
        item["id"]: item["scores"]["experts"]["value"]
        for item in ran.log["samples"]
        if "experts" in item["scores"]
    }
    assert shown == pytest.approx(scored, abs=CLOSE)


def test_the_grader_is_asked_in_our_judges_own_words(ran):
    def told(request):
        system = request.json["messages"][0]["content"]
        text = "\n\n".join(request.texts)
        code = re.search(r"<<<RESPONSE ([0-9a-f]{24})>>>", text)[1]
        return system, text.replace(code, "CODE"), request.schema

    first = {response_in("".join(r.texts)): told(r) for r in reversed(ran.asked)}
    ours = {response_in("".join(r.texts)): told(r) for r in reversed(ran.asked_by_us)}
    assert first == ours


def test_images_are_shown_and_weights_are_not(ran):
    shown = {response_in("".join(r.texts)): len(r.images) for r in ran.asked}
    assert shown["lease:s0"] == 1
    assert shown["lease:s1"] == 2, "the task's image, then the response's"
    assert shown["hostile:1:s0"] == 0
    assert not any(b"Essential" in r.body or b"weight" in r.body.lower() for r in ran.asked)


def test_hostile_texts_arrive_letter_by_letter_and_do_nothing(ran):
    (request, *_) = [r for r in ran.asked if response_in("".join(r.texts)) == "hostile:1:s2"]
    assert projects.HOSTILE.strip() in "".join(request.texts[0])
    assert projects.HOSTILE in request.suffix
    assert not list(ran.folder.rglob("owned"))


def test_a_model_can_answer_the_tasks(ran):
    expected = {task_id: ran.ours[f"{task_id}:s0"] for task_id in projects.PROMPTS}
    assert ran.more["answered"] == pytest.approx(expected, abs=CLOSE)


def test_one_checkpoint_a_call_gives_the_same_scores(ran):
    assert ran.more["one_system"] == pytest.approx(
        {f"{t}:s1": ran.ours[f"{t}:s1"] for t in IDS}, abs=CLOSE
    )


def test_what_makes_no_sense_is_said(ran):
    assert "No responses of nobody" in ran.more["unknown"]
    assert "name a system" in ran.more["no_experts"]


def test_a_reply_is_read_as_it_stands_or_not_at_all(ran):
    read = [{key: value["value"] for key, value in found.items()} for found in ran.more["read"]]
    assert read == [expected for _, expected in REPLIES]
