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
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Table,
    and_,
    case,
    cast,
    literal_column,
    null,
    or_,
    select,
)
from sqlalchemy.sql import Select

from xpert_studio.core.records import ABSTENTIONS, GOLD_STATUSES, RatingState
from xpert_studio.core.records.columns import BoolArray, FloatArray, IntArray, MetArray
from xpert_studio.core.records.verdicts import FAILURE
from xpert_studio.core.store.driver import plain_rows
from xpert_studio.core.store.schema import JUDGMENT, judge, judgment, verdict
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import is_set, not_set

_POINTS: Final = 1 << 24
_TRIALS: Final = 1 << 10
_STATES: Final = tuple(RatingState)
_NO_VALUE: Final[ColumnElement[float]] = literal_column("9e999")
_ABSTAINED: Final[ColumnElement[float]] = literal_column("-9e999")
"""Infinities, which are values of no instrument: NULL would have to be looked for row by row."""
_AT_ONCE: Final = 10_000
_PLACE: Final = (("place", np.int64), ("value", np.float64))
Kinds = tuple[tuple[str, str], ...]
"""Instruments with their settings (JSON)."""


@dataclass(frozen=True, slots=True)
class RatingColumns:
    """Ratings, one entry each, in the order in which they were recorded.

    Attributes:
        response_pk, checkpoint_pk: Row numbers of what was rated.
        trial: From 1; 1 for judgments.
        value: NaN where there is none.
        abstained: Whether the rater abstained.
        rater: Who rated: an expert's id, empty for verdicts.
    """

    response_pk: IntArray
    checkpoint_pk: IntArray
    trial: IntArray
    value: FloatArray
    abstained: BoolArray
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
    value = case(
        (j.adjudicated_value.is_not(None), j.adjudicated_value),
        (j.adjudicated_state.is_not(None), null()),
        else_=j.value,
    )
    query = _places(judgment, literal_column("1"), value).add_columns(j.expert_id)
    query = query.where(*current(judgment))
    if gold_only:
        query = query.where(j.status.in_(sorted(status.value for status in GOLD_STATUSES)))
    return _columns(_table(tx, query, *_PLACE, ("rater", np.object_)))


def read_verdicts(tx: Transaction, judge_pk: int) -> RatingColumns:
    """Current verdicts of a judge.

    Args:
        tx: The transaction.
        judge_pk: Row number of the judge.
    """
    v = verdict.c
    query = _places(verdict, v.trial, v.value).where(v.judge_pk == judge_pk, *current(verdict))
    return _columns(_table(tx, query, *_PLACE))


def read_verdict_rows(tx: Transaction, judge_id: str) -> tuple[RatingColumns, RowFacts]:
    """Verdicts of a judge that no later one replaced, outdated ones among them, for a list."""
    v = verdict.c
    states = case({state.value: place for place, state in enumerate(_STATES)}, value=v.state)
    # Types of failures follow what else is marked: with a type first there is nothing else.
    is_marked = and_(v.flags.is_not(None), v.flags.not_like(f'["{FAILURE}%'))
    facts = (
        (cast(v.pk, BigInteger) * 2 + case((is_marked, 1), else_=0)) * 2
        + case((is_set(v.stale), 1), else_=0)
    ) * len(_STATES) + states
    query = (
        _places(verdict, v.trial, v.value)
        .add_columns(facts)
        .join(judge, judge.c.pk == v.judge_pk)
        .where(judge.c.id == judge_id, *current(verdict, outdated=True))
    )
    rows = _table(tx, query, *_PLACE, ("facts", np.int64))
    rows = rows[np.argsort(rows["facts"])]
    packed, state = np.divmod(rows["facts"], len(_STATES))
    key, marks = np.divmod(packed, 4)
    return _columns(rows), RowFacts(key, state.astype(np.int8), marks >= 2, marks % 2 == 1)


def _places(table: Table, trial: Any, value: Any) -> Select[Any]:  # noqa: ANN401 - SQL expressions
    c = table.c
    place = (cast(c.response_pk, BigInteger) * _POINTS + c.checkpoint_pk) * _TRIALS + trial
    adjudicated = [judgment.c.adjudicated_state.is_not(None)] if table is judgment else []
    abstained = or_(c.state.in_([state.value for state in ABSTENTIONS]), *adjudicated)
    none = case((abstained, _ABSTAINED), else_=_NO_VALUE)
    return select(place, case((value.is_(None), none), else_=value))


def _table(tx: Transaction, query: Select[Any], *columns: tuple[str, type]) -> npt.NDArray[np.void]:
    """Rows with their columns by name, read some thousand at a time for other threads' sake."""
    kind = np.dtype(list(columns))
    portions = plain_rows(tx, query, at_once=_AT_ONCE)
    return np.concatenate([np.zeros(0, kind), *(np.array(rows, kind) for rows in portions)])


def _columns(rows: npt.NDArray[np.void]) -> RatingColumns:
    value = rows["value"]
    place, trial = np.divmod(rows["place"], _TRIALS)
    response, point = np.divmod(place, _POINTS)
    return RatingColumns(
        response.astype(np.int32),
        point.astype(np.int32),
        trial.astype(np.int32),
        np.where(np.isinf(value), np.nan, value),
        np.isneginf(value),
        rows["rater"] if "rater" in (rows.dtype.names or ()) else np.zeros(0, object),
    )
