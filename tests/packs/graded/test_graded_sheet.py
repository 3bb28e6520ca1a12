"""Rubric spreadsheets with scales, bands, caps and gates in columns that people read and write."""

from __future__ import annotations

import csv
from datetime import date

import openpyxl
import pytest
from hypothesis import given

from tests.exchange.graded import TEXT, rubrics
from tests.sampling import examples
from tests.workflow.studio import Studio
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange.rubric_import import export_rubrics, import_rubric
from xpert_studio.core.exchange.rubric_sheet import read_rubric_sheet, write_rubric_sheet
from xpert_studio.core.records import BINARY, Checkpoint
from xpert_studio.core.store import tasks

SCALE = {
    "low": 0, "high": 100, "minimum": 60,
    "bands": [
        {"low": 90, "high": 100, "text": "Clear."}, {"low": 60, "high": 89, "text": "Fair."},
        {"low": 0, "high": 59, "text": "Poor."},
    ],
    "caps": [{"id": "plain", "text": "Plain text: no headings.", "at_most": 25}],
}  # fmt: skip
STARS = {
    "low": 1, "high": 5, "step": 0.5,
    "bands": [{"low": 5, "high": 5, "text": "Best."}, {"low": 1, "high": 1, "text": "Worst."}],
}  # fmt: skip
RUBRIC = [
    Checkpoint(task_id="t", id="a", text="Is there.", weight=3),
    Checkpoint(task_id="t", id="b", text="Is safe.", weight=5, settings={"gate": True}),
    Checkpoint(task_id="t", id="c", text="Is clear.", weight=2.5, instrument="graded", settings=SCALE),
    Checkpoint(task_id="t", id="d", text="Is kind.", weight=1, instrument="graded", settings=STARS),
]  # fmt: skip
HEAD = ["Criterion", "Points", "Scale", "Minimum", "Caps", "Gate", "0–59", "60 - 100"]


def table(path, *rows, head=HEAD):
    if path.suffix == ".xlsx":
        book = openpyxl.Workbook()
        for row in (head, *rows):
            book.active.append(list(row))
        book.save(path)
        return path
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, *rows])
    return path


def rows_of(path):
    return read_rubric_sheet(path, dimensions=()).rows


def answered(path):
    return [(row.instrument, row.settings) for row in rows_of(path)]


def refusals(path):
    with pytest.raises(InputRefusedError) as refused:
        read_rubric_sheet(path, dimensions=())
    return refused.value.problems


@examples(25)
@given(rubric=rubrics(TEXT.filter(str.strip)))
@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_rubrics_come_back_as_they_were(tmp_path, rubric, suffix):
    path = tmp_path / f"r{suffix}"
    write_rubric_sheet(path, rubric, dimensions=(), replace=True)
    rows = rows_of(path)
    assert [row.weight for row in rows] == [point.weight for point in rubric]
    if all(point.instrument == BINARY and not point.settings for point in rubric):
        assert {row.instrument for row in rows} == {None}
    else:
        assert [(row.instrument, row.settings) for row in rows] == [
            (point.instrument, point.settings) for point in rubric
        ]


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_people_can_read_the_columns(tmp_path, suffix):
    path = tmp_path / f"r{suffix}"
    write_rubric_sheet(path, RUBRIC, dimensions=())
    if suffix == ".csv":
        head, *rows = csv.reader(path.read_text("utf-8-sig").splitlines())
    else:
        sheet = openpyxl.load_workbook(path)["Rubric"]
        head, *rows = ([cell or "" for cell in row] for row in sheet.iter_rows(values_only=True))
    assert list(head[5:]) == [
        "Instrument", "Gate", "Scale", "Minimum", "Caps", "90–100", "60–89", "0–59", "5", "1", "ID",
    ]  # fmt: skip
    assert rows[1][5:7] == ["binary", "yes"]
    assert rows[2][5:13] == [
        "graded", "", "0–100", "60", "plain (at most 25): Plain text: no headings.", "Clear.",
        "Fair.", "Poor.",
    ]  # fmt: skip
    assert rows[3][7] == "1–5 (0.5)"


