"""Multiple choice comes in as Inspect AI and the data sets of lm-evaluation-harness have it."""

from __future__ import annotations

import json

import pytest

from tests.exchange.conftest import NOW, places, records_of, refusal
from xpert_studio.core.exchange import import_any
from xpert_studio.core.instruments import instrument_of, problem_of
from xpert_studio.core.instruments.deciding import Subject
from xpert_studio.core.workflow import new_project

INSPECT = {"id": "q1", "input": "Which is red?", "choices": ["sky", "blood"], "target": "B"}
MMLU = {"question": "Which is red?", "subject": "colours", "choices": ["sky", "blood"], "answer": 1}
ARC = {
    "id": "Mercury_7", "question": "Which is red?", "answerKey": "2",
    "choices": {"text": ["sky", "blood"], "label": ["1", "2"]},
}  # fmt: skip
ARC_OLD = {
    "id": "Mercury_8", "answerKey": "B",
    "question": {
        "stem": "Which is red?",
        "choices": [{"text": "sky", "label": "A"}, {"text": "blood", "label": "B"}],
    },
}  # fmt: skip
HELLASWAG = {
    "ind": 24, "activity_label": "x", "ctx_a": "Which is", "ctx_b": "red?", "label": "1",
    "ctx": "Which is red?", "endings": ["sky", "blood"],
}  # fmt: skip
MMLU_PRO = {
    "question_id": 70, "question": "Which is red?", "options": ["sky", "blood"], "answer": "B",
    "answer_index": 1, "category": "colours",
}  # fmt: skip
GOLD = {"query": "Which is red?", "choices": ["sky", "blood"], "gold": 1}
CEVAL = {
    "id": 0, "question": "Which is red?", "A": "sky", "B": "blood", "answer": "B", "explanation": "",
}  # fmt: skip
CMMLU = {"Question": "Which is red?", "A": "sky", "B": "blood", "Answer": "B"}
MEDQA = {
    "question": "Which is red?", "answer": "blood", "options": {"B": "blood", "A": "sky"},
    "meta_info": "step1", "answer_idx": "B", "metamap_phrases": ["red"],
}  # fmt: skip
SWAG = {"sent1": "Which is", "sent2": "red?", "ending0": "sky", "ending1": "blood", "label": 1}
SHAPES = [
    CEVAL,
    CMMLU,
    MEDQA,
    SWAG,
    ARC | {"answerKey": 2},
    INSPECT,
    MMLU,
    ARC,
    ARC_OLD,
    HELLASWAG,
    MMLU_PRO,
    GOLD,
    INSPECT | {"target": ["B"]},
]


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


@pytest.mark.parametrize("row", SHAPES)
def test_every_shape_makes_the_same_task(project, tmp_path, row):
    source = write(tmp_path / "m.jsonl", [row])
    assert import_any(project, source, now=NOW).added == {"tasks": 1, "checkpoints": 1}
    found = records_of(project)
    (task,), (point,) = found["tasks"], found["checkpoints"]
    assert task.prompt == (
        "Which is red?\n\nA) sky\nB) blood\n\nAnswer with the letter of one option."
    )
    assert (point.instrument, point.weight) == ("choice", 1)
    assert point.settings == {"options": ["sky", "blood"], "key": "B"}
    assert task.category == ("colours" if "subject" in row or "category" in row else None)
    assert problem_of(point) is None
    assert not any(import_any(project, source, now=NOW).added.values())


GPQA = {
    "Question": "Which is red?\n", "Correct Answer": "blood\n", "Incorrect Answer 1": "sky",
    "Incorrect Answer 2": "grass", "Incorrect Answer 3": "snow", "Record ID": "rec06pnAkLOr2t2mp",
    "Subdomain": "colours", "Explanation": "x",
}  # fmt: skip
TRUTHFUL = {
    "question": "Which is red?",
    "mc1_targets": {"choices": ["blood", "sky", "grass", "snow"], "labels": [1, 0, 0, 0]},
    "mc2_targets": {"choices": ["blood", "sky"], "labels": [1, 0]},
}
TRUTHFUL_OLD = {
    "question": "Which is red?", "mc1_targets": {"blood": 1, "sky": 0, "grass": 0, "snow": 0},
}  # fmt: skip


@pytest.mark.parametrize("row", [GPQA, TRUTHFUL, TRUTHFUL_OLD])
def test_where_the_right_one_came_first_the_options_are_shuffled(project, tmp_path, row):
    rows = [
        row | {"Question": f"{n}?", "question": f"{n}?", "Record ID": f"r{n}"} for n in range(40)
    ]
    rows = [{key: one[key] for key in row} for one in rows]
    source = write(tmp_path / "m.jsonl", rows)
    report = import_any(project, source, now=NOW)
    assert any("right option came first: 40." in note for note in report.warnings)
    keys = [point.settings["key"] for point in records_of(project)["checkpoints"]]
    assert {*keys} == {*"ABCD"}
    for point in records_of(project)["checkpoints"]:
        assert point.settings["options"]["ABCD".index(point.settings["key"])] == "blood"
    assert not any(import_any(project, source, now=NOW).added.values())


