"""Rewards are our scores: of stored responses to the last digit, of new ones by the judge."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.formats import projects
from tests.exchange.formats.tools import ROOT, need_tools, run_python
from tests.loopback import LoopbackServer
from tests.loopback.answers import asked_ids
from tests.loopback.behaviours import bare, error, json_reply
from tests.packs.inspect.test_choice_export import choice
from tests.packs.rewards.projects import (
    CANARY,
    JUDGE,
    NOW,
    SYSTEMS,
    TASKS,
    text_of,
    training_project,
)
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.exchange.formats import export_foreign, find_format
from xpert_studio.core.exchange.preview import preview_foreign
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.metrics import response_scores
from xpert_studio.core.records import Checkpoint, Task
from xpert_studio.core.store import settings, tasks
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project
from xpert_studio.packs.rewards.exporting import RewardOptions, package_name
from xpert_studio.report.analysis import analyse

PACKAGE = "leases_2nd_draft_rewards"
STORED = f"""
import json, sys
from {PACKAGE} import judge
said = {{}}
for name, task, text in json.load(open(sys.argv[1])):
    try:
        said[name] = judge.reward_of(task, text).score
    except (judge.UndecidedError, RuntimeError) as error:
        said[name] = str(error)
print(json.dumps(said))
"""
TRL = f"""
import json, sys
from {PACKAGE}.trl_reward import prompts, reward
rows = prompts()
texts = json.load(open(sys.argv[1]))
given = [row for row in rows for _ in texts]
told = [text for _ in rows for text in texts]
plain = reward([row["prompt"] for row in given], told, task_id=[row["task_id"] for row in given])
chat = [[{{"role": "assistant", "content": text}}] for text in told]
as_chat = reward([row["prompt"] for row in given], chat, task_id=[row["task_id"] for row in given])
try:
    reward([], [])
except ValueError as error:
    print(json.dumps([rows, plain, as_chat, str(error)]))
"""


PARTS = f"""
import json, sys
from {PACKAGE}.trl_reward import last_text
print(json.dumps([last_text(one) for one in json.load(open(sys.argv[1]))]))
"""
NESTED = f"""
import json, sys
from {PACKAGE} import replies
read = json.JSONDecoder.raw_decode
asked = []
given = json.load(open(sys.argv[1]))
json.JSONDecoder.raw_decode = lambda self, *at: asked.append(at) or read(self, *at)
said = [[replies.read_verdicts(one, ["c"]), len(asked)] for one in given]
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    with training_project(tmp_path_factory.mktemp("rewards") / "p.xpert") as made:
        yield made


@pytest.fixture(scope="module")
def folder(project, tmp_path_factory):
    out = tmp_path_factory.mktemp("rewards") / "out"
    export_foreign(project, find_format("rewards"), out)
    return out


def python(folder, code, given, server=None, **environment):
    """Runs Python on the export, with nothing of this program but its judge's address."""
    path = folder.parent / "given.json"
    path.write_text(json.dumps(given), encoding="utf-8")
    env = {"PYTHONPATH": str(folder), "PATH": os.environ["PATH"]} | environment
    if server is not None:
        env["XPERT_JUDGE_BASE_URL"] = server.openai_url
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], cwd=folder, env=env, check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def responses(project):
    return [
        (f"t{t}:s{s}", f"t{t}", text_of(t, s)) for t in range(TASKS) for s in range(len(SYSTEMS))
    ]


def our_scores(project):
    analysis = analyse(project)
    scores = response_scores(analysis.catalog, analysis.judges[JUDGE].scored)
    return dict(zip(analysis.catalog.responses, scores.score.tolist(), strict=True))


def answer(request) -> str:
    """Met is every second checkpoint; what is graded earns 3.5 of 7."""

    def said(name):
        if name == "c1" and "no verdict" in request.suffix:
            return None
        return {"value": 3.5, "caps": []} if name in {"c3", "c4"} else {"met": name != "c0"}

    entries = [
        {"id": name, "evidence": [], "rationale": "R.", **found}
        for name in asked_ids(request)
        if (found := said(name)) is not None
    ]
    return json.dumps({"verdicts": entries})


