"""Conversations go out with their turns and come back as they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.exchange.conftest import NOW, records_of
from tests.packs.conversations.conftest import SAMPLE
from xpert_studio.core.exchange import import_any
from xpert_studio.core.exchange.formats import export_foreign, find_format
from xpert_studio.core.exchange.formats.content import prompt_text
from xpert_studio.core.exchange.provenance import ChatMessage
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import new_project

PLAYED = [
    {"role": role, "content": f"{role} {n}"} for n in (1, 2) for role in ("user", "assistant")
]
TOOLS = [
    {"role": "user", "content": "Weather?"},
    {"role": "assistant", "content": "I look.", "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"a": 1}'}}]},
    {"role": "tool", "content": "rain", "name": "look", "tool_call_id": "c1"},
    {"role": "assistant", "content": "Rain."},
]  # fmt: skip
POINTS = [{"id": "p", "text": "Is kind.", "weight": 3, "turn": 1, "tier": "Essential"}]
HISTORY = [
    {"role": "user", "content": "I have a cough."}, {"role": "assistant", "content": "How long?"},
    {"role": "user", "content": "Two weeks."},
]  # fmt: skip


def exported(project, path: Path, name: str) -> Path:
    export_foreign(project, find_format(name), path, now=NOW)
    return path


@pytest.fixture
def full(project, lines):
    rows = [
        {"id": "played", "model": "m", "messages": PLAYED, "checkpoints": POINTS},
        {"id": "tools", "model": "m", "messages": TOOLS, "checkpoints": POINTS},
        {"id": "history", "messages": HISTORY, "checkpoints": POINTS},
        {"id": "history", "model": "m", "messages": [*HISTORY, {"role": "assistant", "content": "!"}],
         "asked": 3},
    ]  # fmt: skip
    import_any(project, lines("c.jsonl", *rows), now=NOW)
    import_any(project, SAMPLE, now=NOW)
    return project


def test_chat_files_come_back_as_they_were(full, tmp_path):
    path = exported(full, tmp_path / "out.jsonl", "chat")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [row["messages"] for row in rows if row["task_id"] == "tools"] == [TOOLS]
    assert rows[0]["checkpoints"][0]["turn"] == 1
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        import_any(other, path, now=NOW)
        before, after = records_of(full), records_of(other)
    for kind in ("tasks", "checkpoints", "responses"):
        was = {(getattr(one, "task_id", ""), one.id): one.content_hash for one in before[kind]}
        now = {(getattr(one, "task_id", ""), one.id): one.content_hash for one in after[kind]}
        assert was == now, kind


def test_mt_bench_gets_questions_and_answers_by_turn(full, tmp_path):
    report = export_foreign(full, find_format("mt-bench"), tmp_path / "mt", now=NOW)
    questions = [
        json.loads(one) for one in (tmp_path / "mt/question.jsonl").read_text().splitlines()
    ]
    assert questions[0] == {"question_id": "played", "turns": ["user 1", "user 2"]}
    assert [one["question_id"] for one in questions] == ["played", "tools", "refund"]
    (answer,) = [
        json.loads(one) for one in (tmp_path / "mt/model_answer/m.jsonl").read_text().splitlines()
    ]
    assert answer["choices"] == [{"index": 0, "turns": ["assistant 1", "assistant 2"]}]
    told = " ".join(report.warnings)
    assert "calls of tools" in told and "others than the user" in told and "no rubrics" in told
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        import_any(other, tmp_path / "mt/question.jsonl", now=NOW)
        import_any(other, tmp_path / "mt/model_answer/m.jsonl", now=NOW)
        tasks = {one.id: one.full_prompt for one in records_of(other)["tasks"]}
        assert tasks["played"] == next(
            one.full_prompt for one in records_of(full)["tasks"] if one.id == "played"
        )
        assert records_of(other)["responses"][0].text == records_of(full)["responses"][0].text


def test_healthbench_has_the_messages_of_a_conversation(full, tmp_path):
    path = exported(full, tmp_path / "hb.jsonl", "healthbench")
    rows = {row["prompt_id"]: row for row in map(json.loads, path.read_text("utf-8").splitlines())}
    assert rows["history"]["prompt"] == HISTORY
    assert [one["role"] for one in rows["refund"]["prompt"]] == ["user"] * 3


def test_a_project_that_holds_a_conversation_as_earlier_versions_wrote_it_takes_it_again(
    project, lines
):
    row = {"prompt_id": "h", "prompt": HISTORY, "rubrics": [{"criterion": "Asks.", "points": 3}]}
    file = lines("hb.jsonl", row)
    import_any(project, file, now=NOW)
    earlier = prompt_text([ChatMessage(**one) for one in HISTORY])
    (task,) = records_of(project)["tasks"]
    assert task.full_prompt.startswith("[1 · user · turn 1]\n> I have")
    with project.writing() as tx:
        entities.put(tx, task.model_copy(update={"prompt": earlier, "extra": {
            "healthbench": {"prompt": HISTORY}}}))  # fmt: skip
    report = import_any(project, file, now=NOW)
    assert "tasks" not in report.added
    assert records_of(project)["tasks"][0].full_prompt == earlier


def test_a_bundle_keeps_turns_messages_and_plans(xpert, refund, tmp_path):
    assert xpert("conversation", "plan", refund, "refund", "--goal", "Money").code == 0
    assert xpert("export", refund, tmp_path / "b").code == 0
    other = tmp_path / "o.xpert"
    xpert("new", other, "--solo", "--as", "wei", "--your-name", "Wei")
    said = xpert("import", other, tmp_path / "b")
    assert said.code == 0, said.err
    shown = xpert("conversation", "show", other, "refund", "--json").json
    assert (shown["turns"], shown["plan"]["goal"]) == (3, "Money")
    assert [one["turn"] for one in shown["checkpoints"]] == [1, 1, 2, 2, 3, 3, None]
