"""Prints how well experts agree, and the list of their disagreements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xpert_studio.cli.output import Column, Output, figure, percent

if TYPE_CHECKING:
    from xpert_studio.report.experts import Disputed
    from xpert_studio.store import ProjectFile


def say_agreement(output: Output, project: ProjectFile, *, gold_only: bool, limit: int) -> None:
    """κ by pair, α, both by tier, dimension and domain; disagreements by weight.

    Args:
        output: Where to print.
        project: The project.
        gold_only: Leave out judgments that nobody has confirmed.
        limit: At most so many disagreements are listed.
    """
    from xpert_studio.report.experts import experts_agree

    seen = experts_agree(project, gold_only=gold_only)
    found, parts = seen.whole, seen.parts
    disputed = [_plain(item) for item in seen.disputed]
    output.data(
        {
            "items": found.items,
            "agreed": found.items - len(found.disputed),
            "alpha": found.alpha,
            "kappa": seen.kappa,
            "pairs": [
                {
                    "experts": [pair.first, pair.second], "items": pair.n,
                    "accuracy": pair.accuracy, "kappa": pair.kappa,
                }
                for pair in found.pairs
            ],
            "parts": [
                {
                    "by": part.by, "name": part.name, "items": part.items,
                    "agreed": part.agreed, "alpha": part.alpha, "kappa": part.kappa,
                }
                for part in parts
            ],
            "disagreements": disputed,
        }
    )  # fmt: skip
    if not found.items:
        output.say("No two experts have judged the same yet.")
        return
    share = percent(1 - len(found.disputed) / found.items)
    output.say(
        f"{found.items} judgments were made by two or more experts; all agree on {share}. "
        f"Krippendorff's α {figure(found.alpha) or 'n/a'}."
    )
    _say_pairs(output, found.pairs)
    output.table(
        "By part",
        [
            Column("by"), Column(""), Column("items", number=True), Column("agree", number=True),
            Column("κ", number=True), Column("α", number=True),
        ],
        [
            (
                part.by, part.name, part.items, percent(part.agreed / part.items),
                figure(part.kappa) or "n/a", figure(part.alpha) or "n/a",
            )
            for part in parts
        ],
    )  # fmt: skip
    _say_disputed(output, disputed, limit)


def _say_pairs(output: Output, pairs: Any) -> None:  # noqa: ANN401 - metrics.PairAgreement
    output.table(
        "By pair",
        [
            Column("experts"), Column("items", number=True), Column("agree", number=True),
            Column("κ", number=True),
        ],
        [
            (f"{p.first} – {p.second}", p.n, percent(p.accuracy), figure(p.kappa) or "n/a")
            for p in pairs
        ],
    )  # fmt: skip


def _plain(item: Disputed) -> dict[str, Any]:
    return {
        "response": f"{item.task_id}:{item.label}",
        "checkpoint": item.checkpoint_id,
        "text": item.text,
        "weight": item.weight,
        "said": [
            {"expert": j.expert_id, "met": j.met, "rationale": j.rationale} for j in item.said
        ],
    }


def _say_disputed(output: Output, rows: list[dict[str, Any]], limit: int) -> None:
    if not rows:
        return
    output.say("Disagreements, the weightiest first:")
    for row in rows[:limit]:
        output.say(f"  {row['response']} ({row['weight']}) {row['text']}")
        for said in row["said"]:
            met = "met" if said["met"] else "not met"
            output.say(f"      {said['expert']}: {met}. {said['rationale'] or ''}")
    if len(rows) > limit:
        output.say(f"  … and {len(rows) - limit} more (--limit).")
