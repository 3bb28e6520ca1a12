"""All verdicts of one judge as columns, for a list of hundreds of thousands; texts row by row.

The list itself holds whole numbers only; rationales are read for the few rows that are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from sqlalchemy import func, select

from xpert_studio.core.instruments.columns import CheckpointInstruments
from xpert_studio.core.records import ABSTENTIONS, RatingState
from xpert_studio.core.records.columns import BoolArray, FloatArray, IntArray, MetArray
from xpert_studio.core.store.driver import plain_rows
from xpert_studio.core.store.rating_columns import has_state, kinds_of, read_verdict_rows
from xpert_studio.core.store.schema import checkpoint, response, task, verdict
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import in_portions, json_value, not_set

ANSWERS: Final = ("not_met", "met", "invalid", "error", *(state.value for state in ABSTENTIONS))
"""What a verdict comes to; the codes of ``VerdictColumns.answer`` are places in here."""

_EXCERPT: Final = 300


@dataclass(frozen=True, slots=True)
class VerdictColumns:
    """Current verdicts of one judge, one entry a verdict, in the order they were recorded.

    Attributes:
        key: Row numbers, by which ``verdict_rows`` reads the rest.
        response, checkpoint: Places in ``response_ids`` and ``checkpoint_ids``.
        trial: From 1.
        value: NaN where there is none.
        answer: Code of one of ``ANSWERS``.
        flagged: Whether there is something a reader should know of it.
        stale: Whether what it rests on was edited since.
        response_ids: Ids of all responses.
        checkpoint_ids: Task id and id of all checkpoints that are not removed.
        asked: How those are answered.
    """

    key: npt.NDArray[np.int64]
    response: IntArray
    checkpoint: IntArray
    trial: IntArray
    value: FloatArray
    answer: MetArray
    flagged: BoolArray
    stale: BoolArray
    response_ids: tuple[str, ...]
    checkpoint_ids: tuple[tuple[str, str], ...]
    asked: CheckpointInstruments


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """What a list shows of one verdict besides its columns: the beginning of its rationale."""

    rationale: str
    flags: tuple[str, ...]
    problem: str


def read_columns(tx: Transaction, judge_id: str) -> VerdictColumns:
    """All current verdicts of a judge; those on removed checkpoints are left out."""
    (responses,) = plain_rows(tx, select(response.c.pk, response.c.id).order_by(response.c.pk))
    c = checkpoint.c
    (points,) = plain_rows(
        tx,
        select(c.pk, task.c.id, c.id.label("point_id"), c.instrument, c.settings)
        .join(task, task.c.pk == c.task_pk)
        .where(not_set(c.retired))
        .order_by(c.pk),
    )
    response_pk, point_pk = (
        np.array([row[0] for row in rows], np.int64) for rows in (responses, points)
    )
    asked = CheckpointInstruments.of(*kinds_of([row[3:] for row in points]))
    found, facts = read_verdict_rows(tx, judge_id)
    at_point = _found(point_pk, found.checkpoint_pk)
    at_response = _found(response_pk, found.response_pk)
    keep = (at_point >= 0) & (at_response >= 0)
    return VerdictColumns(
        key=facts.key[keep],
        response=at_response[keep],
        checkpoint=at_point[keep],
        trial=found.trial[keep],
        value=found.value[keep],
        answer=_answers(asked, at_point[keep], found.value[keep], facts.state[keep]),
        flagged=facts.flagged[keep],
        stale=facts.stale[keep],
        response_ids=tuple(row[1] for row in responses),
        checkpoint_ids=tuple(row[1:3] for row in points),
        asked=asked,
    )


def _answers(
    asked: CheckpointInstruments, point: IntArray, value: FloatArray, state: MetArray
) -> MetArray:
    asked.require_values(point, value)
    answer = asked.fulfilled(point, value)
    for name in (RatingState.INVALID, RatingState.ERROR, *ABSTENTIONS):
        answer[has_state(state, name)] = ANSWERS.index(name.value)
    return answer


def _found(keys: npt.NDArray[np.int64], wanted: IntArray) -> IntArray:
    """The place of each wanted key among sorted keys, -1 where it is not there."""
    if not keys.size:
        return np.full(wanted.size, -1, np.int32)
    place = np.minimum(np.searchsorted(keys, wanted), keys.size - 1)
    return np.where(keys[place] == wanted, place, -1).astype(np.int32)


def verdict_rows(
    tx: Transaction, keys: Sequence[int], *, excerpt: int | None = _EXCERPT
) -> dict[int, VerdictRow]:
    """The rest of some verdicts, by row number; those that are gone are left out.

    Args:
        tx: The transaction.
        keys: Row numbers.
        excerpt: So much of each rationale; all of it where None.
    """
    v = verdict.c
    rationale = v.rationale if excerpt is None else func.substr(v.rationale, 1, excerpt)
    found: dict[int, VerdictRow] = {}
    for some in in_portions(map(int, keys)):
        for row in tx.connection.execute(
            select(v.pk, rationale.label("rationale"), v.flags, v.problem).where(v.pk.in_(some))
        ):
            flags = tuple(json_value(row.flags)) if row.flags else ()
            found[row.pk] = VerdictRow(row.rationale or "", flags, row.problem or "")
    return found
