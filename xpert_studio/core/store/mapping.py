"""How a kind of record is stored: its table and both ways of mapping, derived from its fields.

A field is a column of the same name, whose type and nullability follow from its annotation; what
is no plain value is JSON text, absent where it is empty. A reference to another record is the
number of its row. What only the store knows of a row stands in separate columns behind these.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from operator import attrgetter, itemgetter
from typing import Annotated, Any, Final, Generic, Union, get_args, get_origin

from pydantic import AwareDatetime, BaseModel
from pydantic.fields import FieldInfo
from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    and_,
    select,
    text,
)
from sqlalchemy.engine import Connection
from sqlalchemy.sql import Select
from sqlalchemy.types import TypeEngine

from xpert_studio.core.records import AnyRecord, Record, order_key
from xpert_studio.core.store.values import json_text, json_value, moment_text, not_set

Row = tuple[Any, ...]
Encode = Callable[[Any], Any]

metadata = MetaData()
CHECKSUM: Final = "checksum"


_AT_ONCE: Final = 200
"""So many rows come from the database at a time."""
_value_of: Final = attrgetter("_value_")  # as ``value``, without a detour


@dataclass(frozen=True, slots=True)
class _Field:
    """A field as it is stored: type of the column, what makes its value, whether that is JSON."""

    sql: type[TypeEngine[Any]]
    encode: Encode | None
    nullable: bool
    nested: bool = False


def _options(annotation: Any) -> set[Any]:  # noqa: ANN401 - any annotation
    """The types a field may hold, without constraints."""
    if get_origin(annotation) is Annotated:
        return _options(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        return {option for item in get_args(annotation) for option in _options(item)}
    return {annotation}


def _stored_field(info: FieldInfo) -> _Field:
    options = _options(info.annotation)
    nullable = type(None) in options
    found = options - {type(None)}
    if found == {int, str}:
        return _Field(Text, order_key, nullable)
    if found == {int, float} or found == {float}:
        return _Field(Float, float, nullable)
    (kind,) = found
    if not isinstance(kind, type) or issubclass(kind, BaseModel | dict | tuple):
        return _Field(Text, json_text, nullable or not info.is_required(), nested=True)
    if issubclass(kind, bool):
        return _Field(Boolean, int, nullable)
    if issubclass(kind, int):
        return _Field(Integer, None, nullable)
    if kind is AwareDatetime:
        return _Field(Text, moment_text, nullable)
    return _Field(Text, _value_of if issubclass(kind, Enum) else None, nullable)


def _default_of(info: FieldInfo, field: _Field) -> str | None:
    """What a migration writes into a new column that may not be empty, as SQL."""
    default = info.default
    if field.nullable or field.nested or info.is_required():
        return None
    if isinstance(default, Enum):
        default = default.value
    return f"{default:g}" if isinstance(default, int | float) else f"'{default}'"


class Stored(Generic[AnyRecord]):
    """One kind of record and its table.

    Attributes:
        kind: Its name in changes and in the history.
        record: Its class.
        key: The fields that identify a record among its kind.
        table: Where it lies.
        references: Fields that are the number of a row, with the kind that they name.
        nested: Columns that hold JSON.
        own: Columns that only the store knows, in their order.
        fixed: Columns that tell it from other kinds in the same table, with what they hold.
    """

    def __init__(
        self,
        record: type[AnyRecord],
        key: tuple[str, ...],
        table: Table,
        references: Mapping[str, Stored[Any]],
        own: tuple[str, ...],
        *,
        kind: str,
        fixed: Mapping[str, Any] | None = None,
    ) -> None:
        self.fixed = fixed or {}
        self.kind = kind
        self.record, self.key, self.table = record, key, table
        self.references = references
        fields = {
            name: _stored_field(info)
            for name, info in record.model_fields.items()
            if name in table.c
        }
        self.own = own
        self.fields = tuple(fields)
        self.nested = frozenset(name for name, field in fields.items() if field.nested)
        self._unset = {
            name: int(self.fixed.get(name, False)) if not table.c[name].nullable else None
            for name in own
        }
        self._new = tuple(self._unset.values())
        self._get = itemgetter(*self.fields) if fields else lambda _: ()
        self._encoders = [
            (place, field.encode, field.nested and bool(table.c[name].nullable))
            for place, (name, field) in enumerate(fields.items())
            if field.encode is not None
        ]

    def is_own(self) -> list[ColumnElement[bool]]:
        """Conditions that a row of the table is of this kind."""
        return [self.table.c[name] == value for name, value in self.fixed.items()]

    def key_of(self, record: Record) -> tuple[str, ...]:
        """What identifies a record among its kind, as texts."""
        return tuple(str(getattr(record, name)) for name in self.key)

    def values(self, record: Record) -> list[Any]:
        """The fields of a record as their columns hold them, in the order of ``fields``."""
        found = list(self._get(record.__dict__))
        for place, encode, is_left_out in self._encoders:
            value = found[place]
            if value is not None:
                found[place] = None if is_left_out and not value else encode(value)
        return found

    def columns(self, record: Record) -> dict[str, Any]:
        """As ``values``, by name."""
        return dict(zip(self.fields, self.values(record), strict=True))

    def row(self, record: Record, pk: int, references: Row = (), **own: int) -> Row:
        """A whole row, as ``driver.insert_rows`` takes it.

        Args:
            record: The record.
            pk: The number of the row.
            references: The numbers of the rows it refers to, in the order of ``references``.
            own: What only the store knows, where it is not as in any new row.
        """
        values = (self._unset | own).values() if own else self._new
        return (pk, *references, *self.values(record), *values)

    def record_of(self, row: Mapping[Any, Any]) -> AnyRecord:
        """The record in a row, whose columns go by the names of fields."""
        nested, fields = self.nested, self.record.model_fields
        # Nothing in a nested column is an empty collection; in a plain one it is a value: unknown.
        values = {
            name: json_value(value) if name in nested else value
            for name, value in row.items()
            if name in fields and not (value is None and name in nested)
        }
        # Rows were validated when they came in; lax mode turns stored text into dates and enums.
        return self.record.model_validate(values, strict=False)

    def records(
        self, connection: Connection, query: Select[Any], values: Mapping[str, Any] | None = None
    ) -> Iterator[AnyRecord]:
        """The records that ``query``, narrowed and put in an order, finds; with its parameters."""
        result = connection.execute(query, values)
        fields = self.record.model_fields
        names = tuple(result.keys())
        others = [name for name in names if name not in fields]
        nested = [name for name in names if name in self.nested]
        validated = self.record.model_validate
        for rows in result.partitions(_AT_ONCE):  # of thousands, far faster than one by one
            for row in rows:
                values = dict(zip(names, row, strict=True))
                for name in others:
                    del values[name]
                for name in nested:
                    if (text := values[name]) is None:
                        del values[name]
                    else:
                        values[name] = json_value(text)
                yield validated(values, strict=False)

    def query(self, *more: Any, standing: bool = True) -> Select[Any]:  # noqa: ANN401 - columns
        """Reads records: every field by its name, and other columns.

        Args:
            more: The other columns.
            standing: Leave out what is, or is on, a checkpoint that was taken out.
        """
        return _reading(self, more, standing)


@cache
def _reading(stored: Stored[Any], more: tuple[Any, ...], standing: bool) -> Select[Any]:
    """``Stored.query``, made once: SQL costs more to build than to run."""
    names = [stored.table.c[name] for name in stored.fields]
    named = [other.table.c.id.label(reference) for reference, other in stored.references.items()]
    query = select(*named, *names, *more).select_from(stored.table).where(*stored.is_own())
    for reference, other in stored.references.items():
        column = stored.table.c[pk_name(reference)]
        query = query.join(
            other.table, and_(other.table.c.pk == column), isouter=bool(column.nullable)
        )
    for one in (stored, *stored.references.values()) if standing else ():
        if "retired" in one.own:
            query = query.where(not_set(one.table.c.retired))
    return query


def pk_name(reference: str) -> str:
    """The column of a reference: ``task_pk`` for ``task_id``."""
    return reference.removesuffix("_id") + "_pk"


def pk_column() -> Column[int]:
    """The number of a row."""
    return Column("pk", Integer, primary_key=True)


def checksum_column() -> Column[int]:
    """The checksum over all other columns of a row (``checksums``)."""
    return Column(CHECKSUM, Integer)


def flag(name: str) -> Column[bool]:
    """A column of the store's own that says yes or no; no in a new row."""
    return Column(name, Boolean, nullable=False, server_default=text("0"))


