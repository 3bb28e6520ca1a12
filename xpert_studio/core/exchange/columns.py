"""The columns of an export's tables, as metadata formats describe them."""

from __future__ import annotations

import types
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import AwareDatetime

from xpert_studio.core.exchange.bundle_rows import keys_in, time_text
from xpert_studio.core.records import Rating, Record


class ColumnKind(StrEnum):
    """What a column holds."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    TIME = "time"
    PARTS = "parts"


@dataclass(frozen=True, slots=True)
class DataColumn:
    """One column.

    Attributes:
        name: Its name.
        kind: What it holds; ``PARTS`` where its values have columns of their own.
        many: Whether a row holds a list of such values.
        parts: The columns of its values, of those that have none of their own.
        points_at: Table and column whose values it repeats.
        what: What it says, for people; empty where its name says it.
    """

    name: str
    kind: ColumnKind
    many: bool = False
    parts: tuple[DataColumn, ...] = ()
    points_at: tuple[str, str] | None = None
    what: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of an export.

    Attributes:
        name: What it is called.
        file: The file it lies in.
        what: What one row is.
        columns: Its columns.
        key: Those that identify a row.
    """

    name: str
    file: str
    what: str
    columns: tuple[DataColumn, ...]
    key: tuple[str, ...]


def row_of(columns: Iterable[DataColumn], record: object, **said: Any) -> dict[str, Any]:  # noqa: ANN401 - any value of a cell
    """A row of a record.

    Args:
        columns: Of the table, or of a value that has columns of its own.
        record: Gives each column the field of its name; times as ISO 8601.
        said: What stands in columns that no field of the record is called by.
    """
    names = [column.name for column in columns]
    return {name: said[name] if name in said else _in_cell(getattr(record, name)) for name in names}


def _in_cell(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return time_text(value)
    return list(value) if isinstance(value, tuple) else value


_PLAIN = (
    (bool, ColumnKind.BOOLEAN),
    (int, ColumnKind.INTEGER),
    (float, ColumnKind.NUMBER),
    (AwareDatetime, ColumnKind.TIME),
    (str, ColumnKind.TEXT),
)


def columns_of(
    kind: type[Record], seen: Collection[str], *, version: int = 0
) -> tuple[DataColumn, ...]:
    """The columns that rows of a record have.

    Free-form values, whose keys nobody can name beforehand, have no column.

    Args:
        kind: The record.
        seen: The keys that occur in the rows.
        version: Of the bundle format whose keys they are; 0 for the names of the fields.
    """
    names = keys_in(kind, version) if version else {}
    found = (
        _column(key, field.annotation)
        for name, field in kind.model_fields.items()
        if (key := names.get(name, name)) in seen and name != "extra"
    )
    met = (
        (DataColumn("met", ColumnKind.BOOLEAN),)
        if issubclass(kind, Rating) and "met" in seen
        else ()
    )
    return (*(column for column in found if column is not None), *met)


def _column(name: str, annotation: Any) -> DataColumn | None:  # noqa: ANN401 - any annotation
    bare = _bare(annotation)
    if get_origin(bare) is tuple:
        inner = _column(name, get_args(bare)[0])
        return None if inner is None else DataColumn(name, inner.kind, many=True, parts=inner.parts)
    if not isinstance(bare, type):
        return None
    if issubclass(bare, Record):
        fields = bare.model_fields.items()
        within = {key for key, held in fields if bare not in get_args(_bare(held.annotation))}
        parts = columns_of(bare, within)  # without records of its kind
        plain = (part for part in parts if not (part.many or part.kind is ColumnKind.PARTS))
        return DataColumn(name, ColumnKind.PARTS, parts=tuple(plain))
    kind = next((kind for plain, kind in _PLAIN if issubclass(bare, plain)), None)
    return DataColumn(name, kind) if kind else None


def _bare(annotation: Any) -> Any:  # noqa: ANN401 - any annotation
    """An annotation without constraints and without None; of two kinds of number the wider."""
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        options = [_bare(item) for item in get_args(annotation) if item is not type(None)]
        return float if set(options) == {int, float} else options[0]
    return annotation
