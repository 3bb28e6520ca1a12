"""Every kind of record a person can change, read, written and removed by its own key.

Commands, undo and imports say which record, not which columns. Bulk reading and bulk import have
modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql import Delete, Select

from xpert_studio.core.errors import ConflictError, NotFoundError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    AnchorChoice,
    AnyRecord,
    Attribution,
    Checkpoint,
    Comment,
    Comparison,
    Dismissal,
    Draft,
    Judge,
    Judgment,
    KeptRendering,
    OpenForm,
    PackRecord,
    Person,
    ProjectInfo,
    Record,
    Response,
    Review,
    RubricRevision,
    SpotCheck,
    Subset,
    Suggestion,
    System,
    Task,
)
from xpert_studio.core.store import schema, settings
from xpert_studio.core.store.driver import insert_rows, next_pk
from xpert_studio.core.store.mapping import Stored, pk_name
from xpert_studio.core.store.transaction import Transaction

_PEOPLES: Final[tuple[type[Record], ...]] = (
    ProjectInfo, Person, Task, Checkpoint, RubricRevision, Review, Comment, SpotCheck, Suggestion,
    Dismissal, Response, OpenForm, Draft, Judgment, Subset, AnchorChoice, Attribution,
    Comparison, Judge, PackRecord, System, KeptRendering,
)  # fmt: skip
"""What people write; each comes after those it refers to."""

_BY_RECORD: Final[dict[type[Record], Stored[Any]]] = {
    stored.record: stored for stored in schema.STORED
} | {ProjectInfo: Stored(ProjectInfo, (), schema.setting, {}, (), kind="project")}
ENTITIES: Final[dict[str, Stored[Any]]] = {
    _BY_RECORD[record].kind: _BY_RECORD[record] for record in _PEOPLES
}


def entity_of(record: Record | type[Record]) -> Stored[Any]:
    """How a record's kind is stored."""
    return _BY_RECORD[record if isinstance(record, type) else type(record)]


def find(tx: Transaction, kind: type[AnyRecord], *key: str) -> AnyRecord | None:
    """The record of that key, or None."""
    entity = entity_of(kind)
    if entity.kind == "project":
        return settings.project_info(tx)  # type: ignore[return-value]
    return next(_matching(tx, entity, dict(zip(entity.key, key, strict=True))), None)


def find_all(tx: Transaction, kind: type[AnyRecord], **values: object) -> list[AnyRecord]:
    """The records that have these values in these fields, in the order they came in."""
    return list(_matching(tx, entity_of(kind), values))


def _matching(tx: Transaction, entity: Stored[Any], values: Mapping[str, Any]) -> Iterator[Any]:
    where, bound = _where(tx, entity, values)
    return entity.records(tx.connection, _query(entity, where), bound)


_Place: TypeAlias = tuple[tuple[str, bool], ...]
"""Columns by which rows are looked up, each with whether there is a value to look for."""


def _where(
    tx: Transaction, entity: Stored[Any], values: Mapping[str, Any]
) -> tuple[_Place, dict[str, Any]]:
    """The columns in which a row has these values in these fields, and the values by column."""
    found = _columns(tx, entity, values)
    return (
        tuple((name, value is not None) for name, value in found.items()),
        {_bound(name): value for name, value in found.items() if value is not None},
    )


def _bound(name: str) -> str:
    return f"the_{name}"


@cache
def _conditions(entity: Stored[Any], where: _Place) -> tuple[ColumnElement[bool], ...]:
    """Made once, for SQL costs more to build than to run where many records are looked up."""
    columns = entity.table.c
    wanted = (
        columns[name] == bindparam(_bound(name)) if has_value else columns[name].is_(None)
        for name, has_value in where
    )
    return (*entity.is_own(), *wanted)


@cache
def _query(entity: Stored[Any], where: _Place) -> Select[Any]:
    return entity.query().order_by(entity.table.c.pk).where(*_conditions(entity, where))


@cache
def _deletion(entity: Stored[Any], where: _Place) -> Delete:
    return delete(entity.table).where(*_conditions(entity, where))


