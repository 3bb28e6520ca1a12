"""Reads what stands in lines of JSON from a provider, where each may be of any length and shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

from xpert_studio.core.judge.providers.payload import read_json
from xpert_studio.packs.batches.service import CallAnswer

LONGEST: Final = 8_000_000
"""Bytes of a line, at most: no answer to a call comes near."""
_ID: Final = re.compile(rb'"custom_id"\s*:\s*"([A-Za-z0-9_-]{1,64})"')
_WHERE: Final = 4096


def read_lines(
    data: bytes, answer_of: Callable[[dict[str, Any]], CallAnswer]
) -> Iterator[CallAnswer]:
    """The answers in lines.

    A line that is too long, or no JSON object, is an answer of status 200 without a body, under its
    id as far as that can be found.
    """
    for line in data.splitlines():
        if not line.strip():
            continue
        found = read_json(line) if len(line) <= LONGEST else None
        if isinstance(found, dict):
            yield answer_of(found)
        else:
            named = _ID.search(line[:_WHERE])
            yield CallAnswer(named[1].decode() if named else "", 200, None)


def code_in(line: dict[str, Any]) -> str:
    """The id that a line is about; empty for none."""
    found = line.get("custom_id")
    return found if isinstance(found, str) else ""


def moment_in(value: object) -> datetime | None:
    """A time as a provider writes it: seconds of the epoch, or ISO 8601."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except (ValueError, OverflowError, OSError):
        return None
    return found if found is None or found.tzinfo else found.replace(tzinfo=UTC)


BEGINNING: Final = datetime(1970, 1, 1, tzinfo=UTC)
