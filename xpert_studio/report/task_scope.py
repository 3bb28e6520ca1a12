"""Which tasks figures are over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

KINDS: Final = ("all", "subset", "domain", "language", "difficulty", "tasks")


@dataclass(frozen=True, slots=True)
class TaskScope:
    """A part of the tasks: one of ``KINDS``, and, but for all, which; of ``tasks`` their ids."""

    kind: str = "all"
    name: str = ""


EVERYTHING: Final = TaskScope()
