"""The step that asks a judge again about a frozen set of gold forms, where a fixed point is needed.

Another pack runs it by its id, ``judge_again``, and reads what came of it in the records.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xpert_studio.api.records import CommandContext
from xpert_studio.core.errors import JudgeError
from xpert_studio.core.judge.request import request_from_json
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.wording import t
from xpert_studio.core.workflow.command_context import acting_lead
from xpert_studio.core.workflow.steps import Step
from xpert_studio.packs.datasheet.asking import carry_out, prepared_asking
from xpert_studio.packs.datasheet.frozen import asked_so_far, new_set, once_more
from xpert_studio.packs.datasheet.gold import gold_forms
from xpert_studio.packs.datasheet.keeping import keep
from xpert_studio.packs.datasheet.records import ASKING


def _ask(ctx: CommandContext, arguments: Sequence[str]) -> str:
    """Asks a judge about a set, which is frozen where there is none yet.

    Args:
        ctx: A lead.
        arguments: The series; the judge's request as JSON; of how many forms a new set is.

    Returns:
        How many forms were asked.

    Raises:
        NotAllowedError: The person is no lead.
        NotFoundError: There is no gold yet.
        JudgeError: The judge cannot be set up, or did not come to an end.
    """
    series, given, forms = arguments
    project = ctx.project
    with project.reading() as tx:
        acting_lead(tx, ctx.person_id)
    request = replace(request_from_json(json.loads(given)), selection=Selection())
    records = asked_so_far(project)
    if any(one.series == series for _, one in records):
        wanted, gold = once_more(project, series, records)
    else:
        plan = prepare(project, request).plan
        shown = [name for names in plan.anchors.values() for name in names]
        with project.reading() as tx:
            found = gold_forms(tx, plan.judge, shown)
        wanted, gold = new_set(project, found, int(forms), 1), found.scores
    with prepared_asking(project, request, series, wanted, now=ctx.clock(), is_dry=False) as asking:
        run, made = carry_out(asking, gold, clock=ctx.clock)
    if not made:
        raise JudgeError(
            run.message or "The judge did not come to the end of the frozen set.",
            remedy="Run it again: it asks only for what is missing.",
        )
    keep(project, ctx.person_id, ASKING, made, ctx.clock)
    return t("The judge was asked again about {n} frozen forms.", n=len(made))


ASK_AGAIN: Final = Step("judge_again", _ask)
