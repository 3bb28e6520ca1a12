"""Content hashes: SHA-256 of canonical JSON; and the hash of what a decision rests on.

Canonical means: keys sorted, no insignificant white space, text normalised to Unicode NFC,
numbers that are whole written as whole numbers, absent values left out.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from pydantic import BaseModel


def _normalise(text: str) -> str:
    return (
        text
        if text.isascii() or unicodedata.is_normalized("NFC", text)
        else unicodedata.normalize("NFC", text)
    )


def _canonical(value: Any) -> Any:  # noqa: ANN401 - a total function over JSON-like data
    kind = type(value)  # what JSON itself gives comes first: there is most of it
    if kind is str:
        return _normalise(value)
    if value is None or kind is bool or kind is int:
        return value
    if kind is dict:
        return _object(value)
    if kind is list or kind is tuple:
        return [_canonical(item) for item in value]
    return _converted(value)


def _converted(value: Any) -> Any:  # noqa: ANN401 - what is no plain JSON
    if isinstance(value, Enum):
        return _canonical(value.value)
    if isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return _normalise(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, BaseModel):
        return _canonical(dict(value))
    if isinstance(value, Mapping):
        return _object(value)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return [_canonical(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no canonical form")


def _object(value: Mapping[Any, Any]) -> dict[str, Any]:
    return {
        _normalise(str(key)): _canonical(item) for key, item in value.items() if item is not None
    }


def canonical_json(value: Any) -> bytes:  # noqa: ANN401 - any JSON-like data
    """The canonical JSON of ``value``, as UTF-8.

    Args:
        value: JSON-like data; records, enums and aware datetimes are taken too.

    Raises:
        ValueError: ``value`` holds NaN or an infinity.
        TypeError: ``value`` holds something that JSON cannot say.
    """
    return json.dumps(
        _canonical(value),
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
    ).encode("utf-8")


def content_hash(value: Any) -> str:  # noqa: ANN401 - any JSON-like data
    """SHA-256 (64 hex digits) of the canonical JSON of ``value``."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def bytes_hash(data: bytes) -> str:
    """SHA-256 (64 hex digits) of raw bytes, such as an attachment's."""
    return hashlib.sha256(data).hexdigest()


def rated_hash_of(prompt_hash: str, checkpoint_text: str, response_hash: str) -> str:
    """Hash of what a decision rests on.

    Args:
        prompt_hash: ``Task.prompt_hash``.
        checkpoint_text: ``Checkpoint.text``.
        response_hash: ``Response.content_hash``.

    Returns:
        SHA-256, 64 hexadecimal digits.
    """
    joined = "\n".join((prompt_hash, response_hash, checkpoint_text))
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()
