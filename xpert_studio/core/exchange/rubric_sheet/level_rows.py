"""The levels of a criterion with their texts, in its row or said once above all rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.drafts import LevelText, RowDraft
from xpert_studio.core.exchange.rubric_sheet.layout import TableLayout
from xpert_studio.core.exchange.rubric_sheet.levels import (
    LevelHead,
    Levels,
    head_of,
    is_level_head,
    scale_of_heads,
)
from xpert_studio.core.exchange.rubric_sheet.numbers import amount, points_in
from xpert_studio.core.exchange.rubric_sheet.roles import (
    LEVEL,
    LEVEL_NAME,
    LEVEL_POINTS,
    SCORE,
    content_of,
)
from xpert_studio.core.exchange.rubric_sheet.sheet import GRADED, FormRow
from xpert_studio.core.exchange.tables.cells import TableRow, plain
from xpert_studio.core.exchange.tables.marked_up import without_tick
from xpert_studio.core.exchange.tables.platforms import spans_down
from xpert_studio.core.instruments.range_columns import exact
from xpert_studio.core.messages import Message
from xpert_studio.core.records import BINARY

_TRUE: Final = frozenset({"true", "yes", "1", "wahr", "是"})


_CELL_VALUE: Final = re.compile(
    r"^\s*[(\[]?\s*(?:\d{1,4}(?:[.,]\d+)?\s*(?:[-–—~]|to)\s*)?\d{1,4}(?:[.,]\d+)?\s*(?:points?|pts?\.?|p|marks?|punkte?|分|点|점|%)?\s*[)\]]?\s*(?:[:：]|[-–—]\s|\n|$)",
    re.IGNORECASE,
)


def has_cycle(layout: TableLayout) -> bool:
    """Whether its levels stand in columns that repeat."""
    return any(column.cycle >= 0 for column in layout.columns.values())


def row_heads(layout: TableLayout, row: TableRow) -> Levels:
    """The levels of a row with their texts; values in its cells count before those of the heads."""
    found: Levels = []
    cells = [row.text(head.place) for head in layout.heads]
    texts = ["" if without_tick(cell) == "" else cell for cell in cells]  # a box says nothing
    own = [_cell_head(text) for text in texts]
    has_own = sum(head is not None for head, _ in own) >= max(2, sum(bool(t) for t in texts) - 1)
    for head, (cell_head, rest), text in zip(layout.heads, own, texts, strict=True):
        if has_own:
            if cell_head is None:
                continue
            found.append((replace(cell_head, name=head.name, rank=head.rank), rest))
        else:
            found.append((head, text))
    return found


def points_order_cells(layout: TableLayout) -> bool:
    """Whether the cells of its levels say their points, which fall or rise in nearly every row."""
    rows = [row_heads(layout, row) for row in layout.body]
    full = [levels for levels in rows if sum(bool(text) for _, text in levels) > 1]
    lows = [[head.low for head, text in levels if text or head.has_value] for levels in full]
    ordered = [some for some in lows if _is_ordered(some)]
    return len(ordered) > 1 and len(ordered) >= 0.8 * len(full)


def _is_ordered(values: Sequence[float | None]) -> bool:
    known = [value for value in values if value is not None]
    return len(set(known)) == len(values) and known in (sorted(known), sorted(known, reverse=True))


def _cell_head(text: str) -> tuple[LevelHead | None, str]:
    """The values at the beginning of a level's text, and the text without them."""
    if not text:
        return None, ""
    said = amount(text)
    if said is not None and not said.is_range:
        return LevelHead("", said.value, said.value, is_share=said.is_share), ""
    rest, points = points_in(text)
    if points is not None:
        return LevelHead("", points.value, points.value, is_share=points.is_share), rest
    found = _CELL_VALUE.match(text)
    if found is None:
        return None, text
    head = head_of(found[0])
    return (head, text[found.end() :].strip()) if head.has_value else (None, text)


def cycle_heads(layout: TableLayout, row: TableRow) -> Levels:
    """The levels of a row, one for each group of columns."""
    by_number: dict[int, dict[str, str]] = {}
    for column in layout.columns.values():
        if column.cycle >= 0 and row.text(column.place):
            by_number.setdefault(column.cycle, {})[column.role] = row.text(column.place)
    found: Levels = []
    for parts in by_number.values():
        name, text = parts.get(LEVEL_NAME, ""), parts.get(LEVEL, "")
        said = parts.get(LEVEL_POINTS, "")
        head = head_of(said) if said else head_of(name)
        found.append((replace(head, name=name, rank=head_of(name).rank), text))
    return _with_ranges(layout, row, found)


def _with_ranges(layout: TableLayout, row: TableRow, found: Levels) -> Levels:
    """Ratings of a platform that reach down to the next lower one."""
    ranged = [
        row.text(c.place)
        for c in layout.columns.values()
        if "range" in plain(c.name) and plain(row.text(c.place)) in _TRUE
    ]
    values = sorted({head.low for head, _ in found if head.low is not None})
    if not ranged or len(values) != len(found):
        return found
    spans = spans_down([exact(head.low or 0) for head, _ in found])
    return [
        (replace(head_of(span), name=head.name, rank=head.rank), text)
        for (head, text), span in zip(found, spans, strict=True)
    ]


