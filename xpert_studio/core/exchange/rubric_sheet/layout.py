"""A table with what its columns hold, and what is known of each before all have a role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from xpert_studio.core.cell_texts import column_letters
from xpert_studio.core.exchange.rubric_sheet.levels import LevelHead, Levels
from xpert_studio.core.exchange.rubric_sheet.roles import (
    DIMENSION,
    ID,
    NOTE,
    POINTS,
    REQUIREMENT,
    TIER,
    TITLE,
    ColumnContent,
    SheetColumn,
)
from xpert_studio.core.exchange.tables.cells import TableRow, TableSheet, plain

SURE: Final = 0.7
"""Below it a guess is shown and not taken."""


_DOUBTFUL: Final = 0.5


@dataclass(slots=True)
class TableLayout:
    """A table with what its columns hold.

    Attributes:
        sheet: Where it stands.
        header: Its rows of headings.
        body: The rows below.
        columns: Those that are used or named, by place.
        heads: Its levels where they stand in columns, in order.
        shape: ``list``, ``matrix``, ``tree``, ``checklist`` or ``long``.
        confidence: From 0 to 1.
        reasons: Why it is taken so.
        doubts: What speaks against it.
        section: The heading above it, where a sheet has several tables.
        legend: Levels that stand above the table, for each of its rows.
        is_own: This program wrote it: each row is a checkpoint.
        is_turned: Its levels stand in rows and its criteria in columns.
    """

    sheet: TableSheet
    header: list[TableRow]
    body: list[TableRow]
    columns: dict[int, SheetColumn]
    heads: list[LevelHead] = field(default_factory=list)
    shape: str = "list"
    confidence: float = 0.9
    reasons: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    section: str = ""
    legend: Levels = field(default_factory=list)
    is_own: bool = False
    is_turned: bool = False

    def place(self, role: str) -> int | None:
        """The first column of a role."""
        return next((c.place for c in self.columns.values() if c.role == role), None)

    def places(self, role: str) -> list[int]:
        """All columns of a role, in order."""
        return sorted(c.place for c in self.columns.values() if c.role == role)

    def text(self, row: TableRow, role: str) -> str:
        """What a row says in the column of a role."""
        place = self.place(role)
        return "" if place is None else row.text(place)

    @property
    def has_requirement(self) -> bool:
        """Whether there is a column that could be the requirement."""
        return self.place(REQUIREMENT) is not None or self.place(TITLE) is not None

    @property
    def signature(self) -> tuple[str, ...]:
        """Its headings, as kept mappings recognise them."""
        return tuple(plain(self.columns[p].name) for p in sorted(self.columns))

    def doubt(self, text: str) -> None:
        """Notes something that has to be confirmed."""
        self.doubts.append(text)
        self.confidence = min(self.confidence, _DOUBTFUL)


OWN: Final = {"Criterion": REQUIREMENT, "Points": POINTS, "Importance": TIER, "Tag": DIMENSION,
               "Notes": NOTE, "ID": ID}  # fmt: skip
"""Columns that every table has which this program writes."""


@dataclass(slots=True)
class Columns:
    """The columns of a table that are no levels, with the roles that they have so far.

    Attributes:
        rows: The body.
        heads: The heading of each column, empty where it has none.
        has_levels: Whether other columns are levels.
        roles: What is decided, by place; ``whys`` the reasons.
        doubts: What speaks against the guess.
    """

    rows: list[TableRow]
    heads: Mapping[int, str]
    places: list[int]
    has_levels: bool = False
    roles: dict[int, str] = field(default_factory=dict)
    whys: dict[int, str] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    contents: dict[int, ColumnContent] = field(default_factory=dict)
    named: dict[int, str | None] = field(default_factory=dict)

    @property
    def left(self) -> list[int]:
        """The places of those without a role."""
        return [place for place in self.places if place not in self.roles]

    def take(self, place: int, role: str, why: str) -> None:
        """Gives a column a role, and says why."""
        self.roles[place], self.whys[place] = role, why

    @property
    def is_own(self) -> bool:
        """Whether it is a table that this program wrote: it is read by its headings alone."""
        return set(OWN) <= {text.strip() for text in self.heads.values()}

    def name_of(self, place: int) -> str:
        """A column as messages name it."""
        return f"{column_letters(place)} ({self.heads.get(place) or '–'})".replace("\n", " ")
