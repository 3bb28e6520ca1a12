"""The history of the project: events are added and read, never changed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.sql import Select

from xpert_studio.records import Event
from xpert_studio.store.schema import EVENT, event, task
from xpert_studio.store.transaction import Transaction
from xpert_studio.store.values import json_value, moment_text


def add_event(tx: Transaction, record: Event) -> None:
    """Writes an event, in the same transaction as what it tells of."""
    tx.require_writes()
    query = select(task.c.pk).where(task.c.id == record.task_id).scalar_subquery()
    tx.connection.execute(insert(event).values(EVENT.columns(record) | {"task_pk": query}))


def _query(task_id: str | None) -> Select[Any]:
    query = EVENT.query()
    return query if task_id is None else query.where(task.c.id == task_id)


def _events(tx: Transaction, query: Select[Any]) -> list[Event]:
    return list(EVENT.records(tx.connection, query))


def all_events(tx: Transaction, *, task_id: str | None = None) -> list[Event]:
    """Events, oldest first, of one task only where it is named."""
    return _events(tx, _query(task_id).order_by(event.c.pk))


def all_of(tx: Transaction, verbs: Collection[str]) -> list[Event]:
    """The events of some verbs, oldest first."""
    return _events(tx, _query(None).where(event.c.verb.in_(verbs)).order_by(event.c.pk))


def latest_events(tx: Transaction, limit: int, *, task_id: str | None = None) -> list[Event]:
    """The newest events, newest first."""
    return _events(tx, _query(task_id).order_by(event.c.pk.desc()).limit(limit))


def latest_of(tx: Transaction, verb: str, limit: int) -> list[tuple[int, Event]]:
    """The newest events of one verb with their numbers, newest first."""
    query = _query(None).where(event.c.verb == verb).order_by(event.c.pk.desc()).limit(limit)
    numbers = tx.connection.scalars(
        select(event.c.pk).where(event.c.verb == verb).order_by(event.c.pk.desc()).limit(limit)
    )
    return list(zip(numbers, _events(tx, query), strict=True))


def count_between(tx: Transaction, after: int, last: int, *, without: Collection[str] = ()) -> int:
    """How many events there are after one and up to another, by their numbers.

    Args:
        tx: The transaction.
        after: The number of the one before the first that counts.
        last: The number of the last that counts.
        without: Verbs that do not count.
    """
    query = select(func.count()).where(
        event.c.pk > after, event.c.pk <= last, event.c.verb.not_in(list(without))
    )
    return int(tx.connection.scalar(query) or 0)


def any_on_tasks(tx: Transaction, *, since: datetime) -> bool:
    """Whether something has happened to a task after a moment."""
    query = select(event.c.pk).where(event.c.task_pk.is_not(None), event.c.at > moment_text(since))
    return tx.connection.scalar(query.limit(1)) is not None


def are_all_changes(tx: Transaction, since: int) -> bool:
    """Whether everything after an event (see ``newest``) is a change that the journal has.

    An import and the end of a run are told by an event alone.
    """
    query = select(event.c.details).where(event.c.pk > since)
    return all("change" in json_value(text, ()) for text in tx.connection.scalars(query))


def newest(tx: Transaction) -> int:
    """A number that goes up with every event."""
    return int(tx.connection.scalar(select(func.max(event.c.pk))) or 0)


def responses_told_of(tx: Transaction, verbs: Collection[str], actor_id: str) -> set[str]:
    """The responses that a person's events of these verbs name in their details."""
    query = select(event.c.details).where(
        event.c.verb.in_(verbs), event.c.actor_id == actor_id, event.c.details.is_not(None)
    )
    told = (json_value(details).get("response") for details in tx.connection.scalars(query))
    return {response_id for response_id in told if isinstance(response_id, str)}
