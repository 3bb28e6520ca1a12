"""The report as a workbook: numbers that can be counted with, words that can be read."""

from __future__ import annotations

from datetime import UTC, datetime

import openpyxl
import pytest

from tests.report.test_pdf import page_with
from tests.report.test_reports import judged, page_of
from xpert_studio.report.blocks import (
    CaseBlock,
    CaseQuote,
    CaseSide,
    Column,
    Figure,
    Row,
    Table,
    Text,
)
from xpert_studio.report.charts import Boxes, Spread
from xpert_studio.report.shown_blocks import lines_of, shown, width_of
from xpert_studio.report.writing import write_report


def sheet_of(tmp_path, *blocks):
    write_report(page_with(*blocks), tmp_path / "r.xlsx")
    return openpyxl.load_workbook(tmp_path / "r.xlsx")["First section"]


def row_with(sheet, text):
    return next(
        [cell for cell in row if cell.value is not None]
        for row in sheet.iter_rows()
        if any(cell.value == text for cell in row)
    )


def test_an_interval_is_two_numbers_and_a_missing_one_is_nothing(tmp_path):
    table = Table(
        (Column("System"), Column("95 %", "0.0%", interval=True), Column("n", "0")),
        (Row(("a", (0.25, 0.5), 1200)), Row(("b", None, 3))),
    )
    sheet = sheet_of(tmp_path, table)
    assert [cell.value for cell in row_with(sheet, "System")] == [
        "System",
        "95 %, from",
        "95 %, to",
        "n",
    ]
    cells = row_with(sheet, "a")
    assert [cell.value for cell in cells] == ["a", 0.25, 0.5, 1200]
    assert [cell.number_format for cell in cells[1:]] == ["0.0%", "0.0%", "#,##0"]
    assert [(cell.column, cell.value) for cell in row_with(sheet, "b")] == [(1, "b"), (4, 3)]


def test_a_chart_is_its_figures(tmp_path):
    chart = Boxes([Spread("=1+1", 10, 20.5, 30, 40, 50, 7)], axis="Score", description="Spread")
    sheet = sheet_of(tmp_path, Figure(chart, "How scores spread"))
    assert [cell.value for cell in row_with(sheet, "n")] == [
        "Name", "n", "Lowest", "Lower quartile", "Median", "Upper quartile", "Highest",
    ]  # fmt: skip
    cells = row_with(sheet, "'=1+1")
    assert [cell.value for cell in cells[1:]] == [7, 10, 20.5, 30, 40, 50]
    assert cells[2].number_format == "#,##0"
    assert cells[3].number_format == "0.000"


def test_signs_of_differences_are_kept(tmp_path):
    table = Table((Column("Judge"), Column("Leniency", "+0.0%")), (Row(("j", 0.034)),))
    assert row_with(sheet_of(tmp_path, table), "j")[1].number_format == "+0.0%;-0.0%;0.0%"


def test_names_stand_first_and_a_heatmap_is_shaded(tmp_path):
    table = Table(
        (Column("Rank", "0"), Column("System"), Column("Law", "0.0%")),
        (Row((1, "a", 0.9)), Row((2, "b", 0.1))),
        shaded=True,
    )
    sheet = sheet_of(tmp_path, table)
    assert [cell.value for cell in row_with(sheet, "a")] == ["a", 1, 0.9]
    (area,) = sheet.conditional_formatting
    first = row_with(sheet, "a")[0].row
    assert str(area.sqref) == f"C{first}:C{first + 1}"


def test_chinese_gets_the_room_it_takes(tmp_path):
    name = "通义千问超大规模语言模型"
    table = Table((Column("System"), Column("n", "0")), (Row((name, 1)),))
    sheet = sheet_of(tmp_path, table, Text("字" * 400))
    assert sheet.column_dimensions["A"].width >= 2 * len(name)
    text = row_with(sheet, "字" * 400)[0]
    assert sheet.row_dimensions[text.row].height >= 15 * 400 * 2 / 130
    assert width_of("abc中文") == 7
    assert lines_of("中文中文\n", 4) == 3


def test_cases_are_a_table_to_filter(tmp_path):
    quote = CaseQuote("a passage", verified=False)
    sides = (
        CaseSide("amara", word="met", tone="good", rationale="It says so.", quotes=(quote,)),
        CaseSide("judge", word="not met", tone="bad", rationale=""),
    )
    sheet = sheet_of(tmp_path, Text("Before."), CaseBlock("Task 1", "Says so.", sides))
    heads = row_with(sheet, "Rationale")
    assert sheet.auto_filter.ref == f"A{heads[0].row}:F{heads[0].row + 2}"
    assert sheet.freeze_panes == f"A{heads[0].row + 1}"
    assert [cell.value for cell in row_with(sheet, "amara")] == [
        "Task 1", "Says so.", "amara", "met", "It says so.",
        "a passage (not found in the response)",
    ]  # fmt: skip


def test_a_real_report_opens_with_its_facts(tmp_path):
    with judged(tmp_path / "p.xpert") as project:
        page = page_of(project)
    write_report(page, tmp_path / "r.xlsx")
    book = openpyxl.load_workbook(tmp_path / "r.xlsx")
    assert book.sheetnames[0] == "Summary"
    assert [sheet.title for sheet in book][1:] == [section.title for section in page.sections]
    assert book.properties.title == page.title
    assert book.properties.created == datetime(2026, 3, 1, tzinfo=UTC).replace(tzinfo=None)
    board = book["Leaderboard"]
    heads = [cell.value for cell in row_with(board, "Score")]
    scores = [row[heads.index("Score")].value for row in board.iter_rows()]
    assert sum(isinstance(score, float) for score in scores) >= 3


@pytest.mark.parametrize(
    ("value", "form", "expected"),
    [
        ((0.764, 0.9153), "0.0%", "76.4 to 91.5\u00a0%"),
        ((-0.1, 0.25), "0.00", "−0.10 to 0.25"),
        (0.0342, "+0.0%", "+3.4\u00a0%"),
        (-0.0021, "0.00", "0.00"),
        (1234, "0", "1,234"),
        (None, "0.00", "–"),
        ("as it is", "0.00", "as it is"),
    ],
)
def test_cells_read_as_their_column_says(value, form, expected):
    assert shown(value, form) == expected
