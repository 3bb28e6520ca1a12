"""Numbers of a rubric: how many lines, where the points lie, whether weight and tier agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

from xpert_studio.core.lint.findings import Context, Found, Level, LintedLine
from xpert_studio.core.records import TIERS, Policies, Tier
from xpert_studio.core.records.vocabulary import DIMENSIONS

MOST_IN_ONE_DIMENSION: Final = 0.6
MOST_ON_ONE_LINE: Final = 0.25
_ENOUGH: Final = 6
"""Balance is no question for fewer lines."""


def count(lines: Sequence[LintedLine], context: Context) -> Found:
    """Fewer or more checkpoints than the project recommends; none at all is an error."""
    policies = context.policies
    if not policies.recommends(len(lines)):
        yield context.finding(
            "count",
            Level.WARNING if lines else Level.ERROR,
            n=len(lines),
            least=policies.min_checkpoints,
            most=policies.max_checkpoints,
        )


def tier_balance(lines: Sequence[LintedLine], context: Context) -> Found:
    """Where everything is essential, nothing is; where one line decides, the others do not."""
    if len(lines) < _ENOUGH:
        return
    tiers = Counter(line.point.tier for line in lines)
    total = sum(line.point.weight for line in lines)
    if tiers[None] < len(lines) and not tiers[Tier.ESSENTIAL]:
        yield context.finding("tier_balance", Level.WARNING, what=_text(context, "none"))
    elif tiers[Tier.ESSENTIAL] == len(lines):
        yield context.finding("tier_balance", Level.WARNING, what=_text(context, "all"))
    heaviest = max(lines, key=lambda line: line.point.weight)
    if heaviest.point.weight > MOST_ON_ONE_LINE * total:
        share = f"{100 * heaviest.point.weight / total:.0f} %"
        yield context.finding(
            "tier_balance",
            Level.WARNING,
            heaviest,
            None,
            what=_text(context, "one").replace("$share", share),
        )


def _text(context: Context, name: str) -> str:
    from xpert_studio.core.lint.words import message

    return message(context.language, "tier_balance")[name]


def dimension_coverage(lines: Sequence[LintedLine], context: Context) -> Found:
    """A rubric that looks at one side of a response only."""
    if len(lines) < _ENOUGH:
        return
    points: dict[str, float] = {}
    for line in lines:
        if line.point.dimension:
            points[line.point.dimension] = points.get(line.point.dimension, 0) + line.point.weight
    if not points:
        return
    name, most = max(points.items(), key=lambda item: item[1])
    share = most / sum(line.point.weight for line in lines)
    if share > MOST_IN_ONE_DIMENSION:
        yield context.finding(
            "dimension_coverage",
            Level.HINT,
            what=DIMENSIONS.title(name, context.language),
            share=f"{100 * share:.0f} %",
        )


def missing_tier(line: LintedLine, context: Context) -> Found:
    """Without a tier it is unknown how much it matters."""
    if line.point.tier is None:
        yield context.finding("missing_tier", Level.ERROR, line, None)


def missing_dimension(line: LintedLine, context: Context) -> Found:
    """Without a dimension it is missing from every profile."""
    if not (line.point.dimension or "").strip():
        yield context.finding("missing_dimension", Level.ERROR, line, None)


def unknown_dimension(line: LintedLine, context: Context) -> Found:
    """A dimension the project does not have."""
    name = line.point.dimension
    if name and name.strip() and context.dimensions and name not in context.dimensions:
        yield context.finding("unknown_dimension", Level.ERROR, line, None, what=name)


def weight_tier(line: LintedLine, context: Context) -> Found:
    """A weight that belongs to another tier."""
    tier, weight = line.point.tier, line.point.weight
    if tier is None:
        return
    defaults = _usual_weights() | context.policies.default_weights
    essential, important, optional = (
        defaults[Tier.ESSENTIAL], defaults[Tier.IMPORTANT], defaults[Tier.OPTIONAL],
    )  # fmt: skip
    wrong = {
        Tier.ESSENTIAL: weight < important,
        Tier.IMPORTANT: weight <= optional or weight >= essential,
        Tier.OPTIONAL: weight >= important,
    }[tier]
    if wrong:
        yield context.finding(
            "weight_tier",
            Level.WARNING,
            line,
            None,
            what=weight,
            tier=TIERS.title(tier, context.language),
            usual=defaults[tier],
        )


@cache
def _usual_weights() -> dict[Tier, int]:
    return Policies().default_weights


def weight_range(line: LintedLine, context: Context) -> Found:
    """A weight that only imported rubrics have."""
    if not line.point.has_policy_weight:
        yield context.finding("weight_range", Level.WARNING, line, None, what=line.point.weight)
