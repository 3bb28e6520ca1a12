"""The columns of an export's tables, as metadata formats describe them."""

from __future__ import annotations

import types
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import AwareDatetime

from xpert_studio.core.exchange.bundle_rows import keys_in
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
class Column:
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
    parts: tuple[Column, ...] = ()
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
    columns: tuple[Column, ...]
    key: tuple[str, ...]


_PLAIN = (
    (bool, ColumnKind.BOOLEAN),
    (int, ColumnKind.INTEGER),
    (float, ColumnKind.NUMBER),
    (AwareDatetime, ColumnKind.TIME),
    (str, ColumnKind.TEXT),
)


def columns_of(
    kind: type[Record], seen: Collection[str], *, version: int = 0
) -> tuple[Column, ...]:
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
    met = (Column("met", ColumnKind.BOOLEAN),) if issubclass(kind, Rating) and "met" in seen else ()
    return (*(column for column in found if column is not None), *met)


def _column(name: str, annotation: Any) -> Column | None:  # noqa: ANN401 - any annotation
    bare = _bare(annotation)
    if get_origin(bare) is tuple:
        inner = _column(name, get_args(bare)[0])
        return None if inner is None else Column(name, inner.kind, many=True, parts=inner.parts)
    if not isinstance(bare, type):
        return None
    if issubclass(bare, Record):
        fields = bare.model_fields.items()
        within = {key for key, held in fields if bare not in get_args(_bare(held.annotation))}
        parts = columns_of(bare, within)  # without records of its kind
        plain = (part for part in parts if not (part.many or part.kind is ColumnKind.PARTS))
        return Column(name, ColumnKind.PARTS, parts=tuple(plain))
    kind = next((kind for plain, kind in _PLAIN if issubclass(bare, plain)), None)
    return Column(name, kind) if kind else None


def _bare(annotation: Any) -> Any:  # noqa: ANN401 - any annotation
    """An annotation without constraints and without None; of two kinds of number the wider."""
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        options = [_bare(item) for item in get_args(annotation) if item is not type(None)]
        return float if set(options) == {int, float} else options[0]
    return annotation
