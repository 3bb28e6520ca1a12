"""Overviews beside the tables of a rubric: what each part is worth, said again or only there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.drafts import CLOSE, Drafted, RowDraft, divide
from xpert_studio.core.exchange.rubric_sheet.layout import TableLayout
from xpert_studio.core.exchange.rubric_sheet.numbers import points_in
from xpert_studio.core.exchange.tables.cells import plain
from xpert_studio.core.messages import Message

Made = tuple[TableLayout, Drafted]
_FEWEST: Final = 2
_NUMBER: Final = re.compile(r"^(?:[^\W\d_]{1,12}\s+)?\d{1,2}(?:\.\d{1,2})*\s*[.:)\-–—]\s*|\W+")


def without_overviews(made: Sequence[Made]) -> tuple[list[Made], list[str]]:
    """The tables without those that only say what the parts of the others are worth.

    Returns:
        The tables that are left, and what is to be said. Points that only an overview has are put
        beside its parts.
    """
    left = list(made)
    told: list[str] = []
    for one in made:
        others = [other for other in left if other is not one]
        if not others or not _is_list_of_points(one[1]):
            continue
        if _sums_up(one[1], others) or _repeats(one[1], others) or _gives_points(one[1], others):
            left = others
            name = one[0].sheet.name or one[0].section or _named(one[1].drafts[0])
            told.append(
                Message("Table {name} says what the parts are worth; it is no part.", name=name)
            )
    return left, told


def _is_list_of_points(drafted: Drafted) -> bool:
    return len(drafted.drafts) >= _FEWEST and all(
        draft.value is not None and draft.settings is None for draft in drafted.drafts
    )


def _named(draft: RowDraft) -> str:
    return draft.title or draft.text


def _parts(others: Sequence[Made]) -> dict[str, list[RowDraft]]:
    """The checkpoints of tables by their sections; by their tables where these have none."""
    parts: dict[str, list[RowDraft]] = {}
    for number, (layout, made) in enumerate(others):
        table = layout.section or layout.sheet.name or str(number)
        for draft in made.drafts:
            parts.setdefault(draft.section or table, []).append(draft)
    return parts


def _sums_up(drafted: Drafted, others: Sequence[Made]) -> bool:
    """Whether its rows have, in their order, the points of the parts of the other tables."""
    parts = list(_parts(others).values())
    sums = [sum(draft.value or draft.most or 0 for draft in part) for part in parts]
    values = [draft.value or 0 for draft in drafted.drafts]
    return (
        len(sums) == len(values)
        and sum(map(len, parts)) > len(values)
        and all(abs(a - b) < CLOSE for a, b in zip(sums, values, strict=True))
    )


def _repeats(drafted: Drafted, others: Sequence[Made]) -> bool:
    """Whether its rows name the graded criteria of the other tables, with the same points."""
    graded = [draft for _, other in others for draft in other.drafts if draft.settings is not None]
    units = {_named(draft): [draft] for draft in graded}
    found = [(draft, _unit_for(_named(draft), units)) for draft in drafted.drafts]
    return len({name for _, name in found}) == len(found) and all(
        name is not None and units[name][0].value == draft.value for draft, name in found
    )


def _gives_points(drafted: Drafted, others: Sequence[Made]) -> bool:
    """Whether its rows name the parts or criteria of the other tables, which have no points."""
    drafts = [draft for _, other in others for draft in other.drafts]
    if any(draft.points is not None for draft in drafts):
        return False
    single = {draft.text: [draft] for draft in drafts if draft.settings is not None}
    for units in (single, _parts(others)):
        found = [_unit_for(_named(draft), units) for draft in drafted.drafts]
        names = [name for name in found if name is not None]
        if len(set(names)) == len(found) == len(units):
            for draft, name in zip(drafted.drafts, names, strict=True):
                if draft.points is not None:
                    divide(draft.points, units[name])
            for _, other in others:
                other.has_points = True
            return True
    return False


def _unit_for(name: str, units: dict[str, list[RowDraft]]) -> str | None:
    """The only part that goes by a name."""
    said = _bare(name)
    same = [unit for unit in units if _bare(unit) == said]
    near = same or [unit for unit in units if said and (said in _bare(unit) or _bare(unit) in said)]
    return near[0] if len(near) == 1 else None


def _bare(name: str) -> str:
    return _NUMBER.sub(" ", plain(points_in(name)[0])).strip()
