"""What the cells of one row say: text, tier, points, dimension and id, or a problem with each."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.exchange.rubric_sheet.answering import as_text
from xpert_studio.core.exchange.rubric_sheet.columns import Tags
from xpert_studio.core.exchange.rubric_sheet.drafts import Draft
from xpert_studio.core.exchange.rubric_sheet.sheet import Reading
from xpert_studio.core.exchange.tables import Cell
from xpert_studio.core.exchange.tables.cells import is_date
from xpert_studio.core.messages import Message
from xpert_studio.core.records import DEFAULT_WEIGHTS, MOST_WEIGHT, TIERS, Tier, is_valid_id

_WRITE_POINTS: Final = Message("Write a number, such as a whole one from 1 to 10.")


@dataclass(slots=True)
class RowValues:
    """Reads the cells of rows, and counts what has to be said of all of them.

    Attributes:
        where: The sheet that the rows stand in, for messages; empty where there is one.
        unknown: Tags that are no dimensions, with how often they occur.
        shares: How many points are per cent.
        without_points: How many rows got the points of an unlabelled one.
    """

    source: str
    problems: Problems
    tags: Tags
    given: Reading
    where: str = ""
    unknown: Counter[str] = field(default_factory=Counter)
    shares: int = 0
    without_points: int = 0

    def dimension(self, said: str) -> str | None:
        """The dimension that a tag names; None where there is none."""
        tag = as_text(said)
        if tag is None:
            return None
        dimension = self.tags.dimension(tag)
        if dimension is None and self.given.add_tags:
            return tag
        if dimension is None:
            self.unknown[tag] += 1
        return dimension

    def text(self, number: int, draft: Draft) -> str | None:
        """The text of the requirement; None where it cannot be kept."""
        text = as_text(draft.text)
        if text is None:
            self.problem(
                number,
                "Criterion",
                Message("is empty."),
                Message("Write a text, or clear the row."),
            )
        elif "\x00" in text:
            self.problem(
                number, "Criterion", Message("contains a NUL character."), Message("Remove it.")
            )
            return None
        return text

    def tier(self, number: int, draft: Draft) -> Tier | None:
        """How important a row is; None where it does not say."""
        if not draft.tier:
            return None
        tier = TIERS.find(draft.tier)
        if tier is not None:
            return tier
        self.problem(
            number,
            "Importance",
            Message("{value} is not known.", value=shown(draft.tier)),
            Message("Write Essential, Important or Optional (必要, 重要, 可选)."),
        )
        return None

    def weight(
        self, number: int, draft: Draft, tier: Tier | None, *, has_points: bool
    ) -> float | None:
        """The points of a row; None after noting what is wrong with them."""
        cell = draft.points_cell or Cell()
        if draft.points is None and not cell.text:
            return self._missing_weight(number, draft, tier, has_points=has_points)
        if is_date(cell.value):
            self.problem(
                number,
                "Points",
                Message("is a date ({value}).", value=cell.value),
                Message("The spreadsheet program has changed it: format the cell as a number."),
            )
            return None
        if (
            draft.points is None
            or isinstance(cell.value, bool)
            or abs(draft.points.value) > MOST_WEIGHT
        ):
            told = Message("{value} is not a weight.", value=shown(cell.text))
            self.problem(number, "Points", told, _WRITE_POINTS)
            return None
        self.shares += draft.points.is_share
        weight = draft.points.value
        return int(weight) if float(weight).is_integer() else weight

    def _missing_weight(
        self, number: int, draft: Draft, tier: Tier | None, *, has_points: bool
    ) -> float | None:
        if draft.most:
            return draft.most
        if tier is not None:
            return DEFAULT_WEIGHTS[tier]
        if has_points:
            self.problem(number, "Points", Message("is empty."), _WRITE_POINTS)
            return None
        self.without_points += 1
        return DEFAULT_WEIGHTS[Tier.IMPORTANT]

    def id(self, number: int, draft: Draft, *, is_native: bool) -> str | None:
        """The id of a row; None where it has none."""
        text = as_text(draft.id)
        if text is None or is_valid_id(text):
            return text
        bare = re.sub(r"[\s.)]+$", "", text).replace(" ", "-")
        if is_valid_id(bare) and not is_native:
            return bare
        self.problem(
            number,
            "ID",
            Message("{text} is not an id.", text=shown(text)),
            Message("Leave the column as it was exported, or clear the cell."),
        )
        return text

    def problem(self, number: int, column: str, message: str, remedy: str) -> None:
        """Notes what is wrong with a cell of a row, by the number of the row."""
        self.problems.add(
            self.source,
            Message("{where}row {number}", where=self.where, number=number),
            column,
            message,
            remedy,
        )
