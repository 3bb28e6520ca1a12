"""The cells of a workbook's sheets, with what a table of values alone does not tell.

Merged cells have their value in all their cells; hidden rows and columns and formulas are noted.
Formatted but empty rows, of which a sheet may have a million, are not even looked at.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from xpert_studio.exchange.problems import Problems
from xpert_studio.exchange.table_cells import Formulas, opened_workbook, sheet_rows
from xpert_studio.messages import Message

if TYPE_CHECKING:
    from openpyxl import Workbook

MAX_SHEET: Final = 400 * 1024 * 1024
MAX_ROWS: Final = 200_000
MAX_COLUMNS: Final = 256

_MERGED: Final = re.compile(rb'<(?:\w+:)?mergeCell [^>]*?ref="([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)"')
_HIDDEN_ROW: Final = re.compile(rb'<(?:\w+:)?row (?=[^>]*hidden="(?:1|true)")[^>]*?\br="(\d+)"')
_HIDDEN_COLUMN: Final = re.compile(rb'<(?:\w+:)?col (?=[^>]*hidden="(?:1|true)")[^>]*>')
_ROW: Final = re.compile(rb'<(?:\w+:)?row [^>]*?\br="(\d+)"')


@dataclass(slots=True)
class SheetCells:
    """The cells of one sheet by row, empty rows left out; ``name`` is empty for a CSV."""

    name: str
    rows: list[tuple[int, list[Any]]]
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Shape:
    last_row: int
    merged: tuple[tuple[int, int, int, int], ...]
    hidden_rows: tuple[int, ...]
    hidden_columns: bool


def read_workbook(path: Path, problems: Problems) -> list[SheetCells]:
    """All sheets of a workbook; notes in ``problems`` what makes it unreadable."""
    found: list[SheetCells] = []
    with opened_workbook(path, problems) as books:
        if books is not None:
            with zipfile.ZipFile(path) as archive:
                found = [
                    _sheet(path, archive, *books, place, problems)
                    for place in range(len(books[0].worksheets))
                    if books[0].worksheets[place].sheet_state == "visible"
                ]
    return found


def _sheet(
    path: Path,
    archive: zipfile.ZipFile,
    values: Workbook,
    formulas: Workbook,
    place: int,
    problems: Problems,
) -> SheetCells:
    sheet = values.worksheets[place]
    cells = SheetCells(sheet.title, [])
    # The reader keeps the member's name to itself, and nobody else knows it.
    member = sheet._worksheet_path  # type: ignore[attr-defined]  # noqa: SLF001
    shape = _shape(archive, member)
    if shape.last_row > MAX_ROWS:
        problems.add(
            path.name,
            Message("sheet {title}", title=sheet.title),
            "",
            Message("has {last_row:,} rows.", last_row=shape.last_row),
            Message("Split it: at most {max_rows:,} are read.", max_rows=MAX_ROWS),
        )
        return cells
    counted = Formulas()
    written = formulas.worksheets[place]
    limits = {"max_row": shape.last_row, "max_col": MAX_COLUMNS}
    grid = (
        dict(sheet_rows(path, sheet, written, counted, problems, **limits))
        if shape.last_row
        else {}
    )
    _spread(grid, shape.merged)
    cells.rows = sorted(grid.items())
    cells.notes = _notes(cells, shape, counted.count)
    return cells


def _notes(cells: SheetCells, shape: _Shape, formulas: int) -> list[str]:
    notes: list[str] = []
    full = {number for number, _ in cells.rows}
    hidden = [number for number in shape.hidden_rows if number in full]
    where = Message("Sheet {cells}: ", cells=cells.name)
    if hidden:
        notes.append(
            Message("{where}{hidden} hidden rows were read too.", where=where, hidden=len(hidden))
        )
    if shape.hidden_columns:
        notes.append(Message("{where}hidden columns were read too.", where=where))
    if shape.merged:
        notes.append(Message("{where}merged cells count for all rows they cover.", where=where))
    if formulas:
        notes.append(
            Message(
                "{where}{formulas} formulas were read by their stored values.",
                where=where,
                formulas=formulas,
            )
        )
    return notes


def _shape(archive: zipfile.ZipFile, member: str) -> _Shape:
    if archive.getinfo(member).file_size > MAX_SHEET:
        raise ValueError("the sheet is too large")
    data = archive.read(member)
    last = max(data.rfind(b"<v>"), data.rfind(b"<v "), data.rfind(b"<is>"), data.rfind(b":v>"))
    last_row = 0
    if last >= 0:
        start = max(data.rfind(b"<row ", 0, last), data.rfind(b":row ", 0, last))
        found = _ROW.match(data, data.rfind(b"<", 0, start + 1)) if start >= 0 else None
        last_row = int(found.group(1)) if found else MAX_ROWS
    merged = tuple(
        (_column(m[1]), int(m[2]), _column(m[3]), int(m[4])) for m in _MERGED.finditer(data)
    )
    hidden = tuple(int(m[1]) for m in _HIDDEN_ROW.finditer(data))
    columns = _HIDDEN_COLUMN.search(data) is not None
    return _Shape(last_row, merged[:10_000], hidden, columns)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1


def _spread(grid: dict[int, list[Any]], merged: tuple[tuple[int, int, int, int], ...]) -> None:
    """Gives the value of merged cells to all rows they cover that have cells of their own."""
    for left, top, _, bottom in merged:
        first = grid.get(top, [])
        value = first[left] if left < len(first) else None
        if value is None or bottom == top:
            continue
        for number in range(top + 1, min(bottom, top + MAX_ROWS) + 1):
            row = grid.get(number)
            if row is None:
                continue
            row.extend([None] * (left + 1 - len(row)))
            if row[left] is None:
                row[left] = value
