"""The tables that ``align`` prints for people."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.cli.alignment_data import Study
from xpert_studio.cli.output import Column, Output, figure, interval
from xpert_studio.metrics import Comparison
from xpert_studio.metrics.metric import PAIRS, RANKS
from xpert_studio.records import Certificate
from xpert_studio.report import Analysis, JudgeFindings
from xpert_studio.report.figure_tables import (
    comparison_tables,
    group_tables,
    judge_tables,
    self_tables,
)
from xpert_studio.report.sentences import (
    between_sentence,
    caution_sentences,
    comparison_cautions,
    evidence_sentence,
    group_cautions,
    validity_sentence,
    weakest_sentence,
)
from xpert_studio.report.small_groups import SmallGroups


def show(output: Output, analysis: Analysis, studies: Sequence[Study], by: str | None) -> None:
    """Everything about the judges, the best first."""
    aligned = analysis.aligned()
    if not aligned:
        output.say("Nothing to compare: no gold judgments on what the judges have scored.")
        output.say("Import judgments, or score the responses that experts have judged.")
        return
    for table in (
        *self_tables(aligned),
        *judge_tables(aligned, RANKS),
        *judge_tables(aligned, PAIRS),
    ):
        output.block(table)
    _show_cautions(output, aligned)
    _show_weakest(output, studies)
    if by is not None:
        for study in studies:
            _show_groups(output, study, by, analysis.small)
    if analysis.comparisons:
        _show_comparisons(output, analysis.comparisons)
    if analysis.agreement is not None:
        alpha = analysis.agreement.figures["alpha"]
        output.say(
            f"Experts among themselves: Krippendorff's α {figure(alpha.value)} "
            f"{interval(alpha.interval) or ''} "
            f"on {analysis.agreement.items:,} checkpoints judged by more than one."
        )
    _show_certificates(output, studies)


def _show_cautions(output: Output, aligned: list[JudgeFindings]) -> None:
    for item in aligned:
        if item.alignment is not None:
            for sentence in (
                *caution_sentences(item.alignment),
                evidence_sentence(item.alignment),
            ):
                output.say(f"{item.judge.id}: {sentence}")


def _show_weakest(output: Output, studies: Sequence[Study]) -> None:
    for study in studies:
        output.say(f"{study.judge_id}: {weakest_sentence(study.detail.weakest)}")


def _show_groups(output: Output, study: Study, by: str, small: SmallGroups) -> None:
    groups = study.detail.groups[by]
    for table in group_tables(groups, small, judge=study.judge_id) if groups else ():
        output.block(table)
    for sentence in group_cautions(groups):
        output.say(sentence)


def _show_comparisons(output: Output, comparisons: tuple[Comparison, ...]) -> None:
    for table in comparison_tables(comparisons):
        output.block(table)
    for sentence in comparison_cautions(comparisons):
        output.say(sentence)


def _show_certificates(output: Output, studies: Sequence[Study]) -> None:
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
        figure(figures["cdr"].value),
        interval(figures["cdr"].interval),
        figure(figures["kappa"].value),
        interval(figures["kappa"].interval),
    ]
