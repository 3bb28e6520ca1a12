"""Records as rows of a bundle: the format's key order, nothing absent, hashes last."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from typing import Any, Final

from pydantic import AliasChoices

from xpert_studio.core.records import (
    BINARY,
    Checkpoint,
    Comment,
    Comparison,
    Judgment,
    Person,
    Rating,
    Record,
    Role,
    RubricRevision,
    SpotCheck,
    Verdict,
)
from xpert_studio.core.records.project import ADJUDICATOR


def whole_row(
    record: Record, *, hashed: bool, version: int = 0, says_met: bool = True
) -> dict[str, Any]:
    """A record as a row of a bundle.

    Args:
        record: The record.
        hashed: Whether the row ends with its content hash.
        version: Of the format; 0 for the fields as they are.
        says_met: Whether a rating is of a checkpoint that is met or not met.
    """
    row = _ROWS[version](record)
    if not says_met:
        row.pop("met", None)
    if hashed:
        row["content_hash"] = record.content_hash
    return row


def row_line(row: Mapping[str, Any]) -> str:
    """A row as one line of JSON, with its line end."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def plain_row(record: Record) -> dict[str, Any]:
    """A record as plain data: absent fields left out, unknown keys back in their place."""
    row: dict[str, Any] = {}
    is_comparison = isinstance(record, Comparison)
    for name, value in record:
        if name == "extra":
            continue
        absent = value is None or (isinstance(value, tuple | dict) and not value)
        if name in _ONLY_TRUE and value is False:
            absent = True
        if name == "instrument" and value == BINARY:
            absent = True  # as before there were others
        if is_comparison and name in _ONLY_SET and not value:
            absent = True
        if not absent or (value is not None and name in _never_empty(type(record))):
            row[name] = _plain(value)
    extra = getattr(record, "extra", None)
    return {**row, **extra} if extra else row


_ONLY_TRUE: Final = frozenset({"self_accepted", "self_adjudicated"})
"""Marks that are left out where they are not set."""
_ONLY_SET: Final = frozenset({"checkpoint_id", "unblinded"})
"""Of a comparison, the same."""
_JUDGMENT_V1: Final = (
    "response_id", "checkpoint_id", "expert_id", "met", "rationale", "evidence", "status",
    "confirmed_by", "note", "judged_at", "adjudicated_at", "basis", "unblinded", "self_adjudicated",
)  # fmt: skip
_JUDGMENT_V2: Final = (
    "response_id", "checkpoint_id", "expert_id", "value", "state", "adjudicated_value",
    "adjudicated_state", "met", "rationale", "given", "caps", "evidence", "status", "confirmed_by",
    "note", "problem", "judged_at", "adjudicated_at", "rated_hash",
)  # fmt: skip
_VERDICT_V2: Final = (
    "response_id", "checkpoint_id", "judge_id", "value", "met", "given", "caps", "probability",
    "state", "trial", "rationale", "evidence", "usage", "judged_at", "key", "flags", "problem",
    "rated_hash",
)  # fmt: skip
_MARKS: Final = ("unblinded", "self_adjudicated")
_VERDICT_V1: Final = (
    "response_id", "checkpoint_id", "judge_id", "met", "state", "trial", "rationale", "evidence",
    "usage", "judged_at", "key", "flags", "problem", "basis",
)  # fmt: skip


_KEYS_V1: Final[Mapping[type[Record], Mapping[str, str]]] = {
    Comment: {"checkpoint_text": "line"},
    SpotCheck: {
        "sampled_with_seed": "drawn_with_seed",
        "sampled_from": "drawn_from",
        "sampled_at": "drawn_at",
        "adjudicator_id": "senior_id",
    },
    Judgment: {"rated_hash": "basis"},
    Verdict: {"rated_hash": "basis"},
}


def row_v1(record: Record) -> dict[str, Any]:
    """A record as version 1 of the format has it; all checkpoints are binary.

    ``met`` is the value that counts; a verdict without one says so.
    """
    row = _renamed(plain_row(record), keys_in(type(record), 1))
    if not isinstance(record, Rating):
        return row
    row["met"] = _met(record)
    names = _JUDGMENT_V1 if isinstance(record, Judgment) else _VERDICT_V1
    return {name: row[name] for name in names if name in row} | record.extra


def row_v2(record: Record) -> dict[str, Any]:
    """A record as version 2 of the format has it: in the words of the field.

    Judgments hold the expert's own value. ``met``, for readers of version 1, says what counts of
    a checkpoint that is met or not met. An instrument is one object, with its settings.
    """
    row = plain_row(record)
    if isinstance(record, Checkpoint):
        return _whole_instrument(record, row)
    if isinstance(record, RubricRevision):
        row["checkpoints"] = [row_v2(point) for point in record.checkpoints]
    if isinstance(record, Rating):
        row["met"] = _met(record)
        if isinstance(record, Judgment):
            row = {name: value for name, value in row.items() if name not in _unsaid(record)}
        marks = {name: True for name in _MARKS if row.get(name)}
        names = _JUDGMENT_V2 if isinstance(record, Judgment) else _VERDICT_V2
        row = {name: row[name] for name in names if name in row} | marks
        return _renamed(row, keys_in(type(record), 2)) | record.extra
    if isinstance(record, Person) and "roles" in row:
        row["roles"] = [ADJUDICATOR if role is Role.SENIOR else role.value for role in record.roles]
    return _renamed(row, keys_in(type(record), 2))


def _unsaid(judgment: Judgment) -> frozenset[str]:
    """What a row does not say of a judgment.

    That there is no abstention, and what readers of version 1 would take for the expert's value.
    """
    return frozenset({"met"} if judgment.state.is_abstention else {"state"})


def _whole_instrument(point: Checkpoint, row: dict[str, Any]) -> dict[str, Any]:
    """A checkpoint's row with one object in the place of instrument and settings."""
    whole = point.answered_by
    if not whole:
        return row
    found: dict[str, Any] = {}
    for name, value in row.items():
        if name in {"instrument", "settings"}:
            found.setdefault("instrument", whole)
        else:
            found[name] = value
    return found


def _renamed(row: dict[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    return {keys.get(name, name): value for name, value in row.items()}


def _met(record: Rating) -> bool | None:
    value = record.final_value if isinstance(record, Judgment) else record.value
    return None if value is None else bool(value)


@cache
def keys_in(kind: type[Record], version: int) -> Mapping[str, str]:
    """What fields of a record are called in a version of the format, where that is another."""
    if version < 2:
        return _KEYS_V1.get(kind, {})
    aliases = {name: field.validation_alias for name, field in kind.model_fields.items()}
    return {
        name: str(alias.choices[-1])
        for name, alias in aliases.items()
        if isinstance(alias, AliasChoices) and alias.choices[-1] != name
    }


@cache
def _never_empty(kind: type[Record]) -> frozenset[str]:
    """Collections that hold something where nothing is said: none of it is said to be empty."""
    return frozenset(
        name
        for name, field in kind.model_fields.items()
        if isinstance(default := field.get_default(call_default_factory=True), tuple | dict)
        and default
    )


def _plain(value: Any) -> Any:  # noqa: ANN401 - any field of a record
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return time_text(value)
    if isinstance(value, Record):
        return plain_row(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return (
        {key: _plain(item) for key, item in value.items()} if isinstance(value, Mapping) else value
    )


def time_text(moment: datetime) -> str:
    """A moment as bundles write it: ISO-8601 in UTC, ending in Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


_ROWS: Final = {0: plain_row, 1: row_v1, 2: row_v2}
