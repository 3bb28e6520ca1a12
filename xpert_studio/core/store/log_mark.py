"""The mark that every transaction leaves, in the project file or in its write-ahead log.

A mark is ``xpert-log:TOKEN:NUMBER``. The token is drawn anew whenever the file is opened without a
log, before there is one, so it is in the file itself. The number counts the transactions. Marks
have one length, and stand alone in the one page of their table: each transaction writes that page,
always the same, so each transaction in a log holds a mark.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
import struct
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from xpert_studio.core.store.schema import log_mark
from xpert_studio.core.store.transaction import Transaction

_MARK: Final = re.compile(rb"xpert-log:(?P<token>[0-9a-f]{32}):(?P<number>\d{16})")
_LONGEST_CELL: Final = 100
_TABLE_LEAF: Final = 0x0D

NEXT: Final = (
    "UPDATE log_mark SET mark = substr(mark, 1, 43) || "
    "printf('%016d', CAST(substr(mark, 44) AS INTEGER) + 1)"
)
"""What every writing transaction does first."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark as it was read: the token, and how many transactions there had been."""

    token: bytes
    number: int

    def precedes(self, other: Mark) -> bool:
        """Whether the other one is of the very next transaction."""
        return self.token == other.token and self.number + 1 == other.number


def state_of(tx: Transaction) -> str | None:
    """The mark as a key for what was read: no two states of projects have the same.

    None where there is no mark, and in a transaction that writes: it may change more.
    """
    if tx.writes:
        return None
    found: str | None = tx.connection.scalar(select(log_mark.c.mark))
    return found


def file_of(state: str) -> str:
    """The file that a state is of, as long as it is open; from ``state_of``."""
    return state.rpartition(":")[0]


def renew(connection: sqlite3.Connection) -> None:
    """Makes a new token, where the file keeps no log at the moment; outside any transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Inside the transaction: from now on nobody else can start a log before this is written.
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        if mode != "wal":
            connection.execute(
                "INSERT INTO log_mark (pk, mark, checksum) VALUES (1, ?1, row_checksum(1, ?1)) "
                "ON CONFLICT (pk) DO UPDATE SET mark = excluded.mark, checksum = excluded.checksum",
                (f"xpert-log:{secrets.token_hex(16)}:{0:016d}",),
            )
    except BaseException:
        if connection.in_transaction:  # a full disk ends it by itself
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def page_of(connection: sqlite3.Connection) -> int | None:
    """The number of the page that holds the mark; None in a file of an older version."""
    query = "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = 'log_mark'"
    row = connection.execute(query).fetchone()
    return None if row is None else int(row[0])


def mark_in(page: bytes) -> Mark | None:
    """The mark in its page; None where the page holds none."""
    if len(page) < _LONGEST_CELL or page[0] != _TABLE_LEAF:
        return None
    _, cells, _, _, cell = struct.unpack(">HHHBH", page[1:10])
    found = _MARK.search(page, cell, cell + _LONGEST_CELL) if cells == 1 else None
    return None if found is None else Mark(found["token"], int(found["number"]))
