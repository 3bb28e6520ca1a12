"""How well judges follow the experts: order of responses, checkpoints, kinds of checkpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xpert_studio.report.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Heading,
    Note,
    Row,
    Section,
    Table,
    Text,
)
from xpert_studio.report.sections.exclusions import exclusions
from xpert_studio.report.sentences import (
    caution_sentences,
    evidence_sentence,
    group_cautions,
    judge_name,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xpert_studio.metrics import CriterionAgreement, RankAgreement
    from xpert_studio.report.analysis import Analysis, JudgeFindings
    from xpert_studio.report.small_groups import SmallGroups

_GROUP_TITLES = {
    "tier": "By tier",
    "dimension": "By dimension",
    "domain": "By domain",
    "system": "By system: does the judge favour one?",
}
_MOST_GROUPS = 40


def alignment_section(analysis: Analysis) -> Section:
    """All judges beside each other, then the best one in detail."""
    aligned = analysis.aligned()
    if not aligned:
        note = Note(
            "There are no gold judgments on what the judges have scored, so nothing can be said "
            "of how well they follow the experts."
        )
        return Section("alignment", "Alignment with the experts", (note,))
    blocks: list[Block] = [*_consistency(aligned), _order_table(aligned), _order_chart(aligned)]
    blocks += [*_criterion_tables(aligned), _kappa_chart(aligned)]
    blocks += _cautions(aligned)
    blocks += exclusions(analysis.catalog, aligned)
    for findings in aligned[:2]:
        blocks.append(Heading(f"Where {judge_name(findings.judge)} agrees, and where not"))
        found = findings.alignment
        if found is not None:
            blocks.append(_confusion(found.criterion))
            for name in _GROUP_TITLES:
                groups = found.groups.get(name, {})
                if len(groups) > 1:
                    blocks.append(_group_table(name, groups, analysis.small))
                    blocks += [Note(sentence) for sentence in group_cautions(groups)]
    return Section("alignment", "Alignment with the experts", tuple(blocks))


def _consistency(aligned: list[JudgeFindings]) -> list[Block]:
    rows = [
        Row(
            (
                item.judge.id,
                item.consistency.trials,
                item.consistency.items,
                item.consistency.unanimous.value,
                item.consistency.unanimous.interval,
                item.consistency.pairwise.value,
                item.undecided,
            )
        )
        for item in aligned
        if item.consistency is not None
    ]
    if not rows:
        return [
            Text(
                "Every judge was asked once, so how far each agrees with itself is not known; "
                "several trials would tell."
            )
        ]
    columns = (
        Column("Judge"),
        Column("Trials", "0"),
        Column("Answers", "0"),
        Column("Same in every trial", "0.0%"),
        Column("95 % interval", "0.0%", interval=True),
        Column("Two trials agree", "0.0%"),
        Column("Left even", "0"),
    )
    return [Table(columns, tuple(rows), "Does each judge agree with itself?", "Self-agreement")]


def _order_table(aligned: list[JudgeFindings]) -> Table:
    columns = (
        Column("Judge"),
        Column("CDR", "0.000"),
        Column("95 % interval", "0.00", interval=True),
        Column("P(agree)", "0.0%"),
        Column("P(tied)", "0.0%"),
        Column("P(disagree)", "0.0%"),
        Column("Pairs", "0"),
        Column("Tasks", "0"),
        Column("Mean over tasks", "0.000"),
        Column("τ-b", "0.000"),
    )
    rows = tuple(
        Row(
            (
                item.judge.id,
                rank.cdr,
                rank.interval,
                rank.p_agree,
                rank.p_tied,
                rank.p_disagree,
                rank.pairs,
                rank.tasks,
                rank.mean_over_tasks,
                rank.tau_b,
            )
        )
        for item in aligned
        for rank in _ranks(item)
    )
    return Table(columns, rows, "Order of responses to the same task", "CDR")


def _order_chart(aligned: list[JudgeFindings]) -> Figure:
    from xpert_studio.report.charts import Shares, shares_chart

    rows = [
        Shares(
            judge_name(item.judge),
            rank.p_agree or 0.0,
            rank.p_tied or 0.0,
            rank.p_disagree or 0.0,
            f"CDR {rank.cdr:.2f}",
        )
        for item in aligned
        for rank in _ranks(item)
        if rank.cdr is not None
    ]
    chart = shares_chart(rows, description="Pairs in the same order, tied, and in opposite order")
    caption = "Pairs of responses: in the experts' order, tied by one or both, in opposite order."
    return Figure(chart.svg, caption)


def _criterion_tables(aligned: list[JudgeFindings]) -> list[Block]:
    """How often judge and experts agree; and apart from it, in which direction they differ."""
    agreement = (
        Column("Judge"),
        Column("n", "0"),
        Column("Accuracy", "0.0%"),
        Column("95 % interval", "0.0%", interval=True),
        Column("Constant answer", "0.0%"),
        Column("κ", "0.000"),
        Column("95 % interval", "0.00", interval=True),
        Column("MCC", "0.000"),
        Column("Macro-F1", "0.000"),
        Column("Criterion-level CDR", "0.000"),
    )
    direction = (
        Column("Judge"),
        Column("Experts say met", "0.0%"),
        Column("Judge less experts", "+0.0%"),
        Column("Met called met", "0.0%"),
        Column("95 % interval", "0.0%", interval=True),
        Column("Not met called not met", "0.0%"),
        Column("95 % interval", "0.0%", interval=True),
        Column("Precision of met", "0.0%"),
        Column("F1 of met", "0.000"),
    )
    figures = [(item.judge.id, c) for item in aligned for c in _criteria(item)]
    first = Table(
        agreement,
        tuple(Row((name, *_agreement_cells(c))) for name, c in figures),
        "Single checkpoints: how often the judge decides as the experts do",
        "Checkpoints",
    )
    second = Table(
        direction,
        tuple(Row((name, *_direction_cells(c))) for name, c in figures),
        "Single checkpoints: base rate, leniency, sensitivity and specificity",
        "Directions",
    )
    return [first, second]


def _agreement_cells(figures: CriterionAgreement) -> tuple[Cell, ...]:
    return (
        figures.n,
        figures.accuracy,
        figures.accuracy_interval,
        figures.constant_accuracy,
        figures.kappa,
        figures.kappa_interval,
        figures.mcc,
        figures.macro_f1,
        figures.criterion_cdr,
    )


def _direction_cells(figures: CriterionAgreement) -> tuple[Cell, ...]:
    return (
        figures.base_rate,
        figures.leniency,
        figures.sensitivity,
        figures.sensitivity_interval,
        figures.specificity,
        figures.specificity_interval,
        figures.precision,
        figures.f1_met,
    )


def _kappa_chart(aligned: list[JudgeFindings]) -> Figure:
    from xpert_studio.report.charts import Estimate, forest_chart

    rows = [
        Estimate(
            judge_name(item.judge),
            c.kappa,
            c.kappa_interval[0] if c.kappa_interval else None,
            c.kappa_interval[1] if c.kappa_interval else None,
        )
        for item in aligned
        for c in _criteria(item)
        if c.kappa is not None
    ]
    lowest = min([row.low if row.low is not None else row.value for row in rows] + [0.0])
    chart = forest_chart(
        rows,
        axis="Cohen's κ with the experts",
        limits=(min(lowest - 0.05, -0.05), 1.0),
        marks=(("majority class", 0.0),),
        description="Kappa of each judge",
    )
    return Figure(
        chart.svg, "κ with 95 % interval. The majority-class baseline has κ = 0; 1 is perfect."
    )


def _ranks(item: JudgeFindings) -> list[RankAgreement]:
    return [item.alignment.rank] if item.alignment is not None else []


def _criteria(item: JudgeFindings) -> list[CriterionAgreement]:
    return [item.alignment.criterion] if item.alignment is not None else []


def _cautions(aligned: list[JudgeFindings]) -> list[Block]:
    return [
        Note(f"{judge_name(item.judge)}: {sentence}")
        for item in aligned
        if item.alignment is not None
        for sentence in (*caution_sentences(item.alignment), evidence_sentence(item.alignment))
    ]


def _confusion(figures: CriterionAgreement) -> Table:
    counts = figures.confusion
    columns = (Column("Experts say"), Column("Judge: met", "0"), Column("Judge: not met", "0"))
    rows = (Row(("met", counts.tp, counts.fn)), Row(("not met", counts.fp, counts.tn)))
    return Table(columns, rows, f"All {figures.n:,} checkpoints", "Confusion")


def _group_table(
    grouping: str,
    groups: Mapping[str, CriterionAgreement],
    small: SmallGroups,
) -> Table:
    columns = (
        Column(grouping.capitalize()),
        Column("n", "0"),
        Column("Tasks", "0"),
        Column("met, met", "0"),
        Column("judge alone met", "0"),
        Column("experts alone met", "0"),
        Column("not, not", "0"),
        Column("κ", "0.000"),
        Column("Accuracy", "0.0%"),
        Column("95 % interval", "0.0%", interval=True),
        Column("Constant answer", "0.0%"),
        Column("Leniency", "+0.0%"),
    )
    shown = (
        sorted(groups.items(), key=lambda item: -item[1].n)
        if grouping != "tier"
        else groups.items()
    )
    rows = tuple(
        Row(
            (
                small.mark(name, c.tasks),
                c.n,
                c.tasks,
                c.confusion.tp,
                c.confusion.fp,
                c.confusion.fn,
                c.confusion.tn,
                c.kappa,
                c.accuracy,
                c.accuracy_interval,
                c.constant_accuracy,
                c.leniency,
            )
        )
        for name, c in list(shown)[:_MOST_GROUPS]
    )
    title = _GROUP_TITLES[grouping]
    if len(groups) > _MOST_GROUPS:
        title += f" (the {_MOST_GROUPS} with most judgments, of {len(groups)})"
    return Table(
        columns, rows, small.explain(title, *(c.tasks for c in groups.values())), name=title[:31]
    )
