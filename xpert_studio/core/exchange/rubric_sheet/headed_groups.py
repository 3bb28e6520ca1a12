"""Tables of one criterion each: the heading above names it, and its rows are its levels."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.exchange.rubric_sheet.layout import TableLayout
from xpert_studio.core.exchange.rubric_sheet.levels import head_of, is_level_head
from xpert_studio.core.exchange.rubric_sheet.numbers import amount, is_monotonic
from xpert_studio.core.exchange.rubric_sheet.roles import (
    LEVEL,
    LEVEL_NAME,
    LEVEL_POINTS,
    POINTS,
    REQUIREMENT,
    TITLE,
    SheetColumn,
)
from xpert_studio.core.exchange.tables.cells import Cell, TableRow, plain
from xpert_studio.core.messages import Message

_Group = tuple[str, list[TableRow]]
_FEWEST: Final = 2
_UNDER: Final = " › "


def take_headed_groups(layout: TableLayout) -> bool:
    """Whether the rows under each heading are levels of one criterion; if so, reads them thus."""
    requirement = layout.place(REQUIREMENT)
    groups = _groups(layout)
    if requirement is None or not groups:
        return False
    names = [n for n in (layout.place(LEVEL), layout.place(TITLE)) if n is not None]
    named = next((n for n in names if _names_levels(groups, n)), None)
    points = layout.place(POINTS)
    valued = points is not None and _values_levels(groups, points, is_named=named is not None)
    if named is None and not (valued and points is not None and points < requirement):
        return False
    _regroup(layout, groups)
    if named is not None:
        _say(layout, named, LEVEL_NAME, Message("names a level in each row"))
    if valued and points is not None:
        _say(layout, points, LEVEL_POINTS, Message("holds the points of each level"))
    elif points is not None and named is not None:
        layout.doubt(Message("The points of the levels neither fall nor rise."))
    _say(layout, requirement, LEVEL, Message("describes the level of a row"))
    layout.shape = "matrix"
    layout.reasons.append(Message("the levels of a criterion stand in rows under its heading"))
    return True


def take_headings(layout: TableLayout, name: str) -> None:
    """Rows of nothing but the levels of one criterion: the heading above each names that."""
    groups: list[_Group] = [(name, [])]
    for row in layout.body:
        if len(row.filled) == 1 and row.cell(row.filled[0]).is_bold:
            groups.append((row.text(row.filled[0]), []))
        else:
            groups[-1][1].append(row)
    groups = [(above, rows) for above, rows in groups if rows]
    if all(above and len(rows) == 1 for above, rows in groups):
        _regroup(layout, groups)
        layout.reasons.append(Message("its heading names the criterion"))


def _groups(layout: TableLayout) -> list[_Group]:
    """The rows below each heading; empty where a row has none above it, or no row follows one."""
    found: list[_Group] = []
    for row in layout.body:
        if len(row.filled) == 1 and row.cell(row.filled[0]).is_bold:
            found.append((row.text(row.filled[0]), []))
        elif not found:
            return []
        else:
            found[-1][1].append(row)
    if not all(len(rows) >= _FEWEST for _, rows in found):
        return []
    outer = [name.rpartition(_UNDER)[0] for name, _ in found]
    if len(set(outer)) == 1:  # a heading above all of them
        return [(name.rpartition(_UNDER)[2], rows) for name, rows in found]
    return found


def _names_levels(groups: list[_Group], place: int) -> bool:
    """Whether a column names a level in every row, none of them twice under a heading."""
    texts = [[row.text(place) for row in rows] for _, rows in groups]
    every = [text for some in texts for text in some]
    known = sum(is_level_head(text) and _is_short(text) for text in every)
    return known >= 0.8 * len(every) and all(
        len(set(map(plain, some))) == len(some) for some in texts
    )


def _is_short(text: str) -> bool:
    return len(text) <= 40 and (head_of(text).rank is not None or head_of(text).has_value)


def _values_levels(groups: list[_Group], place: int, *, is_named: bool) -> bool:
    """Whether a column falls, or rises, under each heading; in the same way without names."""
    if len(groups) < _FEWEST and not is_named:
        return False
    said = [[amount(row.text(place)) for row in rows] for _, rows in groups]
    for amounts in said:
        values = [one.value for one in amounts if one is not None]
        if len(values) < len(amounts) or not is_monotonic(values):
            return False
    are_ranges = all(one is not None and one.is_range for amounts in said for one in amounts)
    return is_named or are_ranges or len({tuple(amounts) for amounts in said}) == 1


def _regroup(layout: TableLayout, groups: list[_Group]) -> None:
    """Puts each heading beside its rows, in a column of its own behind the others."""
    place = max(layout.sheet.width, max(layout.columns) + 1)
    body: list[TableRow] = []
    for name, rows in groups:
        for row in rows:
            blank = [Cell() for _ in range(place - len(row.cells))]
            body.append(TableRow(row.number, [*row.cells, *blank, Cell(name)]))
    layout.body = body
    layout.columns[place] = SheetColumn(
        place, Message("heading"), REQUIREMENT, Message("stands above the rows")
    )


def _say(layout: TableLayout, place: int, role: str, why: str) -> None:
    layout.columns[place].role, layout.columns[place].why = role, why
