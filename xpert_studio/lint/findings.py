"""Findings (rule, place, reason, remedy, perhaps a fix), and what rules know to make them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from string import Template

from xpert_studio.lint.line import Line
from xpert_studio.lint.words import message
from xpert_studio.records import Policies, Task


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


@dataclass(frozen=True)
class Context:
    """What a rule is given beside its line or rubric."""

    policies: Policies
    dimensions: tuple[str, ...]
    language: str
    task: Task | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    def finding(
        self,
        rule: str,
        level: Level,
        line: Line | None = None,
        span: tuple[int, int] | None = None,
        *,
        fix: Fix | None = None,
        related: tuple[str, ...] = (),
        **words: object,
    ) -> Finding:
        """A finding with its message and remedy in the language asked for."""
        texts = message(self.language, rule)
        if line is not None and span is not None:
            words.setdefault("what", line.text[span[0] : span[1]])
        fields = {name: str(value) for name, value in words.items()}
        return Finding(
            rule=rule,
            level=level,
            checkpoint_id=line.point.id if line else None,
            start=span[0] if span else None,
            end=span[1] if span else None,
            message=Template(texts["message"]).safe_substitute(fields),
            remedy=Template(texts["remedy"]).safe_substitute(fields),
            fix=fix,
            related=related,
        )


Found = Iterator[Finding]
