"""How well judges follow the experts, beside each other; the best two in detail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.metrics import (
    GRADES,
    GROUPINGS,
    PAIRS,
    RANKS,
    Alignment,
    Figures,
    Input,
    metrics_of,
)
from xpert_studio.core.metrics.evidence_floor import lacks_of
from xpert_studio.core.wording import (
    figure,
    labelled,
    listed,
    mark,
    number,
    percent,
    t,
    translated,
)
from xpert_studio.report.analysis import JudgeFindings
from xpert_studio.report.blocks import (
    Action,
    Block,
    Cell,
    Column,
    Figure,
    Heading,
    Note,
    Row,
    Table,
    Text,
)
from xpert_studio.report.cautions import caution_sentences, group_cautions, not_aligned
from xpert_studio.report.detail import KINDS, Detail, judge_detail
from xpert_studio.report.figure_tables import agreement_with_itself, group_tables, judge_tables
from xpert_studio.report.part_names import part_name
from xpert_studio.report.section import Section, View
from xpert_studio.report.sentences import (
    evidence_sentence,
    judge_name,
    verdict_on,
    weakest_sentence,
)
from xpert_studio.report.small_groups import SmallGroups


@dataclass(frozen=True, slots=True)
class JudgesAligned:
    """Judges beside the experts.

    Attributes:
        judges: Those with an alignment, the best first.
        details: Where each agrees; the first two, or all where a grouping is asked for.
        by: The groupings that are shown.
        lacking: Why others have no alignment, by id.
        small: Which groups are marked.
        names_systems: Whether systems may be named.
    """

    judges: tuple[JudgeFindings, ...]
    details: Mapping[str, Detail]
    by: tuple[str, ...]
    lacking: Mapping[str, str]
    small: SmallGroups
    names_systems: bool

    def seen(self, item: JudgeFindings) -> Alignment:
        """A judge's alignment, as it may be seen."""
        assert item.alignment is not None  # noqa: S101 - only judges with one are here
        return item.alignment.seen(names_systems=self.names_systems)


_IN_DETAIL: Final = 2


def _aligned(view: View) -> JudgesAligned:
    """What is asked for: ``by``, a grouping; ``without``, one that is not wanted else."""
    analysis, by = view.analysis, view.asked.get("by")
    aligned = tuple(analysis.aligned())
    wanted = aligned if by else aligned[:_IN_DETAIL]
    left_out = {view.asked.get("without"), None if view.names_systems else "system"}
    return JudgesAligned(
        aligned,
        details={
            item.judge.id: detail for item in wanted if (detail := judge_detail(analysis, item))
        },
        by=(by,) if by else tuple(name for name in GROUPINGS if name not in left_out),
        lacking=not_aligned(analysis),
        small=analysis.small,
        names_systems=view.names_systems,
    )


def _aligned_blocks(judges_aligned: JudgesAligned) -> Iterator[Block]:
    for name, why in judges_aligned.lacking.items():
        said = labelled(name, why)
        yield Text(said, short=said)
    if not judges_aligned.judges:
        said = t(
            "There are no gold judgments on what the judges have scored, so nothing can be "
            "said of how well they follow the experts."
        )
        yield Note(said)
        yield Text("", short=said)
        yield Action(t("Have experts judge what the judges have scored"), "judge next {project}")
        return
    judges = list(judges_aligned.judges)
    yield Text("", short=verdict_on(judges[0]))
    yield from _short_tables(judges)
    yield from agreement_with_itself(judges)
    yield from judge_tables(judges, RANKS)
    yield _order_chart(judges)
    yield from judge_tables(judges, PAIRS)
    yield from _kappa_charts(judges)
    yield from judge_tables(judges, GRADES)
    for item in judges:
        yield from _judge_notes(judges_aligned, item)
    for item in judges:
        if (detail := judges_aligned.details.get(item.judge.id)) is not None:
            yield from _in_detail(judges_aligned, item, detail)


def _judge_notes(judges_aligned: JudgesAligned, item: JudgeFindings) -> Iterator[Block]:
    """What makes a judge's figures less sure, and whether they are enough."""
    seen, name = judges_aligned.seen(item), item.judge.id
    for sentence in caution_sentences(seen):
        yield Note(labelled(name, sentence))
    yield Note(labelled(name, evidence_sentence(seen)))
    missing = [translated(one) for one in lacks_of(seen)]
    if item is judges_aligned.judges[0]:
        yield from (Note("", short=one) for one in missing)


def _in_detail(
    judges_aligned: JudgesAligned, item: JudgeFindings, detail: Detail
) -> Iterator[Block]:
    yield Heading(t("Where {judge} agrees, and where not", judge=judge_name(item.judge)))
    yield Text(weakest_sentence(detail.weakest))
    if item is judges_aligned.judges[0] and (worst := worst_places(detail)):
        yield Text("", short=worst)
    alignment = judges_aligned.seen(item)
    yield from [_confusion(alignment.criterion)][: alignment.criterion.n]
    for name in judges_aligned.by:
        groups = detail.groups[name]
        if len(groups) > (0 if len(judges_aligned.by) == 1 else 1):
            yield from group_tables(groups, judges_aligned.small)
            for sentence in group_cautions(groups):
                yield Note(sentence)


