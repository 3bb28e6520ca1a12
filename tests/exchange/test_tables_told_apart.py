"""Rules by which tables of strangers were read wrongly, each with the right reading."""

from __future__ import annotations

import json

import openpyxl
import pytest

from xpert_studio.core.exchange.rubric_sheet import SheetReading, read_map, read_rubric_sheet
from xpert_studio.core.exchange.rubric_sheet.numbers import amount


def read(tmp_path, text, name="r.csv", **more):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_rubric_sheet(path, dimensions=(), reading=SheetReading(**more))


def lines(sheet):
    return [(row.text, row.weight) for row in sheet.rows]


def bands(row):
    return [(level.low, level.high, level.described) for level in row.levels]


@pytest.mark.parametrize("head", ["Potential Points", "Points possible", "Max. Punkte gesamt"])
@pytest.mark.parametrize(
    "given", ["Points Received", "Erreichte Punkte gesamt", "Puntos obtenidos"]
)
def test_points_and_what_was_given_are_told_by_their_words(tmp_path, head, given):
    sheet = read(tmp_path, f"Criteria,{head},{given}\nNames clause nine,30,28\nDates it,10,10\n")
    assert sheet.is_sure
    assert lines(sheet) == [("Names clause nine", 30), ("Dates it", 10)]


def test_a_column_filled_once_is_no_rival_of_the_points(tmp_path):
    rows = "".join(f"Names fact {n} of the file,{n},\n" for n in range(2, 7))
    sheet = read(tmp_path, f"Criterion,Weight,Score\n{rows}Names the last one,9,4\n")
    assert sheet.is_sure
    assert [row.weight for row in sheet.rows] == [2, 3, 4, 5, 6, 9]


def test_spaces_before_quotation_marks_do_not_break_cells(tmp_path):
    text = 'Item, Description, Points\nHash, "Uses Argon2, PBKDF2 or bcrypt", 3\n'
    text += 'Expiry, "Passwords expire, and users are told", 2\n'
    assert lines(read(tmp_path, text)) == [
        ("Uses Argon2, PBKDF2 or bcrypt", 3), ("Passwords expire, and users are told", 2),
    ]  # fmt: skip


def test_lines_with_points_are_said_by_the_lines_below_them(tmp_path):
    text = "## Text (20 points)\n\n* **Clause (12 points)**\n* Names clause nine of the lease\n"
    text += "* **Date (8 points)**\n* Dates the notice of termination\n"
    sheet = read(tmp_path, text, "r.md")
    assert sheet.is_sure
    assert [(row.title, row.text, row.weight) for row in sheet.rows] == [
        ("Clause", "Names clause nine of the lease", 12),
        ("Date", "Dates the notice of termination", 8),
    ]


def test_points_of_some_rows_only_are_asked_about(tmp_path):
    text = "- Names clause nine (3 points)\n- Dates the notice\n- Says who pays\n"
    sheet = read(tmp_path, text, "r.md")
    assert not sheet.is_sure


def test_bare_numbers_behind_nearly_all_texts_are_points(tmp_path):
    rows = "Does it name clause nine?\xa0 15,Yes\nIs the notice dated? 5,\nIs it short? 10,Yes\n"
    sheet = read(tmp_path, f"Rubric,Completed?\n{rows}")
    assert lines(sheet) == [
        ("Does it name clause nine?", 15), ("Is the notice dated?", 5), ("Is it short?", 10),
    ]  # fmt: skip
    few = read(tmp_path, "Rubric,Completed?\nNames rule 15,Yes\nIs dated,\nIs short,Yes\n")
    assert few.rows[0].text == "Names rule 15"


def test_cells_of_markdown_broken_into_lines_stay_whole(tmp_path):
    text = "| Criterion | Points |\n| --- | --- |\n| Names the clause\n- and its page | 3 |\n"
    text += "| Dates the notice | 2 |\n"
    assert lines(read(tmp_path, text, "r.md")) == [
        ("Names the clause\n- and its page", 3), ("Dates the notice", 2),
    ]  # fmt: skip


