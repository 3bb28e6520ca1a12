"""Between records and rows: plain values stay columns, nested values become JSON text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from functools import lru_cache
from itertools import chain
from typing import Any, Final, TypeVar

from pydantic import BaseModel
from sqlalchemy import ColumnElement, Table, insert, or_
from sqlalchemy.engine import Connection, Dialect, Result

from xpert_studio.records import Record, Verdict

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


def mapped(result: Result[Any]) -> Iterator[dict[str, Any]]:
    """The rows of a result by their columns' names; of thousands, far faster than ``mappings``."""
    names = tuple(result.keys())
    for row in result:
        yield dict(zip(names, row, strict=True))


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


_ROWS_A_STATEMENT: Final = 64


@lru_cache(maxsize=64)
def _insert_statement(dialect: Dialect, table: Table, columns: tuple[str, ...], rows: int) -> str:
    """The driver-level INSERT of so many rows at once, with positional parameters."""
    single = str(insert(table).compile(dialect=dialect, column_keys=list(columns)))
    head, _, group = single.partition(" VALUES ")
    return f"{head} VALUES {', '.join([group] * rows)}"


def insert_many(
    connection: Connection, table: Table, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Inserts tuples straight through the driver, several times faster than one dict a row.

    Many rows go into one statement: the driver lets other threads run once a statement, and a row
    at a time would spend its time waiting for its turn again.

    Args:
        connection: Inside a writing transaction.
        table: Where to.
        columns: Names in the table's own order, which is the order SQLAlchemy writes them in.
        rows: Values in that order.
    """
    whole = len(rows) - len(rows) % _ROWS_A_STATEMENT
    if whole:
        statement = _insert_statement(connection.dialect, table, columns, _ROWS_A_STATEMENT)
        blocks = [
            tuple(chain.from_iterable(rows[start : start + _ROWS_A_STATEMENT]))
            for start in range(0, whole, _ROWS_A_STATEMENT)
        ]
        connection.exec_driver_sql(statement, blocks)
    if whole < len(rows):
        statement = _insert_statement(connection.dialect, table, columns, 1)
        connection.exec_driver_sql(statement, list(rows[whole:]))


VERDICT_COLUMNS: Final = (
    "response_pk",
    "checkpoint_pk",
    "judge_pk",
    "trial",
    "value",
    "given",
    "caps",
    "probability",
    "state",
    "rationale",
    "evidence",
    "usage",
    "judged_at",
    "key",
    "flags",
    "problem",
    "extra",
    "call_pk",
    "basis",
)


def verdict_row(
    record: Verdict, response_pk: int, checkpoint_pk: int, judge_pk: int, call_pk: int | None
) -> tuple[Any, ...]:
    """A verdict's columns: by far the most numerous rows, so written out by hand."""
    return (
        response_pk,
        checkpoint_pk,
        judge_pk,
        record.trial,
        record.value,
        record.given,
        to_column(record.caps) if record.caps else None,
        record.probability,
        record.state.value,
        record.rationale,
        to_column(record.evidence) if record.evidence else None,
        to_column(record.usage) if record.usage else None,
        moment_text(record.judged_at) if record.judged_at else None,
        record.key,
        to_column(record.flags) if record.flags else None,
        record.problem,
        to_column(record.extra) if record.extra else None,
        call_pk,
        record.basis,
    )


def like_words(words: str, columns: Sequence[ColumnElement[Any]]) -> list[ColumnElement[bool]]:
    """Conditions that each of some words stands in one of some columns, whatever its case."""
    found: list[ColumnElement[bool]] = []
    for word in words.split():
        plain = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        found.append(or_(*(column.ilike(f"%{plain}%", escape="\\") for column in columns)))
    return found
