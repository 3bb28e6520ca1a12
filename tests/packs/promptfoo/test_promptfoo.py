"""promptfoo runs what we export, and reports the scores that we compute from the same verdicts."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.conftest import records_of, refusal
from tests.exchange.formats import projects
from tests.exchange.formats.projects import IDS, SYSTEMS, TEXTS, WEIGHTS, response_in, scripted
from tests.exchange.formats.tools import need_tools, promptfoo_script, run_node, run_promptfoo
from tests.loopback import LoopbackServer, graders
from tests.weighted import weighted_score
from xpert_studio.core.exchange import import_any
from xpert_studio.core.exchange.formats import export_foreign, find_format
from xpert_studio.core.records import RatingState, Response
from xpert_studio.core.store import ProjectFile, entities, tasks
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.packs.promptfoo.texts import literal

CLOSE = 1e-9
TASKS = list(projects.PROMPTS)
ODD_REPLIES = {
    ("lease:s2", "c3"): "I would rather not say.",
    ("hostile:1:s2", "c1"): '{"reason": "The response fails to do so."}',
    ("hostile:1:s1", "constructor"): '{"reason": "MET. Half of it.", "pass": true, "score": 0.5}',
}
"""Replies that give no clear verdict: promptfoo by itself would count them, and one of them as met."""

SECRET = "what the environment keeps to itself"
TEMPLATES = """
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
const [, , tools, texts, folder] = process.argv;
const nunjucks = createRequire(tools)('nunjucks').configure({ autoescape: false });
const { literal } = await import(folder + '/prompt.mjs');
const render = (text) => { try { return nunjucks.renderString(text, {}); } catch (e) { return `${e}`; } };
const rows = JSON.parse(readFileSync(texts)).map(({ text, ours }) => [render(ours), render(literal(text))]);
console.log(JSON.stringify(rows));
"""

SCORES = """
import { readFileSync } from 'node:fs';
const [, , cases, folder] = process.argv;
const { default: score, verdict } = await import(folder + '/score.mjs');
const rows = JSON.parse(readFileSync(cases));
console.log(JSON.stringify(rows.map(({ components }) =>
  ({ verdicts: components.map(verdict), ...score({}, { componentResults: components }) }))));
"""


@dataclass
class Ran:
    """What came of running promptfoo on an export.

    Attributes:
        folder: The export; beside it lie the project and what promptfoo wrote.
        stored: Results on the stored responses, by response id.
        answered: Results of a model that answered anew, by task id.
        asked: What the grader was asked about the stored responses.
        answers_asked: What the model was asked.
    """

    folder: Path
    stored: dict[str, Any]
    answered: dict[str, Any]
    asked: list[Any]
    answers_asked: list[Any]


@pytest.fixture(scope="module")
def ran(tmp_path_factory) -> Iterator[Ran]:
    need_tools()
    home = tmp_path_factory.mktemp("promptfoo")
    folder = home / "导出 of {it}"
    again = Response(id="lease:again", task_id="lease", model="alpha", text="Once more.")
    with projects.make_project(home / "p.xpert") as project:
        with project.writing() as tx:
            intake = Intake(tx)
            intake.response(again)
            intake.flush()
        export_foreign(project, find_format("promptfoo"), folder)
    with LoopbackServer(answer=answer) as server:
        env = {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": server.openai_url, "SECRET": SECRET}

        def run(name: str, *options: str) -> list[dict[str, Any]]:
            out = home / f"{name}.json"
            quiet = ("--no-progress-bar", "--no-table", "--grader", "openai:chat:grader")
            outs = ("-o", out, "-o", out.with_suffix(".jsonl"))
            run_promptfoo("eval", *options, *quiet, *outs, at=folder, env=env)
            return json.loads(out.read_text(encoding="utf-8"))["results"]["results"]

        stored = run("stored", "-c", "stored.yaml")
        asked = list(server.requests)
        server.requests.clear()
        answered = run("answered", "-r", "openai:chat:candidate")
        yield Ran(
            folder,
            {response_of(row): row for row in stored},
            {TASKS[row["vars"]["number"] - 1]: row for row in answered},
            asked,
            [request for request in server.requests if request.model == "candidate"],
        )


def response_of(row: dict[str, Any]) -> str:
    """The response that a result is about."""
    names = {name.replace("{{", "{ {"): number for number, name in enumerate(SYSTEMS)}
    number = names.get(row["provider"]["label"], "again")
    return f"{TASKS[row['vars']['number'] - 1]}:s{number}"


def answer(request) -> str:
    if request.model == "candidate":
        task_id = next(key for key, item in projects.PROMPTS.items() if item[2] in request.suffix)
        return f"({projects.code_of(f'{task_id}:s0')}) anew"
    if "Once more." in request.suffix:
        return graders.rubric_reply(True)
    response_id = response_in(request.suffix)
    point_id = point_in(request, response_id)
    odd = ODD_REPLIES.get((response_id, point_id))
    return odd or graders.rubric_reply(scripted(response_id, point_id))


def point_in(request, response_id: str) -> str:
    """The checkpoint that a grader's prompt ends with, letter by letter."""
    heading = "# 检查点\n" if "# 检查点\n" in request.suffix else "# Checkpoint\n"
    shown = request.suffix.rpartition(heading)[2].rpartition("\n\n")[0]
    texts = [" ".join(text.split()) for text in TEXTS[task_of(response_id)]]
    return IDS[task_of(response_id)][texts.index(shown)]


