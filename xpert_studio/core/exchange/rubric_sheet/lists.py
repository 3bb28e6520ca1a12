"""Lines of a list as checkpoints: sections, boxes, points of outer lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.drafts import Drafted, RowDraft, divide, without_marks
from xpert_studio.core.exchange.rubric_sheet.layout import TableLayout
from xpert_studio.core.exchange.rubric_sheet.numbers import Amount, points_in
from xpert_studio.core.exchange.tables.cells import TableRow
from xpert_studio.core.exchange.tables.marked_up import without_tick
from xpert_studio.core.messages import Message

_BLANK: Final = re.compile(r"[^:：_…]{0,40}[:：]?\s*(?:_{3,}|…|\.{4,})[\s_.]*")
"""A line for a person to write on, such as ``Notes: ______``."""


def list_drafts(layout: TableLayout, drafted: Drafted) -> list[RowDraft]:
    """The lines that are criteria, with the sections that lie around them."""
    rows = [row for row in layout.sheet.rows if not _BLANK.fullmatch(row.text(0))]
    if sum(without_tick(row.text(0)) is not None for row in rows) >= 0.5 * len(rows):
        drafted.shape = "checklist"
    found: list[RowDraft] = []
    path: list[tuple[int, str, Amount | None]] = []
    bold = ""
    place = 0
    while place < len(rows):
        row = rows[place]
        cell = row.cell(0)
        path = [item for item in path if item[0] < cell.depth]
        inner = _inner(rows, place)
        text = without_marks(cell.text)
        if not inner and _is_bold_section(rows, place):
            bold, place = text, place + 1
            drafted.shape = "tree" if drafted.shape == "list" else drafted.shape
            continue
        above = [points_in(name)[0] for _, name, _ in path]
        section = " › ".join(filter(None, [bold, *above]))
        if inner:
            path.append((cell.depth, text, points_in(text)[1]))
            drafted.shape = "tree" if drafted.shape == "list" else drafted.shape
        else:
            found.append(RowDraft(row, text, section=section))
        place += 1
    _share_of_branches(rows, found, drafted)
    whole = points_in(layout.sheet.name)[1]
    if whole is not None and not any(points_in(draft.text)[1] or draft.points for draft in found):
        divide(whole, found)
        drafted.has_points = True
        drafted.messages.append(Message("The points of sections were divided among their rows."))
    return _described(found, drafted)


def _is_bold_section(rows: Sequence[TableRow], place: int) -> bool:
    """Whether a bold line without points stands above lines that are not bold."""
    following = rows[place + 1 : place + 2]
    return (
        rows[place].cell(0).is_bold
        and bool(following)
        and not following[0].cell(0).is_bold
        and points_in(rows[place].text(0))[1] is None
    )


def _described(found: list[RowDraft], drafted: Drafted) -> list[RowDraft]:
    """Lines with points, each followed by lines without: these say what the points are for."""
    pointed = [points_in(draft.text)[1] is not None for draft in found]
    starts = [n for n, is_pointed in enumerate(pointed) if is_pointed]
    if len(starts) < 2 or not pointed[0] or pointed[-1]:
        return found
    ends = [*starts[1:], len(found)]
    sizes = [end - start - 1 for start, end in zip(starts, ends, strict=True)]
    if not all(sizes) or any(draft.levels for draft in found):
        return found
    if max(sizes) > 1:
        drafted.doubts.append(
            Message("Lines without points were taken as parts of the line with points above them.")
        )
    kept: list[RowDraft] = []
    for start, size in zip(starts, sizes, strict=True):
        head = found[start]
        for draft in found[start + 1 : start + 1 + size]:
            if size == 1:
                draft.title, draft.points = points_in(head.text)
            else:
                draft.section = " › ".join(filter(None, [head.section, head.text]))
            kept.append(draft)
    drafted.has_points = max(sizes) == 1
    return kept


def _inner(rows: Sequence[TableRow], place: int) -> list[TableRow]:
    depth = rows[place].cell(0).depth
    found: list[TableRow] = []
    for row in rows[place + 1 :]:
        if row.cell(0).depth <= depth:
            break
        found.append(row)
    return found


def _share_of_branches(
    rows: Sequence[TableRow], found: Sequence[RowDraft], drafted: Drafted
) -> None:
    """Points that only an outer line has are divided among the lines within it."""
    if any(points_in(draft.text)[1] for draft in found):
        return
    divided = 0
    by_row = {id(draft.row): draft for draft in found}
    for place, row in enumerate(rows):
        points = points_in(without_marks(row.text(0)))[1]
        inner = [by_row[id(one)] for one in _inner(rows, place) if id(one) in by_row]
        if points is None or not inner or id(row) in by_row:
            continue
        divide(points, inner)
        divided += len(inner)
    if divided:
        drafted.has_points = divided == len(found)
        drafted.messages.append(
            Message("The points of outer lines were divided among the lines within them.")
        )
