"""What of a record is public: the fields that the record itself names so, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, get_args

from pydantic.fields import FieldInfo

from xpert_studio.core.records import Panel, Record

Pseudonym = Callable[[str], str]

PUBLIC_PARAMETERS: Final = frozenset(
    {
        "temperature",
        "top_p",
        "seed",
        "max_output_tokens",
        "reasoning_effort",
        "weights",
        "source",
        "gold_judgments",
        "rubrics",
        *Panel.PUBLIC,
    }
)
"""Parameters of a judge that go out; others may hold an address, a key or a remark."""


def public_changes(record: Record, pseudonym: Pseudonym) -> dict[str, Any]:
    """What differs in the public form of a record, by field.

    Args:
        record: Any record of which a bundle may hold some.
        pseudonym: The name that stands for a person's.
    """
    fields = record.__dict__  # asking a record for what it has not takes long
    plan = _plan(type(record))
    changes = {
        name: default for name, default in plan["withheld"].items() if fields[name] != default
    }
    for name in record.PEOPLE:
        if value := fields[name]:
            changes[name] = (
                pseudonym(value) if isinstance(value, str) else tuple(map(pseudonym, value))
            )
    for name in plan["nested"]:
        if value := fields[name]:
            changes[name] = _public_value(value, pseudonym)
    return changes


def _public_value(
    value: Record | tuple[Record, ...], pseudonym: Pseudonym
) -> Record | tuple[Record, ...]:
    if isinstance(value, tuple):
        return tuple(_public_record(item, pseudonym) for item in value)
    return _public_record(value, pseudonym)


def _public_record(record: Record, pseudonym: Pseudonym) -> Record:
    changes = public_changes(record, pseudonym)
    return record.model_copy(update=changes) if changes else record


@cache
def _plan(kind: type[Record]) -> dict[str, Any]:
    """The fields that stay in, each with what stands in its place, and those that hold records."""
    public = set(kind.PUBLIC)
    return {
        "withheld": {
            name: field.get_default(call_default_factory=True)
            for name, field in kind.model_fields.items()
            if name not in public and name not in kind.PEOPLE
        },
        "nested": [
            name
            for name, field in kind.model_fields.items()
            if name in public and any(records_within(field))
        ],
    }


def records_within(field: FieldInfo) -> Iterator[type[Record]]:
    """The kinds of records that a field may hold."""
    left = [field.annotation]
    while left:
        kind = left.pop()
        if isinstance(kind, type) and not get_args(kind) and issubclass(kind, Record):
            yield kind
        left += get_args(kind)