def test_what_columns_cannot_say_is_written_as_json(tmp_path):
    odd = SCALE | {"caps": [{"id": "plain", "text": "One.\nTwo.", "at_most": 25}]}
    rubric = [*RUBRIC, RUBRIC[2].model_copy(update={"id": "e", "text": "E.", "settings": odd})]
    path = tmp_path / "r.csv"
    write_rubric_sheet(path, rubric, dimensions=())
    assert "Settings" in path.read_text("utf-8-sig").splitlines()[0]
    assert answered(path)[-1] == ("graded", odd)
    assert answered(path)[2] == ("graded", SCALE)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["0-100"], {"low": 0, "high": 100}),
        (["0 to 10 (0.5)"], {"low": 0, "high": 10, "step": 0.5}),
        (["1至5"], {"low": 1, "high": 5}),
        (["１—５，步长 0.5"], {"low": 1, "high": 5, "step": 0.5}),
        (["0–100", "60"], {"low": 0, "high": 100, "minimum": 60}),
        (
            ["0–100", "", "At most 25: no headings\n多 (最高 40)：太长"],
            {"low": 0, "high": 100, "caps": [
                {"id": "cap1", "text": "no headings", "at_most": 25},
                {"id": "多", "text": "太长", "at_most": 40},
            ]},
        ),
        (
            ["0–100", "", "", "", "Poor.", "Fair."],
            {"low": 0, "high": 100, "bands": [
                {"low": 0, "high": 59, "text": "Poor."}, {"low": 60, "high": 100, "text": "Fair."},
            ]},
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_a_scale_alone_says_that_a_line_is_graded(tmp_path, cells, expected, suffix):
    path = table(tmp_path / f"r{suffix}", ["Is clear.", 3, *cells], ["Is there.", 2])
    assert answered(path) == [("graded", expected), (None, None)]


@pytest.mark.parametrize(("said", "gate"), [("yes", True), ("是", True), ("no", False)])
def test_a_gate_says_that_a_line_is_met_or_not(tmp_path, said, gate):
    path = table(tmp_path / "r.csv", ["Is safe.", 3, "", "", "", said])
    assert answered(path) == [("binary", {"gate": True} if gate else {})]


def test_headings_may_be_chinese(tmp_path):
    path = table(
        tmp_path / "r.csv", ["表达清楚。", 3, "0–100", "60", "", "差。"], ["安全。", 5, "", "", "是", ""],
        head=["评分标准", "分值", "量表", "及格线", "一票否决", "0至59"],
    )  # fmt: skip
    bands = [{"low": 0, "high": 59, "text": "差。"}]
    assert answered(path) == [
        ("graded", {"low": 0, "high": 100, "bands": bands, "minimum": 60}),
        ("binary", {"gate": True}),
    ]


@pytest.mark.parametrize(
    ("cells", "column", "said", "remedy"),
    [
        (["nought to ten"], "Scale", "is no scale", "0–100"),
        (["5"], "Scale", "is no scale", "0–100"),
        ([date(2026, 5, 1)], "Scale", "is a date", "as text"),
        (["100–0"], "Scale", "low end below", "Correct"),
        (["0–100 (7)"], "Scale", "does not divide", "Correct"),
        (["0–100", "sixty"], "Minimum", "is no number", "a value of the scale"),
        (["0–100", "101"], "Scale", "minimum that is not on its scale", "Correct"),
        (["0–100", "", "no headings"], "Caps", "is no cap", "at most 25"),
        (["0–100", "", "a (at most 100): b"], "Scale", "does not limit", "Correct"),
        (["0–10", "", "", "", "Poor."], "Scale", "band 0–59", "Correct"),
        (["", "60"], "Instrument", "is empty", "binary, graded"),
        (["", "", "", "", "Poor."], "Instrument", "is empty", "binary, graded"),
        (["", "", "", "perhaps"], "Gate", "neither yes nor no", "yes or no"),
        (["9" * 40 + "–" + "9" * 41], "Scale", "is no scale", "0–100"),
    ],
)
def test_clumsy_cells_are_refused_by_row_and_column(tmp_path, cells, column, said, remedy):
    path = table(tmp_path / "r.xlsx", ["Is there.", 2], ["Is clear.", 3, *cells])
    (problem,) = refusals(path)
    assert (problem.place, problem.field) == ("row 3", column)
    assert said in problem.message
    assert remedy in problem.remedy


def test_cells_and_json_are_not_both_believed(tmp_path):
    path = table(
        tmp_path / "r.csv", ["Is clear.", 3, "graded", "0–100", '{"low": 0, "high": 10}'],
        head=["Criterion", "Points", "Instrument", "Scale", "Settings"],
    )  # fmt: skip
    (problem,) = refusals(path)
    assert (problem.field, problem.remedy) == ("Settings", "Keep one of the two.")


@pytest.mark.parametrize(
    ("points", "weight", "note"),
    [
        (2.5, 2.5, "Checkpoints whose points are not a whole number from 1 to 10: 1."),
        (40, 40, "Checkpoints whose points are not a whole number from 1 to 10: 1."),
        (0, 0, "Checkpoints of 0 points, which are not scored: 1."),
        ("10.0", 10, ""),
    ],
)
def test_any_points_come_in_and_are_told(tmp_path, points, weight, note):
    path = table(tmp_path / "r.csv", ["Is clear.", points])
    sheet = read_rubric_sheet(path, dimensions=())
    assert [row.weight for row in sheet.rows] == [weight]
    assert [note] == [said.split(" They")[0] for said in sheet.notes] or not note
    studio = Studio(tmp_path / "s.xpert")
    studio.rubric()
    import_rubric(studio.wei, "t1", path)
    with studio.project.reading() as tx:
        assert tasks.rubric_of(tx, "t1")[-1].weight == weight
    studio.project.close()


@pytest.mark.parametrize("points", ["-2000000", "many", "1e9", "2000000"])
def test_what_is_no_weight_is_refused(tmp_path, points):
    (problem,) = refusals(table(tmp_path / "r.csv", ["Is clear.", points]))
    assert (problem.place, problem.field) == ("row 2", "Points")


def test_a_graded_rubric_goes_out_and_comes_in_again(tmp_path):
    studio = Studio(tmp_path / "s.xpert")
    studio.rubric()
    write_rubric_sheet(tmp_path / "in.xlsx", RUBRIC, dimensions=())
    import_rubric(studio.wei, "t1", tmp_path / "in.xlsx", replace=True)
    export_rubrics(studio.project, tmp_path / "out.xlsx", ["t1"])
    again, _ = import_rubric(studio.wei, "t1", tmp_path / "out.xlsx", replace=True)
    assert [again.details[name] for name in ("added", "changed", "removed")] == [0, 0, 0]
    with studio.project.reading() as tx:
        found = tasks.rubric_of(tx, "t1")
    assert [(p.text, p.weight, p.instrument, p.settings) for p in found] == [
        (p.text, p.weight, p.instrument, p.settings) for p in RUBRIC
    ]
    studio.project.close()


def test_a_band_without_words_is_written_and_read(tmp_path) -> None:
    settings = {"low": 0, "high": 9, "bands": [{"low": 0, "high": 9}]}
    point = RUBRIC[2].model_copy(update={"settings": settings})
    path = tmp_path / "r.csv"
    write_rubric_sheet(path, [point], dimensions=())
    assert answered(path) == [("graded", settings)]
