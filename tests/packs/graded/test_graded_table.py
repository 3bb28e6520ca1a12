"""Long tables of several instruments: every value goes there and back, nothing else comes in."""

from __future__ import annotations

import csv
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, places, records_of, refusal
from tests.exchange.graded import judgments, rubrics, verdicts
from tests.sampling import examples
from xpert_studio.core.exchange import export_table, import_any
from xpert_studio.core.records import (
    BINARY,
    AbstentionRule,
    Checkpoint,
    Judge,
    RatingState,
    Response,
    Task,
)
from xpert_studio.core.store import settings
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project

FIVE = {"low": 1, "high": 5, "step": 0.5}
RUBRIC = [
    Checkpoint(task_id="t", id="b", text="Is done.", weight=5),
    Checkpoint(task_id="t", id="g", text="Is clear.", weight=2.5, instrument="graded", settings={
        "low": 0, "high": 100, "minimum": 60}),
    Checkpoint(task_id="t", id="f", text="Is kind.", weight=1, instrument="graded", settings=FIVE),
]  # fmt: skip
HEAD = ["response_id", "checkpoint_id", "judge", "kind", "value"]


def put(project, rubric, *ratings):
    with project.writing() as tx:
        allow_abstentions(tx)
        intake = Intake(tx)
        intake.task(Task(id="t", prompt="Do it."))
        for point in rubric:
            intake.checkpoint(point)
        intake.response(Response(id="r", task_id="t", model="m", text="Done."))
        if ratings:
            intake.judge(Judge(id="j"))
        for rating in ratings:
            intake.adder(type(rating))(rating)
        intake.flush()


def allow_abstentions(tx, rule=AbstentionRule.LEFT_OUT):
    info = settings.project_info(tx)
    policies = info.policies.model_copy(update={"abstentions": rule})
    settings.put_project_info(tx, info.model_copy(update={"policies": policies}))


def table(path, *rows, head=HEAD):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, *rows])
    return path


@pytest.fixture
def filled(project):
    put(project, RUBRIC)
    return project


def rated(project):
    found = records_of(project)
    experts = {item.checkpoint_id: item.final for item in found["judgments"]}
    judges = {
        item.checkpoint_id: item.decision for item in found["verdicts"] if item.decision is not None
    }
    return experts, judges


@st.composite
def contents(draw):
    rubric = draw(rubrics())
    judged = [draw(judgments(point)) for point in rubric]
    return rubric, judged, [draw(verdicts(point)) for point in rubric]


@examples(12)
@given(contents(), st.sampled_from([".csv", ".xlsx"]))
def test_every_value_goes_there_and_back(tmp_path, drawn, suffix):
    rubric, judged, given_ = drawn
    folder = tmp_path / "law"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / f"t{suffix}"
    with new_project(folder / "p.xpert", now=NOW) as first:
        put(first, rubric, *judged, *given_)
        export_table(first, path)
        with new_project(folder / "q.xpert", now=NOW) as second:
            put(second, rubric)
            import_any(second, path, now=NOW)
            assert rated(second) == rated(first)
    if suffix == ".csv":
        header = path.read_text("utf-8-sig").splitlines()[0].split(",")
        is_mixed = any(point.instrument != BINARY for point in rubric)
        assert ("value" in header, "met" in header) == (is_mixed, not is_mixed)


