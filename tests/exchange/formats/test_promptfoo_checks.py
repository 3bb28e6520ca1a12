"""Checks go out as assertions with which promptfoo decides the same; others are named."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from tests.exchange.conftest import NOW
from tests.exchange.formats.tools import need_tools, run_promptfoo
from xpert_studio.exchange.formats import export_foreign, find_format
from xpert_studio.exchange.formats.promptfoo_checks import assertion_of
from xpert_studio.instruments import instrument_of
from xpert_studio.instruments.checks import KINDS, Subject
from xpert_studio.records import Checkpoint, Response, Task
from xpert_studio.store.bulk_import import Intake
from xpert_studio.workflow import new_project

WRITTEN: list[tuple[str, dict[str, Any]]] = [
    ("contains_all", {"texts": ["Paris"], "case_sensitive": True}),
    ("contains_all", {"texts": ["Paris"], "negated": True}),
    ("contains_all", {"texts": ["paris", "lyon"]}),
    ("contains_all", {"texts": ["Paris", "Lyon"], "negated": True, "case_sensitive": True}),
    ("contains_any", {"texts": ["Paris"]}),
    ("contains_any", {"texts": ["{{7*7}}", "Lyon, a \"city\""], "case_sensitive": True}),
    ("contains_none", {"texts": ["Lyon", "{% raw %}"]}),
    ("starts_with", {"text": "Pa(r)i-s*", "negated": True}),
    ("starts_with", {"text": "Paris"}),
    ("ends_with", {"text": "Lyon."}),
    ("regex", {"pattern": "^[A-Z]\\w{4} and"}),
    ("regex", {"pattern": "Paris|Rome", "whole": True}),
    ("equals", {"text": "file://x {{ 1 }}", "as_written": True, "negated": True}),
    ("equals", {"text": "Paris", "as_written": True}),
    ("similarity", {"text": "Paris!", "at_most_edits": 2, "as_written": True}),
    ("json_valid", {"fence_allowed": False}),
    ("json_valid", {"fence_allowed": False, "negated": True}),
    ("json_schema", {"fence_allowed": False, "json_schema": '{"required": ["a{{b"]}'}),
    ("xml_valid", {"fence_allowed": False}),
    ("word_count", {"at_least": 2, "at_most": 3}),
    ("word_count", {"exactly": 1}),
]  # fmt: skip
LEFT_OUT: list[tuple[str, dict[str, Any]]] = [
    ("starts_with", {"text": "Paris", "case_sensitive": False}),
    ("regex", {"pattern": "(?i)paris"}),
    ("regex", {"pattern": "\\p{Han}"}),
    ("regex", {"pattern": "\\APar"}),
    ("regex", {"pattern": "[[:alpha:]]"}),
    ("equals", {"text": "Paris"}),
    ("similarity", {"text": "Paris", "at_least": 0.5, "as_written": True}),
    ("json_valid", {}),
    ("json_schema", {"fence_allowed": False, "json_schema": '{"format": "email"}'}),
    ("json_schema", {"fence_allowed": False, "json_schema": '{"prefixItems": [{}]}'}),
    ("xml_valid", {"fence_allowed": False, "elements": ["a"]}),
    ("refusal", {}),
    ("latency_seconds", {"at_most": 2}),
    ("sentence_count", {"at_most": 2}),
]
TEXTS = [
    "Paris", "Paris and Lyon.", "  Paris", "", "lyon and paris\n", "{{7*7}} {{ 1 }} {% raw %}",
    '{"a{{b": 1}', "[1]", "<a>Lyon</a>", "巴黎 Paris", "Pa(r)i-s*", "Pari\u0301s", "Rome ",
]  # fmt: skip
ENGLISH = Task(id="t", prompt="Name two cities.")
CHINESE = Task(id="zh", prompt="请写一个城市的名字，并说明理由。")


def point(number: int, kind: str, parameters: dict[str, Any], task: str = "t") -> Checkpoint:
    return Checkpoint(
        task_id=task, id=f"c{number}", text=f"Check {number}.", weight=number + 1,
        position=number, instrument="check", settings={"check": kind, "parameters": parameters},
    )  # fmt: skip


def points(rows: list[tuple[str, dict[str, Any]]], task: str = "t") -> list[Checkpoint]:
    return [point(number, *row, task) for number, row in enumerate(rows)]


@pytest.mark.parametrize(("kind", "parameters"), LEFT_OUT)
def test_a_check_without_an_equal_has_no_assertion(kind, parameters):
    assert kind in KINDS
    asked = point(0, kind, parameters)
    assert instrument_of(asked).settings_problem(asked) is None
    assert assertion_of(asked, ENGLISH) is None


def test_words_are_counted_alike_only_where_words_have_spaces():
    asked = point(0, "word_count", {"at_most": 5})
    assert assertion_of(asked, ENGLISH) == {"type": "word-count", "value": {"max": 5}}
    assert assertion_of(asked, CHINESE) is None


def test_promptfoo_decides_as_the_checks_do(tmp_path):
    need_tools()
    rubric = points(WRITTEN)
    with new_project(tmp_path / "p.xpert", now=NOW) as project:
        with project.writing() as tx:
            intake = Intake(tx)
            intake.task(ENGLISH)
            for item in rubric:
                intake.checkpoint(item)
            for number, text in enumerate(TEXTS):
                intake.response(
                    Response(id=f"r{number}", task_id="t", model=f"m{number}", text=text)
                )
            intake.flush()
        report = export_foreign(project, find_format("promptfoo"), tmp_path / "out")
    assert not any("left out" in text or "gate" in text for text in report.warnings)
    assert any("number of words: 2." in text for text in report.warnings)
    out = tmp_path / "results.json"
    quiet = ("--no-progress-bar", "--no-table", "--no-cache")
    run_promptfoo("eval", "-c", "stored.yaml", *quiet, "-o", out, at=tmp_path / "out")
    rows = json.loads(out.read_text(encoding="utf-8"))["results"]["results"]
    said = {
        (row["provider"]["label"], part["assertion"]["config"]["checkpoint"]): part["pass"]
        for row in rows
        for part in row["gradingResult"]["componentResults"]
    }
    ours = {
        (f"m{number}", item.id): instrument_of(item).decide(Subject(text), item).passed
        for (number, text), item in product(enumerate(TEXTS), rubric)
    }
    words = {item.id for item in rubric if item.settings["check"] == "word_count"}
    differ = {key for key in ours if ours[key] is not said[key]}
    # promptfoo takes "Pa(r)i-s*" and "<a>Lyon</a>" for one word each.
    assert differ == {(f"m{number}", item) for number in (8, 10) for item in words}
    assert len(set(ours.values())) == 2
    whole = sum(item.weight for item in rubric)
    for row in rows:
        name = row["provider"]["label"]
        met = sum(item.weight for item in rubric if said[name, item.id])
        assert row["score"] == pytest.approx(met / whole)


def test_what_is_left_out_is_named(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as project:
        with project.writing() as tx:
            intake = Intake(tx)
            for task in (ENGLISH, CHINESE):
                intake.task(task)
            for item in points(LEFT_OUT):
                intake.checkpoint(item)
            intake.checkpoint(point(0, "word_count", {"at_most": 5}, "zh"))
            intake.checkpoint(point(1, "json_valid", {"fence_allowed": False}, "zh"))
            intake.flush()
        report = export_foreign(project, find_format("promptfoo"), tmp_path / "out")
    told = "\n".join(report.warnings)
    for said in ("Matches regular expression (4)", "Refusal (1)", "Number of words (1)"):
        assert said in told
    assert "Tasks without any other checkpoint, and were left out: 1." in told
    tests = json.loads((tmp_path / "out" / "tests.json").read_text(encoding="utf-8"))
    assert [[item["type"] for item in test["assert"]] for test in tests] == [["is-json"]]
    assert tests[0]["assert"][0]["weight"] == 2
    assert report.rows["tests.json"] == 1
