"""Systems by level of difficulty, as a table with what is undefined or ordered otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from xpert_studio.api import Message
from xpert_studio.api.charts import Chart
from xpert_studio.api.sections import (
    RANKED_BY,
    REPORT,
    Block,
    Cell,
    Column,
    Estimate,
    Note,
    Option,
    Row,
    Section,
    Table,
    View,
    listed,
    mark,
    t,
    tn,
)
from xpert_studio.core.records import grouped
from xpert_studio.packs.levels.levels import LEVELS, LevelFigure, LevelScores, level_rules
from xpert_studio.packs.levels.section_board import (
    OVERALL,
    LevelBoard,
    changed_orders,
    figure_of,
    levels_of,
    plain_system,
)
from xpert_studio.report.blocks import FewTasks
from xpert_studio.report.results.charts import ranked_chart, ranked_row
from xpert_studio.report.sections.looked_at import figure_of as figure_of_chart
from xpert_studio.report.small_groups import SmallGroups

LEVEL_NAMES: Final = {"basic": mark("basic"), "medium": mark("medium"), "hard": mark("hard")}
INDEX_NAMES: Final = {
    OVERALL: mark("Overall"),
    "daily": mark("Daily"),
    "professional": mark("Professional"),
    "extreme": mark("Extreme"),
    "leaderboard_index": mark("Leaderboard index"),
}


@dataclass(frozen=True, slots=True)
class LevelsInOrder:
    """A board by level, and what it is sorted by.

    Attributes:
        who: The rater in words.
        by: An index, or ``overall``.
    """

    board: LevelBoard
    who: str
    by: str
    small: SmallGroups


def _levels(view: View) -> LevelsInOrder | None:
    """What is asked for: ``sort``. None without scores on two levels, but where it is asked for."""
    if view.rater is None:
        return None
    board, by = levels_of(view), view.asked.get("sort")
    if by is None and not has_levels(board):
        return None
    return LevelsInOrder(board, view.who, by or OVERALL, view.analysis.small)


def _levels_blocks(levels_in_order: LevelsInOrder) -> Iterator[Block]:
    board, by, small = levels_in_order.board, levels_in_order.by, levels_in_order.small
    yield from figure_of_chart(
        _chart(board, by, small), t("At the right: the ceiling, the hardest level passed.")
    )
    yield levels_table(board, by, small)
    if has_categories(board):
        yield category_table(board, by, small)
    yield from map(Note, level_notes(board))


def _chart(board: LevelBoard, by: str, small: SmallGroups) -> Chart | None:
    """Systems by an index; small dots are levels, the line is where one is passed."""
    name, passed = t(INDEX_NAMES[by]), float(level_rules().pass_mark)
    known = {system: figure_of(found.whole, by) for system, found in board.systems.items()}
    rows = [
        replace(
            ranked_row(system, Estimate(one.value, one.interval, one.tasks, None), scale=1),
            note=ceiling_name(board.systems[system].whole) or "",
            parts=[
                (t(LEVEL_NAMES[level]), found.value)
                for level, found in board.systems[system].whole.levels.items()
                if found.value is not None and not small.withheld(found.tasks)
            ],
        )
        for system, one in known.items()
        if one.value is not None
    ]
    return ranked_chart(
        rows,
        t("{figure}, per cent of points", figure=name),
        t("Systems by level index, with 95 % intervals"),
        figure=name,
        limits=(0, 100),
        line=((t("passed"), passed),),
        part=t("A level"),
    )


def _levels_title(levels_in_order: LevelsInOrder) -> str:
    return t("By level of difficulty, by {name}", name=levels_in_order.who)


def _levels_data(levels_in_order: LevelsInOrder) -> dict[str, Any]:
    """Figures by system, in order."""
    board = levels_in_order.board
    return {name: plain_system(board.systems[name]) for name in board.ordered(levels_in_order.by)}


LEVEL_SECTION: Final = Section(
    "levels",
    mark("By level of difficulty"),
    mark("Up to which level of difficulty do systems pass?"),
    _levels,
    _levels_blocks,
    _levels_data,
    _levels_title,
    after="raters",
    places=(REPORT, RANKED_BY),
    tab=mark("Level index"),
    option=Option("sort", mark("Sort by"), lambda: INDEX_NAMES),
    beside=lambda found: (_levels_data(found), {}),
)


def has_levels(board: LevelBoard) -> bool:
    """Whether the tasks of at least two levels have scores."""
    return any(len(found.whole.levels) > 1 for found in board.systems.values())


def levels_table(board: LevelBoard, by: str, small: SmallGroups) -> Table:
    """Systems with level means, ceiling and indices.

    The overall figure is one of the indices: that one has no column beside it.

    Args:
        board: Of one rater.
        by: What they are sorted by: an index, or ``overall``.
        small: Which figures are marked, and which withheld.
    """
    rules = level_rules()
    beside = [name for name in rules.indices if name != rules.overall]
    columns = (
        Column(t("System")),
        *(Column(t(LEVEL_NAMES[level]).capitalize(), "0.0") for level in LEVELS),
        Column(t("Ceiling")),
        *(Column(t(INDEX_NAMES[name]), "0.0", detail=name != by) for name in beside),
        Column(t("Overall ({index})", index=t(INDEX_NAMES[rules.overall]).lower()), "0.0"),
        Column(t("95 % interval"), "0.0", interval=True),
        Column(t("Tasks"), "0"),
    )
    scores = {system: board.systems[system].whole for system in board.ordered(by)}
    rows = [
        Row((system, *_cells(found, beside, small)), opens=("system", system))
        for system, found in scores.items()
    ]
    caption = tn(
        "{n} task with a level. Means per cent of points; 95 % intervals over families of "
        "tasks. A level is passed at {mark}.",
        "{n} tasks with a level. Means per cent of points; 95 % intervals over families of "
        "tasks. A level is passed at {mark}.",
        board.tasks,
        mark=f"{float(rules.pass_mark):g}",
    )
    return Table(columns, tuple(rows), explained(caption, board, small), name=t("By level"))


def has_categories(board: LevelBoard) -> bool:
    """Whether the levels are of several categories, so that these have figures of their own."""
    return any(len(found.categories) > 1 for found in board.systems.values())


def category_table(board: LevelBoard, by: str, small: SmallGroups) -> Table:
    """Level means with their intervals and ceilings by category, systems below each other.

    Args:
        board: Of one rater.
        by: What systems are sorted by: an index, or ``overall``.
        small: Which figures are marked, and which withheld.
    """
    means = (
        (
            Column(t(LEVEL_NAMES[level]).capitalize(), "0.0"),
            Column(t("95 % interval"), "0.0", interval=True, detail=True),
        )
        for level in LEVELS
    )
    columns = (
        Column(t("Category")),
        Column(t("System")),
        *(column for pair in means for column in pair),
        Column(t("Ceiling")),
    )
    categories = dict.fromkeys(
        name for found in board.systems.values() for name in found.categories
    )
    rows = tuple(
        Row(
            (category or t("no category"), system, *_of_category(found, small)),
            opens=("system", system),
        )
        for category in categories
        for system in board.ordered(by)
        if (found := board.systems[system].categories.get(category)) is not None
    )
    caption = t("Means per cent of points by category; 95 % intervals over families of tasks.")
    return Table(columns, rows, caption, name=t("By category and level"))


def _of_category(scores: LevelScores, small: SmallGroups) -> tuple[Cell, ...]:
    cells = [
        part
        for figure in [scores.levels.get(level) for level in LEVELS]
        for part in (_level_cell(figure, small), figure.interval if figure else None)
    ]
    return (*cells, ceiling_name(scores))


def explained(caption: str, board: LevelBoard, small: SmallGroups) -> str:
    """A caption of the table, with the legend where a figure rests on few tasks."""
    whole = [found.whole for found in board.systems.values()]
    counts = [level.tasks for scores in whole for level in scores.levels.values()]
    return small.explain(caption, *counts)


def _cells(scores: LevelScores, beside: Sequence[str], small: SmallGroups) -> tuple[Cell, ...]:
    return (
        *(_level_cell(scores.levels.get(level), small) for level in LEVELS),
        ceiling_name(scores),
        *(_level_cell(figure_of(scores, name), small) for name in beside),
        _level_cell(scores.overall, small),
        scores.overall.interval,
        scores.overall.tasks,
    )


def _level_cell(figure: LevelFigure | None, small: SmallGroups) -> Cell:
    if figure is None:
        return None
    if withheld := small.withheld(figure.tasks):
        return FewTasks(withheld)
    if figure.value is None or not small.includes(figure.tasks):
        return figure.value
    return FewTasks(figure.value)


def ceiling_name(scores: LevelScores) -> str | None:
    """The ceiling as it is shown; None where the mean of a level is not known."""
    if not scores.is_known:
        return None
    return t(LEVEL_NAMES[scores.ceiling]) if scores.ceiling else t("none")


def level_notes(board: LevelBoard) -> list[str]:
    """What is left out or undefined, and which indices order the systems otherwise."""
    notes = []
    if board.without:
        notes.append(
            tn(
                "{n} task without a level is left out.",
                "{n} tasks without a level are left out.",
                board.without,
            )
        )
    overall = {system: found.whole.overall for system, found in board.systems.items()}
    notes += [
        t("No overall figure for {systems}: {reason}.", systems=listed(systems), reason=reason)
        for reason, systems in _by_reason(
            {system: figure.reason for system, figure in overall.items()}
        )
    ]
    notes += [
        t(
            "No interval of the overall figure for {systems}: {reason}.",
            systems=listed(systems),
            reason=reason,
        )
        for reason, systems in _by_reason(
            {system: figure.no_interval for system, figure in overall.items()}
        )
    ]
    notes += [
        t(
            "By {index} the order differs: {first} is above {second}.",
            index=t(INDEX_NAMES[name]).lower(),
            first=first,
            second=second,
        )
        for name, first, second in changed_orders(board)
    ]
    return notes


def _by_reason(reasons: Mapping[str, Message | None]) -> list[tuple[str, list[str]]]:
    """Reasons, each with the systems of which it is."""
    return list(
        grouped(
            (t("{reason}", reason=reason), system) for system, reason in reasons.items() if reason
        ).items()
    )