def take_levels(draft: RowDraft, levels: Levels) -> None:
    """Makes a row graded by its levels."""
    levels = _merged(levels)
    scale = scale_of_heads([head for head, _ in levels]) if len(levels) > 1 else None
    if scale is None:
        draft.has_no_scale = bool(levels)
        draft.note = "\n".join(
            filter(None, [draft.note, *(f"{h.name}: {t}".strip(": ") for h, t in levels)])
        )
        return
    draft.settings = dict(scale.settings)
    draft.most = scale.most
    draft.has_no_order = scale.doubt == "order"
    draft.levels = [
        LevelText(head.name, low, high, text)
        for (head, text), (low, high) in zip(levels, scale.bands, strict=True)
        if text or head.name
    ]


def _merged(levels: Levels) -> Levels:
    """Levels of the same value as one, with the names and texts of both."""
    found: dict[tuple[float | None, float | None, int], tuple[LevelHead, str]] = {}
    for n, (head, text) in enumerate(levels):
        key = head.low, head.high, 0 if head.has_value else n
        if key not in found:
            found[key] = head, text
            continue
        first, said = found[key]
        names = dict.fromkeys(filter(None, [first.name, head.name]))
        texts = dict.fromkeys(filter(None, [said, text]))
        found[key] = replace(first, name=" / ".join(names)), "\n".join(texts)
    return list(found.values())


def level_text(layout: TableLayout, row: TableRow) -> str:
    """What the row of a level says of it."""
    return layout.text(row, LEVEL) or layout.text(row, LEVEL_NAME)


def row_level(layout: TableLayout, row: TableRow) -> tuple[LevelHead, str]:
    """The level that a row stands for, with its text."""
    name, text = layout.text(row, LEVEL_NAME), layout.text(row, LEVEL)
    said = layout.text(row, LEVEL_POINTS)
    head = head_of(said) if said else head_of(name or text)
    word = name or (head_of(text).name if is_level_head(text) else "")
    return replace(head, name=word, rank=head_of(name or text).rank), text or name


def as_asked(row: FormRow, levels: str) -> list[FormRow]:
    """A graded row as it is asked for.

    Args:
        row: As its table has it.
        levels: ``graded``, ``binary`` for the best level alone, or ``steps`` for each level.
    """
    if levels == GRADED or not row.levels:
        return [row]
    order = sorted(row.levels, key=lambda level: level.low)
    plainly = replace(row, instrument=None, settings=None, levels=())
    if levels == BINARY:
        return [replace(plainly, text=_at_level(row.text, order[-1]))]
    span = order[-1].low - order[0].low
    return [
        replace(
            plainly,
            text=_at_level(row.text, level),
            weight=round(row.weight * (level.low - below.low) / span, 6),
            checkpoint_id=f"{row.checkpoint_id}.{n}" if row.checkpoint_id else None,
        )
        for n, (below, level) in enumerate(pairwise(order), start=1)
    ]


def _at_level(text: str, level: LevelText) -> str:
    said = level.text or level.name
    return f"{text}: {said}" if text else said


_LINE: Final = re.compile(r"^\s*(\d{1,3})\s*[-–—:=]{1,2}\s*(\D.*)$", re.DOTALL)
_FEWEST: Final = 3
_RARELY: Final = 0.2


def take_legend(layout: TableLayout) -> None:
    """Takes lines above a table without levels as those of each row, where these get a score."""
    lines = _lines_above(layout)
    if layout.heads or layout.shape not in {"list", "tree"} or not lines:
        return
    layout.legend = [(head_of(value), text.strip()) for value, text in lines]
    are_empty = any(content_of(layout.body, n).fill < _RARELY for n in layout.places(SCORE))
    if not are_empty or not any(value == "0" or head_of(text).rank for value, text in lines):
        layout.doubt(Message("Levels that stand above the table were taken for all of its rows."))
    layout.reasons.append(Message("its levels stand above the table"))


def _lines_above(layout: TableLayout) -> list[tuple[str, str]]:
    """The last run of lines above the header that count up or down by one."""
    first = layout.header[0].number if layout.header else 0
    runs: list[list[tuple[str, str]]] = [[]]
    for row in layout.sheet.rows:
        if row.number >= first:
            break
        said = row.text(row.filled[0]) if len(row.filled) == 1 else ""
        found = _LINE.match(said)
        if found:
            runs[-1].append((found[1], found[2]))
        elif runs[-1]:
            runs.append([])
    long = [run for run in runs if len(run) >= _FEWEST and _counts(run)]
    return long[-1] if long else []


def _counts(run: list[tuple[str, str]]) -> bool:
    values = [int(value) for value, _ in run]
    return {b - a for a, b in pairwise(values)} in ({1}, {-1}) and min(values) <= 1
