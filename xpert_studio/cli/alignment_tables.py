"""The tables that ``align`` prints for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xpert_studio.cli.output import Column, Output, figure, interval, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xpert_studio.cli.alignment_data import Study
    from xpert_studio.metrics import Comparison
    from xpert_studio.records import Certificate
    from xpert_studio.report import Analysis, JudgeFindings


def show(output: Output, analysis: Analysis, studies: Sequence[Study], by: str | None) -> None:
    """Everything about the judges, the best first."""
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
    _show_weakest(output, studies)
    if by is not None:
        for study in studies:
            _show_groups(output, study, by)
    if analysis.comparisons:
        _show_comparisons(output, analysis.comparisons)
    if analysis.agreement is not None:
        output.say(
            f"Experts among themselves: Krippendorff's α {figure(analysis.agreement.alpha)} "
            f"on {analysis.agreement.items:,} checkpoints judged by more than one."
        )
    _show_certificates(output, studies)


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


def _show_weakest(output: Output, studies: Sequence[Study]) -> None:
    from xpert_studio.report.sentences import weakest_sentence

    for study in studies:
        output.say(f"{study.judge_id}: {weakest_sentence(study.detail.weakest)}")


def _show_groups(output: Output, study: Study, by: str) -> None:
    groups = study.detail.groups[by]
    with_order = any(group.rank is not None for group in groups)
    names = ["n", "κ", "interval", "accuracy", "constant", "sens.", "spec.", "leniency", "p"]
    if with_order:
        names += ["CDR", "agree", "tied", "disagree"]
    rows = []
    for group in groups:
        found, contrast = group.figures, group.contrast
        row: list[object] = [
            group.name,
            f"{found.n:,}",
            figure(found.kappa),
            interval(found.kappa_interval),
            percent(found.accuracy),
            percent(found.constant_accuracy),
            percent(found.sensitivity),
            percent(found.specificity),
            percent(found.leniency),
            figure(contrast.corrected_p, 4) if contrast else None,
        ]
        if with_order:
            rank = group.rank
            row += [
                figure(rank.cdr if rank else None),
                *(percent(getattr(rank, f"p_{name}", None)) for name in names[-3:]),
            ]
        rows.append(row)
    output.table(
        f"{study.judge_id}, by {by} (p: against everything else, corrected)",
        [Column(by), *(Column(name, number=True) for name in names)],
        rows,
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


def _show_certificates(output: Output, studies: Sequence[Study]) -> None:
    from xpert_studio.report.sentences import between_sentence, validity_sentence

    for study in studies:
        output.say(f"{study.judge_id}: {validity_sentence(study.validity)}")
    for study in studies:
        if study.between is None:
            continue
        names = ("n", "CDR", "interval", "κ", "interval")
        output.table(
            f"{study.judge_id}, certificates",
            [Column("made"), Column("certificate"), *(Column(name, number=True) for name in names)],
            [_certificate_row(item) for item in study.certificates],
        )
        output.say(f"Between the last two, {between_sentence(study.between)}")


def _certificate_row(made: Certificate) -> list[object]:
    figures = made.figures
    return [
        f"{made.made_at:%Y-%m-%d %H:%M}",
        made.id,
        f"{figures.n:,}",
        figure(figures.cdr),
        interval(figures.cdr_interval),
        figure(figures.kappa),
        interval(figures.kappa_interval),
    ]
