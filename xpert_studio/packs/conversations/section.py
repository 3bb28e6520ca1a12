"""The section of conversations: how much of the points systems reach in each turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from xpert_studio.api.sections import (
    EXPLORED,
    REPORT,
    Block,
    Column,
    Estimate,
    Row,
    Section,
    Table,
    Text,
    View,
    mark,
    percent,
    t,
)
from xpert_studio.core.metrics.scores import counted, scorable
from xpert_studio.core.metrics.task_estimates import SHARE, estimate, in_clusters
from xpert_studio.core.records.columns import Catalog, IntArray, Ratings
from xpert_studio.core.records.transcripts import conversation_of
from xpert_studio.core.store import Transaction, tasks

WHOLE: Final = 0
"""In the place of a turn: checkpoints that look at the whole conversation."""
_OTHER: Final = -1
_FEWEST: Final = 2
"""Clusters below which no interval can be had."""


@dataclass(frozen=True, slots=True)
class TurnFigure:
    """What a system reaches in a turn.

    Attributes:
        turn: From 1; ``WHOLE`` for checkpoints that look at all turns.
        share: Of the points, with its interval over clusters; ``n`` is answers.
    """

    system: str
    turn: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class ByTurn:
    """What systems reach by turn.

    Attributes:
        who: The rater in words.
        tasks: With turns.
        figures: By system, then turn; the whole conversation last.
    """

    who: str
    tasks: int
    figures: tuple[TurnFigure, ...]


def turns_of(tx: Transaction) -> tuple[int, dict[tuple[str, str], int]]:
    """How many tasks have turns, and the turn of each of their checkpoints, by task and id."""
    talks = {task.id for task in tasks.all_tasks(tx) if conversation_of(task) is not None}
    return len(talks), {
        (task_id, point.id): point.turn or WHOLE
        for task_id, rubric in tasks.rubrics(tx).items()
        if task_id in talks
        for point in rubric
    }


def _compute(view: View) -> ByTurn | None:
    with view.project.reading() as tx:
        count, turns = turns_of(tx)
    if not turns or view.rater is None:
        return None
    catalog = view.analysis.catalog
    pairs = zip(catalog.checkpoint_task, catalog.checkpoints, strict=True)
    turn = np.array(
        [turns.get((catalog.tasks[task], point), _OTHER) for task, point in pairs], np.int32
    )
    marks = scorable(catalog, counted(catalog, view.results.marks(*view.key)))
    figures = tuple(figures_by_turn(catalog, marks, turn))
    return ByTurn(view.who, count, figures) if figures else None


def figures_by_turn(catalog: Catalog, marks: Ratings, turn: IntArray) -> Iterator[TurnFigure]:
    """Shares of the points by system and turn.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers that count.
        turn: Per checkpoint its turn, ``WHOLE``, or below for none.
    """
    found = sorted({int(one) for one in turn[turn >= WHOLE]}, key=lambda one: (one == WHOLE, one))
    for code, system in enumerate(catalog.systems):
        own = marks.where(catalog.response_system[marks.response] == code)
        for number in found:
            of_turn = own.where(turn[own.checkpoint] == number)
            if not of_turn.checkpoint.size:
                continue
            task = catalog.response_task[of_turn.response]
            weight = catalog.checkpoint_weight[of_turn.checkpoint]
            points = [
                np.bincount(task, value, len(catalog.tasks))
                for value in (weight * of_turn.score, weight)
            ]
            sums = in_clusters(np.stack(points, axis=-1), catalog.task_cluster)
            share = replace(estimate(SHARE, sums), n=int(of_turn.checkpoint.size))
            yield TurnFigure(system, number, share)


def _turn_name(turn: int) -> str:
    return t("Turn {turn}", turn=turn) if turn else t("The whole conversation")


def _blocks(by_turn: ByTurn) -> Iterator[Block]:
    weakest = min(
        (figure for figure in by_turn.figures if figure.share.interval is not None),
        key=lambda one: one.share.value or 0.0,
        default=None,
    )
    said = (
        t(
            "Not enough tasks with turns for intervals: {n}, and at least {needed} clusters are "
            "needed.",
            n=by_turn.tasks,
            needed=_FEWEST,
        )
        if weakest is None
        else t(
            "Fewest points: {system} in “{turn}”, {share} ({low}–{high}, n = {n}, clusters: "
            "{clusters}).",
            system=weakest.system,
            turn=_turn_name(weakest.turn),
            share=percent(weakest.share.value),
            low=percent(weakest.share.interval[0] if weakest.share.interval else None),
            high=percent(weakest.share.interval[1] if weakest.share.interval else None),
            n=weakest.share.n,
            clusters=weakest.share.tasks,
        )
    )
    yield Text.brief(said)
    columns = (
        Column(t("System")),
        Column(t("Turn")),
        Column(t("Points reached"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Answers"), "0"),
        Column(t("Clusters"), "0"),
    )
    rows = tuple(
        Row(
            (
                figure.system,
                _turn_name(figure.turn),
                figure.share.value,
                figure.share.interval,
                figure.share.n,
                figure.share.tasks,
            )
        )
        for figure in by_turn.figures
    )
    caption = t(
        "Share of the points of checkpoints that look at a turn, by {who}; later turns rest on "
        "earlier ones, and are no sample of their own. Tasks of a family are one cluster.",
        who=by_turn.who,
    )
    yield Table(columns, rows, caption, t("By turn"), short=8)


def _plain(by_turn: ByTurn) -> dict[str, Any]:
    return {
        "tasks": by_turn.tasks,
        "by": by_turn.who,
        "turns": [
            {
                "system": figure.system,
                "turn": figure.turn or None,
                **figure.share.named("points"),
                "n": figure.share.n,
                "clusters": figure.share.tasks,
            }
            for figure in by_turn.figures
        ],
    }


BY_TURN: Final = Section(
    "conversations",
    mark("Conversations"),
    mark("In which turn do systems lose points?"),
    _compute,
    _blocks,
    _plain,
    after="variants",
    places=(REPORT, EXPLORED),
    missing=mark(
        "No checkpoint of a task with turns is judged or scored yet. Have models answer, and a "
        "judge score what they said."
    ),
    makes="conversation play {project} MODEL",
)
