"""Prints how well experts agree, and the list of their disagreements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xpert_studio.cli.output import Column, Output, figure, percent

if TYPE_CHECKING:
    from xpert_studio.records import Judgment
    from xpert_studio.store import ProjectFile
    from xpert_studio.store.frames import Frames


def say_agreement(output: Output, project: ProjectFile, *, gold_only: bool, limit: int) -> None:
    """κ by pair, α, both by tier, dimension and domain; disagreements by weight.

    Args:
        output: Where to print.
        project: The project.
        gold_only: Leave out judgments that nobody has confirmed.
        limit: At most so many disagreements are listed.
    """
    from xpert_studio.metrics.agreement import agreement_by_part, expert_agreement, mean_kappa
    from xpert_studio.store.frames import read_frames

    with project.reading() as tx:
        frames = read_frames(tx, judge_ids=(), gold_only=gold_only)
    found = expert_agreement(frames.catalog, frames.experts)
    parts = agreement_by_part(frames.catalog, frames.experts)
    disputed = _disputed(project, frames, found.disputed)
    output.data(
        {
            "items": found.items,
            "agreed": found.items - len(found.disputed),
            "alpha": found.alpha,
            "kappa": mean_kappa(found.pairs),
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


def _disputed(
    project: ProjectFile, frames: Frames, items: tuple[tuple[int, int], ...]
) -> list[dict[str, Any]]:
    """What experts differ on, the weightiest first; responses by their blind names."""
    from xpert_studio.store import judgments
    from xpert_studio.workflow.judging import blind_labels

    catalog = frames.catalog
    experts = {marks.rater for marks in frames.experts}
    pairs = {(catalog.responses[r], catalog.checkpoints[c]): (r, c) for r, c in items}
    with project.reading() as tx:
        said: dict[tuple[str, str], list[Judgment]] = {}
        for item in judgments.all_judgments(tx, pairs=pairs):
            if item.expert_id in experts:
                said.setdefault((item.response_id, item.checkpoint_id), []).append(item)
        labels: dict[str, Any] = {}
        rows = []
        for (response_id, checkpoint_id), (r, c) in pairs.items():
            task_id = catalog.tasks[catalog.response_task[r]]
            if task_id not in labels:
                labels[task_id] = blind_labels(tx, task_id)
            rows.append(
                {
                    "response": f"{task_id}:{labels[task_id][response_id]}",
                    "checkpoint": checkpoint_id,
                    "text": catalog.checkpoint_texts[c],
                    "weight": int(catalog.checkpoint_weight[c]),
                    "said": [
                        {"expert": j.expert_id, "met": j.met, "rationale": j.rationale}
                        for j in said.get((response_id, checkpoint_id), ())
                    ],
                }
            )
    return sorted(rows, key=lambda row: (-row["weight"], row["response"], row["checkpoint"]))


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
