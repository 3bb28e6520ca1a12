"""The tables and lists of a Word document."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from xpert_studio.core.documents.package import open_package
from xpert_studio.core.exchange.tables.cells import Cell, TableRow, TableSheet
from xpert_studio.core.exchange.tables.marked_up import joined_tables
from xpert_studio.core.exchange.tables.running_text import BOLD, PLAIN, TextLines

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NAMESPACES: Final = (
    b"http://purl.oclc.org/ooxml/wordprocessingml/main",
    b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
)
_W: Final = f"{{{_NAMESPACES[1].decode()}}}"
_HEADING: Final = ("heading", "title", "berschrift", "titre", "titel")
_SIGNS: Final = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_TITLE: Final = 120
_TYPED: Final = re.compile(r"(?:[-–*•·▪◦‣・●○■□☐☑☒])\s+(?=\S)")
"""A bullet that was typed at the beginning of a paragraph."""
_LEFT_OUT: Final = frozenset({f"{_W}del", f"{_W}moveFrom", f"{_W}txbxContent"})


def word_sheets(data: bytes) -> list[TableSheet]:
    """The tables of a document, each under its heading, and its lists.

    Raises:
        Exception: Anything, where the file is damaged or hostile.
    """
    from defusedxml.ElementTree import fromstring

    with open_package(io.BytesIO(data)) as archive:
        content = archive.read("word/document.xml").replace(*_NAMESPACES)
    body = fromstring(content).find(f"{_W}body")
    sheets: list[TableSheet] = []
    heading, lines = "", list[Cell]()
    every, above = TextLines(), ""
    for part in _blocks(body) if body is not None else ():
        if part.tag == f"{_W}tbl":
            _close_list(sheets, heading, lines)
            lines = []
            sheets += _table(part, above or heading)
            above = ""
            continue
        text, style = _text(part).strip(), _style(part)
        if text and any(name in style for name in _HEADING):
            _close_list(sheets, heading, lines)
            heading, lines, above = text, [], ""
            every.add(text, _heading_depth(style), is_bold=True)
        elif text and (level := _list_level(part)) is not None:
            lines.append(Cell(text, is_bold=_is_bold(part), depth=level))
            every.insert(len(every), lines[-1])
        elif text and (bullet := _TYPED.match(text)) is not None:
            lines.append(Cell(text[bullet.end() :], is_bold=_is_bold(part)))
            every.insert(len(every), lines[-1])
        elif text:
            above = text if len(text) <= _TITLE else ""
            every.paragraph(f"{BOLD}{text}{PLAIN}" if _is_bold(part) else text)
    _close_list(sheets, heading, lines)
    return [*joined_tables(sheets), *every.sheet()]


def _heading_depth(style: str) -> int:
    """How deep a heading lies, from 1 to 6, by the name of its style."""
    number = style[-1:]
    return min(int(number), 6) if number.isdecimal() and number != "0" else 1


def _close_list(sheets: list[TableSheet], heading: str, lines: list[Cell]) -> None:
    if lines:
        rows = [TableRow(n, [cell]) for n, cell in enumerate(lines, start=1)]
        sheets.append(TableSheet(heading, rows, is_list=True))


def _blocks(parent: Element) -> Iterator[Element]:
    """Paragraphs and tables in their order, also those in content controls."""
    for part in parent:
        if part.tag in {f"{_W}p", f"{_W}tbl"}:
            yield part
        elif part.tag not in _LEFT_OUT:
            yield from _blocks(part)


def _parts(parent: Element, name: str) -> Iterator[Element]:
    """Rows of a table, or cells of a row, also those in content controls."""
    for part in parent:
        if part.tag == f"{_W}{name}":
            yield part
        elif part.tag in {f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}customXml"}:
            yield from _parts(part, name)


def _table(table: Element, heading: str) -> list[TableSheet]:
    above: dict[int, Cell] = {}
    made: list[list[Cell]] = []
    for tr in _parts(table, "tr"):
        row: list[Cell] = []
        for tc in _parts(tr, "tc"):
            span = _number(tc.find(f"{_W}tcPr/{_W}gridSpan"), 1)
            merge = tc.find(f"{_W}tcPr/{_W}vMerge")
            if merge is not None and merge.get(f"{_W}val") != "restart":
                first = above.get(len(row))
                if first is not None:
                    first.rows += 1
                row += [Cell(is_covered=True) for _ in range(span)]
                continue
            cell = _cell(tc, span)
            above[len(row)] = cell
            row.append(cell)
            row += [Cell(is_covered=True) for _ in range(span - 1)]
        made.append(row)
    rows = [TableRow(n, cells) for n, cells in enumerate(made, start=1)]
    full = [row for row in rows if row.filled]
    return [TableSheet(heading, full)] if full else []


def _cell(tc: Element, span: int) -> Cell:
    paragraphs = list(tc.iter(f"{_W}p"))
    lines = [text for part in paragraphs if (text := _text(part).strip())]
    bold = bool(lines) and all(_is_bold(part) for part in paragraphs if _text(part).strip())
    return Cell("\n".join(lines) or None, is_bold=bold, columns=span)


def _text(paragraph: Element) -> str:
    """The text of a paragraph with tracked changes accepted."""
    found: list[str] = []

    def walk(parent: Element) -> None:
        for part in parent:
            if part.tag in _LEFT_OUT:
                continue
            if part.tag == f"{_W}t":
                found.append(part.text or "")
            elif (sign := _SIGNS.get(part.tag.removeprefix(_W))) is not None:
                found.append(sign)
            else:
                walk(part)

    walk(paragraph)
    return "".join(found)


def _is_bold(paragraph: Element) -> bool:
    runs = [run for run in paragraph.iter(f"{_W}r") if run.find(f"{_W}t") is not None]
    marks = [run.find(f"{_W}rPr/{_W}b") for run in runs]
    return bool(runs) and all(
        mark is not None and mark.get(f"{_W}val") not in {"0", "false"} for mark in marks
    )


def _style(paragraph: Element) -> str:
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return (style.get(f"{_W}val") or "").casefold() if style is not None else ""


def _list_level(paragraph: Element) -> int | None:
    numbering = paragraph.find(f"{_W}pPr/{_W}numPr")
    if numbering is None:
        return 0 if "list" in _style(paragraph) else None
    return _number(numbering.find(f"{_W}ilvl"), 0)


def _number(part: Element | None, otherwise: int) -> int:
    value = part.get(f"{_W}val") if part is not None else None
    return min(int(value), 63) if value and value.isdecimal() else otherwise