def task_of(response_id: str) -> str:
    return response_id.rpartition(":")[0]


def expected(response_id: str) -> tuple[float | None, float]:
    """Our score by the verdicts that were given, and their share."""
    task_id = task_of(response_id)
    met = [
        None if (response_id, point_id) in ODD_REPLIES else scripted(response_id, point_id)
        for point_id in IDS[task_id]
    ]
    coverage = sum(value is not None for value in met) / len(met)
    return weighted_score(met, WEIGHTS[task_id]), coverage


def test_every_response_gets_our_score(ran):
    scores = {key: row["score"] for key, row in ran.stored.items() if "again" not in key}
    ours = {key: expected(key)[0] for key in projects.RESPONSE_IDS}
    assert scores == pytest.approx(ours, abs=CLOSE)
    assert len({round(value, 6) for value in scores.values()}) > 4, "scores that are all alike"


def test_without_an_odd_reply_promptfoos_own_weighing_is_ours(ran):
    """The scoring function changes nothing where every reply is clear."""
    for response_id in projects.RESPONSE_IDS:
        if expected(response_id)[1] == 1:
            parts = ran.stored[response_id]["gradingResult"]["componentResults"]
            weights = [part["assertion"]["weight"] for part in parts]
            own = sum(
                part["score"] * weight for part, weight in zip(parts, weights, strict=True)
            ) / sum(weights)
            assert own == pytest.approx(expected(response_id)[0], abs=CLOSE)


def test_a_reply_without_a_clear_verdict_counts_as_nothing(ran):
    for response_id, point_id in ODD_REPLIES:
        result = ran.stored[response_id]["gradingResult"]
        assert result["namedScores"]["verdict coverage"] == pytest.approx(2 / 3)
        assert result["pass"] is False
        assert f"no verdict for {point_id}" in result["reason"]
    whole = [key for key in projects.RESPONSE_IDS if expected(key)[1] == 1]
    assert all(ran.stored[key]["namedScores"]["verdict coverage"] == 1 for key in whole)


def test_a_test_passes_where_every_essential_checkpoint_is_met(ran):
    passed = {key: ran.stored[key]["success"] for key in projects.RESPONSE_IDS}
    essential = {key: scripted(key, IDS[task_of(key)][0]) is True for key in passed}
    assert passed == {key: value and expected(key)[1] == 1 for key, value in essential.items()}
    assert len(set(passed.values())) == 2


def test_scores_stand_apart_by_dimension(ran):
    named = ran.stored["lease:s0"]["namedScores"]
    points = IDS["lease"]
    assert named["Accuracy"] == int(scripted("lease:s0", points[0]))
    assert named["准确性 {{7*7}}"] == int(scripted("lease:s0", points[1]))


def test_a_second_response_of_a_system_is_graded_too(ran):
    assert ran.stored["lease:sagain"]["provider"]["label"] == "alpha (2)"
    assert ran.stored["lease:sagain"]["score"] == 1
    missing = [ran.stored.get(f"{task_id}:sagain") for task_id in TASKS[1:]]
    assert all("no stored response" in row["error"] for row in missing)


