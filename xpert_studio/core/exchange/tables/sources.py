"""Tells a file's kind by its content, and reads its sheets within limits."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Final

from xpert_studio.core.documents.package import open_package
from xpert_studio.core.encodings import UnclearEncodingError, samples_of, text_of
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.exchange.formats.yaml_reading import read_yaml
from xpert_studio.core.exchange.problems import FaultError, Problems
from xpert_studio.core.exchange.tables.cells import (
    MAX_ROWS,
    RATINGS,
    RUBRICS,
    TableLimits,
    TableSheet,
    Value,
    sheet_of,
)
from xpert_studio.core.exchange.tables.json_rows import json_sheets, value_sheets
from xpert_studio.core.exchange.tables.marked_up import html_sheets, markdown_sheets
from xpert_studio.core.exchange.tables.platforms import archive_sheets, platform_sheets
from xpert_studio.core.exchange.tables.running_text import is_separated, running_text
from xpert_studio.core.exchange.tables.separated import separated_rows
from xpert_studio.core.exchange.tables.word import word_sheets
from xpert_studio.core.exchange.tables.workbook import (
    SPLIT,
    other_book_sheets,
    repeats_too_much,
    workbook_sheets,
)
from xpert_studio.core.messages import Message

_MEBIBYTE: Final = 1024 * 1024
_OLE: Final = b"\xd0\xcf\x11\xe0"
_TABLE_LINE: Final = re.compile(
    r"^[ \t]*+(?:\|?[ \t]*+:?-{2,}:?[ \t]*+(?:\|[ \t]*+:?-{2,}:?[ \t]*+)+\|?|\|.*\|)[ \t\r]*$",
    re.MULTILINE,
)
_LIST_LINE: Final = re.compile(r"^[ \t]*+(?:[-*+•]|\d{1,3}[.)])[ \t]++\S", re.MULTILINE)
_HTML: Final = re.compile(r"<(?:!doctype html|html|table|tr|td|ul|ol|meta)\b", re.IGNORECASE)
_XML: Final = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*<(?:\?xml|rubrics|learnrubrics|areas)\b", re.IGNORECASE
)
_START: Final = 4_096


def read_sheets(
    path: Path,
    problems: Problems,
    *,
    encoding: str = "",
    doubts: list[str] | None = None,
    limits: TableLimits = RUBRICS,
    with_text: bool = False,
) -> list[TableSheet]:
    """All tables of a file.

    Args:
        path: A workbook, a table of separated values, a document, a web page, Markdown or JSON.
        problems: Takes what makes it unreadable.
        encoding: Of a text; empty to find out.
        doubts: Takes what speaks against an encoding; without it a doubt is an error.
        limits: How large it may be.
        with_text: Add the lines of a document, as a sheet that is no table.

    Raises:
        NotFoundError: There is nothing at ``path``.
        UnclearEncodingError: It is a text whose encoding has to be named.
    """
    try:
        found = _sheets_of(path, problems, encoding, doubts, limits)
    except FaultError as error:
        problems.add(path.name, "", "", error.message, error.remedy)
        return []
    if any(max(row.filled, default=0) >= limits.columns for sheet in found for row in sheet.rows):
        problems.add(
            path.name,
            "",
            "",
            Message("has more than {most:,} columns.", most=limits.columns),
            "Leave out those that are not part of the table.",
        )
        return []
    return [sheet for sheet in found if with_text or not sheet.is_text]


def _sheets_of(
    path: Path, problems: Problems, encoding: str, doubts: list[str] | None, limits: TableLimits
) -> list[TableSheet]:
    data = _bytes_of(path, limits.mebibytes)
    with _sound():
        if data.startswith(_OLE):
            return other_book_sheets(data, limits)
        if data.startswith(b"PK"):
            return _package_sheets(data, limits)
    if data.startswith(b"%PDF"):
        raise FaultError(
            Message("is a PDF."),
            Message("Copy its table and paste it into the rubric, or save it as .docx or .xlsx."),
        )
    if _is_xml(data):
        return _xml_sheets(data)
    text = text_of(data, path.name, encoding=encoding, doubts=doubts)
    return _text_sheets(path, text, problems, limits)


@contextmanager
def _sound() -> Iterator[None]:
    """Says what is wrong, whatever libraries raise on a damaged or hostile file.

    Raises:
        FaultError: It could not be read.
    """
    try:
        yield
    except FaultError:
        raise
    except Exception as error:
        if isinstance(error, zipfile.BadZipFile) and "larger" in str(error):
            raise FaultError(
                Message("unpacks to more than a table needs."), Message("Split it.")
            ) from error
        raise FaultError(
            Message("is damaged, or protected by a password ({name}).", name=type(error).__name__),
            Message("Open it and save it anew without a password, as .xlsx, .csv or .docx."),
        ) from error


def samples_in(path: Path) -> dict[str, str]:
    """How a text would read, by encoding, the likeliest first.

    Empty where it says its own encoding, and for a workbook, a document or XML.

    Args:
        path: A file that ``read_sheets`` has read.
    """
    data = path.read_bytes()
    is_text = not data.startswith((_OLE, b"PK", b"%PDF")) and not _is_xml(data)
    return samples_of(data) if is_text else {}


def _is_xml(data: bytes) -> bool:
    start = data[:_START]
    return bool(_XML.match(start)) and not _HTML.search(start.decode("latin-1"))


def table_rows(path: Path, problems: Problems) -> list[tuple[int, list[Value]]]:
    """The rows of a file's first table of ratings: their numbers and values.

    Raises:
        NotFoundError, UnclearEncodingError: As ``read_sheets``.
    """
    sheets = read_sheets(path, problems, limits=RATINGS)
    return (
        [(row.number, [cell.value for cell in row.cells]) for row in sheets[0].rows]
        if sheets
        else []
    )


def first_rows(path: Path, most: int) -> list[list[str]]:
    """The texts of the first rows of a table, to tell what it is; none where it cannot be read.

    Of long separated values no more than a beginning is read.
    """
    if not path.is_file():  # a pipe would keep us waiting
        return []
    try:
        with path.open("rb") as file:
            data = file.read(_MEBIBYTE)
            is_long = bool(file.read(1))
        if is_long and path.suffix.lower() in {".csv", ".tsv"}:
            rows = separated_rows(text_of(data[: data.rfind(b"\n")], path.name))
            return [[cell.strip() for cell in row] for row in islice(rows, most)]
        found = read_sheets(path, Problems(), limits=RATINGS)
    except (OSError, UnclearEncodingError, csv.Error):
        return []
    return [[cell.text for cell in row.cells] for sheet in found[:1] for row in sheet.rows[:most]]


def _xml_sheets(data: bytes) -> list[TableSheet]:
    with _sound():
        found = platform_sheets(data)
    if not found:
        raise FaultError(
            Message("is XML, and holds no rubric of a learning platform."),
            Message("Export the rubric of Moodle, Canvas, Brightspace or Blackboard, or paste it."),
        )
    return found


def _bytes_of(path: Path, most: int) -> bytes:
    if not path.exists():
        raise NotFoundError(
            Message("There is nothing at {path}.", path=path), remedy="Check the name."
        )
    choose = Message("Choose a .csv or .xlsx.")
    if not path.is_file():  # a pipe would keep us waiting
        raise FaultError(Message("is not an ordinary file."), choose)
    try:
        if path.stat().st_size > most * _MEBIBYTE:
            raise FaultError(Message("is larger than {most} MB.", most=most), Message("Split it."))
        data = path.read_bytes()
    except OSError as error:
        told = Message("cannot be read: {error}.", error=error.strerror or error)
        raise FaultError(told, Message("Check the file.")) from error
    if not data.strip():
        raise FaultError(Message("is empty."), choose)
    return data


def _package_sheets(data: bytes, limits: TableLimits) -> list[TableSheet]:
    with open_package(io.BytesIO(data)) as archive:
        parts = frozenset(archive.namelist())
        if "xl/workbook.xml" in parts:
            return workbook_sheets(data, limits)
        if "word/document.xml" in parts:
            return word_sheets(data)
        if "xl/workbook.bin" in parts:
            return other_book_sheets(data, limits)
        if "content.xml" in parts and b"spreadsheet" in archive.read("mimetype"):
            if repeats_too_much(archive):
                raise FaultError(
                    Message("a row or column is repeated more than {most:,} times.", most=MAX_ROWS),
                    SPLIT,
                )
            return other_book_sheets(data, limits)
        if found := archive_sheets(archive):
            return found
    raise FaultError(
        Message("is neither a workbook, a Word document nor a course's export with a rubric."),
        Message("Save it as .xlsx, .csv or .docx."),
    )


def _text_sheets(
    path: Path, text: str, problems: Problems, limits: TableLimits
) -> list[TableSheet]:
    suffix = path.suffix.lower()
    if "\x00" in text:
        raise FaultError(Message("contains NUL characters."), Message("Save it as UTF-8 text."))
    if suffix in {".yaml", ".yml"}:
        return _parsed(lambda: value_sheets(read_yaml(text)))
    if suffix in {".json", ".jsonl", ".ndjson", ".rbc"} or (
        suffix not in {".csv", ".tsv", ".md"} and text.lstrip()[:1] in {"{", "["}
    ):
        by_line = suffix in {".jsonl", ".ndjson"}
        return _parsed(lambda: json_sheets(text, by_line=by_line))
    if suffix in {".html", ".htm"} or (
        suffix not in {".csv", ".tsv", ".md"} and _HTML.search(text[:4096])
    ):
        return html_sheets(text)
    if suffix in {".md", ".markdown"} or (suffix not in {".csv", ".tsv"} and _is_markdown(text)):
        return markdown_sheets(text)
    if suffix in {"", ".txt", ".text"} and not is_separated(text):
        return running_text(text)
    return _separated(path.name, text, problems, limits)


def _is_markdown(text: str) -> bool:
    return bool(_TABLE_LINE.search(text)) or len(_LIST_LINE.findall(text)) > 1


def _parsed(read: Callable[[], list[TableSheet]]) -> list[TableSheet]:
    try:
        return read()
    except RecursionError as error:
        raise FaultError(Message("is nested too deeply."), Message("Make it flatter.")) from error
    except ValueError as error:
        raise FaultError(
            Message("has no rubric that could be read ({error}).", error=error),
            Message('Give a list of objects such as {"criterion": "…", "points": 3}.'),
        ) from error


def _separated(name: str, text: str, problems: Problems, limits: TableLimits) -> list[TableSheet]:
    reader = separated_rows(text)
    rows: list[list[str]] = []
    try:
        for cells in reader:
            rows.append(cells)
            if len(rows) > limits.rows:
                raise FaultError(Message("has more than {most:,} rows.", most=limits.rows), SPLIT)
    except csv.Error as error:
        problems.add(
            name,
            Message("line {line_num}", line_num=reader.line_num),
            "",
            Message("cannot be read: {error}.", error=error),
            "Check the quotation marks around here.",
        )
        return []
    return [sheet_of(rows, is_separated=True)]


def pasted_sheets(html: str, text: str, problems: Problems, *, name: str) -> list[TableSheet]:
    """The tables of what was copied: of its HTML, else of its tabs, else its lines.

    Args:
        html: What a program put on the clipboard as HTML; may be empty.
        text: The same as text.
        problems: Takes what is wrong.
        name: For messages.
    """
    found = _copied(html, text, problems, name)
    for sheet in found:
        sheet.is_pasted = True
    return found


def _copied(html: str, text: str, problems: Problems, name: str) -> list[TableSheet]:
    found = html_sheets(html) if html else []
    tables = [sheet for sheet in found if not sheet.is_text]
    if any(not sheet.is_list for sheet in tables) or (tables and "\t" not in text):
        return found
    text = text.replace("\x00", "")
    if "\t" in text:
        # Word and browsers write quotes as they are; only a spreadsheet doubles them.
        return _tabs(name, text, problems)
    if _is_markdown(text):
        return markdown_sheets(text)
    return running_text(text)


def _tabs(name: str, text: str, problems: Problems) -> list[TableSheet]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True)
    try:
        rows = list(reader)
    except csv.Error:
        rows = [line.split("\t") for line in text.splitlines()]
    if len(rows) > MAX_ROWS:
        problems.add(
            name, "", "", Message("has more than {most:,} rows.", most=MAX_ROWS), "Split it."
        )
        return []
    return [sheet_of(rows)]
