"""Columns of spreadsheets headed by a range of values, such as "70–89"; and exact numbers."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Final

PLAIN: Final = r"-?\d{1,12}(?:\.\d{1,12})?"
"""A number as names of such columns have it."""
TO: Final = r"\s*(?:[-–—~〜]|to|至|到)\s*"
_RANGE: Final = re.compile(rf"({PLAIN})(?:{TO}({PLAIN}))?")


def exact(value: float) -> Decimal:
    """A number as it is written: 0.1 is a tenth."""
    return Decimal(repr(value))


def number_of(value: Decimal) -> float:
    """A decimal as a number, a whole one as int."""
    return int(value) if value == value.to_integral_value() else float(value)


def range_name(heading: object) -> str | None:
    """What a column for a band is called, however its range is written; None for another column."""
    found = _RANGE.fullmatch(cell_text(heading))
    return None if found is None else name_of(number_in(found[1]), number_in(found[2] or found[1]))


def ends_of(name: str) -> tuple[float, float] | None:
    """The ends that a column's name says; None for another column."""
    found = _RANGE.fullmatch(name)
    return (number_in(found[1]), number_in(found[2] or found[1])) if found else None


def cell_text(cell: object) -> str:
    """A cell as text in ordinary width, a whole number without its point."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return unicodedata.normalize("NFKC", str(cell)).strip()


def number_in(text: str) -> int | float:
    """A number of a text that ``PLAIN`` matches, a whole one as int."""
    return number_of(Decimal(text))


def shown(value: float) -> str:
    """A number as names have it."""
    return f"{value:.12g}"


def name_of(low: float, high: float) -> str:
    """The name of the column for a band."""
    return shown(low) if low == high else f"{shown(low)}–{shown(high)}"
