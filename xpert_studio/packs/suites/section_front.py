"""The section of quality against time and cost: which systems no other beats in both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from xpert_studio.api.charts import Front, FrontPoint
from xpert_studio.api.sections import REPORT, Block, Figure, Section, Text, listed, mark, t
from xpert_studio.packs.suites.board import SuiteBoard, boards_of
from xpert_studio.packs.suites.evaluations import Evaluation, asked_for
from xpert_studio.packs.suites.section_blocks import (
    in_percent,
    known_to,
    suite_heading,
    with_branch,
)
from xpert_studio.packs.suites.section_board import Boards

_FEWEST: Final = 2
_AXES: Final = {
    "seconds": mark("Mean time (s)"),
    "cost": mark("Mean cost (USD)"),
    "tokens": mark("Mean tokens"),
}


def with_fronts(found: Boards | None) -> Boards | None:
    """Boards on which two systems have a measure in common; None where there are none."""
    return tuple(one for one in found or () if any(_front(one, name) for name in _AXES)) or None


def _blocks(found: Boards) -> Iterator[Block]:
    for board in found:
        yield from suite_heading(board.suite, found)
        names = {row.evaluation.id: with_branch(row.evaluation) for row in board.rows}
        for measure, axis in _AXES.items():
            if (chart := _front(board, measure)) is not None:
                front = listed(names[one] for one in board.fronts[measure])
                caption = t(
                    "Share of responses that pass, with 95 % intervals, against what a response "
                    "takes on average. The line is the Pareto front: filled points are on it."
                )
                yield Figure(chart, caption)
                yield Text.brief(
                    t("{axis}: no other system beats {front} in both.", axis=t(axis), front=front)
                )


def _front(board: SuiteBoard, measure: str) -> Front | None:
    """Pass rates against a measure; None where fewer than two systems have it."""
    front = set(board.fronts[measure])
    known = [
        (one, took)
        for one in (row.evaluation for row in board.rows if row.is_current)
        if (took := one.mean(measure)) is not None
    ]
    if len(known) < _FEWEST:
        return None
    return Front(
        [_point(one, took, is_front=one.id in front) for one, took in known],
        x_axis=_AXES[measure],
        y_axis=t("Pass rate, %"),
        heads=(
            mark("System"),
            _AXES[measure],
            mark("Pass rate, %"),
            mark("Low"),
            mark("High"),
            mark("On the front"),
        ),
        description=t("Pass rate against: {axis}", axis=t(_AXES[measure])),
    )


def _point(evaluation: Evaluation, took: float, *, is_front: bool) -> FrontPoint:
    rate, low, high = in_percent(evaluation.pass_rate())
    target = ("evaluation", evaluation.id)
    return FrontPoint(with_branch(evaluation), took, rate, target, low, high, is_front)


def _plain(found: Boards) -> list[dict[str, Any]]:
    return [
        {
            "suite": board.suite,
            "systems": [
                {
                    "evaluation": row.evaluation.id,
                    "system": row.evaluation.first.system,
                    "branch": row.evaluation.first.branch,
                    **row.evaluation.pass_rate().named("pass_rate"),
                    **{name: row.evaluation.mean(name) for name in _AXES},
                }
                for row in board.rows
                if row.is_current
            ],
            "fronts": {name: list(ids) for name, ids in board.fronts.items()},
        }
        for board in found
    ]


SUITE_FRONT: Final = Section(
    "suite-front",
    mark("Suites: quality against time and cost"),
    mark("Which systems pass most of a suite for their time and cost?"),
    lambda view: with_fronts(asked_for(boards_of(known_to(view)), view.asked)),
    _blocks,
    _plain,
    after="suite-board",
    places=(REPORT,),
    missing=mark(
        "No two systems have a known time, cost or token count on the same suite yet. Times come "
        "from responses that a model or a command made."
    ),
)
