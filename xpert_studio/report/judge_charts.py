"""The charts of one judge, of two, and of one on two days; each mark's target names its cases.

A target is ``cases`` or ``pairs``, then the words of a filter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from xpert_studio.core.metrics import Alignment, Comparison, Group, PartShift
from xpert_studio.core.metrics import Figures as Known
from xpert_studio.core.metrics.metric import PAIRS, RANKS
from xpert_studio.core.metrics.registry import compared_metrics, metric_named
from xpert_studio.core.metrics.task_estimates import Estimate as TaskEstimate
from xpert_studio.core.records import Certificate
from xpert_studio.core.wording import figure, number, percent, t
from xpert_studio.report.blocks import APPROXIMATE
from xpert_studio.report.cases import CaseFilter, PairFilter
from xpert_studio.report.charts import (
    Bar,
    Bars,
    Chart,
    CountedPair,
    Density,
    Dots,
    Dumbbell,
    Estimate,
    Field,
    Pairs,
    Part,
    Point,
    Scatter,
    Shares,
    Stacks,
    confusion_matrix,
)
from xpert_studio.report.figure_words import axis_name, marked, title_words
from xpert_studio.report.judge_alignment import FIELD, MOST_POINTS, JudgeLook, score_fields
from xpert_studio.report.part_names import Called, group_name, grouping_name
from xpert_studio.report.small_groups import SmallGroups

MOST_GROUPS: Final = 24
"""So many rows of a chart can be read; tables have the rest."""


def cases(wanted: CaseFilter) -> tuple[str, ...]:
    """The target of a mark that stands for answers."""
    return ("cases", *wanted.words())


def pairs(wanted: PairFilter) -> tuple[str, ...]:
    """The target of a mark that stands for pairs of responses."""
    return ("pairs", *wanted.words())


def order_chart(look: JudgeLook, called: Called) -> Chart | None:
    """How pairs of responses divide: over all, and by domain."""
    judge, detail = look.judge, look.detail
    if judge is None or judge.alignment is None or detail is None or not judge.alignment.rank.n:
        return None
    whole, base = judge.alignment.rank, PairFilter(judge=judge.judge.id)
    small = look.analysis.small
    domains = [(group, group.rank) for group in detail.groups["domain"] if group.rank]
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
                    small.mark(group_name("domain", group.name, called), group.tasks),
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


def confusion(look: JudgeLook) -> Chart | None:
    """What the experts say against what the judge says."""
    judge = look.judge
    if judge is None or judge.alignment is None or not judge.alignment.criterion.n:
        return None
    counts, base = judge.alignment.criterion.facts, CaseFilter(judge=judge.judge.id)
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


def kappa_chart(look: JudgeLook, groups: Sequence[Group], called: Called) -> Chart | None:
    """κ of groups with their intervals; hollow where they cannot be compared with the rest."""
    judge = look.judge
    shown = [group for group in most(groups) if group.figures["kappa"].value is not None]
    if judge is None or judge.alignment is None or not shown:
        return None
    base, small = CaseFilter(judge=judge.judge.id, said="differ"), look.analysis.small
    whole = judge.alignment.criterion
    rows = [
        *([_kappa(t("All"), whole, cases(base))] if whole["kappa"].value is not None else []),
        *(
            _kappa(
                small.mark(group_name(group.by, group.name, called), group.tasks),
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
            (found["kappa"].caution for found in (whole, *(group.figures for group in shown))),
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


def leniency_chart(look: JudgeLook, groups: Sequence[Group], called: Called) -> Chart | None:
    """How much more often the judge says met than the experts, by group."""
    values = {
        group.name: 100 * value
        for group in most(groups)
        if (value := group.figures["leniency"].value) is not None
    }
    if look.judge is None or not values:
        return None
    shown = [group for group in most(groups) if group.name in values]
    base, small = CaseFilter(judge=look.judge.judge.id), look.analysis.small
    widest = max(5, *(1.25 * abs(value) for value in values.values()))
    axis = t("Points of “met” more (right) or fewer (left, hatched) than the experts")
    return Bars(
        items=[
            Bar(
                small.mark(group_name(group.by, group.name, called), group.tasks),
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


def score_chart(look: JudgeLook) -> Chart | None:
    """Scores of responses by the judge against those by the experts."""
    judge, detail, catalog = look.judge, look.detail, look.analysis.catalog
    if judge is None or detail is None or not detail.responses.size:
        return None
    base = CaseFilter(judge=judge.judge.id)
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


def glance_chart(look: JudgeLook) -> Chart | None:
    """How pairs are ordered, κ within checkpoints and leniency, on one scale; 0 is chance."""
    judge = look.judge
    found = judge.alignment if judge else None
    if judge is None or found is None:
        return None
    rows = []
    for names, (counted, target) in zip(SHOWN, _behind(found, judge.judge.id), strict=True):
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


def _behind(found: Alignment, judge_id: str) -> list[tuple[str, tuple[str, ...]]]:
    """What is behind the figures: how many, and their targets."""
    opposite = int(found.rank.facts["disagree"]) if found.rank.n else 0
    alone = int(found.criterion.facts["fp"]) if found.criterion.n else 0
    wanted = CaseFilter(judge=judge_id)
    return [
        (
            t("{n} of {total} pairs reversed", n=number(opposite), total=number(found.rank.n)),
            pairs(PairFilter(judge=judge_id, order="disagree")),
        ),
        (
            t("{n} of {total} differ", n=number(found.differing), total=number(found.n)),
            cases(wanted.but(said="differ")),
        ),
        (
            t("{n} of {total} lenient", n=number(alone), total=number(found.criterion.n)),
            cases(wanted.but(said="fp")),
        ),
    ]


def floor_chart(look: JudgeLook) -> Chart | None:
    """The judge's accuracy above that of raters who read nothing; hollow are these."""
    judge = look.judge
    if judge is None or judge.alignment is None or not judge.alignment.criterion.n:
        return None
    found = judge.alignment.seen(names_systems=look.names_systems)
    own, base = found.criterion["accuracy"], CaseFilter(judge=judge.judge.id, said="differ")
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


