"""Ids for what came without one, or with one that is none here: the same every time."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from xpert_studio.core.records import content_hash, is_valid_id

_LONGEST: Final = 100


def id_like(name: str) -> str:
    """A name as an id: itself where it is one, else what is left of it with a part of its hash."""
    normal = unicodedata.normalize("NFC", name)
    if is_valid_id(normal):
        return normal
    plain = "".join(char if is_valid_id(char) else "-" for char in normal)
    left = re.sub("-+", "-", plain).strip("-")[:_LONGEST]
    return f"{left}-{content_hash(name)[:8]}" if left else f"id-{content_hash(name)[:8]}"


def free_id(wanted: str, taken: set[str]) -> str:
    """An id that is not taken yet: the wanted one, else with a number; it is then taken."""
    found, number = wanted, 1
    while found in taken:
        number += 1
        found = f"{wanted[:_LONGEST]}-{number}"
    taken.add(found)
    return found
