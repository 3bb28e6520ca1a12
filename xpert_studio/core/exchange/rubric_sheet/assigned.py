"""The columns of a table, with what is known of each before all have a role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.roles import (
    DIMENSION,
    ID,
    NOTE,
    POINTS,
    REQUIREMENT,
    TIER,
    Content,
)
from xpert_studio.core.exchange.tables.cells import Row, letter

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

    rows: list[Row]
    heads: Mapping[int, str]
    places: list[int]
    has_levels: bool = False
    roles: dict[int, str] = field(default_factory=dict)
    whys: dict[int, str] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    contents: dict[int, Content] = field(default_factory=dict)
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
        return f"{letter(place)} ({self.heads.get(place) or '–'})".replace("\n", " ")
