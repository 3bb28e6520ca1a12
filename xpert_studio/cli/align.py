"""``xpert-studio align``: how well do the judges follow the experts?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from xpert_studio.cli.arguments import ProjectArgument, open_project
from xpert_studio.cli.output import Column, JsonOption, Output, figure, interval, percent

if TYPE_CHECKING:
    from xpert_studio.metrics import Comparison
    from xpert_studio.report import Analysis, JudgeFindings

_GROUPINGS = ("tier", "dimension", "domain", "system")


def align(
    project: ProjectArgument,
    judge: Annotated[
        list[str] | None, typer.Option(help="Only these judges; may be repeated.")
    ] = None,
    by: Annotated[
        str | None, typer.Option(help="Also by tier, dimension, domain or system.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the resampling behind the intervals.")] = 0,
    tolerance: Annotated[
        float, typer.Option(min=0, max=1, help="Score differences up to this are ties.")
    ] = 0.0,
    as_json: JsonOption = False,
) -> None:
    """Measure how well judges follow the experts, with CDR, κ and what a constant answer reaches.

    Anchored responses and near copies of them are left out.

    Example: xpert-studio align clinic.xpert --by dimension
    """
    from xpert_studio.report import analyse
    from xpert_studio.report.sections.provenance import stale_limits

    output = Output(as_json=as_json)
    if by is not None and by not in _GROUPINGS:
        raise typer.BadParameter(f"choose one of {', '.join(_GROUPINGS)}", param_hint="--by")
    with open_project(project, output, read_only=True) as opened:
        analysis = analyse(opened, judge_ids=judge or None, seed=seed, tolerance=tolerance)
    for sentence in stale_limits(analysis):
        output.note(sentence)
    output.data(
        {
            item.judge.id: item.alignment.to_dict() | _beside(item, analysis)
            for item in analysis.judges.values()
            if item.alignment is not None
        }
    )
    _show(output, analysis, by)


def _beside(item: JudgeFindings, analysis: Analysis) -> dict[str, Any]:
    """What a judge's figures stand beside: itself over trials, other judges, the experts."""
    import dataclasses

    return {
        "self_agreement": dataclasses.asdict(item.consistency) if item.consistency else None,
        "undecided_over_trials": item.undecided,
        "near_copies_left_out": item.copies,
        "against": {
            (pair.second if pair.first == item.judge.id else pair.first): dataclasses.asdict(pair)
            for pair in analysis.comparisons
            if item.judge.id in {pair.first, pair.second}
        },
        "experts": None
        if analysis.agreement is None
        else {
            "items": analysis.agreement.items,
            "alpha": analysis.agreement.alpha,
            "pairs": [dataclasses.asdict(pair) for pair in analysis.agreement.pairs],
            "disputed": len(analysis.agreement.disputed),
        },
    }


def _show(output: Output, analysis: Analysis, by: str | None) -> None:
    aligned = analysis.aligned()
    if not aligned:
        output.say("Nothing to compare: no gold judgments on what the judges have scored.")
        output.say("Import judgments, or score the responses that experts have judged.")
        return
    _show_consistency(output, aligned)
    output.table(
        "Order of responses (CDR, 95 % interval by resampling tasks)",
        [
            Column("judge"),
            *(Column(name, number=True) for name in ("CDR", "interval", "agree", "tied")),
            *(Column(name, number=True) for name in ("disagree", "pairs", "tasks", "τ-b")),
        ],
        [_order_row(item) for item in aligned],
    )
    names = ("n", "κ", "interval", "accuracy", "constant", "sens.", "spec.", "MCC", "leniency")
    output.table(
        "Single checkpoints (constant: what always giving one answer would reach)",
        [Column("judge"), *(Column(name, number=True) for name in names)],
        [_criterion_row(item) for item in aligned],
    )
    if by is not None:
        for item in aligned:
            _show_groups(output, item, by)
    if analysis.comparisons:
        _show_comparisons(output, analysis.comparisons)
    if analysis.agreement is not None:
        output.say(
            f"Experts among themselves: Krippendorff's α {figure(analysis.agreement.alpha)} "
            f"on {analysis.agreement.items:,} checkpoints judged by more than one."
        )


def _show_consistency(output: Output, aligned: list[JudgeFindings]) -> None:
    for item in aligned:
        if item.consistency is not None:
            output.say(
                f"{item.judge.id} agrees with itself on {percent(item.consistency.unanimous)} of "
                f"{item.consistency.items:,} checkpoints over {item.consistency.trials} trials."
            )


def _order_row(item: JudgeFindings) -> list[object]:
    if item.alignment is None:
        return [item.judge.id]
    rank = item.alignment.rank
    return [
        item.judge.id,
        figure(rank.cdr),
        interval(rank.interval),
        percent(rank.p_agree),
        percent(rank.p_tied),
        percent(rank.p_disagree),
        f"{rank.pairs:,}",
        f"{rank.tasks:,}",
        figure(rank.tau_b),
    ]


def _criterion_row(item: JudgeFindings) -> list[object]:
    if item.alignment is None:
        return [item.judge.id]
    found = item.alignment.criterion
    return [
        item.judge.id,
        f"{found.n:,}",
        figure(found.kappa),
        interval(found.kappa_interval),
        percent(found.accuracy),
        percent(found.constant_accuracy),
        percent(found.sensitivity),
        percent(found.specificity),
        figure(found.mcc),
        percent(found.leniency),
    ]


def _show_groups(output: Output, item: JudgeFindings, by: str) -> None:
    if item.alignment is None:
        return
    output.table(
        f"{item.judge.id}, by {by}",
        [
            Column(by),
            *(Column(name, number=True) for name in ("n", "κ", "accuracy", "constant", "leniency")),
        ],
        [
            (
                name,
                f"{found.n:,}",
                figure(found.kappa),
                percent(found.accuracy),
                percent(found.constant_accuracy),
                percent(found.leniency),
            )
            for name, found in item.alignment.groups[by].items()
        ],
    )


def _show_comparisons(output: Output, comparisons: tuple[Comparison, ...]) -> None:
    names = ("CDR diff.", "interval", "p", "McNemar p", "corrected p")
    output.table(
        "Judges compared on the same checkpoints (second less first)",
        [Column("first"), Column("second"), *(Column(name, number=True) for name in names)],
        [
            (
                pair.first,
                pair.second,
                figure(pair.cdr_difference),
                interval(pair.cdr_interval),
                figure(pair.cdr_p, 4),
                figure(pair.mcnemar.p, 4),
                figure(pair.corrected_p, 4),
            )
            for pair in comparisons
        ],
    )
