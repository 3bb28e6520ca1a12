"""Draws a report as an Excel workbook: a sheet a section, numbers as numbers, no formulas."""

from __future__ import annotations

import re
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xpert_studio.report.blocks import (
    Block,
    Case,
    Cell,
    Figure,
    Heading,
    Listing,
    Note,
    Page,
    Row,
    Section,
    Settings,
    Table,
    Text,
    shown,
)

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

MAX_CELL: Final = 32_767
"""Longest text a cell of Excel holds."""

_ILLEGAL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_WIDE: Final = 44.0
_NARROW: Final = 11.0
_FONT: Final = "Calibri"
_LINE: Final = 15.0
"""Height of a line of text, in points."""


def write_workbook(page: Page, target: Path) -> None:
    """Writes the report as ``.xlsx``.

    Args:
        page: The report.
        target: Where to; an existing file is replaced.
    """
    from openpyxl import Workbook

    workbook = Workbook()
    first = workbook.active
    if first is not None:
        workbook.remove(first)
    cover = _sheet(workbook, "Summary")
    _line(cover, [page.title], bold=True, size=16)
    for text in (page.subtitle, *page.summary):
        _line(cover, [text], wrap=True)
        cover.row_dimensions[cover.max_row].height = _LINE * ceil(len(text) / 95)
    _line(cover, [])
    for fact in page.facts:
        _line(cover, [fact.label, fact.value])
    cover.column_dimensions["A"].width = 100
    _fit_to_page(cover)
    for section in page.sections:
        _write_section(workbook, section)
    workbook.save(target)


def _sheet(workbook: Workbook, name: str) -> Worksheet:
    safe = re.sub(r"[\[\]:*?/\\]", " ", name)[:31]
    sheet: Worksheet = workbook.create_sheet(safe)
    sheet.sheet_view.showGridLines = False
    return sheet


def _write_section(workbook: Workbook, section: Section) -> None:
    from openpyxl.utils import get_column_letter

    sheet = _sheet(workbook, section.title)
    _line(sheet, [section.title], bold=True, size=14)
    for block in section.blocks:
        _write_block(sheet, block)
    for column, width in _widths(section).items():
        sheet.column_dimensions[get_column_letter(column)].width = width
    _fit_to_page(sheet)


def _widths(section: Section) -> dict[int, float]:
    """Each column as wide as the widest cell that any table of the section has in it."""
    widths: dict[int, float] = {}
    for block in section.blocks:
        if not isinstance(block, Table):
            continue
        for row in block.rows:
            for place, (value, column) in enumerate(
                zip(row.cells, block.columns, strict=False), start=1
            ):
                needed = len(shown(value, column.form)) + 3.0
                widths[place] = min(max(widths.get(place, _NARROW), needed), _WIDE)
    return widths


def _fit_to_page(sheet: Worksheet) -> None:
    from openpyxl.worksheet.properties import PageSetupProperties

    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)


def _write_block(sheet: Worksheet, block: Block) -> None:
    match block:
        case Text(text) | Note(text):
            _line(sheet, [text])
        case Heading(text):
            _line(sheet, [])
            _line(sheet, [text], bold=True, size=12)
        case Listing(entries):
            for entry in entries:
                _line(sheet, [f"• {entry}"])
        case Settings(entries=entries):
            for name, value in entries:
                _line(sheet, [name, value])
        case Table():
            _write_table(sheet, block)
        case Case():
            _write_case(sheet, block)
        case Figure(caption=caption):
            # The numbers of every chart stand in a table beside it.
            _line(sheet, [caption])


def _write_table(sheet: Worksheet, table: Table) -> None:
    from openpyxl.styles import Alignment, Border, Side

    if table.caption:
        _line(sheet, [table.caption])
    _line(sheet, [column.heading for column in table.columns], bold=True)
    for column, cell in zip(table.columns, sheet[sheet.max_row], strict=False):
        cell.border = Border(bottom=Side(style="medium", color="999999"))
        cell.alignment = Alignment(
            wrap_text=True, vertical="bottom", horizontal="right" if column.number else "left"
        )
    longest = max(len(column.heading) for column in table.columns)
    sheet.row_dimensions[sheet.max_row].height = _LINE * min(ceil(longest / _NARROW), 3)
    for row in table.rows:
        _write_row(sheet, table, row)
    _line(sheet, [])


def _write_row(sheet: Worksheet, table: Table, row: Row) -> None:
    from openpyxl.styles import Alignment, Font

    _line(sheet, row.cells)
    for column, value, cell in zip(table.columns, row.cells, sheet[sheet.max_row], strict=False):
        if row.apart:
            cell.font = Font(name=_FONT, color="777777")
        if isinstance(value, str):
            side = "right" if column.number else "left"
            cell.alignment = Alignment(wrap_text=True, vertical="top", horizontal=side)
        elif column.form:
            cell.number_format = column.form.lstrip("+")


def _write_case(sheet: Worksheet, case: Case) -> None:
    _line(sheet, [])
    _line(sheet, [case.header])
    _line(sheet, [case.checkpoint], bold=True)
    for side in case.sides:
        quotes = " | ".join(quote.text for quote in side.quotes)
        _line(sheet, [side.who, "met" if side.met else "not met", side.rationale, quotes])


def _line(
    sheet: Worksheet,
    values: tuple[Cell, ...] | list[str] | list[Cell],
    *,
    bold: bool = False,
    size: int = 11,
    wrap: bool = False,
) -> None:
    from openpyxl.styles import Alignment, Font

    row = sheet.max_row + 1 if sheet.max_row > 1 or sheet["A1"].value is not None else 1
    if not values:
        values = [""]
    for column, value in enumerate(values, start=1):
        cell = sheet.cell(row, column)
        if isinstance(value, str):
            cell.value = _ILLEGAL.sub("\ufffd", value)[:MAX_CELL]
            # Whatever a text begins with, it is a text: never a formula.
            cell.data_type = "s"
        else:
            cell.value = value
        if bold:
            cell.font = Font(name=_FONT, bold=True, size=size)
        if wrap:
            cell.alignment = Alignment(wrap_text=True, vertical="top")