def paired_chart(look: JudgeLook, beside: JudgeLook, names: tuple[str, str]) -> Chart | None:
    """CDR and the figures by checkpoint of two judges, as two points a row."""
    sides = [side.judge.alignment for side in (look, beside) if side.judge and side.judge.alignment]
    if len(sides) < 2 or look.judge is None:
        return None
    target = cases(CaseFilter(judge=look.judge.judge.id, said="differ"))
    rows, cautions = [], []
    for metric in (m for source in (RANKS, PAIRS) for m in compared_metrics(source)):
        first, second = (side.figures[metric.id] for side in sides)
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


def _kappa_axis(small: SmallGroups, groups: Iterable[Group | PartShift]) -> str:
    return small.explain_below(t("Cohen’s κ with the experts"), *(group.tasks for group in groups))


def alone_right_chart(found: Comparison, first: str, second: str) -> Chart:
    """On how many answers either judge alone is right."""
    base, test = CaseFilter(judge=found.first, beside=found.second), found.mcnemar
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


def two_judges_chart(
    look: JudgeLook, beside: JudgeLook, names: tuple[str, str], called: Called, small: SmallGroups
) -> Chart | None:
    """κ of two judges, dimension by dimension."""
    if look.judge is None or look.detail is None or beside.detail is None:
        return None
    base, by = CaseFilter(judge=look.judge.judge.id, said="differ"), "dimension"
    first = most(look.detail.groups[by])
    other = {group.name: group.figures["kappa"].value for group in beside.detail.groups[by]}
    rows = [
        Dumbbell(
            small.mark(group_name(by, group.name, called), group.tasks),
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
