"""Texts in cells: read from any CSV or Excel file, written so that none becomes a formula.

A cell that would begin with ``=``, ``+``, ``-``, ``@``, a tab or a carriage return gets an
apostrophe before it, and so does one that begins with an apostrophe already; reading takes one
apostrophe off again before such a character. So every text comes back as it was.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from xpert_studio.exchange.problems import Problems

if TYPE_CHECKING:
    from openpyxl import Workbook

MAX_CELL: Final = 32_767
MAX_FILE: Final = 512 * 1024 * 1024
MAX_UNPACKED: Final = 2 * 1024**3
_DANGEROUS: Final = ("=", "+", "-", "@", "\t", "\r", "'")
_ENCODINGS: Final = ("utf-8-sig", "gb18030")
_OLE: Final = b"\xd0\xcf\x11\xe0"


def guarded(text: str) -> str:
    """A text as a cell may hold it without becoming a formula."""
    return f"'{text}" if text.startswith(_DANGEROUS) else text


def unguarded(text: str) -> str:
    """The text that ``guarded`` was given."""
    return text[1:] if text.startswith("'") and text[1:2] in _DANGEROUS and text[1:] else text


@dataclass(slots=True)
class Grid:
    """The cells of a table: texts by row, with the row's number in the file.

    ``notes`` tell what a person should know: hidden rows, formulas read by their cached values.
    """

    rows: Iterator[tuple[int, list[Any]]]
    notes: list[str] = field(default_factory=list)


def read_grid(path: Path, problems: Problems) -> Grid | None:
    """Opens a table, row by row.

    Args:
        path: A ``.csv``, ``.tsv``, ``.xlsx`` or ``.xlsm``; told apart by content.
        problems: Takes what makes it unreadable.

    Returns:
        The grid, or None after noting what is wrong.
    """
    if path.stat().st_size > MAX_FILE:
        problems.add(path.name, "", "", "is larger than 512 MB.", "Split it.")
        return None
    with path.open("rb") as file:
        start = file.read(8)
    if start.startswith(_OLE):
        problems.add(
            path.name, "", "", "is an old .xls file, or protected by a password.",
            "Save it as .xlsx without a password, or as .csv.",
        )  # fmt: skip
        return None
    if start.startswith(b"PK"):
        return _workbook(path, problems)
    return _csv(path, problems)


def _workbook(path: Path, problems: Problems) -> Grid | None:
    # openpyxl parses through defusedxml where that is installed: no entities, no external files.
    import openpyxl
    from defusedxml.common import DefusedXmlException

    try:
        if not _is_sane_workbook(path, problems):
            return None
        book = openpyxl.load_workbook(path, read_only=True, data_only=True, keep_links=False)
        formulas = openpyxl.load_workbook(path, read_only=True, data_only=False, keep_links=False)
    except (DefusedXmlException, zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        problems.add(
            path.name, "", "", f"is not a sound Excel workbook ({type(error).__name__}).",
            "Open it in a spreadsheet program and save it as .xlsx anew, or as .csv.",
        )  # fmt: skip
        return None
    grid = Grid(iter(()))
    grid.rows = _sheet_rows(path, book, formulas, grid, problems)
    if len(book.sheetnames) > 1:
        grid.notes.append(f"{path.name}: only the first sheet was read.")
    return grid


def _is_sane_workbook(path: Path, problems: Problems) -> bool:
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        names = {member.filename for member in members}
        if "xl/workbook.xml" not in names:
            remedy = "Save it as .xlsx or .csv."
            problems.add(path.name, "", "", "is not an Excel workbook.", remedy)
            return False
        if sum(member.file_size for member in members) > MAX_UNPACKED:
            problems.add(path.name, "", "", "unpacks to more than 2 GB.", "Split it.")
            return False
    return True


def _sheet_rows(
    path: Path, book: Workbook, formulas: Workbook, grid: Grid, problems: Problems
) -> Iterator[tuple[int, list[Any]]]:
    values = book.worksheets[0].iter_rows()
    written = formulas.worksheets[0].iter_rows()
    counted = 0
    for number, (row, raw) in enumerate(zip(values, written, strict=False), start=1):
        cells = [cell.value for cell in row]
        for cell, source in zip(row, raw, strict=False):
            if source.data_type != "f":
                continue
            counted += 1
            if cell.value is None:
                problems.add(
                    path.name, f"cell {source.coordinate}", "",
                    "is a formula whose value is not stored in the file.",
                    "Open and save the file in a spreadsheet program, or write the value itself.",
                )  # fmt: skip
        while cells and cells[-1] is None:
            cells.pop()
        if cells:
            yield number, cells
    if counted:
        grid.notes.append(f"{path.name}: {counted} formulas were read by their stored values.")


def _csv(path: Path, problems: Problems) -> Grid | None:
    text = _decoded(path.read_bytes())
    if text is None:
        problems.add(path.name, "", "", "is in an encoding that is not known.", "Save it as UTF-8.")
        return None
    if "\x00" in text:
        problems.add(path.name, "", "", "contains NUL characters.", "Save it as UTF-8 text.")
        return None
    return Grid(_csv_rows(path, text, problems))


def _decoded(data: bytes) -> str | None:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    for encoding in _ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None


def _csv_rows(path: Path, text: str, problems: Problems) -> Iterator[tuple[int, list[Any]]]:
    csv.field_size_limit(8_000_000)
    delimiter = _delimiter(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 0
    try:
        for cells in reader:
            number = reader.line_num
            if any(cell.strip() for cell in cells):
                yield number, [cell if cell.strip() else None for cell in cells]
    except csv.Error as error:
        problems.add(
            path.name, f"row {reader.line_num}", "", f"cannot be read: {error}.",
            "Check the quotation marks around here.",
        )  # fmt: skip


def _delimiter(text: str) -> str:
    head = "\n".join(text.splitlines()[:20])
    return max((",", ";", "\t"), key=head.count)


def write_csv(path: Path, rows: Iterable[tuple[str, ...]]) -> int:
    """Writes rows as CSV in UTF-8 with a mark that Excel needs; returns how many, header apart."""
    count = -1
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        for row in rows:
            writer.writerow([guarded(cell) for cell in row])
            count += 1
    return count


def write_xlsx(path: Path, rows: Iterable[tuple[str, ...]]) -> int:
    """Writes rows as a workbook, every cell a text; returns how many, header apart.

    Raises:
        ValueError: A text is longer than a cell of Excel can hold.
    """
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("judgments and verdicts")
    sheet.freeze_panes = "A2"
    count = -1
    for row in rows:
        cells = []
        for text in row:
            if len(text) >= MAX_CELL:
                raise ValueError(f"row {count + 2}: a text of {len(text):,} characters")
            cell = WriteOnlyCell(sheet, value=guarded(text) if text else None)
            cell.data_type = "s" if text else "n"
            cells.append(cell)
        sheet.append(cells)
        count += 1
    book.save(path)
    return count