@pytest.mark.parametrize(
    ("point", "written", "value"),
    [
        ("g", "72", 72), ("g", "72 / 100", 72), ("g", "７２", 72), ("g", "100.0", 100),
        ("g", "cannot assess", RatingState.CANNOT_ASSESS), ("b", "N/A", RatingState.NOT_APPLICABLE),
        ("f", "不适用", RatingState.NOT_APPLICABLE),
        ("f", "4.5", 4.5), ("f", "４", 4), ("f", "4/5", 4), ("b", "yes", 1), ("b", "0", 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["expert", "judge", "verdict"])
def test_values_are_read_as_people_write_them(filled, tmp_path, point, written, value, kind):
    import_any(filled, table(tmp_path / "t.csv", ["r", point, "maria", kind, written]), now=NOW)
    experts, judges = rated(filled)
    assert (experts if kind == "expert" else judges) == {point: value}


@pytest.mark.parametrize(
    ("point", "written", "remedy"),
    [
        ("g", "101", "from 0 to 100 in steps of 1"),
        ("g", "72.5", "from 0 to 100 in steps of 1"),
        ("g", "72 / 10", "from 0 to 100 in steps of 1"),
        ("g", "met", "from 0 to 100 in steps of 1"),
        ("g", "", "from 0 to 100 in steps of 1"),
        ("f", "4.25", "from 1 to 5 in steps of 0.5"),
        ("f", "2026-04-05 00:00:00", "from 1 to 5 in steps of 0.5"),
        ("b", "0.5", "1/0"),
    ],
)
def test_a_value_off_the_scale_is_refused_by_row(filled, tmp_path, point, written, remedy):
    good = ["r", "g", "omar", "expert", "60"]
    path = table(tmp_path / "t.csv", good, ["r", point, "maria", "expert", written])
    (problem,) = refusal(filled, path)
    assert places([problem]) == [("t.csv", "row 3", "value")]
    assert remedy in problem.remedy


def test_abstentions_come_in_only_where_the_project_has_them(filled, tmp_path):
    with filled.writing() as tx:
        allow_abstentions(tx, AbstentionRule.NONE)
    rows = [["r", name, "maria", "expert", "does not apply"] for name in "gb"]
    problems = refusal(filled, table(tmp_path / "t.csv", *rows))
    assert places(problems) == [("t.csv", f"row {n}", "value") for n in (2, 3)]
    assert "people policy --abstentions" in problems[0].remedy


def test_met_and_value_stand_beside_each_other(filled, tmp_path):
    path = table(
        tmp_path / "t.csv", ["r", "b", "maria", "expert", "", "yes"],
        ["r", "g", "maria", "expert", "72", ""], ["r", "b", "j", "judge", "0", "no"],
        head=[*HEAD, "met"],
    )  # fmt: skip
    import_any(filled, path, now=NOW)
    assert rated(filled) == ({"b": 1, "g": 72}, {"b": 0})


@pytest.mark.parametrize(
    ("row", "column", "said"),
    [
        (["r", "b", "maria", "expert", "1", "no"], "met", "contradicts value"),
        (["r", "g", "maria", "expert", "", "1"], "met", "is graded"),
        (["r", "g", "maria", "expert", "72", "yes"], "met", "is graded"),
    ],
)
def test_met_is_for_what_is_met_or_not(filled, tmp_path, row, column, said):
    (problem,) = refusal(filled, table(tmp_path / "t.csv", row, head=[*HEAD, "met"]))
    assert places([problem]) == [("t.csv", "row 2", column)]
    assert said in problem.message


@pytest.mark.parametrize("kind", ["expert", "judge"])
def test_a_rating_of_what_a_program_decides_is_left_out_by_row(tmp_path, project, kind):
    check = Checkpoint(task_id="t", id="k", text="Is short.", weight=1, instrument="check",
                       settings={"check": "word_count", "parameters": {"at_most": 9}})  # fmt: skip
    put(project, [*RUBRIC, check])
    path = table(
        tmp_path / "t.csv", ["r", "b", "ada", kind, "1"], ["r", "k", "ada", kind, "1"],
        ["r", "k", "checks", "judge", "1"],
    )  # fmt: skip
    report = import_any(project, path, now=NOW)
    assert sum(report.added.values()) == 1
    assert rated(project) == (({"b": 1}, {}) if kind == "expert" else ({}, {"b": 1}))
    (told,) = report.warnings
    assert "a program decides their checkpoints: 2 (row 3, 4)" in told
