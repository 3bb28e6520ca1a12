"""Charts of two judges, or of one on two days; each mark's target names the cases behind it."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.desktop.figure_words import axis_name, marked
from xpert_studio.desktop.pages.alignment.charts import MOST_GROUPS, cases, most
from xpert_studio.desktop.pages.alignment.words import (
    GROUPINGS,
    Called,
    group_name,
)
from xpert_studio.metrics import Comparison, PartShift
from xpert_studio.metrics.metric import PAIRS, RANKS
from xpert_studio.metrics.registry import compared_metrics
from xpert_studio.records import Certificate
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.charts import Chart
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.wording import figure, number, percent, t


def paired_chart(look: Look, beside: Look, names: tuple[str, str]) -> Chart | None:
    """CDR and the figures by checkpoint of two judges, as two points a row."""
    from xpert_studio.report.charts import Dumbbell, dumbbell_chart

    sides = [side.judge.alignment for side in (look, beside) if side.judge and side.judge.alignment]
    if len(sides) < 2 or look.judge is None:
        return None
    rows, cautions = [], []
    for metric in (m for source in (RANKS, PAIRS) for m in compared_metrics(source)):
        first, second = (side.figures[metric.id] for side in sides)
        if first.value is None or second.value is None:
            continue
        cautions += [first.caution, second.caution]
        wanted = CaseFilter(judge=look.judge.judge.id, said="differ")
        note = marked(
            f"{figure(first.value)} → {figure(second.value)}", first.caution or second.caution
        )
        rows.append(Dumbbell(t(metric.head), first.value, second.value, note, cases(wanted)))
    if not rows:
        return None
    return dumbbell_chart(
        rows,
        names=names,
        axis=axis_name(t("With the experts"), cautions),
        form=".2f",
        head=t("Figure"),
        description=t("Figures of two judges beside each other"),
    )


def alone_right_chart(found: Comparison, first: str, second: str) -> Chart:
    """On how many answers either judge alone is right."""
    from xpert_studio.report.charts import Bar, bar_chart

    base = CaseFilter(judge=found.first, beside=found.second)
    test = found.mcnemar
    return bar_chart(
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


def two_judges_chart(
    look: Look, beside: Look, names: tuple[str, str], called: Called, small: SmallGroups
) -> Chart | None:
    """κ of two judges, dimension by dimension."""
    from xpert_studio.report.charts import Dumbbell, dumbbell_chart

    if look.judge is None or look.detail is None or beside.detail is None:
        return None
    judge_id, by = look.judge.judge.id, "dimension"
    first = most(look.detail.groups[by])
    other = {group.name: group.figures["kappa"].value for group in beside.detail.groups[by]}
    rows = [
        Dumbbell(
            small.mark(group_name(by, group.name, called), group.tasks),
            group.figures["kappa"].value or 0.0,
            other[group.name] or 0.0,
            t("n = {n}", n=number(group.figures.n)),
            cases(CaseFilter(judge=judge_id, said="differ").but(**{by: group.name})),
        )
        for group in first
        if group.figures["kappa"].value is not None and other.get(group.name) is not None
    ]
    if not rows:
        return None
    return dumbbell_chart(
        rows,
        names=names,
        axis=small.explain_below(
            t("Cohen’s κ with the experts"), *(group.tasks for group in first)
        ),
        form=".2f",
        head=t(GROUPINGS[by]),
        description=t("Agreement of two judges by group"),
    )


def moved_chart(
    parts: Sequence[PartShift], by: str, whole: tuple[float | None, float | None],
    names: tuple[str, str], judge_id: str, called: Called, small: SmallGroups,
) -> Chart | None:  # fmt: skip
    """κ before and after: over all, and group by group."""
    from xpert_studio.report.charts import Dumbbell, dumbbell_chart

    base = CaseFilter(judge=judge_id, said="differ")
    rows = []
    if whole[0] is not None and whole[1] is not None:
        rows.append(Dumbbell(t("All"), whole[0], whole[1], "", cases(base)))
    own = [part for part in parts if part.by == by]
    own.sort(key=lambda part: -abs(part.kappa.difference or 0.0))
    for part in own[:MOST_GROUPS]:
        before, after = part.kappa.before, part.kappa.after
        if before is None or after is None:
            continue
        rows.append(
            Dumbbell(
                small.mark(group_name(by, part.name, called), part.tasks),
                before,
                after,
                t("n = {n}", n=number(part.n)),
                cases(base.but(**{by: part.name})),
            )
        )
    if not rows:
        return None
    return dumbbell_chart(
        rows,
        names=names,
        axis=small.explain_below(
            t("Cohen’s κ with the experts"), *(part.tasks for part in own[:MOST_GROUPS])
        ),
        form=".2f",
        head=t(GROUPINGS[by]),
        description=t("Agreement before and after, by group"),
    )


def time_chart(certificates: Sequence[Certificate], said: Sequence[str]) -> Chart | None:
    """CDR with its interval, certificate by certificate."""
    from xpert_studio.report.charts import Estimate, forest_chart

    rows = []
    for made, name in zip(certificates, said, strict=True):
        cdr, kappa, accuracy = (made.figures[name] for name in ("cdr", "kappa", "accuracy"))
        if cdr.value is None:
            continue
        low, high = cdr.interval or (None, None)
        note = marked(f"κ {figure(kappa.value)}, {percent(accuracy.value)}", cdr.caution)
        rows.append(Estimate(name, cdr.value, low, high, note=note, target=("since", made.id)))
    if not rows:
        return None
    return forest_chart(
        rows,
        axis=axis_name(t("CDR"), (made.figures["cdr"].caution for made in certificates)),
        marks=((t("majority-class baseline"), 0.0),),
        form=".2f",
        heads=(t("Certificate"), "CDR", t("Low"), t("High")),
        description=t("CDR over time"),
    )