def test_stored_responses_earn_our_scores_to_the_last_digit(project, folder):
    """No endpoint is named: what is asked for fails."""
    said, _ = python(folder, STORED, responses(project))
    ours = our_scores(project)
    clear = {name for name in ours if name.partition(":")[0] not in {"t7", "t8"}} | {"t8:s0"}
    assert {name: said[name] for name in clear} == {name: ours[name] for name in clear}
    assert len({ours[name] for name in clear}) > 15
    # Alike with different verdicts: none of them is the right one, so that the judge is asked.
    assert all("XPERT_JUDGE" in said[name] for name in ours.keys() - clear)


def test_a_new_response_is_judged_in_our_judges_words(folder, project):
    with LoopbackServer(answer=answer) as server:
        said, _ = python(folder, STORED, [("new", "t2", "Something new.")], server)
        (asked,) = server.requests
    points = [json.loads(line) for line in (folder / PACKAGE / "tasks.jsonl").open()][2]
    weights = {point["id"]: point["weight"] for point in points["metadata"]["rubric"]}
    earned = {"c0": 0, "c1": 1, "c2": 1, "c3": 0.5, "c4": 0.5}
    whole = sum(weights.values())
    assert said["new"] == pytest.approx(sum(weights[n] * earned[n] for n in earned) / whole)
    assert asked.model == "local"
    assert "authorization" not in asked.headers
    told = "".join(asked.texts)
    assert "States that rent is 40." in told and "Something new." in told and "Case 2?" in told
    assert "weight" not in told.lower() and "Secret" not in told


def test_the_key_is_sent_to_the_endpoint_alone(folder):
    with LoopbackServer(answer=answer) as other, LoopbackServer(answer=answer) as server:
        server.then(bare(307, location=f"{other.openai_url}/chat/completions"))
        said, _ = python(
            folder, STORED, [("x", "t2", "New.")], server, XPERT_JUDGE_API_KEY="secret-of-the-test",
            XPERT_JUDGE_MODEL="larger",
        )  # fmt: skip
        assert not other.requests
        assert [one.headers["authorization"] for one in server.requests] == [
            "Bearer secret-of-the-test"
        ]
        assert {one.model for one in server.requests} == {"larger"}
    assert "307" in said["x"]


def test_a_server_without_schemas_and_a_busy_one_are_asked_again(folder):
    with LoopbackServer([error(400, "no response_format here")], answer=answer) as server:
        said, _ = python(folder, STORED, [("x", "t2", "New.")], server)
        forms = [one.reply_format for one in server.requests]
    assert 0 < said["x"] < 1
    assert forms == ["json_schema", "plain"]


def test_what_has_no_verdict_has_no_reward(folder):
    with LoopbackServer(answer=answer) as server:
        (rows, plain, as_chat, problem), why = python(
            folder, TRL, ["Something new.", "There is no verdict on this."], server
        )
        asked = [asked_ids(one) for one in server.requests if "t2" in str(one.texts)]
    assert [row["task_id"] for row in rows] == [f"t{n}" for n in range(TASKS)]
    assert [message["role"] for message in rows[1]["prompt"]] == ["system", "user"]
    assert plain == as_chat
    assert [score is None for score in plain] == [False, True] * TASKS
    assert "c1" in why
    assert "task_id" in problem
    assert not asked


@pytest.mark.parametrize(
    "answers",
    [
        [error(400, "no schemas"), error(400, "context too long")],
        [error(400, "no schemas"), error(413, "too large")],
        [json_reply({"choices": []})],
        [json_reply([])],
        [json_reply(None)],
        [json_reply({"choices": [{}]})],
        [json_reply({"choices": [{"message": None}]})],
        [json_reply({"choices": [{"message": {"content": None}}]})],
    ],
    ids=["long", "large", "no choice", "a list", "null", "no message", "null message", "no text"],
)
def test_what_one_text_is_refused_for_ends_no_training(folder, answers):
    """What is asked again is refused again; one that is not refused has its reward."""
    asks = json.loads((folder / PACKAGE / "judge.json").read_text())["asks"]
    code = TRL.replace("rows = prompts()", "rows = [r for r in prompts() if r['task_id'] == 't2']")
    with LoopbackServer(answers * asks, answer=answer) as server:
        (_, plain, as_chat, _), why = python(
            folder, code, ["Something new."], server, XPERT_JUDGE_CALLS="1"
        )
    assert plain == [None]
    assert as_chat[0] > 0
    assert "no verdict" in why


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_judge_that_refuses_everything_stops_training(folder, status):
    with LoopbackServer([error(status)], answer=answer) as server:
        said, _ = python(folder, STORED, [("x", "t2", "New.")], server)
    assert f"The judge answers with {status}" in said["x"]


