"""Numbers as people write them in rubrics: points, shares, most points, ranges of a scale."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

N: Final = r"\d{1,7}(?:[.,]\d{1,6})?"
_UNIT: Final = (
    r"(?:points?|ptos?\.?|pts?\.?|p\.?|marks?|punkte?n?|pkt\.?|pct|percent|points?\s+max\.?|be|vp|puntos?|pontos|punti|"
    r"баллов|балла|балл|poäng|poeng|puan|分|点|점|%|％)"
)
_FULL: Final = re.compile(
    rf"(?:max(?:imum)?\.?|up to|bis zu|je|à)?\s*\(?\s*(?P<sign>[-−–+±]?)\s*(?P<n>{N})\s*"
    rf"(?P<unit>{_UNIT}(?:\s+(?:each|total|possible|max\.?))?)?\s*\)?"
    r"(?:\s*\((?:bonus|extra|optional|max\.?)[a-z ]{0,12}\))?",
    re.IGNORECASE,
)
_OF: Final = re.compile(
    rf"(?:[-−+]?(?P<n>{N})|[_.…\s-]*)\s*(?:/|out of|of|von|sur|de)\s*(?P<of>{N})\s*{_UNIT}?",
    re.IGNORECASE,
)
_TO: Final = r"\s*(?:[-–—−~～〜]|\bto\b|\bbis\b|\bau?\b|至|到|から)\s*"
_SPAN: Final = re.compile(rf"(?P<a>{N})\s*{_UNIT}?{_TO}(?P<b>{N})\s*{_UNIT}?", re.IGNORECASE)
_LAST: Final = re.compile(
    rf"\s*(?:[(（\[【]\s*(?:max\.?\s*|worth\s*)?(?P<a>[-−+]?{N})\s*(?P<unit>{_UNIT})?(?:\s*(?:total|each|max|満点|满分|만점|of[^)）]*|von[^)）]*))?\s*[)）\]】]|[-–—:：,]\s*(?P<b>{N})\s*(?P<unit2>{_UNIT}))\s*[.:：。]?\s*$",
    re.IGNORECASE,
)
_FIRST: Final = re.compile(
    rf"^\s*(?:[(（\[【]\s*(?P<a>[-−+]?{N})\s*(?P<unit>{_UNIT})\s*[)）\]】]|(?P<b>{N})\s*(?P<unit2>{_UNIT})\s*(?:[-–—:：]|(?:for|für|pour)\s+(?!each|every|jede|chaque|any)))\s*(?=\S)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of points.

    Attributes:
        value: The points; of ``3/5`` and of a range the most.
        is_share: It is written as per cent.
        reached: Of ``3/5`` what was reached; of a range its low end.
    """

    value: float
    is_share: bool = False
    reached: float | None = None
    is_range: bool = False


def folded(text: str) -> str:
    """A text in ordinary width, with plain spaces and no marks of Markdown around it."""
    normal = unicodedata.normalize("NFKC", text).replace("−", "-").strip()
    return normal.strip("*_` ").strip()


def number(text: str) -> float:
    """A number with a point or a comma; whole ones are ints."""
    value = float(text.replace(",", "."))
    return int(value) if value.is_integer() else value


def is_monotonic(values: Sequence[float], *, strictly: bool = True) -> bool:
    """Whether numbers rise, or fall, from the first to the last."""
    steps = [b - a for a, b in pairwise(values)]
    has_flat = strictly and 0 in steps
    return not has_flat and (all(s >= 0 for s in steps) or all(s <= 0 for s in steps))


def amount(text: str) -> Amount | None:
    """What a cell of points says; None where it says something else."""
    said = folded(text)
    if not said or len(said) > 40:
        return None
    found = _FULL.fullmatch(said)
    if found:
        value = number(found["n"])
        if found["sign"] in {"-", "–"}:
            value = -value
        return Amount(value, "%" in (found["unit"] or "") or "percent" in (found["unit"] or ""))
    found = _OF.fullmatch(said)
    if found:
        return Amount(number(found["of"]), reached=number(found["n"]) if found["n"] else None)
    found = _SPAN.fullmatch(said)
    if found and number(found["a"]) < number(found["b"]):
        return Amount(number(found["b"]), "%" in said, number(found["a"]), is_range=True)
    if found and number(found["a"]) > number(found["b"]):
        return Amount(number(found["a"]), "%" in said, number(found["b"]), is_range=True)
    return None


