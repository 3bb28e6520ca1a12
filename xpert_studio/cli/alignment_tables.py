"""The tables that ``align`` prints for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xpert_studio.cli.output import (
    Column,
    Output,
    figure,
    interval,
    percent,
    percent_interval,
    probability,
)
from xpert_studio.cli.results import say_legend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xpert_studio.cli.alignment_data import Study
    from xpert_studio.metrics import Comparison
    from xpert_studio.records import Certificate
    from xpert_studio.report import Analysis, JudgeFindings
    from xpert_studio.report.small_groups import SmallGroups


def show(output: Output, analysis: Analysis, studies: Sequence[Study], by: str | None) -> None:
    """Everything about the judges, the best first."""
    aligned = analysis.aligned()
    if not aligned:
        output.say("Nothing to compare: no gold judgments on what the judges have scored.")
        output.say("Import judgments, or score the responses that experts have judged.")
        return
    _show_consistency(output, aligned)
    output.table(
        "Order of responses (CDR, 95 % intervals over tasks)",
        [
            Column("judge"),
            *(Column(name, number=True) for name in ("CDR", "interval", "agree", "tied")),
            *(Column(name, number=True) for name in ("disagree", "pairs", "tasks", "τ-b")),
        ],
        [_order_row(item) for item in aligned],
    )
    names = ("n", "tasks", "κ", "interval", "accuracy", "interval", "majority", "MCC")
    output.table(
        "Single checkpoints (majority: the accuracy of always giving the more frequent answer)",
        [Column("judge"), *(Column(name, number=True) for name in names)],
        [_criterion_row(item) for item in aligned],
    )
    names = (
        "base rate",
        "interval",
        "sens.",
        "interval",
        "spec.",
        "interval",
        "leniency",
        "interval",
    )
    output.table(
        "Met and not met apart",
        [Column("judge"), *(Column(name, number=True) for name in names)],
        [_direction_row(item) for item in aligned],
    )
    _show_cautions(output, aligned)
    _show_weakest(output, studies)
    if by is not None:
        for study in studies:
            _show_groups(output, study, by, analysis.small)
    if analysis.comparisons:
        _show_comparisons(output, analysis.comparisons)
    if analysis.agreement is not None:
        output.say(
            f"Experts among themselves: Krippendorff's α {figure(analysis.agreement.alpha.value)} "
            f"{interval(analysis.agreement.alpha.interval) or ''} "
            f"on {analysis.agreement.items:,} checkpoints judged by more than one."
        )
    _show_certificates(output, studies)


def _show_consistency(output: Output, aligned: list[JudgeFindings]) -> None:
    for item in aligned:
        own = item.consistency
        if own is not None:
            output.say(
                f"{item.judge.id} agrees with itself on {percent(own.unanimous.value)} "
                f"{percent_interval(own.unanimous.interval) or ''} of {own.items:,} checkpoints "
                f"over {own.trials} trials."
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
        f"{found.tasks:,}",
        figure(found.kappa),
        interval(found.kappa_interval),
        percent(found.accuracy),
        percent_interval(found.accuracy_interval),
        percent(found.constant_accuracy),
        figure(found.mcc),
    ]


def _direction_row(item: JudgeFindings) -> list[object]:
    if item.alignment is None:
        return [item.judge.id]
    found = item.alignment.criterion
    return [
        item.judge.id,
        percent(found.base_rate),
        percent_interval(found.base_rate_interval),
        percent(found.sensitivity),
        percent_interval(found.sensitivity_interval),
        percent(found.specificity),
        percent_interval(found.specificity_interval),
        percent(found.leniency),
        percent_interval(found.leniency_interval),
    ]


def _show_cautions(output: Output, aligned: list[JudgeFindings]) -> None:
    from xpert_studio.report.sentences import caution_sentences, evidence_sentence

    for item in aligned:
        if item.alignment is not None:
            for sentence in (
                *caution_sentences(item.alignment),
                evidence_sentence(item.alignment),
            ):
                output.say(f"{item.judge.id}: {sentence}")


def _show_weakest(output: Output, studies: Sequence[Study]) -> None:
    from xpert_studio.report.sentences import weakest_sentence

    for study in studies:
        output.say(f"{study.judge_id}: {weakest_sentence(study.detail.weakest)}")


def _show_groups(output: Output, study: Study, by: str, small: SmallGroups) -> None:
    from xpert_studio.report.sentences import group_cautions

    groups = study.detail.groups[by]
    with_order = any(group.rank is not None for group in groups)
    names = ["n", "tasks", "κ", "interval", "accuracy", "interval", "majority"]
    names += ["sens.", "spec.", "leniency", "p"]
    if with_order:
        names += ["CDR", "agree", "tied", "disagree"]
    rows = []
    for group in groups:
        found, contrast = group.figures, group.contrast
        row: list[object] = [
            small.mark(group.name, group.tasks),
            f"{found.n:,}",
            f"{found.tasks:,}",
            figure(found.kappa),
            interval(found.kappa_interval),
            percent(found.accuracy),
            percent_interval(found.accuracy_interval),
            percent(found.constant_accuracy),
            percent(found.sensitivity),
            percent(found.specificity),
            percent(found.leniency),
            probability(contrast.corrected_p) if contrast else None,
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
    say_legend(output, small, (group.tasks for group in groups))
    for sentence in group_cautions({group.name: group.figures for group in groups}):
        output.say(sentence)


def _show_comparisons(output: Output, comparisons: tuple[Comparison, ...]) -> None:
    from xpert_studio.report.sentences import comparison_cautions

    names = ("difference", "interval", "tasks", "p", "corrected p")
    output.table(
        "Judges compared on the same checkpoints (second less first; tests by task, corrected "
        "together; McNemar's test speaks of these tasks only)",
        [
            *(Column(name) for name in ("first", "second", "figure")),
            *(Column(name, number=True) for name in names),
        ],
        [row for pair in comparisons for row in _comparison_rows(pair)],
    )
    for sentence in comparison_cautions(comparisons):
        output.say(sentence)


def _comparison_rows(pair: Comparison) -> list[tuple[object, ...]]:
    tests = (("accuracy", pair.accuracy), ("κ", pair.kappa), ("CDR", pair.cdr))
    rows: list[tuple[object, ...]] = [
        (
            pair.first,
            pair.second,
            name,
            figure(test.value),
            interval(test.interval),
            test.tasks,
            probability(test.p),
            probability(test.corrected_p),
        )
        for name, test in tests
    ]
    exact = pair.mcnemar
    p_values = (probability(exact.p), probability(exact.corrected_p))
    return [*rows, (pair.first, pair.second, "McNemar", None, None, pair.tasks, *p_values)]


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
