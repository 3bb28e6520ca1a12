"""The shapes in which cases are printed, made one: criteria, parts of a scale, weights, ids."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from xpert_studio.core.exchange.rubric_sheet.numbers import UNIT, N, amount, number, range_in

Ends: TypeAlias = tuple[float, float]

_EXACTLY: Final = re.compile(rf"\s*(?P<n>{N}){UNIT}?", re.IGNORECASE)
_NEXT: Final = re.compile(r"\s*(?:[(（\[][^)）\]]{0,40}[)）\]])?\s*[:：=|、,，.。-]?\s*")
_TEXTS: Final = ("desc", "description", "text", "criteria", "standard", "描述", "标准")
_RANGES: Final = ("range", "score", "score_range", "band", "points", "level", "分数", "分值")
_NAMES: Final = ("id", "key", "name", "title", "criterion", "dimension", "名称")


def ends_in(text: str, low: float, high: float) -> tuple[Ends, str] | None:
    """The part of a scale that a text begins with, and the text after it.

    Args:
        text: Such as ``90-100: clear``, ``≥90``, ``60以下``.
        low: The lowest value of the scale.
        high: Its highest.

    Returns:
        The lowest and highest value of the part, in steps of 1; None where there is none.
    """
    plain = unicodedata.normalize("NFKC", text)
    part = range_in(plain, at_start=True)
    if part is not None:
        first = low if part.low is None else part.low + part.is_low_open
        second = high if part.high is None else part.high - (part.is_high_open or part.is_loose)
        end = part.end
    elif (match := _EXACTLY.match(plain)) is not None:
        first = second = float(number(match["n"]))
        end = match.end()
    else:
        return None
    ends = float(min(first, second)), float(max(first, second))
    if ends[1] > high:
        return None
    after = plain[end:]
    # What stands as it was written: only the range is read in plain characters.
    kept = text[len(text) - len(after) :] if text.endswith(after) else after
    return ends, kept[_match_end(kept) :].strip()


def _match_end(text: str) -> int:
    found = _NEXT.match(text)
    return found.end() if found else 0


def rubric_in(value: object) -> object:
    """The described parts of a scale as a mapping, from a mapping, lines, texts or objects."""
    if isinstance(value, str):
        value = [line for line in value.splitlines() if line.strip()]
    if not isinstance(value, list):
        return {} if value is None else value
    return dict(_part(item) for item in value)


def _part(item: object) -> tuple[str, Any]:
    if isinstance(item, Mapping):
        return _part_of(item)
    text = str(item)
    found = ends_in(text, 0, 100)
    if found is None:
        return text, ""
    (low, high), said = found
    return f"{low:g}-{high:g}", said


def _part_of(item: Mapping[str, Any]) -> tuple[str, Any]:
    """Of an object: ``{"range": "90-100", "desc": …}``, ``{"min": 90, "max": 100, …}``."""
    said = next((item[name] for name in _TEXTS if item.get(name)), "")
    if {"min", "max"} <= item.keys():
        return f"{item['min']}-{item['max']}", said
    named = next((item[name] for name in _RANGES if item.get(name) is not None), None)
    if named is None and len(item) == 1:
        ((named, said),) = item.items()
    if isinstance(named, list) and len(named) == 2:
        named = f"{named[0]}-{named[1]}"
    return str(named), said


def criteria_in(value: object) -> object:
    """Criteria by their names, from a mapping or a list of objects that name themselves."""
    if not isinstance(value, list):
        return value
    found: dict[str, object] = {}
    for place, item in enumerate(value, start=1):
        name = str(place)
        if isinstance(item, Mapping):
            name = next((str(item[key]) for key in _NAMES if item.get(key)), name)
            item = {key: inner for key, inner in item.items() if key not in _NAMES}  # noqa: PLW2901
        found[name if name not in found else f"{name}-{place}"] = item
    return found


def weight_in(value: object) -> object:
    """A weight as a number, from ``30``, ``"30"``, ``"30%"`` or ``"30分"``."""
    found = amount(value) if isinstance(value, str) else None
    return value if found is None or found.reached is not None else found.value


def id_in(value: object) -> object:
    """An id as a text, from a number too."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def prefix_of(case_id: str) -> str | None:
    """What stands before the number at the end of an id, such as ``l_math`` of ``l_math_101``."""
    match = re.fullmatch(r"(.*?[^\W\d_].*?)[\s_.:-]*\d+", case_id)
    return match[1] if match else None
