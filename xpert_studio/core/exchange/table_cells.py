"""Tables as rows of cells: read from any CSV or Excel file, and written."""

from __future__ import annotations

import csv
import io
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from xpert_studio.core.cell_texts import MAX_CELL, cell_text, guarded, put_value, unescaped
from xpert_studio.core.encodings import text_of
from xpert_studio.core.exchange.problems import Problems
from xpert_studio.core.exchange.tables.separated import separated_rows
from xpert_studio.core.messages import Message

if TYPE_CHECKING:
    from openpyxl import Workbook

MAX_FILE: Final = 512 * 1024 * 1024
MAX_UNPACKED: Final = 2 * 1024**3
_OLE: Final = b"\xd0\xcf\x11\xe0"


@dataclass(slots=True)
class Grid:
    """The cells of a table: texts by row, with the row's number in the file.

    ``notes`` tell what a person should know: hidden rows, formulas read by their cached values.
    """

    rows: Iterator[tuple[int, list[Any]]]
    notes: list[str] = field(default_factory=list)


def read_grid(path: Path, problems: Problems) -> Grid | None:
    """Opens a table, row by row; of a workbook its first sheet.

    Args:
        path: A ``.csv``, ``.tsv``, ``.xlsx`` or ``.xlsm``; told apart by content.
        problems: Takes what makes it unreadable.

    Returns:
        The grid, or None after noting what is wrong.
    """
    is_workbook = is_a_workbook(path, problems)
    if is_workbook is None:
        return None
    return _workbook(path, problems) if is_workbook else csv_grid(path, problems)


def is_a_workbook(path: Path, problems: Problems) -> bool | None:
    """Whether a file is a workbook, or else a CSV; None after noting why it is no table."""
    message, remedy = "", Message("Choose a .csv or .xlsx.")
    start = b""
    if not path.is_file():  # a pipe would keep us waiting
        message = Message("is not an ordinary file.")
    else:
        try:
            size = path.stat().st_size
            with path.open("rb") as file:
                start = file.read(512)
        except OSError as error:
            message = Message("cannot be read: {error}.", error=error.strerror or error)
            remedy = Message("Check the file.")
        else:
            if size == 0:
                message = Message("is empty.")
            elif size > MAX_FILE:
                message, remedy = Message("is larger than 512 MB."), Message("Split it.")
    if start.startswith(_OLE):
        message = Message("is an old .xls file, or protected by a password.")
        remedy = Message("Save it as .xlsx without a password, or as .csv.")
    elif b"opendocument.spreadsheet" in start:
        message = Message("is an OpenDocument spreadsheet (.ods).")
        remedy = Message("Save it as .xlsx or .csv.")
    if message:
        problems.add(path.name, "", "", message, remedy)
        return None
    return start.startswith(b"PK")


@contextmanager
def opened_workbook(path: Path, problems: Problems) -> Iterator[tuple[Workbook, Workbook] | None]:
    """A workbook with its values, and with its formulas; None after noting what is wrong with it.

    What is wrong may also show while it is read; it is noted then, and the reading ends.
    """
    with ExitStack() as files:
        try:
            books = _books(path, files, problems)
        except Exception as error:  # noqa: BLE001 - openpyxl raises anything on a hostile file
            say_unsound(path, error, problems)
            books = None
        try:
            yield books
        except Exception as error:  # noqa: BLE001 - and at any row
            say_unsound(path, error, problems)


def _books(path: Path, files: ExitStack, problems: Problems) -> tuple[Workbook, Workbook] | None:
    # openpyxl parses through defusedxml where that is installed: no entities, no external files.
    import openpyxl

    if not is_sane_workbook(path, problems):
        return None
    # As streams: openpyxl would judge a path by its ending.
    one, two = (files.enter_context(path.open("rb")) for _ in range(2))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = openpyxl.load_workbook(one, read_only=True, data_only=True, keep_links=False)
        return values, openpyxl.load_workbook(two, read_only=True, keep_links=False)


def _workbook(path: Path, problems: Problems) -> Grid | None:
    opened = ExitStack()
    books = opened.enter_context(opened_workbook(path, problems))
    if books is None:
        opened.close()
        return None
    grid = Grid(iter(()))
    if len(books[0].sheetnames) > 1:
        grid.notes.append(Message("{path}: only the first sheet was read.", path=path.name))
    grid.rows = _first_rows(path, books, opened, grid, problems)
    return grid


def _first_rows(
    path: Path,
    books: tuple[Workbook, Workbook],
    opened: ExitStack,
    grid: Grid,
    problems: Problems,
) -> Iterator[tuple[int, list[Any]]]:
    """The rows of the first sheet, which is read bit by bit and may turn out damaged at any."""
    formulas = Formulas()
    with opened:
        values, written = (book.worksheets[0] for book in books)
        yield from sheet_rows(path, values, written, formulas, problems)
        if formulas.count:
            grid.notes.append(
                Message(
                    "{path}: {counted} formulas were read by their stored values.",
                    path=path.name,
                    counted=formulas.count,
                )
            )


