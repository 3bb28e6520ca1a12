"""Rows that head others in rubric tables: values, texts, names and legends of levels."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from xpert_studio.core.exchange.rubric_sheet import (
    FormRow,
    RubricSheet,
    SheetReading,
    read_map,
    read_rubric_sheet,
)
from xpert_studio.core.records import Tier


def read(
    tmp_path: Path, content: str | bytes, name: str = "rubric.csv", said: str = ""
) -> RubricSheet:
    path = tmp_path / name
    data = content if isinstance(content, bytes) else content.encode()
    path.write_bytes(data)
    mapped = read_map(said) if said else None
    return read_rubric_sheet(
        path, dimensions=(), reading=SheetReading(is_preview=True, mapped=mapped)
    )


def levels(row: FormRow) -> list[tuple[float, float, str]]:
    return [(level.low, level.high, level.text) for level in row.levels]


def workbook(rows: list[list[object]], *merged: str) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for span in merged:
        book.active.merge_cells(span)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_values_in_one_row_and_their_texts_in_the_next(tmp_path):
    sheet = read(
        tmp_path,
        "Criterion,Strong,Fair,Weak,Points\nFacts,8-10,4-7,0-3,10\n,all,some,none,\n"
        "Style,4-5,2-3,0-1,5\n,fluent,readable,broken,\n",
    )
    assert sheet.is_sure
    assert [(row.text, row.weight, levels(row)) for row in sheet.rows] == [
        ("Facts", 10, [(8, 10, "all"), (4, 7, "some"), (0, 3, "none")]),
        ("Style", 5, [(4, 5, "fluent"), (2, 3, "readable"), (0, 1, "broken")]),
    ]


def test_texts_of_levels_above_criteria_that_have_points_alone(tmp_path):
    text = (
        "Criterion,Points,A,B,C\nFacts,,all right,most,none\nNames the date,5,,,\n"
        "Names the sum,3,,,\nStyle,,fluent,readable,broken\nIs short,2,,,\n"
    )
    sheet = read(tmp_path, text)
    assert not sheet.is_sure, "criteria whose points were forgotten look the same"
    assert [(row.section, row.text, row.weight) for row in sheet.rows] == [
        ("Facts", "Names the date", 5),
        ("Facts", "Names the sum", 3),
        ("Style", "Is short", 2),
    ]
    assert [level.text for level in sheet.rows[1].levels] == ["all right", "most", "none"]
    assert [level.text for level in sheet.rows[2].levels] == ["fluent", "readable", "broken"]
    mapped = read(tmp_path, text, said="Requirement=A,Points=B,Level=C:E")  # letters, not headings
    assert mapped.is_sure
    assert [row.text for row in mapped.rows] == [row.text for row in sheet.rows]


def test_a_row_of_names_for_levels_is_asked_for(tmp_path):
    sheet = read(
        tmp_path,
        "Criterion,3,2,1\nContent,Excellent,Good,Poor\nFacts,all,most,none of them\n"
        "Style,fluent,readable,broken\n",
    )
    assert not sheet.is_sure
    assert [(row.section, row.text) for row in sheet.rows] == [
        ("Content", "Facts"),
        ("Content", "Style"),
    ]


LEGEND = "0 -- not there,,\n1 -- begun,,\n2 -- done,,\n"


@pytest.mark.parametrize(("score", "is_sure"), [("Score", True), ("Hint", False)])
def test_levels_above_a_table_are_those_of_its_rows(tmp_path, score, is_sure):
    table = f"Part,Weight,{score}\nTitle page,10,\nBudget,20,\n"
    sheet = read(tmp_path, f"Judging form,,\n{LEGEND}{table}")
    expected = [(0, 0, "not there"), (1, 1, "begun"), (2, 2, "done")]
    assert [(row.text, row.weight, levels(row)) for row in sheet.rows] == [
        ("Title page", 10, expected),
        ("Budget", 20, expected),
    ]
    assert sheet.is_sure is is_sure


def test_notes_that_count_above_a_table_of_levels_are_no_legend(tmp_path):
    sheet = read(tmp_path, f"{LEGEND}Criterion,Good,Poor\nFacts,all named,none named\n")
    assert [level.text for level in sheet.rows[0].levels] == ["all named", "none named"]


@given(
    sizes=st.lists(st.integers(1, 4), min_size=1, max_size=4),
    points=st.lists(st.integers(1, 60), min_size=4, max_size=4),
)
@examples(15)
def test_points_merged_over_rows_are_divided_and_keep_their_sum(tmp_path_factory, sizes, points):
    rows: list[list[object]] = [["Section", "Criterion", "Points"]]
    merged: list[str] = []
    for number, size in enumerate(sizes):
        start = len(rows) + 1
        rows += [
            [f"Part {number}", f"Requirement {number}.{n}", points[number]] for n in range(size)
        ]
        if size > 1:
            merged += [f"{column}{start}:{column}{start + size - 1}" for column in "AC"]
    whole = sum(points[: len(sizes)])
    rows.append([None, "Total", whole])
    sheet = read(tmp_path_factory.mktemp("merged"), workbook(rows, *merged), "rubric.xlsx")
    assert len(sheet.rows) == sum(sizes)
    assert sum(row.weight for row in sheet.rows) == pytest.approx(whole, abs=1e-4)
    assert not any("sum up" in text for text in (*sheet.notes, *sheet.doubts))


def test_a_cell_that_is_merged_sideways_gives_no_points(tmp_path):
    rows = [
        ["Criterion", "Points"],
        ["Names the date", 5],
        ["Any other remarks for the team", None],
    ]
    sheet = read(tmp_path, workbook(rows, "A3:B3"), "rubric.xlsx")
    assert [(row.text, row.weight) for row in sheet.rows] == [("Names the date", 5)]


@pytest.mark.parametrize("head", ["Weight", "Grade", "Priority"])
def test_letters_as_weights_are_read_and_asked_for(tmp_path, head):
    text = f"Criterion,{head}\nNames the date,A\nNames the sum,B\nIs short,C\n"
    sheet = read(tmp_path, text)
    assert not sheet.is_sure
    said = [Tier.ESSENTIAL, Tier.IMPORTANT, Tier.OPTIONAL]
    assert [row.tier for row in sheet.rows] == said
    assert [row.tier for row in read(tmp_path, text, said="Requirement=A,Tier=B").rows] == said


def test_a_full_column_of_scores_without_points_is_asked_for(tmp_path):
    sheet = read(tmp_path, "Criterion,Grade\nNames the date,5\nNames the sum,3\n")
    assert not sheet.is_sure and any("Grade" in doubt for doubt in sheet.doubts)


def test_a_column_of_marks_that_is_called_a_note_holds_the_points_of_levels(tmp_path):
    groups = (
        "## Plan (60%)\n\n| Niveau | Description | Note |\n|---|---|---|\n| A | complet | 100% |\n"
        "| B | partiel | 60% |\n| C | absent | 0% |\n\n"
        "## Style (40%)\n\n| Niveau | Description | Note |\n|---|---|---|\n| A | clair | 100% |\n"
        "| C | confus | 0% |\n"
    )
    sheet = read(tmp_path, groups, "grille.md")
    assert [(row.text, row.weight, levels(row)) for row in sheet.rows] == [
        ("Plan", 60, [(100, 100, "complet"), (60, 60, "partiel"), (0, 0, "absent")]),
        ("Style", 40, [(100, 100, "clair"), (0, 0, "confus")]),
    ]


def test_headings_that_begin_with_values_are_levels_even_as_sentences(tmp_path):
    sheet = read(
        tmp_path,
        "Criterion,Points,0 - Meets less than half of what was expected here.,"
        "1 - Meets half or more of what was expected here.,"
        "1.5 - Meets all of it and then some more.\nTests,10,none run,some run,all run\n",
    )
    assert levels(sheet.rows[0]) == [(0, 0, "none run"), (1, 1, "some run"), (1.5, 1.5, "all run")]


def test_cells_that_end_with_points_are_levels_without_any_header(tmp_path):
    text = (
        "Facts;all named (20 pts);some named (10 pts);none named (0 pts)\n"
        "Style;fluent throughout (30 pts);broken (0 pts);\n"
        "Dates;all computed (50 pts);none computed (0 pts);\n"
    )
    sheet = read(tmp_path, text, said="Requirement=A,Level=B:D")
    assert [(row.text, row.weight, levels(row)) for row in sheet.rows] == [
        ("Facts", 20, [(20, 20, "all named"), (10, 10, "some named"), (0, 0, "none named")]),
        ("Style", 30, [(30, 30, "fluent throughout"), (0, 0, "broken")]),
        ("Dates", 50, [(50, 50, "all computed"), (0, 0, "none computed")]),
    ]
    assert not read(tmp_path, text).is_sure


@pytest.mark.parametrize("title", ["", "Essay of the course,,,\n"])
@pytest.mark.parametrize("points", [("4 points", "3 points", "2 points"), ("4", "3", "2")])
def test_a_row_above_the_header_says_what_levels_are_worth(tmp_path, title, points):
    header = f",{','.join(points)}\nCriterion,Excellent,Good,Poor\n"
    body = "Clarity,wholly clear,rather clear,muddled\nDepth,deep and wide,some depth,flat\n"
    sheet = read(tmp_path, f"{title}{header}{body}")
    assert sheet.is_sure
    assert [(row.text, row.weight, levels(row)) for row in sheet.rows] == [
        ("Clarity", 4, [(4, 4, "wholly clear"), (3, 3, "rather clear"), (2, 2, "muddled")]),
        ("Depth", 4, [(4, 4, "deep and wide"), (3, 3, "some depth"), (2, 2, "flat")]),
    ]
