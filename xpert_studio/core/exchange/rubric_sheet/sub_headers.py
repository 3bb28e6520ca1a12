"""Rows of a matrix that head those below them: values, texts or names of levels for these.

Three forms: the values of a criterion's levels in its row and their texts in the row below; the
texts of levels once for several criteria, which have nothing but points; and names of levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.layout import Layout
from xpert_studio.core.exchange.rubric_sheet.levels import head_of
from xpert_studio.core.exchange.rubric_sheet.numbers import amount
from xpert_studio.core.exchange.rubric_sheet.roles import POINTS, REQUIREMENT, TITLE
from xpert_studio.core.exchange.tables.cells import Cell, Row
from xpert_studio.core.messages import Message

_SHORT: Final = 25
_FEWEST: Final = 2


def take_sub_headers(layout: Layout) -> None:
    """Reads rows that head others; the body has none of them any more."""
    if len(layout.heads) < _FEWEST or layout.is_own:
        return
    if _join_values(layout) or _spread_texts(layout):
        layout.reasons.append(Message("rows within it head the levels of those below them"))
    else:
        _take_names(layout)


def _level_texts(layout: Layout, row: Row) -> list[str]:
    return [text for head in layout.heads if (text := row.text(head.place))]


def _name(layout: Layout, row: Row) -> str:
    return layout.text(row, REQUIREMENT) or layout.text(row, TITLE)


def _are_values(texts: Sequence[str]) -> bool:
    heads = [head_of(text) for text in texts]
    return len(texts) >= _FEWEST and all(
        head.has_value and len(text) <= _SHORT for head, text in zip(heads, texts, strict=True)
    )


def _join_values(layout: Layout) -> bool:
    """Whether rows of values are each followed by one of texts that has no name; joins these."""
    made: list[Row] = []
    joined = 0
    for row in layout.body:
        before = made[-1] if made else None
        texts = _level_texts(layout, row)
        if (
            before is not None
            and not _name(layout, row)
            and len(texts) >= _FEWEST
            and _name(layout, before)
            and _are_values(_level_texts(layout, before))
        ):
            made[-1] = _with_texts_of(layout, before, row)
            joined += 1
            continue
        made.append(row)
    if joined:
        layout.body = made
    return joined > 0


def _with_texts_of(layout: Layout, values: Row, texts: Row) -> Row:
    width = max(len(values.cells), len(texts.cells))
    cells = [values.cell(n) for n in range(width)]
    for head in layout.heads:
        said = [row.text(head.place) for row in (values, texts)]
        cells[head.place] = Cell("\n".join(filter(None, said)) or None)
    for n in texts.filled:
        if not cells[n].text:
            cells[n] = texts.cell(n)
    return Row(values.number, cells)


def _spread_texts(layout: Layout) -> bool:
    """Whether rows with texts of levels stand above rows with nothing but points; gives these."""
    points = layout.place(POINTS)
    kinds = [_kind(layout, row, points) for row in layout.body]
    if points is None or not kinds or kinds[0] != "texts" or not {"texts", "points"} <= set(kinds):
        return False
    if any(kind == "mixed" for kind in kinds) or kinds[-1] == "texts":
        return False
    above: Row | None = None
    made: list[Row] = []
    for row, kind in zip(layout.body, kinds, strict=True):
        if kind == "texts":
            above = row
            made.append(Row(row.number, [Cell(_name(layout, row), is_bold=True)]))
            layout.doubt(
                Message(
                    "Row {n} has texts and no points: it was taken for a heading, its texts for "
                    "those of the rows below.",
                    n=row.number,
                )
            )
        elif kind == "points" and above is not None:
            made.append(_with_texts_of(layout, row, above))
        else:
            made.append(row)
    layout.body = made
    return True


def _kind(layout: Layout, row: Row, points: int | None) -> str:
    """What a row has beside its name: ``texts`` of levels, ``points``, nothing, or both."""
    has_texts = len(_level_texts(layout, row)) >= _FEWEST
    has_points = points is not None and amount(row.text(points)) is not None
    if has_texts and has_points:
        return "mixed"
    return "texts" if has_texts else "points" if has_points else "nothing"


def _take_names(layout: Layout) -> None:
    """Rows that say nothing but words for levels, above rows of texts, are headings."""
    naming = [n for n, row in enumerate(layout.body) if _names_levels(layout, row)]
    if not naming or len(naming) > len(layout.body) / 2 or naming[-1] == len(layout.body) - 1:
        return
    if any(b == a + 1 for a, b in pairwise(naming)):
        return
    body = list(layout.body)
    for n in naming:
        row = body[n]
        body[n] = replace(row, cells=[Cell(_name(layout, row), is_bold=True)])
        layout.doubt(
            Message("Row {n} names levels and was taken for a heading.", n=layout.body[n].number)
        )
    layout.body = body


def _names_levels(layout: Layout, row: Row) -> bool:
    ranks = [head_of(text).rank for text in _level_texts(layout, row) if len(text) <= _SHORT]
    known = [rank for rank in ranks if rank is not None]
    points = layout.place(POINTS)
    if len(known) < len(layout.heads) or (points is not None and row.text(points)):
        return False
    steps = [b - a for a, b in pairwise(known)]
    return all(s > 0 for s in steps) or all(s < 0 for s in steps)
