"""Findings: rule, place, reason, remedy and, where there is one, a fix."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How much a finding matters.

    An error keeps a rubric from review, so it cannot be dismissed; whatever else is found is for
    its author to weigh.
    """

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


class FixKind(StrEnum):
    """What a fix does to the line."""

    SPLIT = "split"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class Fix:
    """A proposed repair: the texts a line is split into, or the one that replaces it."""

    kind: FixKind
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a rule found.

    Attributes:
        checkpoint_id: None for the rubric as a whole.
        start, end: Where in the line's text (end exclusive); None for all of it.
        message: What is wrong and why, one sentence.
        remedy: How to mend it, one sentence.
        related: Other lines it has to do with.
    """

    rule: str
    level: Level
    checkpoint_id: str | None
    start: int | None
    end: int | None
    message: str
    remedy: str
    fix: Fix | None = None
    related: tuple[str, ...] = ()

    @property
    def blocks(self) -> bool:
        """Whether it keeps the rubric from review."""
        return self.level is Level.ERROR

    @property
    def key(self) -> tuple[str, str]:
        """Rule and line: what a dismissal names."""
        return self.rule, self.checkpoint_id or ""
