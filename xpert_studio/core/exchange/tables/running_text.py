"""Running text: its lines as a list, and sentences that have points as lines of their own."""

from __future__ import annotations

import csv
import re
from collections import Counter
from typing import Final

from xpert_studio.core.exchange.tables.cells import Cell, Row, Sheet
from xpert_studio.core.exchange.tables.separated import separated_rows
from xpert_studio.core.exchange.tables.text_lines import TextLines

_SAME: Final = 0.8
"""The share of rows of one width from which separated values are some."""
_TITLE: Final = 80
_FEWEST: Final = 3
_POINTED: Final = re.compile(
    r"[(（\[【]\s*\d{1,4}(?:[.,]\d{1,2})?\s*(?:points?|pts?\.?|marks?|punkte?|pkt\.?|puntos?|pontos?|"
    r"punti|分|点|점|%)\s*[)）\]】]\s*[.。;；,，]?\s*",
    re.IGNORECASE,
)


def is_separated(text: str) -> bool:
    """Whether the lines of a text are rows of separated values: nearly all are of one width."""
    if any(len(_parts(line)) > 1 for line in text.splitlines()):
        return False
    try:
        widths = Counter(len(row) for row in separated_rows(text) if any(row))
    except csv.Error:
        return True  # which the reader of separated values says
    width, count = max(widths.items(), key=lambda item: item[1], default=(1, 0))
    if width > 1 and widths.total() < _FEWEST and not re.search(r"[,;\t|]\S", text):
        return False  # a sentence or two with commas
    return max(widths, default=1) == 1 or (width > 1 and count >= _SAME * widths.total())


def running_text(text: str) -> list[Sheet]:
    """The lines of a text as a list, and as they lie."""
    lines = TextLines()
    for paragraph in re.split(r"\n\s*\n", text):
        lines.paragraph(paragraph)
    said = [line.strip() for line in text.splitlines() if line.strip()]
    parts = [part for line in said for part in _parts(line)]
    rows = [Row(number, [Cell(part)]) for number, part in enumerate(parts, start=1)]
    if len(rows) > 1 and any(map(_POINTED.search, parts)):
        rows[0].cells[0].is_bold = _is_title(parts[0])
    return [Sheet("", rows, is_list=True), *lines.sheet()]


def _parts(line: str) -> list[str]:
    """The sentences of a line, each with its points, where several have some."""
    ends = [found.end() for found in _POINTED.finditer(line)]
    if len(ends) < 2:
        return [line]
    starts = [0, *ends]
    parts = [line[a:b].strip() for a, b in zip(starts, [*ends, len(line)], strict=True)]
    return [part for part in parts if part]


def _is_title(text: str) -> bool:
    return len(text) <= _TITLE and text[-1] not in ".。!?！？;；,，" and not _POINTED.search(text)
