"""Parses JSON that a provider sent: fast, bounded in depth, and never with broken characters."""

from __future__ import annotations

import json
from typing import Any

from pydantic_core import from_json


class JsonError(ValueError):
    """The bytes are not JSON."""


def read_json(body: bytes) -> Any:  # noqa: ANN401 - the caller looks at what it is
    """The parsed JSON.

    Halves of surrogate pairs, which some models write as escapes, become replacement characters:
    one broken character is no reason to lose a reply.

    Raises:
        JsonError: It is not JSON, or nested too deeply.
    """
    try:
        return from_json(body)
    except ValueError:
        pass
    try:
        return _mended(json.loads(body.decode("utf-8", "replace")))
    except (ValueError, RecursionError) as error:
        raise JsonError(str(error)) from None


def _mended(value: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, dict):
        return {_mended(key): _mended(item) for key, item in value.items()}
    return value
