"""The states of records that were exchanged with other copies of the project.

Rows are added, never changed. What a change brought is forgotten while that change is undone.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import or_, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.sql import Select

from xpert_studio.records import ChangeState
from xpert_studio.store.driver import insert_rows, next_pk
from xpert_studio.store.mapping import Row
from xpert_studio.store.schema import log as change
from xpert_studio.store.schema import record_version as table
from xpert_studio.store.transaction import Transaction

RecordKey = tuple[str, tuple[str, ...]]
_IMMUTABLE: Final = frozenset({"response"})
"""Kinds that nobody edits: what was exchanged of them is what is there."""


@dataclass(frozen=True, slots=True)
class Noted:
    """One state of one record.

    Attributes:
        ancestors: The versions before it, the oldest first.
        hash: Of its content, None where the record was removed.
        content: Its fields; None where it was removed, was not read, or is not kept.
        turn: The journal's newest turn when this was the record's state.
        packet_id: The packet it came by; None for one's own.
        change_id: The change that brought it; it counts while that stands.
    """

    kind: str
    key: tuple[str, ...]
    version: str
    ancestors: tuple[str, ...]
    hash: str | None
    content: dict[str, Any] | None
    turn: int
    packet_id: str | None = None
    change_id: str | None = None


def heads(tx: Transaction) -> dict[RecordKey, Noted]:
    """The newest state of every record that was exchanged, without contents."""
    rows = tx.connection.execute(_standing().order_by(table.c.pk)).mappings()
    return {(noted.kind, noted.key): noted for noted in map(_noted, rows)}


def states_of(tx: Transaction, kind: str, key: tuple[str, ...]) -> list[Noted]:
    """All states of one record with their contents, the oldest first."""
    query = _standing(table.c.content).where(table.c.kind == kind, table.c.key == _text(key))
    return [_noted(row) for row in tx.connection.execute(query.order_by(table.c.pk)).mappings()]


def came_in(tx: Transaction) -> dict[RecordKey, set[str]]:
    """The versions of each record that packets brought."""
    found: dict[RecordKey, set[str]] = {}
    query = _standing().where(table.c.packet_id.is_not(None))
    for noted in map(_noted, tx.connection.execute(query).mappings()):
        found.setdefault((noted.kind, noted.key), set()).add(noted.version)
    return found


def add(tx: Transaction, noted: Iterable[Noted]) -> None:
    """Writes states down."""
    tx.require_writes()
    insert_rows(tx, table, [_row(pk, item) for pk, item in enumerate(noted, next_pk(tx, table))])


def _standing(*more: Any) -> Select[Any]:  # noqa: ANN401 - columns
    columns = [column for column in table.columns if column.name != "content"]
    return (
        select(*columns, *more)
        .outerjoin(change, change.c.id == table.c.change_id)
        .where(or_(table.c.change_id.is_(None), change.c.state == ChangeState.DONE.value))
    )


def _row(pk: int, item: Noted) -> Row:
    kept = None if item.kind in _IMMUTABLE else item.content
    return (
        pk,
        item.kind,
        _text(item.key),
        item.version,
        " ".join(item.ancestors) or None,
        item.hash,
        None if kept is None else packed(kept),
        item.turn,
        item.packet_id,
        item.change_id,
    )


def _noted(row: RowMapping) -> Noted:
    content = row.get("content")
    return Noted(
        kind=row["kind"],
        key=tuple(json.loads(row["key"])),
        version=row["version"],
        ancestors=tuple((row["ancestors"] or "").split()),
        hash=row["hash"],
        content=None if content is None else unpacked(content),
        turn=row["turn"],
        packet_id=row["packet_id"],
        change_id=row["change_id"],
    )


def _text(key: tuple[str, ...]) -> str:
    return json.dumps(key, ensure_ascii=False)


def packed(value: Any) -> bytes:  # noqa: ANN401 - any JSON
    """JSON, compressed."""
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def unpacked(data: bytes) -> Any:  # noqa: ANN401 - any JSON
    """The JSON that was compressed."""
    return json.loads(zlib.decompress(data))
