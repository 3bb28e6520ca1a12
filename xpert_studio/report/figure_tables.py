"""Tables of figures, for reports and for the terminal: their columns come from the registry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xpert_studio.core.metrics import (
    GRADE_RATERS,
    GRADES,
    PAIRS,
    RANKS,
    RATERS,
    TRIALS,
    Comparison,
    Estimate,
    Figures,
    Group,
    Input,
    Metric,
    Shelf,
    by_shelf,
    metrics_of,
)
from xpert_studio.core.metrics.agreement import PairAgreement
from xpert_studio.core.metrics.grades import ALL_SCALES, ScaleFigures
from xpert_studio.core.wording import labelled, mark, t
from xpert_studio.report.analysis import JudgeFindings
from xpert_studio.report.blocks import PROBABILITY, Cell, Column, Row, Table, Text
from xpert_studio.report.part_names import Called, group_name, grouping_name, scale_name
from xpert_studio.report.small_groups import SmallGroups

INTERVAL: Final = mark("95 % interval")
EXPERT: Final = mark("Expert")
GRADED_PAIRS: Final = mark("Graded checkpoints by pair of experts, {scale}")
IN_GROUPS: Final = (Shelf.HEADLINE, Shelf.AGREEMENT, Shelf.BY_CLASS)
"""What is shown group by group; the rest is for programs."""
MOST_GROUPS: Final = 40
_TITLES: Final = {
    RANKS: (mark("Order of responses to the same task"), mark("Order"), mark("Pairs")),
    PAIRS: (mark("Single checkpoints"), mark("Checkpoints"), "n"),
    GRADES: (mark("Graded checkpoints"), mark("Graded"), "n"),
}
_GROUP_TITLES: Final = {
    "tier": mark("By tier"),
    "dimension": mark("By dimension"),
    "domain": mark("By domain"),
    "system": mark("By system: does the judge favour one?"),
    "expert": mark("By expert"),
}
_COUNTED: Final = (Column("n", "0"), Column(mark("Tasks"), "0"))
_TEST: Final = (Column(mark("κ less the rest"), "+0.000"), Column(mark("corrected p"), PROBABILITY))
_CELLS: Final = {
    "tp": mark("met, met"),
    "fp": mark("judge alone met"),
    "fn": mark("experts alone met"),
    "tn": mark("not, not"),
}

Line = tuple[Sequence[Cell], "Mapping[str, Estimate]"]
"""A row: its first cells, and its figures."""


def figure_table(
    first: Sequence[Column],
    metrics: Sequence[Metric],
    lines: Sequence[Line],
    title: str,
    name: str = "",
    opens: str = "",
) -> Table:
    """A row each judge, group or pair; a figure takes two columns: value and interval.

    Args:
        first: The columns before the figures.
        metrics: The figures.
        lines: The rows; a figure that one lacks is left empty.
        title: The caption.
        name: What the table is called; its caption where empty.
        opens: What a row stands for, named by its first cell, such as ``system``; nothing where
            empty.
    """
    return Table(
        (*first, *figure_columns(metrics)),
        rows=tuple(
            Row(
                (*cells, *figure_cells(metrics, found)),
                opens=(opens, str(cells[0])) if opens else (),
            )
            for cells, found in lines
        ),
        caption=title,
        name=name or title[:31],
    )


def figure_columns(metrics: Sequence[Metric]) -> Iterator[Column]:
    """Of each figure one for its value and one for its interval."""
    for metric in metrics:
        yield Column(metric.head, metric.unit.form)
        yield Column(INTERVAL, metric.unit.interval_form, interval=True)


def figure_cells(metrics: Sequence[Metric], found: Mapping[str, Estimate]) -> Iterator[Cell]:
    """The cells of these columns; a figure that is not there is left empty."""
    for metric in metrics:
        one = found.get(metric.id)
        yield from (one.value, one.interval) if one else (None, None)


def judge_tables(aligned: Sequence[JudgeFindings], source: Input) -> list[Table]:
    """All figures of an input, judges beside each other: a table each shelf.

    Of graded checkpoints there is a row for each scale; judges without any are left out.
    """
    found = [(item.judge.id, item.alignment) for item in aligned if item.alignment is not None]
    names: tuple[Column, ...] = (Column(t("Judge")),)
    lines: list[tuple[tuple[Cell, ...], Figures]]
    if source is GRADES:
        names = (*names, Column(t("Scale")))
        lines = [
            ((name, scale_name(part.scale)), part.figures)
            for name, one in found
            for part in one.scales
        ]
    else:
        of_judge = [(name, one.rank if source is RANKS else one.criterion) for name, one in found]
        lines = [((name,), figures) for name, figures in of_judge]
    if source is not RANKS:
        lines = [line for line in lines if line[1].n]
    title, name, items = map(t, _TITLES[source])
    counted = (Column(items, "0"), Column(t("Tasks"), "0"))
    counts = [((*cells, figures.n, figures.tasks), figures) for cells, figures in lines]
    return [
        figure_table(
            (*names, *counted) if shelf is Shelf.HEADLINE else names,
            metrics,
            counts if shelf is Shelf.HEADLINE else lines,
            labelled(title, t(shelf.value).lower()),
            labelled(name, shelf.value.lower())[:31],
        )
        for shelf, metrics in by_shelf(source).items()
        if lines
    ]


def _scales(found: Iterable[Sequence[ScaleFigures]]) -> list[str]:
    """Scales by name, all together at the end."""
    names = dict.fromkeys(scale.scale for scales in found for scale in scales)
    return sorted(names, key=lambda name: name == ALL_SCALES)


def of_scale(found: Sequence[ScaleFigures], scale: str) -> Figures | None:
    """The figures of one scale; None without any."""
    return next((one.figures for one in found if one.scale == scale), None)


def scale_table(found: Sequence[ScaleFigures], title: str) -> list[Table]:
    """Agreement of experts on graded checkpoints, a row a scale; nothing without any."""
    first = (Column(t("Scale")), *_COUNTED)
    lines: list[Line] = [
        ((scale_name(one.scale), one.figures.n, one.figures.tasks), one.figures) for one in found
    ]
    return [figure_table(first, metrics_of(GRADE_RATERS), lines, title, t("Experts, graded"))][
        : len(lines)
    ]


def graded_pair_tables(
    pairs: Sequence[PairAgreement], rater: str = EXPERT, title: str = GRADED_PAIRS
) -> list[Table]:
    """Agreement of every two experts, or judges, on graded checkpoints: a table each scale."""
    first = (Column(t(rater)), Column(t(rater)), *_COUNTED)
    tables = []
    for scale in _scales(pair.scales for pair in pairs):
        lines: list[Line] = [
            ((pair.first, pair.second, figures.n, figures.tasks), figures)
            for pair in pairs
            if (figures := of_scale(pair.scales, scale)) is not None
        ]
        caption = t(title, scale=scale_name(scale))
        tables.append(figure_table(first, metrics_of(GRADE_RATERS), lines, caption))
    return tables


def agreement_with_itself(aligned: Sequence[JudgeFindings]) -> Iterator[Table | Text]:
    """Agreement of judges with themselves, where they were asked several times."""
    lines: list[Line] = [
        ((item.judge.id, own.trials, own.figures.n, item.undecided), own.figures)
        for item in aligned
        if (own := item.consistency) is not None
    ]
    heads = (Column(head, "0") for head in (t("Trials"), t("Verdicts"), t("Left even")))
    title = t("Does each judge agree with itself?")
    if lines:
        yield figure_table((Column(t("Judge")), *heads), metrics_of(TRIALS), lines, title)
    else:
        yield Text(
            t(
                "Every judge was asked once, so how far each agrees with itself is not known; "
                "several trials would tell."
            )
        )


def group_tables(
    groups: Sequence[Group], small: SmallGroups, *, called: Called = str
) -> list[Table]:
    """Figures of a judge's groups, those with most answers first: a table each shelf.

    Args:
        groups: Of one kind.
        small: Which groups are marked.
        called: Names of experts.
    """
    by = groups[0].by
    order = groups if by == "tier" else sorted(groups, key=lambda group: -group.figures.n)
    title = t(_GROUP_TITLES[by])
    if len(groups) > MOST_GROUPS:
        title += " " + t(
            "(the {most_groups} with most judgments, of {groups})",
            most_groups=MOST_GROUPS,
            groups=len(groups),
        )
    title = small.explain(title, *(group.tasks for group in groups))
    head = Column(grouping_name(by))
    counts = tuple(Column(name, "0") for name in _CELLS.values())
    lines: list[Line] = [
        (
            (small.mark(group_name(by, group.name, called), group.tasks), *_counts(group)),
            group.estimates,
        )
        for group in order[:MOST_GROUPS]
    ]
    names = [(cells[:1], found) for cells, found in lines]
    first = (head, *_COUNTED, *counts, *_TEST)
    tables = [
        figure_table(
            first,
            metrics_of(PAIRS, shelves=IN_GROUPS[:1]),
            lines,
            title,
            t("By {by}", by=grouping_name(by).lower()),
        )
    ]
    rest = [(PAIRS, shelf) for shelf in IN_GROUPS[1:]]
    rest += [(RANKS, Shelf.HEADLINE)] if any(group.rank for group in groups) else []
    for source, shelf in rest:
        said = labelled(title, t(_TITLES[RANKS][0] if source is RANKS else shelf.value).lower())
        tables.append(figure_table((head,), metrics_of(source, shelves=[shelf]), names, said))
    return tables


def _counts(group: Group) -> tuple[Cell, ...]:
    found, test = group.figures, group.contrast
    less = (test.value, test.corrected_p) if test else (None, None)
    return (found.n, found.tasks, *(int(found.facts[name]) for name in _CELLS), *less)


def pair_table(pairs: Sequence[PairAgreement], few: str, rater: str = EXPERT) -> Table:
    """Agreement of every two experts, or judges; ``few`` stands for what is withheld.

    Those who share graded checkpoints alone are in ``graded_pair_tables``.
    """
    pairs = [pair for pair in pairs if pair.n]
    first = (Column(t(rater)), Column(t(rater)), *_COUNTED)
    lines = [
        ((pair.first, pair.second, pair.n, pair.figures.tasks), pair.figures) for pair in pairs
    ]
    table = figure_table(first, metrics_of(RATERS), lines, t("What a judge could hope for at best"))
    return Table(
        table.columns,
        rows=tuple(
            row
            if pair.has_enough
            else Row(
                tuple(
                    few if c.form == "0.000" else v
                    for c, v in zip(table.columns, row.cells, strict=True)
                )
            )
            for pair, row in zip(pairs, table.rows, strict=True)
        ),
        caption=table.caption,
        name="Experts",
    )


def compared_name(metric: Metric, scale: str | None) -> str:
    """A figure by which judges are compared, with the scale where there is one."""
    head = t(metric.head)
    if metric.source is not GRADES or not scale:
        return head
    return t("{figure} ({scale})", figure=head, scale=scale_name(scale))


def comparison_tables(
    comparisons: Sequence[Comparison],
    names: Mapping[str, str] = MappingProxyType({}),
    own: str = "",
) -> list[Table]:
    """Differences of judges with tests by task; and McNemar's test, on these tasks only.

    The second is left out where no checkpoint passes or fails.

    Args:
        comparisons: The pairs of judges.
        names: What judges are called, by id; by the id itself without one.
        own: A judge whose rows open the other judge beside it; empty for none.
    """

    def both(item: Comparison) -> tuple[str, str]:
        return names.get(item.first, item.first), names.get(item.second, item.second)

    def opens(item: Comparison) -> tuple[str, ...]:
        other = {item.first, item.second} - {own}
        return ("beside", *other) if len(other) == 1 else ()

    metrics = {metric.id: metric for metric in metrics_of(GRADES, PAIRS, RANKS)}
    pair = (Column(t("First")), Column(t("Second")))
    p_values = (Column("p", PROBABILITY), Column(t("corrected p"), PROBABILITY))
    tests = Table(
        (
            *pair,
            Column(t("Figure")),
            Column(t("Second less first"), "+0.000"),
            Column(INTERVAL, "0.00", interval=True),
            Column(t("Tasks"), "0"),
            *p_values,
        ),
        tuple(
            Row(
                (
                    *(*both(item), compared_name(metrics[name], item.scale)),
                    *(test.value, test.interval),
                    *(test.tasks, test.p, test.corrected_p),
                ),
                opens=opens(item),
            )
            for item in comparisons
            for name, test in item.tests.items()
        ),
        t("Judges compared on the same checkpoints, with tests by task, corrected together"),
        name="Judges compared",
    )
    alone = (
        Column("n", "0"),
        Column(t("First alone right"), "0"),
        Column(t("Second alone right"), "0"),
    )
    exact = Table(
        (*pair, *alone, *p_values),
        tuple(
            Row(
                (
                    *(*both(item), item.n, item.mcnemar.only_first),
                    *(item.mcnemar.only_second, item.mcnemar.p, item.mcnemar.corrected_p),
                ),
                opens=opens(item),
            )
            for item in comparisons
            if item.n
        ),
        t("Exact McNemar test on correctness, on these tasks only"),
        name="Correctness",
    )
    return [tests, exact][: 1 + bool(exact.rows)]
