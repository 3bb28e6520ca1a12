"""A criterion with levels as checkpoints that are met or not, where that is asked for."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from xpert_studio.core.exchange.rubric_sheet.drafts import LevelText
from xpert_studio.core.exchange.rubric_sheet.sheet import GRADED, FormRow
from xpert_studio.core.records import BINARY


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