def _columns(tx: Transaction, entity: Stored[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Fields as the columns that hold them: references become row numbers."""
    found = dict(values)
    for name, other in entity.references.items():
        if name not in found:
            continue
        id_ = found.pop(name)
        if id_ is None:
            found[pk_name(name)] = None
            continue
        ids = {"the_id": id_, "the_response": values.get("response_id")}
        pk = tx.connection.scalar(_pk_query(other), ids)
        if pk is None and other is not schema.CHECKPOINT:
            raise NotFoundError(
                Message("There is no {table} {id}.", table=other.table.name, id=id_)
            )
        found[pk_name(name)] = -1 if pk is None else pk
    return found


@cache
def _pk_query(other: Stored[Any]) -> Select[tuple[int]]:
    """Finds the row of what a record refers to; made once, for it is asked for every record."""
    table = other.table
    query = select(table.c.pk).where(table.c.id == bindparam("the_id"))
    if other is schema.CHECKPOINT:  # its id is one of the response's task only
        answer = schema.response.c
        of_task = select(answer.task_pk).where(answer.id == bindparam("the_response"))
        query = query.where(table.c.task_pk == of_task.scalar_subquery())
    return query


def place_of(tx: Transaction, kind: type[Record], *key: str) -> int | None:
    """The number of the row of a record, also of a retired one; None where it never was there."""
    entity = entity_of(kind)
    where, bound = _where(tx, entity, dict(zip(entity.key, key, strict=True)))
    query = select(entity.table.c.pk).where(*_conditions(entity, where))
    found = tx.connection.scalar(query, bound)
    return None if found is None else int(found)


def put(tx: Transaction, record: Record) -> None:
    """Writes a record, in place of the one of that key where there is one."""
    if isinstance(record, ProjectInfo):
        settings.put_project_info(tx, record)
        return
    entity = entity_of(record)
    named = {name: getattr(record, name) for name in entity.references}
    values = entity.columns(record) | _columns(tx, entity, named) | dict(entity.fixed)
    if "retired" in entity.own:
        values["retired"] = False
    key = [pk_name(name) if name in entity.references else name for name in entity.key]
    where = [*entity.is_own(), *(entity.table.c[name] == values[name] for name in key)]
    changed = tx.connection.execute(update(entity.table).where(*where).values(values))
    if changed.rowcount == 0:
        tx.connection.execute(insert(entity.table).values(values))


def add_all(tx: Transaction, records: Sequence[Record]) -> None:
    """Writes records of one kind that are new, many times faster than one by one.

    Raises:
        ConflictError: One is there already.
        NotFoundError: One refers to something that is not there.
    """
    entity = entity_of(records[0])
    first = next_pk(tx, entity.table)
    own = {name: int(value) for name, value in entity.fixed.items() if name in entity.own}
    known: dict[tuple[object, ...], int | None] = {}
    names = tuple(entity.references)
    rows = []
    for pk, record in enumerate(records, start=first):
        references = tuple(_reference(tx, entity, name, record, known) for name in names)
        rows.append(entity.row(record, pk, references, **own))
    try:
        insert_rows(tx, entity.table, rows)
    except IntegrityError as error:
        raise ConflictError(
            Message(
                "The {kind} has been changed since.", kind=Message(entity.kind.replace("_", " "))
            ),
            remedy="Look at it as it is now, and do the step again.",
        ) from error


def _reference(
    tx: Transaction,
    entity: Stored[Any],
    name: str,
    record: Record,
    known: dict[tuple[object, ...], int | None],
) -> int | None:
    """The number of the row that a record refers to, if to any; looked up once."""
    response_id = getattr(record, "response_id", None)
    place = name, getattr(record, name), response_id if name == "checkpoint_id" else None
    if place not in known:
        named = {name: getattr(record, name), "response_id": response_id}
        known[place] = _columns(tx, entity, named)[pk_name(name)]
    return known[place]


def remove(tx: Transaction, record: Record) -> None:
    """Takes a record out. A checkpoint that was judged is only retired: nothing judged is lost."""
    entity = entity_of(record)
    where, bound = _where(tx, entity, {name: getattr(record, name) for name in entity.key})
    if isinstance(record, Person) and has_acted(tx, record.id):
        raise ConflictError(
            Message(
                "{record} has done something in the project and cannot be taken out of it.",
                record=record.called,
            ),
            remedy="Take their roles away instead.",
        )
    try:
        tx.connection.execute(_deletion(entity, where), bound)
    except IntegrityError:
        if "retired" not in entity.own:
            raise ConflictError(
                Message(
                    "The {kind} is in use: something else in the project refers to it.",
                    kind=entity.kind,
                ),
                remedy="Take that away first, or leave it.",
            ) from None
        retiring = update(entity.table).where(*_conditions(entity, where)).values(retired=True)
        tx.connection.execute(retiring, bound)


def has_acted(tx: Transaction, person_id: str) -> bool:
    """Whether a person has done something in the project that stands."""
    done, compared = schema.log.c, schema.COMPARISON.table.c
    queries = (
        select(done.pk).where(done.actor_id == person_id, done.state == "done"),
        select(schema.task.c.pk).where(schema.task.c.author_id == person_id),
        select(schema.judgment.c.pk).where(schema.judgment.c.expert_id == person_id),
        select(compared.pk).where(compared.rater_id == person_id, compared.rater == "expert"),
    )
    return any(tx.connection.scalar(query.limit(1)) is not None for query in queries)
