"""Boards of ``xpert-studio leaderboard`` beside the ranking: by level, by efficiency."""

from __future__ import annotations

from typing import Any, Final

from xpert_studio.cli.output import Output
from xpert_studio.report.part_names import rater_name
from xpert_studio.report.results import Results, Scope
from xpert_studio.report.results.efficiency import ORDERS as BY_USAGE
from xpert_studio.report.results.efficiency import plain_usage, plain_value
from xpert_studio.report.results.levels import orders, plain_system
from xpert_studio.report.sections.efficiency import efficiency_notes, efficiency_tables
from xpert_studio.report.sections.levels import explained, level_notes, levels_table
from xpert_studio.store import ProjectFile
from xpert_studio.wording import t

LEVEL: Final = "level"
EFFICIENCY: Final = "efficiency"
ORDERS: Final = {LEVEL: orders(), EFFICIENCY: tuple(BY_USAGE)}
"""What each board can be sorted by, the usual one first."""


def show_levels(
    output: Output, results: Results, key: tuple[str, Scope], sort: str, found: dict[str, Any]
) -> None:
    """Shows the board by level; puts it into what a program gets, in its order.

    Args:
        output: Where to.
        results: The results.
        key: The rater, and over which tasks.
        sort: What it is sorted by.
        found: What a program gets of the rater.
    """
    levels, small = results.levels(*key), results.analysis.small
    title = t("By level of difficulty, by {name}", name=rater_name(key[0]))
    output.block(levels_table(levels, sort, small), explained(title, levels, small))
    output.say(*level_notes(levels))
    rows = {name: plain_system(levels.systems[name]) for name in levels.ordered(sort)}
    _join(found, rows)


def show_efficiency(
    output: Output,
    project: ProjectFile,
    results: Results,
    key: tuple[str, Scope],
    sort: str,
    found: dict[str, Any],
) -> None:
    """As ``show_levels``, of what the systems' responses took."""
    board = results.efficiency(project, *key)
    name = rater_name(key[0])
    titles = (
        t("Efficiency, by {name}", name=name),
        t("Cost (US dollars) and latency (seconds), by {name}", name=name),
    )
    for table, title in zip(efficiency_tables(board, sort), titles, strict=True):
        output.block(table, title)
    output.say(*efficiency_notes(board))
    _join(
        found, {name: {"usage": plain_usage(board.systems[name])} for name in board.ordered(sort)}
    )
    found |= plain_value(board)


def _join(found: dict[str, Any], beside: dict[str, dict[str, Any]]) -> None:
    """Puts figures beside those of the rows, which take their order; other rows come last."""
    rows = {row["system"]: row for row in found["standings"]}
    found["standings"] = [
        *(rows.pop(system) | more for system, more in beside.items() if system in rows),
        *rows.values(),
    ]
