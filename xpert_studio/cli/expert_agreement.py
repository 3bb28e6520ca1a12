"""Prints how well experts agree, and the list of their disagreements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from xpert_studio.cli.output import Output, figure, interval, percent, percent_interval
from xpert_studio.instruments import instrument_of, word_for
from xpert_studio.metrics import Estimate
from xpert_studio.metrics.metric import RATERS, Unit
from xpert_studio.metrics.registry import metrics_of
from xpert_studio.metrics.votes import LEAST_SHARED
from xpert_studio.report import blocks
from xpert_studio.report.experts import Disputed
from xpert_studio.report.figure_tables import figure_table, pair_table
from xpert_studio.report.seen_agreement import Agreement


def say_agreement(output: Output, agreement: Agreement, *, limit: int) -> None:
    """κ by pair, α, both by tier, dimension and domain; disagreements by weight.

    Args:
        output: Where to print.
        agreement: What the person may see of it.
        limit: At most so many disagreements are listed.
    """
    found, parts = agreement.figures.whole, agreement.figures.parts
    disputed = [_plain(item) for item in agreement.disputed]
    output.data(
        {
            **found.figures.plain(),
            "agreed": found.items - len(found.disputed),
            "caution": found.figures["accuracy"].caution,
            "least_shared_for_kappa": LEAST_SHARED,
            "pairs": [
                {"experts": [pair.first, pair.second], **pair.figures.plain()}
                for pair in found.pairs
            ],
            "parts": [{"by": part.by, "name": part.name, **part.figures.plain()} for part in parts],
            "disagreements": disputed,
            "withheld": agreement.withheld,
        }
    )
    if not found.items:
        output.say("No two experts have judged the same yet.")
        return
    agreed = found.figures["accuracy"]
    share, bounds = percent(agreed.value), percent_interval(agreed.interval)
    others = ", ".join(
        f"{metric.title} {_shown(found.figures[metric.id])}"
        for metric in metrics_of(RATERS)
        if metric.unit is Unit.COEFFICIENT
    )
    output.say(
        f"{found.items} judgments on {agreed.tasks} tasks were made by two or more experts; "
        f"all agree on {share} {bounds or ''}. {others}; κ is over all pairs (95 % intervals over "
        "tasks)."
    )
    if agreed.caution == "few tasks":
        output.say("With fewer than 10 tasks these intervals may be too narrow.")
    few = f"fewer than {LEAST_SHARED} shared ratings"
    output.block(replace(pair_table(found.pairs, few), caption="By pair"))
    lines = [((p.by, p.name, p.figures.n, p.figures.tasks), p.figures) for p in parts]
    heads = (
        blocks.Column("by"),
        blocks.Column(""),
        blocks.Column("n", "0"),
        blocks.Column("Tasks", "0"),
    )
    output.block(figure_table(heads, metrics_of(RATERS), lines, "By part"))
    _say_disputed(output, disputed, limit)
    if agreement.withheld:
        left = agreement.withheld
        output.say(f"{left} more are on responses that may still be judged, and not shown.")


def _shown(found: Estimate) -> str:
    if found.value is None:
        return "n/a"
    return " ".join(filter(None, [figure(found.value), interval(found.interval)]))


def _plain(item: Disputed) -> dict[str, Any]:
    return {
        "response": f"{item.task_id}:{item.label}",
        "checkpoint": item.point.id,
        "text": item.point.text,
        "weight": item.point.weight,
        "said": [
            {
                "expert": j.expert_id,
                **instrument_of(item.point).plain(j.final_value),
                "said": word_for(j.final_value, item.point),
                "rationale": j.rationale,
            }
            for j in item.said
        ],
    }


def _say_disputed(output: Output, rows: list[dict[str, Any]], limit: int) -> None:
    if not rows:
        return
    output.say("Disagreements, the weightiest first:")
    for row in rows[:limit]:
        output.say(f"  {row['response']} ({row['weight']}) {row['text']}")
        for said in row["said"]:
            output.say(f"      {said['expert']}: {said['said']}. {said['rationale'] or ''}")
    if len(rows) > limit:
        output.say(f"  … and {len(rows) - limit} more (--limit).")
