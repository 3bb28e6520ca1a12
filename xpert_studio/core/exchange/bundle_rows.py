"""Records as rows of a bundle: the format's key order, nothing absent, hashes last."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
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
    JudgeSettings,
    Judgment,
    PackRecord,
    Person,
    Rating,
    Record,
    Role,
    RubricRevision,
    SpotCheck,
    Verdict,
)
from xpert_studio.core.records.people import ADJUDICATOR


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


_encode: Final = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":")
).encode  # ``json.dumps`` would make one anew for every row


def row_line(row: Mapping[str, Any]) -> str:
    """A row as one line of JSON, with its line end."""
    return _encode(row) + "\n"


def plain_row(record: Record) -> dict[str, Any]:
    """A record as plain data: absent fields left out, unknown keys back in their place."""
    row = _said(record, _own_fields(type(record)))
    extra = getattr(record, "extra", None)
    return {**row, **extra} if extra else row


def _said(record: Record, fields: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Of some fields of a record what it says, by their keys in the row."""
    unsaid, held = _unsaid_values(type(record)), record.__dict__
    row: dict[str, Any] = {}
    for name, key in fields:
        value = held[name]
        if value is None or (name in unsaid and value == unsaid[name]):
            continue
        if type(value) in _ALREADY_PLAIN:
            row[key] = value
        elif value or not isinstance(value, _COLLECTIONS) or name in _never_empty(type(record)):
            row[key] = _plain(value)
    return row


_ALREADY_PLAIN: Final = frozenset({str, int, float, bool})
_COLLECTIONS: Final = (tuple, dict)


@cache
def _own_fields(kind: type[Record]) -> tuple[tuple[str, str], ...]:
    """The fields of a record and their keys, which are their names."""
    return tuple((name, name) for name in kind.model_fields if name != "extra")


@cache
def _unsaid_values(kind: type[Record]) -> Mapping[str, object]:
    """The values of fields that are left out of a row as if there were none.

    Marks and later settings that are not set, and that a checkpoint is met or not met, as before
    there were others.
    """
    unsaid: dict[str, object] = {
        "self_accepted": False,
        "self_adjudicated": False,
        "instrument": BINARY,
    }
    if kind is JudgeSettings:
        return {name: kind.model_fields[name].default for name in _LATER_SETTINGS}
    return unsaid | {"checkpoint_id": "", "unblinded": False} if kind is Comparison else unsaid


_LATER_SETTINGS: Final = ("tag_failures", "shows", "pages", "regions", "members")
_MARKS: Final = ("unblinded", "self_adjudicated")
_JUDGMENT_V1: Final = (
    "response_id", "checkpoint_id", "expert_id", "met", "rationale", "evidence", "status",
    "confirmed_by", "note", "judged_at", "adjudicated_at", "basis", "unblinded", "self_adjudicated",
)  # fmt: skip
_JUDGMENT_V2: Final = (
    "response_id", "checkpoint_id", "expert_id", "value", "state", "adjudicated_value",
    "adjudicated_state", "met", "rationale", "given", "caps", "evidence", "status", "confirmed_by",
    "note", "problem", "judged_at", "adjudicated_at", "rated_hash", *_MARKS,
)  # fmt: skip
_VERDICT_V2: Final = (
    "response_id", "checkpoint_id", "judge_id", "value", "met", "given", "caps", "probability",
    "state", "trial", "rationale", "evidence", "usage", "judged_at", "key", "flags", "problem",
    "rated_hash",
)  # fmt: skip
_VERDICT_V1: Final = (
    "response_id", "checkpoint_id", "judge_id", "met", "state", "trial", "rationale", "evidence",
    "usage", "judged_at", "key", "flags", "problem", "basis",
)  # fmt: skip
_RATINGS: Final = {
    (1, True): _JUDGMENT_V1,
    (1, False): _VERDICT_V1,
    (2, True): _JUDGMENT_V2,
    (2, False): _VERDICT_V2,
}
"""Keys of version 1 and fields of version 2 in their order, of judgments and of verdicts."""


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
    if isinstance(record, Rating):
        return _rating_row(record, 1)
    return _renamed(plain_row(record), keys_in(type(record), 1))


def row_v2(record: Record) -> dict[str, Any]:
    """A record as version 2 of the format has it: in the words of the field.

    Judgments hold the expert's own value. ``met``, for readers of version 1, says what counts of
    a checkpoint that is met or not met. An instrument is one object, with its settings.
    """
    if isinstance(record, Rating):
        return _rating_row(record, 2)
    if isinstance(record, PackRecord):
        return _pack_row(record)
    row = plain_row(record)
    if isinstance(record, Checkpoint):
        return _whole_instrument(record, row)
    if isinstance(record, RubricRevision):
        row["checkpoints"] = [row_v2(point) for point in record.checkpoints]
    if isinstance(record, Person) and "roles" in row:
        row["roles"] = [ADJUDICATOR if role is Role.SENIOR else role.value for role in record.roles]
    return _renamed(row, keys_in(type(record), 2))


def _pack_row(record: PackRecord) -> dict[str, Any]:
    """A record of a pack; its pack and kind are in the name of the file, its JSON stays whole."""
    places = {"task_id": record.task_id, "response_id": record.response_id}
    hangs = {name: id_ for name, id_ in places.items() if id_ is not None}
    return {"id": record.id, **hangs, "version": record.version, "content": record.content}


def _rating_row(rating: Rating, version: int) -> dict[str, Any]:
    """A rating as a row; ``met`` is in it, even where it is neither."""
    before, after = _rating_fields(type(rating), version)
    row = _said(rating, before)
    row["met"] = _met(rating)
    row |= _said(rating, after)
    if version > 1 and isinstance(rating, Judgment):
        # That there is no abstention, or what readers of version 1 would take for a value.
        del row["met" if rating.state.is_abstention else "state"]
        for name in _MARKS:
            if not row.get(name, True):
                del row[name]
    return row | rating.extra if rating.extra else row


@cache
def _rating_fields(
    kind: type[Rating], version: int
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """The fields of a rating with their keys in the row: those before ``met``, and those after."""
    names = _RATINGS[version, issubclass(kind, Judgment)]
    renamed = keys_in(kind, version)
    if version == 1:  # its list has the keys
        fields = {key: name for name, key in renamed.items()}
        pairs = [(fields.get(key, key), key) for key in names]
    else:
        pairs = [(name, renamed.get(name, name)) for name in names]
    at = names.index("met")
    return tuple(pairs[:at]), tuple(pairs[at + 1 :])


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
