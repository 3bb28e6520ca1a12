"""What is to be decided, and what was decided so far, as a table model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from PySide6.QtCore import QObject, Qt

from xpert_studio.core.instruments import Choice, choices_of
from xpert_studio.core.records import TIERS, Checkpoint, Decision, Quote, RatingState
from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.names import decided
from xpert_studio.desktop.widgets.entries import Index
from xpert_studio.desktop.widgets.grid import HeadedTable
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.report.part_names import dimension_name

NUMBER, TEXT, VERDICT = range(3)
COLUMNS: Final = (mark("#"), mark("Checkpoint"), mark("Decision"))


@dataclass(frozen=True, slots=True)
class FormRow:
    """One line.

    Attributes:
        value: The value or abstention; None while undecided.
        state: A word more: stale, locked, confirmed, overridden, no rationale; empty for none.
    """

    checkpoint: Checkpoint
    value: Decision | None = None
    rationale: str = ""
    evidence: tuple[Quote, ...] = ()
    is_stale: bool = False
    is_locked: bool = False
    state: str = ""
    may_abstain: bool = False

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What a person can choose by a key or button."""
        return choices_of(self.checkpoint, may_abstain=self.may_abstain)

    @property
    def number(self) -> float | None:
        """The value; None while there is none, or where it is an abstention."""
        return None if isinstance(self.value, RatingState) else self.value

    @property
    def key(self) -> str:
        """The checkpoint's id."""
        return self.checkpoint.id

    @property
    def is_done(self) -> bool:
        """Whether it can be handed in."""
        return self.value is not None and bool(self.rationale.strip()) and not self.is_stale


class FormTable(HeadedTable[FormRow]):
    """Rows of one form."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, len(COLUMNS), parent)
        self._rows: list[FormRow]

    @property
    def rows(self) -> list[FormRow]:
        """The rows as they are."""
        return list(self._rows)

    def place_of(self, key: str) -> int:
        """Where a checkpoint stands; -1 where it does not."""
        return next((n for n, row in enumerate(self._rows) if row.key == key), -1)

    def show(self, rows: Sequence[FormRow]) -> None:
        """Shows rows; the same ones keep their places and selection."""
        if [row.key for row in rows] != [row.key for row in self._rows]:
            self.show_rows(list(rows))
            return
        for place, row in enumerate(rows):
            self._put(place, row)

    def assume(self, key: str, **fields: Any) -> None:
        """Shows what a decision will be before the project has it."""
        place = self.place_of(key)
        if place >= 0:
            self._put(place, replace(self._rows[place], **fields))

    def _put(self, place: int, row: FormRow) -> None:
        if self._rows[place] != row:
            self._rows[place] = row
            self.dataChanged.emit(self.index(place, 0), self.index(place, VERDICT))

    def said(self, row: FormRow, index: Index, role: int) -> Any:
        """What a cell shows."""
        if role == Qt.ItemDataRole.DisplayRole:
            return (str(index.row() + 1), row.checkpoint.text, decided(row.value, row.checkpoint))[
                index.column()
            ]
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint(f"{row.checkpoint.text} {row.state}".strip())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{index.row() + 1}. {row.checkpoint.text}: {decided(row.value, row.checkpoint)}"
        return super().said(row, index, role)


def facts_of(point: Checkpoint) -> str:
    """The turn that a checkpoint looks at, its tier, weight and dimension, on one line."""
    tier = t(TIERS[point.tier]) if point.tier else ""
    turn = t("looks at turn {turn}", turn=point.turn) if point.turn else ""
    parts = (turn, tier, t("weight {n}", n=point.weight), dimension_name(point.dimension))
    return " · ".join(part for part in parts if part)
