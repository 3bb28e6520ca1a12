"""What the rules know beside the lines: task, limits, dimensions, the language to speak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from string import Template

from xpert_studio.lint.findings import Finding, Fix, Level
from xpert_studio.lint.line import Line
from xpert_studio.lint.words import message
from xpert_studio.records import Policies, Task


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
