"""The sheets of a workbook: of Excel, in both dialects, with what their cells look like.

Of .xls, .xlsb and .ods there is what the cells hold.

Formatted but empty rows, of which a sheet may have a million, are not looked at.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from xpert_studio.core.cell_texts import unescaped
from xpert_studio.core.documents.package import open_package
from xpert_studio.core.exchange.problems import FaultError
from xpert_studio.core.exchange.tables.cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    RUBRICS,
    Cell,
    TableLimits,
    TableRow,
    TableSheet,
    column_place,
    said,
)
from xpert_studio.core.messages import Message, joined

SPLIT: Final = Message("Split it.")
_MERGED: Final = re.compile(rb'<(?:\w+:)?mergeCell [^>]*?ref="([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)"')
_HIDDEN_ROW: Final = re.compile(rb'<(?:\w+:)?row (?=[^>]*hidden="(?:1|true)")[^>]*?\br="(\d+)"')
_HIDDEN_COLUMN: Final = re.compile(rb'<(?:\w+:)?col (?=[^>]*hidden="(?:1|true)")[^>]*>')
_ROW: Final = re.compile(rb'<(?:\w+:)?row [^>]*?\br="(\d+)"')
_FORMULA: Final = re.compile(
    rb'<(?:\w+:)?c r="([A-Z]{1,3}\d+)"[^>]*><(?:\w+:)?f[ />].{0,8192}?</(?:\w+:)?c>', re.DOTALL
)
_STORED: Final = re.compile(rb"<(?:\w+:)?v(?: [^>]*)?>[^<]")
_STRICT: Final = (
    (rb"http://purl.oclc.org/ooxml/officeDocument/", rb"officeDocument/2006/"),
    (rb"http://purl.oclc.org/ooxml/spreadsheetml/main", rb"spreadsheetml/2006/main"),
    (rb"http://purl.oclc.org/ooxml/drawingml/", rb"drawingml/2006/"),
)
_TRANSITIONAL: Final = rb"http://schemas.openxmlformats.org/"
_OWN_LISTS: Final = "Lists"
"""The hidden sheet of workbooks that this program writes."""


@dataclass(frozen=True, slots=True)
class _Shape:
    last_row: int
    merged: tuple[tuple[int, int, int, int], ...]
    hidden_rows: frozenset[int]
    has_hidden_columns: bool
    without_value: frozenset[str]
    formulas: int


def workbook_sheets(data: bytes, limits: TableLimits = RUBRICS) -> list[TableSheet]:
    """The visible sheets of a workbook.

    Raises:
        FaultError: One has more rows or cells than a table of this kind needs.
        Exception: Anything, where the file is damaged or hostile.
    """
    # openpyxl parses through defusedxml where that is installed: no entities, no external files.
    import openpyxl

    data = _transitional(data)
    with open_package(io.BytesIO(data)) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(
            io.BytesIO(data), read_only=True, data_only=True, keep_links=False
        )
        shown = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        found = [_sheet(archive, sheet, limits) for sheet in shown]
    hidden = [s.title for s in book.worksheets if s not in shown and s.title != _OWN_LISTS]
    if hidden and found:
        found[0].notes.append(
            Message("Hidden sheets were not read: {names}.", names=joined(hidden))
        )
    return found


def transitional(archive: zipfile.ZipFile) -> bytes:
    """A workbook of the Strict dialect in the other one, which openpyxl reads."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as target:
        for part in archive.infolist():
            content = archive.read(part)
            if part.filename.endswith((".xml", ".rels")):
                for strict, other in _STRICT:
                    content = content.replace(strict, _TRANSITIONAL + other)
            target.writestr(part.filename, content)
    return made.getvalue()


def _transitional(data: bytes) -> bytes:
    with open_package(io.BytesIO(data)) as archive:
        is_strict = b"purl.oclc.org/ooxml" in archive.read("xl/workbook.xml")
        return transitional(archive) if is_strict else data


def _sheet(
    archive: zipfile.ZipFile,
    sheet: Any,  # noqa: ANN401 - a read-only sheet
    limits: TableLimits,
) -> TableSheet:
    # The reader keeps the member's name to itself, and nobody else knows it.
    shape = _shape(archive.read(sheet._worksheet_path))  # noqa: SLF001
    if shape.last_row > limits.rows:
        raise FaultError(
            Message(
                "sheet {title} has {rows:,} rows; at most {most:,} are read.",
                title=sheet.title,
                rows=shape.last_row,
                most=limits.rows,
            ),
            SPLIT,
        )
    made = TableSheet(sheet.title, [])
    rows: dict[int, list[Cell]] = {}
    count = 0
    bounds = {"max_row": shape.last_row, "max_col": MAX_COLUMNS + 1}
    for number, cells in enumerate(sheet.iter_rows(**bounds) if shape.last_row else (), start=1):
        rows[number] = [_cell(cell, shape.without_value) for cell in cells]
        count += len(cells)
        if count > limits.cells:
            raise FaultError(
                Message(
                    "sheet {title} has more than {most:,} cells.",
                    title=sheet.title,
                    most=limits.cells,
                ),
                SPLIT,
            )
    _cover(rows, shape.merged)
    made.rows = [row for n, cells in rows.items() if (row := TableRow(n, _trimmed(cells))).filled]
    made.notes = _notes(made, shape)
    return made


def _trimmed(cells: list[Cell]) -> list[Cell]:
    last = max(
        (n for n, c in enumerate(cells, 1) if c.text or c.is_covered or c.has_no_value), default=0
    )
    return cells[:last]


