"""Files of other tools come in with their turns, and what they cannot bring is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.exchange.conftest import NOW, places, records_of, refusal
from tests.packs.conversations.conftest import SAMPLE
from xpert_studio.core.exchange import import_any
from xpert_studio.core.records.transcripts import (
    Speaker,
    conversation_of,
    read_transcript,
    response_conversation,
)

FILES = Path(__file__).parent / "files"
QUESTIONS = (
    {"question_id": 81, "category": "writing", "turns": ["A post.", "Again, all with A."]},
    {"question_id": 101, "category": "reasoning", "turns": ["Second?", "And last?"],
     "reference": ["Second place.", "Uncertain."]},
)  # fmt: skip
ANSWER = {"question_id": 81, "answer_id": "Ve", "model_id": "gpt-4", "tstamp": 1686286924.8,
          "choices": [{"index": 0, "turns": ["Aloha!", "A\n\n[3 · user · turn 2]\n> hi"]}]}  # fmt: skip
GRADE = {"question_id": 81, "model": "gpt-4", "judge": ["gpt-4", "single-v1"], "turn": 1,
         "user_prompt": "x", "judgment": "Rating: [[9]]", "score": 9, "tstamp": 1687222944.7}  # fmt: skip
TOOL = {"role": "assistant", "content": None, "tool_calls": [
    {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}]}  # fmt: skip


def speakers(text: str) -> list[tuple[str, str]]:
    found = read_transcript(text)
    return [(one.speaker.value, one.text) for one in found.messages] if found else []


def test_the_sample_comes_in_as_a_task_with_three_turns(project):
    report = import_any(project, SAMPLE, now=NOW)
    assert report.added == {"tasks": 1, "checkpoints": 7} and not report.warnings
    found = records_of(project)
    (task,) = found["tasks"]
    assert conversation_of(task).turns == 3
    assert task.system_prompt.startswith("You answer customers")
    assert [point.turn for point in found["checkpoints"]] == [1, 1, 2, 2, 3, 3, None]
    assert import_any(project, SAMPLE, now=NOW).added == {}


def test_questions_answers_and_grades_of_mt_bench(project, lines):
    report = import_any(project, lines("question.jsonl", *QUESTIONS), now=NOW)
    assert report.added == {"tasks": 2}
    task = records_of(project)["tasks"][1]
    assert task.reference_answer == "Turn 1:\nSecond place.\n\nTurn 2:\nUncertain."
    assert import_any(project, lines("a.jsonl", ANSWER), now=NOW).added == {"responses": 1}
    (response,) = records_of(project)["responses"]
    said = read_transcript(response.text)
    assert said.turns == 2 and said.spoken(2) == "A\n\n[3 · user · turn 2]\n> hi"
    second = GRADE | {"judge": ["gpt-4", "single-v1-multi-turn"], "turn": 2, "score": -1}
    report = import_any(project, lines("g.jsonl", GRADE, second), now=NOW)
    assert report.added == {"checkpoints": 2, "judges": 1, "verdicts": 2}
    assert any("invalid: 1" in text for text in report.warnings)
    found = records_of(project)
    assert [point.turn for point in found["checkpoints"]] == [1, 2]
    states = {item.checkpoint_id: (item.value, item.state.value) for item in found["verdicts"]}
    assert states == {"turn-1": (9, "ok"), "turn-2": (None, "invalid")}


def test_what_is_wrong_with_files_of_mt_bench_is_said_by_line(project, lines):
    other = ANSWER | {"question_id": 5}
    assert places(refusal(project, lines("a.jsonl", other)))[0] == (
        "a.jsonl",
        "row 1",
        "question_id",
    )
    import_any(project, lines("question.jsonl", *QUESTIONS), now=NOW)
    long = ANSWER | {"choices": [{"index": 0, "turns": ["1", "2", "3"]}]}
    assert places(refusal(project, lines("a.jsonl", long)))[0][2] == "choices"
    assert places(refusal(project, lines("g.jsonl", GRADE)))[0][2] == "model"
    twice = refusal(project, lines("question.jsonl", QUESTIONS[0], QUESTIONS[0]))
    assert "is in row 1 too" in twice[0].message
    pairs = {"question_id": 81, "model_1": "a", "model_2": "b", "judge": ["j", "p"], "turn": 1}
    problems = refusal(project, lines("pairs.jsonl", pairs))
    assert "Comparisons of two answers" in str(problems[0].message) + str(problems[0].remedy)


def test_keys_that_mt_bench_does_not_have_are_counted_and_told(project, lines):
    row = QUESTIONS[0] | {"author": "Ann", "tags": ["a"]}
    report = import_any(project, lines("question.jsonl", row), now=NOW)
    assert report.added == {"tasks": 1}
    told = " ".join(report.warnings)
    assert '"author" is not known' in told and '"tags" is not known' in told


def test_messages_of_chat_apis_with_parts_and_tools(project, lines):
    row = {"model": "m1", "prompt_tokens": 7, "note": "x", "messages": [
        {"role": "system", "content": "S"},
        {"role": "user", "name": "Ann", "content": [{"type": "text", "text": "Look"},
                                     {"type": "image_url", "image_url": {"url": "data:x"}}]},
        TOOL, {"role": "tool", "tool_call_id": "c1", "content": "7"},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"},
                                          {"type": "text", "text": "Seven."}]}]}  # fmt: skip
    report = import_any(project, lines("c.jsonl", row), now=NOW)
    assert report.added == {"tasks": 1, "responses": 1}
    told = " ".join(report.warnings)
    assert "Images, sounds and files" in told and "thought before it spoke" in told
    assert "note" in told and "Messages that name who speaks" in told
    (task,), (response,) = records_of(project)["tasks"], records_of(project)["responses"]
    assert (task.system_prompt, response.model, response.prompt_tokens) == ("S", "m1", 7)
    assert speakers(response.text) == [
        ("user", "Look\n[image_url]"), ("tool call", '{"a": 1}'), ("tool result", "7"),
        ("assistant", "Seven."),
    ]  # fmt: skip
    assert [one.name for one in read_transcript(response.text).messages[1:3]] == ["f", "f"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("s.json", [{"id": "i", "conversations": [
            {"from": "human", "value": "Who?"}, {"from": "gpt", "value": "V."},
            {"from": "human", "value": "More?"}, {"from": "gpt", "value": "No."}]}]),
        ("m.json", [{"role": "user", "content": "Who?"}, {"role": "assistant", "content": "V."},
                    {"role": "user", "content": "More?"}, {"role": "assistant", "content": "No."}]),
        ("g.json", {"messages": [
            {"role": "user", "parts": [{"text": "Who?"}]}, {"role": "model", "parts": [{"text": "V."}]},
            {"role": "user", "parts": [{"text": "More?"}]}, {"role": "model", "parts": [{"text": "No."}]}]}),
    ],
)  # fmt: skip
def test_conversations_of_datasets_and_other_apis(project, lines, name, value):
    import_any(project, lines(name, value), now=NOW)
    (response,) = records_of(project)["responses"]
    assert [text for _, text in speakers(response.text)] == ["Who?", "V.", "More?", "No."]
    assert response.model == "unknown system"


def test_one_prompt_and_one_reply_are_plain_texts(project, lines):
    row = {"id": "q", "messages": [{"role": "user", "content": "Hi"},
                                   {"role": "assistant", "content": "Hello"}], "model": "m"}  # fmt: skip
    import_any(project, lines("c.jsonl", row, row | {"model": "n"}), now=NOW)
    found = records_of(project)
    assert [task.full_prompt for task in found["tasks"]] == ["Hi"]
    assert [(one.model, one.text) for one in found["responses"]] == [("m", "Hello"), ("n", "Hello")]


def test_conversations_of_one_task_may_part_and_a_task_may_be_there_already(project, lines):
    import_any(project, SAMPLE, now=NOW)
    (task,) = records_of(project)["tasks"]
    asked = [one.text for one in conversation_of(task).messages]
    played = [part for text in asked for part in (
        {"role": "user", "content": text}, {"role": "assistant", "content": f"To {text[:5]}"})]  # fmt: skip
    report = import_any(
        project, lines("r.jsonl", {"id": "refund", "model": "m", "messages": played}), now=NOW
    )
    assert report.added == {"responses": 1}
    parted = {"id": "p", "messages": [{"role": "user", "content": "Hi"},
                                      {"role": "assistant", "content": "Yes?"},
                                      {"role": "user", "content": "A"},
                                      {"role": "assistant", "content": "B"}], "model": "m"}  # fmt: skip
    other = json.loads(json.dumps(parted).replace('"A"', '"Z"')) | {"model": "n"}
    report = import_any(project, lines("p.jsonl", parted, other), now=NOW)
    assert any("does not always say the same: 1" in text for text in report.warnings)
    found = {one.id: one for one in records_of(project)["tasks"]}
    assert conversation_of(found["p"]).turns == 1
    clash = json.loads(json.dumps(parted).replace('"Hi"', '"Ho"')) | {"id": "q"}
    problems = refusal(project, lines("q.jsonl", parted | {"id": "q"}, clash))
    assert "begins otherwise than row 1" in problems[0].message


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"messages": [{"role": "wizard", "content": "x"}]}, "of the role 'wizard'"),
        ({"messages": [{"role": "user", "content": "x"}], "checkpoints": 3}, "no list of objects"),
        ({"messages": [{"role": "user", "content": "x"}], "checkpoints": [{"turn": 0}]}, "turn"),
    ],
)
def test_bad_conversations_are_refused_with_their_place(project, lines, row, said):
    problems = refusal(project, lines("c.jsonl", row))
    assert any(said in f"{one.field} {one.message}" for one in problems)
    assert all(one.place.startswith("row 1") for one in problems)


@pytest.mark.parametrize("name", ["orders.eval", "orders.json"])
def test_logs_that_inspect_wrote(project, name):
    report = import_any(project, FILES / name, now=NOW)
    assert report.added == {"tasks": 2, "responses": 2}
    told = " ".join(report.warnings)
    assert "scores of Inspect's scorers" in told and "Targets" in told
    found = records_of(project)
    assert {task.id: task.reference_answer for task in found["tasks"]} == {
        "order": "3 May",
        "2": "hello",
    }
    (response,) = [one for one in found["responses"] if one.task_id == "order"]
    assert response.model == "mockllm/model" and response.prompt_tokens == 20
    parts = [speaker for speaker, _ in speakers(response.text)]
    assert parts == ["user", "assistant", "tool call", "tool result", "assistant"]
    result = read_transcript(response.text).messages[3]
    assert result.text.startswith("Order 17: delivered on 3 May x") and result.name == "get_order"


def test_a_log_without_messages_of_the_user_and_a_broken_one(project, tmp_path):
    broken = tmp_path / "x.eval"
    broken.write_bytes((FILES / "orders.eval").read_bytes()[:-4000])
    with pytest.raises(Exception, match=r"x\.eval"):
        import_any(project, broken, now=NOW)
    log = json.loads((FILES / "orders.json").read_text("utf-8"))
    log["samples"] = [{"id": 1, "epoch": 1, "input": "Go.", "target": "", "messages": [
        {"role": "tool", "content": "…", "tool_call_id": "b", "function": "bash",
         "error": {"type": "timeout", "message": "too slow"}}]}]  # fmt: skip
    (tmp_path / "l.json").write_text(json.dumps(log), encoding="utf-8")
    import_any(project, tmp_path / "l.json", now=NOW)
    (response,) = records_of(project)["responses"]
    assert speakers(response.text) == [("user", "Go."), ("tool result", "…\ntoo slow")]
    assert read_transcript(response.text).messages[1].speaker is Speaker.RESULT
    (task,) = records_of(project)["tasks"]
    assert response_conversation(task, response.text).turns == 1
