"""Reads token counts that a provider reports: what is missing or makes no sense is unknown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_MOST: Final = 2**53


def count(usage: Mapping[str, Any], *path: str) -> int | None:
    """A token count at a path, or None where it is missing, negative or not a whole number."""
    value: Any = usage
    for key in path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= _MOST else None


def part_of(part: int | None, whole: int | None) -> int | None:
    """A part, or None where it is larger than the whole it belongs to."""
    if part is None or (whole is not None and part > whole):
        return None
    return part
