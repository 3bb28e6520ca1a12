"""Judgments and verdicts as columns: the one reader behind figures and lists of ratings.

Rows come straight from the driver: at hundreds of thousands, a record each would take longer than
everything that is computed from them. For the same reason the place of a rating (response,
checkpoint, trial) comes as one whole number: 27 bits, 24 bits, 10 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from sqlalchemy import BigInteger, ColumnElement, Table, case, cast, literal_column, select
from sqlalchemy.sql import Select

from xpert_studio.records import GOLD_STATUSES, RatingState
from xpert_studio.records.columns import BoolArray, FloatArray, IntArray, MetArray
from xpert_studio.store.driver import plain_rows
from xpert_studio.store.schema import JUDGMENT, judge, judgment, verdict
from xpert_studio.store.transaction import Transaction
from xpert_studio.store.values import is_set, not_set

_POINTS: Final = 1 << 24
_TRIALS: Final = 1 << 10
_STATES: Final = tuple(RatingState)
_NO_VALUE: Final[ColumnElement[float]] = literal_column("9e999")
"""Infinity, which is no value of any instrument: NULL would have to be looked for row by row."""
_AT_ONCE: Final = 10_000
Kinds = tuple[tuple[str, str], ...]
"""Instruments with their settings (JSON)."""


@dataclass(frozen=True, slots=True)
class RatingColumns:
    """Ratings, one entry each, in the order in which they were recorded.

    Attributes:
        response_pk, checkpoint_pk: Row numbers of what was rated.
        trial: From 1; 1 for judgments.
        value: NaN where there is none.
        rater: Who rated: an expert's id, empty for verdicts.
    """

    response_pk: IntArray
    checkpoint_pk: IntArray
    trial: IntArray
    value: FloatArray
    rater: npt.NDArray[np.object_]


@dataclass(frozen=True, slots=True)
class RowFacts:
    """What a list shows of verdicts beside their columns.

    Attributes:
        key: Row numbers.
        state: Places in ``RatingState``.
        flagged: Whether there is something that a reader should know of it.
        stale: Whether what it rests on was edited since.
    """

    key: npt.NDArray[np.int64]
    state: MetArray
    flagged: BoolArray
    stale: BoolArray


def has_state(states: MetArray, state: RatingState) -> BoolArray:
    """Which ratings are in a state, by ``RowFacts.state``."""
    return np.asarray(states == _STATES.index(state))


def kinds_of(asked: Sequence[tuple[str, str | None]]) -> tuple[Kinds, IntArray]:
    """From instruments and settings (JSON) of checkpoints: those there are; each one's place."""
    known: dict[tuple[str, str], int] = {}
    kind = [known.setdefault((name, settings or ""), len(known)) for name, settings in asked]
    return tuple(known), np.array(kind, np.int32)


def current(table: Table, *, outdated: bool = False) -> list[Any]:
    """Conditions for the ratings of a table that count.

    Args:
        table: ``judgment`` or ``verdict``.
        outdated: Also those that rest on something that was edited since.
    """
    conditions = JUDGMENT.is_own() if table is judgment else [not_set(table.c.superseded)]
    return conditions if outdated else [*conditions, not_set(table.c.stale)]


def read_judgments(tx: Transaction, *, gold_only: bool) -> RatingColumns:
    """Current judgments, with the adjudicated value where there is one.

    Args:
        tx: The transaction.
        gold_only: Only those that an adjudicator has confirmed or overridden.
    """
    j = judgment.c
    value = case((j.adjudicated_value.is_not(None), j.adjudicated_value), else_=j.value)
    query = _places(judgment, literal_column("1"), value).add_columns(j.expert_id)
    query = query.where(*current(judgment))
    if gold_only:
        query = query.where(j.status.in_(sorted(status.value for status in GOLD_STATUSES)))
    return _columns(_rows(tx, query))


def read_verdicts(tx: Transaction, judge_pk: int) -> RatingColumns:
    """Current verdicts of a judge.

    Args:
        tx: The transaction.
        judge_pk: Row number of the judge.
    """
    v = verdict.c
    query = _places(verdict, v.trial, v.value).where(v.judge_pk == judge_pk, *current(verdict))
    return _columns(_rows(tx, query))


def read_verdict_rows(tx: Transaction, judge_id: str) -> tuple[RatingColumns, RowFacts]:
    """Verdicts of a judge that no later one replaced, outdated ones among them, for a list."""
    v = verdict.c
    states = case({state.value: place for place, state in enumerate(_STATES)}, value=v.state)
    facts = (
        (cast(v.pk, BigInteger) * 2 + case((v.flags.is_not(None), 1), else_=0)) * 2
        + case((is_set(v.stale), 1), else_=0)
    ) * len(_STATES) + states
    query = (
        _places(verdict, v.trial, v.value)
        .add_columns(facts)
        .join(judge, judge.c.pk == v.judge_pk)
        .where(judge.c.id == judge_id, *current(verdict, outdated=True))
    )
    rows = sorted(_rows(tx, query), key=lambda row: int(row[2]))
    packed = np.array([row[2] for row in rows], np.int64)
    state = (packed % len(_STATES)).astype(np.int8)
    packed //= len(_STATES)
    stale = packed % 2 == 1
    flagged = packed // 2 % 2 == 1
    found = RowFacts(packed // 4, state, np.asarray(flagged), np.asarray(stale))
    return _columns([row[:2] for row in rows]), found


def _places(table: Table, trial: Any, value: Any) -> Select[Any]:  # noqa: ANN401 - SQL expressions
    c = table.c
    place = (cast(c.response_pk, BigInteger) * _POINTS + c.checkpoint_pk) * _TRIALS + trial
    return select(place, case((value.is_(None), _NO_VALUE), else_=value))


def _rows(tx: Transaction, query: Select[Any]) -> list[Any]:
    """Read some thousand at a time, so that other threads run in between."""
    return [row for portion in plain_rows(tx, query, at_once=_AT_ONCE) for row in portion]


def _columns(rows: Sequence[Any]) -> RatingColumns:
    places, values, *raters = zip(*rows, strict=True) if rows else ((), ())
    place = np.array(places, np.int64)
    value = np.array(values, np.float64)
    value[np.isinf(value)] = np.nan
    trial = (place % _TRIALS).astype(np.int32)
    place //= _TRIALS
    return RatingColumns(
        (place // _POINTS).astype(np.int32),
        (place % _POINTS).astype(np.int32),
        trial,
        value,
        np.array(raters[0] if raters else (), object),
    )
