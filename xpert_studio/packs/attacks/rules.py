"""Checkpoints that a response without any knowledge meets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xpert_studio.api.rules import Context, Found, Level, LintedLine, Rule
from xpert_studio.core.messages import joined
from xpert_studio.core.wording import translated
from xpert_studio.packs.attacks.baselines import ATTACKS, met_by, named


def met_by_attack(lines: Sequence[LintedLine], context: Context) -> Found:
    """A checkpoint that an attack baseline meets, by program or by the verdict of a judge."""
    if context.task is None:
        return
    found = met_by(context.task, [line.point for line in lines])
    for line in lines:
        by_judge = context.met.get(line.point.id, frozenset())
        by_program = found.get(line.point.id, [])
        attacks = [item for item in ATTACKS if item in by_program or item.id in by_judge]
        if attacks:
            what = translated(joined(named(attacks)), context.language)
            yield context.finding("met_by_attack", Level.HINT, line, None, what=what)


MET_BY_ATTACK: Final = Rule("met_by_attack", on_rubric=met_by_attack)
