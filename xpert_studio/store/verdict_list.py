"""All verdicts of one judge as columns, for a list of hundreds of thousands; texts row by row.

The list itself holds whole numbers only; rationales are read for the few rows that are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from sqlalchemy import BigInteger, case, cast, func, select

from xpert_studio.records import VerdictState
from xpert_studio.records.columns import BoolArray, IntArray, MetArray
from xpert_studio.store.driver import plain_rows
from xpert_studio.store.schema import checkpoint, judge, response, task, verdict
from xpert_studio.store.transaction import Transaction
from xpert_studio.store.values import is_set, json_value, not_set

ANSWERS: Final = ("not_met", "met", "invalid", "error")
"""What a verdict says; the codes of ``VerdictColumns.answer`` are places in here."""
# As in ``frames``, rows travel as whole numbers: 27 bits of response, 24 of checkpoint, 10 of
# trial, 2 of answer; and the row's own number with two bits of what is to be known beside it.
_POINTS: Final = 1 << 24
_TRIALS: Final = 1 << 10
_ANSWERS: Final = 1 << 2
_FLAGGED: Final = 2
_STALE: Final = 1
_SOME: Final = 500
_AT_ONCE: Final = 10_000
_EXCERPT: Final = 300


@dataclass(frozen=True, slots=True)
class VerdictColumns:
    """Current verdicts of one judge, one entry a verdict, in the order they were recorded.

    Attributes:
        key: Row numbers, by which ``verdict_rows`` reads the rest.
        response, checkpoint: Places in ``response_ids`` and ``checkpoint_ids``.
        trial: From 1.
        answer: Code of one of ``ANSWERS``.
        flagged: Whether there is something a reader should know of it.
        stale: Whether what it rests on was edited since.
        response_ids: Ids of all responses.
        checkpoint_ids: Task id and id of all checkpoints that are not removed.
    """

    key: npt.NDArray[np.int64]
    response: IntArray
    checkpoint: IntArray
    trial: IntArray
    answer: MetArray
    flagged: BoolArray
    stale: BoolArray
    response_ids: tuple[str, ...]
    checkpoint_ids: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """What a list shows of one verdict besides its columns: the beginning of its rationale."""

    rationale: str
    flags: tuple[str, ...]
    problem: str


def read_columns(tx: Transaction, judge_id: str) -> VerdictColumns:
    """All current verdicts of a judge; those on removed checkpoints are left out.

    Args:
        tx: The transaction.
        judge_id: Whose.
    """
    responses = tx.connection.execute(select(response.c.pk, response.c.id).order_by(response.c.pk))
    response_pk, response_ids = _split(list(responses))
    points = tx.connection.execute(
        select(checkpoint.c.pk, task.c.id, checkpoint.c.id.label("point_id"))
        .join(task, task.c.pk == checkpoint.c.task_pk)
        .where(not_set(checkpoint.c.retired))
        .order_by(checkpoint.c.pk)
    )
    named = [(row.pk, (row.id, row.point_id)) for row in points]
    point_pk, checkpoint_ids = _split(named)
    keys, packed = _packed(tx, judge_id)
    flagged, stale = keys & _FLAGGED != 0, keys & _STALE != 0
    answer = (packed % _ANSWERS).astype(np.int8)
    packed //= _ANSWERS
    trial = (packed % _TRIALS).astype(np.int32)
    packed //= _TRIALS
    at_point = _found(point_pk, packed % _POINTS)
    at_response = _found(response_pk, packed // _POINTS)
    keep = (at_point >= 0) & (at_response >= 0)
    return VerdictColumns(
        key=(keys >> 2)[keep],
        response=at_response[keep],
        checkpoint=at_point[keep],
        trial=trial[keep],
        answer=answer[keep],
        flagged=flagged[keep],
        stale=stale[keep],
        response_ids=tuple(response_ids),
        checkpoint_ids=tuple(checkpoint_ids),
    )


def _split(rows: list[Any]) -> tuple[npt.NDArray[np.int64], list[Any]]:
    return np.fromiter((row[0] for row in rows), np.int64, len(rows)), [row[1] for row in rows]


def _found(keys: npt.NDArray[np.int64], wanted: npt.NDArray[np.int64]) -> IntArray:
    """The place of each wanted key among sorted keys, -1 where it is not there."""
    if not keys.size:
        return np.full(wanted.size, -1, np.int32)
    place = np.minimum(np.searchsorted(keys, wanted), keys.size - 1)
    return np.where(keys[place] == wanted, place, -1).astype(np.int32)


def _packed(tx: Transaction, judge_id: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    v = verdict.c
    answer = case(
        (v.state == VerdictState.INVALID.value, ANSWERS.index("invalid")),
        (v.state == VerdictState.ERROR.value, ANSWERS.index("error")),
        (is_set(v.met), ANSWERS.index("met")),
        else_=ANSWERS.index("not_met"),
    )
    query = (
        select(
            cast(v.pk, BigInteger) * 4
            + case((v.flags.is_not(None), _FLAGGED), else_=0)
            + case((is_set(v.stale), _STALE), else_=0),
            ((cast(v.response_pk, BigInteger) * _POINTS + v.checkpoint_pk) * _TRIALS + v.trial)
            * _ANSWERS
            + answer,
        )
        .join(judge, judge.c.pk == v.judge_pk)
        .where(judge.c.id == judge_id, not_set(v.superseded))
    )
    # Some thousand at a time: whoever draws meanwhile is let in between.
    portions = [
        np.fromiter(chain.from_iterable(rows), np.int64, 2 * len(rows)).reshape(-1, 2)
        for rows in plain_rows(tx, query, at_once=_AT_ONCE)
    ]
    both = np.concatenate([np.zeros((0, 2), np.int64), *portions])
    both = both[np.argsort(both[:, 0], kind="stable")]
    return both[:, 0].copy(), both[:, 1].copy()


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
    for some in _in_portions(keys):
        query = select(v.pk, rationale.label("rationale"), v.flags, v.problem).where(v.pk.in_(some))
        for row in tx.connection.execute(query):
            flags = tuple(json_value(row.flags)) if row.flags else ()
            found[row.pk] = VerdictRow(row.rationale or "", flags, row.problem or "")
    return found


def _in_portions(keys: Sequence[int]) -> Iterator[list[int]]:
    for start in range(0, len(keys), _SOME):
        yield [int(key) for key in keys[start : start + _SOME]]
