"""The levels of a criterion with their texts, wherever its row has them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.drafts import Draft, LevelText
from xpert_studio.core.exchange.rubric_sheet.layout import Layout
from xpert_studio.core.exchange.rubric_sheet.levels import (
    Head,
    Levels,
    head_of,
    is_level_head,
    scale_of_heads,
)
from xpert_studio.core.exchange.rubric_sheet.numbers import amount, points_in
from xpert_studio.core.exchange.rubric_sheet.roles import LEVEL, LEVEL_NAME, LEVEL_POINTS
from xpert_studio.core.exchange.tables.cells import Row, plain
from xpert_studio.core.exchange.tables.marked_up import without_tick
from xpert_studio.core.exchange.tables.platforms import spans_down
from xpert_studio.core.instruments.range_columns import exact

_TRUE: Final = frozenset({"true", "yes", "1", "wahr", "是"})


_CELL_VALUE: Final = re.compile(
    r"^\s*[(\[]?\s*(?:\d{1,4}(?:[.,]\d+)?\s*(?:[-–—~]|to)\s*)?\d{1,4}(?:[.,]\d+)?\s*(?:points?|pts?\.?|p|marks?|punkte?|分|点|점|%)?\s*[)\]]?\s*(?:[:：]|[-–—]\s|\n|$)",
    re.IGNORECASE,
)


def has_cycle(layout: Layout) -> bool:
    """Whether its levels stand in columns that repeat."""
    return any(column.cycle >= 0 for column in layout.columns.values())


def row_heads(layout: Layout, row: Row) -> Levels:
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


def points_order_cells(layout: Layout) -> bool:
    """Whether the cells of its levels say their points, which fall or rise in nearly every row."""
    rows = [row_heads(layout, row) for row in layout.body]
    full = [levels for levels in rows if sum(bool(text) for _, text in levels) > 1]
    lows = [[head.low for head, text in levels if text or head.has_value] for levels in full]
    ordered = [some for some in lows if _is_ordered(some)]
    return len(ordered) > 1 and len(ordered) >= 0.8 * len(full)


def _is_ordered(values: Sequence[float | None]) -> bool:
    known = [value for value in values if value is not None]
    return len(set(known)) == len(values) and known in (sorted(known), sorted(known, reverse=True))


def _cell_head(text: str) -> tuple[Head | None, str]:
    """The values at the beginning of a level's text, and the text without them."""
    if not text:
        return None, ""
    said = amount(text)
    if said is not None and not said.is_range:
        return Head("", said.value, said.value, is_share=said.is_share), ""
    rest, points = points_in(text)
    if points is not None:
        return Head("", points.value, points.value, is_share=points.is_share), rest
    found = _CELL_VALUE.match(text)
    if found is None:
        return None, text
    head = head_of(found[0])
    return (head, text[found.end() :].strip()) if head.has_value else (None, text)


def cycle_heads(layout: Layout, row: Row) -> Levels:
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


def _with_ranges(layout: Layout, row: Row, found: Levels) -> Levels:
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


def take_levels(draft: Draft, levels: Levels) -> None:
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
    found: dict[tuple[float | None, float | None, int], tuple[Head, str]] = {}
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


def level_text(layout: Layout, row: Row) -> str:
    """What the row of a level says of it."""
    return layout.text(row, LEVEL) or layout.text(row, LEVEL_NAME)


def row_level(layout: Layout, row: Row) -> tuple[Head, str]:
    """The level that a row stands for, with its text."""
    name, text = layout.text(row, LEVEL_NAME), layout.text(row, LEVEL)
    said = layout.text(row, LEVEL_POINTS)
    head = head_of(said) if said else head_of(name or text)
    word = name or (head_of(text).name if is_level_head(text) else "")
    return replace(head, name=word, rank=head_of(name or text).rank), text or name
