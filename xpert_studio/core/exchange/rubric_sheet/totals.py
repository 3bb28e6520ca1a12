"""Totals told from criteria, and compared with what they sum up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.drafts import CLOSE, Drafted, differing, without_marks
from xpert_studio.core.exchange.rubric_sheet.layout import TableLayout
from xpert_studio.core.exchange.rubric_sheet.numbers import amount, folded
from xpert_studio.core.exchange.rubric_sheet.roles import (
    DIMENSION,
    ID,
    LEVEL,
    POINTS,
    REQUIREMENT,
    TIER,
    TITLE,
)
from xpert_studio.core.exchange.tables.cells import TableRow, plain
from xpert_studio.core.messages import Message
from xpert_studio.core.resources import resource_json

_FEW_WORDS: Final = 2


@cache
def _words(kind: str) -> frozenset[str]:
    listed: Sequence[str] = resource_json("rubric_sheet.json")["totals"][kind]
    return frozenset(plain(word) for word in listed)


def _total_text(row: TableRow) -> str | None:
    """The text by which a row may be a total; None where it has a longer one."""
    texts = [row.text(n) for n in row.filled if amount(row.text(n)) is None]
    own = [t for t in texts if len(t) <= 60]
    return own[0] if own and len(texts) <= 3 else None


def total_words(layout: TableLayout, row: TableRow) -> str:
    """``sure`` or ``maybe`` where a row is named as a total; empty where it is not."""
    text = _total_text(row)
    if text is None or any(
        row.text(n)
        for n in layout.places(LEVEL)
        if amount(row.text(n)) is None and len(row.text(n)) > 12
    ):
        return ""
    bare = re.sub(r"[\d.,/%()（）\[\]:：=_*+-]+", " ", folded(text))
    said = plain(bare)
    for kind in ("sure", "maybe"):
        if said in _words(kind):
            return kind
    words = said.split()
    ends = {words[0], " ".join(words[:2]), words[-1]} if words and len(words) <= 5 else set()
    if ends & _words("sure"):
        return "maybe"
    if (
        any(word in said for word in _words("sure") if not word.isascii() and len(word) > 1)
        and len(said) <= 10
    ):
        return "maybe"
    return ""


def reads_as_a_sentence(row: TableRow) -> bool:
    """Whether a text only ends with a word for a total, as ``Names the sum`` does."""
    words = plain(_total_text(row) or "").split()
    return len(words) > _FEW_WORDS and words[0] not in _words("sure")


def is_total(layout: TableLayout, row: TableRow, total: float, part: float, count: int) -> bool:
    """Whether a row sums up those above it."""
    points = layout.place(POINTS)
    value = amount(row.text(points)) if points is not None else None
    words = total_words(layout, row)
    others = [layout.text(row, role) for role in (TIER, DIMENSION, ID)]
    if words == "sure" and not any(others):
        return True
    sums_up = (
        value is not None
        and count > 0
        and any(abs(value.value - s) < CLOSE for s in (total, part) if s)
    )
    if words == "maybe":
        return sums_up or (
            value is None and count > 0 and points is not None and row is not layout.body[0]
        )
    no_text = not layout.text(row, REQUIREMENT) and not layout.text(row, TITLE)
    return sums_up and no_text and count > 1 and not any(others)


def tell_total(
    layout: TableLayout, row: TableRow, total: float, part: float, drafted: Drafted
) -> None:
    """Says that a row was read as a total, and whether it is the sum."""
    points = layout.place(POINTS)
    value = amount(row.text(points)) if points is not None else None
    name = without_marks(_total_text(row) or "–")
    if value is None:
        drafted.messages.append(
            Message("Row {n} ({name}) was read as a total.", n=row.number, name=name)
        )
        return
    sums = [s for s in (total, part) if abs(s - value.value) < CLOSE]
    if sums or not total:
        is_sure = not reads_as_a_sentence(row)
        (drafted.messages if is_sure else drafted.doubts).append(
            Message(
                "Row {n} ({name}: {value:g}) was read as a total; it is the sum of the rows.",
                n=row.number,
                name=name,
                value=value.value,
            )
            if sums
            else Message("Row {n} ({name}) was read as a total.", n=row.number, name=name)
        )
        return
    differing(drafted, value.value, total).append(
        Message(
            "Row {n} ({name}) was read as a total of {value:g}, but the rows sum up to {total:g}.",
            n=row.number,
            name=name,
            value=value.value,
            total=total,
        )
    )
