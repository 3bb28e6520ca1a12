"""What the cells of one row say: text, tier, points, dimension and id, or a problem with each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from xpert_studio.core.cell_texts import unguarded
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.exchange.rubric_sheet.columns import Tags
from xpert_studio.core.exchange.rubric_sheet.drafts import RowDraft
from xpert_studio.core.exchange.rubric_sheet.sheet import SheetReading
from xpert_studio.core.exchange.tables import Cell
from xpert_studio.core.exchange.tables.cells import is_date, plain
from xpert_studio.core.instruments import (
    INSTRUMENTS,
    CellError,
    Instrument,
    instrument_names,
    problem_of,
    read_settings,
)
from xpert_studio.core.instruments.range_columns import range_name
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    DEFAULT_WEIGHTS,
    MOST_WEIGHT,
    TIERS,
    Checkpoint,
    Tier,
    is_valid_id,
)

_SETTINGS: Final = "Settings"


def answered(row: Mapping[str, Any], refuse: Callable[[CellError], None]) -> dict[str, Any]:
    """How a line is answered, as fields of a ``FormRow``; nothing where its row does not say.

    Args:
        row: Its cells by the names of their columns; None where they are empty.
        refuse: Takes every cell that cannot be read, or contradicts another.
    """
    name, settings, cells = row.get("instrument"), row.get("settings"), _setting_cells(row)
    if name is None and settings is None and not cells:
        return {}
    found = _instrument_named(name, cells)
    if found is None:
        what = (
            Message("is empty.")
            if name is None
            else Message("{name} is not known.", name=shown(name))
        )
        remedy = Message(
            "Write one of {instruments}.",
            instruments=joined(map(instrument_names().message, INSTRUMENTS)),
        )
        refuse(CellError("Instrument", what, remedy))
        return {}
    foreign = [column for column in cells if not found.reads(column)]
    for column in foreign:
        refuse(_foreign(column, found, name is not None))
    if foreign:
        return {}
    try:
        return {"instrument": found.id, "settings": _settings(found, settings, cells)}
    except CellError as error:
        refuse(error)
        return {}


def _settings(
    instrument: Instrument,
    settings: Any,  # noqa: ANN401 - any cell
    cells: Mapping[str, Any],
) -> dict[str, Any]:
    """What the cells of an instrument come to, or the one that has its settings as JSON."""
    if settings is not None and cells:
        beside = Message("is filled beside {beside}.", beside=", ".join(cells))
        raise CellError(_SETTINGS, beside, Message("Keep one of the two."))
    column = (
        instrument.sheet_columns[0] if settings is None and instrument.sheet_columns else _SETTINGS
    )
    try:
        made = (
            read_settings(as_text(settings) or "")
            if settings is not None
            else instrument.settings_in(cells)
        )
    except UsageError as error:
        raise CellError(column, error.message, error.remedy) from error
    point = Checkpoint(
        task_id="-", id="-", text="-", weight=1, instrument=instrument.id, settings=made
    )
    problem = problem_of(point)
    if problem:
        told = Message("The instrument {found} {problem}", found=instrument.id, problem=problem)
        raise CellError(column, told, Message("Correct the settings."))
    return made


def _foreign(column: str, instrument: Instrument, is_named: bool) -> CellError:
    """That a row fills a column which its instrument does not have."""
    owners = joined(one.id for one in INSTRUMENTS.values() if one.reads(column))
    told = (
        Message("is filled, but {found} in Instrument has no such column.", found=instrument.id)
        if is_named
        else Message("is filled beside {beside}.", beside=instrument.sheet_columns[0])
    )
    remedy = Message(
        "It belongs to {owners}: clear the cell, or correct the instrument.", owners=owners
    )
    return CellError(column, told, remedy)


def _setting_cells(row: Mapping[str, Any]) -> dict[str, Any]:
    """Cells that hold settings of an instrument, by column; texts as they are elsewhere."""
    titles = {plain(title): title for i in INSTRUMENTS.values() for title in i.sheet_columns}
    return {
        titles.get(name, name): as_text(cell) if isinstance(cell, str) else cell
        for name, cell in row.items()
        if cell is not None and (name in titles or range_name(name))
    }


def _instrument_named(name: Any, cells: Mapping[str, Any]) -> Instrument | None:  # noqa: ANN401
    """The instrument of a row: by its name, else of those whose first column is filled.

    Several may have that one: of these it is the one that reads the most cells.
    """
    if name is not None:
        return INSTRUMENTS.get(instrument_names().find(as_text(name) or "") or "")
    found = [i for i in INSTRUMENTS.values() if i.sheet_columns[:1] and i.sheet_columns[0] in cells]
    return max(found, key=lambda one: sum(map(one.reads, cells)), default=None)


def as_text(value: Any) -> str | None:  # noqa: ANN401 - any cell
    """A cell as text without the spaces around it; None where nothing is left."""
    if value is None:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = unguarded(value) if isinstance(value, str) else str(value)
    text = text.replace("\r\n", "\n").encode("utf-8", "replace").decode("utf-8").strip()
    return text or None


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
    given: SheetReading
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

    def text(self, number: int, draft: RowDraft) -> str | None:
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

    def tier(self, number: int, draft: RowDraft) -> Tier | None:
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
        self, number: int, draft: RowDraft, tier: Tier | None, *, has_points: bool
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
        self, number: int, draft: RowDraft, tier: Tier | None, *, has_points: bool
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

    def id(self, number: int, draft: RowDraft, *, is_native: bool) -> str | None:
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
