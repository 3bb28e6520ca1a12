"""What a dataset card says of systems and judges, and of how far judgments can be relied on."""

from __future__ import annotations

from collections import Counter

from xpert_studio.exchange.facts import Facts
from xpert_studio.exchange.markdown import code, count, inline, table
from xpert_studio.records import VerdictState


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
    """The judges whose verdicts go out, or whose alignment is told below."""
    found = facts.composition
    known = {judge.id: judge for judge in facts.quality.judges} | found.judges
    rows: list[tuple[object, ...]] = []
    for judge_id, judge in known.items():
        states = found.verdicts.get(judge_id, Counter())
        unusable = states[VerdictState.INVALID] + states[VerdictState.ERROR]
        about = (
            code(judge_id),
            inline(judge.model or judge.provider or "not stated"),
            judge.mode.value.replace("_", "-"),
            code(judge.content_hash[:16]),
        )
        rows.append((*about, states[VerdictState.OK], unusable) if found.verdicts else about)
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
    alpha = f"{found.alpha:.2f}" if found.alpha is not None else "undefined"
    kappa = f"{found.kappa:.2f}" if found.kappa is not None else "undefined"
    return (
        f"Between experts, over {found.items:,} checkpoints of responses that two or more of "
        f"{found.experts} experts judged (gold judgments): agreement {agreed:.1f} %, "
        f"Krippendorff's α {alpha}, Cohen's κ {kappa} (mean over "
        f"{count(found.pairs, 'pair')} of experts, weighted by what they share)."
    )


def _alignments(facts: Facts) -> str:
    rows = []
    for item in facts.quality.alignments:
        criterion, rank = item.criterion, item.rank
        rows.append(
            (
                code(item.judge),
                criterion.n,
                _figure(criterion.accuracy, criterion.accuracy_interval),
                _figure(criterion.constant_accuracy),
                _figure(criterion.kappa, criterion.kappa_interval),
                _figure(rank.cdr, rank.interval),
                rank.pairs,
                item.left_out,
            )
        )
    if not rows:
        return "How far an LLM judge follows the experts is not known from this data set."
    heads = (
        "judge", "decisions", "accuracy", "constant answer", "κ", "CDR", "pairs", "left out",
    )  # fmt: skip
    return (
        table(heads, rows, numbers=7)
        + "\n\nAgainst the experts' majority on gold judgments, with 95 % intervals. The constant "
        "answer is the accuracy of always giving the more frequent one. CDR is the share of pairs "
        "of responses to a task that the judge orders as the experts do, less the share it orders "
        "the other way. Responses a judge was shown as worked examples, and copies of them, are "
        "left out."
    )


def _figure(value: float | None, interval: tuple[float, float] | None = None) -> str | None:
    if value is None:
        return None
    span = f" ({interval[0]:.2f} to {interval[1]:.2f})" if interval is not None else ""
    return f"{value:.2f}{span}"
