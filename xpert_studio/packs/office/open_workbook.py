"""OpenDocument workbooks (.ods): the texts that their cells show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.api.readers import Findings, GapReason
from xpert_studio.core.cell_texts import column_letters
from xpert_studio.packs.office.open_document import OpenDocument
from xpert_studio.packs.office.sheets import OfficeSheet, SheetRow, sheet_text, where_in

_GROUPS: Final = frozenset(
    {
        "table:table-header-rows",
        "table:table-rows",
        "table:table-row-group",
        "table:table-header-columns",
        "table:table-columns",
        "table:table-column-group",
    }
)
_HIDDEN: Final = frozenset({"collapse", "filter"})
_MOST: Final = 16_384
_MOST_ROWS: Final = 10_000
"""Equal rows in a row that are given one by one."""


def read(data: bytes, findings: Findings) -> str:
    """The sheets, one after the other."""
    document = OpenDocument(data, findings)
    lines: list[str] = []
    for table in document.body.iter("table:table"):
        name = table.get("table:name", "")
        document.where = where_in(name)
        hidden = (
            document.property("table", table.get("table:style-name"), "table:display") == "false"
        )
        sheet = OfficeSheet(name, hidden, set(_hidden_columns(table)))
        if not hidden:
            sheet.remarks += _remarks(document, table)
        lines += sheet_text(sheet, _rows(document, table, name), findings)
    return "\n".join(lines)


def _parts(table: Element, tag: str) -> Iterator[Element]:
    for item in table:
        if item.tag == tag:
            yield item
        elif item.tag in _GROUPS:
            yield from _parts(item, tag)


def _hidden_columns(table: Element) -> Iterator[int]:
    column = 0
    for item in _parts(table, "table:table-column"):
        repeated = min(int(item.get("table:number-columns-repeated", "1")), _MOST)
        if item.get("table:visibility") in _HIDDEN:
            yield from range(column, column + repeated)
        column += repeated


def _remarks(document: OpenDocument, table: Element) -> Iterator[str]:
    for shapes in table.findall("table:shapes"):
        for item in shapes:
            if text := " ".join(" ".join(document.drawing(item)).split()):
                yield f"[Text box: {text}]"


def _rows(document: OpenDocument, table: Element, name: str) -> Iterator[SheetRow]:
    number = 0
    for item in _parts(table, "table:table-row"):
        repeated = int(item.get("table:number-rows-repeated", "1"))
        is_hidden = item.get("table:visibility") in _HIDDEN
        cells = dict(_cells(document, item, name, number))
        yield from (
            SheetRow(number + again, is_hidden, dict(cells))
            for again in range(min(repeated, _MOST_ROWS) if cells else 0)
        )
        number += repeated


def _cells(
    document: OpenDocument, row: Element, name: str, number: int
) -> Iterator[tuple[int, str]]:
    column = 0
    for cell in row:
        repeated = int(cell.get("table:number-columns-repeated", "1"))
        if cell.tag == "table:table-cell":
            text = _text(document, cell, where=f"{column_letters(column)}{number + 1}", sheet=name)
            yield from (
                (column + again, text) for again in range(min(repeated, _MOST) if text else 0)
            )
        column += repeated


def _text(document: OpenDocument, cell: Element, *, where: str, sheet: str) -> str:
    shown = ("office:annotation", "draw:", "text:")
    lines = document.lines(part for part in cell if part.tag.startswith(shown))
    text = " ".join(filter(None, lines)).strip()
    if text and document.is_unseen_cell(cell.get("table:style-name")):
        document.found.gap(GapReason.HIDDEN, where_in(sheet, where))
        return ""
    formula = cell.get("table:formula")
    if formula and not text and not cell.get("office:value-type"):
        document.found.gap(GapReason.FORMULA, where_in(sheet, where))
        return f"={formula.partition('=')[2] or formula}"
    return text
