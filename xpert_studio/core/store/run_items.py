"""What came of a run, item by item, for tables of hundreds of thousands: keys, then rows.

An item is a verdict, or a call. A key is the number of its row: cheap to hold, and in the order
that was asked for.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Table, func, or_, select
from sqlalchemy.sql import Select

from xpert_studio.core.instruments import settings_only
from xpert_studio.core.records import Checkpoint, RatingState, Usage
from xpert_studio.core.store.schema import (
    COMPARISON,
    call,
    checkpoint,
    response,
    run,
    task,
    verdict,
)
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import in_portions, json_value, like_words, moment_of, not_set

SORTS: Final = ("order", "task", "seconds", "cost")


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """Which items of a run are listed, and in which order; empty parts leave nothing out.

    Attributes:
        run_id: The run.
        words: Each must stand in the task's title or id, the checkpoint or the problem.
        states: Of these states.
        models: Of responses by these systems.
        flags: With one of these flags.
        is_current: Leaves out verdicts that a later one has replaced.
        sort: One of ``SORTS``; ``order`` is the order in which they came.
    """

    run_id: str
    words: str = ""
    states: tuple[RatingState, ...] = ()
    models: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    is_current: bool = False
    sort: str = "order"
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _RunItem:
    key: int
    task_id: str
    task_title: str
    response_id: str
    model: str
    trial: int
    state: RatingState
    problem: str
    seconds: float
    cost: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictItem(_RunItem):
    """One verdict of a run.

    Attributes:
        call_key: The call it came of.
        asked: Instrument and settings of the checkpoint, nothing else of it.
        is_replaced: A later verdict stands in its place.
        seconds, cost: Of the whole call.
    """

    call_key: int
    checkpoint_id: str
    checkpoint: str
    value: float | None
    asked: Checkpoint
    flags: tuple[str, ...]
    is_stale: bool
    is_replaced: bool
    judged_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallItem(_RunItem):
    """One call of a run; ``asked`` are the ids of the checkpoints it was about."""

    asked: tuple[str, ...]
    attempts: int
    usage: Usage
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Facets:
    """What there is to filter by: systems, and how many verdicts carry which flag."""

    models: tuple[str, ...]
    flags: dict[str, int]


def verdict_keys(
    tx: Transaction, wanted: ItemFilter, *, without: Collection[str] = ()
) -> tuple[list[int], int]:
    """The verdicts a filter leaves, in its order.

    Args:
        tx: The transaction.
        wanted: The filter.
        without: Responses whose verdicts are left out.

    Returns:
        The keys, and how many were left out for their responses.
    """
    query: Select[Any] = (
        select(verdict.c.pk, verdict.c.response_pk)
        .join(call, call.c.pk == verdict.c.call_pk)
        .where(call.c.run_pk == _run_pk(wanted.run_id), *_verdict_conditions(wanted))
    )
    query = _joined(query, wanted, verdict.c.response_pk)
    if wanted.words:
        query = query.join(checkpoint, checkpoint.c.pk == verdict.c.checkpoint_pk)
    return _keys(tx, query.order_by(*_order(wanted, verdict.c.pk)), without)


def call_keys(
    tx: Transaction, wanted: ItemFilter, *, without: Collection[str] = ()
) -> tuple[list[int], int]:
    """The calls a filter leaves, in its order; as ``verdict_keys``."""
    conditions: list[ColumnElement[bool]] = [call.c.run_pk == _run_pk(wanted.run_id)]
    if wanted.states:
        conditions.append(call.c.state.in_([state.value for state in wanted.states]))
    conditions += like_words(wanted.words, (task.c.title, task.c.id, call.c.problem))
    query: Select[Any] = select(call.c.pk, call.c.response_pk).where(*conditions)
    query = _joined(query, wanted, call.c.response_pk)
    return _keys(tx, query.order_by(*_order(wanted, call.c.pk)), without)


def _run_pk(run_id: str) -> ColumnElement[int]:
    return select(run.c.pk).where(run.c.id == run_id).scalar_subquery()


def _verdict_conditions(wanted: ItemFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.states:
        found.append(verdict.c.state.in_([state.value for state in wanted.states]))
    if wanted.flags:
        named = (json.dumps(flag) for flag in wanted.flags)
        found.append(or_(*(verdict.c.flags.contains(flag, autoescape=True) for flag in named)))
    if wanted.is_current:
        found.append(not_set(verdict.c.superseded))
    texts = (task.c.title, task.c.id, checkpoint.c.text, verdict.c.problem)
    return found + like_words(wanted.words, texts)


def _joined(query: Select[Any], wanted: ItemFilter, column: ColumnElement[Any]) -> Select[Any]:
    """Joined with response and task, where something of them is asked for."""
    if wanted.models or wanted.words or wanted.sort == "task":
        query = query.join(response, response.c.pk == column)
    if wanted.words or wanted.sort == "task":
        query = query.join(task, task.c.pk == response.c.task_pk)
    return query.where(response.c.model.in_(wanted.models)) if wanted.models else query


def _order(wanted: ItemFilter, own: ColumnElement[Any]) -> list[Any]:
    columns: dict[str, ColumnElement[Any]] = {
        "order": own,
        "task": func.lower(func.coalesce(task.c.title, task.c.id)),
        "seconds": call.c.seconds,
        "cost": func.coalesce(call.c.cost, -1.0),
    }
    first = columns[wanted.sort]
    return [first.desc() if wanted.descending else first, own]


def _keys(tx: Transaction, query: Select[Any], without: Collection[str]) -> tuple[list[int], int]:
    if not without:
        return list(tx.connection.scalars(query)), 0
    rows = tx.connection.execute(query).all()
    known = tx.connection.execute(select(response.c.id, response.c.pk))
    names = set(without)
    hidden = {row.pk for row in known if row.id in names}
    kept = [row[0] for row in rows if row[1] not in hidden]
    return kept, len(rows) - len(kept)


def verdict_items(tx: Transaction, keys: Sequence[int]) -> dict[int, VerdictItem]:
    """The verdicts of some keys; those that are gone are left out."""
    columns = (
        verdict.c.call_pk,
        checkpoint.c.id.label("checkpoint_id"),
        checkpoint.c.text,
        checkpoint.c.instrument,
        checkpoint.c.settings,
        verdict.c.value,
        verdict.c.flags,
        verdict.c.stale,
        verdict.c.superseded,
        verdict.c.judged_at,
    )
    query = (
        _items(verdict, *columns)
        .join(checkpoint, checkpoint.c.pk == verdict.c.checkpoint_pk)
        .join(call, call.c.pk == verdict.c.call_pk)
    )
    return {
        row.pk: VerdictItem(
            **_shared(row),
            call_key=row.call_pk,
            checkpoint_id=row.checkpoint_id,
            checkpoint=row.text,
            value=row.value,
            asked=settings_only(row.instrument, row.settings),
            flags=tuple(json_value(row.flags, ())),
            is_stale=bool(row.stale),
            is_replaced=bool(row.superseded),
            judged_at=moment_of(row.judged_at) if row.judged_at else None,
        )
        for row in _some(tx, query, verdict, keys)
    }


def call_items(tx: Transaction, keys: Sequence[int]) -> dict[int, CallItem]:
    """The calls of some keys; those that are gone are left out."""
    query = _items(call, call.c.asked, call.c.attempts, call.c.usage, call.c.started_at)
    return {
        row.pk: CallItem(
            **_shared(row),
            asked=tuple(json_value(row.asked)),
            attempts=row.attempts,
            usage=Usage.model_validate(json_value(row.usage, {})),
            started_at=moment_of(row.started_at),
        )
        for row in _some(tx, query, call, keys)
    }


def _items(table: Table, *more: ColumnElement[Any]) -> Select[Any]:
    """What verdicts and calls have in common, and more."""
    return (
        select(
            table.c.pk,
            task.c.id.label("task_id"),
            func.coalesce(task.c.title, task.c.id).label("task_title"),
            response.c.id.label("response_id"),
            response.c.model,
            table.c.trial,
            table.c.state,
            table.c.problem,
            call.c.seconds,
            call.c.cost,
            *more,
        )
        .select_from(table)
        .join(response, response.c.pk == table.c.response_pk)
        .join(task, task.c.pk == response.c.task_pk)
    )


def _shared(row: Row[Any]) -> dict[str, Any]:
    same = ("task_id", "task_title", "response_id", "model", "trial", "seconds", "cost")
    return {
        "key": row.pk,
        "state": RatingState(row.state),
        "problem": row.problem or "",
        **{name: getattr(row, name) for name in same},
    }


def _some(
    tx: Transaction, query: Select[Any], table: Table, keys: Sequence[int]
) -> Iterator[Row[Any]]:
    for some in in_portions(keys):
        yield from tx.connection.execute(query.where(table.c.pk.in_(some)))


def facets_of(tx: Transaction, run_id: str) -> Facets:
    """What the items of a run can be filtered by."""
    models = (
        select(response.c.model)
        .join(call, call.c.response_pk == response.c.pk)
        .where(call.c.run_pk == _run_pk(run_id))
        .distinct()
        .order_by(response.c.model)
    )
    flagged = (
        select(verdict.c.flags, func.count())
        .join(call, call.c.pk == verdict.c.call_pk)
        .where(call.c.run_pk == _run_pk(run_id), verdict.c.flags.is_not(None))
        .group_by(verdict.c.flags)
    )
    counts: Counter[str] = Counter()
    for flags, count in tx.connection.execute(flagged):
        counts.update(dict.fromkeys(json_value(flags), int(count)))
    return Facets(tuple(tx.connection.scalars(models)), dict(counts.most_common()))


def open_problems(tx: Transaction, run_id: str) -> dict[RatingState, int]:
    """How many checkpoints or pairs of a run have no usable outcome still, by what is wrong."""
    query = (
        select(verdict.c.state, func.count())
        .join(call, call.c.pk == verdict.c.call_pk)
        .join(checkpoint, checkpoint.c.pk == verdict.c.checkpoint_pk)
        .where(
            call.c.run_pk == _run_pk(run_id),
            or_(
                verdict.c.state == RatingState.INVALID.value,
                verdict.c.state == RatingState.ERROR.value,
            ),
            not_set(verdict.c.superseded),
            not_set(checkpoint.c.retired),
        )
        .group_by(verdict.c.state)
    )
    compared = COMPARISON.table.c
    of_pairs = (
        select(compared.state, func.count())
        .join(call, call.c.id == compared.call_id)
        .where(call.c.run_pk == _run_pk(run_id), compared.state != RatingState.OK.value)
        .group_by(compared.state)
    )
    found: Counter[RatingState] = Counter()
    for part in (query, of_pairs):
        for state, count in tx.connection.execute(part):
            found[RatingState(state)] += int(count)
    return dict(found)
