"""The kinds of checks that stand for those of the generalist benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pydantic import TypeAdapter

from xpert_studio.core.resources import resource_json


@cache
def generalist_kinds() -> Mapping[str, tuple[str, ...]]:
    """Ids of our kinds by published name, the usual one first.

    Raises:
        ValidationError: The table is damaged.
    """
    table = resource_json("checks", "generalist.json")["kinds"]
    return TypeAdapter(dict[str, tuple[str, ...]]).validate_python(table)