def test_several_right_ones_are_one_checkpoint_an_option(project, tmp_path):
    row = {"input": "哪些是颜色？", "choices": ["红", "狗", "蓝"], "target": ["A", "C"]}
    import_any(project, write(tmp_path / "m.jsonl", [row]), now=NOW)
    found = records_of(project)
    assert "请写出所有正确选项的字母" in found["tasks"][0].prompt
    points = sorted(found["checkpoints"], key=lambda point: point.position)
    assert [point.text for point in points] == [
        "选择选项 A：红", "不选择选项 B：狗", "选择选项 C：蓝",
    ]  # fmt: skip
    met = {
        text: [instrument_of(point).decide(Subject(text), point).passed for point in points]
        for text in ("A, C", "A", "答案是 A、B、C", "不知道")
    }
    assert list(met.values()) == [
        [True, True, True], [True, True, False], [True, False, True], [False, False, False],
    ]  # fmt: skip


def test_responses_come_with_their_models(project, tmp_path):
    rows = [
        INSPECT | {"output": "B", "model": "m1"}, INSPECT | {"response": "A", "model": "m2"},
        INSPECT | {"response": "A"}, INSPECT | {"metadata": {"subject": "x"}, "id": "q2", "k": 1},
    ]  # fmt: skip
    report = import_any(project, write(tmp_path / "m.jsonl", rows), now=NOW)
    assert report.added == {"tasks": 2, "checkpoints": 2, "responses": 3}
    found = sorted((item.model, item.text) for item in records_of(project)["responses"])
    assert found == [("m1", "B"), ("m2", "A"), ("unknown system", "A")]
    told = " ".join(map(str, report.warnings))
    assert "without a model" in told
    assert '"k", "metadata"' in told


HOSTILE = {
    "no question": (INSPECT | {"input": ""}, "input"),
    "a question of numbers": (INSPECT | {"input": 3}, "input"),
    "messages without text": (INSPECT | {"input": [{"role": "user"}, 1]}, "input"),
    "choices of numbers": (INSPECT | {"choices": [1, 2]}, "choices"),
    "choices as text": (INSPECT | {"choices": "sky"}, "choices"),
    "one choice": (INSPECT | {"choices": ["sky"], "target": "A"}, "choices"),
    "27 choices": (INSPECT | {"choices": [f"o{n}" for n in range(27)], "target": "A"}, "choices"),
    "a choice blank": (INSPECT | {"choices": ["sky", " "]}, "choices"),
    "choices alike": (INSPECT | {"choices": ["sky", "sky"]}, "choices"),
    "labels short": (ARC | {"choices": {"text": ["a", "b"], "label": ["1"]}}, "choices"),
    "no target": ({key: INSPECT[key] for key in ("id", "input", "choices")}, "answer"),
    "a letter outside": (INSPECT | {"target": "C"}, "target"),
    "several letters": (INSPECT | {"target": "A, B"}, "target"),
    "an empty list": (INSPECT | {"target": []}, "target"),
    "a letter twice": (INSPECT | {"target": ["A", "A"]}, "target"),
    "true": (MMLU | {"answer": True}, "answer"),
    "an index outside": (MMLU | {"answer": 2}, "answer"),
    "an index below 0": (MMLU | {"answer": -1}, "answer"),
    "a fraction": (MMLU | {"answer": 1.0}, "answer"),
    "a number as text": (MMLU | {"answer": "1"}, "answer"),
    "no gold": (HELLASWAG | {"label": ""}, "label"),
    "no label": (ARC | {"answerKey": "A"}, "answerKey"),
    "no right target": (TRUTHFUL | {"mc1_targets": {"choices": ["a", "b"], "labels": [0, 0]}}, "target"),
    "targets too few": (TRUTHFUL | {"mc1_targets": {"choices": ["a", "b"], "labels": [1]}}, "target"),
    "labels no list": (TRUTHFUL | {"mc1_targets": {"choices": ["a", "b"], "labels": 1}}, "target"),
    "targets of numbers": (TRUTHFUL | {"mc1_targets": {"choices": 5}}, "choices"),
    "two right targets alike": (TRUTHFUL | {"mc1_targets": {"choices": ["a", "a"], "labels": [1, 0]}}, "choices"),
    "no incorrect one": ({"Question": "?", "Correct Answer": "a"}, "choices"),
    "a correct one of numbers": (GPQA | {"Correct Answer": 5}, "choices"),
    "an option by letter of numbers": (MEDQA | {"options": {"A": 1, "B": "x"}}, "options"),
    "no answer": (CEVAL | {"id": 5, "answer": ""}, "answer"),
    "a NUL": (INSPECT | {"input": "a\x00b"}, "prompt"),
    "a response of numbers": (INSPECT | {"output": 3, "model": "m"}, "text"),
    "a model blank": (INSPECT | {"output": "B", "model": " "}, "model"),
    "another question of its id": (INSPECT | {"input": "Else?"}, "id"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_wrong_is_refused_whole(project, tmp_path, name):
    row, field = HOSTILE[name]
    more = {"id": "q9", "input": "Fine?", "choices": ["yes", "no"], "target": "A"}
    first = INSPECT if name == "another question of its id" else more
    source = write(tmp_path / "m.jsonl", [first, row])
    assert ("m.jsonl", "row 2", field) in places(refusal(project, source))


def test_all_problems_are_listed(project, tmp_path):
    rows = [INSPECT, "x", INSPECT | {"target": "Z"}, INSPECT | {"choices": 1}]
    found = places(refusal(project, write(tmp_path / "m.jsonl", rows)))
    assert [row for _, row, _ in found] == ["row 2", "row 3", "row 4"]
