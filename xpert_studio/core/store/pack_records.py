"""Records of packs as they are read: by kind, and by what they hang on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, TypeVar

from sqlalchemy import Select, func, select

from xpert_studio.core.records import PackRecord
from xpert_studio.core.records.record_kinds import reading_of
from xpert_studio.core.store.schema import PACK_RECORD, response, task
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import in_portions

_COLUMNS: Final = PACK_RECORD.table.c
Value = TypeVar("Value")
Kind = tuple[str, str]
"""A pack, and a kind of its records."""


def count_by_kind(tx: Transaction) -> dict[Kind, int]:
    """How many records there are of each kind, in the order of packs and kinds."""
    names = (_COLUMNS.pack, _COLUMNS.kind)
    query = select(*names, func.count()).group_by(*names).order_by(*names)
    return {(pack, kind): count for pack, kind, count in tx.connection.execute(query)}


def records_in(tx: Transaction, kind: Kind, prefix: str = "") -> Iterator[PackRecord]:
    """The records of a kind whose ids begin with a prefix, in the order they came in."""
    return PACK_RECORD.records(tx.connection, _of_kind(*kind, prefix))


@lru_cache(maxsize=256)
def _of_kind(pack: str, kind: str, prefix: str) -> Select[Any]:
    """The query of ``records_in``: what hides work of others asks it again and again."""
    where = [_COLUMNS.pack == pack, _COLUMNS.kind == kind]
    if prefix:
        where.append(_COLUMNS.id.startswith(prefix, autoescape=True))
    return PACK_RECORD.query().where(*where).order_by(_COLUMNS.pk)


def values_in(
    tx: Transaction, kind: Kind, model: type[Value]
) -> Iterator[tuple[PackRecord, Value]]:
    """The records of a kind that can be read here, each with what it says."""
    for record in records_in(tx, kind):
        value = reading_of(record).value
        if isinstance(value, model):
            yield record, value


def said_by(
    tx: Transaction, kind: Kind, model: type[Value], person_id: str, response_id: str
) -> dict[str, Value]:
    """What a person says of a response in records of a kind, by their ids, which may be any."""
    readings = (reading_of(one) for one in records_in(tx, kind) if one.response_id == response_id)
    return {
        one.record.id: one.value
        for one in readings
        if one.author == person_id and isinstance(one.value, model)
    }


def by_id(tx: Transaction, kind: Kind, ids: Iterable[str]) -> dict[str, PackRecord]:
    """Those of some ids that are there."""
    where = (_COLUMNS.pack == kind[0], _COLUMNS.kind == kind[1])
    found: dict[str, PackRecord] = {}
    for some in in_portions(ids):
        query = PACK_RECORD.query().where(*where, _COLUMNS.id.in_(some))
        found |= {record.id: record for record in PACK_RECORD.records(tx.connection, query)}
    return found


def tasks_of(tx: Transaction, records: Iterable[PackRecord]) -> Mapping[str, str]:
    """By the ids of the responses that records hang on: their tasks."""
    wanted = {record.response_id for record in records if record.response_id is not None}
    found: dict[str, str] = {}
    for some in in_portions(wanted):
        query = select(response.c.id, task.c.id).join(task).where(response.c.id.in_(some))
        found |= {row[0]: row[1] for row in tx.connection.execute(query)}
    return found


def all_keys(tx: Transaction) -> set[tuple[str, ...]]:
    """Pack, kind and id of every record."""
    query = select(_COLUMNS.pack, _COLUMNS.kind, _COLUMNS.id)
    return {(*row,) for row in tx.connection.execute(query)}
