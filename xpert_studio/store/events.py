"""The history of the project: events are added and read, never changed."""

from __future__ import annotations

from sqlalchemy import insert, select

from xpert_studio.records import Event
from xpert_studio.store.rows import from_columns, to_columns
from xpert_studio.store.schema import event, task
from xpert_studio.store.transaction import Transaction


def add_event(tx: Transaction, record: Event) -> None:
    """Writes an event, in the same transaction as what it tells of."""
    tx.require_writes()
    values = to_columns(record, event)
    if record.task_id is not None:
        query = select(task.c.pk).where(task.c.id == record.task_id)
        values["task_pk"] = tx.connection.scalar(query)
    tx.connection.execute(insert(event).values(values))


def all_events(tx: Transaction, *, task_id: str | None = None) -> list[Event]:
    """Events, oldest first, of one task only where it is named."""
    own = [column for column in event.c if column.name not in {"pk", "task_pk"}]
    query = (
        select(task.c.id.label("task_id"), *own)
        .select_from(event)
        .outerjoin(task, task.c.pk == event.c.task_pk)
        .order_by(event.c.pk)
    )
    if task_id is not None:
        query = query.where(task.c.id == task_id)
    rows = tx.connection.execute(query).mappings()
    return [from_columns(Event, row, frozenset({"details"})) for row in rows]
