"""Tables of comparisons: systems, pairs, orders, tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from xpert_studio.api.figures import Shelf
from xpert_studio.api.sections import (
    Cell,
    Column,
    Estimate,
    Row,
    Table,
    in_a_row,
    t,
    tn,
)
from xpert_studio.core.metrics.metric import RANKS
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.packs.comparisons.figures import COMPARISONS, ORDERS
from xpert_studio.packs.comparisons.section_figures import (
    ENOUGH_PAIRS,
    EXPERTS,
    ComparisonFigures,
    RaterComparisons,
    ScoreOrder,
)
from xpert_studio.report.figure_tables import (
    INTERVAL,
    figure_cells,
    figure_columns,
    figure_table,
)
from xpert_studio.report.ties import tied_words

Names = Mapping[str, str]
NO_NAMES: Final[Names] = {}
MOST_SHORT: Final = 12


def comparison_tables(figures: ComparisonFigures, names: Names = NO_NAMES) -> list[Table]:
    """All tables: systems by rater, orders, agreement, and scores beside comparisons.

    Args:
        figures: The figures.
        names: What judges are called; those that are not in it by their ids.
    """
    tables = [
        table
        for item in figures.raters
        if item.systems
        for table in (
            _systems_table(item, names, MOST_SHORT if item is figures.raters[0] else 0),
            _pairs_table(item, names),
        )
    ]
    if figures.raters:
        tables.append(_orders_table(figures.raters, names))
    aligned = [item for item in figures.raters if item.agreement is not None]
    if aligned:
        lines = [
            (
                (rater_words(item.rater, names), item.agreement.n, item.agreement.tasks),
                item.agreement,
            )
            for item in aligned
            if item.agreement is not None
        ]
        tables.append(
            figure_table(
                _counted(t("Judge")),
                metrics_of(RANKS, shelves=[Shelf.HEADLINE]),
                lines,
                t("Judges beside the experts on pairs that both compared"),
                t("Judges and experts, pairs"),
            )
        )
    if figures.scores:
        tables.append(_scores_table(figures.scores, names))
        tables.append(_tasks_table(figures.scores, names))
    return tables


def rater_words(rater: str, names: Names = NO_NAMES) -> str:
    """The experts, or a judge by its name or id."""
    return t("the experts") if rater == EXPERTS else names.get(rater, rater)


def _counted(first: str) -> tuple[Column, ...]:
    return (Column(first), Column(t("Pairs"), "0"), Column(t("Tasks"), "0"))


def _systems_table(item: RaterComparisons, names: Names, short: int = 0) -> Table:
    metrics = metrics_of(COMPARISONS)
    columns = (
        Column(t("System")),
        Column(t("Comparisons"), "0"),
        Column(t("Tasks"), "0"),
        Column(t("Strength"), "+0.00"),
        Column(INTERVAL, "+0.00", interval=True),
        Column(t("Tie group"), "0", detail=True),
        *(replace(one, detail=place > 1) for place, one in enumerate(figure_columns(metrics))),
    )
    rows = tuple(
        Row(
            (
                system.system,
                system.strength.n,
                system.strength.tasks,
                system.strength.value,
                system.strength.interval,
                item.ties[system.system].letter if system.system in item.ties else None,
                *figure_cells(metrics, {"win_rate": system.win_rate, "tie_rate": system.tie_rate}),
            ),
            opens=("system", system.system),
        )
        for system in item.systems
    )
    by = rater_words(item.rater, names)
    caption = t(
        "Systems by comparisons of {by}: {pairs} of {tasks}.",
        by=by,
        pairs=tn("{n} pair", "{n} pairs", item.pairs),
        tasks=tn("{n} task", "{n} tasks", item.tasks),
    )
    said = tied_words(item.ties) if item.ties else ""
    return Table(
        columns,
        rows,
        in_a_row(filter(None, (caption, said))),
        name=t("Systems compared by {by}", by=by),
        short=short,
    )


def _pairs_table(item: RaterComparisons, names: Names) -> Table:
    by = rater_words(item.rater, names)
    lines = [
        (
            (one.first, one.second, one.win_rate.n, one.win_rate.tasks),
            {"win_rate": one.win_rate, "tie_rate": one.tie_rate},
        )
        for one in item.by_pair
    ]
    return figure_table(
        (
            Column(t("System")),
            Column(t("Against")),
            Column(t("Comparisons"), "0"),
            Column(t("Tasks"), "0"),
        ),
        metrics_of(COMPARISONS),
        lines,
        t("How often the first of two systems is the better one, by {by}.", by=by),
        t("Win rates by pair, by {by}", by=by),
    )


def _orders_table(raters: tuple[RaterComparisons, ...], names: Names) -> Table:
    metrics = metrics_of(ORDERS)
    heads = (
        Column(t("Rater")),
        Column(t("Comparisons"), "0"),
        Column(t("Pairs"), "0"),
        Column(t("Asked in both orders"), "0"),
    )
    lines: list[tuple[tuple[Cell, ...], Mapping[str, Estimate]]] = [
        (
            (
                rater_words(item.rater, names),
                item.comparisons,
                item.pairs,
                item.orders["position_bias"].n,
            ),
            item.orders,
        )
        for item in raters
    ]
    return figure_table(
        heads,
        metrics,
        lines,
        t("Does the order in which responses are shown decide?"),
        t("Position bias"),
    )


def _scores_table(scores: tuple[ScoreOrder, ...], names: Names) -> Table:
    lines = [
        ((rater_words(item.scorer, names), item.figures.n, item.figures.tasks), item.figures)
        for item in scores
    ]
    return figure_table(
        _counted(t("Scores by")),
        metrics_of(RANKS, shelves=[Shelf.HEADLINE]),
        lines,
        t("Do scores by the rubrics order responses as the experts do who compared them?"),
        t("Scores beside comparisons"),
    )


def _tasks_table(scores: tuple[ScoreOrder, ...], names: Names) -> Table:
    columns = (
        Column(t("Task")),
        Column(t("Scores by")),
        Column(t("Compared pairs"), "0"),
        Column(t("Scored pairs"), "0"),
        Column(t("Concordant"), "0"),
        Column(t("Discordant"), "0"),
        Column(t("Tied"), "0"),
        Column(t("Kendall’s τ-b"), "0.00"),
        Column(t("Spearman"), "0.00"),
        Column(t("Responses"), "0"),
        Column(t("Remark")),
    )
    rows = tuple(
        Row(
            (
                task.title,
                rater_words(item.scorer, names),
                task.compared,
                task.pairs,
                task.concordant,
                task.discordant,
                task.tied,
                task.tau_b,
                task.spearman,
                task.responses,
                "" if task.is_enough else t("not enough comparisons yet"),
            )
        )
        for item in scores
        for task in item.tasks
    )
    caption = t(
        "Task by task; no interval, since pairs of one task are not independent. Nothing is said "
        "on fewer than {least} pairs.",
        least=ENOUGH_PAIRS,
    )
    return Table(columns, rows, caption, name=t("Rubric by rubric"))
