"""No cell of any spreadsheet that is written can be taken for a formula."""

from __future__ import annotations

import csv
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.report.test_pdf import page_with
from tests.report.test_reports import judged, page_of
from xpert_studio.core.cell_texts import MAX_CELL, guarded, unescaped, unguarded
from xpert_studio.core.exchange import export_table
from xpert_studio.core.exchange.rubric_sheet import write_rubric_sheet
from xpert_studio.core.store import settings, tasks
from xpert_studio.report.blocks import (
    CaseBlock,
    CaseQuote,
    CaseSide,
    Column,
    Fact,
    Row,
    Settings,
    Table,
)
from xpert_studio.report.writing import write_report

DANGEROUS = ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", " =1", "'=1"]
PLACES = (
    ("task", "title"), ("task", "domain"), ("task", "category"), ("checkpoint", "text"),
    ("checkpoint", "dimension"), ("checkpoint", "notes"), ("judgment", "rationale"),
    ("verdict", "rationale"), ("response", "model"),
)  # fmt: skip


def poisoned(project, text: str) -> None:
    """Begins every text of the project that people or models can write with another."""
    with project.writing() as tx:
        info = settings.project_info(tx)
        policy = info.grading_policy.model_copy(update={"text": text})
        changes = {"name": text, "licence": text, "citation": text, "grading_policy": policy}
        settings.put_project_info(tx, info.model_copy(update=changes))
        for table, column in PLACES:
            tx.connection.exec_driver_sql(
                f"UPDATE {table} SET {column} = ? || ifnull({column}, '')", (text,)
            )


def formulas_in(path: Path) -> list[str]:
    """The cells of a workbook, on all sheets, that begin as a formula does."""
    found = []
    for sheet in openpyxl.load_workbook(path):
        for row in sheet.iter_rows():
            for cell in row:
                text = unescaped(cell.value)
                if cell.data_type == "f" or (isinstance(text, str) and is_formula(text)):
                    found.append(f"{sheet.title}!{cell.coordinate}: {text!r}")
    return found


def is_formula(text: str) -> bool:
    return text[:1] in {"\t", "\r", "\n"} or text.lstrip()[:1] in {"=", "+", "-", "@"}


@pytest.mark.parametrize("text", DANGEROUS)
def test_no_sheet_of_any_spreadsheet_holds_a_formula(tmp_path, text):
    with judged(tmp_path / "p.xpert") as project:
        poisoned(project, text)
        write_report(page_of(project), tmp_path / "report.xlsx")
        export_table(project, tmp_path / "table.xlsx")
        export_table(project, tmp_path / "table.csv")
        with project.reading() as tx:
            points = tuple(tasks.all_checkpoints(tx))
        write_rubric_sheet(tmp_path / "rubric.xlsx", points, several_tasks=True, dimensions=[text])
    for name in ("report.xlsx", "table.xlsx", "rubric.xlsx"):
        assert formulas_in(tmp_path / name) == []
    with (tmp_path / "table.csv").open(encoding="utf-8-sig", newline="") as file:
        assert not [cell for row in csv.reader(file) for cell in row if is_formula(cell)]
    words = [
        str(cell.value)
        for sheet in openpyxl.load_workbook(tmp_path / "report.xlsx")
        for row in sheet.iter_rows()
        for cell in row
    ]
    assert sum(guarded(text).strip() in unescaped(word) for word in words) > 10


@pytest.mark.parametrize("text", DANGEROUS)
def test_no_block_of_a_report_writes_a_formula(tmp_path, text):
    side = CaseSide(
        text, word=text, tone="good", rationale=text, quotes=(CaseQuote(text, verified=False),)
    )
    page = page_with(
        Table((Column(text), Column("n", "0")), (Row((text, 1)),), caption=text),
        Settings(((text, text),), caption=text),
        title=text, subtitle=text, summary=(text,), facts=(Fact(text, text),), footer=text,
    )  # fmt: skip
    write_report(page, tmp_path / "r.xlsx")
    assert formulas_in(tmp_path / "r.xlsx") == []
    write_report(page_with(CaseBlock(text, text, (side,))), tmp_path / "c.xlsx")
    assert formulas_in(tmp_path / "c.xlsx") == []


@given(st.sampled_from(["", *DANGEROUS]), st.text(max_size=9))
def test_every_text_comes_back_and_none_is_a_formula(start, text):
    assert unguarded(guarded(start + text)) == start + text
    assert not is_formula(guarded(start + text))


@pytest.mark.parametrize("text", ["=" * 40_000, "\r" * 40_000, "x" * 40_000])
def test_a_cell_of_a_report_holds_as_much_as_fits(tmp_path, text):
    write_report(page_with(Table((Column("a"),), (Row((text,)),))), tmp_path / "r.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "r.xlsx")["First section"]
    longest = max(len(str(cell.value)) for row in sheet for cell in row)
    assert 4_000 < longest <= MAX_CELL
