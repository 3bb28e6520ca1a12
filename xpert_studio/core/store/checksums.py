"""The checksum of every row: by it a change that went past the program, or damage, is found.

It is over all other columns in their order; nothing, 0 and an empty text differ. Rows written in
bulk bring theirs. Every other write has it from temporary triggers, which live in the connection
that writes and not in the file: no statement can forget it, and other tools can write the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from marshal import dumps
from typing import Any, Final, cast
from zlib import crc32

from sqlalchemy import Table
from sqlalchemy.engine import Connection

from xpert_studio.core.errors import DamagedProjectError
from xpert_studio.core.messages import Message
from xpert_studio.core.store import schema
from xpert_studio.core.store.mapping import CHECKSUM, Row, metadata
from xpert_studio.core.store.transaction import Transaction

_FUNCTION: Final = "row_checksum"
FAILED: Final = "user-defined function"
"""In SQLite's message where the function was given a text that is none."""

_FORMAT: Final = 2
"""Of ``marshal``: tells the types apart, and means the same in every version of Python."""


_EXPORTED: Final = (
    schema.setting,
    schema.blob,
    schema.extra_file,
    *(s.table for s in schema.STORED[:10]),
    schema.judgment,
    schema.judge,
    schema.verdict,
    schema.certificate,
    schema.COMPARISON.table,
    schema.PACK_RECORD.table,
    schema.RENDERING.table,
)


def checksum(*values: Any) -> int:  # noqa: ANN401 - what SQLite holds
    """CRC-32 of the values of a row, all but its checksum, in the order of the table's columns."""
    return crc32(dumps(values, _FORMAT))


def checksums_of(rows: Iterable[Row]) -> tuple[int, ...]:
    """As ``checksum``, of many rows."""
    return tuple([crc32(dumps(row, _FORMAT)) for row in rows])


def teach(connection: sqlite3.Connection) -> None:
    """Lets statements on a connection use the function."""
    connection.create_function(_FUNCTION, -1, checksum, deterministic=True)


def watch(connection: sqlite3.Connection) -> None:
    """Has every write on a connection keep the checksums; outside a transaction."""
    connection.executescript(_making_the_triggers())


@cache
def _making_the_triggers() -> str:
    said = ["BEGIN"]
    for table in metadata.sorted_tables:
        name, columns = table.name, ", ".join(_columns(table))
        write = (
            f'BEGIN UPDATE "{name}" SET {CHECKSUM} = {_call(table, "NEW.")} '  # noqa: S608 - names of our own schema
            "WHERE rowid = NEW.rowid; END"
        )
        is_new = f'"{name}_is_new" AFTER INSERT ON main."{name}" WHEN NEW.{CHECKSUM} IS NULL'
        changed = f'"{name}_changed" AFTER UPDATE OF {columns} ON main."{name}"'
        said += [f"CREATE TEMP TRIGGER {when} {write}" for when in (is_new, changed)]
    return ";\n".join([*said, "COMMIT;"])


def fill(connection: sqlite3.Connection, table: Table) -> None:
    """Writes the checksums of all rows of a table; those with a text that is none get none."""
    statement = f'UPDATE "{table.name}" SET {CHECKSUM} = {_call(table)}'  # noqa: S608 - our names
    try:
        connection.execute(statement)
    except sqlite3.OperationalError as error:
        if FAILED not in str(error):
            raise
        for row in connection.execute(f'SELECT rowid FROM "{table.name}"').fetchall():  # noqa: S608
            with suppress(sqlite3.OperationalError):
                connection.execute(f"{statement} WHERE rowid = ?", row)


def wrong_rows(connection: sqlite3.Connection, table: Table) -> Iterator[int]:
    """The numbers of the rows that are not as they were written.

    Raises:
        sqlite3.Error: The table cannot be read to its end.
    """
    query = f'SELECT rowid FROM "{table.name}"'  # noqa: S608 - names of our own schema
    wrong = f"{CHECKSUM} IS NOT {_call(table)}"
    try:
        yield from [row for (row,) in connection.execute(f"{query} WHERE {wrong}").fetchall()]
    except sqlite3.Error:  # a text that is none: it is looked for row by row
        for (row,) in connection.execute(query).fetchall():
            try:
                found = connection.execute(
                    f"{query} WHERE rowid = ? AND {wrong}", (row,)
                ).fetchone()
            except sqlite3.Error:
                found = (row,)
            if found:
                yield row


def driver_of(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection, inside the same transaction."""
    return cast("sqlite3.Connection", connection.connection.driver_connection)


def verify(tx: Transaction, tables: Iterable[Table] = ()) -> None:
    """Refuses to let rows out of the project that are not as they were written.

    Args:
        tx: The transaction in which they are read; one that does not write sees the same rows to
            its end, so each table is looked through once.
        tables: Where they lie; where none is named, every table that goes into exports.

    Raises:
        DamagedProjectError: A row of one of them is not.
    """
    connection = driver_of(tx.connection)
    for table in tables or _EXPORTED:
        if table.name in tx.verified:
            continue
        row = next(wrong_rows(connection, table), None)
        if row is not None:
            raise DamagedProjectError(
                Message(
                    "Row {row} of {table} in {path} is not as it was written.",
                    row=row,
                    table=table.name,
                    path=tx.path.name,
                ),
                remedy=(
                    "Restore an earlier backup ('xpert-studio verify' names the newest good "
                    "one), or import the row again."
                ),
            )
        if not tx.writes:
            tx.verified.add(table.name)


_FEW: Final = 30_000
"""A table of more rows takes long to check: it is checked by who reads all of it."""


def verify_short(tx: Transaction) -> None:
    """``verify`` of every table that is checked quickly, for who is about to read something.

    Raises:
        DamagedProjectError: A row of one of them is not as it was written.
    """
    connection = driver_of(tx.connection)
    newest = {
        table: connection.execute(f'SELECT max(rowid) FROM "{table.name}"').fetchone()[0]  # noqa: S608 - our names
        for table in metadata.sorted_tables
    }
    verify(tx, [table for table, rows in newest.items() if rows and rows <= _FEW])


def _columns(table: Table) -> list[str]:
    return [f'"{column.name}"' for column in table.columns if column.name != CHECKSUM]


def _call(table: Table, prefix: str = "") -> str:
    return f"{_FUNCTION}({', '.join(prefix + name for name in _columns(table))})"
