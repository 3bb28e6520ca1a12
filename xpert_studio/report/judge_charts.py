"""The charts of one judge, of two, and of one on two days; each mark's target names its cases.

A target is ``cases`` or ``pairs``, then the words of a filter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from xpert_studio.core.metrics import Figures as Known
from xpert_studio.core.metrics import Group, PartShift
from xpert_studio.core.metrics.registry import metric_named
from xpert_studio.core.metrics.task_estimates import Estimate as TaskEstimate
from xpert_studio.core.wording import figure, number, t
from xpert_studio.report.blocks import APPROXIMATE
from xpert_studio.report.cases import CaseFilter, PairFilter
from xpert_studio.report.charts import (
    Bar,
    Bars,
    Chart,
    CountedPair,
    Density,
    Dots,
    Estimate,
    Field,
    Part,
    Point,
    Scatter,
    Shares,
    Stacks,
    confusion_matrix,
)
from xpert_studio.report.figure_words import axis_name, marked, title_words
from xpert_studio.report.judge_alignment import FIELD, MOST_POINTS, score_fields
from xpert_studio.report.part_names import group_name, grouping_name
from xpert_studio.report.small_groups import SmallGroups

if TYPE_CHECKING:
    from xpert_studio.report.sections.looked_at import LookedAt

MOST_GROUPS: Final = 24
"""So many rows of a chart can be read; tables have the rest."""


def cases(wanted: CaseFilter) -> tuple[str, ...]:
    """The target of a mark that stands for answers."""
    return ("cases", *wanted.words())


def pairs(wanted: PairFilter) -> tuple[str, ...]:
    """The target of a mark that stands for pairs of responses."""
    return ("pairs", *wanted.words())


def order_chart(found: LookedAt) -> Chart | None:
    """How pairs of responses divide: over all, and by domain."""
    if not found.alignment.rank.n:
        return None
    whole, base = found.alignment.rank, PairFilter(judge=found.judge.judge.id)
    small = found.look.analysis.small
    domains = [(group, group.rank) for group in found.detail.groups["domain"] if group.rank]
    domains = [(group, rank) for group, rank in domains if rank.n]
    several = domains if len(domains) > 1 else []
    seen = most([group for group, _ in several])
    said = small.explain_below(
        t("Share of pairs of responses"), *(group.tasks for group, _ in several)
    )
    return Stacks(
        items=[
            _shares(t("All"), whole, base),
            *(
                _shares(
                    small.mark(group_name("domain", group.name, found.called), group.tasks),
                    rank,
                    base.but(domain=group.name),
                )
                for group, rank in several
                if group in seen
            ),
        ],
        names=(t("same order"), t("tied"), t("opposite order")),
        axis=axis_name(
            said, cautions=[rank["cdr"].caution for rank in (whole, *(rank for _, rank in domains))]
        ),
        head=t("Pairs"),
        description=t("Pairs of responses in the experts’ order, tied, and in the opposite order"),
    )


def _shares(name: str, rank: Known, base: PairFilter) -> Shares:
    return Shares(
        name,
        Part(rank["p_agree"].value or 0.0, pairs(base.but(order="agree"))),
        Part(rank["p_tied"].value or 0.0, pairs(base.but(order="tied"))),
        Part(rank["p_disagree"].value or 0.0, pairs(base.but(order="disagree"))),
        marked(
            f"CDR\u00a0{figure(rank['cdr'].value)}  n\u00a0=\u00a0{number(rank.n)}",
            rank["cdr"].caution,
        ),
    )


def confusion(found: LookedAt) -> Chart | None:
    """What the experts say against what the judge says."""
    if not found.alignment.criterion.n:
        return None
    counts, base = found.alignment.criterion.facts, CaseFilter(judge=found.judge.judge.id)
    tp, fp, fn, tn = (
        CountedPair(int(counts[cell]), cases(base.but(said=cell)))
        for cell in ("tp", "fp", "fn", "tn")
    )
    return confusion_matrix(
        ((tp, fn), (fp, tn)),
        rows=(t("Experts: met"), t("Experts: not met")),
        columns=(t("Judge: met"), t("Judge: not met")),
        heads=(t("Experts"), t("Judge: met"), t("Judge: not met")),
        description=t("What the experts say against what the judge says"),
    )


def kappa_chart(found: LookedAt, groups: Sequence[Group]) -> Chart | None:
    """κ of groups with their intervals; hollow where they cannot be compared with the rest."""
    shown = [group for group in most(groups) if group.figures["kappa"].value is not None]
    if not shown:
        return None
    base, small = CaseFilter(judge=found.judge.judge.id, said="differ"), found.look.analysis.small
    whole = found.alignment.criterion
    rows = [
        *([_kappa(t("All"), whole, cases(base))] if whole["kappa"].value is not None else []),
        *(
            _kappa(
                small.mark(group_name(group.by, group.name, found.called), group.tasks),
                group.figures,
                cases(base.but(**{group.by: group.name})),
                is_weaker=group.is_weaker,
                hollow=group.contrast is None,
            )
            for group in shown
        ),
    ]
    lowest = min(row.value if row.low is None else row.low for row in rows)
    return Dots(
        rows,
        axis=axis_name(
            small.explain_below(t("Cohen’s κ with the experts"), *(group.tasks for group in shown)),
            (one["kappa"].caution for one in (whole, *(group.figures for group in shown))),
        ),
        limits=(min(lowest - 0.05, -0.05), 1.0),
        marks=((t("majority-class baseline"), 0.0),),
        form=".2f",
        heads=(grouping_name(shown[0].by), "κ", t("Low"), t("High")),
        description=t("Agreement by group, with intervals"),
    )


def _kappa(
    name: str,
    found: Known,
    target: tuple[str, ...],
    *,
    is_weaker: bool = False,
    hollow: bool = False,
) -> Estimate:
    kappa, n = found["kappa"], number(found.n)
    low, high = kappa.interval or (None, None)
    said = t("n = {n}, weaker", n=n) if is_weaker else t("n = {n}", n=n)
    return Estimate(
        name,
        kappa.value or 0.0,
        low,
        high,
        hollow=hollow,
        note=marked(said, kappa.caution),
        target=target,
    )


def leniency_chart(found: LookedAt, groups: Sequence[Group]) -> Chart | None:
    """How much more often the judge says met than the experts, by group."""
    values = {
        group.name: 100 * value
        for group in most(groups)
        if (value := group.figures["leniency"].value) is not None
    }
    if not values:
        return None
    shown = [group for group in most(groups) if group.name in values]
    base, small = CaseFilter(judge=found.judge.judge.id), found.look.analysis.small
    widest = max(5, *(1.25 * abs(value) for value in values.values()))
    axis = t("Points of “met” more (right) or fewer (left, hatched) than the experts")
    return Bars(
        items=[
            Bar(
                small.mark(group_name(group.by, group.name, found.called), group.tasks),
                values[group.name],
                f"{values[group.name]:+.1f}".replace("-", "−"),
                stressed=values[group.name] < 0,
                target=cases(
                    base.but(
                        said="fp" if values[group.name] >= 0 else "fn", **{group.by: group.name}
                    )
                ),
            )
            for group in shown
        ],
        axis=small.explain_below(axis, *(group.tasks for group in shown)),
        limits=(-widest, widest),
        heads=(grouping_name(shown[0].by), t("Leniency in per cent")),
        description=t("How much more often the judge says met than the experts"),
    )


def score_chart(found: LookedAt) -> Chart | None:
    """Scores of responses by the judge against those by the experts."""
    detail, catalog = found.detail, found.look.analysis.catalog
    if not detail.responses.size:
        return None
    base = CaseFilter(judge=found.judge.judge.id)
    x_axis, y_axis = t("Score by the experts, %"), t("Score by the judge, %")
    description = t("Scores of responses by the judge against those by the experts")
    if detail.responses.size > MOST_POINTS:
        return Density(
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
    return Scatter(
        items=[
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
        ],
        head=t("Task"),
        x_axis=x_axis,
        y_axis=y_axis,
        description=description,
    )


SHOWN: Final = (("cdr",), ("kappa_within", "within_correlation"), ("leniency", "bias"))
"""The figures that are shown at once; the second of a pair where there is no first."""


def glance_chart(looked_at: LookedAt) -> Chart | None:
    """How pairs are ordered, κ within checkpoints and leniency, on one scale; 0 is chance."""
    found, behind = looked_at.alignment, _behind(looked_at)
    rows = []
    for names, (counted, target) in zip(SHOWN, behind, strict=True):
        known = [name for name in names if (one := found.figures.get(name)) and one.n]
        metric, one = metric_named((known or names)[0]), found.figures.get((known or names)[0])
        if one is None or one.value is None:
            continue
        name = title_words(metric, found.scales[-1].scale if found.scales else "")
        low, high = one.interval or (None, None)
        rows.append(
            Estimate(name, one.value, low, high, note=marked(counted, one.caution), target=target)
        )
    if not rows:
        return None
    return Dots(
        rows,
        axis=axis_name(
            t("0: chance, or neither lenient nor harsh"),
            (one.caution for one in found.figures.values()),
        ),
        limits=(-1, 1),
        marks=((t("chance"), 0.0),),
        form=".2f",
        heads=(t("Figure"), t("Value"), t("Low"), t("High")),
        description=t("The judge against the experts"),
    )


def _behind(found: LookedAt) -> list[tuple[str, tuple[str, ...]]]:
    """What is behind the figures: how many, and their targets."""
    alignment, judge_id = found.alignment, found.judge.judge.id
    opposite = int(alignment.rank.facts["disagree"]) if alignment.rank.n else 0
    alone = int(alignment.criterion.facts["fp"]) if alignment.criterion.n else 0
    wanted = CaseFilter(judge=judge_id)
    return [
        (
            t("{n} of {total} pairs reversed", n=number(opposite), total=number(alignment.rank.n)),
            pairs(PairFilter(judge=judge_id, order="disagree")),
        ),
        (
            t("{n} of {total} differ", n=number(alignment.differing), total=number(alignment.n)),
            cases(wanted.but(said="differ")),
        ),
        (
            t("{n} of {total} lenient", n=number(alone), total=number(alignment.criterion.n)),
            cases(wanted.but(said="fp")),
        ),
    ]


def floor_chart(looked_at: LookedAt) -> Chart | None:
    """The judge's accuracy above that of raters who read nothing; hollow are these."""
    found, judge_id = looked_at.alignment, looked_at.judge.judge.id
    if not found.criterion.n:
        return None
    own, base = found.criterion["accuracy"], CaseFilter(judge=judge_id, said="differ")
    floors = {floor.knows: floor.values["accuracy"] for floor in found.floors}
    beside = (
        (t("Knows checkpoints and systems"), floors["checkpoints_and_systems"]),
        (t("Knows the checkpoints"), floors["checkpoints"]),
        (t("Says the same of all"), own.floor),
    )
    return Dots(
        items=[
            _estimate(t("This judge"), own, cases(base)),
            *(
                Estimate(name, 100 * value, None, None, hollow=True)
                for name, value in beside
                if value is not None
            ),
        ],
        axis=axis_name(t("Accuracy, %"), (own.caution,)),
        limits=(0, 100),
        form=".1f",
        heads=(t("Rater"), t("Accuracy"), t("Low"), t("High")),
        description=t("Accuracy of the judge and of raters that read nothing"),
    )


def _estimate(name: str, one: TaskEstimate, target: tuple[str, ...]) -> Estimate:
    return Estimate(
        name,
        100 * (one.value or 0.0),
        None if one.interval is None else 100 * one.interval[0],
        None if one.interval is None else 100 * one.interval[1],
        note=APPROXIMATE if one.caution else "",
        target=target,
    )


def most(groups: Sequence[Group]) -> list[Group]:
    """The groups that a chart has room for: those with most answers, in their order."""
    kept = sorted(groups, key=lambda group: -group.figures.n)[:MOST_GROUPS]
    return [group for group in groups if group in kept]


def _kappa_axis(small: SmallGroups, groups: Iterable[Group | PartShift]) -> str:
    return small.explain_below(t("Cohen’s κ with the experts"), *(group.tasks for group in groups))
