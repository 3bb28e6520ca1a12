"""How a sheet is laid out: its tables, what their columns hold, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from xpert_studio.core.cell_texts import column_letters, unguarded
from xpert_studio.core.exchange.rubric_sheet.assigning import Assigning
from xpert_studio.core.exchange.rubric_sheet.branches import numbers_make_a_whole
from xpert_studio.core.exchange.rubric_sheet.headed_groups import take_headed_groups, take_headings
from xpert_studio.core.exchange.rubric_sheet.headers import (
    HEADER_ROWS,
    completes,
    header_at,
    heading_above,
    headings_of,
    is_second_header,
    may_be_header,
    table_starts,
    take_sub_headers,
)
from xpert_studio.core.exchange.rubric_sheet.layout import TableLayout
from xpert_studio.core.exchange.rubric_sheet.level_rows import points_order_cells, take_legend
from xpert_studio.core.exchange.rubric_sheet.levels import head_of, scale_of_heads
from xpert_studio.core.exchange.rubric_sheet.maps import Map
from xpert_studio.core.exchange.rubric_sheet.matrices import (
    cycle_of,
    take_groups,
    take_levels_in_columns,
    take_repeated,
    turned_sheet,
)
from xpert_studio.core.exchange.rubric_sheet.numbers import amount, is_monotonic, points_in
from xpert_studio.core.exchange.rubric_sheet.roles import (
    DESCRIPTION,
    IGNORE,
    LEVEL,
    LEVEL_NAME,
    LEVEL_POINTS,
    NOTE,
    POINTS,
    REQUIREMENT,
    SCORE,
    TIER,
    TITLE,
    SheetColumn,
    content_of,
    is_answer_head,
    role_named,
)
from xpert_studio.core.exchange.tables.cells import TableRow, TableSheet, plain
from xpert_studio.core.exchange.tables.marked_up import without_tick
from xpert_studio.core.instruments.range_columns import range_name
from xpert_studio.core.messages import Message, joined

_WORDS_OF_NAME: Final = 2


def layouts_of(sheet: TableSheet, mapped: Map | None = None) -> list[TableLayout]:
    """The tables of a sheet, one below the other; empty where none has a requirement."""
    if not sheet.rows:
        return []
    if sheet.is_list and mapped is None:
        return [_list_layout(sheet)]
    if mapped is not None:
        return [_mapped(sheet, mapped)]
    if sheet.is_headed:
        return [one for one in [_table(sheet, 0, len(sheet.rows))] if one.has_requirement]
    turned = turned_sheet(sheet)
    if turned is not None:
        made = _table(turned, 0, len(turned.rows))
        made.is_turned = True
        made.reasons.append(Message("its levels stand in rows, and its criteria in columns"))
        return [made]
    found: list[TableLayout] = []
    starts = table_starts(sheet)
    ends = [n - 1 if heading_above(sheet.rows, n) else n for n in starts[1:]]
    for start, end in zip(starts, [*ends, len(sheet.rows)], strict=True):
        # Above a further table stands the one before it.
        above = sheet.rows[start - 1] if start and start == starts[0] else None
        layout = _table(sheet, start, end, above)
        if layout.has_requirement and (layout.body or len(starts) == 1):
            layout.section = heading_above(sheet.rows, start) if len(starts) > 1 else ""
            found.append(layout)
    return found


def _table(sheet: TableSheet, start: int, end: int, above: TableRow | None = None) -> TableLayout:
    """The table in some rows; the row above them may complete its header."""
    rows = sheet.rows[start:end]
    first = 0 if sheet.is_headed else header_at(rows)
    if first is None and may_be_header(rows):
        first = 0
    header: list[TableRow] = []
    body = list(rows)
    if first is not None:
        upper = rows[first - 1] if first else above
        is_completed = upper is not None and completes(upper, rows[first])
        header = [upper, rows[first]] if upper and is_completed else [rows[first]]
        body = rows[first + 1 :]
        if body and is_second_header(rows[first], body[0]):
            header.append(body.pop(0))
    names = headings_of(header)
    width = max([len(row.cells) for row in [*header, *body]], default=0)
    layout = TableLayout(sheet, header, body, {})
    _fill(layout, names, width)
    if layout.heads and not layout.has_requirement:
        take_headings(layout, sheet.name)
    return layout


def _fill(layout: TableLayout, names: Mapping[int, str], width: int) -> None:
    """Decides on all columns and on the shape."""
    has_scale = _native_bands(layout, names)
    cycle = [] if has_scale else cycle_of(names, width)
    if cycle:
        take_repeated(layout, names, cycle)
    elif not has_scale:
        take_levels_in_columns(layout, names, width)
    left = [place for place in range(width) if place not in layout.columns]
    rows = _rows_that_count(layout, left)
    assigning = Assigning(
        rows,
        names,
        [p for p in left if names.get(p) or content_of(layout.body, p).texts],
        has_levels=bool(layout.heads or cycle),
    )
    assigning.run()
    layout.is_own = assigning.is_own
    for place, role in assigning.roles.items():
        layout.columns[place] = SheetColumn(
            place, names.get(place, column_letters(place)), role, assigning.whys[place]
        )
    for doubt in assigning.doubts:
        layout.doubt(doubt)
    if not layout.header and layout.place(POINTS) is None and layout.place(TIER) is None:
        layout.doubt(Message("There are neither headings nor points."))
    if not layout.header:
        layout.confidence = min(layout.confidence, 0.8)
        layout.reasons.append(
            Message("there is no header; the columns were told by what they hold")
        )
    _shape(layout, cycle)
    take_sub_headers(layout)
    take_legend(layout)


def _rows_that_count(layout: TableLayout, places: Sequence[int]) -> list[TableRow]:
    """Rows of the body that are neither headings of sections nor notes below the table."""
    full = [row for row in layout.body if len(row.filled) > 1]
    return full if len(full) >= 1 and len(layout.columns) + len(places) > 1 else layout.body


def _native_bands(layout: TableLayout, names: Mapping[int, str]) -> bool:
    """Beside a scale, columns headed by a range hold the texts of bands; whether there is one."""
    if not any(role_named(name) == "scale" for name in names.values()):
        return False
    for place, name in names.items():
        band = range_name(unguarded(name))
        if band is not None:
            layout.columns[place] = SheetColumn(
                place, name, band, Message("is a band of the scale")
            )
    return True


def _shape(layout: TableLayout, cycle: Sequence[Sequence[int]]) -> None:
    if cycle or layout.heads:
        layout.shape = "matrix"
        _check_scale(layout)
    elif take_groups(layout) or take_headed_groups(layout):
        pass
    else:
        for column in layout.columns.values():
            if column.role == LEVEL:
                column.role = NOTE
        answers = layout.places(SCORE)
        is_checklist = layout.place(POINTS) is None and any(
            is_answer_head(layout.columns[n].name) or content_of(layout.body, n).is_ticks
            for n in answers
        )
        layout.shape = "checklist" if is_checklist else "list"
    _check_requirement(layout)


def _check_scale(layout: TableLayout) -> None:
    if not layout.heads:
        return
    scale = scale_of_heads(layout.heads)
    if scale is None:
        layout.doubt(Message("The levels make no scale."))
    elif scale.doubt == "order" and not points_order_cells(layout):
        layout.doubt(Message("Which level is the best is not said: the first one was taken."))


def _check_requirement(layout: TableLayout) -> None:
    place = layout.place(REQUIREMENT)
    if place is None or layout.is_own:
        return
    content = content_of(layout.body, place)
    ignored = [column for column in layout.columns.values() if column.role == IGNORE]
    contents = [(column.name, content_of(layout.body, column.place)) for column in ignored]
    unread = [name for name, found in contents if found.texts and not found.is_running]
    if layout.shape == "list" and layout.place(POINTS) is None and layout.place(TIER) is None:
        named = role_named(layout.columns[place].name) in {REQUIREMENT, DESCRIPTION}
        if not named and len(layout.columns) > 1:
            layout.doubt(Message("There are no points, and no column is named as the requirement."))
        if unread:
            layout.doubt(
                Message(
                    "There are no points, and it is not known what these columns hold: {names}.",
                    names=joined(unread),
                )
            )
    worded = [name for name in unread if len(name.split()) > _WORDS_OF_NAME]
    if len(worded) > 1:
        layout.doubt(
            Message("Columns {names} are not read, and may be levels.", names=joined(worded))
        )
    if _may_be_levels(layout, place):
        layout.doubt(
            Message("The points fall from row to row: the rows may be the levels of one criterion.")
        )
    if content.numeric > 0.3 or content.length < 3:
        layout.doubt(Message("The texts of the requirement are hardly texts."))


def _may_be_levels(layout: TableLayout, requirement: int) -> bool:
    """Whether points before the texts fall or rise in every row, and nothing else is said."""
    points = layout.place(POINTS)
    if points is None or points > requirement or layout.place(TITLE) is not None:
        return False
    values = [a.value for row in layout.body if (a := amount(row.text(points)))]
    return len(values) > 2 and is_monotonic(values)


def _list_layout(sheet: TableSheet) -> TableLayout:
    columns = {0: SheetColumn(0, "A", REQUIREMENT, Message("is a list"))}
    layout = TableLayout(sheet, [], list(sheet.rows), columns, shape="list", confidence=0.85)
    layout.reasons.append(Message("it is a list of lines"))
    texts = [row.text(0) for row in sheet.rows]
    marked = sum(without_tick(text) is not None or points_in(text)[1] is not None for text in texts)
    if not marked and not sheet.is_pasted and not numbers_make_a_whole(texts):
        layout.doubt(Message("Its lines have neither points nor boxes."))
    return layout


def _mapped(sheet: TableSheet, mapped: Map) -> TableLayout:
    guessed = _table(sheet, 0, len(sheet.rows))
    at = _header_for(sheet, mapped, guessed)
    if at is not None:
        guessed.header, guessed.body = [sheet.rows[at]], sheet.rows[at + 1 :]
        if guessed.body and is_second_header(sheet.rows[at], guessed.body[0]):
            guessed.header.append(guessed.body.pop(0))
    names = headings_of(guessed.header)
    roles = mapped.places(names, sheet.width)
    layout = TableLayout(sheet, guessed.header, guessed.body, {}, shape="list", confidence=1.0)
    layout.is_own = guessed.is_own
    for place in range(sheet.width):
        name = names.get(place, column_letters(place))
        said = plain(name)
        role = roles.get(place, IGNORE)
        why = Message("as you said") if place in roles else Message("is not in the mapping")
        head = head_of(names.get(place, ""), place) if role == LEVEL and said else None
        layout.columns[place] = SheetColumn(place, name, role, why, head)
    levels = layout.places(LEVEL)
    points = layout.places(LEVEL_POINTS)
    if len(levels) > 1:
        layout.shape = "matrix"
        if points:
            _group_cycle(layout, levels, points, layout.places(LEVEL_NAME))
        else:
            layout.heads = [h for n in levels if (h := layout.columns[n].head)]
    elif levels or layout.places(LEVEL_NAME):
        layout.shape = "matrix"
    layout.reasons.append(Message("the columns are as you said"))
    return layout


def _header_for(sheet: TableSheet, mapped: Map, guessed: TableLayout) -> int | None:
    """The place of the header that a mapping speaks of; None where the guess has it."""
    rows = sheet.rows[:HEADER_ROWS]
    if mapped.header is not None:
        return next((n for n, row in enumerate(rows) if row.number == mapped.header), 0)
    if guessed.header or len(rows) < 2:
        return None
    named = {plain(said) for _, said in mapped.parts}
    for n, row in enumerate(rows):
        if any(len(plain(row.text(p))) > 2 and plain(row.text(p)) in named for p in row.filled):
            return n
    numbers = [p for p in rows[0].filled if amount(rows[1].text(p)) and not amount(rows[0].text(p))]
    return 0 if numbers or any(role == LEVEL for role, _ in mapped.parts) else None


def _group_cycle(
    layout: TableLayout, levels: list[int], points: list[int], named: list[int]
) -> None:
    for group in (levels, points, named):
        for number, place in enumerate(group):
            layout.columns[place].cycle = number
