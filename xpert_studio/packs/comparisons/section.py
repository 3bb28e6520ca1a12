"""Comparisons of responses: of systems, of judges, and beside each rubric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any, Final

from xpert_studio.api.charts import Chart
from xpert_studio.api.figures import Shelf
from xpert_studio.api.sections import (
    RANKED_BY,
    REPORT,
    RUBRIC,
    Action,
    Block,
    Cell,
    Column,
    Estimate,
    Heading,
    Note,
    Row,
    Section,
    Table,
    Text,
    View,
    figure,
    in_a_row,
    labelled,
    listed,
    mark,
    percent,
    t,
    tn,
)
from xpert_studio.core.metrics.metric import RANKS
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.metrics.task_estimates import FEW_TASKS
from xpert_studio.packs.comparisons.figures import COMPARISONS, ORDERS
from xpert_studio.packs.comparisons.section_figures import (
    ENOUGH_PAIRS,
    EXPERTS,
    ComparisonFigures,
    RaterComparisons,
    ScoreOrder,
    TaskOrder,
    comparison_figures,
    rubric_orders,
)
from xpert_studio.report.figure_tables import (
    INTERVAL,
    figure_cells,
    figure_columns,
    figure_table,
)
from xpert_studio.report.panel_words import names_of
from xpert_studio.report.results.charts import ranked_chart, ranked_row
from xpert_studio.report.sections.looked_at import figure_of
from xpert_studio.report.sentences import named_together
from xpert_studio.report.ties import LEAST_TASKS, tied_words

Names = Mapping[str, str]
NO_NAMES: Final[Names] = {}
_MOST_SHORT: Final = 12
_MOST_SCORERS: Final = 3


def _compared(view: View) -> ComparisonFigures | None:
    """What comparisons say, of all raters; None without any."""

    def work() -> ComparisonFigures:
        tasks = view.analysis.catalog.tasks
        inside = zip(tasks, view.results.tasks_in(view.scope).tolist(), strict=True)
        return comparison_figures(view.project, [name for name, is_in in inside if is_in])

    return view.results.kept(("comparisons", view.scope), work) or None


def _compared_blocks(found: ComparisonFigures) -> Iterator[Block]:
    names = names_of(found.judges)
    yield from figure_of(_strengths_chart(found, names), strengths_sentence(found))
    yield Note(comparison_method())
    yield Text("", short=strengths_sentence(found))
    for table in comparison_tables(found, names):
        yield Heading(table.name)
        yield table
    yield from (Note(note) for note in comparison_notes(found, names))
    for item in found.scores:
        yield from (
            Text(labelled(task.title, order_sentence(task, item.scorer))) for task in item.tasks
        )
    ordered = [item for item in found.scores if any(task.is_enough for task in item.tasks)]
    yield from (Text("", short=agreement_line(item)) for item in ordered[:_MOST_SCORERS])
    yield Action(t("All tables, and each rubric by itself"), "compare figures {project} --full")


def _strengths_chart(found: ComparisonFigures, names: Names) -> Chart | None:
    """Systems by strength, by the first rater who has any."""
    first = next((item for item in found.raters if item.systems), None)
    if first is None:
        return None
    rows = [
        ranked_row(system.system, system.strength, scale=1)
        for system in first.systems
        if system.strength.value is not None
    ]
    by = rater_words(first.rater, names)
    return ranked_chart(
        rows,
        t("Strength, log odds"),
        t("Strengths by comparisons of {by}, with 95 % intervals", by=by),
        figure=t("Strength"),
        form="+.2f",
    )


def strengths_sentence(found: ComparisonFigures) -> str:
    """Who wins most often by the first rater, and whether it can be told from the others."""
    first = next((item for item in found.raters if item.systems), None)
    if first is None or first.pairs < ENOUGH_PAIRS:
        return t(
            "Not enough comparisons yet: {pairs} compared; {least} are needed.",
            pairs=tn("{n} pair", "{n} pairs", first.pairs if first else 0),
            least=ENOUGH_PAIRS,
        )
    best = max(first.systems, key=lambda one: one.strength.value or 0.0)
    said = t(
        "By {rater} {system} wins most often, {share} of {n} comparisons",
        system=best.system,
        rater=rater_words(first.rater),
        share=percent(best.win_rate.value),
        n=best.strength.n,
    )
    group = first.ties[best.system].group if best.system in first.ties else None
    others = [
        name for name, tie in first.ties.items() if tie.group == group and name != best.system
    ]
    if group is None:
        return t("{said}; not all systems can be ordered.", said=said)
    if others:
        names = named_together(others)
        return t("{said}; these tasks cannot tell it from {systems}.", said=said, systems=names)
    return t("{said}, and can be told from all others.", said=said)


def agreement_line(found: ScoreOrder) -> str:
    """How many pairs scores by the rubrics order as the experts who compared them."""
    pairs = sum(task.pairs for task in found.tasks)
    agree = sum(task.concordant for task in found.tasks)
    against = sum(task.discordant for task in found.tasks)
    return t(
        "Scores by {scorer} order {agree} of {pairs} pairs as the experts who compared them, "
        "{against} the other way.",
        scorer=rater_words(found.scorer),
        agree=agree,
        pairs=pairs,
        against=against,
    )


def comparison_method() -> str:
    """How comparisons are counted, and strengths computed."""
    return t(
        "Which of two responses is better, or a tie. A judge is asked in both orders; an outcome "
        "that changes with the order is a tie. Comparisons enter no score. Strengths: Bradley and "
        "Terry (1952), a tie as half a win of either, with half a win and half a loss of every "
        "system against one of strength 0 as a weak prior; on the scale of log odds, with mean 0. "
        "Their intervals are by bootstrap over tasks or families with Student's quantile."
    )


def comparison_tables(found: ComparisonFigures, names: Names = NO_NAMES) -> list[Table]:
    """All tables: systems by rater, orders, agreement, and scores beside comparisons.

    Args:
        found: The figures.
        names: What judges are called; those that are not in it by their ids.
    """
    tables = [
        table
        for item in found.raters
        if item.systems
        for table in (
            _systems_table(item, names, _MOST_SHORT if item is found.raters[0] else 0),
            _pairs_table(item, names),
        )
    ]
    if found.raters:
        tables.append(_orders_table(found.raters, names))
    aligned = [item for item in found.raters if item.agreement is not None]
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
    if found.scores:
        tables.append(_scores_table(found.scores, names))
        tables.append(_tasks_table(found.scores, names))
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


def comparison_notes(found: ComparisonFigures, names: Names = NO_NAMES) -> list[str]:
    """What does not count, what cannot be ordered, and which intervals are less sure."""
    notes = [
        t(
            "By {by} not all systems can be ordered: no comparison joins {groups}. Strengths are "
            "comparable within a group only.",
            by=rater_words(item.rater, names),
            groups=listed(f"[{', '.join(group)}]" for group in item.groups),
        )
        for item in found.raters
        if len(item.groups) > 1
    ]
    few = [
        rater_words(item.rater, names)
        for item in found.raters
        if any(system.strength.caution == "few tasks" for system in item.systems)
    ]
    if few:
        notes.append(
            t(
                "Fewer than {few} tasks behind a strength by {raters}: its interval was not shown "
                "to cover there.",
                few=FEW_TASKS,
                raters=listed(few),
            )
        )
    if any(item.ties and item.tasks < LEAST_TASKS for item in found.raters):
        notes.append(
            t(
                "The paired test tells no two systems apart on fewer than {least} tasks, even "
                "where the intervals of their strengths do not overlap.",
                least=LEAST_TASKS,
            )
        )
    if found.outdated:
        notes.append(
            tn(
                "{n} comparison does not count: a response or the brief was edited or removed "
                "since.",
                "{n} comparisons do not count: a response or the brief was edited or removed "
                "since.",
                found.outdated,
            )
        )
    if found.invalid:
        notes.append(
            tn(
                "{n} comparison of a judge has no usable reply and does not count.",
                "{n} comparisons of judges have no usable reply and do not count.",
                found.invalid,
            )
        )
    if found.of_checkpoints:
        notes.append(
            tn(
                "{n} comparison is on one checkpoint and does not count here.",
                "{n} comparisons are on one checkpoint and do not count here.",
                found.of_checkpoints,
            )
        )
    return notes


def order_sentence(found: TaskOrder, scorer: str) -> str:
    """Whether scores order the responses to a task as the experts do, in a sentence or two."""
    if not found.is_enough:
        return t(
            "Not enough comparisons yet: {pairs} compared by experts and scored by {scorer}; "
            "{least} are needed.",
            pairs=tn("{n} pair", "{n} pairs", found.pairs),
            scorer=rater_words(scorer),
            least=ENOUGH_PAIRS,
        )
    return t(
        "Scores by {scorer} order {agree} of {pairs} as the experts who compared them "
        "({disagree} the other way, {tied} tied): τ-b {tau}, Spearman {rho} over {n} responses.",
        scorer=rater_words(scorer),
        agree=found.concordant,
        pairs=tn("{n} pair", "{n} pairs", found.pairs),
        disagree=found.discordant,
        tied=found.tied,
        tau=figure(found.tau_b),
        rho=figure(found.spearman),
        n=found.responses,
    )


def plain_comparisons(found: ComparisonFigures) -> dict[str, Any]:
    """All of it for a program."""
    return {
        "raters": [
            {
                "rater": item.rater,
                "comparisons": item.comparisons,
                "pairs": item.pairs,
                "tasks": item.tasks,
                "experts": item.people,
                "orders": _plain(item.orders),
                "groups": [list(group) for group in item.groups],
                "systems": [
                    {
                        "system": system.system,
                        "tie_group": item.ties[system.system].letter
                        if system.system in item.ties
                        else None,
                    }
                    | _plain(
                        {
                            "strength": system.strength,
                            "win_rate": system.win_rate,
                            "tie_rate": system.tie_rate,
                        }
                    )
                    for system in item.systems
                ],
                "by_pair": [
                    {"first": one.first, "second": one.second}
                    | _plain({"win_rate": one.win_rate, "tie_rate": one.tie_rate})
                    for one in item.by_pair
                ],
                "agreement": item.agreement.plain() if item.agreement is not None else None,
            }
            for item in found.raters
        ],
        "scores": [
            {
                "scorer": item.scorer,
                **item.figures.plain(),
                "by_task": [asdict(task) | {"is_enough": task.is_enough} for task in item.tasks],
            }
            for item in found.scores
        ],
        "outdated": found.outdated,
        "invalid": found.invalid,
        "of_checkpoints": found.of_checkpoints,
    }


def _plain(figures: Mapping[str, Estimate]) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for name, one in figures.items():
        said |= one.named(name) | {f"{name}_n": one.n, f"{name}_tasks": one.tasks}
    return said


COMPARISONS_OF_RESPONSES: Final = Section(
    "pair-comparisons",
    mark("Comparisons of responses"),
    mark("Which responses are better, and do scores order them alike?"),
    _compared,
    _compared_blocks,
    plain_comparisons,
    after="panels",
    places=(REPORT, RANKED_BY),
    tab=mark("Strength in comparisons"),
    missing=mark(
        "No responses have been compared yet. Experts compare two responses blind; "
        "a judge compares each pair in both orders."
    ),
)


def _rubric_order(view: View) -> tuple[tuple[str, TaskOrder], ...] | None:
    task_id = view.asked.get("task")
    return (task_id and rubric_orders(view.project, view.person_id, task_id)) or None


RUBRIC_ORDER: Final = Section(
    "rubric-order",
    mark("Order of responses by a rubric"),
    mark("Do scores by a rubric order responses as the experts do who compared them?"),
    _rubric_order,
    lambda found: (Text(order_sentence(order, scorer)) for scorer, order in found),
    places=(RUBRIC,),
)
