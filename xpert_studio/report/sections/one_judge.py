"""One judge beside the experts: at a glance, all its figures, and how they differ by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.metrics import (
    GRADES,
    PAIRS,
    RANKS,
    Estimate,
    ExpertAgreement,
    Group,
    Metric,
    metrics_of,
)
from xpert_studio.core.metrics.metric import Unit
from xpert_studio.core.wording import mark, number, t
from xpert_studio.report.blocks import Block, Column, InForm, Note, Row, Table
from xpert_studio.report.cautions import caution_hint, caution_sentences, group_cautions
from xpert_studio.report.figure_tables import INTERVAL, agreement_with_itself, group_tables
from xpert_studio.report.figure_words import title_words, with_interval
from xpert_studio.report.judge_charts import (
    confusion,
    floor_chart,
    glance_chart,
    kappa_chart,
    leniency_chart,
    order_chart,
    score_chart,
)
from xpert_studio.report.part_names import scale_name
from xpert_studio.report.section import Section, View
from xpert_studio.report.sections.exclusions import EXCLUSIONS
from xpert_studio.report.sections.looked_at import LookedAt, figure_of, looked_at
from xpert_studio.report.sentences import alignment_sentence, experts_sentence


def _glance_blocks(found: LookedAt) -> Iterator[Block]:
    yield from figure_of(score_chart(found), t("On the diagonal both give the same score."))
    yield from figure_of(glance_chart(found), t("With 95 % intervals; a row opens its cases."))
    caption = t("Share of checkpoints on which the judge and the experts decide alike.")
    yield from figure_of(floor_chart(found), caption)
    yield from map(Note, _of_experts(found.look.analysis.agreement))


def _of_experts(found: ExpertAgreement | None) -> Iterator[str]:
    """How far experts agree among themselves: no judge can agree with them more."""
    if found is None:
        yield t(
            "No two experts have judged the same, so how far they agree among themselves is not "
            "known."
        )
        return
    if said := experts_sentence(found):
        yield said
    for scale in found.scales[-1:]:
        yield t(
            "Graded checkpoints ({scale}): ICC {icc}, mean absolute difference {apart} on {n} "
            "that two or more have judged.",
            scale=scale_name(scale.scale),
            icc=with_interval(Unit.COEFFICIENT, scale.figures["icc"]),
            apart=with_interval(Unit.POINTS, scale.figures["mae"]),
            n=number(scale.figures.n),
        )


AT_A_GLANCE: Final = Section(
    "judge-at-a-glance",
    mark("One judge at a glance"),
    mark("How does a judge compare with the experts, and with raters that read nothing?"),
    looked_at,
    _glance_blocks,
    places=(),
)


@dataclass(frozen=True, slots=True)
class JudgeFigures:
    """All figures of a judge; ``excluded`` says which responses do not count for them."""

    found: LookedAt
    excluded: tuple[Block, ...]


def _judge_figures(view: View) -> JudgeFigures | None:
    found = looked_at(view)
    if found is None:
        return None
    excluded = EXCLUSIONS.blocks(view.asking(look=found.look))
    return JudgeFigures(found, excluded.blocks if excluded else ())


def _figure_blocks(shown: JudgeFigures) -> Iterator[Block]:
    found = shown.found
    # Whether it agrees with itself comes first: else the rest means nothing.
    yield from agreement_with_itself([found.judge])
    yield Note(alignment_sentence(found.judge))
    yield _every_figure(found)
    yield from map(Note, caution_sentences(found.alignment))
    yield from figure_of(order_chart(found), t("Over all, and by domain."))
    yield from figure_of(confusion(found), t("Hatched: where the two differ."))
    yield from shown.excluded


def _every_figure(found: LookedAt) -> Table:
    """A row a figure, those of graded checkpoints once for each scale."""
    known = found.alignment
    sources = [RANKS, *([PAIRS] if known.criterion.n or not known.scales else [])]
    rows = [_row(one, known.figures[one.id]) for one in metrics_of(*sources)]
    rows += [
        _row(one, part.figures[one.id], part.scale)
        for part in known.scales
        for one in metrics_of(GRADES)
    ]
    return Table(
        columns=(
            Column(t("Figure")),
            Column(t("Value"), "0.00"),
            Column(INTERVAL, "0.00", interval=True),
            Column(t("Constant rater"), "0.00"),
            Column("n", "0"),
            Column(t("Tasks"), "0"),
            Column(t("What it means"), detail=True),
        ),
        rows=tuple(rows),
        name=t("All figures"),
    )


def _row(metric: Metric, estimate: Estimate, scale: str = "") -> Row:
    unit = metric.unit
    return Row(
        (
            title_words(metric, scale),
            InForm(estimate.value, unit.form),
            InForm(
                estimate.interval,
                unit.interval_form,
                caution_hint(estimate.caution, estimate.tasks),
            ),
            InForm(estimate.floor, unit.form),
            estimate.n,
            estimate.tasks,
            t(metric.meaning),
        )
    )


JUDGE_FIGURES: Final = Section(
    "judge-figures",
    mark("All figures of a judge"),
    mark("What is known of how one judge follows the experts?"),
    _judge_figures,
    _figure_blocks,
    places=(),
)

GROUPED: Final = ("tier", "dimension", "domain", "expert", "system")
"""What the figures of a judge can be shown by, the usual one first."""


@dataclass(frozen=True, slots=True)
class JudgeGroups:
    """The figures of a judge by group."""

    found: LookedAt
    groups: Sequence[Group]


def _judge_groups(view: View) -> JudgeGroups | None:
    """What is asked for: ``by``, one of ``GROUPED``."""
    found = looked_at(view)
    by = view.asked.get("by", GROUPED[0])
    if found is None or (by == "system" and not found.look.names_systems):
        return None
    groups = found.detail.groups.get(by, ())
    return JudgeGroups(found, groups) if groups else None


def _group_blocks(shown: JudgeGroups) -> Iterator[Block]:
    found, groups = shown.found, shown.groups
    caption = t("κ with 95 % intervals; hollow where there is too little to compare with the rest.")
    yield from figure_of(kappa_chart(found, groups), caption)
    caption = t(
        "Right: the judge says met more often than the experts; left and hatched: less often."
    )
    yield from figure_of(leniency_chart(found, groups), caption)
    yield from group_tables(groups, found.look.analysis.small, called=found.called)
    yield from map(Note, group_cautions(groups))


JUDGE_GROUPS: Final = Section(
    "judge-groups",
    mark("A judge by group"),
    mark("On which tiers, dimensions, domains, systems or experts does one judge follow less?"),
    _judge_groups,
    _group_blocks,
    places=(),
    asks=("by",),
)
