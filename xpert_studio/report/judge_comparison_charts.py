"""Charts of two judges beside each other, and of a judge over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xpert_studio.core.metrics import Comparison, PartShift
from xpert_studio.core.metrics.metric import PAIRS, RANKS
from xpert_studio.core.metrics.registry import compared_metrics
from xpert_studio.core.records import Certificate
from xpert_studio.core.wording import figure, number, percent, t
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.charts import (
    Bar,
    Bars,
    Chart,
    Dots,
    Dumbbell,
    Estimate,
    Pairs,
)
from xpert_studio.report.figure_words import axis_name, marked
from xpert_studio.report.judge_charts import MOST_GROUPS, _kappa_axis, cases, most
from xpert_studio.report.part_names import Called, group_name, grouping_name
from xpert_studio.report.small_groups import SmallGroups

if TYPE_CHECKING:
    from xpert_studio.report.sections.looked_at import LookedAt


def paired_chart(found: LookedAt, beside: LookedAt, names: tuple[str, str]) -> Chart | None:
    """CDR and the figures by checkpoint of two judges, as two points a row."""
    target = cases(CaseFilter(judge=found.judge.judge.id, said="differ"))
    rows, cautions = [], []
    for metric in (m for source in (RANKS, PAIRS) for m in compared_metrics(source)):
        first, second = (side.alignment.figures[metric.id] for side in (found, beside))
        if first.value is not None and second.value is not None:
            cautions += [first.caution, second.caution]
            said = f"{figure(first.value)} → {figure(second.value)}"
            rows.append(
                Dumbbell(
                    t(metric.head),
                    first.value,
                    second.value,
                    note=marked(said, first.caution or second.caution),
                    target=target,
                )
            )
    return _beside(
        rows,
        names,
        axis_name(t("With the experts"), cautions),
        t("Figure"),
        t("Figures of two judges beside each other"),
    )


def _beside(
    rows: Sequence[Dumbbell], names: tuple[str, str], axis: str, head: str, description: str
) -> Chart | None:
    """Two values a row; None without any row."""
    if not rows:
        return None
    return Pairs(rows, names=names, axis=axis, form=".2f", head=head, description=description)


def alone_right_chart(comparison: Comparison, first: str, second: str) -> Chart:
    """On how many answers either judge alone is right."""
    base, test = CaseFilter(judge=comparison.first, beside=comparison.second), comparison.mcnemar
    return Bars(
        [
            Bar(first, test.only_first, number(test.only_first), target=cases(base)),
            Bar(
                second,
                test.only_second,
                number(test.only_second),
                stressed=True,
                target=cases(base.but(outdone="yes")),
            ),
        ],
        axis=t("Verdicts on which it alone is right"),
        heads=(t("Judge"), t("Verdicts")),
        description=t("Verdicts on which one judge alone is right"),
    )


def two_judges_chart(found: LookedAt, beside: LookedAt, names: tuple[str, str]) -> Chart | None:
    """κ of two judges, dimension by dimension."""
    base, by = CaseFilter(judge=found.judge.judge.id, said="differ"), "dimension"
    first, small = most(found.detail.groups[by]), found.look.analysis.small
    other = {group.name: group.figures["kappa"].value for group in beside.detail.groups[by]}
    rows = [
        Dumbbell(
            small.mark(group_name(by, group.name, found.called), group.tasks),
            group.figures["kappa"].value or 0.0,
            other[group.name] or 0.0,
            t("n = {n}", n=number(group.figures.n)),
            cases(base.but(**{by: group.name})),
        )
        for group in first
        if group.figures["kappa"].value is not None and other.get(group.name) is not None
    ]
    return _beside(
        rows,
        names,
        _kappa_axis(small, first),
        grouping_name(by),
        t("Agreement of two judges by group"),
    )


def moved_chart(
    parts: Sequence[PartShift],
    by: str,
    whole: tuple[float | None, float | None],
    names: tuple[str, str],
    judge_id: str,
    called: Called,
    small: SmallGroups,
) -> Chart | None:
    """κ before and after: over all, and group by group."""
    base = CaseFilter(judge=judge_id, said="differ")
    own = sorted(
        (part for part in parts if part.by == by),
        key=lambda part: -abs(part.kappa.difference or 0.0),
    )[:MOST_GROUPS]
    every = [
        (t("All"), *whole, "", cases(base)),
        *(
            (
                small.mark(group_name(by, part.name, called), part.tasks),
                part.kappa.before,
                part.kappa.after,
                t("n = {n}", n=number(part.n)),
                cases(base.but(**{by: part.name})),
            )
            for part in own
        ),
    ]
    rows = [
        Dumbbell(name, before, after, note, target)
        for name, before, after, note, target in every
        if before is not None and after is not None
    ]
    return _beside(
        rows,
        names,
        _kappa_axis(small, own),
        grouping_name(by),
        t("Agreement before and after, by group"),
    )


def time_chart(certificates: Sequence[Certificate], said: Sequence[str]) -> Chart | None:
    """CDR with its interval, certificate by certificate."""
    rows = []
    for made, name in zip(certificates, said, strict=True):
        cdr, kappa, accuracy = (made.figures[name] for name in ("cdr", "kappa", "accuracy"))
        if cdr.value is not None:
            low, high = cdr.interval or (None, None)
            rows.append(
                Estimate(
                    name,
                    cdr.value,
                    low,
                    high,
                    note=marked(f"κ {figure(kappa.value)}, {percent(accuracy.value)}", cdr.caution),
                    target=("first", made.id),
                )
            )
    if not rows:
        return None
    return Dots(
        rows,
        axis=axis_name(t("CDR"), (made.figures["cdr"].caution for made in certificates)),
        marks=((t("majority-class baseline"), 0.0),),
        form=".2f",
        heads=(t("Certificate"), "CDR", t("Low"), t("High")),
        description=t("CDR over time"),
    )
