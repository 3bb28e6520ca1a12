"""Checkpoints that a response without any knowledge meets."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.instruments.attacks import met_by, named
from xpert_studio.lint.findings import Context, Found, Level, LintedLine
from xpert_studio.messages import joined
from xpert_studio.wording import translated


def met_by_attack(lines: Sequence[LintedLine], context: Context) -> Found:
    """A checkpoint that a program decides, and an attack baseline meets."""
    if context.task is None:
        return
    found = met_by(context.task, [line.point for line in lines])
    for line in lines:
        if line.point.id in found:
            what = translated(joined(named(found[line.point.id])), context.language)
            yield context.finding("met_by_attack", Level.HINT, line, None, what=what)