def _cell(cell: Any, without_value: frozenset[str]) -> Cell:  # noqa: ANN401 - a cell, or an empty one
    value = said(unescaped(cell.value))
    if value is None:
        return Cell(has_no_value=getattr(cell, "coordinate", None) in without_value)
    if cell.data_type == "e":
        return Cell(has_no_value=True)
    if isinstance(value, float | int) and not isinstance(value, bool) and "%" in cell.number_format:
        value = f"{value * 100:.12g}%"
    return Cell(value, is_bold=bool(cell.font.b))


def _cover(rows: dict[int, list[Cell]], merged: tuple[tuple[int, int, int, int], ...]) -> None:
    for left, top, right, bottom in merged:
        if top not in rows or left >= len(rows[top]):
            continue
        first = rows[top][left]
        first.rows, first.columns = bottom - top + 1, right - left + 1
        for number in range(top, min(bottom, top + MAX_ROWS) + 1):
            cells = rows.get(number)
            if cells is None:
                continue
            cells.extend(Cell() for _ in range(min(right, MAX_COLUMNS - 1) + 1 - len(cells)))
            for place in range(left, min(right, MAX_COLUMNS - 1) + 1):
                if cells[place] is not first:
                    cells[place] = Cell(is_covered=True)


def _notes(sheet: TableSheet, shape: _Shape) -> list[str]:
    notes: list[str] = []
    where = Message("Sheet {cells}: ", cells=sheet.name)
    hidden = sum(row.number in shape.hidden_rows for row in sheet.rows)
    if hidden:
        notes.append(
            Message("{where}{hidden} hidden rows were read too.", where=where, hidden=hidden)
        )
    if shape.has_hidden_columns:
        notes.append(Message("{where}hidden columns were read too.", where=where))
    if any(bottom > top for _, top, _, bottom in shape.merged):
        notes.append(Message("{where}merged cells count for all rows they cover.", where=where))
    if shape.formulas:
        notes.append(
            Message(
                "{where}{formulas} formulas were read by their stored values.",
                where=where,
                formulas=shape.formulas,
            )
        )
    return notes


def _shape(data: bytes) -> _Shape:
    last = max(data.rfind(b"<v>"), data.rfind(b"<v "), data.rfind(b"<is>"), data.rfind(b":v>"))
    last_row = 0
    if last >= 0:
        start = max(data.rfind(b"<row ", 0, last), data.rfind(b":row ", 0, last))
        found = _ROW.match(data, data.rfind(b"<", 0, start + 1)) if start >= 0 else None
        last_row = int(found.group(1)) if found else MAX_ROWS
    merged = tuple(
        (column_place(m[1].decode()), int(m[2]), column_place(m[3].decode()), int(m[4]))
        for m in _MERGED.finditer(data)
    )
    formulas = [(m[1].decode(), _STORED.search(m[0]) is not None) for m in _FORMULA.finditer(data)]
    return _Shape(
        last_row,
        merged[:10_000],
        frozenset(int(m[1]) for m in _HIDDEN_ROW.finditer(data)),
        _HIDDEN_COLUMN.search(data) is not None,
        frozenset(where for where, has_value in formulas if not has_value),
        sum(has_value for _, has_value in formulas),
    )


_MAX_REPEATED: Final = 1_000_000
_REPEATED: Final = re.compile(rb'number-(?:rows|columns)-repeated="(\d+)"')


def other_book_sheets(data: bytes, limits: TableLimits = RUBRICS) -> list[TableSheet]:
    """The sheets of a workbook, without its looks.

    Raises:
        FaultError: One has more rows or cells than a table of this kind needs.
        Exception: Anything, where the file is damaged, hostile or protected by a password.
    """
    from python_calamine import CalamineWorkbook, SheetVisibleEnum

    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    shown = [s.name for s in book.sheets_metadata if s.visible is SheetVisibleEnum.Visible]
    return [_other_sheet(book.get_sheet_by_name(name), limits) for name in shown]


def _other_sheet(
    sheet: Any,  # noqa: ANN401 - the library has no types for mypy
    limits: TableLimits,
) -> TableSheet:
    if sheet.total_height > limits.rows or sheet.height * sheet.width > limits.cells:
        raise FaultError(
            Message(
                "sheet {title} has {rows:,} rows; at most {most:,} are read.",
                title=sheet.name,
                rows=sheet.total_height,
                most=limits.rows,
            ),
            SPLIT,
        )
    values = sheet.to_python(skip_empty_area=False)
    rows = {
        n: [Cell(_other_value(value)) for value in row] for n, row in enumerate(values, start=1)
    }
    ranges = sheet.merged_cell_ranges or ()
    _cover(rows, tuple((a[1], a[0] + 1, b[1], b[0] + 1) for a, b in ranges))
    return TableSheet(
        sheet.name, [row for n, cells in rows.items() if (row := TableRow(n, cells)).filled]
    )


def _other_value(value: Any) -> Any:  # noqa: ANN401 - any cell
    return said(str(value) if isinstance(value, timedelta) else value)


def repeats_too_much(archive: zipfile.ZipFile) -> bool:
    """Whether an OpenDocument file asks for more cells than memory has room for."""
    data = archive.read("content.xml")
    last = data.rfind(b"office:value")
    return any(int(m[1]) > _MAX_REPEATED for m in _REPEATED.finditer(data, 0, max(last, 0)))
