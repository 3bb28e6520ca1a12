"""A table as it came, whatever the file: sheets of cells with what is known of each."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Final

Value = str | int | float | bool | date | time | None
MAX_ROWS: Final = 50_000
MAX_COLUMNS: Final = 256
MAX_CELLS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class TableLimits:
    """How large a file of tables, and each of its sheets, may be."""

    mebibytes: int = 64
    rows: int = MAX_ROWS
    cells: int = MAX_CELLS
    columns: int = MAX_COLUMNS


RUBRICS: Final = TableLimits()
STRONG: Final = 8
PROSE: Final = 10
LISTED: Final = 20
"""Depths of the lines of a text: headings have 1 to 6, lines of lists begin at 20."""
RATINGS: Final = TableLimits(mebibytes=512, rows=1_048_576, cells=8_000_000, columns=16_384)
"""Of tables of judgments, a row for each."""


@dataclass(slots=True)
class Cell:
    """One cell.

    Attributes:
        value: What it says; a share that is shown as per cent is a text such as ``30%``.
        is_bold: Its whole text is bold, or it is a heading.
        rows, columns: How many it covers, from itself on.
        is_covered: It lies under another cell that covers it, and has no value.
        has_no_value: It is a formula whose value is not stored in the file.
        depth: How far a line of a list is indented; how deep a line of a text lies.
    """

    value: Value = None
    is_bold: bool = False
    rows: int = 1
    columns: int = 1
    is_covered: bool = False
    has_no_value: bool = False
    depth: int = 0

    @property
    def text(self) -> str:
        """What it says as text, without the spaces around it."""
        value = self.value
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):
            return f"{value:.12g}"
        return str(value).replace("\r\n", "\n").strip()


@dataclass(slots=True)
class TableRow:
    """A row with its number in the file; cells beyond its end are empty."""

    number: int
    cells: list[Cell]

    def cell(self, place: int) -> Cell:
        """The cell at a place, from 0."""
        return self.cells[place] if 0 <= place < len(self.cells) else _EMPTY

    def text(self, place: int) -> str:
        """The text of the cell at a place."""
        return self.cell(place).text

    @property
    def filled(self) -> list[int]:
        """The places of its cells that say something."""
        return [place for place, cell in enumerate(self.cells) if cell.text or cell.has_no_value]


_EMPTY: Final = Cell()


@dataclass(slots=True)
class TableSheet:
    """One table.

    Attributes:
        name: Of the sheet, or the heading above the table; empty where there is none.
        rows: Those that are not empty.
        notes: What a person should know: hidden rows, formulas read by their stored values.
        is_list: It was a list of lines and not a table.
        is_separated: It was a text of separated values.
        is_pasted: A person copied it, and nothing else.
        is_headed: Its first row names its columns, for sure.
        is_text: It is no table, but all lines of a document, as deep as they lie; those of its
            lists are the cells of the sheets that these are.
        rubric: A name that the rubric has in the file.
        doubts: What has to be confirmed.
    """

    name: str
    rows: list[TableRow]
    notes: list[str] = field(default_factory=list)
    is_list: bool = False
    is_separated: bool = False
    is_headed: bool = False
    is_text: bool = False
    is_pasted: bool = False
    rubric: str = ""
    doubts: list[str] = field(default_factory=list)

    @property
    def width(self) -> int:
        """How many columns it has."""
        return max((len(row.cells) for row in self.rows), default=0)


def sheet_of(rows: Iterable[Sequence[Value]], *, is_separated: bool = False) -> TableSheet:
    """A sheet of plain values; empty rows are left out, and keep their number."""
    made = [TableRow(n, [Cell(said(v)) for v in values]) for n, values in enumerate(rows, start=1)]
    full = [row for row in made if row.filled]
    return TableSheet("", full, is_separated=is_separated)


def said(value: Value) -> Value:
    """What a cell holds, where that is more than spaces."""
    return None if isinstance(value, str) and not value.strip() else value


def spread(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """Rows of a marked-up table with the cells that others cover put in."""
    made: list[list[Cell]] = []
    pending: dict[int, int] = {}
    for cells in rows:
        row: list[Cell] = []
        given = iter(cells)
        while len(row) < MAX_COLUMNS:
            if pending.get(len(row), 0):
                pending[len(row)] -= 1
                row.append(Cell(is_covered=True))
                continue
            cell = next(given, None)
            if cell is None:
                if any(count for place, count in pending.items() if place >= len(row)):
                    row.append(Cell())
                    continue
                break
            start = len(row)
            row.append(cell)
            row += [Cell(is_covered=True) for _ in range(min(cell.columns, MAX_COLUMNS) - 1)]
            if cell.rows > 1:
                pending |= dict.fromkeys(range(start, len(row)), min(cell.rows, MAX_ROWS) - 1)
        made.append(row)
    return made


def column_place(letters: str) -> int:
    """The place of a column, from 0, by its letters."""
    place = 0
    for char in letters.upper():
        place = place * 26 + ord(char) - 64
    return place - 1


def plain(text: object) -> str:
    """A text as it is compared: without width, case and doubled spaces."""
    folded = unicodedata.normalize("NFKC", "" if text is None else str(text))
    return " ".join(folded.replace("_", " ").replace("-", " ").split()).casefold()


def is_date(value: object) -> bool:
    """Whether a cell is a date or a time."""
    return isinstance(value, date | datetime | time)