def test_the_response_is_the_text_of_the_last_message(folder):
    text = {"type": "text", "text": "Rent "}
    picture = {"type": "image_url", "image_url": {"url": "x"}}
    given = {
        "Rent is 40.": [{"role": "assistant", "content": [text, picture, {"text": "is 40."}]}],
        "Plain.": [{"role": "user", "content": "No."}, {"role": "assistant", "content": "Plain."}],
        "Alone.": "Alone.",
    }
    empty = [None, [], [{"role": "assistant", "content": None}], [{"role": "assistant"}], [{}]]
    said, _ = python(folder, PARTS, [*given.values(), *empty])
    assert said == [*given, *[""] * len(empty)]


def test_replies_of_broken_objects_are_read_in_bounded_time(folder):
    """After many of them nothing is believed: a list behind them could be a forgery, or before."""
    sound = '{"verdicts": [{"id": "c", "met": true}]}'
    broken = '{"a":' * 20_000
    said, _ = python(folder, NESTED, [sound, f"{{{{ {sound}", broken, sound + broken])
    assert [bool(found) for found, _ in said] == [True, True, False, False]
    assert said[-1][1] < 1_000


def test_nothing_of_people_systems_or_other_tasks_goes_out(project, tmp_path):
    scope = ExportScope(held_out=frozenset({"t0", "t1"}))
    export_foreign(project, find_format("rewards"), tmp_path / "out", scope=scope)
    whole = "".join(
        path.read_text("utf-8") for path in (tmp_path / "out").rglob("*") if path.is_file()
    )
    for word in (*SYSTEMS, "amara", "lena", "Lena", "Secret", "Case 0?", "t1", "Be brief.", "://"):
        assert word not in whole.replace("https://", "").replace("http://", ""), word
    assert CANARY in whole


@pytest.mark.parametrize("name", ["rewards", "dpo"])
def test_the_preview_says_what_is_written(project, tmp_path, name):
    wanted = find_format(name)
    report = export_foreign(project, wanted, tmp_path / "out", now=NOW)
    found = preview_foreign(project, wanted, now=NOW)
    files = [
        path for path in (tmp_path / "out").rglob("*") if path.is_file() and path.name[0] != "."
    ]
    sizes = {path.relative_to(tmp_path / "out").as_posix(): path.stat().st_size for path in files}
    assert {file.path: file.size for file in found.files} == sizes
    assert set(report.warnings) <= set(found.warnings)
    out = {row.kind: row.out for row in found.rows}
    assert out["tasks"] == TASKS and out["people"] == 0
    told = {(item.kind, item.field): item.out for item in found.fields}
    assert told["responses", "text"] == (0 if name == "rewards" else TASKS * len(SYSTEMS))
    assert told["responses", "model"] == told["tasks", "reference_answer"] == 0


def test_tasks_that_show_pictures_stay_out(tmp_path):
    with projects.make_project(tmp_path / "p.xpert") as made:
        wanted = find_format("rewards")
        report = export_foreign(made, wanted, tmp_path / "out")
        with pytest.raises(UsageError, match="nothing to train on"):
            export_foreign(made, wanted, tmp_path / "no", scope=ExportScope(frozenset({"lease"})))
    assert any("1 task that shows a picture" in said for said in report.warnings)
    (path,) = (tmp_path / "out").rglob("tasks.jsonl")
    assert [json.loads(line)["id"] for line in path.open(encoding="utf-8")] == [
        "租约-1",
        "hostile:1",
    ]


def test_what_a_bundle_said_is_held_out_is_not_trained_on(project, tmp_path):
    with project.reading() as tx:
        held = next(task for task in tasks.all_tasks(tx) if task.id == "t3")
    info = project.info()
    with training_project(tmp_path / "q.xpert") as other:
        with other.writing() as tx:
            entry = {"content_hash": held.content_hash}
            settings.put_project_info(tx, info.model_copy(update={"extra": {"held_out": [entry]}}))
        wanted = find_format("rewards")
        export_foreign(other, wanted, tmp_path / "out")
        export_foreign(other, wanted, tmp_path / "all", RewardOptions(also_held_out=True))
    for name, has_it in (("out", False), ("all", True)):
        rows = (tmp_path / name / PACKAGE / "tasks.jsonl").read_text("utf-8")
        assert ('"t3"' in rows) is has_it


