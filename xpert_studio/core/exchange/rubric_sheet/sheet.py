"""A rubric table as it was read, and how it is to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Annotated, Any, Final

from xpert_studio.core.cell_texts import column_letters
from xpert_studio.core.exchange.rubric_sheet.drafts import LevelText
from xpert_studio.core.exchange.rubric_sheet.layout import SURE
from xpert_studio.core.exchange.rubric_sheet.maps import Map
from xpert_studio.core.exchange.rubric_sheet.roles import (
    IGNORE,
    LEVEL,
    LEVEL_NAME,
    LEVEL_POINTS,
    SCORE,
    SheetColumn,
)
from xpert_studio.core.fields import Asks
from xpert_studio.core.names import Names
from xpert_studio.core.records import BINARY
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow.rubric_replacing import NewLine

GRADED: Final = "graded"
LEVELS: Final = Names(
    "levels",
    {
        GRADED: mark("A scale, with the levels as its bands"),
        BINARY: mark("Met or not met, by the best level"),
        "steps": mark("A checkpoint for each level"),
    },
)
"""What the levels of a criterion become."""


@dataclass(frozen=True, slots=True)
class SheetReading:
    """How a table is to be read.

    Attributes:
        tags: What unknown tags mean: dimension by tag.
        parts: What several tables are: ``sections`` of one rubric, or rubrics of several ``tasks``;
            empty to find out.
        mapped: What a person says the columns are.
        is_preview: Take the likeliest encoding, and say what is wrong among the doubts.
    """

    tags: Mapping[str, str] = field(default_factory=dict)
    add_tags: Annotated[bool, Asks("Add unknown tags as dimensions (a lead's right).")] = False
    sheets: Annotated[
        tuple[str, ...],
        Asks(
            "Of a file with several sheets or rubrics, the one of that name; may be repeated.",
            name="sheet",
        ),
    ] = ()
    parts: str = ""
    mapped: Map | None = None
    levels: Annotated[
        str,
        Asks(
            "What levels become: a scale; a checkpoint for the best one (binary); one for "
            "each (steps).",
            choices=LEVELS,
            form="graded|binary|steps",
        ),
    ] = GRADED
    scaled: Annotated[bool, Asks("Scale the points so that the most is 10.", name="scale")] = False
    encoding: Annotated[str, Asks("The encoding of a text, such as cp1252.", form="NAME")] = ""
    is_preview: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FormRow(NewLine):
    """One line of a rubric table.

    Attributes:
        place: Where it stands: ``row 7``, with its sheet where there are several.
        task: What the Task column, or the sheet's name, says; None where neither does.
        dimension: The project's dimension; None where the tag is unknown or missing.
        tag: What the tag column says.
        title, section: A short name, and what it stands below.
        levels: Its levels, the best first or last as the table has them.
    """

    place: str
    task: str | None
    tag: str | None
    title: str = ""
    section: str = ""
    levels: tuple[LevelText, ...] = ()

    @property
    def number(self) -> int:
        """The number of its row in the file."""
        return int(self.place.rpartition(" ")[2])

    @property
    def all_notes(self) -> str | None:
        """Section, title and notes, as the checkpoint keeps them."""
        above = " › ".join(part for part in (self.section, self.title) if part)
        return "\n".join(part for part in (above, self.notes) if part) or None


@dataclass(frozen=True, slots=True)
class UnknownTag:
    """A tag that is no dimension of the project: to be mapped, or added."""

    tag: str
    count: int
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RubricSheet:
    """A rubric table as it was read.

    Attributes:
        notes: What a person should know of how it was read.
        shape: ``list``, ``matrix``, ``tree``, ``checklist`` or ``long``.
        confidence: How sure the guess is, from 0 to 1.
        reasons: Why it was taken so.
        doubts: What has to be confirmed before it is imported.
        columns: What each column is taken for.
        signature: The headings, by which a kept mapping is recognised.
        parts: What its several tables are, ``sections``, ``versions`` or ``tasks``; empty where
            there is one, or nothing says what they are.
        left_out: The tables that were not taken, by their names or first words.
    """

    source: str
    rows: tuple[FormRow, ...]
    unknown_tags: tuple[UnknownTag, ...]
    notes: tuple[str, ...]
    shape: str = "list"
    confidence: float = 1.0
    reasons: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    columns: tuple[SheetColumn, ...] = ()
    signature: tuple[str, ...] = ()
    parts: str = ""
    left_out: tuple[str, ...] = ()

    @property
    def is_sure(self) -> bool:
        """Whether it may be imported without being shown first."""
        return self.confidence >= SURE and not self.doubts

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of its rubrics, sheets or tasks."""
        return tuple(dict.fromkeys(row.task for row in self.rows if row.task))

    def of(self, group: str) -> tuple[FormRow, ...]:
        """The rows of one rubric, sheet or task."""
        return tuple(row for row in self.rows if row.task == group)

    @property
    def unused(self) -> tuple[str, ...]:
        """Columns of which nothing is imported."""
        return tuple(f"{c.letters}: {c.name}" for c in self.columns if c.role in {IGNORE, SCORE})

    @property
    def map_text(self) -> str:
        """The guess as a mapping that a person can correct."""
        return map_text_of(self.columns)

    def as_data(self) -> dict[str, Any]:
        """What a preview shows, for a program."""
        return {
            "shape": self.shape,
            "confidence": round(self.confidence, 2),
            "columns": [
                {
                    "name": column.name,
                    "role": numbered_role(column, self.columns),
                    "why": column.why,
                }
                for column in self.columns
            ],
            "checkpoints": [_row_data(row) for row in self.rows],
            "unused": list(self.unused),
            "parts": [{"name": group, "checkpoints": len(self.of(group))} for group in self.groups],
            "left_out": list(self.left_out),
            "messages": [*self.reasons, *self.notes, *self.doubts],
        }


