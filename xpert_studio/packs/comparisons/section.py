"""Comparisons of responses: of systems, of judges, and beside each rubric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

from xpert_studio.api.charts import Chart
from xpert_studio.api.sections import (
    RANKED_BY,
    REPORT,
    RUBRIC,
    Action,
    Block,
    Estimate,
    Heading,
    Note,
    Section,
    Text,
    View,
    figure,
    labelled,
    listed,
    mark,
    percent,
    t,
    tn,
)
from xpert_studio.core.metrics.task_estimates import FEW_TASKS
from xpert_studio.packs.comparisons.section_figures import (
    ENOUGH_PAIRS,
    ComparisonFigures,
    ScoreOrder,
    TaskOrder,
    comparison_figures,
    rubric_orders,
)
from xpert_studio.packs.comparisons.section_tables import (
    NO_NAMES,
    Names,
    comparison_tables,
    rater_words,
)
from xpert_studio.report.panel_words import names_of
from xpert_studio.report.results.charts import ranked_chart, ranked_row
from xpert_studio.report.sections.looked_at import figure_of
from xpert_studio.report.sentences import named_together
from xpert_studio.report.ties import LEAST_TASKS

_MOST_SCORERS: Final = 3


def _compared(view: View) -> ComparisonFigures | None:
    """What comparisons say, of all raters; None without any."""

    def work() -> ComparisonFigures:
        tasks = view.analysis.catalog.tasks
        inside = zip(tasks, view.results.tasks_in(view.scope).tolist(), strict=True)
        return comparison_figures(view.project, [name for name, is_in in inside if is_in])

    return view.results.kept(("comparisons", view.scope), work) or None


def _compared_blocks(figures: ComparisonFigures) -> Iterator[Block]:
    names = names_of(figures.judges)
    yield from figure_of(_strengths_chart(figures, names), strengths_sentence(figures))
    yield Note(comparison_method())
    yield Text("", short=strengths_sentence(figures))
    for table in comparison_tables(figures, names):
        yield Heading(table.name)
        yield table
    yield from (Note(note) for note in comparison_notes(figures, names))
    for item in figures.scores:
        yield from (
            Text(labelled(task.title, order_sentence(task, item.scorer))) for task in item.tasks
        )
    ordered = [item for item in figures.scores if any(task.is_enough for task in item.tasks)]
    yield from (Text("", short=agreement_line(item)) for item in ordered[:_MOST_SCORERS])
    yield Action(t("All tables, and each rubric by itself"), "compare figures {project} --full")


def _strengths_chart(figures: ComparisonFigures, names: Names) -> Chart | None:
    """Systems by strength, by the first rater who has any."""
    first = next((item for item in figures.raters if item.systems), None)
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


def strengths_sentence(figures: ComparisonFigures) -> str:
    """Who wins most often by the first rater, and whether it can be told from the others."""
    first = next((item for item in figures.raters if item.systems), None)
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


def agreement_line(score_order: ScoreOrder) -> str:
    """How many pairs scores by the rubrics order as the experts who compared them."""
    return t(
        "Scores by {scorer} order {agree} of {pairs} pairs as the experts who compared them, "
        "{against} the other way.",
        scorer=rater_words(score_order.scorer),
        agree=sum(task.concordant for task in score_order.tasks),
        pairs=sum(task.pairs for task in score_order.tasks),
        against=sum(task.discordant for task in score_order.tasks),
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


def comparison_notes(figures: ComparisonFigures, names: Names = NO_NAMES) -> list[str]:
    """What does not count, what cannot be ordered, and which intervals are less sure."""
    notes = [
        t(
            "By {by} not all systems can be ordered: no comparison joins {groups}. Strengths are "
            "comparable within a group only.",
            by=rater_words(item.rater, names),
            groups=listed(f"[{', '.join(group)}]" for group in item.groups),
        )
        for item in figures.raters
        if len(item.groups) > 1
    ]
    few = [
        rater_words(item.rater, names)
        for item in figures.raters
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
    if any(item.ties and item.tasks < LEAST_TASKS for item in figures.raters):
        notes.append(
            t(
                "The paired test tells no two systems apart on fewer than {least} tasks, even "
                "where the intervals of their strengths do not overlap.",
                least=LEAST_TASKS,
            )
        )
    if figures.outdated:
        notes.append(
            tn(
                "{n} comparison does not count: a response or the brief was edited or removed "
                "since.",
                "{n} comparisons do not count: a response or the brief was edited or removed "
                "since.",
                figures.outdated,
            )
        )
    if figures.invalid:
        notes.append(
            tn(
                "{n} comparison of a judge has no usable reply and does not count.",
                "{n} comparisons of judges have no usable reply and do not count.",
                figures.invalid,
            )
        )
    if figures.of_checkpoints:
        notes.append(
            tn(
                "{n} comparison is on one checkpoint and does not count here.",
                "{n} comparisons are on one checkpoint and do not count here.",
                figures.of_checkpoints,
            )
        )
    return notes


def order_sentence(task_order: TaskOrder, scorer: str) -> str:
    """Whether scores order the responses to a task as the experts do, in a sentence or two."""
    if not task_order.is_enough:
        return t(
            "Not enough comparisons yet: {pairs} compared by experts and scored by {scorer}; "
            "{least} are needed.",
            pairs=tn("{n} pair", "{n} pairs", task_order.pairs),
            scorer=rater_words(scorer),
            least=ENOUGH_PAIRS,
        )
    return t(
        "Scores by {scorer} order {agree} of {pairs} as the experts who compared them "
        "({disagree} the other way, {tied} tied): τ-b {tau}, Spearman {rho} over {n} responses.",
        scorer=rater_words(scorer),
        agree=task_order.concordant,
        pairs=tn("{n} pair", "{n} pairs", task_order.pairs),
        disagree=task_order.discordant,
        tied=task_order.tied,
        tau=figure(task_order.tau_b),
        rho=figure(task_order.spearman),
        n=task_order.responses,
    )


def plain_comparisons(figures: ComparisonFigures) -> dict[str, Any]:
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
            for item in figures.raters
        ],
        "scores": [
            {
                "scorer": item.scorer,
                **item.figures.plain(),
                "by_task": [asdict(task) | {"is_enough": task.is_enough} for task in item.tasks],
            }
            for item in figures.scores
        ],
        "outdated": figures.outdated,
        "invalid": figures.invalid,
        "of_checkpoints": figures.of_checkpoints,
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
