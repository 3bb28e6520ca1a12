"""The sheets of workbooks of other programs: .xls, .xlsb and .ods."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import timedelta
from typing import Any, Final

from xpert_studio.core.exchange.tables.cells import RUBRICS, Cell, Limits, Row, Sheet
from xpert_studio.core.exchange.tables.workbook import TooLargeError
from xpert_studio.core.messages import Message

_MAX_REPEATED: Final = 1_000_000
_REPEATED: Final = re.compile(rb'number-(?:rows|columns)-repeated="(\d+)"')


def other_book_sheets(data: bytes, limits: Limits = RUBRICS) -> list[Sheet]:
    """The sheets of a workbook, without its looks.

    Raises:
        TooLargeError: One is too large.
        Exception: Anything, where the file is damaged, hostile or protected by a password.
    """
    from python_calamine import CalamineWorkbook, SheetVisibleEnum

    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    shown = [s.name for s in book.sheets_metadata if s.visible is SheetVisibleEnum.Visible]
    return [_sheet(book.get_sheet_by_name(name), limits) for name in shown]


def _sheet(
    sheet: Any,  # noqa: ANN401 - the library has no types for mypy
    limits: Limits,
) -> Sheet:
    if sheet.total_height > limits.rows or sheet.height * sheet.width > limits.cells:
        raise TooLargeError(
            Message(
                "sheet {title} has {rows:,} rows; at most {most:,} are read.",
                title=sheet.name,
                rows=sheet.total_height,
                most=limits.rows,
            )
        )
    values = sheet.to_python(skip_empty_area=False)
    rows = {n: [Cell(_value(value)) for value in row] for n, row in enumerate(values, start=1)}
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        first = rows[top + 1][left]
        first.rows, first.columns = bottom - top + 1, right - left + 1
        for number in range(top + 1, bottom + 2):
            for place in range(left, right + 1):
                if (
                    number in rows
                    and place < len(rows[number])
                    and rows[number][place] is not first
                ):
                    rows[number][place] = Cell(is_covered=True)
    return Sheet(sheet.name, [row for n, cells in rows.items() if (row := Row(n, cells)).filled])


def _value(value: Any) -> Any:  # noqa: ANN401 - any cell
    if isinstance(value, timedelta):
        return str(value)
    return None if isinstance(value, str) and not value.strip() else value


def repeats_too_much(archive: zipfile.ZipFile) -> bool:
    """Whether an OpenDocument file asks for more cells than memory has room for."""
    data = archive.read("content.xml")
    last = data.rfind(b"office:value")
    return any(int(m[1]) > _MAX_REPEATED for m in _REPEATED.finditer(data, 0, max(last, 0)))
