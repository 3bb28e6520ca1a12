"""From values to positions, and the round numbers that stand along an axis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

_STEPS: Final = ((1.0, 0), (2.0, 0), (2.5, 1), (5.0, 0), (10.0, -1))
"""Parts of a power of ten that are round, and how many more digits these need than the power."""
_MOST_DIGITS: Final = 6
_MARGIN: Final = 0.04
GREATEST: Final = 1.7e308
"""No axis goes beyond it, nor below its negative."""


@dataclass(frozen=True, slots=True)
class AxisScale:
    """An axis: values from ``low`` to ``high`` lie from ``start`` to ``end``; others there."""

    low: float
    high: float
    start: float
    end: float
    is_log: bool = False

    def at(self, value: float) -> float:
        """Where a value lies."""
        low, high = self.low / 2, self.high / 2  # half of each: no difference is too large
        value = value / 2
        if self.is_log:
            low, high, value = (log10(n) if n > 0 else -400.0 for n in (low, high, value))
        share = (value - low) / (high - low) if high > low else 0.5
        return self.start + min(max(share, 0.0), 1.0) * (self.end - self.start)

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """At most so many round values on it and how they are written, none twice."""
        values, form = self._decades(most) if self.is_log else self._rounded(most)
        written = {_written(value, form): value for value in reversed(values)}
        return [(value, text) for text, value in reversed(written.items())]

    def _rounded(self, most: int) -> tuple[list[float], str]:
        raw = self.high / most - self.low / most
        if raw <= 0 or not (power := 10.0 ** floor(log10(raw))):
            return [self.low], ".3g"
        part, more = next(step for step in _STEPS if step[0] * power >= raw * (1 - 1e-9))
        step, digits = part * power, max(0, more - floor(log10(raw)))
        first = ceil(self.low / step - 1e-9)
        values = [(first + n) * step for n in range(most + 2)]
        values = [value for value in values if value <= self.high + step * 1e-9]
        is_plain = digits <= _MOST_DIGITS and max(map(abs, values), default=0.0) < 1e9
        return values or [self.low], f",.{digits}f" if is_plain else ".3g"

    def _decades(self, most: int) -> tuple[list[float], str]:
        powers = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
        for kept in ((1, 2, 5), (1, 5), (1,)):
            values = [float(f"{n}e{power}") for power in powers for n in kept]
            values = [value for value in values if self.low <= value <= self.high]
            if len(values) <= most:
                break
        return values[:: -(-len(values) // most) or 1] or [self.low], ",.6g"


def _written(value: float, form: str) -> str:
    return f"{value + 0.0:{form}}".replace("-", "−") if value else "0"


def ends(values: Iterable[float], *, from_zero: bool = False) -> tuple[float, float]:
    """The ends of an axis for values: theirs, with a little room; never the same.

    Args:
        values: What stands on the axis; none is an axis from 0 to 1.
        from_zero: Whether it holds zero, which needs no room beyond it.
    """
    every = [*values, *([0.0] if from_zero else [])] or [0.0, 1.0]
    low, high = min(every), max(every)
    room = (high * _MARGIN - low * _MARGIN) or max(abs(high) * 0.1, 0.5)
    lower = low if from_zero and low == 0 else max(low - room, -GREATEST)
    upper = high if from_zero and high == 0 and low < 0 else min(high + room, GREATEST)
    return lower, upper
