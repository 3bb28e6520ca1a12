"""XpertBench's domains and dimensions: what a new project sorts by, with their names."""

from __future__ import annotations

from typing import Any, Final

from xpert_studio.core.names import Names
from xpert_studio.core.resources import resource_json


def _names(kind: str) -> Names[str]:
    entries: list[dict[str, Any]] = resource_json("taxonomy.json")[kind]
    return Names(
        kind,
        {item["name"]: item["name"] for item in entries},
        chinese={item["name"]: item["zh"] for item in entries},
    )


DOMAINS: Final = _names("domains")
DIMENSIONS: Final = _names("dimensions")
