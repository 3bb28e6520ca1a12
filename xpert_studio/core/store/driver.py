"""What goes straight to the driver: whole tables in, and rows out as plain tuples.

Everything else of the store is SQLAlchemy's, and would run on another database as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from sqlalchemy import Table, func, insert, select
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.sql import ClauseElement

from xpert_studio.core.store.checksums import checksums_of
from xpert_studio.core.store.mapping import Row
from xpert_studio.core.store.transaction import Transaction

_ROWS_A_STATEMENT: Final = 64


@lru_cache(maxsize=64)
def _insert_statement(dialect: Dialect, table: Table, names: tuple[str, ...], rows: int) -> str:
    """The driver-level INSERT of so many rows at once, with positional parameters."""
    single = str(insert(table).compile(dialect=dialect, column_keys=names))
    head, _, group = single.partition(" VALUES ")
    return f"{head} VALUES {', '.join([group] * rows)}"


def insert_rows(tx: Transaction, table: Table, rows: Sequence[Row]) -> None:
    """Inserts rows in bulk with their checksums, several times faster than one dict a row.

    Many rows go into one statement: the driver lets other threads run once a statement, and a row
    at a time would spend its time waiting for its turn again. Columns that hold nothing in any of
    the rows are left out: the driver takes longer to hand over nothing than a value.

    Args:
        tx: A writing transaction.
        table: Where to.
        rows: All columns but the checksum, in the table's order, as the database holds them.
    """
    columns = [*zip(*rows, strict=True), checksums_of(rows)] if rows else []
    held = {
        column.name: values
        for column, values in zip(table.columns, columns, strict=bool(rows))
        if column.server_default is not None or values.count(None) < len(values)
    }
    names, whole = tuple(held), list(zip(*held.values(), strict=True))
    even = len(whole) - len(whole) % _ROWS_A_STATEMENT
    blocks = [
        tuple(chain.from_iterable(whole[start : start + _ROWS_A_STATEMENT]))
        for start in range(0, even, _ROWS_A_STATEMENT)
    ]
    for at_once, parameters in ((_ROWS_A_STATEMENT, blocks), (1, whole[even:])):
        if parameters:
            tx.connection.exec_driver_sql(
                _insert_statement(tx.connection.dialect, table, names, at_once), parameters
            )


def next_pk(tx: Transaction, table: Table) -> int:
    """The number of the next new row; those after it are free too."""
    return int(tx.connection.scalar(select(func.max(table.c.pk))) or 0) + 1


def plain_rows(
    tx: Transaction, query: ClauseElement, *, at_once: int = 0
) -> Iterator[Sequence[Any]]:
    """All rows as plain tuples, in lists.

    Args:
        tx: The transaction.
        query: What to read.
        at_once: So many rows a list, so that other threads run in between; 0 is all in one.
    """
    literal = query.compile(dialect=tx.connection.dialect, compile_kwargs={"literal_binds": True})
    cursor = tx.connection.exec_driver_sql(str(literal)).cursor
    if not at_once:
        yield cursor.fetchall()
        return
    while rows := cursor.fetchmany(at_once):
        yield rows


def run_plain(connection: Connection, statement: str) -> None:
    """Runs a statement of SQLite's own."""
    connection.exec_driver_sql(statement)
