"""What a dataset card says of systems and judges, and of how far judgments can be relied on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from xpert_studio.exchange.card_metadata import Facts
from xpert_studio.exchange.markdown import code, count, inline, table
from xpert_studio.metrics import (
    FEW_TASKS,
    PAIRS,
    RANKS,
    RATERS,
    SURE_TASKS,
    Estimate,
    Metric,
    Unit,
    metrics_of,
)
from xpert_studio.metrics.alignment import Alignment
from xpert_studio.metrics.evidence_floor import NEEDED_PAIRS, NEEDED_TASKS, shortfalls_of
from xpert_studio.records import RatingState


def systems_and_judges(facts: Facts) -> str:
    """Whose responses and whose verdicts these are."""
    found = facts.composition
    systems = [
        (inline(name), "baseline" if name in found.baselines else "candidate", number)
        for name, number in sorted(found.systems.items())
    ]
    parts = [
        table(("system", "role", "responses"), systems, numbers=1)
        or "No responses are in this data set.",
        _judges(facts),
    ]
    return "\n\n".join(part for part in parts if part)


def _judges(facts: Facts) -> str:
    """The judges whose verdicts go out, or whose alignment is reported below."""
    found = facts.composition
    known = {judge.id: judge for judge in facts.quality.judges} | found.judges
    rows: list[tuple[object, ...]] = []
    for judge_id, judge in known.items():
        states = found.verdicts.get(judge_id, Counter())
        unusable = states[RatingState.INVALID] + states[RatingState.ERROR]
        about = (
            code(judge_id),
            inline(judge.model or judge.provider or "not stated"),
            judge.mode.value.replace("_", "-"),
            code(judge.content_hash[:16]),
        )
        rows.append((*about, states[RatingState.OK], unusable) if found.verdicts else about)
    if not rows:
        return ""
    heads = ("judge", "model", "mode", "hash", "verdicts", "unusable")
    shown = (
        table(heads, rows, numbers=2)
        + "\n\nUnusable verdicts (no usable reply, or a failed call) count neither as met nor as "
        "not met."
        if found.verdicts
        else table(heads[:4], rows) + "\n\nTheir verdicts are not part of this data set."
    )
    return f"{shown} A judge's hash covers model, parameters, prompt, mode and settings."


def reliability(facts: Facts) -> str:
    """Agreement between experts, and how judges follow them."""
    return "\n\n".join((agreement(facts), _alignments(facts)))


def agreement(facts: Facts) -> str:
    """How far experts agree with each other."""
    found = facts.quality.agreement
    if found is None:
        return "Agreement between experts is not known: no two of them have judged the same."
    agreed = 100 * (1 - found.disputed / found.items)
    beyond = ", ".join(
        f"{metric.title} {_figure(metric, found.figures) or 'not known'}"
        for metric in metrics_of(RATERS)
        if metric.unit is Unit.COEFFICIENT
    )
    return (
        f"Between experts, over {found.items:,} checkpoints of responses that two or more of "
        f"{found.experts} experts judged (gold judgments): agreement {agreed:.1f} %, {beyond} "
        f"(κ pooled over {count(found.pairs, 'pair')} of experts), with 95 % intervals over "
        f"{count(found.figures.tasks, 'task')}."
    )


def _alignments(facts: Facts) -> str:
    aligned = facts.quality.alignments
    if not aligned:
        return "How far an LLM judge follows the experts is not known from this data set."
    rows: list[tuple[object, ...]] = [
        (inline(metric.title), *(_figure(metric, item.figures) for item in aligned))
        for metric in metrics_of(RANKS, PAIRS)
    ]
    rows += [
        ("Decisions", *(item.criterion.n for item in aligned)),
        ("Pairs of responses", *(item.rank.n for item in aligned)),
        (
            "Tasks",
            *(min(n for n in (item.criterion.tasks, item.rank.tasks) if n) for item in aligned),
        ),
        ("Excluded responses", *(item.left_out for item in aligned)),
    ]
    return (
        table(("figure", *(code(item.judge) for item in aligned)), rows, numbers=len(aligned))
        + "\n\nAgainst the experts' majority on gold judgments, with 95 % intervals. Majority "
        "class: the accuracy of always giving the more frequent answer. CDR is the share of pairs "
        "of responses to a task that the judge orders as the experts do, less the share it orders "
        "the other way. Responses a judge was shown as worked examples, near-duplicates of them, "
        "and responses whose attachments it was not shown in full are excluded."
        + "".join(
            f"\n\n**Caution**, {code(item.judge)}: the responses it was shown as worked examples "
            "are unknown or not in the data set's project, so they could not be excluded. Its "
            "alignment may be too good."
            for item in facts.quality.alignments
            if not item.anchors_known
        )
        + "".join(_evidence(item) for item in facts.quality.alignments)
    )


def _evidence(item: Alignment) -> str:
    """A caution where the evidence is too little, or intervals are less sure."""
    cautions = {name: one.caution for name, one in item.figures.items() if one.caution}
    parts = []
    if "few tasks" in cautions.values():
        parts.append(f"with fewer than {FEW_TASKS} tasks its intervals may be too narrow")
    elif cautions:
        parts.append(
            f"with fewer than {SURE_TASKS} tasks the intervals of κ, CDR and values near an end of "
            "their scale are approximate"
        )
    if shortfalls_of(item):
        parts.append(
            f"for a certain statement at least {NEEDED_TASKS} tasks and {NEEDED_PAIRS} pairs are "
            "needed, with κ above 0 and an accuracy above the majority class's over the whole of "
            "their intervals, which is not reached"
        )
    return f"\n\n**Caution**, {code(item.judge)}: {'; '.join(parts)}." if parts else ""


def _figure(metric: Metric, found: Mapping[str, Estimate]) -> str | None:
    one = found[metric.id]
    if one.value is None:
        return None
    span = f" ({one.interval[0]:.2f} to {one.interval[1]:.2f})" if one.interval else ""
    return f"{one.value:.2f}{span}"
