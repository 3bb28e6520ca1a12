"""Faults of the disk, as SQLite itself raises them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event
from sqlalchemy.engine import Engine

_REFUSE = (
    "CREATE TEMP TRIGGER no_room BEFORE INSERT ON main.certificate "
    "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
)


def refuse_certificates(connection: sqlite3.Connection, _record: object) -> None:
    """Makes every write of a certificate over a connection fail as on a full disk."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'certificate'").fetchone():
        connection.execute(_REFUSE)


@contextmanager
def no_room_for_certificates() -> Iterator[None]:
    """While it lasts, no certificate can be written by this process."""
    event.listen(Engine, "connect", refuse_certificates)
    try:
        yield
    finally:
        event.remove(Engine, "connect", refuse_certificates)
