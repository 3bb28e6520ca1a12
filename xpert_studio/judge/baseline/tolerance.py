"""Decides whether a figure in a response is the one a checkpoint asks for.

A checkpoint may state its own tolerance ("± 2 %", "a 0.3 % margin of error", "误差不超过 5%");
without one, figures must agree to the precision the response states them in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from xpert_studio.judge.baseline.quantities import Quantity, Unit, quantities_of

_ROUNDING: Final = 0.005
_ROUGHLY: Final = 0.02

_PLUS_MINUS: Final = r"(?:±|\+/-|\+-|\\pm|plus or minus|正负|上下浮动)"
_AMOUNT: Final = (
    r"(?P<amount>\d+(?:\.\d+)?)\s?(?P<unit>%|％|percentage points?|per ?cent|pp|个百分点)?"
)
_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:{_PLUS_MINUS}\s?)+{_AMOUNT}",
        r"within\s+(?:about\s+)?" + _AMOUNT + r"\s+of\b",
        _AMOUNT + r"\s+(?:error\s+margin|margin of error|tolerance|deviation|error)",
        r"(?:margin of error|tolerance|error margin|deviation)\s*(?:of|:|is|up to)?\s*" + _AMOUNT,
        r"(?:允许|容许|误差|偏差)(?:的|范围|误差|偏差)*(?:不超过|不大于|小于|在|为|≤|：|:)?\s?"
        + _AMOUNT,
    )
)
_ROUGH: Final = re.compile(
    r"(?:approximately|approx\.?|about|around|roughly|nearly|almost|some|circa|~|≈|约|大约|接近|近)"
    r"\s?(?:us)?[$€£¥￥]?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A figure a checkpoint asks for.

    Attributes:
        quantity: The figure.
        slack: How far off a figure may be, in units of the value.
        text: As the checkpoint writes it.
    """

    quantity: Quantity
    slack: float
    text: str

    @property
    def reach(self) -> float:
        """How far from the figure a number can be at most, and still agree in the same unit."""
        return max(self.slack, abs(self.quantity.value) * _ROUNDING) * 1.01 + 1e-9

    def agrees(self, found: Quantity) -> bool:
        """Whether a figure of the response says the same."""
        wanted = self.quantity
        if Unit.DATE in {wanted.unit, found.unit}:
            return _same_date(wanted, found)
        value = _in_unit(found, wanted)
        if value is None:
            return False
        rounding = min(found.step / 2, abs(wanted.value) * _ROUNDING)
        if Unit.YEAR in {wanted.unit, found.unit}:
            rounding = 0.0
        return abs(value - wanted.value) <= max(self.slack, rounding) * (1 + 1e-9) + 1e-12


def wanted_of(text: str) -> tuple[Wanted, ...]:
    """The figures a checkpoint asks for, with their tolerances; small number words left out."""
    stated, spans = _stated_tolerance(text)
    wanted = []
    for item in quantities_of(text):
        if item.small or any(a < item.end and item.start < b for a, b in spans):
            continue
        wanted.append(Wanted(item, _slack(item, stated, text), text[item.start : item.end].strip()))
    return tuple(wanted)


def _stated_tolerance(text: str) -> tuple[tuple[float, bool] | None, list[tuple[int, int]]]:
    stated: tuple[float, bool] | None = None
    spans: list[tuple[int, int]] = []
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            spans.append(found.span())
            if stated is None:
                stated = (float(found["amount"]), found["unit"] is not None)
    return stated, spans


def _slack(item: Quantity, stated: tuple[float, bool] | None, text: str) -> float:
    if item.unit in {Unit.YEAR, Unit.DATE}:
        return 0.0
    if stated is not None:
        amount, percent = stated
        if not percent or item.unit is Unit.PERCENT:
            return amount
        return abs(item.value) * amount / 100
    if _ROUGH.search(text[max(0, item.start - 16) : item.start]):
        return abs(item.value) * _ROUGHLY
    return 0.0


def _in_unit(found: Quantity, wanted: Quantity) -> float | None:
    """The value found, in the unit wanted; None where the units do not go together."""
    if found.currency and wanted.currency and found.currency != wanted.currency:
        return None
    percent = Unit.PERCENT
    if wanted.unit is percent and found.unit is Unit.PLAIN and 0 < abs(found.value) < 1:
        return found.value * 100
    if (wanted.unit is percent) is not (found.unit is percent):
        return None
    return found.value


def _same_date(wanted: Quantity, found: Quantity) -> bool:
    if found.unit is Unit.DATE and wanted.unit is Unit.YEAR:
        return int(found.value) // 10_000 == int(wanted.value)
    if found.unit is not wanted.unit:
        return False
    return all(
        not ours or ours == theirs
        for ours, theirs in zip(_date_parts(wanted), _date_parts(found), strict=True)
    )


def _date_parts(item: Quantity) -> tuple[int, int, int]:
    value = int(item.value)
    return value // 10_000, value // 100 % 100, value % 100
