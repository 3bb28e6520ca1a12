"""Runs the rules over a rubric, or over one line while it is typed."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.instruments import INSTRUMENTS, Measurement
from xpert_studio.lint.findings import Context, Finding, Line
from xpert_studio.lint.registry import RULES
from xpert_studio.records import Checkpoint, Policies, Task


def lint_rubric(
    rubric: Sequence[Checkpoint],
    *,
    policies: Policies,
    dimensions: Sequence[str],
    task: Task | None = None,
    language: str = "en",
) -> list[Finding]:
    """Everything the rules find in a rubric.

    Args:
        rubric: Its lines in order; each may be English or Chinese.
        policies: Limits and default weights.
        dimensions: The project's; empty where any will do.
        task: What the lines should have to do with; not looked at where None.
        language: Of the messages: ``en`` or ``zh``.

    Returns:
        Findings on the whole first, then line by line in the rubric's order.
    """
    context = Context(policies, tuple(dimensions), language, task)
    lines = [Line(point) for point in rubric]
    found: list[Finding] = []
    for rule in RULES:
        if rule.on_rubric is not None:
            found.extend(rule.on_rubric(lines, context))
    for line in lines:
        found.extend(_on_line(line, context))
    places = {point.id: place for place, point in enumerate(rubric)}
    return sorted(found, key=lambda item: places.get(item.checkpoint_id or "", -1))


def lint_checkpoint(
    point: Checkpoint,
    *,
    policies: Policies,
    dimensions: Sequence[str],
    language: str = "en",
) -> list[Finding]:
    """What the rules find in one line alone; arguments as for ``lint_rubric``."""
    return _on_line(Line(point), Context(policies, tuple(dimensions), language))


def _on_line(line: Line, context: Context) -> list[Finding]:
    known = INSTRUMENTS.get(line.point.instrument)
    is_degree = known is not None and known.measurement is not Measurement.NOMINAL
    found: list[Finding] = []
    for rule in RULES:
        if rule.on_line is not None and (rule.for_degrees or not is_degree):
            found.extend(rule.on_line(line, context))
    return found
