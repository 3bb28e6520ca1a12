"""Checkpoints as the rows of a table say them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from xpert_studio.core.exchange.rubric_sheet.numbers import Amount
from xpert_studio.core.exchange.tables.cells import Cell, TableRow, plain
from xpert_studio.core.exchange.tables.marked_up import without_tick

CLOSE: Final = 0.011


_FAR: Final = 0.2
"""A sum that differs from what it should be by a greater share has to be confirmed."""


@dataclass(slots=True)
class LevelText:
    """A level of a criterion: its values, its name and what a response is like there."""

    name: str
    low: float
    high: float
    text: str

    @property
    def described(self) -> str:
        """Its text under its name, as a band of a scale has them: ``Excellent: clear``."""
        says_it = not self.text or plain(self.text).startswith(plain(self.name))
        return (self.text or self.name) if says_it else f"{self.name}: {self.text}"


@dataclass(slots=True)
class RowDraft:
    """A checkpoint as its row says it.

    Attributes:
        row: Where it stands.
        points: What its cell of points says.
        most: The points of its best level.
        settings: Of a graded checkpoint, without its bands.
        has_no_scale: It has levels, of which no scale could be made.
        has_no_order: Nothing says which of its levels is the best.
    """

    row: TableRow
    text: str
    title: str = ""
    section: str = ""
    id: str = ""
    tier: str = ""
    tag: str = ""
    note: str = ""
    task: str = ""
    points: Amount | None = None
    points_cell: Cell | None = None
    most: float | None = None
    settings: dict[str, Any] | None = None
    levels: list[LevelText] = field(default_factory=list)
    answering: dict[str, Cell] = field(default_factory=dict)
    has_no_scale: bool = False
    has_no_order: bool = False

    @property
    def value(self) -> float | None:
        """Its points as far as they are written."""
        return self.points.value if self.points else None


@dataclass(slots=True)
class Drafted:
    """All that a table came to.

    Attributes:
        drafts: In their order.
        messages: What a person should know.
        shape: As of the layout; a tree where it has sections or branches.
        doubts: What has to be confirmed.
    """

    drafts: list[RowDraft]
    messages: list[str]
    shape: str
    doubts: list[str]
    has_points: bool


def divide(points: Amount, drafts: Sequence[RowDraft], weights: Sequence[float] = ()) -> None:
    """Gives rows their parts of points: equal ones, or as their weights say."""
    shares = weights or [1.0] * len(drafts)
    for draft, share in zip(drafts, shares, strict=True):
        draft.points = Amount(round(points.value * share / sum(shares), 6), points.is_share)


def differing(drafted: Drafted, one: float, other: float) -> list[str]:
    """Where a difference is told: among the messages, or the doubts where it is large."""
    return (
        drafted.doubts if abs(one - other) > _FAR * max(abs(one), abs(other)) else drafted.messages
    )


def without_marks(text: str) -> str:
    """A text without the marks of Markdown around it, and without the box of a checklist."""
    bare = without_tick(text)
    text = (text if bare is None else bare).strip()
    for mark in ("**", "__", "*", "`"):
        if (
            text.startswith(mark)
            and text.endswith(mark)
            and len(text) > 2 * len(mark)
            and mark not in text[len(mark) : -len(mark)]
        ):
            text = text[len(mark) : -len(mark)].strip()
    return text
