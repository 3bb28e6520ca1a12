"""Excel workbooks of both dialects: values as their cells show them.

The XML of sheets is read as it streams: of a sheet of a million formatted rows only what is in
them is kept. Raised letters, hidden rows and the formats of cells are in it; no library of those
there are gives all three.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.api.readers import (
    MAX_CHARS,
    Colour,
    Findings,
    GapReason,
    NotReadError,
    lowered,
    raised,
    struck,
    theme_colours,
)
from xpert_studio.core.cell_texts import column_letters
from xpert_studio.packs.office.drawings import alternative, drawn_words, say_drawing
from xpert_studio.packs.office.number_formats import GENERAL, general, shown
from xpert_studio.packs.office.package import OfficePackage, Relation, down, shorten
from xpert_studio.packs.office.sheets import OfficeSheet, SheetRow, sheet_text, where_in
from xpert_studio.packs.office.workbook_styles import WorkbookStyles

_CELL: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_CODES: Final = re.compile(r"&[LCR]|&\"[^\"]*\"|&\d+|&[A-Z]|&K[0-9A-F]{6}")
_ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ON: Final = frozenset({"1", "true"})
_LARGEST_MERGE: Final = 100_000
_LEAST_HEIGHT: Final = 1.5
_LEAST_WIDTH: Final = 0.2
"""Rows and columns that are lower or narrower show nothing."""
_LEAST_MARKS: Final = 2
_LEGACY: Final = "[Threaded comment]"


def read(data: bytes, findings: Findings) -> str:
    """The sheets, one after the other."""
    package = OfficePackage(data)
    package.say_properties(findings)
    book = _Workbook(package, findings)
    lines: list[str] = []
    for sheet in book.sheets():
        lines += book.lines(sheet)
        if sum(map(len, lines)) > MAX_CHARS:
            break
    return "\n".join(lines).strip("\n")


@dataclass(frozen=True, slots=True)
class _Part:
    """A sheet as the workbook names it."""

    name: str
    target: str
    is_hidden: bool
    kind: str


class _Workbook:
    def __init__(self, package: OfficePackage, found: Findings) -> None:
        self._package, self._found = package, found
        self._main = package.main_part("xl/workbook.xml")
        root = package.xml(self._main)
        if root is None:
            raise NotReadError(GapReason.UNREADABLE)
        self._root = root
        self._relations = package.relations(self._main)
        properties = root.find("x:workbookPr")
        self._from_1904 = properties is not None and properties.get("date1904") in _ON

    def sheets(self) -> Iterator[_Part]:
        """The sheets in their order."""
        for item in self._root.iter("x:sheet"):
            relation = self._relations.get(item.get("r:id", ""))
            name = item.get("name", "")
            if relation is None:
                self._found.gap(GapReason.MISSING, where_in(name))
            else:
                is_hidden = item.get("state", "visible") != "visible"
                yield _Part(name, relation.target, is_hidden, relation.kind)

    @cached_property
    def _texts(self) -> list[str]:
        usual = r"xl/sharedStrings\.xml"
        root = self._package.first_root(self._main, "sharedStrings", usual)
        return [] if root is None else [_rich(item) for item in root.findall("x:si")]

    @cached_property
    def styles(self) -> WorkbookStyles:
        """The styles of the cells."""
        root = self._package.first_root(self._main, "styles", r"xl/styles\.xml")
        theme = self._package.first_root(self._main, "theme", r"xl/theme/theme1\.xml")
        return WorkbookStyles(root, theme_colours(theme))

    def lines(self, part: _Part) -> list[str]:
        """A sheet's lines."""
        if part.kind not in {"worksheet", ""}:
            if part.is_hidden:
                self._found.gap(GapReason.HIDDEN, where_in(part.name))
                return []
            return [f"# {part.name}", *self._drawn(part.target, part.name)]
        reader = _SheetReader(self, part)
        rows = reader.seen(list(reader.rows()))
        sheet = replace(reader.sheet, is_hidden=part.is_hidden)
        if not part.is_hidden:
            rows = _with_notes(rows, self._notes(part))
            sheet.remarks += self._drawn(part.target, part.name)
            sheet.remarks += reader.margins
        return list(sheet_text(sheet, rows, self._found))

    def text(self, index: str) -> str:
        """A shared text."""
        return self._texts[int(index)]

    def value(self, raw: str, style: str, where: str, cell: str) -> str:
        """A number as its cell shows it."""
        said = shown(float(raw), self.styles.code(style), from_1904=self._from_1904)
        if said is None:
            self._found.gap(GapReason.FORMAT, where_in(where, cell))
            return general(float(raw))
        if not said and float(raw):
            self._found.gap(GapReason.HIDDEN, where_in(where, cell))
        return said

    def styled_text(self, text: str, style: str) -> str:
        """A text as its cell shows it."""
        code = self.styles.code(style)
        return text if code == GENERAL else shown(text, code) or ""

    def say(self, what: GapReason, sheet: str, cell: str = "") -> None:
        """Notes a gap."""
        self._found.gap(what, where_in(sheet, cell))

    def data(self, name: str) -> bytes | None:
        """A part's content."""
        return self._package.data(name)

    def date(self, raw: str) -> str:
        """A date that is written as one."""
        return datetime.fromisoformat(raw).strftime(
            "%Y-%m-%d" if "T" not in raw or raw.endswith("T00:00:00") else "%Y-%m-%d %H:%M"
        )

    def table_areas(self, target: str) -> Iterator[tuple[int, int, int, int]]:
        """The ranges of a sheet's tables, which have colours of their own."""
        for root in self._package.roots_of(target, "table"):
            yield from _areas(root.get("ref", ""))

    def _notes(self, part: _Part) -> dict[str, list[str]]:
        notes: dict[str, list[str]] = {}
        roots = self._package.roots_of(part.target, "comments")
        threads = self._package.roots_of(part.target, "threadedComment")
        for item in (item for root in (*threads, *roots) for item in root.iter()):
            name = item.tag.rpartition(":")[2]
            if name not in {"threadedComment", "comment"} or not item.get("ref"):
                continue
            texts = item.find("x:text") if name == "comment" else item
            said = "".join(
                part.text or ""
                for part in (() if texts is None else texts.iter())
                if part.tag.rpartition(":")[2] in {"t", "text"}
            )
            if said.strip() and not said.startswith(_LEGACY):
                notes.setdefault(item.get("ref", ""), []).append(" ".join(said.split()))
        self._found.metadata += (
            item.text or "" for root in roots for item in root.iter("x:author")
        )
        return notes

    def _drawn(self, target: str, name: str) -> Iterator[str]:
        """What stands on a sheet beside its cells: words of boxes and charts; the rest are gaps."""
        for relation in self._package.relations(target).values():
            if relation.kind in {"oleObject", "control", "ctrlProp", "package", "image"}:
                self._found.gap(GapReason.EMBEDDED, where_in(name))
            root = self._package.xml(relation.target) if relation.kind == "drawing" else None
            if root is not None:
                yield from self._shapes(root, name, self._package.relations(relation.target))

    def _shapes(self, root: Element, name: str, relations: dict[str, Relation]) -> Iterator[str]:
        for item in root:
            if item.tag == "mc:AlternateContent":
                yield from self._shapes(alternative(item), name, relations)
                continue
            say_drawing(item, self._found, where_in(name))
            for body in item.iter("xdr:txBody"):
                paragraphs = (
                    "".join(run.text or "" for run in line.iter("a:t")) for line in body.iter("a:p")
                )
                if text := " ".join(" ".join(paragraphs).split()):
                    yield f"[Text box: {text}]"
            yield from drawn_words(item, self._package, relations)


