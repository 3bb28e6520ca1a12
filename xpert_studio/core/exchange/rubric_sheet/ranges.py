"""Parts of a scale as people write them: ``90-100``, ``≥ 90``, ``60以下``, ``[60, 85)``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.numbers import number

N: Final = r"\d{1,7}(?:[.,]\d{1,6})?"
UNIT: Final = (
    r"(?:\s*(?:points?|ptos?\.?|pts?\.?|p\b|marks?|punkte?n?|pkt\.?|puntos?|pontos|punti|分|点|점|%"
    r"|/100))"
)
_TO: Final = r"\s*(?:[-–—−~〜]|\bto\b|\bbis\b|\bà\b|\ba\b|至|到|から)\s*"
_TWO: Final = re.compile(
    rf"(?P<open>[\[(（【])\s*(?P<a>{N})\s*%?\s*[,，;；]\s*(?P<b>{N})\s*%?\s*(?P<close>[\])）】])"
    rf"|(?<![\d.,])(?P<c>{N}){UNIT}?{_TO}(?P<d>{N})(?![\d.,]){UNIT}?",
    re.IGNORECASE,
)
_ONE: Final = re.compile(
    rf"""(?:≥|>=|⩾|不低于|不少于|至少|\b(?:not\ below|at\ least|mindestens|au\ moins|al\ menos)\b|
            ^\s*(?:from|ab|dès|desde)\b)\s*(?P<least>{N}){UNIT}?
      | (?P<least_>{N}){UNIT}?\s*
            (?:\+|(?:及|或)?以上|이상|\b(?:or|and)\ (?:more|above|higher|up|over|better)\b)
      | (?:>|高于|大于|超过|\b(?:above|over|more\ than|über|mehr\ als|plus\ de|más\ de)\b)
            \s*(?P<above>{N}){UNIT}?
      | (?:≤|<=|⩽|不高于|不超过|至多|\b(?:not\ above|at\ most|up\ to|höchstens|bis\ zu|au\ plus)\b)
            \s*(?P<most>{N}){UNIT}?
      | (?P<most_>{N}){UNIT}?\s*
            (?:(?:及|或)以下|이하|\b(?:or|and)\ (?:less|fewer|below|lower|under|worse)\b)
      | (?:<|低于|少于|小于|不足|
            \b(?:below|under|less\ than|unter|weniger\ als|moins\ de|menos\ de)\b)
            \s*(?P<below>{N}){UNIT}?
      | (?P<below_>{N}){UNIT}?\s*(?:未満|未满|미만)
      | (?P<loose>{N}){UNIT}?\s*以下
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DATE: Final = re.compile(r"\b(?:19|20)\d\d\b")


@dataclass(frozen=True, slots=True)
class Range:
    """A part of a scale.

    Attributes:
        low, high: Its ends; None where it has none.
        is_low_open, is_high_open: That end is not part of it.
        is_loose: Whether ``high`` is part of it is not said: ``60以下``.
        is_share: Its ends are per cent.
        start, end: Where it stands in the text.
    """

    low: float | None
    high: float | None
    start: int
    end: int
    is_low_open: bool = False
    is_high_open: bool = False
    is_loose: bool = False
    is_share: bool = False


def range_in(text: str, *, at_start: bool = False) -> Range | None:
    """The first range of a text; None where it has none.

    Args:
        text: In ordinary width.
        at_start: Only one with which the text begins.
    """
    for pattern, read in ((_TWO, _two_ends), (_ONE, _one_end)):
        found = pattern.search(text)
        if found is None or _DATE.search(found[0]):
            continue
        if not at_start or not text[: found.start()].strip():
            return read(found)
    return None


def _two_ends(found: re.Match[str]) -> Range:
    a, b = number(found["a"] or found["c"]), number(found["b"] or found["d"])
    is_interval = found["open"] is not None
    return Range(
        min(a, b),
        max(a, b),
        found.start(),
        found.end(),
        is_high_open=is_interval and found["close"] in ")）" and found["open"] in "[【",
        is_share="%" in found[0],
    )


def _one_end(found: re.Match[str]) -> Range:
    ((name, value),) = [(n, v) for n, v in found.groupdict().items() if v]
    kind, end = name.rstrip("_"), number(value)
    is_low = kind in {"least", "above"}
    return Range(
        end if is_low else None,
        None if is_low else end,
        found.start(),
        found.end(),
        is_low_open=kind == "above",
        is_high_open=kind == "below",
        is_loose=kind == "loose",
        is_share="%" in found[0],
    )
