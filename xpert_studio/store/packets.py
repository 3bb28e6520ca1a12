"""The packets that went out of a project and came into it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.sql import Select

from xpert_studio.records import ChangeState, Packet
from xpert_studio.store.schema import log as change
from xpert_studio.store.schema import packet as table
from xpert_studio.store.transaction import Transaction
from xpert_studio.store.values import moment_of, moment_text
from xpert_studio.store.versions import RecordKey, packed, unpacked


class Way(StrEnum):
    """Which way a packet went."""

    OUT = "out"
    IN = "in"


@dataclass(frozen=True, slots=True)
class PacketRow:
    """A packet that went out or came in.

    Attributes:
        packet: What it says of itself; of one that went out blind, with the real ids.
        digest: Of all it held: the same packet has the same.
        at: When it was made, or taken in.
        change_id: The change it brought; None where it changed nothing.
        is_undone: Whether that change was undone.
        closed_at: When somebody stopped waiting for an answer.
    """

    packet: Packet
    way: Way
    digest: str
    at: datetime
    change_id: str | None
    is_undone: bool
    closed_at: datetime | None


def put_packet(
    tx: Transaction,
    packet: Packet,
    way: Way,
    *,
    digest: str,
    at: datetime,
    versions: Mapping[RecordKey, str] | None = None,
    change_id: str | None = None,
) -> None:
    """Writes down that a packet went out or came in; once more where it came in again."""
    tx.require_writes()
    values: dict[str, Any] = {
        "header": packet.model_dump_json(),
        "digest": digest,
        "at": moment_text(at),
        "versions": None
        if versions is None
        else packed([[*key, v] for key, v in versions.items()]),
        "change_id": change_id,
    }
    own = (table.c.id == packet.id, table.c.way == way.value)
    changed = tx.connection.execute(update(table).where(*own).values(values))
    if changed.rowcount == 0:
        tx.connection.execute(insert(table).values(id=packet.id, way=way.value, **values))


def find_packet(tx: Transaction, packet_id: str, way: Way) -> PacketRow | None:
    """One packet, or None."""
    query = _query().where(table.c.id == packet_id, table.c.way == way.value)
    row = tx.connection.execute(query).mappings().first()
    return None if row is None else _row(row)


def all_packets(tx: Transaction) -> list[PacketRow]:
    """All packets, the oldest first."""
    rows = tx.connection.execute(_query().order_by(table.c.pk)).mappings()
    return [_row(row) for row in rows]


def sent_versions(tx: Transaction, packet_id: str) -> dict[RecordKey, str]:
    """Which state of each record went out with a packet."""
    own = (table.c.id == packet_id, table.c.way == Way.OUT.value)
    data = tx.connection.scalar(select(table.c.versions).where(*own))
    if data is None:
        return {}
    return {(kind, tuple(key)): version for kind, key, version in unpacked(data)}


def close_packet(tx: Transaction, packet_id: str, at: datetime | None) -> None:
    """Stops waiting for the answer to a packet that went out; waits again where ``at`` is None."""
    tx.require_writes()
    own = (table.c.id == packet_id, table.c.way == Way.OUT.value)
    value = None if at is None else moment_text(at)
    tx.connection.execute(update(table).where(*own).values(closed_at=value))


def _query() -> Select[Any]:
    columns = [column for column in table.columns if column.name != "versions"]
    return select(*columns, change.c.state).outerjoin(change, change.c.id == table.c.change_id)


def _row(row: RowMapping) -> PacketRow:
    return PacketRow(
        packet=Packet.model_validate_json(row["header"]),
        way=Way(row["way"]),
        digest=row["digest"],
        at=moment_of(row["at"]),
        change_id=row["change_id"],
        is_undone=row["state"] is not None and row["state"] != ChangeState.DONE.value,
        closed_at=moment_of(row["closed_at"]) if row["closed_at"] else None,
    )