def _with_notes(rows: list[SheetRow], notes: dict[str, list[str]]) -> list[SheetRow]:
    """Rows with the comments on their cells, also on empty ones."""
    by_row: dict[int, dict[int, str]] = {row.number: row.cells for row in rows}
    for place, texts in notes.items():
        match = _CELL.fullmatch(place.replace("$", ""))
        if match is None:
            continue
        row, column = int(match[2]) - 1, _column(match[1])
        cells = by_row.get(row)
        if cells is None:
            cells = by_row[row] = {}
            rows.append(SheetRow(row, False, cells))
        said = " ".join(f"[Comment: {text}]" for text in texts)
        cells[column] = f"{cells.get(column, '')} {said}".strip()
    return sorted(rows, key=lambda row: row.number)


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column - 1


class _SheetReader:
    """Reads the XML of one sheet as it streams."""

    def __init__(self, book: _Workbook, part: _Part) -> None:
        self._book, self._part = book, part
        self.sheet = OfficeSheet(part.name)
        self.margins: list[str] = []
        self._covered: set[tuple[int, int]] = set()
        self._hidden: set[int] = set()
        self.sheet.covered, self.sheet.hidden_columns = self._covered, self._hidden
        self._marks: set[Colour] = set()
        self._unseen: set[tuple[int, int]] = set()
        self._shown_by_rule: list[tuple[int, int, int, int]] = []
        self._length = 0
        self._last = -1, -1

    def rows(self) -> Iterator[SheetRow]:
        """The rows that hold something."""
        from defusedxml.ElementTree import iterparse

        data = self._book.data(self._part.target)
        if data is None:
            self._book.say(GapReason.MISSING, self._part.name)
            return
        zero_height = False
        for event, element in iterparse(io.BytesIO(data), events=("start", "end")):
            if event == "start":
                shorten(element)
                continue
            tag = element.tag
            if tag == "x:row":
                row = self._row(element, zero_height=zero_height)
                if row.cells and self._length <= 2 * MAX_CHARS:
                    yield row
                element.clear()
            elif tag == "x:sheetFormatPr":
                zero_height = element.get("zeroHeight") in _ON
            else:
                self._take(element)

    def _take(self, element: Element) -> None:
        """Takes what a sheet says beside its rows."""
        tag = element.tag
        if tag == "x:col":
            self._take_columns(element)
        elif tag == "x:mergeCell":
            self._merge(element.get("ref", ""))
        elif tag == "x:headerFooter":
            self._take_margins(element)
        elif tag == "x:conditionalFormatting":
            self._shown_by_rule += _areas(element.get("sqref", ""))
        elif tag == "main:sparklineGroups":
            self._book.say(GapReason.DRAWING, self._part.name)

    def seen(self, rows: list[SheetRow]) -> list[SheetRow]:
        """Rows without cells whose letters cannot be seen, which are gaps.

        Where rules or tables of the sheet colour cells, they are taken as seen.
        """
        coloured = [*self._shown_by_rule, *self._book.table_areas(self._part.target)]
        unseen = {
            (row, column)
            for row, column in self._unseen
            if not any(
                top <= row <= bottom and left <= column <= right
                for left, top, right, bottom in coloured
            )
        }
        if not unseen:
            return rows
        if not self._part.is_hidden:
            for row, column in sorted(unseen):
                self._book.say(
                    GapReason.HIDDEN, self._part.name, f"{column_letters(column)}{row + 1}"
                )
        return [
            replace(
                row,
                cells={
                    column: text
                    for column, text in row.cells.items()
                    if (row.number, column) not in unseen
                },
            )
            for row in rows
        ]

    def _take_columns(self, element: Element) -> None:
        if element.get("hidden") in _ON or float(element.get("width", "9")) < _LEAST_WIDTH:
            first, last = int(element.get("min", "1")), int(element.get("max", "1"))
            self._hidden.update(range(first - 1, min(last, 16384)))

    def _merge(self, place: str) -> None:
        corners = [_CELL.fullmatch(corner) for corner in place.replace("$", "").split(":")]
        if len(corners) != 2 or corners[0] is None or corners[1] is None:
            return
        (left, top), (right, bottom) = ((_column(c[1]), int(c[2]) - 1) for c in corners if c)
        if (right - left + 1) * (bottom - top + 1) <= _LARGEST_MERGE:
            self._covered.update(
                (row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)
            )
            self._covered.discard((top, left))

    def _take_margins(self, element: Element) -> None:
        for item in element:
            text = _CODES.sub(" ", (item.text or "").replace("&&", "\0")).replace("\0", "&")
            if text.strip():
                self.margins.append(
                    f"[{'Header' if 'eader' in item.tag else 'Footer'}: {' '.join(text.split())}]"
                )

    def _row(self, element: Element, *, zero_height: bool) -> SheetRow:
        number = int(element.get("r", self._last[0] + 2)) - 1
        self._last = number, -1
        height = element.get("ht", "")
        is_hidden = (
            element.get("hidden") in _ON
            or (zero_height and element.get("customHeight") not in _ON and not height)
            or (height != "" and float(height) < _LEAST_HEIGHT)
        )
        cells: dict[int, str] = {}
        shades: dict[int, Colour | None] = {}
        for item in element.iter("x:c"):
            place = _CELL.fullmatch(item.get("r", ""))
            column = _column(place[1]) if place else self._last[1] + 1
            self._last = number, column
            text, style = (
                self._cell(item, f"{column_letters(column)}{number + 1}"),
                item.get("s", ""),
            )
            shades[column] = self._book.styles.shade(style)
            if text:
                cells[column] = struck(text) if self._book.styles.is_struck(style) else text
                self._length += len(text)
                if self._book.styles.is_unseen(style):
                    self._unseen.add((number, column))
        marks = [] if is_hidden or self._part.is_hidden else _marks(cells, shades)
        self._marks.update(marks)
        if len(marks) >= _LEAST_MARKS or len(self._marks) >= _LEAST_MARKS:
            self._book.say(GapReason.DRAWING, self._part.name)
        return SheetRow(number, is_hidden, cells)

    def _cell(self, item: Element, place: str) -> str:
        kind, style = item.get("t", "n"), item.get("s", "")
        inline, value = item.find("x:is"), item.find("x:v")
        if inline is not None:
            return self._book.styled_text(_rich(inline), style)
        if value is None or value.text is None:
            is_empty_text = kind == "str" and value is not None
            return "" if is_empty_text else self._formula(item.find("x:f"), place)
        raw = value.text
        if kind in {"s", "str"}:
            text = self._book.text(raw) if kind == "s" else _unescaped(raw)
            return self._book.styled_text(text, style)
        if kind == "b":
            return "TRUE" if raw.strip() in _ON else "FALSE"
        if kind == "d":
            return self._book.date(raw.strip())
        if kind == "e":
            if item.get("vm"):  # a picture in a cell is kept as an error
                self._book.say(GapReason.PICTURES, self._part.name, place)
            return raw
        return self._book.value(raw, style, self._part.name, place)

    def _formula(self, formula: Element | None, place: str) -> str:
        """A formula in the place of its result, which is not stored."""
        if formula is None:
            return ""
        if not self._part.is_hidden:
            self._book.say(GapReason.FORMULA, self._part.name, place)
        return f"={formula.text or ''}"


