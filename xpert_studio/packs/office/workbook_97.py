"""Excel workbooks of 97 to 2003 (.xls): values as their cells show them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from xpert_studio.api.readers import Findings, GapReason, NotReadError
from xpert_studio.core.cell_texts import column_letters
from xpert_studio.packs.office.number_formats import GENERAL, general, shown
from xpert_studio.packs.office.records_97 import say_drawings
from xpert_studio.packs.office.sheets import OfficeSheet, SheetRow, sheet_text, where_in

if TYPE_CHECKING:
    from xlrd.book import Book
    from xlrd.sheet import Cell
    from xlrd.sheet import Sheet as OldSheet


def read(data: bytes, findings: Findings) -> str:
    """The sheets, one after the other."""
    import xlrd

    try:
        book = xlrd.open_workbook(
            file_contents=data, formatting_info=True, logfile=io.StringIO(), on_demand=True
        )
    except xlrd.XLRDError as error:
        if "encrypted" in str(error).casefold():
            raise NotReadError(GapReason.ENCRYPTED) from error
        raise
    findings.metadata += filter(None, [book.user_name])
    lines: list[str] = []
    for sheet in book.sheets():
        is_hidden = bool(sheet.visibility)
        hidden = {place for place, info in sheet.colinfo_map.items() if info.hidden}
        covered = {
            (row, column)
            for top, bottom, left, right in sheet.merged_cells
            for row in range(top, bottom)
            for column in range(left, right)
            if (row, column) != (top, left)
        }
        shape = OfficeSheet(sheet.name, is_hidden, hidden, covered)
        lines += sheet_text(shape, _rows(book, sheet, findings), findings)
    say_drawings(data, sum(len(sheet.cell_note_map) for sheet in book.sheets()), findings)
    return "\n".join(lines)


def _rows(book: Book, sheet: OldSheet, findings: Findings) -> Iterator[SheetRow]:
    notes = {place: note.text for place, note in sheet.cell_note_map.items()}
    for number in range(max([sheet.nrows, *(row + 1 for row, _ in notes)])):
        info = sheet.rowinfo_map.get(number)
        cells = {}
        for column in range(sheet.row_len(number) if number < sheet.nrows else 0):
            where = f"{column_letters(column)}{number + 1}"
            cells[column] = _text(book, sheet.cell(number, column), sheet.name, where, findings)
        for (row, column), note in notes.items():
            if row == number:
                said = f"[Comment: {' '.join(note.split())}]"
                cells[column] = f"{cells.get(column, '')} {said}".strip()
        yield SheetRow(number, info is not None and bool(info.hidden), cells)


_ERRORS: Final = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!",
                  42: "#N/A"}  # fmt: skip


def _text(book: Book, cell: Cell, sheet: str, where: str, findings: Findings) -> str:
    import xlrd

    code = GENERAL
    if cell.xf_index is not None and cell.xf_index < len(book.xf_list):
        used = book.format_map.get(book.xf_list[cell.xf_index].format_key)
        code = used.format_str if used else GENERAL
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return _ERRORS.get(cell.value, "#ERROR")
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return "TRUE" if cell.value else "FALSE"
    if cell.ctype == xlrd.XL_CELL_TEXT:
        return shown(str(cell.value), code) or ""
    if cell.ctype not in {xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE}:
        return ""
    said = shown(float(cell.value), code, from_1904=bool(book.datemode))
    if said is None:
        findings.gap(GapReason.FORMAT, where_in(sheet, where))
        return general(float(cell.value))
    return said
