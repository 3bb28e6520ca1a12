"""Which rows of a project file are not as they were written, and which cannot be read at all."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, Table

from xpert_studio.core.messages import Message
from xpert_studio.core.records import ProjectInfo, grouped
from xpert_studio.core.store import checksums, schema
from xpert_studio.core.store.connection import UNREADABLE
from xpert_studio.core.store.mapping import Stored, metadata, pk_name

_STORED: Final = grouped((stored.table.name, stored) for stored in schema.STORED)
_JSON: Final = {
    name: frozenset[str]().union(*(stored.nested for stored in kinds))
    for name, kinds in _STORED.items()
} | {"prompt_prefix": frozenset({"images"}), "certificate": frozenset({"content"})}
_JSON["log"] |= {"scopes", "effects", "parameters"}
_SETTINGS: Final[dict[str, Callable[[Any], object]]] = {
    "project": ProjectInfo.model_validate_json,
    "guest": json.loads,
}


_SOME: Final = 5000


class _Text(bytes):
    """A text as it is stored: what is damaged may be none any more."""


_KINDS: Final[dict[type, tuple[type, ...]]] = {
    Integer: (int,),
    Boolean: (int,),
    Float: (int, float),
    LargeBinary: (bytes,),
}
"""What values in columns are; all others are texts."""


def row_problems(connection: sqlite3.Connection, limit: int) -> list[str]:
    """One sentence a row that is not as it was written; where it cannot be read, with the column.

    Args:
        connection: Of any kind.
        limit: At most so many.
    """
    found: list[str] = []
    for table in metadata.sorted_tables:
        try:
            wrong = list(islice(checksums.wrong_rows(connection, table), limit - len(found)))
            columns = unreadable_rows(connection, table, wrong) if wrong else {}
            found += [_sentence(table, number, columns.get(number)) for number in wrong]
        except sqlite3.Error:
            found.append(Message("The table {table} cannot be read to its end.", table=table.name))
    return found


def unreadable_rows(
    connection: sqlite3.Connection,
    table: Table,
    among: Sequence[int] | None = None,
    *,
    on_some: Callable[[], object] = lambda: None,
) -> dict[int, str]:
    """The rows of a table that cannot be read, with a column of each.

    Args:
        connection: Inside a transaction or not.
        table: The table.
        among: Of these rows only; of all where None.
        on_some: Called after every few thousand rows.
    """
    only = "" if among is None else f" WHERE rowid IN ({', '.join(map(str, among))})"
    names = [column.name for column in table.columns]
    quoted = ", ".join(f'"{name}"' for name in names)
    query = f'SELECT rowid, {quoted} FROM "{table.name}"{only}'  # noqa: S608 - our own names
    connection.text_factory, before = _Text, connection.text_factory
    try:
        found = {}
        for number, *row in connection.execute(query):
            name = _fault(table, dict(zip(names, row, strict=True)))
            if name is not None:
                found[number] = name
            if number % _SOME == 0:
                on_some()
        return found
    finally:
        connection.text_factory = before


def _sentence(table: Table, number: int, column: str | None) -> str:
    if column is not None:
        return Message(
            "Row {number} of {table} cannot be read: {column} has an impossible value.",
            number=number,
            table=table.name,
            column=column,
        )
    return Message(
        "Row {number} of {table} is not as it was written: restore an earlier "
        "backup, or import the row again.",
        number=number,
        table=table.name,
    )


def _fault(table: Table, row: dict[str, Any]) -> str | None:
    """The column whose value cannot be; None where all can."""
    name, stored = "a value", None
    try:
        for column in table.columns:
            name = column.name
            row[name] = _read(table, column, row[name])
        if table is schema.setting:
            name = f"the value of {row['key']}"
            _SETTINGS.get(row["key"], str)(row["value"])
        elif (stored := _kind_of(table, row)) is not None:
            name = "a value"
            named = (name for name in stored.references if row[pk_name(name)] is not None)
            stored.record_of({**dict.fromkeys(named, "x"), **row})
    except UNREADABLE as error:
        places: list[Any] = getattr(error, "errors", list)() if stored is not None else []
        return str(places[0]["loc"][0]) if places and places[0]["loc"] else name
    return None


def _kind_of(table: Table, row: dict[str, Any]) -> Stored[Any] | None:
    """The kind of record in a row; None where the table holds no records."""
    kinds = _STORED.get(table.name, [])
    if len(kinds) == 1:
        return kinds[0]
    own = (kind for kind in kinds if all(row.get(k) == v for k, v in kind.fixed.items()))
    return next(own, kinds[-1] if kinds else None)


def _read(table: Table, column: Column[Any], value: Any) -> Any:  # noqa: ANN401 - any value
    """A value as the store reads it.

    Raises:
        ValueError: It is none of that column; as ``UNREADABLE`` are all errors.
    """
    if value is None:
        return None
    kinds = _KINDS.get(type(column.type), (_Text,))
    if type(value) not in kinds or (isinstance(column.type, Boolean) and value not in (0, 1)):
        raise ValueError
    if not isinstance(value, _Text):
        return value
    text = value.decode()
    if column.name in _JSON.get(table.name, ()):
        json.loads(text)
    return text