_WORST: Final = 3


def worst_places(detail: Detail) -> str:
    """The three kinds of checkpoints on which a judge follows the experts least, in a line."""
    groups = [
        group
        for kind in KINDS
        if len(detail.groups[kind]) > 1
        for group in detail.groups[kind]
        if group.figures["kappa"].value is not None
    ]
    groups.sort(key=lambda group: group.figures["kappa"].value or 0.0)
    named = listed(
        t(
            "{group} κ {kappa} (n = {n:,})",
            group=part_name(group.by, group.name),
            kappa=figure(group.figures["kappa"].value, 2),
            n=group.figures.n,
        )
        for group in groups[:_WORST]
    )
    return t("Lowest agreement on: {groups}.", groups=named) if named else ""


_MOST_SHORT: Final = 6
"""Judges in the short form, in both tables together."""
_MOST_GRADED: Final = 2


def _short_tables(judges: Sequence[JudgeFindings]) -> Iterator[Block]:
    """The figures that decide, judges beside each other, with what raters that read nothing reach.

    They are the short form of the tables below.
    """
    found = [(judge.judge.id, judge.alignment) for judge in judges if judge.alignment is not None]
    decided = [(name, one) for name, one in found if one.criterion.n]
    graded = [(name, one) for name, one in found if one.graded is not None]
    most_graded = min(len(graded), _MOST_GRADED if decided else _MOST_SHORT)
    if decided:
        yield _deciding_table(
            decided,
            PAIRS,
            most=_MOST_SHORT - most_graded,
            names=("kappa_within", "cdr", "leniency", "accuracy"),
        )
        yield Text("", short=_reading_nothing(decided[0][1]))
    if graded:
        shown = ("within_correlation", "cdr", "mae", "bias")
        yield _deciding_table(graded, GRADES, most_graded, shown)


_WITH_INTERVAL: Final = frozenset({"kappa_within", "within_correlation", "cdr"})


def _deciding_table(
    judges: Sequence[tuple[str, Alignment]], source: Input, most: int, names: Sequence[str]
) -> Table:
    metrics = {metric.id: metric for metric in metrics_of(RANKS, source)}
    columns = [Column(t("Judge")), Column("n", "0")]
    for metric in map(metrics.__getitem__, names):
        columns.append(Column(metric.head, metric.unit.form, meaning=metric.meaning))
        if metric.id in _WITH_INTERVAL:
            columns.append(Column(t("95 %"), metric.unit.interval_form, interval=True))
    columns.append(
        Column(t("Enough"), meaning=mark("Whether the evidence is enough for a certain statement."))
    )
    rows = []
    for name, found in judges:
        items = found.criterion if source is PAIRS else found.graded
        cells: list[Cell] = [name, items.n if items else 0]
        for metric_id in names:
            one = found.figures.get(metric_id)
            cells.append(one.value if one else None)
            if metric_id in _WITH_INTERVAL:
                cells.append(one.interval if one else None)
        enough = t("no") if lacks_of(found) else t("yes")
        rows.append(Row((*cells, enough), opens=("judge", name)))
    title = t("Judges against experts") if source is PAIRS else t("Graded checkpoints")
    return Table(tuple(columns), tuple(rows), title, title, short=most, is_short_only=True)


def _reading_nothing(alignment: Alignment) -> str:
    """What raters reach that read nothing, on what a judge is compared on."""
    checkpoints, systems = (floor.values["accuracy"] for floor in alignment.floors)
    values = {"n": number(alignment.criterion.n), "checkpoints": percent(checkpoints, 1)}
    if systems is None:
        return t(
            "Accuracy of raters that read nothing, on these {n}: {checkpoints} by knowing "
            "checkpoints.",
            **values,
        )
    return t(
        "Accuracy of raters that read nothing, on these {n}: {checkpoints} by knowing "
        "checkpoints, {systems} by knowing systems too.",
        systems=percent(systems, 1),
        **values,
    )


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


def _confusion(figures: Figures) -> Table:
    rejected, fp, fn, tp = (int(figures.facts[name]) for name in PAIRS.columns)
    return Table(
        columns=(
            Column(t("Experts say")),
            Column(t("Judge: met"), "0"),
            Column(t("Judge: not met"), "0"),
        ),
        rows=(Row((t("met"), tp, fn)), Row((t("not met"), fp, rejected))),
        caption=t("All {n:,} checkpoints", n=figures.n),
        name=t("Confusion"),
    )


ALIGNMENT: Final = Section(
    "alignment",
    mark("Alignment with the experts"),
    mark("How well do the judges follow the experts, and where not?"),
    _aligned,
    _aligned_blocks,
)