def test_a_model_can_answer_the_tasks(ran):
    scores = {task_id: row["score"] for task_id, row in ran.answered.items()}
    ours = {task_id: expected(f"{task_id}:s0")[0] for task_id in TASKS}
    assert scores == pytest.approx(ours, abs=CLOSE)
    shown = {request.suffix for request in ran.answers_asked}
    assert {text for text in shown if text.startswith("{")} == {projects.HOSTILE}
    assert [len(r.images) for r in ran.answers_asked if "picture" in r.body.decode()] == [1]


def test_hostile_texts_arrive_letter_by_letter_and_do_nothing(ran):
    asked = [r for r in ran.asked if projects.code_of("hostile:1:s2") in r.suffix]
    assert len(asked) == 3
    for request in asked:
        assert request.suffix.count(projects.HOSTILE) == 2, "as the task, and as the response"
        assert "Be fair. {{7*7}} $policy" in request.suffix
    everything = json.dumps([r.json for r in [*ran.asked, *ran.answers_asked]])
    assert SECRET not in everything
    assert not list(ran.folder.rglob("owned"))


def test_images_are_shown_and_weights_are_not(ran):
    assert {len(r.images) for r in ran.asked if "picture" in r.suffix} == {1}
    assert not any(b"Essential" in r.body or b"weight" in r.body.lower() for r in ran.asked)


def test_no_text_can_be_a_template(ran, tmp_path):
    chosen = random.Random(7)
    alphabet = ["{", "}", "%", "#", "-", '"', "'", "\\", "\n", " ", "x", "raw", "endraw", "env."]
    texts = ["".join(chosen.choices(alphabet, k=chosen.randint(0, 12))) for _ in range(4000)]
    texts += [projects.HOSTILE, "file:///etc/passwd", "package:x:y", "{{{{", "{#}", "#}{", "a{"]
    rows = [{"text": text, "ours": literal(text)} for text in texts]
    (tmp_path / "texts.json").write_text(json.dumps(rows))
    (tmp_path / "run.mjs").write_text(TEMPLATES)
    printed = run_node(
        "run.mjs", promptfoo_script(), tmp_path / "texts.json", ran.folder, at=tmp_path
    )
    rendered = json.loads(printed)
    wrong = [
        (text, result)
        for text, result in zip(texts, rendered, strict=True)
        if result != [text, text]
    ]
    assert not wrong
    assert not literal("file:///etc/passwd").startswith("file:")
    assert not literal("package:x:y").startswith("package:")


def component(reply: str | None, passed: bool, weight: int = 1, **about: str) -> dict[str, Any]:
    """A component result as promptfoo makes it; no reply is one that it could not read."""
    config = {"checkpoint": "c", "dimension": "__proto__"} | about
    assertion = {"type": "llm-rubric", "weight": weight, "config": config}
    metadata = {"graderError": True} if reply is None else {}
    reason = "Could not extract JSON" if reply is None else reply
    return {"pass": passed, "reason": reason, "metadata": metadata, "assertion": assertion}


def test_the_scoring_function_believes_only_clear_verdicts(ran, tmp_path):
    yes, no = component("MET. So.", True, 10), component("NOT MET. No.", False, 3)
    unread, bare = component(None, False), component("Grading passed", True)
    odd = [component("not met at all", True), component("**MET**", False), component("No.", False)]
    low = [
        component("**MET**: so.", True),
        component("not-met", False),
        component("Not met", False),
    ]
    other = {
        "pass": True,
        "score": 1,
        "reason": "Assertion passed",
        "assertion": {"type": "equals"},
    }
    cases: list[tuple[list[dict[str, Any]], list[bool | None], float, bool]] = [
        ([yes, no], [True, False], 10 / 13, False),
        ([yes, unread, bare, *odd], [True, *[None] * 5], 1.0, False),
        ([unread, bare], [None, None], 0.0, False),
        ([*low, yes], [True, False, False, True], 11 / 13, False),
        ([yes | {"assertion": yes["assertion"] | {"config": {"tier": "Essential"}}}, no],
         [True, False], 10 / 13, True),
        ([yes, other], [True, True], 1.0, True),
    ]  # fmt: skip
    place = tmp_path / "cases.json"
    place.write_text(json.dumps([{"components": components} for components, *_ in cases]))
    (tmp_path / "run.mjs").write_text(SCORES)
    found = json.loads(run_node("run.mjs", place, ran.folder, at=tmp_path))
    for result, (components, verdicts, score, passed) in zip(found, cases, strict=True):
        assert result["verdicts"] == verdicts
        assert result["score"] == pytest.approx(score, abs=CLOSE)
        assert result["pass"] is passed
        coverage = sum(value is not None for value in verdicts) / len(components)
        assert result["namedScores"]["verdict coverage"] == pytest.approx(coverage)
    assert "score says nothing" in found[2]["reason"]


