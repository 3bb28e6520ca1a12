"""Libraries that tests compare with, imported where the first test uses them.

Each worker of a run collects every file of tests, and would hold what any of them imports.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class _Lazily(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if (
            name.startswith("__") or name == "_mock_name"
        ):  # asked by pytest, of all that a file of tests holds
            raise AttributeError(name)
        return getattr(import_module(self.__name__), name)


def lazily(name: str) -> Any:
    """A module that is imported once something of it is used."""
    return _Lazily(name)