def stored_in(
    record: type[AnyRecord],
    key: tuple[str, ...],
    *,
    kind: str,
    table_name: str = "",
    references: Mapping[str, Stored[Any]] | None = None,
    own: Sequence[Column[Any]] = (),
    indexes: Sequence[Index] = (),
    nullable: Collection[str] = (),
    fixed: Mapping[str, Any] | None = None,
) -> Stored[AnyRecord]:
    """Makes the table of a kind of record.

    Args:
        record: The class.
        key: The fields that identify a record; one alone is unique by itself.
        kind: Its name in changes and in the history.
        table_name: Of the table, where it is not that of the kind.
        references: See ``Stored``.
        own: Columns that only the store knows.
        indexes: Indexes on its columns.
        nullable: Columns that may be empty though their fields may not.
        fixed: See ``Stored``.
    """
    references = references or {}
    columns: list[Column[Any]] = [pk_column()]
    for reference, other in references.items():
        may_lack = not record.model_fields[reference].is_required()
        target = ForeignKey(f"{other.table.name}.pk")
        columns.append(Column(pk_name(reference), Integer, target, nullable=may_lack))
    for field_name, info in record.model_fields.items():
        if field_name in references:
            continue
        field = _stored_field(info)
        default = _default_of(info, field)
        columns.append(
            Column(
                field_name,
                field.sql,
                nullable=field.nullable or field_name in nullable,
                unique=key == (field_name,) or None,
                server_default=None if default is None else text(default),
            )
        )
    table = Table(table_name or kind, metadata, *columns, *own, checksum_column(), *indexes)
    names = tuple(column.name for column in own)
    return Stored(record, key, table, references, names, kind=kind, fixed=fixed)
