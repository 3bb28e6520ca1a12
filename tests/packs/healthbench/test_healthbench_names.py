"""Files of HealthBench's shape under other names are read where only one key can be each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.conftest import NOW, records_of, refusal
from tests.exchange.formats.test_recognition import SHARED
from xpert_studio.core.exchange import import_any
from xpert_studio.core.workflow import new_project


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def write(path: Path, *rows: Any) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def weights(project) -> list[tuple[str, float]]:
    return [(point.text, point.weight) for point in records_of(project)["checkpoints"]]


@pytest.mark.parametrize("name", ["question", "query", "instruction", "problem"])
@pytest.mark.parametrize("key", ["rubric", "criteria", "checklist"])
def test_other_names_are_read_and_told(project, tmp_path, name, key):
    row = {name: "What?", key: [{"description": "Is it.", "weight": 4, "axis": "truth"}], "id": 7}
    report = import_any(project, write(tmp_path / "x.jsonl", row), now=NOW)
    found = records_of(project)
    (task,), (point,) = found["tasks"], found["checkpoints"]
    assert (task.id, task.prompt) == ("7", "What?")
    assert (point.text, point.weight, point.dimension) == ("Is it.", 4, "truth")
    told = report.warnings[0]
    assert f"{name} → prompt" in told
    assert f"{key} → rubrics" in told
    assert "rubrics.weight → rubrics.points" in told


def test_a_rubric_without_points_counts_alike_and_says_so(project, tmp_path):
    row = {"prompt": "What?", "rubric": ["One.", "Two."]}
    report = import_any(project, write(tmp_path / "x.jsonl", row), now=NOW)
    assert weights(project) == [("One.", 1), ("Two.", 1)]
    assert any("without any points: 2" in text for text in report.warnings)


def test_weights_of_groups_are_divided_among_their_criteria(project, tmp_path):
    row = {
        "prompt": "What?",
        "dimension_weight": {"depth": 0.6, "form": 0.4},
        "criterions": {
            "depth": [{"criterion": "D1.", "weight": 1}, {"criterion": "D2.", "weight": 3}],
            "form": [{"criterion": "F1.", "explanation": "How.", "weight": 1}],
        },
    }
    report = import_any(project, write(tmp_path / "x.jsonl", row), now=NOW)
    assert weights(project) == [
        ("D1.", pytest.approx(0.15)), ("D2.", pytest.approx(0.45)),
        ("F1.\n\nHow.", pytest.approx(0.4)),
    ]  # fmt: skip
    assert any("dimension_weight" in text for text in report.warnings)


def test_described_levels_are_bands(project, tmp_path):
    levels = {"1-2": "Poor.", "3-4": "Fair.", "5-6": "Good."}
    row = {"query": "What?", "checklist": [{"name": "Clarity", "criteria_description": "How clear.",
                                            **levels}]}  # fmt: skip
    import_any(project, write(tmp_path / "x.jsonl", row), now=NOW)
    (point,) = records_of(project)["checkpoints"]
    assert point.text == "Clarity\n\nHow clear."
    assert point.instrument == "graded"
    assert (point.settings["low"], point.settings["high"]) == (1, 6)
    assert [band["text"] for band in point.settings["bands"]] == ["Good.", "Fair.", "Poor."]


def test_a_rubric_that_is_one_text_of_points_and_items(project, tmp_path):
    text = "Points: 1.5, Item: Names A.\nmore\nPoints: 2, Item: Names B."
    import_any(project, write(tmp_path / "x.jsonl", {"problem": "P?", "answer": text}), now=NOW)
    assert weights(project) == [("Names A.\nmore", 1.5), ("Names B.", 2)]


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_lists_and_lines_are_the_same(project, tmp_path, name):
    row = {"question": "What?", "rubric": [{"criterion": "Is it.", "points": 4}]}
    path = tmp_path / name
    path.write_text(json.dumps([row] if name == "x.json" else row))
    import_any(project, path, now=NOW)
    assert weights(project) == [("Is it.", 4)]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"question": "a", "query": "b", "rubric": ["x"]}, "any of question, query"),
        ({"prompt": "a", "rubric": ["x"], "checklist": ["y"]}, "any of rubric, checklist"),
        ({"rubric": [{"criterion": "x", "points": 1}]}, "without a prompt"),
        ({"question": "a", "golden_rubric": "Names A, then B."}, "“golden_rubric” is one text"),
    ],
)
def test_what_is_not_clear_is_refused_with_the_smallest_change(project, tmp_path, row, said):
    (problem,) = refusal(project, write(tmp_path / "x.jsonl", row))
    assert said in problem.remedy


def test_turns_and_negative_zero_doubled_and_broken_points(project):
    source = SHARED / "data" / "intake" / "hb_negative_zero.jsonl"
    if not source.exists():
        pytest.skip("needs the shared inputs")
    report = import_any(project, source, now=NOW)
    found = records_of(project)
    (task,) = found["tasks"]
    assert task.id == "p1"
    turns = ("[1 · system]\n> Be brief.", "[2 · user · turn 1]\n> My baby has a fever.",
             "[3 · assistant · turn 1]\n> How old?", "[4 · user · turn 2]\n> 2 months.")  # fmt: skip
    assert task.full_prompt == "\n\n".join(turns)
    points = found["checkpoints"]
    assert [point.weight for point in points] == [10, 7, 0, 5, 2.5]
    assert [point.text for point in points if point.weight in (10, 5)] == [
        "Advises urgent care", "Advises urgent care",
    ]  # fmt: skip
    assert "Advises herbal tea" in points[1].text
    assert points[1].text != "Advises herbal tea"
    assert len({point.id for point in points}) == 5
    assert any("negative points: 1" in text for text in report.warnings)
    assert any("0 points" in text and "1" in text for text in report.warnings)
    assert project.info().canary == "x"
