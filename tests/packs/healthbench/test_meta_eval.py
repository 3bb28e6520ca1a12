"""HealthBench's meta-evaluation comes in as tasks, responses and physicians' judgments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.conftest import NOW, places, records_of, refusal
from xpert_studio.core.exchange import import_any
from xpert_studio.core.metrics import expert_agreement
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.workflow import new_project

LINE = {
    "prompt": [{"role": "user", "content": "I have a cough."}],
    "completion": "For how long?",
    "rubric": "Asks for context.",
    "binary_labels": [True, False],
    "anonymized_physician_ids": ["p1", "p 2"],
    "category": "cluster:context_seeking",
    "prompt_id": "h1",
    "canary": "healthbench-meta:1",
}


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def test_lines_become_tasks_responses_and_judgments(project, tmp_path):
    lines = [
        LINE,
        LINE | {"rubric": "Is short.", "binary_labels": [True, True]},
        LINE | {"completion": "No.", "binary_labels": [False, False]},
        LINE | {"prompt": [{"role": "user", "content": "Else."}], "prompt_id": "h2"},
    ]
    source = write(tmp_path / "m.jsonl", lines)
    report = import_any(project, source, now=NOW)
    assert report.added == {"tasks": 2, "checkpoints": 3, "responses": 3, "judgments": 8}
    assert any("each weighs 1" in text for text in report.warnings)
    found = records_of(project)
    assert [point.position for point in found["checkpoints"]] == [0, 1, 0]
    assert {point.dimension for point in found["checkpoints"]} == {"cluster:context_seeking"}
    assert {item.value for item in found["judgments"]} == {True, False}
    assert project.info().canary == "healthbench-meta:1"
    with project.reading() as tx:
        frames = read_frames(tx)
    agreement = expert_agreement(frames.catalog, frames.experts)
    assert (agreement.items, len(agreement.disputed)) == (4, 2)
    again = import_any(project, source, now=NOW)
    assert not any(again.added.values())


HOSTILE: dict[str, tuple[list[Any], tuple[str, str]]] = {
    "cut off": ([LINE, "x"], ("row 2", "")),
    "labels short": ([LINE | {"binary_labels": [True]}], ("row 1", "binary_labels")),
    "no labels": (
        [LINE | {"binary_labels": [], "anonymized_physician_ids": []}],
        ("row 1", "binary_labels"),
    ),
    "a label of numbers": ([LINE | {"binary_labels": [1, 0]}], ("row 1", "binary_labels.0")),
    "a physician blank": (
        [LINE | {"anonymized_physician_ids": ["p", " "]}],
        ("row 1", "anonymized_physician_ids.1"),
    ),
    "criterion blank": ([LINE | {"rubric": " "}], ("row 1", "rubric")),
    "no prompt": ([LINE | {"prompt": []}], ("row 1", "prompt")),
    "prompt blank": ([LINE | {"prompt": [{"role": "user", "content": ""}]}], ("row 1", "prompt")),
    "two prompts of one id": (
        [LINE, LINE | {"prompt": [{"role": "user", "content": "Else."}]}],
        ("row 2", "prompt_id"),
    ),
    "at odds with oneself": (
        [LINE, LINE | {"binary_labels": [False, False]}],
        ("row 2", "binary_labels"),
    ),
    "one answer to two tasks": (
        [
            LINE | {"completion_id": "x"},
            LINE | {"completion_id": "x", "completion": "Another."},
        ],
        ("row 2", "completion_id"),
    ),
}


@pytest.mark.parametrize("name", list(HOSTILE))
def test_what_is_wrong_is_named_and_nothing_taken(project, tmp_path, name):
    rows, (place, field) = HOSTILE[name]
    problems = refusal(project, write(tmp_path / "m.jsonl", rows))
    assert ("m.jsonl", place, field) in places(problems)
