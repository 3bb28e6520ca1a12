"""Exports of Label Studio: what annotators chose and rated, submitted and never confirmed."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.conftest import NOW, records_of, refusal
from xpert_studio.core.exchange import import_any
from xpert_studio.core.exchange.recognition import find_import
from xpert_studio.core.records import JudgmentStatus
from xpert_studio.core.workflow import new_project

DATA = {"prompt": "What is 2+2?", "response": "It is four."}


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def result(name: str, kind: str, value: Any) -> dict[str, Any]:
    key = "text" if kind == "textarea" else kind
    return {"from_name": name, "to_name": "x", "type": kind, "value": {key: value}}


def annotation(user: Any, *results: Any, **more: Any) -> dict[str, Any]:
    return {"id": 1, "completed_by": user, "result": list(results), "was_cancelled": False, **more}


def task(*annotations: Any, **more: Any) -> dict[str, Any]:
    return {"id": 4, "data": DATA, "annotations": list(annotations), "predictions": [], **more}


def write(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value))
    return path


def ratings(project) -> dict[tuple[str, str], float]:
    return {(j.expert_id, j.checkpoint_id): j.value for j in records_of(project)["judgments"]}


def test_annotations_are_judgments_of_external_raters(project, tmp_path):
    value = [
        task(
            annotation({"id": 1, "email": "a@x.org"}, result("helpful", "choices", ["Yes"]),
                       result("quality", "rating", 4), result("why", "textarea", ["So."])),
            annotation(2, result("helpful", "choices", ["No"]), result("quality", "rating", 2)),
            annotation(3, result("helpful", "choices", ["Yes"]), was_cancelled=True),
            predictions=[{"model_version": "m1", "result": [result("quality", "rating", 5)]}],
        )
    ]  # fmt: skip
    report = import_any(project, write(tmp_path / "e.json", value), now=NOW)
    found = records_of(project)
    (made,), (response,) = found["tasks"], found["responses"]
    assert (made.prompt, response.text) == ("What is 2+2?", "It is four.")
    first, second = sorted({expert for expert, _ in ratings(project)}, key=len, reverse=True)
    assert ratings(project) == {
        (first, "helpful"): 1, (first, "quality"): 4, (second, "helpful"): 0, (second, "quality"): 2
    }  # fmt: skip
    assert {item.status for item in found["judgments"]} == {JudgmentStatus.SUBMITTED}
    assert [item.value for item in found["verdicts"]] == [5]
    told = " ".join(report.warnings)
    assert "not as confirmed" in told
    assert "skipped, and not imported: 1" in told
    assert '"why" is of the type textarea' in told


def test_the_later_annotation_of_a_person_stands(project, tmp_path):
    value = [task(
        annotation(1, result("q", "rating", 5), updated_at="2024-02-01"),
        annotation(1, result("q", "rating", 3), updated_at="2024-01-01"),
    )]  # fmt: skip
    report = import_any(project, write(tmp_path / "e.json", value), now=NOW)
    assert list(ratings(project).values()) == [5]
    assert any("later one" in text for text in report.warnings)


ROWS = [
    {**DATA, "id": 4, "helpful": "Yes", "quality": [{"rating": 4}], "annotator": 1,
     "annotation_id": 10, "created_at": "t", "updated_at": "t", "lead_time": 1.5},
    {**DATA, "id": 4, "helpful": "No", "quality": [{"rating": 2}], "annotator": 2,
     "annotation_id": 11, "created_at": "t", "updated_at": "t", "lead_time": 1.5},
]  # fmt: skip
WANTED = {("1", "helpful"): 1, ("1", "quality"): 4, ("2", "helpful"): 0, ("2", "quality"): 2}


def test_json_min_and_csv_say_the_same(project, tmp_path):
    import_any(project, write(tmp_path / "min.json", ROWS), now=NOW)
    assert ratings(project) == WANTED
    path = tmp_path / "e.csv"
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, sorted(ROWS[0]))
        writer.writeheader()
        writer.writerows({**row, "quality": json.dumps(row["quality"])} for row in ROWS)
    with new_project(tmp_path / "second.xpert", now=NOW) as second:
        assert import_any(second, path, now=NOW).format == "label-studio"
        assert ratings(second) == WANTED


def test_what_rates_nothing_is_refused_with_what_would(project, tmp_path):
    box = {"from_name": "label", "type": "rectanglelabels", "value": {"x": 1, "y": 2}}
    value = [task(annotation(1, box))]
    (problem,) = refusal(project, write(tmp_path / "e.json", value))
    assert "ratings or labels" in problem.message


def test_a_person_may_choose_the_field_of_the_response(project, tmp_path):
    source = write(tmp_path / "e.json", [task(annotation(2, result("ok", "choices", ["Yes"])))])
    fields = find_import("label-studio").response_fields
    assert fields is not None
    assert fields(source) == ("response", "prompt")
    import_any(project, source, now=NOW, response_field="prompt")
    assert [item.text for item in records_of(project)["responses"]] == [DATA["prompt"]]
    assert fields(write(tmp_path / "broken.json", [{"data": 1, "annotations": []}])) == ()


def test_what_is_no_annotation_or_result_is_passed_over(project, tmp_path):
    odd = [7, {"result": [3, {"from_name": 1}, {"from_name": "ok", "value": "Yes"}]}]
    source = write(
        tmp_path / "e.json", [task(*odd, annotation(2, result("ok", "choices", ["Yes"])))]
    )
    import_any(project, source, now=NOW)
    assert ratings(project) == {("2", "ok"): 1}