def leading_amount(text: str) -> tuple[Amount | None, str]:
    """The points with which a cell begins, and what it says of them; none without a unit."""
    found = _AT_START.match(folded(text))
    if found is None:
        return None, text
    unit = found["unit"]
    return Amount(number(found["n"]), "%" in unit or "percent" in unit), text


def points_in(text: str) -> tuple[str, Amount | None]:
    """A text without the points at its end or beginning, and these.

    A bare number in brackets is no points: ``Names clause 9 (3 points)`` has some,
    ``Cites section 9 (2019)`` has none.
    """
    narrow = text.translate(_NARROW)  # as long as the text, so that places are the same
    tail = max(0, len(narrow) - TAIL)
    for pattern in (_BLANK_LAST, _BLANK_FIRST):
        found = pattern.search(narrow, 0 if pattern is _BLANK_FIRST else tail)
        rest = text[: found.start()] + text[found.end() :] if found else ""
        if found and rest.strip(" -–—:：*_"):
            return _tidied(rest), Amount(number(found[1]))
    for pattern in (_LAST, _FIRST):
        found = pattern.search(narrow, 0 if pattern is _FIRST else tail)
        if found is None:
            continue
        unit = found["unit"] or found["unit2"] or ""
        rest = text[found.end() :] if pattern is _FIRST else text[: found.start()]
        if not unit or not rest.strip(" -–—:：*_"):
            continue
        value = number((found["a"] or found["b"]).replace("−", "-").lstrip("+"))
        return _tidied(rest), Amount(value, "%" in unit)
    within = _WITHIN.findall(narrow)
    if len(within) == 1:  # what else the brackets say belongs to the text
        return text, Amount(number(within[0][0]), "%" in within[0][1])
    return text, None


_AT_START: Final = re.compile(rf"[(\[]?\s*(?P<n>{N})\s*(?P<unit>{_UNIT})(?!\w)", re.IGNORECASE)
_MOST_OF: Final = rf"[_\s]*+(?:/|out of|of)\s*({N})\s*{_UNIT}?\s*[)\]]?"
_BLANK_LAST: Final = re.compile(rf"[\s:(\[]*(?:_{{2,}}|…|\.{{3,}}){_MOST_OF}\s*$", re.IGNORECASE)
_BLANK_FIRST: Final = re.compile(rf"^\s*+[(\[]?\s*+_{{2,}}+{_MOST_OF}[\s:.-]+(?=\S)", re.IGNORECASE)
"""A line on which a person writes the points, before the most of them."""
_WITHIN: Final = re.compile(rf"[(（\[【]\s*({N})\s*({_UNIT})\s*[,;:，；：、]", re.IGNORECASE)
TAIL: Final = 120
"""Points at the end of a text stand in so many of its last characters."""
_NARROW: Final = {0x3000: " "} | {0xFEE0 + code: chr(code) for code in range(0x21, 0x7F)}


def _tidied(text: str) -> str:
    """A text without what joined its points to it."""
    bare = text.strip().rstrip(":：-–— ").strip()
    for mark in ("**", "__", "*"):
        if bare.count(mark) == 1 and (bare.startswith(mark) or bare.endswith(mark)):
            bare = bare.removeprefix(mark).removesuffix(mark).strip()
    return bare


UNIT: Final = (
    r"(?:\s*(?:points?|ptos?\.?|pts?\.?|p\b|marks?|punkte?n?|pkt\.?|puntos?|pontos|punti|分|点|점|%"
    r"|/100))"
)
_TO_END: Final = r"\s*(?:[-–—−~〜]|\bto\b|\bbis\b|\bà\b|\ba\b|至|到|から)\s*"
_TWO: Final = re.compile(
    rf"(?P<open>[\[(（【])\s*(?P<a>{N})\s*%?\s*[,，;；]\s*(?P<b>{N})\s*%?\s*(?P<close>[\])）】])"
    rf"|(?<![\d.,])(?P<c>{N}){UNIT}?{_TO_END}(?P<d>{N})(?![\d.,]){UNIT}?",
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
