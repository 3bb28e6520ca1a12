"""How checkpoints are answered, in the spreadsheets of rubrics."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.instruments.steps import BINARY, STEPS, Steps
from tests.packs.checks.deciding import needed
from tests.sampling import examples
from tests.workflow.studio import Studio
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange.rubric_import import export_rubrics, import_rubric
from xpert_studio.core.exchange.rubric_sheet import read_rubric_sheet, write_rubric_sheet
from xpert_studio.core.instruments import (
    INSTRUMENTS,
    instrument_names,
    read_settings,
    written_settings,
)
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.store import tasks
from xpert_studio.core.wording import LANGUAGES, speak, spoken, translated
from xpert_studio.packs.checks.kinds import KINDS

HEAD = ["Criterion", "Points", "Instrument", "Settings"]
ANSWERED = st.one_of(
    st.just(("binary", {})),
    st.tuples(
        st.just("steps"),
        st.dictionaries(st.text(max_size=8), st.text(max_size=8), max_size=3).flatmap(
            lambda more: st.sampled_from([more, {**more, "minimum": 2}, {**more, "minimum": 3}])
        ),
    ),
)


@pytest.fixture(autouse=True)
def steps(monkeypatch):
    monkeypatch.setitem(INSTRUMENTS.loaded, "steps", Steps())


def table(path, *rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([HEAD, *rows])
    return path


def refusals(path):
    with pytest.raises(InputRefusedError) as refused:
        read_rubric_sheet(path, dimensions=())
    return [str(problem) for problem in refused.value.problems]


@given(
    answered=st.lists(ANSWERED, min_size=1, max_size=5), suffix=st.sampled_from([".csv", ".xlsx"])
)
@examples(12)
def test_they_come_back_as_they_were(tmp_path, answered, suffix):
    rubric = [
        Checkpoint(task_id="t", id=f"c{n}", text=f"Point {n}.", weight=1, instrument=i, settings=s)
        for n, (i, s) in enumerate(answered)
    ]
    path = tmp_path / f"r{suffix}"
    write_rubric_sheet(path, rubric, dimensions=(), replace=True)
    rows = read_rubric_sheet(path, dimensions=()).rows
    if all(name == "binary" for name, _ in answered):
        assert [row.instrument for row in rows] == [None] * len(answered)
    else:
        assert [(row.instrument, row.settings) for row in rows] == answered


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_a_table_of_binary_checkpoints_has_no_such_columns(tmp_path, suffix):
    for name, rubric in (("plain", [BINARY]), ("mixed", [BINARY, STEPS])):
        write_rubric_sheet(tmp_path / f"{name}{suffix}", rubric, dimensions=())
    if suffix == ".csv":
        found = [
            (tmp_path / f"{n}.csv").read_text("utf-8-sig").splitlines()[0]
            for n in ("plain", "mixed")
        ]
    else:
        books = [
            openpyxl.load_workbook(tmp_path / f"{n}.xlsx")["Rubric"] for n in ("plain", "mixed")
        ]
        found = [",".join(cell.value for cell in book[1]) for book in books]
    assert found == [
        "Criterion,Points,Importance,Tag,Notes,ID",
        "Criterion,Points,Importance,Tag,Notes,Instrument,Settings,ID",
    ]


@pytest.mark.parametrize(
    ("cells", "said", "remedy"),
    [
        (
            ("unheard-of", ""),
            '"unheard-of" is not known',
            "Write one of binary, graded, check, choice, steps",
        ),
        (("", '{"minimum": 2}'), "is empty", "Write one of binary, graded, check, choice, steps"),
        (("steps", "minimum 2"), "no JSON object", '{"name": value}'),
        (("steps", "[2]"), "no JSON object", '{"name": value}'),
        (("steps", '{"minimum": NaN}'), "no JSON object", '{"name": value}'),
        (("steps", "[" * 9_000), "no JSON object", '{"name": value}'),
        (("steps", '{"minimum": 9}'), "has no such minimum", "Correct the settings"),
        (("steps", '{"minimum": []}'), "cannot read its settings", "Correct the settings"),
        (("binary", '{"minimum": 2}'), "knows no setting", "Correct the settings"),
    ],
)
def test_what_is_wrong_is_refused_by_row_with_a_remedy(tmp_path, cells, said, remedy):
    path = table(tmp_path / "r.csv", ["Names clause 9.", 3, "steps", ""], ["Says why.", 2, *cells])
    (problem,) = refusals(path)
    assert "r.csv" in problem
    assert "row 3" in problem
    assert said in problem
    assert remedy in problem


def test_a_title_names_an_instrument_too_and_an_empty_row_leaves_it_as_it_is(tmp_path):
    path = table(
        tmp_path / "r.csv", ["One thing.", 3, "THREE  steps", '{"minimum":2}'], ["Two.", 2, "", ""]
    )
    one, two = read_rubric_sheet(path, dimensions=()).rows
    assert (one.instrument, one.settings) == ("steps", {"minimum": 2})
    assert (two.instrument, two.settings) == (None, None)


def test_a_rubric_goes_out_and_comes_in_again(tmp_path):
    studio = Studio(tmp_path / "s.xpert")
    studio.rubric()
    path = tmp_path / "rubric.xlsx"

    def rubric():
        with studio.project.reading() as tx:
            return tasks.rubric_of(tx, "t1")

    before = rubric()
    table(tmp_path / "in.csv", [before[0].text, 3, "steps", '{"minimum": 3}'])
    change, _ = import_rubric(studio.wei, "t1", tmp_path / "in.csv")
    assert change.details["changed"] == 1
    told = rubric()
    assert (told[0].instrument, told[0].settings) == ("steps", {"minimum": 3})
    assert told[1:] == before[1:]
    export_rubrics(studio.project, path, ["t1"])
    again, _ = import_rubric(studio.wei, "t1", path, replace=True)
    assert [again.details[name] for name in ("added", "changed", "removed")] == [0, 0, 0]
    table(tmp_path / "bad.csv", ["A new one.", 3, "", ""], [before[1].text, 3, "none", ""])
    with pytest.raises(InputRefusedError):
        import_rubric(studio.wei, "t1", tmp_path / "bad.csv")
    assert rubric() == told
    studio.project.close()


def test_settings_are_read_as_they_are_written():
    assert written_settings({}) == ""
    assert read_settings("") == read_settings("  {}") == {}
    assert read_settings(written_settings({"名": [1, 0.5, None]})) == {"名": [1, 0.5, None]}


def sheet_of(path, head, *rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["Criterion", "Points", *head], *rows])
    return path


TWO = "Paris\nLondon"


@pytest.mark.parametrize(
    ("head", "cells", "field", "said"),
    [
        (["Check", "Options", "Key"], ["json_valid", TWO, "A"], "Check", "beside Options"),
        (["Check", "Options", "Key"], ["json_valid", "", "A"], "Key", "beside Check"),
        (["Check", "Parameters", "Scale"], ["json_valid", "", "0–100"], "Check", "beside Scale"),
        (["Scale", "Gate"], ["0–100", "yes"], "Scale", "beside Gate"),
        (["Check", "Scale", "0–59"], ["json_valid", "", "Poor."], "0–59", "beside Check"),
        (["Instrument", "Parameters"], ["binary", '{"at_most": 5}'], "Parameters", "binary"),
        (["Instrument", "Minimum"], ["binary", "60"], "Minimum", "binary"),
        (["Instrument", "Options", "Key"], ["check", TWO, "A"], "Options", "check"),
        (["Options", "Key"], [TWO, "C"], "Key", "from A to B"),
        (
            ["Check", "Parameters"], ["word_count", '{"at_most": 5, "at_most": 9}'],
            "Parameters", 'key "at_most" twice',
        ),
        (
            ["Instrument", "Settings"], ["check", '{"check": "json_valid", "check": "xml"}'],
            "Settings", 'key "check" twice',
        ),
    ],
)  # fmt: skip
def test_cells_that_contradict_each_other_are_refused_by_cell(tmp_path, head, cells, field, said):
    path = sheet_of(tmp_path / "r.csv", head, ["A line.", 1], ["Another.", 1, *cells])
    with pytest.raises(InputRefusedError) as refused:
        read_rubric_sheet(path, dimensions=())
    problem = refused.value.problems[0]
    assert (problem.place, problem.field) == ("row 3", field)
    assert said in problem.message
    assert problem.remedy


def test_a_gate_beside_a_check_is_the_gate_of_the_check(tmp_path):
    path = sheet_of(tmp_path / "r.csv", ["Gate", "Check"], ["A line.", 1, "yes", "json_valid"])
    (row,) = read_rubric_sheet(path, dimensions=()).rows
    assert (row.instrument, row.settings) == ("check", {"check": "json_valid", "gate": True})


@pytest.mark.parametrize(
    ("head", "cells", "instrument", "settings"),
    [
        (["检查", "参数"], ["word_count", '{"at_most": 5}'], "check", None),
        (["检查种类", "参数", "门槛"], ["word_count", '{"at_most": 5}', ""], "check", None),
        (["Check kind", "Params"], ["word_count", '{"at_most": 5}'], "check", None),
        (["选项", "答案", "多选"], [TWO, "B", ""], "choice", {"options": ["Paris", "London"], "key": "B"}),
        (["备选答案", "正确选项"], [TWO, "B"], "choice", {"options": ["Paris", "London"], "key": "B"}),
        (["Choices", "Answer"], [TWO, "B"], "choice", {"options": ["Paris", "London"], "key": "B"}),
        (["评分方式", "量表", "最低要求"], ["分级量表", "0–100", "60"], "graded",
         {"low": 0, "high": 100, "minimum": 60}),
        (["评分方式", "设置"], ["选择题", '{"options": ["a", "b"], "key": "A"}'], "choice",
         {"options": ["a", "b"], "key": "A"}),
    ],
)  # fmt: skip
def test_headings_and_names_of_instruments_may_be_chinese(
    tmp_path, head, cells, instrument, settings
):
    path = sheet_of(tmp_path / "r.csv", head, ["A line.", 1, *cells])
    sheet = read_rubric_sheet(path, dimensions=())
    (row,) = sheet.rows
    expected = settings or {"check": "word_count", "parameters": {"at_most": 5}}
    assert (row.instrument, row.settings) == (instrument, expected)
    assert sheet.notes == ()


@pytest.mark.parametrize(
    ("check", "written", "parameters"),
    [
        ("code_runs", '{"output": 42}', {"output": "42"}),
        ("code_runs", '{"output": 1.50, "seconds": 5}', {"output": "1.50", "seconds": 5}),
        ("contains_all", '{"texts": [42, "b"]}', {"texts": ["42", "b"]}),
        ("number", '{"value": 0.1, "tolerance": 2}', {"value": 0.1, "tolerance": 2}),
        ("number", '{"value": 12345678901234567.5}', {"value": "12345678901234567.5"}),
        ("number", '{"value": 9007199254740993}', {"value": 9007199254740993}),
    ],
)
def test_parameters_are_read_by_their_declared_types(tmp_path, check, written, parameters):
    path = sheet_of(tmp_path / "r.csv", ["Check", "Parameters"], ["A line.", 1, check, written])
    (row,) = read_rubric_sheet(path, dimensions=()).rows
    assert row.settings == {"check": check, "parameters": parameters}
    line = Checkpoint(
        task_id="t", id="c", text="A line.", weight=1, instrument="check", settings=row.settings
    )
    write_rubric_sheet(tmp_path / "again.csv", [line], dimensions=())
    (again,) = read_rubric_sheet(tmp_path / "again.csv", dimensions=()).rows
    assert again.settings == row.settings


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kind_of_check_is_read_by_its_title_in_every_language_and_by_its_id(tmp_path, language):
    kinds = list(KINDS.values())
    titles = [translated(kind.title, language) for kind in kinds]
    assert len({title.casefold() for title in titles}) == len(kinds)
    rows = [
        [f"Line {place}.", 1, name, json.dumps(needed(kind.id))]
        for place, (name, kind) in enumerate(
            (name, kind)
            for title, kind in zip(titles, kinds, strict=True)
            for name in (title, title.upper(), kind.id)
        )
    ]
    path = sheet_of(tmp_path / "r.csv", ["Check", "Parameters"], *rows)
    read = [row.settings["check"] for row in read_rubric_sheet(path, dimensions=()).rows]
    assert read == [kind.id for kind in kinds for _ in range(3)]


@pytest.mark.parametrize(("language", "cell"), [("en", "word_count"), ("zh", "词数")])
def test_a_sheet_tells_a_kind_of_check_in_the_language_that_is_spoken(tmp_path, language, cell):
    made = {"check": "word_count", "parameters": {"at_most": 5}, "gate": True}
    line = Checkpoint(
        task_id="t", id="c", text="A line.", weight=1, instrument="check", settings=made
    )
    before = spoken()
    speak(language)
    try:
        write_rubric_sheet(tmp_path / "r.xlsx", [line], dimensions=())
    finally:
        speak(before)
    sheet = openpyxl.load_workbook(tmp_path / "r.xlsx")["Rubric"]
    told = dict(zip(*([one.value for one in row] for row in sheet.iter_rows()), strict=True))
    assert told["Check"] == cell
    (row,) = read_rubric_sheet(tmp_path / "r.xlsx", dimensions=()).rows
    assert row.settings == made


def test_columns_that_are_not_known_are_named(tmp_path):
    path = sheet_of(tmp_path / "r.csv", ["Mood", "Check"], ["A line.", 1, "fine", "json_valid"])
    assert read_rubric_sheet(path, dimensions=()).notes == ("Columns that were not read: Mood.",)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_instrument_is_read_by_its_title_in_the_language_of_the_window(language):
    for one in INSTRUMENTS.values():
        assert instrument_names().find(translated(one.title, language)) == one.id


def test_the_page_on_bundles_has_every_column_and_instrument():
    page = (Path(__file__).parents[2] / "docs" / "bundle.md").read_text("utf-8")
    table = page[page.index("## The rubric spreadsheet") :]
    shipped = [one for one in INSTRUMENTS.values() if one.id != "steps"]
    missing = [c for one in shipped for c in one.sheet_columns if f"`{c}`" not in table]
    assert missing == [one.id for one in shipped if f"`{one.id}`" not in table] == []
