"""The scores of all systems by every rater, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xpert_studio.core.metrics import Leaderboard
from xpert_studio.core.wording import mark, t
from xpert_studio.report.blocks import Block, Column, Row, Table
from xpert_studio.report.section import Section, View


def _all_boards(view: View) -> dict[str, Leaderboard] | None:
    """Boards by rater in words; None of fewer than two raters."""
    views = [view.by(rater.id, view.scope) for rater in view.results.raters]
    boards = {one.who: one.results.board(*one.key).leaderboard for one in views}
    return boards if len(boards) > 1 else None


def _side_by_side(boards: dict[str, Leaderboard]) -> Iterator[Block]:
    scores = {
        name: {standing.system: standing.score for standing in board.standings}
        for name, board in boards.items()
    }
    systems = dict.fromkeys(
        standing.system for board in boards.values() for standing in board.standings
    )
    yield Table(
        columns=(Column(t("System")), *(Column(name, "0.0%") for name in boards)),
        rows=tuple(
            Row((system, *(scores[name].get(system) for name in boards))) for system in systems
        ),
        caption=t(
            "Mean score; not to be compared between raters who judged different tasks. Checkpoints "
            "that as many experts judge met as not met count as not met."
        ),
        name=t("All raters"),
    )


RATERS_SIDE_BY_SIDE: Final = Section(
    "raters",
    mark("Scores by every rater"),
    mark("What does each rater score the systems?"),
    _all_boards,
    _side_by_side,
)