@dataclass(slots=True)
class Formulas:
    """How many formulas were met."""

    count: int = 0


def sheet_rows(
    path: Path,
    values: Any,  # noqa: ANN401 - a read-only sheet, which openpyxl does not type
    written: Any,  # noqa: ANN401
    formulas: Formulas,
    problems: Problems,
    **limits: int,
) -> Iterator[tuple[int, list[Any]]]:
    """The rows of a sheet that are not empty, with their numbers.

    Args:
        path: The workbook.
        values: The sheet with its values.
        written: The same sheet as it is written.
        formulas: Counts them.
        problems: Takes formulas without a stored value.
        limits: ``max_row`` and ``max_col``.
    """
    both = zip(values.iter_rows(**limits), written.iter_rows(**limits), strict=False)
    for number, (row, raw) in enumerate(both, start=1):
        formulas.count += _formulas_in(path, row, raw, problems)
        if cells := _values_of(row):
            yield number, cells


def say_unsound(path: Path, error: Exception, problems: Problems) -> None:
    """Notes that a workbook could not be read."""
    problems.add(
        path.name,
        "",
        "",
        Message("is not a sound Excel workbook ({name}).", name=type(error).__name__),
        "Open it in a spreadsheet program and save it as .xlsx anew, or as .csv.",
    )


def is_sane_workbook(path: Path, problems: Problems) -> bool:
    """Whether a zip is a workbook of sane size; notes what is wrong."""
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        names = {member.filename for member in members}
        if "xl/workbook.xml" not in names:
            problems.add(
                path.name, "", "", "is not an Excel workbook.", "Save it as .xlsx or .csv."
            )
            return False
        if sum(member.file_size for member in members) > MAX_UNPACKED:
            problems.add(path.name, "", "", "unpacks to more than 2 GB.", "Split it.")
            return False
    return True


def _values_of(row: Iterable[Any]) -> list[Any]:
    """The values of a row's cells; empty ones at its end are left out."""
    cells = [unescaped(cell.value) for cell in row]
    while cells and cells[-1] is None:
        cells.pop()
    return cells


def _formulas_in(path: Path, row: Iterable[Any], raw: Iterable[Any], problems: Problems) -> int:
    """How many cells of a row are formulas; notes those whose value is not stored.

    Args:
        path: The workbook.
        row: The cells with their values.
        raw: The same cells as they are written.
        problems: Takes what is wrong.
    """
    written = [
        (cell, source) for cell, source in zip(row, raw, strict=False) if source.data_type == "f"
    ]
    for cell, source in written:
        if cell.value is None:
            problems.add(
                path.name, Message("cell {coordinate}", coordinate=source.coordinate), "",
                "is a formula whose value is not stored in the file.",
                "Open and save the file in a spreadsheet program, or write the value itself.",
            )  # fmt: skip
    return len(written)


def csv_grid(path: Path, problems: Problems) -> Grid | None:
    """Opens a CSV, whatever its separator and encoding; None after noting what is wrong.

    Raises:
        UnclearEncodingError: Its encoding has to be named.
    """
    text = text_of(path.read_bytes(), path.name)
    if "\x00" in text:
        problems.add(path.name, "", "", "contains NUL characters.", "Save it as UTF-8 text.")
        return None
    return Grid(_csv_rows(path, text, problems))


def _csv_rows(path: Path, text: str, problems: Problems) -> Iterator[tuple[int, list[Any]]]:
    reader = separated_rows(text)
    try:
        for number, cells in enumerate(reader, start=1):
            if any(cell.strip() for cell in cells):
                yield number, [cell if cell.strip() else None for cell in cells]
    except csv.Error as error:
        problems.add(
            path.name,
            Message("line {line_num}", line_num=reader.line_num),
            "",
            Message("cannot be read: {error}.", error=error),
            "Check the quotation marks around here.",
        )


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
    try:
        for row in rows:
            cells = []
            for text in row:
                if len(cell_text(text)) > MAX_CELL:
                    raise ValueError(
                        Message(
                            "row {count}: a text of {text:,} characters",
                            count=count + 2,
                            text=len(text),
                        )
                    )
                cell = WriteOnlyCell(sheet)
                put_value(cell, text)
                cells.append(cell)
            sheet.append(cells)
            count += 1
    except BaseException:
        sheet.close()  # a half-written sheet complains when it is thrown away
        raise
    packed = io.BytesIO()
    book.save(packed)  # a zip that cannot be finished complains again when it is thrown away
    path.write_bytes(packed.getvalue())
    return count
