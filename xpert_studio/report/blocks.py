"""What a report is made of: plain blocks, which HTML, PDF and Excel draw each in its way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import ceil
from typing import TYPE_CHECKING, ClassVar
from unicodedata import east_asian_width

from xpert_studio.core.wording import between, percent_sign, t
from xpert_studio.report.small_groups import SIGN

if TYPE_CHECKING:
    from xpert_studio.report.charts import Chart

PROBABILITY = "0.0000"
"""The form of p-values, which are never shown as zero."""
SPACE = "\u00a0"
"""Before the sign of per cent: no line breaks there."""


@dataclass(frozen=True, slots=True)
class FewTasks:
    """A figure over few tasks, shown with the sign of ``small_groups``; or what is in its place.

    Attributes:
        value: The figure, or ``SmallGroups.withheld``.
    """

    value: float | str


Cell = str | int | float | tuple[float, float] | FewTasks | None
"""What a table holds: words, a number, an interval, a figure over few tasks, or nothing."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    ``form`` is empty for texts; for numbers and intervals it is how they are shown, in the notation
    of spreadsheets: ``0``, ``0.000``, ``0.0%``, ``+0.0%``. ``interval`` says that it holds
    intervals.
    """

    heading: str
    form: str = ""
    interval: bool = False

    @property
    def number(self) -> bool:
        """Whether it holds numbers."""
        return bool(self.form)


@dataclass(frozen=True, slots=True)
class Row:
    """A row; ``apart`` sets it off from those it must not be compared with."""

    cells: tuple[Cell, ...]
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    kind: ClassVar[str] = "text"
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph that must not be missed."""

    kind: ClassVar[str] = "note"
    text: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a section."""

    kind: ClassVar[str] = "heading"
    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A list."""

    kind: ClassVar[str] = "list"
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of figures.

    ``shaded`` makes it a heatmap: shares from 0 to 1 stand on a ground that is darker the higher
    they are.
    """

    kind: ClassVar[str] = "table"
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    name: str = ""
    shaded: bool = False

    def __post_init__(self) -> None:
        """Says headings and caption, which may be constants, in the language that is spoken."""
        columns = tuple(replace(column, heading=t(column.heading)) for column in self.columns)
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "caption", t(self.caption))

    def shade(self, row: Row, place: int) -> float | None:
        """How dark the ground of a cell is, from 0 to 1; None where it is not shaded.

        Args:
            row: One of the rows.
            place: The number of its cell.
        """
        value = row.cells[place]
        value = value.value if isinstance(value, FewTasks) else value
        if not self.shaded or not self.columns[place].form.endswith("%"):
            return None
        return min(max(float(value), 0.0), 1.0) if isinstance(value, int | float) else None


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart, and what it shows."""

    kind: ClassVar[str] = "figure"
    chart: Chart
    caption: str

    @property
    def table(self) -> Table:
        """The figures behind it, for where no chart can stand."""
        rows = self.chart.rows
        forms = (_form([row[place] for row in rows]) for place in range(len(self.chart.heads)))
        columns = tuple(map(Column, self.chart.heads, forms))
        return Table(columns, tuple(Row(row) for row in rows), self.caption)


@dataclass(frozen=True, slots=True)
class Settings:
    """Names and values: hashes, versions, parameters."""

    kind: ClassVar[str] = "settings"
    entries: tuple[tuple[str, str], ...]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class CaseQuote:
    """A quoted passage; ``verified`` is False where it was not found in the response."""

    text: str
    verified: bool | None


@dataclass(frozen=True, slots=True)
class CaseSide:
    """What one of the two said of a checkpoint: in a word, and whether that is good or bad."""

    who: str
    word: str
    tone: str
    rationale: str
    quotes: tuple[CaseQuote, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseBlock:
    """A disagreement: the checkpoint, and both sides."""

    kind: ClassVar[str] = "case"
    header: str
    checkpoint: str
    sides: tuple[CaseSide, ...]


Block = Text | Note | Heading | Listing | Table | Figure | Settings | CaseBlock


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report; ``id`` is its anchor on the page."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A number at the top, with what it counts."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Page:
    """A whole report; ``made_at`` is its time, wherever a file format wants one."""

    title: str
    subtitle: str
    summary: tuple[str, ...]
    facts: tuple[Fact, ...]
    sections: tuple[Section, ...]
    footer: str
    made_at: datetime


def _form(values: Sequence[Cell]) -> str:
    """How the numbers of a column are shown; empty where it holds words."""
    if not all(value is None or isinstance(value, int | float) for value in values):
        return ""
    is_whole = all(isinstance(value, int | None) for value in values)
    return "0" if is_whole else "0.000"


def shown(value: Cell, form: str) -> str:
    """A cell's value as text, in a column's form; nothing is a dash."""
    if value is None:
        return "–"
    if isinstance(value, tuple):
        low, high = (_number(end, form) for end in value)
        return between(low.removesuffix(percent_sign(SPACE)), high)
    if isinstance(value, FewTasks):
        marked = value.value
        return marked if isinstance(marked, str) else f"{_number(marked, form)}\u00a0{SIGN}"
    return str(value) if isinstance(value, str) or not form else _number(value, form)


def _number(value: float, form: str) -> str:
    if form == PROBABILITY and value < 0.00005:
        return "< 0.0001"
    sign = "+" if form.startswith("+") else ""
    digits = len(form.rstrip("%").partition(".")[2])
    # "z": what rounds to nothing has no sign; the minus is as wide as the plus.
    text = (
        f"{100 * value:{sign}z.{digits}f}{percent_sign(SPACE)}"
        if form.endswith("%")
        else f"{value:{sign}z,.{digits}f}"
    )
    return text.replace("-", "−")


def width_of(text: str) -> int:
    """Cells that a line takes.

    Args:
        text: Without line breaks.
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def lines_of(text: str, room: float) -> int:
    """About how many lines a text takes when it is wrapped.

    Args:
        text: With or without line breaks.
        room: Cells in a line.
    """
    return sum(max(1, ceil(width_of(line) / room)) for line in text.split("\n"))
