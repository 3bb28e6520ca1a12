"""What experts say of the same responses: their sheets side by side, and how well they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from xpert_studio.cli.output import Column, Output, figure, interval, percent, percent_interval
from xpert_studio.errors import NotFoundError
from xpert_studio.instruments import instrument_of, word_for
from xpert_studio.metrics import LEAST_SHARED, RATERS, Estimate, Unit, metrics_of
from xpert_studio.records import Checkpoint, Judgment, Role
from xpert_studio.report import blocks
from xpert_studio.report.experts import Agreement, Disputed
from xpert_studio.report.figure_tables import (
    figure_table,
    graded_pair_tables,
    pair_table,
    scale_table,
)
from xpert_studio.workflow import Desk, need_judged, person_of, rights
from xpert_studio.workflow.views.sheets import side_by_side


def say_sheets(output: Output, desk: Desk, response_id: str) -> None:
    """Every expert's decision on every line, with rationales; never the system's name.

    Raises:
        NotAllowedError: The person is neither a senior expert nor a lead, or still has to judge it.
        NotFoundError: No sheet was submitted that they may see.
    """
    with desk.project.reading() as tx:
        person = person_of(tx, desk.person_id)
        rights.need_role(person, Role.SENIOR, Role.LEAD)
        need_judged(tx, person, response_id)
    sheets = side_by_side(desk, response_id)
    if not sheets:
        raise NotFoundError("There is no submitted sheet on that response that you may see.")
    experts = [sheet.expert.id for sheet in sheets]
    rows: list[dict[str, Any]] = []
    for place, point in enumerate((line.checkpoint for line in sheets[0].lines), start=1):
        marks = {
            sheet.expert.id: _mark(line.judgment, point, is_stale=line.is_stale)
            for sheet in sheets
            if (line := sheet.lines[place - 1]).judgment is not None
        }
        said = {mark["said"] for mark in marks.values() if not mark["stale"]}
        found = [sheet.lines[place - 1].judgment for sheet in sheets]
        rows.append(
            {
                "number": place, "id": point.id, "text": point.text, "disputed": len(said) > 1,
                "spread": _spread([item for item in found if item], point), "experts": marks,
            }
        )  # fmt: skip
    response = sheets[0]
    output.data({"task": response.task.id, "text": response.response_text, "lines": rows})
    output.say(f"{response.response_text}\n")
    output.table(
        "",
        [Column("", number=True), Column("checkpoint"), *(Column(name) for name in experts)],
        [
            (
                f"{'≠ ' if row['disputed'] else ''}{row['number']}",
                "\n".join(filter(None, [row["text"], row["spread"]])),
                *(_cell(row["experts"].get(name)) for name in experts),
            )
            for row in rows
        ],
    )
    disputed = sum(row["disputed"] for row in rows)
    output.say(f"The experts differ on {disputed} of {len(rows)} lines (marked ≠).")


def _spread(said: Sequence[Judgment], point: Checkpoint) -> str:
    found = instrument_of(point).spread([item.final_value for item in said])
    return found.words() if found else ""


def _mark(item: Judgment, point: Checkpoint, *, is_stale: bool) -> dict[str, Any]:
    return {
        **instrument_of(point).plain(item.final_value),
        "said": word_for(item.final_value, point),
        "status": item.status.value,
        "stale": is_stale,
        "rationale": item.rationale,
        "note": item.note,
        "quotes": [quote.quote for quote in item.evidence],
    }


def _cell(mark: dict[str, Any] | None) -> str | None:
    if mark is None:
        return None
    head = f"{mark['said']} ({mark['status']}{', stale' if mark['stale'] else ''})"
    return "\n".join(filter(None, [head, mark["rationale"], mark["note"] and f"→ {mark['note']}"]))


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
                {
                    "experts": [pair.first, pair.second],
                    **pair.figures.plain(),
                    "scales": [one.plain() for one in pair.scales],
                }
                for pair in found.pairs
            ],
            "parts": [
                {
                    "by": part.by,
                    "name": part.name,
                    **part.figures.plain(),
                    "scales": [one.plain() for one in part.scales],
                }
                for part in parts
            ],
            "scales": [one.plain() for one in found.scales],
            "disagreements": disputed,
            "withheld": agreement.withheld,
        }
    )
    if not found:
        output.say("No two experts have judged the same yet.")
        return
    if found.items:
        _say_decided(output, agreement)
    for table in (
        *scale_table(found.scales, "Graded checkpoints"),
        *(graded_pair_tables(found.pairs) if len(found.pairs) > 1 else ()),
    ):
        output.block(table)
    _say_disputed(output, disputed, limit)
    if agreement.withheld:
        left = agreement.withheld
        output.say(f"{left} more are on responses that may still be judged, and not shown.")


def _say_decided(output: Output, agreement: Agreement) -> None:
    """Agreement on checkpoints that pass or fail: all, by pair and by part."""
    found, parts = agreement.figures.whole, agreement.figures.parts
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
    lines = [
        ((p.by, p.name, p.figures.n, p.figures.tasks), p.figures) for p in parts if p.figures.n
    ]
    heads = (
        blocks.Column("by"),
        blocks.Column(""),
        blocks.Column("n", "0"),
        blocks.Column("Tasks", "0"),
    )
    output.block(figure_table(heads, metrics_of(RATERS), lines, "By part"))


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
        "spread": _spread(item.said, item.point),
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
        if row["spread"]:
            output.say(f"      {row['spread']}")
        output.say(
            *(
                f"      {said['expert']}: {said['said']}. {said['rationale'] or ''}"
                for said in row["said"]
            )
        )
    if len(rows) > limit:
        output.say(f"  … and {len(rows) - limit} more (--limit).")
