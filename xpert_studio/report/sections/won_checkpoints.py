"""The checkpoints on which two systems are decided differently, with what was written of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.records import Checkpoint, grouped
from xpert_studio.core.records.columns import Catalog, Ratings
from xpert_studio.core.store import judgments, verdicts
from xpert_studio.core.wording import labelled, number, t
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.report.blocks import Cell, Column, Row, Table, Told
from xpert_studio.report.section import View

_MOST: Final = 200
"""So many checkpoints are listed, those with most points first."""


@dataclass(frozen=True, slots=True)
class DecidedCheckpoint:
    """What the rater decided on a checkpoint, by the places of response and checkpoint."""

    response: int
    point: int
    value: float
    score: float


@dataclass(frozen=True, slots=True)
class WonCheckpoints:
    """How often each of two systems does better on a checkpoint that both have a value on.

    Attributes:
        first, second: The systems.
        wins: Of the first and of the second, and on how many they are even.
        rows: The checkpoints on which they differ: the decisions on both.
        reasons: What the rater wrote, by response and checkpoint.
    """

    catalog: Catalog
    first: str
    second: str
    wins: tuple[int, int, int]
    rows: tuple[tuple[DecidedCheckpoint, DecidedCheckpoint], ...]
    reasons: dict[tuple[str, str], str]


def won_checkpoints(view: View, first: str, second: str) -> WonCheckpoints:
    """Two systems on every checkpoint of the tasks that both have answered.

    Tasks of which the reader still has to judge or confirm a response are left out.

    Args:
        view: Whose ratings, over which tasks; who reads.
        first: A system.
        second: Another one.
    """
    catalog, marks = view.results.catalog, view.results.marks(*view.key)
    hidden = _hidden_tasks(view, catalog)
    one, two = (_values(catalog, marks, name, hidden) for name in (first, second))
    shared = [(one[point], two[point]) for point in one.keys() & two.keys()]
    wins, losses = (sum(sign * a.score > sign * b.score for a, b in shared) for sign in (1, -1))
    differing = [both for both in shared if both[0].score != both[1].score]
    differing.sort(key=lambda both: (-catalog.checkpoint_weight[both[0].point], both[0].point))
    rows = tuple(differing[:_MOST])
    return WonCheckpoints(
        catalog,
        first,
        second,
        wins=(wins, losses, len(shared) - wins - losses),
        rows=rows,
        reasons=_reasons(view, [one for both in rows for one in both]),
    )


def _hidden_tasks(view: View, catalog: Catalog) -> frozenset[int]:
    """Tasks of which a response is kept from the reader; none where no reader is named."""
    if not view.person_id:
        return frozenset()
    with view.project.reading() as tx:
        pending = blinding_for(tx, view.person_id).pending
    places = (n for n, name in enumerate(catalog.responses) if name in pending)
    return frozenset(int(catalog.response_task[n]) for n in places)


def _values(
    catalog: Catalog, marks: Ratings, system: str, hidden: frozenset[int]
) -> dict[int, DecidedCheckpoint]:
    """By checkpoint what was decided on the system's first response."""
    if system not in catalog.systems:
        return {}
    own = catalog.response_system[marks.response] == catalog.systems.index(system)
    found: dict[int, DecidedCheckpoint] = {}
    for at in np.flatnonzero(own & np.isfinite(marks.value)).tolist():
        response, point = int(marks.response[at]), int(marks.checkpoint[at])
        if int(catalog.response_task[response]) not in hidden:
            value, score = float(marks.value[at]), float(marks.score[at])
            found.setdefault(point, DecidedCheckpoint(response, point, value, score))
    return found


def _reasons(view: View, decided: list[DecidedCheckpoint]) -> dict[tuple[str, str], str]:
    catalog, rater = view.results.catalog, view.rater
    pairs = {(catalog.responses[one.response], catalog.checkpoints[one.point]) for one in decided}
    with view.project.reading() as tx:
        if rater is not None and rater.is_judge:
            said = verdicts.all_verdicts(tx, judge_id=rater.id, pairs=pairs)
            written = [((one.response_id, one.checkpoint_id), one.rationale) for one in said]
        else:
            gold = judgments.all_judgments(tx, gold_only=True, pairs=pairs)
            written = [((one.response_id, one.checkpoint_id), one.reason) for one in gold]
    known = grouped((key, text) for key, text in written if text)
    return {key: "\n".join(texts) for key, texts in known.items()}


def won_table(checkpoints: WonCheckpoints) -> Table:
    """The checkpoints on which they differ; a value says why it was given. Opens the responses."""
    asked = asked_of(checkpoints.catalog)
    return Table(
        columns=(
            Column(t("Checkpoint")),
            Column(t("Task"), detail=True),
            Column(t("Weight"), "0"),
            Column(checkpoints.first),
            Column(checkpoints.second),
            Column(t("Wins")),
        ),
        rows=tuple(
            _row(checkpoints, *both, asked.at(both[0].point)[1]) for both in checkpoints.rows
        ),
        caption=t(
            "{first} does better on {wins} checkpoints, {second} on {losses}; even on {ties}.",
            first=checkpoints.first,
            wins=number(checkpoints.wins[0]),
            second=checkpoints.second,
            losses=number(checkpoints.wins[1]),
            ties=number(checkpoints.wins[2]),
        ),
        name=t("Checkpoints won and lost"),
    )


def _row(
    checkpoints: WonCheckpoints,
    checkpoint: DecidedCheckpoint,
    two: DecidedCheckpoint,
    own: Checkpoint,
) -> Row:
    catalog, point = checkpoints.catalog, checkpoint.point
    task, weight = int(catalog.checkpoint_task[point]), float(catalog.checkpoint_weight[point])
    winner = checkpoints.first if checkpoint.score > two.score else checkpoints.second
    cells: tuple[Cell, ...] = (
        catalog.checkpoint_texts[point],
        catalog.task_titles[task],
        Told(weight, f"{weight:g}"),
        _value(checkpoints, checkpoint, own),
        _value(checkpoints, two, own),
        winner,
    )
    return Row(cells, opens=("both", catalog.tasks[task], checkpoints.first, checkpoints.second))


def _value(checkpoints: WonCheckpoints, checkpoint: DecidedCheckpoint, own: Checkpoint) -> Told:
    catalog = checkpoints.catalog
    word = t(instrument_of(own).shown(checkpoint.value, own).word)
    key = catalog.responses[checkpoint.response], catalog.checkpoints[checkpoint.point]
    reason = checkpoints.reasons.get(key, "")
    return Told(word, word, labelled(word, reason or t("No rationale was written.")))