def test_points_that_fall_before_the_texts_may_be_levels(tmp_path):
    sheet = read(tmp_path, "Points,Standard\n50,All of it works\n43,Most of it\n36,Some of it\n")
    assert not sheet.is_sure


def test_a_first_table_with_other_words_in_its_header_is_taken_too(tmp_path):
    book = openpyxl.Workbook()
    rows = [
        ["Title page"],
        ["", "Slide part", "Marks available", "0", "50%", "100%"],
        ["", "Names the group", 5, "Missing", "Partly", "Complete"],
        [], ["PART I"],
        ["Slide", "Criteria", "Marks available", "0", "50%", "100%"],
        [1, "Explains the model", 10, "Missing", "Weakly", "Clearly"],
        [2, "Compares the models", 5, "Missing", "Weakly", "Clearly"],
    ]  # fmt: skip
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "r.xlsx")
    sheet = read_rubric_sheet(
        tmp_path / "r.xlsx", dimensions=(), reading=SheetReading(parts="sections")
    )
    assert [(row.section, row.text, row.weight) for row in sheet.rows] == [
        ("Title page", "Names the group", 5),
        ("PART I", "Explains the model", 10),
        ("PART I", "Compares the models", 5),
    ]


def test_levels_of_the_same_value_are_one(tmp_path):
    ratings = [
        {"description": "Good", "points": 4}, {"description": "Fair", "points": 0},
        {"description": "Poor", "points": 0},
    ]  # fmt: skip
    data = [{"description": "Names the clause", "points": 4, "ratings": ratings}]
    (row,) = read(tmp_path, json.dumps(data), "r.json").rows
    assert bands(row) == [(4, 4, "Good"), (0, 0, "Fair\nPoor")]


def test_classes_of_british_degrees_are_levels_and_fail_is_one(tmp_path):
    head = "Criteria,Fail,3rd,2:2,2:1,1st\n"
    texts = ",".join(f"understanding of the {n}th kind" for n in range(5))
    sheet = read(tmp_path, f"{head}Method,{texts}\nReferences,{texts}\n")
    assert sheet.is_sure
    assert [level.name for level in sheet.rows[0].levels] == ["Fail", "3rd", "2:2", "2:1", "1st"]
    assert [level.low for level in sheet.rows[0].levels] == [1, 2, 3, 4, 5]


def test_values_described_by_their_numbers_are_levels(tmp_path):
    scores = {"2": "Names clause and page", "1": "Names the clause", "0": "Names none"}
    data = [{"name": "clause", "description": "Does it name the clause?", "scores": scores}]
    (row,) = read(tmp_path, json.dumps({"dimensions": data}), "r.json").rows
    assert bands(row) == [
        (2, 2, "Names clause and page"), (1, 1, "Names the clause"), (0, 0, "Names none"),
    ]  # fmt: skip


def test_points_taken_off_do_not_change_what_there_is_to_get():
    assert amount("-0.5/1").value == 1
    assert amount("3/6").value == 6


def test_prose_below_headings_is_asked_about_and_taken_by_a_map(tmp_path):
    text = "# Rúbrica\n\n## 1 Alcance\n\nEl informe define los objetivos.\n\n## 2 Riesgos\n\n"
    text += "El informe considera los riesgos.\n"
    assert not read(tmp_path, text, "r.md").is_sure
    sheet = read(tmp_path, text, "r.md", mapped=read_map("Title=A,Requirement=B"))
    assert [(row.title, row.text) for row in sheet.rows] == [
        ("1 Alcance", "El informe define los objetivos."),
        ("2 Riesgos", "El informe considera los riesgos."),
    ]


def test_names_of_levels_stay_with_their_texts(tmp_path):
    (row,) = read(tmp_path, "Criterion,Good (2),Poor (0)\nNames the clause,clause,\n").rows
    assert [band["text"] for band in row.settings["bands"]] == ["Good: clause", "Poor"]
