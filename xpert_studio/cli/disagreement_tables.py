"""What ``disagreements`` prints: the list, and one case with both sides' reasons."""

from __future__ import annotations

from typing import Any

from xpert_studio.cli.acting import short
from xpert_studio.cli.output import Column, Output
from xpert_studio.instruments import instrument_of, word_for
from xpert_studio.records.columns import NONE
from xpert_studio.report import Analysis
from xpert_studio.report.queue import STATES, Queue
from xpert_studio.workflow import Desk
from xpert_studio.workflow.letters import blind_labels
from xpert_studio.workflow.views import CaseView


def listed(desk: Desk, analysis: Analysis, queue: Queue, limit: int) -> list[dict[str, Any]]:
    """The first of a queue as plain data; responses by their letters, which name no system."""
    catalog, paired = analysis.catalog, queue.cases.paired
    labels: dict[str, str] = {}
    rows = []
    with desk.project.reading() as tx:
        for place in range(min(limit, len(queue))):
            response, point = int(paired.response[place]), int(paired.checkpoint[place])
            task_id = catalog.tasks[catalog.response_task[response]]
            pair = catalog.responses[response], catalog.checkpoints[point]
            if pair[0] not in labels:
                labels |= blind_labels(tx, task_id)
            found = queue.found.get(pair)
            tier = int(catalog.checkpoint_tier[point])
            rows.append(
                {
                    "case": f"{task_id}:{labels[pair[0]]}/{pair[1]}",
                    "task": task_id,
                    "checkpoint": pair[1],
                    "text": catalog.checkpoint_texts[point],
                    "tier": None if tier == NONE else catalog.tiers[tier],
                    "weight": float(catalog.checkpoint_weight[point]),
                    "certainty": float(queue.cases.certainty[place]),
                    "cost": float(queue.cases.cost[place]),
                    "experts": bool(paired.first[place]),
                    "judge": bool(paired.second[place]),
                    "state": STATES[int(queue.states[place])].value,
                    "cause": found.cause.value if found else None,
                    "reason": found.reason if found else None,
                    "by": found.by if found else None,
                    "changed_since": list(queue.lapsed.get(pair, ())),
                }
            )
    return rows


def print_queue(output: Output, judge_id: str, queue: Queue, rows: list[dict[str, Any]]) -> None:
    """The list as a table, and where all of it stands."""
    output.table(
        f"Disagreements of {judge_id} with the experts, most costly first",
        [
            Column("case"),
            Column("cost", number=True),
            Column("experts"),
            Column("judge"),
            Column("state"),
            Column("checkpoint"),
        ],
        [
            (
                row["case"],
                f"{row['cost']:g}",
                *("met" if row[side] else "not met" for side in ("experts", "judge")),
                row["state"] + (f", {row['cause']}" if row["cause"] else ""),
                short(row["text"], 70),
            )
            for row in rows
        ],
    )
    counts = ", ".join(f"{count:,} {item.value}" for item, count in queue.counts.items())
    output.say(f"{len(rows):,} of {len(queue):,} shown; {counts}.")
    if queue.resolved:
        output.say(f"On {queue.resolved:,} with a finding, judge and experts agree by now.")
    if queue.pending:
        output.say(f"{queue.pending:,} with a finding wait to be judged, confirmed or scored anew.")
    if queue.withheld:
        output.say(
            f"{queue.withheld:,} are on responses that you may judge or have to confirm, and "
            "not shown."
        )


def show_case(output: Output, view: CaseView) -> None:
    """One case with both sides' reasons and quotes."""
    plain = instrument_of(view.checkpoint).plain
    output.data(
        {
            "task": view.task.id,
            "response": f"{view.task.id}:{view.label}",
            "system": view.system,
            "checkpoint": view.checkpoint.id,
            "text": view.checkpoint.text,
            "experts": [
                {
                    "expert": side.judgment.expert_id,
                    **plain(side.judgment.final_value),
                    "status": side.judgment.status.value,
                    "is_current": side.is_current,
                    "reason": side.judgment.reason,
                    "quotes": [quote.quote for quote in side.judgment.evidence],
                }
                for side in view.experts
            ],
            "verdicts": [
                {
                    "trial": side.verdict.trial,
                    **plain(side.verdict.value),
                    "state": side.verdict.state.value,
                    "is_current": side.is_current,
                    "rationale": side.verdict.rationale,
                    "quotes": [
                        {"quote": quote.quote, "verified": quote.verified}
                        for quote in side.verdict.evidence
                    ],
                    "flags": list(side.verdict.flags),
                }
                for side in view.verdicts
            ],
            "differs": view.differs,
            "finding": view.found.model_dump(mode="json") if view.found else None,
            "changed_since": list(view.lapsed),
        }
    )
    output.say(f"{view.task.name}, response {view.label}, {view.checkpoint.id}")
    output.say(view.checkpoint.text)
    for side in view.experts:
        judgment = side.judgment
        stale = "" if side.is_current else ", on a text that was edited since"
        said = word_for(judgment.final_value, view.checkpoint)
        output.say(f"{side.name}: {said} ({judgment.status.value}{stale})")
        _say_reason(output, judgment.reason, [quote.quote for quote in judgment.evidence])
    for answer in view.verdicts:
        verdict = answer.verdict
        usable = verdict.value is not None
        said = word_for(verdict.value, view.checkpoint) if usable else verdict.state.value
        output.say(f"{view.judge.id}: {said}")
        _say_reason(output, verdict.rationale, [quote.quote for quote in verdict.evidence])
    if view.found:
        since = f"; changed since: {', '.join(view.lapsed)}" if view.lapsed else ""
        output.say(
            f"Put down to {view.found.cause.value} by {view.found.by}: {view.found.reason}{since}"
        )


def _say_reason(output: Output, reason: str | None, quotes: list[str]) -> None:
    if reason:
        output.say(f"  {reason}")
    for quote in quotes:
        output.say(f"  “{short(quote, 160)}”")
