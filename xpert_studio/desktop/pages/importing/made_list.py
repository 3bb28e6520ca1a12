"""The checkpoints that a table becomes, as they will stand in the rubric."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xpert_studio.core.exchange.rubric_sheet import FormRow
from xpert_studio.core.records import BINARY
from xpert_studio.core.wording import number, short, t, tn
from xpert_studio.desktop.pages.task.rubric.model import TEXT, RubricRow, RubricTable
from xpert_studio.desktop.pages.task.rubric.table import RubricView
from xpert_studio.desktop.widgets.selecting import select_only

_NOTES = 400
"""So many characters of notes are shown."""


class MadeRow(RubricRow):
    """A checkpoint that is not in the project yet, with its notes below its text."""

    def settings_text(self, *, is_rating: bool = False) -> str:
        """Where it stood and what it was called, and how it is answered."""
        said = super().settings_text(is_rating=is_rating)
        return "\n".join(filter(None, (short(self.notes or "", _NOTES), said)))


class MadeList(RubricView):
    """The rubric's own list, in which nothing can be changed."""

    def __init__(self) -> None:
        super().__init__(RubricTable())
        self.rubric.setParent(self)
        self.setAccessibleName(t("Checkpoints"))

    def show_rows(self, rows: Sequence[FormRow]) -> None:
        """Shows rows of a table as checkpoints; those that stay the same stay where they are."""
        self._rows = tuple(rows)
        self.rubric.become([_made(n, row) for n, row in enumerate(rows)])

    @property
    def row_here(self) -> FormRow | None:
        """The row of the table that the checkpoint looked at is made of."""
        place = self.currentIndex().row()
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def show_row(self, number: int, is_here: Callable[[str], bool]) -> None:
        """Marks the first checkpoint that a row is made into, without taking the focus."""
        found = (
            n for n, row in enumerate(self._rows) if row.number == number and is_here(row.place)
        )
        place = next(found, -1)
        if place >= 0:
            index = self.rubric.index(place, TEXT)
            select_only(self, index)
            self.scrollTo(index)

    @property
    def counts(self) -> str:
        """How many checkpoints there are, and their points."""
        points = sum(row.weight for row in self._rows)
        said = f"{points:g}" if points % 1 else number(int(points))
        return t(
            "{checkpoints} · {points} points in all",
            checkpoints=tn("{n} checkpoint", "{n} checkpoints", len(self._rows)),
            points=said,
        )


def _made(place: int, row: FormRow) -> RubricRow:
    return MadeRow.of(
        None,
        id=f"row-{place}",
        text=row.text,
        weight=row.weight,
        tier=row.tier,
        dimension=row.dimension,
        notes=row.all_notes,
        instrument=row.instrument or BINARY,
        settings=row.settings or {},
    )
