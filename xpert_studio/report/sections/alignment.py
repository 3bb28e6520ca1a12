"""How well judges follow the experts, what was left out, and judges and experts compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xpert_studio.core.metrics import (
    GRADES,
    GROUPINGS,
    LEAST_SHARED,
    PAIRS,
    RANKS,
    RATERS,
    Estimate,
    Figures,
    Unit,
    metrics_of,
)
from xpert_studio.core.records.columns import Catalog
from xpert_studio.core.wording import clauses, in_a_row, labelled, listed, mark, t, tn
from xpert_studio.report.analysis import JudgeFindings
from xpert_studio.report.blocks import (
    Block,
    Column,
    Figure,
    Heading,
    Note,
    Row,
    Section,
    Table,
    Text,
)
from xpert_studio.report.cautions import caution_sentences, comparison_cautions, group_cautions
from xpert_studio.report.detail import judge_detail
from xpert_studio.report.figure_tables import (
    comparison_tables,
    graded_pair_tables,
    group_tables,
    judge_tables,
    pair_table,
    scale_table,
    self_tables,
)
from xpert_studio.report.section import ReportView
from xpert_studio.report.sentences import LIKENESS, evidence_sentence, judge_name, span, treatment


def alignment_section(view: ReportView) -> Section:
    """All judges beside each other, then the best one in detail."""
    analysis = view.analysis
    aligned = analysis.aligned()
    if not aligned:
        note = Note(
            t(
                "There are no gold judgments on what the judges have scored, so nothing can be "
                "said of how well they follow the experts."
            )
        )
        return Section("alignment", t("Alignment with the experts"), (note,))
    blocks: list[Block] = [*_consistency(aligned)]
    blocks += [*judge_tables(aligned, RANKS), _order_chart(aligned)]
    blocks += [*judge_tables(aligned, PAIRS), *_kappa_charts(aligned)]
    blocks += judge_tables(aligned, GRADES)
    blocks += _cautions(aligned)
    blocks += exclusions(analysis.catalog, aligned)
    for findings in aligned[:2]:
        blocks.append(
            Heading(t("Where {judge} agrees, and where not", judge=judge_name(findings.judge)))
        )
        found = findings.alignment
        detail = judge_detail(analysis, findings)
        if found is not None and detail is not None:
            blocks += [_confusion(found.criterion)][: found.criterion.n]
            for name in GROUPINGS:
                groups = detail.groups[name]
                if len(groups) > 1:
                    blocks += group_tables(groups, analysis.small)
                    blocks += [Note(sentence) for sentence in group_cautions(groups)]
    return Section("alignment", t("Alignment with the experts"), tuple(blocks))


def _consistency(aligned: list[JudgeFindings]) -> list[Block]:
    once = Text(
        t(
            "Every judge was asked once, so how far each agrees with itself is not known; several "
            "trials would tell."
        )
    )
    return [*self_tables(aligned)] or [once]


def _order_chart(aligned: list[JudgeFindings]) -> Figure:
    from xpert_studio.report.charts import Shares, Stacks

    rows = [
        Shares(
            judge_name(item.judge),
            rank["p_agree"].value or 0.0,
            rank["p_tied"].value or 0.0,
            rank["p_disagree"].value or 0.0,
            t("CDR {cdr:.2f}", cdr=rank["cdr"].value),
        )
        for item in aligned
        if item.alignment is not None and (rank := item.alignment.rank).n
    ]
    chart = Stacks(rows, description=t("Pairs in the same order, tied, and in opposite order"))
    caption = t(
        "Pairs of responses: in the experts' order, tied by one or both, in opposite order."
    )
    return Figure(chart, caption)


_KAPPAS: Final = (
    (
        "kappa_within",
        mark("κ within checkpoints"),
        mark("κ within checkpoints, with 95 % interval: 0 for a rater that reads nothing."),
    ),
    (
        "within_correlation",
        mark("Correlation within checkpoints, graded"),
        mark(
            "Correlation within graded checkpoints, with 95 % interval: 0 for a rater that reads "
            "nothing."
        ),
    ),
)


def _kappa_charts(aligned: list[JudgeFindings]) -> list[Figure]:
    from xpert_studio.report.charts import Dots, Estimate

    found = []
    for name, axis_text, caption in _KAPPAS:
        axis, said = t(axis_text), t(caption)
        rows = [
            Estimate(judge_name(item.judge), kappa.value, *(kappa.interval or (None, None)))
            for item in aligned
            if item.alignment is not None
            and (kappa := item.alignment.figures.get(name)) is not None
            and kappa.value is not None
        ]
        if not rows:
            continue
        lowest = min([row.low if row.low is not None else row.value for row in rows] + [0.0])
        chart = Dots(
            rows,
            axis=axis,
            limits=(min(lowest - 0.05, -0.05), 1.0),
            marks=((t("reads nothing"), 0.0),),
            description=axis,
        )
        found.append(Figure(chart, said))
    return found


def _cautions(aligned: list[JudgeFindings]) -> list[Block]:
    return [
        Note(labelled(judge_name(item.judge), sentence))
        for item in aligned
        if item.alignment is not None
        for sentence in (*caution_sentences(item.alignment), evidence_sentence(item.alignment))
    ]


def _confusion(figures: Figures) -> Table:
    rejected, fp, fn, tp = (int(figures.facts[name]) for name in PAIRS.columns)
    columns = (
        Column(t("Experts say")),
        Column(t("Judge: met"), "0"),
        Column(t("Judge: not met"), "0"),
    )
    rows = (Row((t("met"), tp, fn)), Row((t("not met"), fp, rejected)))
    return Table(columns, rows, t("All {n:,} checkpoints", n=figures.n), t("Confusion"))


_MOST_ROWS = 200


def exclusions(catalog: Catalog, aligned: Sequence[JudgeFindings]) -> list[Block]:
    """How many responses are excluded for each judge, and every near-duplicate of an anchor.

    Borderline ones, which are not excluded, are in the table too.

    Args:
        catalog: The responses.
        aligned: The judges.
    """
    counts = [_counts(item) for item in aligned if item.left_out.any()]
    blocks: list[Block] = []
    if counts:
        blocks.append(Text(t("Excluded from the alignment: {counts}.", counts=clauses(counts))))
    rows = [row for item in aligned for row in _rows(catalog, item)]
    if not rows:
        return blocks
    columns = (
        Column(t("Judge")),
        Column(t("Task")),
        Column(t("Response")),
        Column(t("Anchor")),
        Column(t("Reason")),
        Column(t("Similarity"), "0%"),
        Column(t("Status")),
    )
    title = t("Near-duplicates of anchors")
    if len(rows) > _MOST_ROWS:
        first = t("(the first {most_rows} of {rows:,})", most_rows=_MOST_ROWS, rows=len(rows))
        title = in_a_row((title, first))
    return [*blocks, Table(columns, tuple(rows[:_MOST_ROWS]), title, "Near-duplicates")]


def _counts(item: JudgeFindings) -> str:
    duplicates = len(item.shown.excluded)
    unseen = int((item.left_out & ~item.shown.mask).sum())
    attached = t(", {unseen} with attachments not seen", unseen=unseen) if unseen else ""
    return t(
        "{judge}: {responses} ({anchors}, {duplicates}{attached})",
        judge=item.judge.id,
        responses=tn("{n} response", "{n} responses", int(item.left_out.sum())),
        anchors=tn("{n} anchor", "{n} anchors", int(item.shown.mask.sum()) - duplicates),
        duplicates=tn("{n} near-duplicate", "{n} near-duplicates", duplicates),
        attached=attached,
    )


def _rows(catalog: Catalog, item: JudgeFindings) -> list[Row]:
    found = (*item.shown.excluded, *item.shown.borderline)
    wanted = {name for one in found for name in (one.response_id, one.anchor_id)}
    places = {name: place for place, name in enumerate(catalog.responses) if name in wanted}
    systems = {
        name: catalog.systems[catalog.response_system[place]] for name, place in places.items()
    }
    return [
        Row(
            (
                item.judge.id,
                catalog.task_titles[catalog.response_task[places[one.response_id]]],
                systems[one.response_id],
                systems[one.anchor_id],
                t(LIKENESS[one.reason]),
                one.similarity,
                treatment(one),
            )
        )
        for one in found
    ]


def comparison_section(view: ReportView) -> Section | None:
    """Pairs of judges on the same answers; None with fewer than two judges."""
    analysis = view.analysis
    if not analysis.comparisons:
        return None
    tests, *correctness = comparison_tables(analysis.comparisons)
    blocks: list[Block] = [
        Text(
            t(
                "Both judges of a row are compared on the same checkpoints of the same "
                "responses; anchors of either are excluded. The tests by task say whether "
                "the difference would also be found on other tasks like these. McNemar's "
                "exact test treats checkpoints as independent, so it speaks of these "
                "tasks only. Corrected: Benjamini–Hochberg over all tests of a table."
            )
        ),
        tests,
        *(Note(sentence) for sentence in comparison_cautions(analysis.comparisons)),
        *correctness,
    ]
    weak = [p for p in analysis.comparisons if p.n and not p.mcnemar.can_be_significant]
    if weak:
        blocks.append(
            Note(
                t(
                    "In {weak} of these rows the judges differ on fewer than six checkpoints: no "
                    "test could find a difference there.",
                    weak=len(weak),
                )
            )
        )
    return Section("comparison", t("Judges compared"), tuple(blocks))


def _figure(found: Estimate) -> str:
    if found.value is None:
        return t("undefined")
    return t("{value} ({interval})", value=f"{found.value:.3f}", interval=span(found.interval))


def experts_section(view: ReportView) -> Section | None:
    """Agreement between experts: the ceiling for any judge; None where none two overlap."""
    analysis = view.analysis
    found = analysis.agreement
    if found is None:
        return None
    undecided = analysis.reference.undecided if analysis.reference else 0
    others = listed(
        f"{t(metric.head)} {_figure(found.figures[metric.id])}"
        for metric in metrics_of(RATERS)
        if metric.unit is Unit.COEFFICIENT
    )
    decided: list[Block] = [
        Text(
            t(
                "{items:,} checkpoints of {tasks} tasks were judged by more than one expert: "
                "{others}, with 95 % intervals by task or family; κ is pooled over all pairs of "
                "experts. They differ on {disputed}; on {undecided} of those as many say met "
                "as not met, and these count neither for nor against a judge.",
                items=found.items,
                tasks=found.figures.tasks,
                others=others,
                disputed=len(found.disputed),
                undecided=undecided,
            )
        ),
        pair_table(
            found.pairs, t("fewer than {least_shared} shared ratings", least_shared=LEAST_SHARED)
        ),
    ]
    graded = [
        *scale_table(found.scales, t("Graded checkpoints judged by more than one expert")),
        *(graded_pair_tables(found.pairs) if len(found.pairs) > 1 else ()),
    ]
    blocks = (*(decided if found.items else ()), *graded)
    return Section("experts", t("Agreement between experts"), blocks)
