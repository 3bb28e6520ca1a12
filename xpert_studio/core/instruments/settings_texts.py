"""Settings as people write them: a JSON object."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import JsonValue

from xpert_studio.core.errors import UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import canonical_json

_SHOWN: Final = 60


class DoubledKeyError(ValueError):
    """An object names a key twice; the key is its argument."""


def without_doubled_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """``object_pairs_hook`` for JSON in which no object may name a key twice.

    Raises:
        DoubledKeyError: One does.
    """
    value: dict[str, Any] = {}
    for key, item in pairs:
        if key in value:
            raise DoubledKeyError(key)
        value[key] = item
    return value


def read_settings(
    text: str, number: Callable[[str], JsonValue] | None = None
) -> dict[str, JsonValue]:
    """Settings of an instrument; nothing is none.

    Args:
        text: What was written.
        number: Reads a number; None for Python's way.

    Raises:
        UsageError: It is no JSON object, or names a key twice.
    """
    try:
        found = (
            json.loads(
                text, object_pairs_hook=without_doubled_keys, parse_float=number, parse_int=number
            )
            if text.strip()
            else {}
        )
        canonical_json(found)
    except DoubledKeyError as error:
        raise UsageError(
            Message("names the key {doubled} twice.", doubled=json.dumps(error.args[0][:_SHOWN])),
            remedy=Message("Keep one of the two."),
        ) from error
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise UsageError(
            Message("{text!r} is no JSON object.", text=text[:_SHOWN]),
            remedy='Write it as {"name": value}.',
        )
    return found


def written_settings(settings: Mapping[str, JsonValue]) -> str:
    """Settings as ``read_settings`` reads them."""
    return json.dumps(settings, ensure_ascii=False) if settings else ""
