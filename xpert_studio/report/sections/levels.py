"""Systems by level of difficulty, as a table with what is undefined or ordered otherwise."""

from __future__ import annotations

from typing import Final

from xpert_studio.metrics.levels import LEVELS, LevelScores, level_rules
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import Block, Cell, Column, Note, Row, Section, Table
from xpert_studio.report.results.levels import (
    OVERALL,
    LevelBoard,
    changed_orders,
    figure_of,
    level_board,
)
from xpert_studio.report.results.results import raters_of
from xpert_studio.report.results.scope import read_facets
from xpert_studio.report.sentences import judge_name
from xpert_studio.store import ProjectFile
from xpert_studio.wording import listed, mark, t, tn

LEVEL_NAMES: Final = {"basic": mark("basic"), "medium": mark("medium"), "hard": mark("hard")}
INDEX_NAMES: Final = {
    OVERALL: mark("Overall"),
    "daily": mark("Daily"),
    "professional": mark("Professional"),
    "extreme": mark("Extreme"),
    "leaderboard_index": mark("Leaderboard index"),
}


def levels_section(project: ProjectFile, analysis: Analysis) -> Section | None:
    """The board by level of the best aligned judge; None without scores on two levels."""
    raters = raters_of(analysis)
    if not raters:
        return None
    rater = raters[0]
    board = level_board(analysis.catalog, rater.marks, read_facets(project), analysis.excluded)
    if not has_levels(board):
        return None
    name = judge_name(rater.findings.judge) if rater.findings else t("the experts")
    blocks: list[Block] = [levels_table(board, OVERALL)]
    blocks += [Note(words) for words in level_notes(board)]
    return Section("levels", t("By level of difficulty, by {name}", name=name), tuple(blocks))


def has_levels(board: LevelBoard) -> bool:
    """Whether the tasks of at least two levels have scores."""
    return any(len(found.whole.levels) > 1 for found in board.systems.values())


def levels_table(board: LevelBoard, by: str) -> Table:
    """Systems with level means, ceiling and indices.

    Args:
        board: Of one rater.
        by: What they are sorted by: an index, or ``overall``.
    """
    columns = (
        Column(t("System")),
        *(Column(t(LEVEL_NAMES[level]).capitalize(), "0.0") for level in LEVELS),
        Column(t("Ceiling")),
        *(Column(t(INDEX_NAMES[name]), "0.0") for name in level_rules().indices),
        Column(t("Overall"), "0.0"),
        Column(t("95 % interval"), "0.0", interval=True),
        Column(t("Tasks"), "0"),
    )
    rows = [Row((system, *_cells(board.systems[system].whole))) for system in board.ordered(by)]
    return Table(
        columns,
        tuple(rows),
        tn(
            "{n} task with a level. Means per cent of points; 95 % intervals over families of "
            "tasks. A level is passed at {mark}.",
            "{n} tasks with a level. Means per cent of points; 95 % intervals over families of "
            "tasks. A level is passed at {mark}.",
            board.tasks,
            mark=f"{float(level_rules().pass_mark):g}",
        ),
        name=t("By level"),
    )


def _cells(scores: LevelScores) -> tuple[Cell, ...]:
    return (
        *(scores.levels[level].value if level in scores.levels else None for level in LEVELS),
        t(LEVEL_NAMES[scores.ceiling]) if scores.ceiling else t("none"),
        *(figure_of(scores, name).value for name in level_rules().indices),
        scores.overall.value,
        scores.overall.interval,
        scores.overall.tasks,
    )


def level_notes(board: LevelBoard) -> list[str]:
    """What is left out or undefined, and which indices order the systems otherwise."""
    notes = []
    if board.without:
        notes.append(
            tn("{n} task without a level is left out.",
               "{n} tasks without a level are left out.", board.without)
        )  # fmt: skip
    undefined: dict[str, list[str]] = {}
    for system, found in board.systems.items():
        if found.whole.overall.reason:
            undefined.setdefault(t("{reason}", reason=found.whole.overall.reason), []).append(
                system
            )
    notes += [
        t("No overall figure for {systems}: {reason}.", systems=listed(systems), reason=reason)
        for reason, systems in undefined.items()
    ]
    notes += [
        t(
            "By {index} the order differs: {first} is above {second}.",
            index=t(INDEX_NAMES[name]).lower(), first=first, second=second,
        )
        for name, first, second in changed_orders(board)
    ]  # fmt: skip
    return notes
