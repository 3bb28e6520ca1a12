"""Levels of a table: in columns, in columns that repeat, in rows, or turned."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final

from xpert_studio.core.cell_texts import column_letters
from xpert_studio.core.exchange.rubric_sheet.headers import header_at
from xpert_studio.core.exchange.rubric_sheet.layout import TableLayout
from xpert_studio.core.exchange.rubric_sheet.level_rows import points_order_cells
from xpert_studio.core.exchange.rubric_sheet.levels import head_of, is_level_head, scale_of_heads
from xpert_studio.core.exchange.rubric_sheet.numbers import amount, points_in
from xpert_studio.core.exchange.rubric_sheet.roles import (
    DESCRIPTION,
    ID,
    LEVEL,
    LEVEL_NAME,
    LEVEL_POINTS,
    NOTE,
    POINTS,
    REQUIREMENT,
    SCORE,
    SECTION,
    TIER,
    TITLE,
    ColumnContent,
    SheetColumn,
    content_of,
    is_answer_head,
    role_named,
)
from xpert_studio.core.exchange.tables.cells import Cell, TableRow, TableSheet, plain
from xpert_studio.core.messages import Message, joined

_PROSE: Final = 12
_NUMERIC: Final = 0.8
_FULL: Final = 0.5
_ALIKE: Final = (0.4, 2.5)
_HEAD_WORDS: Final = 4
_COUNTED: Final = 3
_RARELY: Final = 0.1
_PAIR: Final = 2
_BEGINS: Final = re.compile(r"\s*(\d{1,3}(?:[.,]\d{1,2})?)\s*[-–—:=]\s*\S")


def cycle_of(names: Mapping[int, str], width: int) -> list[list[int]]:
    """Groups of columns that repeat, one for each level; empty where none do."""
    plainly = [re.sub(r"\s*\d+\s*", " ", plain(names.get(n, ""))).strip() for n in range(width)]
    numbers = [re.search(r"\d+", names.get(n, "")) for n in range(width)]
    for size in (4, 3, 2):
        for start in range(width - 2 * size + 1):
            part = plainly[start : start + size]
            if not all(part) or len(set(part)) < size:
                continue
            groups = [list(range(start, start + size))]
            while plainly[groups[-1][-1] + 1 : groups[-1][-1] + 1 + size] == part:
                groups.append([n + size for n in groups[-1]])
            same = plain(names.get(start, "")) == plain(names.get(start + size, ""))
            if len(groups) > 1 and (same or numbers[start]):
                return groups
    return []


def take_repeated(
    layout: TableLayout, names: Mapping[int, str], cycle: Sequence[Sequence[int]]
) -> None:
    """Gives roles to columns that repeat."""
    parts = [_cycle_part(names[place]) for place in cycle[0]]
    for n in range(len(parts)):  # what stands in the columns counts before what they are called
        cells = [content_of(layout.body, group[n]) for group in cycle]
        numeric = [content.numeric for content in cells if content.texts]
        if numeric and min(numeric) >= _NUMERIC:
            parts[n] = LEVEL_POINTS
        elif parts[n] == LEVEL_POINTS and numeric:
            parts[n] = LEVEL
    if LEVEL not in parts:
        parts = [LEVEL if part == LEVEL_NAME else part for part in parts]
    if parts.count(LEVEL_POINTS) > 1 or parts.count(LEVEL) != 1:
        layout.doubt(Message("What the columns that repeat hold is not sure."))
    for number, group in enumerate(cycle):
        for part, place in zip(parts, group, strict=True):
            why = Message("belongs to level {n}, columns that repeat", n=number + 1)
            layout.columns[place] = SheetColumn(place, names[place], part, why, cycle=number)
    layout.reasons.append(Message("its levels stand in columns that repeat"))


_CYCLE_WORDS: Final = (
    (LEVEL_POINTS, ("point", "score", "punkt", "value", "分", "점")),
    (LEVEL, ("desc", "definition", "beschreib", "说明", "描述")),
    (NOTE, ("feedback",)),
    (LEVEL_NAME, ("name", "title", "rating")),
)


def _cycle_part(name: str) -> str:
    said = plain(name)
    found = (part for part, words in _CYCLE_WORDS if any(word in said for word in words))
    return next(found, LEVEL)


def take_levels_in_columns(layout: TableLayout, names: Mapping[int, str], width: int) -> None:
    """Columns that are levels: by their headings, with texts below."""
    if not layout.header and _take_pointed(layout, width):
        return
    found = _without_entries(layout, names, _headed_by_levels(layout, names, width))
    if len(found) < 2:
        _unnamed_levels(layout, names, width)
        return
    found = _with_neighbours(layout, names, found)
    for n in range(min(found), max(found)):
        if n not in found and n in names and role_named(names[n]) is None:
            layout.doubt(
                Message(
                    "Column {name} stands between levels.", name=f"{column_letters(n)} ({names[n]})"
                )
            )
    filled = [content for n in found if (content := content_of(layout.body, n)).texts]
    if filled and all(content.numeric > 0.8 for content in filled):
        layout.reasons.append(Message("the cells of its levels hold points"))
    _take_levels(layout, names, found, Message("its heading is that of a level"))
    layout.reasons.append(Message("{n} columns are headed by levels", n=len(found)))


def _take_levels(
    layout: TableLayout, names: Mapping[int, str], places: Sequence[int], why: Message
) -> None:
    """Makes columns the levels of the table."""
    layout.heads = [head_of(names[n], n) for n in places]
    for n, head in zip(places, layout.heads, strict=True):
        layout.columns[n] = SheetColumn(n, names[n], LEVEL, why, head)


def _headed_by_levels(layout: TableLayout, names: Mapping[int, str], width: int) -> list[int]:
    """Columns whose headings are those of levels, with what stands below them."""
    counted = _counted_heads(names)
    found = [n for n in range(width) if n in names and (_heads_level(names[n]) or n in counted)]
    if found:  # an answer such as Fail heads a level, too, where prose stands below it
        found += [n for n in names if is_answer_head(names[n]) and _is_prose(layout, n)]
    are_few = len(found) < 3
    return [
        n
        for n in sorted(found)
        if (content := content_of(layout.body, n)).numeric <= 0.9
        or not (are_few and head_of(names[n]).is_share)
        if not _is_column_of_scores(names[n], content)
    ]


def _without_entries(layout: TableLayout, names: Mapping[int, str], found: list[int]) -> list[int]:
    """Levels without the columns in which persons enter values.

    These are empty, and several have the same range, or the range of one spans all others.
    """
    heads = {n: head_of(names[n]) for n in found}
    spans = Counter((head.low, head.high) for head in heads.values())
    heads = {
        n: head
        for n, head in heads.items()
        if spans[head.low, head.high] == 1 or not head.has_value or content_of(layout.body, n).texts
    }
    values = [head.low for head in heads.values() if head.low is not None and head.low == head.high]
    return [
        n
        for n, head in heads.items()
        if not values
        or head.low is None
        or head.high is None
        or not head.low < head.high
        or head.low > min(values)
        or head.high < max(values)
        or content_of(layout.body, n).fill > _RARELY
    ]


def _counted_heads(names: Mapping[int, str]) -> list[int]:
    """Headings that begin with a value each, ``0 - …`` up to ``2 - …``."""
    found = {
        n: float(one[1].replace(",", "."))
        for n, name in names.items()
        if (one := _BEGINS.match(name))
    }
    places, values = list(found), list(found.values())
    steps = {b > a for a, b in pairwise(values)}
    are_beside = all(b == a + 1 for a, b in pairwise(places))
    return places if len(values) >= _COUNTED and len(steps) == 1 and are_beside else []


def _take_pointed(layout: TableLayout, width: int) -> bool:
    """Whether columns without headings hold texts that end with points: they are levels."""
    found = [n for n in range(1, width) if _is_pointed(layout, n)]
    rows = [row for row in layout.body if sum(bool(row.text(n)) for n in found) > 1]
    if len(found) < _PAIR or len(rows) < _PAIR:
        return False
    for n in found:
        name = column_letters(n)
        head = replace(head_of("", n), name="")
        layout.columns[n] = SheetColumn(n, name, LEVEL, Message("its texts say their points"), head)
        layout.heads.append(head)
    layout.reasons.append(Message("the texts of its levels say their points"))
    return True


def _is_pointed(layout: TableLayout, place: int) -> bool:
    rows = [row for row in layout.body if len(row.filled) > 1]
    texts = content_of(rows, place).texts
    pointed = [points_in(text)[1] is not None and amount(text) is None for text in texts]
    return bool(texts) and sum(pointed) >= _NUMERIC * len(texts)


def _with_neighbours(layout: TableLayout, names: Mapping[int, str], found: list[int]) -> list[int]:
    """Levels with the columns beside them whose headings are not known and whose prose is alike."""
    lengths = [content_of(layout.body, n).length for n in found]
    least, most = _ALIKE[0] * min(lengths), _ALIKE[1] * max(lengths)
    first = min((n for row in layout.body for n in row.filled), default=0)  # it names the rows
    beside: list[int] = []
    for step in (-1, 1):
        place = (min if step < 0 else max)(found) + step
        while place in names and place != first and role_named(names[place]) is None:
            content = content_of(layout.body, place)
            is_like = least <= content.length <= most and content.numeric < 1 - _NUMERIC
            if not is_like or content.fill < _FULL or is_answer_head(names[place]):
                break
            beside.append(place)
            place += step
    if len(beside) > len(found) or any(len(names[n].split()) > _HEAD_WORDS for n in beside):
        layout.doubt(
            Message(
                "Columns {names} stand beside levels, and may be levels.",
                names=joined(names[n] for n in beside),
            )
        )
    return sorted([*found, *beside])


def _is_column_of_scores(name: str, content: ColumnContent) -> bool:
    """Whether below a bare number stand numbers: what some group or person got."""
    return amount(name) is not None and bool(content.texts) and content.numeric > 0.5


def _is_prose(layout: TableLayout, place: int) -> bool:
    content = content_of(layout.body, place)
    return content.length >= _PROSE and not content.is_ticks


def _heads_level(name: str) -> bool:
    return role_named(name) is None and is_level_head(name) and not is_answer_head(name)


def _unnamed_levels(layout: TableLayout, names: Mapping[int, str], width: int) -> None:
    """Several columns of like prose with unknown headings may be levels: that has to be asked."""
    run: list[int] = []
    for is_like, places in groupby(range(width), lambda n: _may_be_level(layout, names.get(n), n)):
        run = max(run, list(places) if is_like else [], key=len)
    if len(run) >= 3 and min(run) > 0:
        _take_levels(layout, names, run, Message("holds prose like its neighbours"))
        scale = scale_of_heads(layout.heads)
        has_order = scale is not None and scale.doubt != "order"
        if not has_order and not points_order_cells(layout):
            layout.doubt(
                Message(
                    "Columns {names} look like levels, and their headings are not known.",
                    names=joined(names[n] for n in run),
                )
            )


def _may_be_level(layout: TableLayout, name: str | None, place: int) -> bool:
    """Whether a column holds prose below a heading that is not known."""
    if name is None or role_named(name) is not None or is_answer_head(name):
        return False
    content = content_of(layout.body, place)
    return content.fill >= 0.5 and content.numeric < 0.2 and content.length >= 15


def turned_sheet(sheet: TableSheet) -> TableSheet | None:
    """A sheet whose levels stand in rows with its rows as columns; None for another one."""
    place = header_at(sheet.rows)
    rows = sheet.rows[place:] if place is not None else sheet.rows
    if len(rows) < 3 or len(rows) > 15:
        return None
    head, body = rows[0], [row for row in rows[1:] if len(row.filled) > 1]
    outer = [n for n in head.filled if n]
    if min(len(body), len(outer)) < 2:
        return None
    if not _are_levels(head.text(0), [row.text(0) for row in body]):
        return None
    if not all(_is_of_criterion(head.text(n), content_of(body, n)) for n in outer):
        return None
    made = [TableRow(head.number, [Cell("Criterion"), *(Cell(row.text(0)) for row in body)])]
    made += [
        TableRow(head.number + n, [Cell(head.text(n)), *(Cell(row.cell(n).value) for row in body)])
        for n in outer
    ]
    return TableSheet(sheet.name, made, list(sheet.notes), rubric=sheet.rubric)


def _is_of_criterion(name: str, content: ColumnContent) -> bool:
    """Whether a column has the name of a criterion, and prose below it."""
    if is_level_head(name) or role_named(name) in _NO_CRITERION:
        return False
    return content.length >= 10 and content.numeric < 0.3


_NO_CRITERION: Final = frozenset({POINTS, ID, SCORE, TIER, LEVEL, DESCRIPTION, REQUIREMENT})


def _are_levels(head: str, texts: Sequence[str]) -> bool:
    heads = [head_of(text) for text in texts]
    if not all(is_level_head(text) for text in texts):
        return False
    values = [h.low for h in heads if h.low is not None]
    falls = len(values) == len(texts) and values == sorted(values, reverse=True)
    words = all(h.rank is not None for h in heads)
    return (
        words
        or falls
        or (role_named(head) in {LEVEL, POINTS, SCORE} and len(set(values)) == len(texts))
    )


def take_groups(layout: TableLayout) -> bool:
    """Whether each criterion has several rows, one for each of its levels."""
    place = layout.place(LEVEL)
    if place is None:
        return False
    outer = layout.place(REQUIREMENT)
    candidates = [n for n in (outer, layout.place(TITLE), layout.place(SECTION)) if n is not None]
    for n in candidates:
        content = content_of(layout.body, n)
        blank = sum(not row.text(n) for row in layout.body)
        is_full = len(content.texts) == len(layout.body)
        if blank >= 0.3 * len(layout.body) and content.texts:
            layout.shape = "matrix"
            why = Message("the levels of a criterion stand in rows below each other")
        elif content.distinct <= 0.6 and is_full and _levels_differ(layout, n, place):
            layout.shape = "long"
            why = Message("each criterion is repeated, with a level in each row")
        else:
            continue
        layout.reasons.append(why)
        _take_group(layout, n)
        return True
    return False


def _levels_differ(layout: TableLayout, outer: int, place: int) -> bool:
    pairs = Counter((plain(row.text(outer)), plain(row.text(place))) for row in layout.body)
    return max(pairs.values()) == 1


def _take_group(layout: TableLayout, outer: int) -> None:
    """The column that groups is the requirement; the longer text beside it describes the level."""
    others = [n for n in (layout.place(REQUIREMENT), layout.place(TITLE)) if n not in {None, outer}]
    level = layout.place(LEVEL)
    if layout.columns[outer].role == SECTION or others:
        layout.columns[outer].role = REQUIREMENT
        layout.columns[outer].why = Message("groups the rows")
    for n in others:
        if level is not None:
            layout.columns[level].role = LEVEL_NAME
            layout.columns[n].role = LEVEL
            layout.columns[n].why = Message("describes the level of a row")
    for column in layout.columns.values():
        if (
            column.role == NOTE
            and layout.place(LEVEL_NAME) is None
            and level is not None
            and not others
        ):
            layout.columns[level].role = LEVEL_NAME
            column.role, column.why = LEVEL, Message("describes the level of a row")
    points = layout.place(POINTS)
    if points is not None:
        filled = [bool(row.text(points)) for row in layout.body]
        if all(filled) and _vary_in_groups(layout, outer, points):
            layout.columns[points].role = LEVEL_POINTS
            layout.columns[points].why = Message("holds the points of each level")


def _vary_in_groups(layout: TableLayout, outer: int, points: int) -> bool:
    seen: dict[str, set[str]] = {}
    name = ""
    for row in layout.body:
        name = row.text(outer) or name
        seen.setdefault(plain(name), set()).add(row.text(points))
    return any(len(values) > 1 for values in seen.values())