def map_text_of(columns: Sequence[SheetColumn]) -> str:
    """What columns are taken for, as a person writes a mapping."""
    parts = [
        f"{c.role.capitalize()}={c.letters}"
        for c in columns
        if c.role not in {IGNORE, SCORE, LEVEL, LEVEL_NAME, LEVEL_POINTS}
    ]
    for role in (LEVEL, LEVEL_NAME, LEVEL_POINTS):
        places = sorted(c.place for c in columns if c.role == role)
        if places:
            name = role.title().replace(" ", "")
            parts.append(f"{name}={_spans(places)}")
    return ",".join(parts)


def _spans(places: Sequence[int]) -> str:
    if all(b == a + 1 for a, b in pairwise(places)) and len(places) > 1:
        return f"{column_letters(places[0])}:{column_letters(places[-1])}"
    return "+".join(column_letters(place) for place in places)


def numbered_role(column: SheetColumn, columns: Sequence[SheetColumn]) -> str:
    """A column's role with the number of its level, for a program."""
    number = level_number(column, columns)
    words = {
        LEVEL: "level {n}",
        LEVEL_NAME: "name of level {n}",
        LEVEL_POINTS: "points of level {n}",
    }
    return column.role if number is None else words[column.role].format(n=number)


def level_number(column: SheetColumn, columns: Sequence[SheetColumn]) -> int | None:
    """Which of several levels a column is of; None where there is one, or it is of none."""
    alike = [one.place for one in columns if one.role == column.role]
    is_level = column.role in {LEVEL, LEVEL_NAME, LEVEL_POINTS}
    return alike.index(column.place) + 1 if is_level and len(alike) > 1 else None


def _row_data(row: FormRow) -> dict[str, Any]:
    return {
        "text": row.text,
        "title": row.title or None,
        "weight": row.weight,
        "tier": row.tier.value if row.tier else None,
        "dimension": row.dimension or row.tag,
        "instrument": row.instrument or BINARY,
        "levels": [
            {"name": level.name, "low": level.low, "high": level.high, "text": level.text}
            for level in row.levels
        ],
        "section": row.section or None,
        "id": row.checkpoint_id,
        **(row.beside or {}),
    }
