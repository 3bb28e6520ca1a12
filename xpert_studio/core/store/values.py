"""How values stand in columns: truth, moments and JSON pass through here, and through nothing else.

What another database does otherwise is changed in this module.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from enum import Enum
from itertools import islice
from typing import Any, Final, TypeVar

from pydantic import BaseModel
from sqlalchemy import ColumnElement, false, or_, true

Value = TypeVar("Value")


def in_portions(values: Iterable[Value], size: int = 500) -> Iterator[list[Value]]:
    """The values in their order, at most ``size`` at a time, as one statement takes them."""
    left = iter(values)
    while portion := list(islice(left, size)):
        yield portion


def is_set(column: ColumnElement[Any]) -> ColumnElement[bool]:
    """The condition that a column of truth values says yes."""
    return column == true()


def not_set(column: ColumnElement[Any]) -> ColumnElement[bool]:
    """The condition that a column of truth values says no; unknown is not no."""
    return column == false()


def moment_text(moment: datetime) -> str:
    """A moment as it is stored: ISO-8601 in UTC, so that the order of texts is that of time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def moment_of(text: str) -> datetime:
    """The moment that ``moment_text`` wrote."""
    return datetime.fromisoformat(text)


def json_text(value: Any) -> str:  # noqa: ANN401 - a record, or a collection that may hold some
    """A nested value as JSON, defaults of records left out."""
    return (
        value.model_dump_json(exclude_defaults=True)
        if isinstance(value, BaseModel)
        else _encode(value)
    )


def json_value(text: str | bytes | None, absent: Any = None) -> Any:  # noqa: ANN401 - any JSON
    """What ``json_text`` wrote; ``absent`` where nothing is stored."""
    return absent if text is None else json.loads(text)


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_defaults=True)
    if isinstance(value, Enum):
        return value.value
    raise TypeError(type(value).__name__)


_encode: Final = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), default=_plain
).encode  # ``json.dumps`` would make one anew for every value


def like_words(words: str, columns: Sequence[ColumnElement[Any]]) -> list[ColumnElement[bool]]:
    """Conditions that each of some words stands in one of some columns, whatever its case."""
    found: list[ColumnElement[bool]] = []
    for word in words.split():
        plain = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        found.append(or_(*(column.ilike(f"%{plain}%", escape="\\") for column in columns)))
    return found
