"""Which rows of a project file are not as they were written, and which cannot be read at all."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, Table

from xpert_studio.records import ProjectInfo
from xpert_studio.store import checksums, schema
from xpert_studio.store.connection import UNREADABLE
from xpert_studio.store.mapping import Stored, metadata
from xpert_studio.store.versions import unpacked

Check = Callable[[Any], object]

_STORED: Final = {stored.table.name: stored for stored in schema.STORED}
_JSON: Final = {
    "change": {"scopes", "edits", "details"},
    "packet": {"header"},
    "prompt_prefix": {"images"},
    "certificate": {"content"},
    "record_version": {"key"},
}
_PACKED: Final = {("packet", "versions"), ("record_version", "content")}
_KINDS: Final[dict[type, str]] = {
    Integer: "'integer'",
    Boolean: "'integer'",
    Float: "'integer', 'real'",
    LargeBinary: "'blob'",
}
"""What SQLite calls the types of values in columns."""

_BOOLEANS: Final = (0, 1)
_TEXT: Final = "'text'"
_MOST_KNOWN: Final = 100
"""So many good values of a column are kept, so that few different ones are not looked at anew."""


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
            found.append(f"The table {table.name} cannot be read to its end.")
    return found


def unreadable_rows(
    connection: sqlite3.Connection, table: Table, among: Sequence[int] | None = None
) -> dict[int, str]:
    """The rows of a table that cannot be read, with a column of each.

    Args:
        connection: Inside a transaction or not.
        table: The table.
        among: Of these rows only; of all where None.
    """
    only = "true" if among is None else f"rowid IN ({', '.join(map(str, among))})"
    found: dict[int, str] = {}
    connection.text_factory, before = bytes, connection.text_factory
    try:
        for number, name in _table_problems(connection, table, only):
            found.setdefault(number, name)
    finally:
        connection.text_factory = before
    return found


def _sentence(table: Table, number: int, column: str | None) -> str:
    if column is not None:
        return f"Row {number} of {table.name} cannot be read: {column} has an impossible value."
    return (
        f"Row {number} of {table.name} is not as it was written: go back to a backup from before, "
        "or import the row anew."
    )


def _table_problems(
    connection: sqlite3.Connection, table: Table, only: str
) -> Iterator[tuple[int, str]]:
    """Number and column of each row that cannot be read, of those that a condition leaves."""
    for number, name in connection.execute(f"{_wrong_types(table)} AND {only}"):
        yield number, name.decode()
    for column in table.columns:
        for number in _wrong_values(connection, table, column, only):
            yield number, column.name
    stored = _STORED.get(table.name)
    if stored is None and table is not schema.setting:
        return
    names = [column.name for column in table.columns]
    for number, *row in connection.execute(f"{_select(table, names)} WHERE {only}"):
        values = dict(zip(names, row, strict=True))
        name = (
            _wrong_setting(values["key"], values["value"])
            if stored is None
            else _unread(stored, values)
        )
        if name is not None:
            yield number, name


def _select(table: Table, names: Sequence[str]) -> str:
    quoted = ", ".join(f'"{name}"' for name in names)
    return f'SELECT rowid, {quoted} FROM "{table.name}"'  # noqa: S608 - names of our own schema


def _wrong_types(table: Table) -> str:
    """Finds rows with a value of the wrong type, and the column; in one pass, for that is fast."""
    cases = " ".join(
        f"WHEN typeof(\"{column.name}\") NOT IN ({_KINDS.get(type(column.type), _TEXT)}, 'null') "
        f"THEN '{column.name}'"
        for column in table.columns
    )
    return (
        f"SELECT rowid, CASE {cases} END AS wrong "  # noqa: S608 - names of our own schema
        f'FROM "{table.name}" WHERE wrong IS NOT NULL'
    )


def _wrong_values(
    connection: sqlite3.Connection, table: Table, column: Column[Any], only: str
) -> Iterator[int]:
    """The rows whose value in a column is of the right type, and yet none it may have."""
    check = _check_of(table, column)
    if check is None:
        return
    good: set[bytes] = set()
    query = f'{_select(table, [column.name])} WHERE "{column.name}" IS NOT NULL AND {only}'
    for number, value in connection.execute(query):
        if value in good:
            continue
        try:
            check(value)
        except UNREADABLE:
            yield number
        else:
            if len(good) < _MOST_KNOWN:
                good.add(value)


def _unread(stored: Stored[Any], row: dict[str, Any]) -> str | None:
    values: dict[str, Any] = dict.fromkeys(stored.references, "x")
    try:
        stored.record_of(values | {name: _plain(value) for name, value in row.items()})
    except UNREADABLE as error:
        places: list[Any] = getattr(error, "errors", list)()
        return str(places[0]["loc"][0]) if places and places[0]["loc"] else "a value"
    return None


def _plain(value: Any) -> Any:  # noqa: ANN401 - any value of a row
    return value.decode() if isinstance(value, bytes) else value


def _wrong_setting(key: bytes, value: bytes) -> str | None:
    try:
        if key == b"project":
            ProjectInfo.model_validate_json(value)
        elif key == b"guest":
            json.loads(value)
    except UNREADABLE:
        return f"the value of {key.decode(errors='replace')}"
    return None


def _check_of(table: Table, column: Column[Any]) -> Check | None:
    """What raises for a value of the right type that is none; None where no such value exists."""
    if (table.name, column.name) in _PACKED:
        return unpacked
    if isinstance(column.type, Boolean):
        return _BOOLEANS.index
    if type(column.type) in _KINDS:
        return None
    stored = _STORED.get(table.name)
    nested = _JSON.get(table.name, set()) if stored is None else stored.nested
    if stored is not None and column.name in stored.fields:
        kind: Any = stored.record.model_fields[column.name].annotation
        if column.name in nested:
            return TypeAdapter[Any](kind).validate_json
        if kind not in (str, str | None):
            adapter = TypeAdapter[Any](kind)
            return lambda value: adapter.validate_python(value.decode(), strict=False)
    return json.loads if column.name in nested else bytes.decode
