"""Every kind of record a person can change, read, written and removed by its own key.

One small door for verbs, undo and merging: they say which record, not which columns. Bulk reading
and bulk import have doors of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Table, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from xpert_studio.errors import ConflictError, NotFoundError
from xpert_studio.records import (
    AnchorChoice,
    Attribution,
    Checkpoint,
    Dismissal,
    Draft,
    Judgment,
    OpenSheet,
    Person,
    ProjectInfo,
    Proposal,
    Record,
    Remark,
    Response,
    Review,
    RubricRevision,
    SpotCheck,
    Subset,
    Task,
)
from xpert_studio.store import schema, settings
from xpert_studio.store.rows import from_columns, to_columns
from xpert_studio.store.transaction import Transaction

AnyRecord = TypeVar("AnyRecord", bound=Record)
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """How one kind of record is stored.

    Attributes:
        kind: Its name in changes and in the history.
        record: Its class.
        key: The fields that identify a record among its kind.
        table: Where it lies.
        nested: Columns that hold JSON.
        fixed: Columns that tell it from other kinds in the same table.
    """

    kind: str
    record: type[Record]
    key: tuple[str, ...]
    table: Table
    nested: frozenset[str] = frozenset()
    fixed: Mapping[str, Any] = field(default_factory=dict)

    def key_of(self, record: Record) -> Key:
        """What identifies a record among its kind, as texts."""
        return tuple(str(getattr(record, name)) for name in self.key)

    def where(self, tx: Transaction, values: Mapping[str, Any]) -> list[ColumnElement[bool]]:
        """Conditions that a row has these values in these fields."""
        columns = self.columns(tx, {**values, **self.fixed})
        return [self.table.c[name] == value for name, value in columns.items()]

    def columns(self, tx: Transaction, values: Mapping[str, Any]) -> dict[str, Any]:
        """Fields as the columns that hold them: references become row numbers."""
        found = dict(values)
        if "task_pk" in self.table.c and "task_id" in found:
            found["task_pk"] = _pk(tx, schema.task, found.pop("task_id"))
        if "response_pk" in self.table.c and "response_id" in found:
            response_id = found.pop("response_id")
            found["response_pk"] = _pk(tx, schema.response, response_id)
            if "checkpoint_id" in found:
                point = schema.checkpoint.c
                task_pk = (
                    select(schema.response.c.task_pk)
                    .where(schema.response.c.id == response_id)
                    .scalar_subquery()
                )
                query = select(point.pk).where(
                    point.task_pk == task_pk, point.id == found.pop("checkpoint_id")
                )
                found["checkpoint_pk"] = tx.connection.scalar(query) or -1
        return found


_RATED: Final = ("response_id", "checkpoint_id", "expert_id")
_RATING: Final = frozenset({"evidence", "caps", "extra"})

ENTITIES: Final[dict[str, Entity]] = {
    entity.kind: entity
    for entity in (
        Entity("project", ProjectInfo, (), schema.setting),
        Entity(
            "person", Person, ("id",), schema.person,
            frozenset({"roles", "domains", "qualification", "extra"}),
        ),
        Entity(
            "task", Task, ("id",), schema.task,
            frozenset({"attachments", "checklist", "tags", "earlier_authors", "extra"}),
        ),
        Entity(
            "checkpoint", Checkpoint, ("task_id", "id"), schema.checkpoint,
            frozenset({"origin", "settings", "extra"}),
        ),
        Entity(
            "revision", RubricRevision, ("task_id", "number"), schema.rubric_revision,
            frozenset({"checkpoints"}),
        ),
        Entity("review", Review, ("task_id", "revision", "reviewer_id"), schema.review),
        Entity("remark", Remark, ("id",), schema.remark, frozenset({"replies"})),
        Entity("spot_check", SpotCheck, ("task_id", "revision"), schema.spot_check),
        Entity("proposal", Proposal, ("task_id", "id"), schema.proposal),
        Entity("dismissal", Dismissal, ("task_id", "checkpoint_id", "rule"), schema.dismissal),
        Entity(
            "response", Response, ("id",), schema.response, frozenset({"attachments", "extra"})
        ),
        Entity("open_sheet", OpenSheet, ("response_id", "expert_id"), schema.open_sheet),
        Entity("decision", Draft, _RATED, schema.judgment, _RATING, {"draft": True}),
        Entity("judgment", Judgment, _RATED, schema.judgment, _RATING, {"draft": False}),
        Entity("subset", Subset, ("name",), schema.subset, frozenset({"task_ids", "strata"})),
        Entity("anchor_choice", AnchorChoice, ("task_id",), schema.anchor_choice),
        Entity(
            "attribution", Attribution, ("judge_id", "response_id", "checkpoint_id"),
            schema.attribution,
        ),
    )
}  # fmt: skip

_BY_RECORD: Final = {entity.record: entity for entity in ENTITIES.values()}


def entity_of(record: Record | type[Record]) -> Entity:
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


def _matching(tx: Transaction, entity: Entity, values: Mapping[str, Any]) -> Iterator[Any]:
    table = entity.table
    query = select(table).where(*entity.where(tx, values)).order_by(table.c.pk)
    if "retired" in table.c:
        query = query.where(table.c.retired == 0)
    names = {"task_pk": schema.task, "response_pk": schema.response}
    for column, target in names.items():
        if column in table.c:
            label = column.removesuffix("_pk") + "_id"
            query = query.add_columns(target.c.id.label(label)).join(
                target, target.c.pk == table.c[column]
            )
    if "checkpoint_pk" in table.c:
        point = schema.checkpoint
        query = query.add_columns(point.c.id.label("checkpoint_id")).join(
            point, point.c.pk == table.c.checkpoint_pk
        )
    for row in tx.connection.execute(query).mappings():
        yield from_columns(entity.record, row, entity.nested)


def was_used(tx: Transaction, kind: type[Record], *key: str) -> bool:
    """Whether a key is, or was before its record was retired, in use."""
    entity = entity_of(kind)
    where = entity.where(tx, dict(zip(entity.key, key, strict=True)))
    return tx.connection.scalar(select(entity.table.c.pk).where(*where)) is not None


def put(tx: Transaction, record: Record) -> None:
    """Writes a record, in place of the one of that key where there is one."""
    tx.require_writes()
    if isinstance(record, ProjectInfo):
        settings.put_project_info(tx, record)
        return
    entity = entity_of(record)
    values = entity.columns(tx, _stored(record, entity) | dict(entity.fixed))
    where = entity.where(tx, {name: getattr(record, name) for name in entity.key})
    if "retired" in entity.table.c:
        values["retired"] = False
    changed = tx.connection.execute(update(entity.table).where(*where).values(values))
    if changed.rowcount == 0:
        tx.connection.execute(insert(entity.table).values(values))


def _stored(record: Record, entity: Entity) -> dict[str, Any]:
    values = to_columns(record, entity.table)
    keys = {"task_id", "response_id", "checkpoint_id"}
    return values | {name: value for name, value in record if name in keys}


def remove(tx: Transaction, record: Record) -> None:
    """Takes a record out. A checkpoint that was judged is only retired: nothing judged is lost."""
    tx.require_writes()
    entity = entity_of(record)
    where = entity.where(tx, {name: getattr(record, name) for name in entity.key})
    if isinstance(record, Task):
        # Its history stays; it can point at nothing that is not there.
        row = select(schema.task.c.pk).where(*where).scalar_subquery()
        history = update(schema.event).where(schema.event.c.task_pk == row)
        tx.connection.execute(history.values(task_pk=None))
    if isinstance(record, Person) and has_acted(tx, record.id):
        raise ConflictError(
            f"{record.called} has done something in the project and cannot be taken out of it.",
            remedy="Take their roles away instead.",
        )
    try:
        tx.connection.execute(delete(entity.table).where(*where))
    except IntegrityError:
        if "retired" not in entity.table.c:
            raise ConflictError(
                f"The {entity.kind} is in use: something else in the project refers to it.",
                remedy="Take that away first, or leave it.",
            ) from None
        tx.connection.execute(update(entity.table).where(*where).values(retired=True))


def has_acted(tx: Transaction, person_id: str) -> bool:
    """Whether somebody has done something in the project that stands."""
    done = (schema.change.c.actor_id == person_id) & (schema.change.c.state == "done")
    queries = (
        select(schema.change.c.pk).where(done),
        select(schema.task.c.pk).where(schema.task.c.author_id == person_id),
        select(schema.judgment.c.pk).where(schema.judgment.c.expert_id == person_id),
    )
    return any(tx.connection.scalar(query.limit(1)) is not None for query in queries)


def _pk(tx: Transaction, table: Table, id_: str) -> int:
    found = tx.connection.scalar(select(table.c.pk).where(table.c.id == id_))
    if found is None:
        raise NotFoundError(f"There is no {table.name} {id_}.")
    return int(found)
