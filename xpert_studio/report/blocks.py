"""What sections are made of: plain blocks, which every renderer shows in its own way.

A block may have a short form. What has one makes up the first screen of a command, and is what the
window shows before a person asks for more; reports have the full form of all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, Final

from xpert_studio.core.wording import t

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


APPROXIMATE: Final = "‡"
"""Marks a figure whose interval is approximate."""


@dataclass(frozen=True, slots=True)
class InForm:
    """A figure or an interval in a form of its own, in a column of figures of several kinds.

    Attributes:
        value: The figure or interval; None for nothing.
        form: How it is shown, as ``Column.form`` says it.
        why: Why it is approximate, in a sentence; it is then marked. Empty where it is not.
    """

    value: float | tuple[float, float] | None
    form: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A value in words of its own, of which more is said where there is room.

    Attributes:
        value: What rows are sorted by, and programs get.
        words: How it is shown.
        more: What belongs to it, in full sentences; empty for nothing.
    """

    value: str | int | float | None
    words: str
    more: str = ""


Cell = str | int | float | tuple[float, float] | FewTasks | InForm | Told | None
"""What a table holds: words, a number, an interval, a figure in another form, or nothing."""


def bare(cell: Cell) -> str | int | float | tuple[float, float] | None:
    """What a cell holds, without how it is shown."""
    return cell.value if isinstance(cell, FewTasks | InForm | Told) else cell


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    ``form`` is empty for texts; for numbers and intervals it is how they are shown, in the notation
    of spreadsheets: ``0``, ``0.000``, ``0.0%``, ``+0.0%``. ``interval`` says that it holds
    intervals. ``detail`` leaves it out of the short form; ``meaning`` says what its figures are;
    ``opens`` is what its cells add to the target of their row.
    """

    heading: str
    form: str = ""
    interval: bool = False
    detail: bool = False
    meaning: str = ""
    opens: tuple[str, ...] = ()

    @property
    def number(self) -> bool:
        """Whether it holds numbers."""
        return bool(self.form)


@dataclass(frozen=True, slots=True)
class Row:
    """A row.

    Attributes:
        cells: One a column.
        apart: Sets it off from those it must not be compared with.
        opens: What it stands for, from the outside in, such as ``("response", "r1")``; empty where
            there is nothing to open. Tells rows apart where a table is shown anew.
    """

    cells: tuple[Cell, ...]
    apart: bool = False
    opens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; ``short`` is its short form."""

    kind: ClassVar[str] = "text"
    text: str
    short: str = ""

    @classmethod
    def brief(cls, text: str) -> Text:
        """One that is its own short form."""
        return cls(text, text)


def headline(text: str) -> Text:
    """A paragraph that is short enough for the first screen of a command."""
    return Text(text, short=text)


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph that must not be missed; ``short`` is its short form."""

    kind: ClassVar[str] = "note"
    text: str
    short: str = ""


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
    they are. ``short`` is the number of rows that its short form has at most; 0 for none. ``best``
    stresses the highest value of each column. ``is_short_only`` leaves it out of the full form,
    where other tables hold the same.
    """

    kind: ClassVar[str] = "table"
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    name: str = ""
    shaded: bool = False
    short: int = 0
    best: bool = False
    is_short_only: bool = False

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
        value = _value_of(row.cells[place])
        if value is None or not self.shaded or not self.columns[place].form.endswith("%"):
            return None
        return min(max(value, 0.0), 1.0)

    def is_best(self, row: Row, place: int) -> bool:
        """Whether a cell holds the highest value of its column, of rows that may be compared."""
        column = self.columns[place]
        if not self.best or row.apart or not column.number or column.interval:
            return False
        values = [_value_of(one.cells[place]) for one in self.rows if not one.apart]
        value = _value_of(row.cells[place])
        return value is not None and value == max(one for one in values if one is not None)


def _value_of(cell: Cell) -> float | None:
    value = bare(cell)
    return float(value) if isinstance(value, int | float) else None


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart, and what it shows.

    Attributes:
        behind: By target of its marks the cases behind them, named and with how many are left out:
            for a page, which cannot ask for them.
    """

    kind: ClassVar[str] = "figure"
    chart: Chart
    caption: str
    behind: Mapping[tuple[str, ...], Table] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """The figures behind it, for where no chart can stand."""
        rows = self.chart.rows
        forms = (_form([row[place] for row in rows]) for place in range(len(self.chart.heads)))
        return Table(
            columns=tuple(map(Column, self.chart.heads, forms)),
            rows=tuple(Row(row) for row in rows),
            caption=self.caption,
        )


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """One figure by itself, with what it rests on.

    Attributes:
        title: What it is.
        value: As it is shown.
        interval: As it is shown; empty for none.
        beside: What it has to be held against: n, tasks, the floor of raters that read nothing.
        caution: Why it is less sure; empty where it is not.
        meaning: What it means, in a sentence.
    """

    kind: ClassVar[str] = "key"
    title: str
    value: str
    interval: str = ""
    beside: str = ""
    caution: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """What to do next: a command, and why. It stands in no report.

    Attributes:
        words: What it does.
        command: As it is typed, from the name of the subcommand on; ``{project}`` is the project.
        step: What the window does at a click: the id of a pack's ``Step``, and its arguments. It
            shows no action that has none.
    """

    kind: ClassVar[str] = "action"
    words: str
    command: str
    step: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """Names and values: hashes, versions, parameters."""

    kind: ClassVar[str] = "settings"
    entries: tuple[tuple[str, str], ...]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class CaseQuote:
    """Evidence: a quoted passage, or in words a region of a picture.

    ``verified`` is False where a passage was not found in the response.
    """

    text: str
    verified: bool | None
    is_region: bool = False


@dataclass(frozen=True, slots=True)
class CaseSide:
    """What one of the two said of a checkpoint: in a word, and whether that is good or bad."""

    who: str
    word: str
    tone: str
    rationale: str
    quotes: tuple[CaseQuote, ...] = ()


@dataclass(frozen=True, slots=True)
class CasePicture:
    """A picture with the regions that are marked in it, as SVG that was made here."""

    svg: str = field(repr=False)
    caption: str


@dataclass(frozen=True, slots=True)
class CaseBlock:
    """A disagreement: the checkpoint, and all sides; ``opens`` as that of a row."""

    kind: ClassVar[str] = "case"
    header: str
    checkpoint: str
    sides: tuple[CaseSide, ...]
    opens: tuple[str, ...] = ()
    pictures: tuple[CasePicture, ...] = ()


Block = Text | Note | Heading | Listing | Table | Figure | KeyFigure | Settings | CaseBlock | Action


@dataclass(frozen=True, slots=True)
class SectionBlocks:
    """A section as it is shown; ``id`` is its anchor on the page."""

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
    sections: tuple[SectionBlocks, ...]
    footer: str
    made_at: datetime


def _form(values: Sequence[Cell]) -> str:
    """How the numbers of a column are shown; empty where it holds words."""
    if not all(value is None or isinstance(value, int | float) for value in values):
        return ""
    is_whole = all(isinstance(value, int | None) for value in values)
    return "0" if is_whole else "0.000"
