"""OpenAI Evals: samples, registry files, items and output items of the platform."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.conftest import NOW, records_of, refusal
from xpert_studio.core.exchange import import_any
from xpert_studio.core.instruments import problem_of
from xpert_studio.core.workflow import new_project

CHAT = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "2+2?"}]
CLOSED = """
closedqa:
  prompt: "Is {criteria} met by {completion}?"
  choice_strings: "YN"
  choice_scores: {"Y": 1.0, "N": 0.0}
likert:
  prompt: "How funny is {completion}?"
  choice_strings: "12345"
  choice_scores: from_strings
unsure:
  prompt: "Funny?"
  choice_strings: ["Yes", "No", "Unsure"]
  choice_scores: {"Yes": 1.0, "No": 0.0, "Unsure": 0.5}
fact:
  prompt: "Which holds?"
  choice_strings: ABCDE
"""


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def lines(path: Path, *rows: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def registry(folder: Path, kind: str, args: str = "") -> Path:
    lines(folder / "data" / "sums" / "samples.jsonl", {"input": CHAT, "ideal": ["4", "four"]})
    (folder / "modelgraded").mkdir()
    (folder / "modelgraded" / "all.yaml").write_text(CLOSED)
    (folder / "evals").mkdir()
    path = folder / "evals" / "sums.yaml"
    path.write_text(
        f"sums:\n  id: sums.dev.v0\nsums.dev.v0:\n  class: evals.elsuite.basic.x:{kind}\n"
        f"  args:\n    samples_jsonl: sums/samples.jsonl\n{args}"
    )
    return path


def test_samples_by_themselves_are_tasks_with_their_answers(project, tmp_path):
    source = lines(tmp_path / "sums" / "samples.jsonl", {"input": CHAT, "ideal": ["4", "four"]})
    report = import_any(project, source, now=NOW)
    found = records_of(project)
    (task,), (point,) = found["tasks"], found["checkpoints"]
    assert (task.id, task.prompt, task.system_prompt) == ("sums-1", "2+2?", "Be brief.")
    assert task.reference_answer == "4 / four"
    assert point.text == "Agrees with the expected answer:\n\n4 / four"
    assert any("do not say how" in text and "weight 1" in text for text in report.warnings)


@pytest.mark.parametrize(
    ("kind", "args", "check"),
    [
        ("Match", "", "constraints"),
        ("Includes", "    ignore_case: true\n", "contains_any"),
        ("FuzzyMatch", "", None),
    ],
)
def test_the_class_of_an_eval_decides(project, tmp_path, kind, args, check):
    import_any(project, registry(tmp_path, kind, args), now=NOW)
    (point,) = records_of(project)["checkpoints"]
    assert problem_of(point) is None
    assert point.settings.get("check") == check
    if check == "contains_any":
        assert point.settings["parameters"] == {"texts": ["4", "four"], "case_sensitive": False}


@pytest.mark.parametrize(
    ("spec", "instrument", "scale"),
    [
        ("closedqa", "binary", None),
        ("likert", "graded", (1, 5, 1)),
        ("unsure", "graded", (0, 1, 0.5)),
    ],
)
def test_a_grader_is_a_checkpoint_on_the_scale_of_its_scores(
    project, tmp_path, spec, instrument, scale
):
    args = f"    modelgraded_spec: {spec}\n"
    if spec == "closedqa":
        args += "    modelgraded_spec_args: {criteria: 'Is it right?'}\n"
    import_any(project, registry(tmp_path, "ModelBasedClassify", args), now=NOW)
    (point,) = records_of(project)["checkpoints"]
    assert problem_of(point) is None
    assert point.instrument == instrument
    if scale:
        assert tuple(point.settings[name] for name in ("low", "high", "step")) == scale
    else:
        assert point.text == "Is it right?"


@pytest.mark.parametrize(
    ("kind", "args", "said"),
    [
        ("MakeMePay", "", "is code"),
        ("ModelBasedClassify", "    modelgraded_spec: fact\n", "no scores"),
        ("ModelBasedClassify", "    modelgraded_spec: gone\n", "not in the folder"),
    ],
)
def test_what_no_checkpoint_can_say_is_named(project, tmp_path, kind, args, said):
    (problem,) = refusal(project, registry(tmp_path, kind, args))
    assert "sums.dev.v0" in problem.message
    assert said in problem.message


def test_no_file_outside_the_registry_is_read(project, tmp_path):
    lines(tmp_path / "secret.jsonl", {"input": "a", "ideal": "b"})
    folder = tmp_path / "reg"
    folder.mkdir()
    path = registry(folder, "Match")
    path.write_text(path.read_text().replace("sums/samples.jsonl", "../../secret.jsonl"))
    (problem,) = refusal(project, path)
    assert "is not there" in problem.message


def test_output_items_bring_responses_and_verdicts(project, tmp_path):
    item = {
        "object": "eval.run.output_item", "id": "outputitem_1", "run_id": "r", "eval_id": "e",
        "status": "pass", "created_at": 1, "datasource_item_id": 5,
        "datasource_item": {"input": "2+2?", "ground_truth": "4"},
        "results": [{"name": "exact", "passed": True, "score": 1.0},
                    {"name": "tone", "passed": False, "score": 0.4}],
        "sample": {"input": CHAT, "output": [{"role": "assistant", "content": "4"}],
                   "finish_reason": "stop", "model": "m-1",
                   "usage": {"prompt_tokens": 9, "completion_tokens": 1}},
    }  # fmt: skip
    source = tmp_path / "run.json"
    source.write_text(json.dumps({"object": "list", "data": [item]}))
    report = import_any(project, source, now=NOW)
    found = records_of(project)
    (response,) = found["responses"]
    assert (response.text, response.model, response.prompt_tokens) == ("4", "m-1", 9)
    assert found["tasks"][0].reference_answer == "4"
    assert {item.checkpoint_id: item.value for item in found["verdicts"]} == {"exact": 1, "tone": 0}
    assert found["judgments"] == []
    assert any("between pass and fail" in text for text in report.warnings)


def test_a_data_source_is_tasks(project, tmp_path):
    row = {"item": {"ticket_text": "My screen", "correct_label": "Hardware"}}
    import_any(project, lines(tmp_path / "t.jsonl", row), now=NOW)
    (task,) = records_of(project)["tasks"]
    assert (task.prompt, task.reference_answer) == ("My screen", "Hardware")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"input": "a", "completion": "b", "choice": "Yes"}, "test a grader"),
        ({"spec": {"completion_fns": ["x"]}}, "record of a run"),
        ({"object": "eval", "testing_criteria": []}, "without its items"),
    ],
)
def test_relatives_are_named(project, tmp_path, row, said):
    (problem,) = refusal(project, lines(tmp_path / "x.jsonl", row))
    assert said in problem.remedy


def test_a_pointer_is_no_file(project, tmp_path):
    path = tmp_path / "samples.jsonl"
    path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    (problem,) = refusal(project, path)
    assert "Git LFS" in problem.message
