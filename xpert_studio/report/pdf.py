"""Renders a report as a PDF: A4 pages with contents, bookmarks and tags for those who hear them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from xpert_studio import __version__
from xpert_studio.core.resources import resource_text
from xpert_studio.core.typesetting import set_as_pdf
from xpert_studio.core.wording import mark, spoken, t
from xpert_studio.report.blocks import (
    Action,
    Block,
    CaseBlock,
    CaseSide,
    Column,
    Figure,
    Heading,
    KeyFigure,
    Listing,
    Note,
    Page,
    SectionBlocks,
    Settings,
    Table,
    Text,
)
from xpert_studio.report.charts import chart_svg
from xpert_studio.report.charts.palette import ON_PAPER
from xpert_studio.report.shown_blocks import key_figure_words, shown, width_of

_LONGEST: Final = 6000
"""Characters of a paragraph that are printed; what is cut says so."""

_LONGEST_CELL: Final = 160
_LONGEST_TITLE: Final = 160
_LONGEST_RUNNING: Final = 80
_LONGEST_HEADING: Final = 60
_LONG_CASE: Final = 1800
_SHORT: Final = 12
_MOST_COLUMNS: Final = 11
_NO_TEXT: Final = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Control characters, overrides of the writing direction, and what is no character at all."""

_SOLID: Final = re.compile(r"[^\s\u2e80-\uffff]{25,}")
_PART: Final = re.compile(r"[^\s]{12}(?=\S)|[_./:,;|=?&](?=\S)")
_PIECE: Final = re.compile(r"[^\s\u2e80-\uffff_./-]*[_./-]*\s*|[\u2e80-\uffff]\s*")
_MAY_BREAK: Final = "\u200b"
_CHART: Final = 620.0
"""The width that charts are laid out for: their letters are a little smaller than text."""

NO_FONT: Final = mark(
    "Some characters show as boxes in the PDF: no font on this machine has them. For Chinese, "
    "install Noto Sans CJK or another Chinese font."
)


def write_pdf(page: Page, target: Path) -> tuple[str, ...]:
    """Writes the report as ``.pdf``.

    Args:
        page: The report.
        target: Where to; an existing file is replaced.

    Returns:
        What a person should know of it.

    Raises:
        XpertError: The typesetter refused the page.
    """
    data, is_whole = render_pdf(page)
    target.write_bytes(data)
    return () if is_whole else (NO_FONT,)


def render_pdf(page: Page) -> tuple[bytes, bool]:
    """The report as the bytes of a PDF, and whether every character of it can be seen.

    It is accessible by the rules of PDF/UA-1, which allow no character that no font has; where
    there is one, it is as accessible as it can be.

    Raises:
        XpertError: The typesetter refused the page.
    """
    return set_as_pdf(
        template=resource_text("report", "report.typ"),
        content=json.dumps(_page(page), ensure_ascii=False),
        timestamp=int(page.made_at.timestamp()),
    )


def _page(page: Page) -> dict[str, Any]:
    """The page as plain data, which the template lays out."""
    return {
        "title": _words(page.title, _LONGEST_TITLE),
        "running": _words(page.title, _LONGEST_RUNNING),
        "subtitle": _words(page.subtitle),
        "maker": f"Xpert Studio {__version__}",
        "summary": [_words(sentence) for sentence in page.summary],
        "facts": [
            {"label": _words(fact.label), "value": _words(fact.value)} for fact in page.facts
        ],
        "sections": [_section(section) for section in page.sections],
        "footer": _words(page.footer),
        "language": spoken(),
        "words": {
            "contents": t("Contents"),
            "no_rationale": t("No rationale was given."),
            "not_found": t("(not found in the response)"),
        },
    }


def _section(section: SectionBlocks) -> dict[str, Any]:
    return {
        "title": _words(section.title, _LONGEST_TITLE),
        "blocks": [drawn for block in section.blocks for drawn in _block(block)],
    }


