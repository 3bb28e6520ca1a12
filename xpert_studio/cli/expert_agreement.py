"""Prints how well experts agree, and the list of their disagreements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xpert_studio.cli.output import Column, Output, figure, interval, percent, percent_interval
from xpert_studio.metrics.agreement import LEAST_SHARED, PairAgreement
from xpert_studio.report.experts import Disputed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xpert_studio.metrics import Estimate
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
            "items": found.items,
            "agreed": found.items - len(found.disputed),
            "tasks": found.agreed.tasks, "caution": found.agreed.caution,
            **found.agreed.named("accuracy"),
            **found.alpha.named("alpha"),
            **found.kappa.named("kappa"), "least_shared_for_kappa": LEAST_SHARED,
            "pairs": [
                {
                    "experts": [pair.first, pair.second], "items": pair.n,
                    "tasks": pair.accuracy.tasks,
                    **pair.accuracy.named("accuracy"), **pair.kappa.named("kappa"),
                }
                for pair in found.pairs
            ],
            "parts": [
                {
                    "by": part.by, "name": part.name, "items": part.items,
                    "tasks": part.agreed.tasks, **part.agreed.named("accuracy"),
                    **part.alpha.named("alpha"), **part.kappa.named("kappa"),
                }
                for part in parts
            ],
            "disagreements": disputed, "withheld": agreement.withheld,
        }
    )  # fmt: skip
    if not found.items:
        output.say("No two experts have judged the same yet.")
        return
    share, bounds = percent(found.agreed.value), percent_interval(found.agreed.interval)
    output.say(
        f"{found.items} judgments on {found.agreed.tasks} tasks were made by two or more experts; "
        f"all agree on {share} {bounds or ''}. Krippendorff's α {_shown(found.alpha)}, "
        f"Cohen's κ over all pairs {_shown(found.kappa)} (95 % intervals over tasks)."
    )
    if found.agreed.caution == "few tasks":
        output.say("With fewer than 10 tasks these intervals may be too narrow.")
    _say_pairs(output, found.pairs)
    output.table(
        "By part",
        [
            Column("by"), Column(""), Column("items", number=True), Column("tasks", number=True),
            Column("agree", number=True), Column("κ", number=True), Column("α", number=True),
        ],
        [
            (
                part.by, part.name, part.items, part.agreed.tasks, percent(part.agreed.value),
                _shown(part.kappa), _shown(part.alpha),
            )
            for part in parts
        ],
    )  # fmt: skip
    _say_disputed(output, disputed, limit)
    if agreement.withheld:
        left = agreement.withheld
        output.say(f"{left} more are on responses that may still be judged, and not shown.")


def _shown(found: Estimate) -> str:
    if found.value is None:
        return "n/a"
    return " ".join(filter(None, [figure(found.value), interval(found.interval)]))


def _kappa(pair: PairAgreement) -> str:
    return _shown(pair.kappa) if pair.has_enough else f"fewer than {LEAST_SHARED} shared ratings"


def _say_pairs(output: Output, pairs: Sequence[PairAgreement]) -> None:
    output.table(
        "By pair",
        [
            Column("experts"), Column("items", number=True), Column("agree", number=True),
            Column("κ", number=True),
        ],
        [
            (f"{pair.first} – {pair.second}", pair.n, percent(pair.accuracy.value), _kappa(pair))
            for pair in pairs
        ],
    )  # fmt: skip


def _plain(item: Disputed) -> dict[str, Any]:
    from xpert_studio.instruments import instrument_of, word_for

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
