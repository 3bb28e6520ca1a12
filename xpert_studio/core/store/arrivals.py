"""The rows that one import added: which they are, what rests on them, and how they go again.

An import changes no row that is there, and nothing else is written meanwhile: what it added are the
rows behind the last one of each table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, and_, delete, func, literal_column, not_, or_, select

from xpert_studio.core.records import Record, Subset
from xpert_studio.core.store import entities, schema
from xpert_studio.core.store.mapping import Stored, pk_name
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import json_value

Ends = dict[str, int]
"""The number of the last row of each table; 0 where there is none."""
Ranges = Mapping[str, tuple[int, int, int]]
"""By table: the number before the first row, that of the last, and how many there are."""

_TABLES: Final[Mapping[str, Table]] = {
    table.name: table
    for table in (
        *(stored.table for stored in schema.STORED if stored is not schema.LOG),
        schema.blob,
        schema.extra_file,
    )
}
_NAMED: Final[Mapping[str, Stored[Any]]] = {
    "task_id": schema.TASK,
    "response_id": schema.RESPONSE,
    "first_id": schema.RESPONSE,
    "second_id": schema.RESPONSE,
    "judge_id": schema.JUDGE,
    "rater_id": schema.JUDGE,
}
"""Columns that name a row by its id."""


def _number(table: Table) -> ColumnElement[int]:
    return literal_column(f'"{table.name}".rowid')


def ends(tx: Transaction) -> Ends:
    """Where the tables end now."""
    return {
        name: int(tx.connection.scalar(select(func.max(_number(table))).select_from(table)) or 0)
        for name, table in _TABLES.items()
    }


def added_since(tx: Transaction, before: Ends) -> Ranges:
    """What was added since."""
    after = ends(tx)
    spans = {name: (before[name], last) for name, last in after.items() if last > before[name]}
    return {name: (*span, _count(tx, name, span)) for name, span in spans.items()}


def _count(tx: Transaction, name: str, span: tuple[int, int]) -> int:
    table = _TABLES[name]
    query = select(func.count()).select_from(table).where(_within(table, span))
    return int(tx.connection.scalar(query) or 0)


def _within(table: Table, span: tuple[int, ...]) -> ColumnElement[bool]:
    number = _number(table)
    return and_(number > span[0], number <= span[1])


def are_whole(tx: Transaction, ranges: Ranges) -> bool:
    """Whether all that was added is still there."""
    return all(_count(tx, name, (first, last)) == n for name, (first, last, n) in ranges.items())


def are_of(tx: Transaction, ranges: Ranges, kind: str, key: tuple[str, ...]) -> bool:
    """Whether a record, where it is there, is one of those that were added."""
    stored = entities.ENTITIES[kind]
    if stored.table.name not in ranges:
        return False
    place = entities.place_of(tx, stored.record, *key)
    first, last, _ = ranges[stored.table.name]
    return place is not None and first < place <= last


def resting_on(tx: Transaction, ranges: Ranges) -> Iterator[tuple[str, Record]]:
    """Records that others wrote on what was added: each with its kind."""
    for stored in schema.STORED:
        if stored is schema.LOG or stored is schema.DRAFT:
            continue
        points_there = list(_pointing(stored, ranges))
        if not points_there:
            continue
        query = stored.query(standing=False).where(or_(*points_there))
        if stored.table.name in ranges:
            query = query.where(not_(_within(stored.table, ranges[stored.table.name])))
        for record in stored.records(tx.connection, query.limit(1)):
            yield stored.kind, record
    tasks = _ids(tx, schema.TASK, ranges)
    for subset in entities.find_all(tx, Subset) if tasks else ():
        if tasks & set(subset.task_ids):
            yield schema.SUBSET.kind, subset


def _pointing(stored: Stored[Any], ranges: Ranges) -> Iterator[ColumnElement[bool]]:
    """Conditions that a row refers to one that was added."""
    columns = stored.table.c
    for name, other in stored.references.items():
        if other.table.name in ranges:
            first, last, _ = ranges[other.table.name]
            column = columns[pk_name(name)]
            yield and_(column > first, column <= last)
    for name, other in _NAMED.items():
        if name in columns and other.table.name in ranges:
            added = select(other.table.c.id).where(_within(other.table, ranges[other.table.name]))
            yield columns[name].in_(added)


def _ids(tx: Transaction, stored: Stored[Any], ranges: Ranges) -> set[str]:
    if stored.table.name not in ranges:
        return set()
    query = select(stored.table.c.id).where(_within(stored.table, ranges[stored.table.name]))
    return set(tx.connection.scalars(query))


def tasks_answered(tx: Transaction, ranges: Ranges) -> set[str]:
    """The tasks to which responses were added."""
    if schema.response.name not in ranges:
        return set()
    added = _within(schema.response, ranges[schema.response.name])
    query = select(schema.task.c.id).join(schema.response).where(added)
    return set(tx.connection.scalars(query.distinct()))


def remove(tx: Transaction, ranges: Ranges) -> None:
    """Takes out what was added, but for files that something else needs.

    Raises:
        IntegrityError: Something else refers to it.
    """
    files = schema.blob
    going = _files_named(tx)
    if files.name in ranges:
        added = select(files.c.sha256).where(_within(files, ranges[files.name]))
        going |= set(tx.connection.scalars(added))
    for table in reversed(list(_TABLES.values())):
        if table.name in ranges and table is not files:
            tx.connection.execute(delete(table).where(_within(table, ranges[table.name])))
    for sha256 in going - _files_named(tx):
        told = select(schema.log.c.pk).where(schema.log.c.effects.contains(sha256)).limit(1)
        if tx.connection.scalar(told) is None:  # what is undone may be done again
            tx.connection.execute(delete(files).where(files.c.sha256 == sha256))


def _files_named(tx: Transaction) -> set[str]:
    """The hashes of the files that tasks, responses and renderings name."""
    found: set[str] = set()
    holding = (
        schema.task.c.attachments,
        schema.response.c.attachments,
        schema.RENDERING.table.c.pictures,
    )
    for column in holding:
        texts = tx.connection.scalars(select(column).where(column.is_not(None)))
        found |= {item["sha256"] for text in texts for item in json_value(text)}
    return found
