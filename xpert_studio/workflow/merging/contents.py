"""Records as the fields that are merged, and back again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from xpert_studio.errors import UsageError
from xpert_studio.records import Record, content_hash
from xpert_studio.workflow.merging.kinds import DESCRIPTIONS, KINDS, Kind
from xpert_studio.workflow.merging.lineage import Content
from xpert_studio.workflow.merging.version_11 import as_hashed

_SPREAD: Final = {"project": ("taxonomy", "policies")}
"""Fields whose own fields are merged one by one."""


def content_of(kind: str, record: Record | None) -> Content:
    """A record's fields as plain data, without its key and what is not merged."""
    return None if record is None else fields_of(kind, record.model_dump(mode="json"))


def fields_of(kind: str, values: dict[str, Any]) -> dict[str, Any]:
    """The fields that are merged, of a record as plain data."""
    known = KINDS[kind]
    left_out = {*known.key, *known.apart}
    found: dict[str, Any] = {}
    for name, value in values.items():
        if name in left_out:
            continue
        if name in _SPREAD.get(kind, ()):
            found |= {f"{name}.{inner}": item for inner, item in value.items()}
        else:
            found[name] = value
    return found if kind != "project" else {DESCRIPTIONS: {}} | found


def hash_of(content: Content) -> str | None:
    """The hash of a record's content; None where it was removed."""
    return None if content is None else content_hash(as_hashed(content))


def record_of(
    kind: str, key: Sequence[str], content: Content, beside: Record | None
) -> Record | None:
    """The record that a merged content stands for.

    Args:
        kind: Its kind.
        key: What identifies it.
        content: Its fields.
        beside: A record that says what is not merged: place, time spent, what a decision rests on.

    Raises:
        UsageError: The fields do not make a record; it says which.
    """
    if content is None:
        return None
    known = KINDS[kind]
    whole = {} if beside is None else beside.model_dump(mode="json", include=set(known.apart))
    whole |= dict(zip(known.key, key, strict=True))
    for name, value in content.items():
        outer, dot, inner = name.partition(".")
        if dot and outer in _SPREAD.get(kind, ()):
            whole.setdefault(outer, {})[inner] = value
        else:
            whole[name] = value
    return _checked(known, whole)


def _why(detail: Mapping[str, Any]) -> str:
    """What is wrong with a field, in words."""
    if detail["type"] == "string_pattern_mismatch":
        return "is empty, or holds what such a field cannot"
    return str(detail["msg"])


def _checked(kind: Kind, whole: dict[str, Any]) -> Record:
    try:
        return kind.record.model_validate(whole, strict=False)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in detail["loc"])
        raise UsageError(
            f"The {kind.name.replace('_', ' ')} cannot be like this: {field} {_why(detail)}.",
            remedy="Decide otherwise, or write another text.",
        ) from error