RIGHT = {True: (RatingState.OK, 1), False: (RatingState.OK, 0), None: (RatingState.INVALID, None)}


def said_of(found: dict[str, Any]) -> dict[tuple[str, str], Any]:
    """Verdicts by response and checkpoint."""
    return {
        (item.response_id, item.checkpoint_id): (item.state, item.value)
        for item in found["verdicts"]
    }


@pytest.mark.parametrize("name", ["stored.json", "stored.jsonl"])
def test_grades_of_stored_responses_come_back_to_the_project(ran, tmp_path, name):
    """Nothing of the project comes in a second time, and unclear grades are no verdicts."""
    shutil.copy(ran.folder.parent / "p.xpert", tmp_path)
    with ProjectFile.open(tmp_path / "p.xpert") as project:
        report = import_any(project, ran.folder.parent / name, now=projects.NOW)
        found = records_of(project)
        assert report.added == {"judges": 1, "verdicts": 3 * (len(projects.RESPONSE_IDS) + 1)}
        said = said_of(found)
        for response_id in projects.RESPONSE_IDS:
            for point_id in IDS[task_of(response_id)]:
                is_odd = (response_id, point_id) in ODD_REPLIES
                met = None if is_odd else scripted(response_id, point_id)
                assert said[response_id, point_id] == RIGHT[met]
        assert said["lease:again", "c1"] == RIGHT[True]
        assert [judge.model for judge in found["judges"]] == ["grader"]
        assert [note for note in report.warnings if "code" in note] == []
        assert import_any(project, ran.folder.parent / name, now=projects.NOW).added == {}


def test_new_answers_come_back_to_the_project(ran, tmp_path):
    shutil.copy(ran.folder.parent / "p.xpert", tmp_path)
    with ProjectFile.open(tmp_path / "p.xpert") as project:
        report = import_any(project, ran.folder.parent / "answered.json", now=projects.NOW)
        assert report.added == {"judges": 1, "responses": 3, "verdicts": 9}
        models = [item.model for item in records_of(project)["responses"]]
        assert models.count("openai:candidate") == 3


def test_results_come_into_an_empty_project_too(ran, project):
    report = import_any(project, ran.folder.parent / "stored.json", now=projects.NOW)
    found = records_of(project)
    assert {task.id: task.domain for task in found["tasks"]} == {
        task_id: domain for task_id, (domain, _, _) in projects.PROMPTS.items()
    }
    assert report.added["checkpoints"] == 9
    assert report.added["verdicts"] == 3 * (len(projects.RESPONSE_IDS) + 1)
    points = {(item.task_id, item.id): item for item in found["checkpoints"]}
    for task_id in TASKS:
        for place, wanted in enumerate(projects.checkpoints(task_id)):
            assert points[task_id, wanted.id] == wanted.model_copy(update={"position": place})


def test_a_rubric_or_prompt_that_was_changed_takes_no_grades(ran, tmp_path):
    shutil.copy(ran.folder.parent / "p.xpert", tmp_path)
    with ProjectFile.open(tmp_path / "p.xpert") as project:
        with project.writing() as tx:
            lease = {point.id: point for point in tasks.rubric_of(tx, "lease")}
            entities.put(tx, lease["c1"].model_copy(update={"text": "Names month 31."}))
        report = import_any(project, ran.folder.parent / "stored.json", now=projects.NOW)
        assert any("others in the project now, or gone: 1." in note for note in report.warnings)
        assert not any(
            item.checkpoint_id == "c1" and item.response_id.startswith("lease")
            for item in records_of(project)["verdicts"]
        )
        with project.writing() as tx:
            task = tasks.get_task(tx, "lease")
            entities.put(tx, task.model_copy(update={"prompt": "Another one."}))
        said = refusal(project, ran.folder.parent / "answered.json")
        assert "the project has another prompt" in said[0].message
