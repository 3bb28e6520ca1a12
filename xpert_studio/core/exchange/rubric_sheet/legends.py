"""Levels that are said once above a table, for all of its rows: ``0 - not attempted`` and so on."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.layout import Layout
from xpert_studio.core.exchange.rubric_sheet.levels import head_of
from xpert_studio.core.exchange.rubric_sheet.roles import SCORE, content_of
from xpert_studio.core.messages import Message

_LINE: Final = re.compile(r"^\s*(\d{1,3})\s*[-–—:=]{1,2}\s*(\D.*)$", re.DOTALL)
_FEWEST: Final = 3
_RARELY: Final = 0.2


def take_legend(layout: Layout) -> None:
    """Takes lines above a table without levels as those of each row, where these get a score."""
    lines = _lines_above(layout)
    if layout.heads or layout.shape not in {"list", "tree"} or not lines:
        return
    layout.legend = [(head_of(value), text.strip()) for value, text in lines]
    are_empty = any(content_of(layout.body, n).fill < _RARELY for n in layout.places(SCORE))
    if not are_empty or not any(value == "0" or head_of(text).rank for value, text in lines):
        layout.doubt(Message("Levels that stand above the table were taken for all of its rows."))
    layout.reasons.append(Message("its levels stand above the table"))


def _lines_above(layout: Layout) -> list[tuple[str, str]]:
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
