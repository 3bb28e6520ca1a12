"""Reads what a provider sent, JSON and token counts in it, and encodes images to be sent.

What is missing or makes no sense is unknown, never zero and never its own error.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from pydantic_core import from_json

from xpert_studio.core.judge.providers.base import Image

_MOST: Final = 2**53


def read_json(body: bytes) -> Any:  # noqa: ANN401 - the caller looks at what it is
    """The parsed JSON; None where it is none, or nested too deeply.

    Halves of surrogate pairs, which some models write as escapes, become replacement characters:
    one broken character is no reason to lose a reply.
    """
    try:
        return from_json(body)
    except ValueError:
        pass
    try:
        return _mended(json.loads(body.decode("utf-8", "replace")))
    except (ValueError, RecursionError):
        return None


def _mended(value: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, dict):
        return {_mended(key): _mended(item) for key, item in value.items()}
    return value


def text_at(value: object, key: str) -> str:
    """The text under a key, or an empty one where there is none."""
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, str) else ""


def objects(value: object) -> list[Mapping[str, Any]]:
    """The objects of a list; none where it is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def joined_texts(parts: object) -> str:
    """The texts of a list of parts, one after the other, without those marked as thoughts."""
    said = (part for part in objects(parts) if part.get("thought") is not True)
    return "".join(text_at(part, "text") for part in said)


def count(usage: Mapping[str, Any], *path: str) -> int | None:
    """A token count at a path, or None where it is missing, negative or not a whole number."""
    value: Any = usage
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST
    return value if is_count else None


def count_or_none_used(usage: Mapping[str, Any], name: str) -> int | None:
    """A count that is left out where there was nothing to count."""
    return 0 if usage.get(name) is None else count(usage, name)


def total(*counts: int | None) -> int | None:
    """The sum of counts, or None where one is unknown."""
    return None if None in counts else sum(filter(None, counts))


def part_of(part: int | None, whole: int | None) -> int | None:
    """A part, or None where it is larger than the whole it belongs to."""
    return None if part is None or (whole is not None and part > whole) else part


@lru_cache(maxsize=16)
def base64_of(image: Image) -> str:
    """An image's bytes in base64, encoded once however many candidates it is shown with."""
    return b64encode(image.data).decode("ascii")


def typed_text(text: str) -> dict[str, Any]:
    """A text as most wire formats write one."""
    return {"type": "text", "text": text}


def blocks(
    items: Iterable[str | Image],
    image: Callable[[Image], dict[str, Any]],
    text: Callable[[str], dict[str, Any]] = typed_text,
) -> list[dict[str, Any]]:
    """Texts and images as a wire format writes them, each image below its caption."""
    return [
        block
        for item in items
        for block in (
            [text(item)]
            if isinstance(item, str)
            else [*map(text, filter(None, [item.caption])), image(item)]
        )
    ]
