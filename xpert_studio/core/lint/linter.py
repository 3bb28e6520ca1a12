"""Runs the rules over a rubric, or over one line while it is typed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from xpert_studio.core.instruments import INSTRUMENTS, Measurement
from xpert_studio.core.lint.findings import Context, Finding, Found, LintedLine
from xpert_studio.core.lint.rules import (
    balance,
    compound,
    contradiction,
    form,
    likeness,
    relevance,
    wording,
)
from xpert_studio.core.lint.words import add_message
from xpert_studio.core.packs import Registry, in_order
from xpert_studio.core.records import Checkpoint, Policies, Task

LineCheck = Callable[[LintedLine, Context], Found]
RubricCheck = Callable[[Sequence[LintedLine], Context], Found]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: looks at one line, or at the rubric as a whole.

    Attributes:
        blocks: Whether its findings are errors: the policy asks for it, it cannot be dismissed.
        for_others: Whether it looks at checkpoints that are no matter of degree.
        for_degrees: Whether it looks at checkpoints that are a matter of degree: their text may
            name a quality, which their bands describe.
        for_programs: Whether it looks at checkpoints that a program decides, whose text is not
            what is judged.
        after: The rule after whose findings its own are told; empty for the end.
        texts: Of a pack's rule: by language its ``message`` and ``remedy``, with ``$what``.
    """

    id: str
    on_line: LineCheck | None = None
    on_rubric: RubricCheck | None = None
    blocks: bool = False
    for_others: bool = True
    for_degrees: bool = True
    for_programs: bool = False
    after: str = ""
    texts: Mapping[str, Mapping[str, str]] | None = None

    def __post_init__(self) -> None:
        """Adds its texts to those of the core's rules."""
        if self.texts:
            add_message(self.id, self.texts)


_OWN: Final = (
    Rule("count", on_rubric=balance.count),
    Rule("tier_balance", on_rubric=balance.tier_balance),
    Rule("dimension_coverage", on_rubric=balance.dimension_coverage),
    Rule("other_task", on_rubric=relevance.other_task),
    Rule("compound", on_line=compound.compound),
    Rule("subjective", on_line=wording.subjective, for_degrees=False),
    Rule("vague_quantity", on_line=wording.vague_quantity),
    Rule("hedging", on_line=wording.hedging),
    Rule("double_negation", on_line=wording.double_negation),
    Rule("unclear_sign", on_line=wording.unclear_sign),
    Rule("unfalsifiable", on_line=wording.unfalsifiable),
    Rule("generic_boilerplate", on_line=wording.generic_boilerplate),
    Rule("negative_only", on_line=wording.negative_only),
    Rule("missing_specifics", on_line=wording.missing_specifics),
    Rule("counting_dependent", on_line=wording.counting_dependent),
    Rule("proxy_gameable", on_line=wording.proxy_gameable),
    Rule("over_constrained", on_line=wording.over_constrained),
    Rule("unanchored_grounding", on_line=wording.unanchored_grounding),
    Rule("refers_to_other", on_line=wording.refers_to_other),
    Rule("pronoun_start", on_line=wording.pronoun_start),
    Rule("irrelevant", on_line=relevance.irrelevant),
    Rule("instrument", on_line=form.instrument, blocks=True, for_programs=True),
    Rule("points_in_text", on_line=form.points_in_text),
    Rule("too_long", on_line=form.too_long),
    Rule("too_short", on_line=form.too_short, for_degrees=False),
    Rule("not_a_requirement", on_line=form.not_a_requirement, for_degrees=False),
    Rule("invisible_characters", on_line=form.invisible_characters, for_programs=True),
    Rule("missing_tier", on_line=balance.missing_tier, blocks=True, for_programs=True),
    Rule("missing_dimension", on_line=balance.missing_dimension, blocks=True, for_programs=True),
    Rule("unknown_dimension", on_line=balance.unknown_dimension, blocks=True, for_programs=True),
    Rule("weight_tier", on_line=balance.weight_tier, for_programs=True),
    Rule("weight_range", on_line=balance.weight_range, for_programs=True),
    Rule("near_duplicate", on_rubric=likeness.near_duplicate),
    Rule("contradicting_numbers", on_rubric=likeness.contradicting_numbers),
    Rule("contradiction", on_rubric=contradiction.contradiction),
)

RULES: Final[Registry[Rule]] = Registry("rules", _OWN)
"""By name."""


@cache
def rules_in_order() -> tuple[Rule, ...]:
    """The rules there are, in the order in which their findings are told."""
    return tuple(in_order(RULES).values())


def lint_rubric(
    rubric: Sequence[Checkpoint],
    *,
    policies: Policies,
    dimensions: Sequence[str],
    task: Task | None = None,
    language: str = "en",
    met: Mapping[str, Collection[str]] | None = None,
) -> list[Finding]:
    """Everything the rules find in a rubric.

    Args:
        rubric: Its lines in order; each may be English or Chinese.
        policies: Limits and default weights.
        dimensions: The project's; empty where any will do.
        task: What the lines should have to do with; not looked at where None.
        language: Of the messages: ``en`` or ``zh``.
        met: Ids of the attacks that meet checkpoints by verdicts of judges, by checkpoint id.

    Returns:
        Findings on the whole first, then line by line in the rubric's order.
    """
    context = Context(policies, tuple(dimensions), language, task, met or {})
    lines = [LintedLine(point) for point in rubric]
    found: list[Finding] = []
    for rule in rules_in_order():
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
    return _on_line(LintedLine(point), Context(policies, tuple(dimensions), language))


def _on_line(line: LintedLine, context: Context) -> list[Finding]:
    found: list[Finding] = []
    for check in _checks_for(line.point.instrument):
        found.extend(check(line, context))
    return found


@cache
def _checks_for(instrument: str) -> tuple[LineCheck, ...]:
    """What looks at checkpoints of an instrument."""
    known = INSTRUMENTS.get(instrument)
    is_degree = known is not None and known.measurement is not Measurement.NOMINAL
    by_program = known is not None and known.by_program
    return tuple(
        rule.on_line
        for rule in rules_in_order()
        if rule.on_line is not None
        and (
            rule.for_programs if by_program else rule.for_degrees if is_degree else rule.for_others
        )
    )
