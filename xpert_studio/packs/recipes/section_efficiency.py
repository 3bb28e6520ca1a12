"""Systems by efficiency, cost and latency: tables, what is not known, value for money, charts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.api.charts import Chart, Front, FrontPoint
from xpert_studio.api.figures import Metric
from xpert_studio.api.sections import (
    AGAINST,
    REPORT,
    Block,
    Column,
    Figure,
    Note,
    Option,
    Section,
    Table,
    Text,
    View,
    listed,
    mark,
    t,
    tn,
)
from xpert_studio.core.errors import XpertError
from xpert_studio.core.metrics import FEW_TASKS, Unit
from xpert_studio.core.records import grouped
from xpert_studio.packs.recipes.efficiency import (
    MEASURES,
    fronts,
    usage_of_systems,
    value_for_money,
)
from xpert_studio.packs.recipes.taken import (
    ORDERS,
    EfficiencyBoard,
    plain_usage,
    plain_value,
    read_usage,
)
from xpert_studio.packs.recipes.usage import (
    COST,
    COST_PER_POINT,
    EFFICIENCY,
    LATENCY,
    MEDIAN_LATENCY,
    TOKENS,
)
from xpert_studio.report.figure_tables import figure_table
from xpert_studio.report.results.charts import MOST_ROWS, SCORE_AXIS

FIRST: Final = (EFFICIENCY, TOKENS)
SECOND: Final = (COST, COST_PER_POINT, MEDIAN_LATENCY, LATENCY)
_OF_COST: Final = (COST.id, COST_PER_POINT.id)
_UNITS: Final = {Unit.MONEY: "USD", Unit.SECONDS: "s"}
_FORMS: Final = {Unit.MONEY: ".5f", Unit.SECONDS: ".1f", Unit.COUNT: ",.0f"}


@dataclass(frozen=True, slots=True)
class SystemsByUsage:
    """A board of what systems took, and what it is sorted by.

    Attributes:
        board: It; None where prices cannot be read.
        problem: Why, where they cannot.
        who: The rater in words.
        in_full: Whether it is shown by itself: scores against one measure, the picture first.
    """

    board: EfficiencyBoard | None
    problem: str
    who: str
    by: str
    in_full: bool = False


def _usage(view: View) -> SystemsByUsage | None:
    """What is asked for: ``sort``, ``in_full``. None where nothing is known and nothing asked."""
    by = view.asked.get("sort")
    if view.rater is None:
        return None
    try:
        board = view.results.kept(("efficiency", *view.key), lambda: efficiency_board(view))
    except XpertError as error:  # a broken price list of the user's
        if by is not None:
            raise
        return SystemsByUsage(None, str(error), view.who, "")
    if by is None and not board.is_known:
        return None
    return SystemsByUsage(board, "", view.who, by or "efficiency", view.asked.get("in_full", False))


def efficiency_board(view: View, *, is_public: bool = False) -> EfficiencyBoard:
    """What the systems of the leaderboard took; see ``read_usage``."""
    board, catalog = view.results.board(*view.key).leaderboard, view.analysis.catalog
    usage = read_usage(view.project, catalog, is_public=is_public)
    systems = usage_of_systems(catalog, view.results.marks(*view.key), board, usage)
    return EfficiencyBoard(board, systems, value_for_money(board, systems), fronts(board, systems))


def _usage_blocks(usage: SystemsByUsage) -> Iterator[Block]:
    board = usage.board
    if board is None:
        yield Note(usage.problem)
        return
    shown = [one for one in MEASURES if board.fronts[one.id]]
    charts = [_front(board, one) for one in shown if not usage.in_full or one is ORDERS[usage.by]]
    yield from charts if usage.in_full else ()
    if board.is_known:
        yield from efficiency_tables(board, usage.by)
    yield from map(Note if usage.in_full else Text, (*_value(board), *_fronts(board)))
    yield from map(Note, _missing(board))
    yield from () if usage.in_full else charts


def _front(board: EfficiencyBoard, measure: Metric) -> Figure:
    caption = t(
        "Score against {measure}; filled: on the Pareto front, which no other system "
        "beats in both.",
        measure=t(measure.title).lower(),
    )
    return Figure(front_chart_of(board, measure), caption)


def _usage_title(usage: SystemsByUsage) -> str:
    return t("Efficiency, by {name}", name=usage.who)


def _beside(usage: SystemsByUsage) -> tuple[dict[str, Any], dict[str, Any]]:
    """By system, in order, what it took; value for money."""
    board = usage.board
    if board is None:
        return {}, {}
    rows = {name: {"usage": plain_usage(board.systems[name])} for name in board.ordered(usage.by)}
    return rows, plain_value(board)


def _usage_data(usage: SystemsByUsage) -> dict[str, Any]:
    """``systems``: by system, in order; ``value``: value for money."""
    rows, value = _beside(usage)
    return {"systems": rows, "value": value} if usage.board else {}


USAGE: Final = Section(
    "efficiency",
    mark("Efficiency"),
    mark("What do systems take for what they score?"),
    _usage,
    _usage_blocks,
    _usage_data,
    _usage_title,
    after="recipe",
    places=(REPORT, AGAINST),
    option=Option(
        "sort",
        mark("Sort by"),
        lambda: {n: one.title for n, one in ORDERS.items()},
        listed=("cost", "tokens", "latency"),
    ),
    beside=_beside,
)


def efficiency_tables(board: EfficiencyBoard, by: str) -> tuple[Table, Table]:
    """Efficiency with tokens; cost and latency.

    Args:
        board: Of one rater.
        by: What they are sorted by.
    """
    order = board.ordered(by)
    shown = {
        name
        for one in board.systems.values()
        for name, it in one.figures.items()
        if it.value is not None
    }
    first = figure_table(
        (
            Column(t("System")),
            Column(t("Tasks"), "0"),
            Column(t("Responses"), "0"),
            Column(t("Invalid"), "0"),
        ),
        [one for one in FIRST if one.id in shown],
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
        "system",
    )
    scores = {row.system: row.score for row in board.board.standings}
    second = figure_table(
        (Column(t("System")), Column(t("Score"), "0.0%")),
        [one for one in SECOND if one.id in shown],
        [((system, scores[system]), board.systems[system].figures) for system in order],
        t("Cost in US dollars, latency in seconds; 95 % intervals by task or family.")
        if COST.id in shown
        else t("Latency in seconds; 95 % intervals by task or family."),
        t("Cost and latency"),
        "system",
    )
    return first, second


def front_chart_of(board: EfficiencyBoard, measure: Metric) -> Chart:
    """Scores of ranked systems against what they took. Opens ``("system", name)``.

    Args:
        board: The systems.
        measure: One of ``MEASURES``.
    """
    front = set(board.fronts[measure.id])
    points = [
        FrontPoint(
            row.system,
            took,
            100 * row.score,
            ("system", row.system),
            100 * row.interval[0] if row.interval else None,
            100 * row.interval[1] if row.interval else None,
            row.system in front,
        )
        for row in board.board.standings
        if row.rank is not None
        and row.score is not None
        and (took := board.systems[row.system].figures[measure.id].value) is not None
    ]
    title, unit = t(measure.title), _UNITS.get(measure.unit, "")
    return Front(
        points[:MOST_ROWS],
        x_axis=t("{title}, {unit}", title=title, unit=unit) if unit else title,
        y_axis=SCORE_AXIS,
        form=_FORMS[measure.unit],
        heads=(
            mark("System"),
            title,
            mark("Score"),
            mark("Low"),
            mark("High"),
            mark("On the front"),
        ),
        description=t("Score against {measure}", measure=title.lower()),
    )


def _value(board: EfficiencyBoard) -> list[str]:
    value = board.value
    if not _has_costs(board):
        return [t("No prices are known, so nothing is said on cost.")]
    if value is None:
        return []
    said = []
    if value.cheapest is not None:
        said.append(
            t(
                "Value for money: {cheapest} is the cheapest system with a known cost ({cost:.5f} "
                "US dollars a task) of those that score at least {bound:.1f} %, the lower end of "
                "the interval of the best, {best}.",
                cheapest=value.cheapest,
                cost=board.systems[value.cheapest].figures[COST.id].value or 0.0,
                bound=100 * value.bound,
                best=value.best,
            )
        )
        score = next(row for row in board.board.standings if row.system == value.best)
        if (behind := score.figures["score"].tasks or 0) < FEW_TASKS:
            said.append(
                t(
                    "That interval rests on {n} tasks or families: with fewer than {few} the "
                    "cheapest of the best is unsure.",
                    n=behind,
                    few=FEW_TASKS,
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


def _has_costs(board: EfficiencyBoard) -> bool:
    return any(system.figures[COST.id].value is not None for system in board.systems.values())


def _missing(board: EfficiencyBoard) -> list[str]:
    titles = {metric.id: metric.title for metric in (*FIRST, *SECOND)}
    by_reason: dict[tuple[str, str], list[str]] = {}
    for system, found in board.systems.items():
        reasons = grouped(
            (t("{reason}", reason=reason), t(titles[name]).lower())
            for name, reason in found.reasons.items()
            if name not in _OF_COST or _has_costs(board)
        )
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
