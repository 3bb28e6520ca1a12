"""Between records and rows: plain values stay columns, nested values become JSON text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from typing import Any, TypeVar

from pydantic import BaseModel
from sqlalchemy import Table, insert
from sqlalchemy.engine import Connection

from xpert_studio.records import Record

AnyRecord = TypeVar("AnyRecord", bound=Record)


def moment_text(moment: datetime) -> str:
    """A moment as it is stored: ISO-8601 in UTC, so that the order of texts is that of time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def to_column(value: Any) -> Any:  # noqa: ANN401 - any field of a record
    """A field's value as a column holds it; empty collections are absent."""
    if value is None or (isinstance(value, bool | int | float) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return value
    if isinstance(value, datetime):
        return moment_text(value)
    if isinstance(value, BaseModel):
        return value.model_dump_json(exclude_defaults=True)
    if not value:
        return None
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_defaults=True)
    if isinstance(value, Enum):
        return value.value
    raise TypeError(type(value).__name__)


def to_columns(record: Record, table: Table) -> dict[str, Any]:
    """Those fields of a record which are columns of the table."""
    columns = table.columns
    return {name: to_column(value) for name, value in record if name in columns}


def from_columns(
    kind: type[AnyRecord], row: Mapping[Any, Any], nested: frozenset[str]
) -> AnyRecord:
    """A record from a row: ``nested`` names the columns that hold JSON."""
    fields = kind.model_fields
    # Nothing in a nested column is an empty collection; in a plain one it is a value: unknown.
    values = {
        name: json.loads(value) if name in nested else value
        for name, value in row.items()
        if name in fields and not (value is None and name in nested)
    }
    # Rows were validated when they came in; lax mode turns stored text back into dates and enums.
    return kind.model_validate(values, strict=False)


def insert_statement(connection: Connection, table: Table, columns: Sequence[str]) -> str:
    """The driver-level INSERT with positional parameters, in the order of ``columns``."""
    compiled = insert(table).compile(dialect=connection.dialect, column_keys=list(columns))
    return str(compiled)


def insert_many(
    connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]
) -> None:
    """Inserts tuples straight through the driver, several times faster than one dict a row.

    ``columns`` must stand in the table's own order, which is the order SQLAlchemy writes them in.
    """
    batch = list(rows)
    if batch:
        connection.exec_driver_sql(insert_statement(connection, table, columns), batch)
