"""Systems by efficiency, cost and latency: tables, what is not known, value for money, charts."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.errors import XpertError
from xpert_studio.core.metrics.efficiency import MEASURES
from xpert_studio.core.metrics.figures.usage import (
    COST,
    COST_PER_POINT,
    EFFICIENCY,
    LATENCY,
    MEDIAN_LATENCY,
    TOKENS,
)
from xpert_studio.core.wording import listed, t, tn
from xpert_studio.report.blocks import Block, Column, Figure, Note, Section, Table
from xpert_studio.report.figure_tables import figure_table
from xpert_studio.report.results.charts import front_chart_of
from xpert_studio.report.results.efficiency import EfficiencyBoard, efficiency_board
from xpert_studio.report.results.results import Rater, raters_of
from xpert_studio.report.section import ReportView
from xpert_studio.report.sentences import judge_name

FIRST: Final = (EFFICIENCY, TOKENS)
SECOND: Final = (COST, COST_PER_POINT, MEDIAN_LATENCY, LATENCY)


def efficiency_section(view: ReportView) -> Section | None:
    """The systems by the best aligned judge; None where nothing is known of any response."""
    project, analysis = view.project, view.analysis
    raters = raters_of(analysis)
    if not raters:
        return None
    rater = raters[0]
    ranking = rater.findings.leaderboard if rater.findings else analysis.expert_board
    if ranking is None:
        return None
    title = t("Efficiency, by {name}", name=_who(rater))
    try:
        board = efficiency_board(project, analysis.catalog, rater.marks, ranking)
    except XpertError as error:  # a broken price list of the user's
        return Section("efficiency", title, (Note(str(error)),))
    if not board.is_known:
        return None
    blocks: list[Block] = [*efficiency_tables(board, "efficiency")]
    blocks += [Note(words) for words in efficiency_notes(board)]
    for measure in MEASURES:
        if board.fronts[measure.id]:
            caption = t(
                "Score against {measure}; filled: on the Pareto front, which no other system "
                "beats in both.",
                measure=t(measure.title).lower(),
            )
            blocks.append(Figure(front_chart_of(board, measure), caption))
    return Section("efficiency", title, tuple(blocks))


def _who(rater: Rater) -> str:
    return judge_name(rater.findings.judge) if rater.findings else t("the experts")


def efficiency_tables(board: EfficiencyBoard, by: str) -> tuple[Table, Table]:
    """Efficiency with tokens; cost and latency.

    Args:
        board: Of one rater.
        by: What they are sorted by.
    """
    order = board.ordered(by)
    first = figure_table(
        (
            Column(t("System")),
            Column(t("Tasks"), "0"),
            Column(t("Responses"), "0"),
            Column(t("Invalid"), "0"),
        ),
        FIRST,
        [
            (
                (system, found.figures[TOKENS.id].tasks, found.responses, found.invalid),
                found.figures,
            )
            for system, found in ((name, board.systems[name]) for name in order)
        ],
        t(
            "Efficiency: score in per cent of points over log2 of the mean completion tokens. "
            "95 % intervals by task or family. Invalid: answered without text."
        ),
        t("Efficiency"),
    )
    second = figure_table(
        (Column(t("System")),),
        SECOND,
        [((system,), board.systems[system].figures) for system in order],
        t("Cost in US dollars, latency in seconds; 95 % intervals by task or family."),
        t("Cost and latency"),
    )
    return first, second


def efficiency_notes(board: EfficiencyBoard) -> list[str]:
    """Value for money, the Pareto fronts, and why figures are missing."""
    return [*_value(board), *_fronts(board), *_missing(board)]


def _value(board: EfficiencyBoard) -> list[str]:
    value = board.value
    if value is None:
        return []
    said = []
    if value.cheapest is not None:
        cost = board.systems[value.cheapest].figures[COST.id].value or 0.0
        said.append(
            t(
                "Value for money: {cheapest} is the cheapest system with a known cost ({cost:.5f} "
                "US dollars a task) of those that score at least {bound:.1f} %, the lower end of "
                "the interval of the best, {best}.",
                cheapest=value.cheapest,
                cost=cost,
                bound=100 * value.bound,
                best=value.best,
            )
        )
    if value.unknown:
        said.append(
            t(
                "Of unknown cost, and within the interval of the best: {systems}.",
                systems=listed(value.unknown),
            )
        )
    return said


def _fronts(board: EfficiencyBoard) -> list[str]:
    return [
        t(
            "Not beaten in both score and {measure}: {systems}.",
            measure=t(measure.title).lower(),
            systems=listed(board.fronts[measure.id]),
        )
        for measure in MEASURES
        if board.fronts[measure.id]
    ]


def _missing(board: EfficiencyBoard) -> list[str]:
    titles = {metric.id: metric.title for metric in (*FIRST, *SECOND)}
    by_reason: dict[tuple[str, str], list[str]] = {}
    for system, found in board.systems.items():
        reasons: dict[str, list[str]] = {}
        for name, reason in found.reasons.items():
            reasons.setdefault(t("{reason}", reason=reason), []).append(t(titles[name]).lower())
        for words, names in reasons.items():
            by_reason.setdefault((listed(names), words), []).append(system)
    said = [
        t(
            "No {figures} of {systems}: {reason}.",
            figures=figures,
            systems=listed(systems),
            reason=reason,
        )
        for (figures, reason), systems in by_reason.items()
    ]
    invalid = {name: found.invalid for name, found in board.systems.items() if found.invalid}
    return said + [
        tn(
            "{n} response of {system} has no text, and is invalid.",
            "{n} responses of {system} have no text, and are invalid.",
            count,
            system=system,
        )
        for system, count in invalid.items()
    ]