def _block(block: Block) -> list[dict[str, Any]]:
    match block:
        case Table():
            return [_table(part) for part in _parts(block)]
        case Figure():
            return [_figure(block)]
        case CaseBlock():
            return [_case(block)]
        case Settings(entries=entries, caption=caption):
            return [
                {
                    "kind": block.kind,
                    "caption": _words(caption),
                    "entries": [
                        {"name": _words(name), "value": _words(value)} for name, value in entries
                    ],
                }
            ]
        case Listing(entries=lines):
            return [{"kind": block.kind, "entries": [_words(line) for line in lines]}]
        case Heading(text):
            return [{"kind": block.kind, "text": _words(text, _LONGEST_TITLE)}]
        case Text(text) | Note(text):
            return [{"kind": block.kind, "text": _words(text)}]
        case KeyFigure():
            return [{"kind": "text", "text": _words(key_figure_words(block))}]
        case Action():
            return []


def _figure(figure: Figure) -> dict[str, Any]:
    return {
        "kind": figure.kind,
        "svg": chart_svg(figure.chart, _CHART, ON_PAPER),
        "alt": _words(figure.chart.description),
        "caption": _words(figure.caption),
    }


def _parts(table: Table) -> list[Table]:
    """A table as it is, or several beside which each has the first column, where it is too wide."""
    width = len(table.columns)
    if width <= _MOST_COLUMNS:
        return [table]
    count = -(-(width - 1) // (_MOST_COLUMNS - 1))
    size = -(-(width - 1) // count)
    return [
        replace(
            table,
            columns=(table.columns[0], *table.columns[start : start + size]),
            rows=tuple(
                replace(row, cells=(row.cells[0], *row.cells[start : start + size]))
                for row in table.rows
            ),
            caption=t(
                "{caption} ({number} of {count})", caption=table.caption, number=number, count=count
            ),
        )
        for number, start in enumerate(range(1, width, size), start=1)
    ]


def _table(table: Table) -> dict[str, Any]:
    return {
        "kind": table.kind,
        "caption": _words(table.caption),
        "shaded": table.shaded,
        "columns": [
            {"heading": _heading(column), "number": column.number} for column in table.columns
        ],
        "rows": [
            {
                "apart": row.apart,
                "cells": [
                    {
                        "text": _words(shown(value, column.form), _LONGEST_CELL),
                        "shade": table.shade(row, place),
                        "best": table.is_best(row, place),
                    }
                    for place, (value, column) in enumerate(
                        zip(row.cells, table.columns, strict=True)
                    )
                ],
            }
            for row in table.rows
        ],
    }


def _case(case: CaseBlock) -> dict[str, Any]:
    return {
        "kind": case.kind,
        "header": _words(case.header, 3 * _LONGEST_TITLE),
        "checkpoint": _words(case.checkpoint),
        "sides": [
            {
                "who": _words(side.who, _LONGEST_TITLE),
                "word": _words(side.word, _LONGEST_TITLE),
                "tone": side.tone,
                "length": _length(side),
                "rationale": _words(side.rationale),
                "quotes": [
                    {"text": _words(quote.text), "found": quote.verified is not False}
                    for quote in side.quotes
                ],
            }
            for side in case.sides
        ],
        "pictures": [
            {"svg": picture.svg, "caption": _words(picture.caption, _LONGEST_TITLE)}
            for picture in case.pictures
        ],
        "long": max(_length(side) for side in case.sides) + len(case.checkpoint) > _LONG_CASE,
    }


def _length(side: CaseSide) -> int:
    return len(side.rationale) + sum(len(quote.text) for quote in side.quotes)


def _words(text: str, longest: int = _LONGEST) -> str:
    """A text as it can be printed: of bounded length, without control characters, breakable."""
    text = _NO_TEXT.sub("\ufffd", text)
    if len(text) > longest:
        text = t(
            "{text} … ({more:,} more characters)",
            text=text[:longest].rstrip(),
            more=len(text) - longest,
        )
    return _SOLID.sub(lambda run: _PART.sub(rf"\g<0>{_MAY_BREAK}", run.group()), text)


def _heading(column: Column) -> str:
    words = _words(column.heading, _LONGEST_HEADING)
    return _stacked(words) if column.number else words


def _stacked(heading: str) -> str:
    """A column's heading over as many lines as its words need, so that figures stand close."""
    pieces = _PIECE.findall(heading)
    widest = max([_SHORT, *(width_of(piece.strip()) for piece in pieces)])
    lines = [""]
    for piece in pieces:
        if lines[-1] and width_of((lines[-1] + piece).strip()) > widest:
            lines.append("")
        lines[-1] += piece
    return "\n".join(line.strip() for line in lines)