def test_gates_and_an_unknown_judge_are_named(project, tmp_path):
    wanted = find_format("rewards")
    report = export_foreign(project, wanted, tmp_path / "out")
    assert any("gates count as any other checkpoint" in said for said in report.warnings)
    with pytest.raises(NotFoundError, match="unknown"):
        export_foreign(project, wanted, tmp_path / "no", RewardOptions(judge="unknown"))
    assert not (tmp_path / "no").exists()


@given(st.text(max_size=60))
def test_any_project_has_a_package_that_python_takes(name):
    made = package_name(name)
    assert made.isidentifier() and made.isascii() and made == made.lower()


@pytest.mark.parametrize("stored", [True, False])
def test_verifiers_rewards_with_our_scores(project, folder, tmp_path, stored):
    """vf-eval as it is typed: the policy says what the first system said, or something new."""
    need_tools()

    def reply(request) -> str:
        if request.model != "policy":
            return answer(request)
        task = next(n for n in range(TASKS) if f"Case {n}?" in "".join(request.texts))
        return text_of(task, 0) if stored else f"Something new on case {task}."

    with LoopbackServer(answer=reply) as server:
        run_python(
            "-c", "from verifiers.v1.cli.eval.main import main; main()",
            PACKAGE.replace("_", "-"), "--model", "policy", "--no-push", "--no-rich",
            "--client.base-url", server.openai_url, "-o", tmp_path,
            at=folder, lock="tools-verifiers",
            env={"PYTHONPATH": str(folder), "XPERT_JUDGE_BASE_URL": server.openai_url},
        )  # fmt: skip
        asked = [one for one in server.requests if one.model == "local"]
        told = [one for one in server.requests if one.model == "policy"]
    assert not any("States that rent" in "".join(one.texts) for one in told)
    (path,) = tmp_path.rglob("traces.jsonl")
    episodes = [json.loads(line) for line in path.open(encoding="utf-8")]
    traces = [trace for one in episodes for trace in one["traces"]]
    found = {trace["task"]["data"]["id"]: trace for trace in traces}
    assert found.keys() == {f"t{n}" for n in range(TASKS)}
    assert "States that rent" not in path.read_text("utf-8")
    if not stored:
        assert len(asked) == TASKS
        assert all(0 < one["rewards"]["rubric_score"]["score"] < 1 for one in found.values())
        return
    ours = our_scores(project)
    clear = {name: trace for name, trace in found.items() if name != "t7"}
    assert {name: one["rewards"]["rubric_score"]["score"] for name, one in clear.items()} == {
        name: ours[f"{name}:s0"] for name in clear
    }
    assert all(
        set(one["metrics"]) == {"is_stored", "presence", "correctness"} for one in clear.values()
    )
    assert len(asked) == 1


def test_programs_decide_there_what_they_decide_here(tmp_path):
    """A choice by the exported reader; a check by this program, where it is installed beside."""
    short = {"check": "word_count", "parameters": {"at_most": 3}}
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        with made.writing() as tx:
            intake = Intake(tx)
            intake.task(Task(id="t", prompt="Which?"))
            intake.checkpoint(choice("t", "c", "B"))
            point = Checkpoint(
                task_id="t", id="w", text="S.", weight=1, instrument="check", settings=short
            )
            intake.checkpoint(point)
            intake.flush()
        report = export_foreign(made, find_format("rewards"), tmp_path / "out")
    assert any("1 check is decided only where" in said for said in report.warnings)
    given = [
        (text, "t", text) for text in ("Answer: B", "The answer is B, since so it is.", "Answer: A")
    ]
    beside = os.pathsep.join([str(tmp_path / "out"), str(ROOT)])
    said, _ = python(
        tmp_path / "out", STORED.replace(PACKAGE, "p_rewards"), given, PYTHONPATH=beside
    )
    assert list(said.values()) == pytest.approx([1, 2 / 3, 1 / 3])
