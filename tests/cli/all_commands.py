"""Every command of the program, with those of groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xpert_studio.cli.main import commands, loaded


def leaves() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Each command by its words."""
    for name in commands():
        found = loaded(name)
        for inner, command in getattr(found, "commands", {}).items():
            yield (name, inner), command
        if not hasattr(found, "commands"):
            yield (name,), found
