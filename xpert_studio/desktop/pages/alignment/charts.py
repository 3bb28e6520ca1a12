"""The charts of one judge; each mark's target names the cases behind it.

Drawn on another thread. A target is ``cases`` or ``pairs``, then the words of a filter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xpert_studio.desktop.figure_words import axis_name, in_words, marked
from xpert_studio.desktop.pages.alignment.words import (
    GROUPINGS,
    Called,
    group_name,
)
from xpert_studio.metrics import Figures, Group
from xpert_studio.report.cases import CaseFilter, PairFilter
from xpert_studio.report.charts import Chart, Estimate, Shares
from xpert_studio.report.judge_alignment import Look
from xpert_studio.wording import figure, number, t

MOST_GROUPS: Final = 24
"""So many rows of a chart can be read; tables have the rest."""


def cases(wanted: CaseFilter) -> tuple[str, ...]:
    """The target of a mark that stands for answers."""
    return ("cases", *wanted.words())


def pairs(wanted: PairFilter) -> tuple[str, ...]:
    """The target of a mark that stands for pairs of responses."""
    return ("pairs", *wanted.words())


def order_chart(look: Look, called: Called) -> Chart | None:
    """How pairs of responses divide: over all, and by domain."""
    from xpert_studio.report.charts import shares_chart

    judge, detail = look.judge, look.detail
    if judge is None or judge.alignment is None or detail is None or not judge.alignment.rank.n:
        return None
    base = PairFilter(judge=judge.judge.id)
    rows, counts = [_shares(t("All"), judge.alignment.rank, base)], []
    small = in_words(look.analysis.small)
    domains = [group for group in detail.groups["domain"] if group.rank and group.rank.n]
    ranks = (judge.alignment.rank, *(group.rank for group in domains if group.rank))
    cautions = [rank["cdr"].caution for rank in ranks]
    if len(domains) > 1:
        counts = [group.tasks for group in domains]
        rows += [
            _shares(
                small.mark(group_name("domain", group.name, called), group.tasks),
                group.rank,
                base.but(domain=group.name),
            )
            for group in most(domains)
            if group.rank
        ]
    return shares_chart(
        rows,
        names=(t("same order"), t("tied"), t("opposite order")),
        axis=axis_name(small.explain_below(t("Share of pairs of responses"), *counts), cautions),
        head=t("Pairs"),
        description=t("Pairs of responses in the experts’ order, tied, and in the opposite order"),
    )


def _shares(name: str, rank: Figures, base: PairFilter) -> Shares:
    from xpert_studio.report.charts import Part, Shares

    return Shares(
        name,
        Part(rank["p_agree"].value or 0.0, pairs(base.but(order="agree"))),
        Part(rank["p_tied"].value or 0.0, pairs(base.but(order="tied"))),
        Part(rank["p_disagree"].value or 0.0, pairs(base.but(order="disagree"))),
        marked(f"CDR {figure(rank['cdr'].value)}  n = {number(rank.n)}", rank["cdr"].caution),
    )


def confusion(look: Look) -> Chart | None:
    """What the experts say against what the judge says."""
    from xpert_studio.report.charts import Counted, confusion_chart

    judge = look.judge
    if judge is None or judge.alignment is None:
        return None
    counts = judge.alignment.criterion.facts
    if not judge.alignment.criterion.n:
        return None
    base = CaseFilter(judge=judge.judge.id)
    tp, fp, fn, tn = (
        Counted(int(counts[cell]), cases(base.but(said=cell))) for cell in ("tp", "fp", "fn", "tn")
    )
    return confusion_chart(
        ((tp, fn), (fp, tn)),
        rows=(t("Experts: met"), t("Experts: not met")),
        columns=(t("Judge: met"), t("Judge: not met")),
        heads=(t("Experts"), t("Judge: met"), t("Judge: not met")),
        description=t("What the experts say against what the judge says"),
    )


def kappa_chart(look: Look, groups: Sequence[Group], called: Called) -> Chart | None:
    """κ of groups with their intervals; hollow where they cannot be compared with the rest."""
    from xpert_studio.report.charts import Estimate, forest_chart

    judge = look.judge
    shown = [group for group in most(groups) if group.figures["kappa"].value is not None]
    if judge is None or judge.alignment is None or not shown:
        return None
    base, small = CaseFilter(judge=judge.judge.id, said="differ"), in_words(look.analysis.small)
    whole = judge.alignment.criterion
    rows = [_whole(whole, base)] if whole["kappa"].value is not None else []
    for group in shown:
        kappa = group.figures["kappa"]
        low, high = kappa.interval or (None, None)
        sure = group.is_weaker
        rows.append(
            Estimate(
                small.mark(group_name(group.by, group.name, called), group.tasks),
                kappa.value or 0.0,
                low,
                high,
                hollow=group.contrast is None,
                note=marked(
                    t("n = {n}, weaker", n=number(group.figures.n))
                    if sure
                    else t("n = {n}", n=number(group.figures.n)),
                    kappa.caution,
                ),
                target=cases(base.but(**{group.by: group.name})),
            )
        )
    lowest = min(row.value if row.low is None else row.low for row in rows)
    return forest_chart(
        rows,
        axis=axis_name(
            small.explain_below(t("Cohen’s κ with the experts"), *(group.tasks for group in shown)),
            (found["kappa"].caution for found in (whole, *(group.figures for group in shown))),
        ),
        limits=(min(lowest - 0.05, -0.05), 1.0),
        marks=((t("majority-class baseline"), 0.0),),
        form=".2f",
        heads=(t(GROUPINGS[shown[0].by]), "κ", t("Low"), t("High")),
        description=t("Agreement by group, with intervals"),
    )


def _whole(whole: Figures, base: CaseFilter) -> Estimate:
    from xpert_studio.report.charts import Estimate

    kappa = whole["kappa"]
    low, high = kappa.interval or (None, None)
    return Estimate(
        t("All"),
        kappa.value or 0.0,
        low,
        high,
        note=marked(t("n = {n}", n=number(whole.n)), kappa.caution),
        target=cases(base),
    )


def leniency_chart(look: Look, groups: Sequence[Group], called: Called) -> Chart | None:
    """How much more often the judge says met than the experts, by group."""
    from xpert_studio.report.charts import Bar, bar_chart

    judge = look.judge
    shown = [group for group in most(groups) if group.figures["leniency"].value is not None]
    if judge is None or not shown:
        return None
    base, small = CaseFilter(judge=judge.judge.id), in_words(look.analysis.small)
    rows = []
    for group in shown:
        value = 100 * (group.figures["leniency"].value or 0.0)
        said = "fp" if value >= 0 else "fn"
        rows.append(
            Bar(
                small.mark(group_name(group.by, group.name, called), group.tasks),
                value,
                f"{value:+.1f}".replace("-", "−"),
                stressed=value < 0,
                target=cases(base.but(said=said, **{group.by: group.name})),
            )
        )
    widest = max(abs(row.value) for row in rows)
    axis = t("Points of “met” more (right) or fewer (left, hatched) than the experts")
    return bar_chart(
        rows,
        axis=small.explain_below(axis, *(group.tasks for group in shown)),
        limits=(-max(widest * 1.25, 5), max(widest * 1.25, 5)),
        heads=(t(GROUPINGS[shown[0].by]), t("Leniency in per cent")),
        description=t("How much more often the judge says met than the experts"),
    )


def score_chart(look: Look) -> Chart | None:
    """Scores of responses by the judge against those by the experts."""
    from xpert_studio.report.charts import Field, Point, density_chart, scatter_chart
    from xpert_studio.report.judge_alignment import FIELD, MOST_POINTS, score_fields

    judge, detail, catalog = look.judge, look.detail, look.analysis.catalog
    if judge is None or detail is None or not detail.responses.size:
        return None
    base = CaseFilter(judge=judge.judge.id)
    x_axis, y_axis = t("Score by the experts, %"), t("Score by the judge, %")
    description = t("Scores of responses by the judge against those by the experts")
    if detail.responses.size > MOST_POINTS:
        return density_chart(
            [
                Field(
                    field.expert,
                    field.judge,
                    field.count,
                    cases(
                        base.but(expert_score=field.expert_bounds, judge_score=field.judge_bounds)
                    ),
                )
                for field in score_fields(detail)
            ],
            size=FIELD,
            heads=(t("Experts from"), t("Judge from"), t("Responses")),
            description=description,
            x_axis=x_axis,
            y_axis=y_axis,
        )
    points = [
        Point(
            catalog.task_titles[catalog.response_task[response]],
            100 * expert,
            100 * judged,
            cases(base.but(response=catalog.responses[response])),
        )
        for response, expert, judged in zip(
            detail.responses.tolist(),
            detail.expert_scores.tolist(),
            detail.judge_scores.tolist(),
            strict=True,
        )
    ]
    return scatter_chart(
        points, head=t("Task"), x_axis=x_axis, y_axis=y_axis, description=description
    )


def most(groups: Sequence[Group]) -> list[Group]:
    """The groups that a chart has room for: those with most answers, in their order."""
    if len(groups) <= MOST_GROUPS:
        return list(groups)
    kept = sorted(groups, key=lambda group: -group.figures.n)[:MOST_GROUPS]
    return [group for group in groups if group in kept]
