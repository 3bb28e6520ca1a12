"""How the row of a rubric table says that its checkpoint is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from xpert_studio.core.cell_texts import unguarded
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.problems import shown
from xpert_studio.core.exchange.tables.cells import plain
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
from xpert_studio.core.records import Checkpoint

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
    found: Instrument,
    settings: Any,  # noqa: ANN401 - any cell
    cells: Mapping[str, Any],
) -> dict[str, Any]:
    """What the cells of an instrument come to, or the one that has its settings as JSON."""
    if settings is not None and cells:
        beside = Message("is filled beside {beside}.", beside=", ".join(cells))
        raise CellError(_SETTINGS, beside, Message("Keep one of the two."))
    column = found.sheet_columns[0] if settings is None and found.sheet_columns else _SETTINGS
    try:
        made = (
            read_settings(as_text(settings) or "")
            if settings is not None
            else found.settings_in(cells)
        )
    except UsageError as error:
        raise CellError(column, error.message, error.remedy) from error
    point = Checkpoint(task_id="-", id="-", text="-", weight=1, instrument=found.id, settings=made)
    problem = problem_of(point)
    if problem:
        told = Message("The instrument {found} {problem}", found=found.id, problem=problem)
        raise CellError(column, told, Message("Correct the settings."))
    return made


def _foreign(column: str, found: Instrument, is_named: bool) -> CellError:
    """That a row fills a column which its instrument does not have."""
    owners = joined(one.id for one in INSTRUMENTS.values() if one.reads(column))
    told = (
        Message("is filled, but {found} in Instrument has no such column.", found=found.id)
        if is_named
        else Message("is filled beside {beside}.", beside=found.sheet_columns[0])
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