def _areas(places: str) -> Iterator[tuple[int, int, int, int]]:
    """Ranges of cells as left, top, right, bottom from 0."""
    for place in places.split():
        corners = [_CELL.fullmatch(corner) for corner in place.replace("$", "").split(":")]
        if corners[0] is not None and corners[-1] is not None:
            first, last = corners[0], corners[-1]
            yield _column(first[1]), int(first[2]) - 1, _column(last[1]), int(last[2]) - 1


def _marks(cells: dict[int, str], shades: dict[int, Colour | None]) -> list[Colour]:
    """The colours of empty cells of a row of words, without those of cells with words.

    So are bars of a schedule drawn, and states marked.
    """
    of_words = {shades[column] for column in cells}
    return [
        shade
        for column, shade in shades.items()
        if shade and cells and column not in cells and shade not in of_words
    ]


def _rich(item: Element) -> str:
    """A text of several looks; how words are pronounced is left out."""
    made = ""
    for part in item:
        if part.tag == "x:t":
            made += _unescaped(part.text or "")
        elif part.tag == "x:r":
            letters = part.find("x:t")
            text = "" if letters is None else _unescaped(letters.text or "")
            script = down(part, "x:rPr/x:vertAlign")
            kind = "" if script is None else script.get("val", "")
            is_struck = down(part, "x:rPr/x:strike") is not None
            if kind == "superscript":
                text = raised(text, made)
            elif kind == "subscript":
                text = lowered(text)
            made += struck(text) if is_struck else text
    return made


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text).replace("\r\n", "\n")
