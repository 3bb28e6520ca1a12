"""Every system against every other: on how many tasks the one scores higher."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from xpert_studio.core.wording import mark, number, t
from xpert_studio.report.blocks import Block, Figure
from xpert_studio.report.charts import Chart, GridField, Matrix
from xpert_studio.report.section import COMPARED, Section, View, with_rater

_MOST: Final = 20
"""So many systems can be read; the first of the leaderboard."""


@dataclass(frozen=True, slots=True)
class WinMatrix:
    """Tasks won by system.

    Attributes:
        systems: In the order of the leaderboard.
        wins: Tasks on which the one of the row scores higher than the one of the column.
        shared: Tasks on which both have a score.
    """

    systems: tuple[str, ...]
    wins: tuple[tuple[int, ...], ...]
    shared: tuple[tuple[int, ...], ...]


@with_rater
def _wins(view: View) -> WinMatrix | None:
    board, found = view.results.board(*view.key).leaderboard, view.results.task_scores(*view.key)
    names = [standing.system for standing in board.standings if standing.score is not None][:_MOST]
    if len(names) < 2:
        return None
    scores = found.by_system[[found.catalog.systems.index(name) for name in names]]
    with np.errstate(invalid="ignore"):
        higher = scores[:, None, :] > scores[None, :, :]
    known = np.isfinite(scores)
    shared = known[:, None, :] & known[None, :, :]
    wins, both = ((of).sum(axis=2).tolist() for of in (higher & shared, shared))
    return WinMatrix(tuple(names), tuple(map(tuple, wins)), tuple(map(tuple, both)))


def _blocks(win_matrix: WinMatrix) -> Iterator[Block]:
    yield Figure(_chart(win_matrix), t("Tasks that the row wins, and those that it loses."))


def _chart(win_matrix: WinMatrix) -> Chart:
    places = range(len(win_matrix.systems))
    return Matrix(
        [[_field(win_matrix, row, column) for column in places] for row in places],
        win_matrix.systems,
        win_matrix.systems,
        figures=[[win_matrix.wins[row][column] for column in places] for row in places],
        description=t("Tasks won by each system against each other"),
    )


def _field(win_matrix: WinMatrix, row: int, column: int) -> GridField | None:
    n = win_matrix.shared[row][column]
    if row == column or not n:
        return None
    wins, losses = win_matrix.wins[row][column], win_matrix.wins[column][row]
    return GridField(
        wins / n,
        (f"{wins}–{losses}",),
        said=t(
            "{wins} wins, {losses} losses, {ties} ties",
            wins=number(wins),
            losses=number(losses),
            ties=number(n - wins - losses),
        ),
        target=("two", win_matrix.systems[row], win_matrix.systems[column]),
    )


def _data(win_matrix: WinMatrix) -> list[dict[str, Any]]:
    """Every two systems, the first the one of the row."""
    places = range(len(win_matrix.systems))
    return [
        {
            "first": win_matrix.systems[row],
            "second": win_matrix.systems[column],
            "wins": win_matrix.wins[row][column],
            "losses": win_matrix.wins[column][row],
            "tasks": win_matrix.shared[row][column],
        }
        for row in places
        for column in places
        if row != column
    ]


WIN_MATRIX: Final = Section(
    "win-matrix",
    mark("Win matrix"),
    mark("On how many tasks does each system score higher than each other?"),
    _wins,
    _blocks,
    _data,
    places=(COMPARED,),
    missing=mark("It takes two systems with scores to compare them."),
)
