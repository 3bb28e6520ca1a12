"""Running text: its lines as a list, each as deep as it lies.

Sentences that have points are lines of their own.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from xpert_studio.core.exchange.tables.cells import (
    LISTED,
    PROSE,
    STRONG,
    Cell,
    TableRow,
    TableSheet,
)
from xpert_studio.core.exchange.tables.separated import separated_rows

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


def running_text(text: str) -> list[TableSheet]:
    """The lines of a text as a list, and as they lie."""
    lines = TextLines()
    for paragraph in re.split(r"\n\s*\n", text):
        lines.paragraph(paragraph)
    said = [line.strip() for line in text.splitlines() if line.strip()]
    parts = [part for line in said for part in _parts(line)]
    rows = [TableRow(number, [Cell(part)]) for number, part in enumerate(parts, start=1)]
    if len(rows) > 1 and any(map(_POINTED.search, parts)):
        rows[0].cells[0].is_bold = _is_title(parts[0])
    return [TableSheet("", rows, is_list=True), *lines.sheet()]


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


BOLD: Final = "\ue000"
PLAIN: Final = "\ue001"
"""Put around what is bold in a paragraph."""
_BULLET: Final = re.compile(r"^[・•●○◦▪‣·]\s*")
_MARKED: Final = re.compile(r"^(?:[■◆▼★◎]|【.+】)")
_BOLD_PART: Final = re.compile(f"{BOLD}[^{PLAIN}]*{PLAIN}")
_SIGNS: Final = re.compile(f"[{BOLD}{PLAIN}]")
_MOST: Final = 20_000


class TextLines:
    """Takes the lines of a document in their order."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, Cell]] = []
        self._block = 0

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, text: str, depth: int, *, is_bold: bool = False) -> None:
        """A heading, or a line of a document that has no paragraphs."""
        self._block += 1
        self._rows.append((self._block, Cell(text, is_bold=is_bold, depth=depth)))

    def insert(self, place: int, cell: Cell) -> None:
        """A line of a list before those that lie within it; it stays the cell of its list."""
        self._block += 1
        self._rows.insert(place, (self._block, cell))

    def paragraph(self, text: str) -> None:
        """The lines of a paragraph; what stands out, or has a bullet, lies at another depth."""
        self._block += 1
        for line in text.splitlines():
            rest = _SIGNS.sub("", _BOLD_PART.sub("", line))
            said = " ".join(_SIGNS.sub("", line).split())
            is_bold = not re.search(r"\w", rest)
            if not said:
                continue
            depth = STRONG if is_bold or _MARKED.match(said) else PROSE
            if _BULLET.match(said):
                said, depth = _BULLET.sub("", said), LISTED + 1
            self._rows.append((self._block, Cell(said, is_bold=is_bold, depth=depth)))

    def sheet(self) -> Sequence[TableSheet]:
        """All lines, for who looks for a rubric in them; none where there is no text."""
        rows = [TableRow(block, [cell]) for block, cell in self._rows[:_MOST]]
        return [TableSheet("", rows, is_text=True)] if rows else []
