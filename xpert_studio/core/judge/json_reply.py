"""Finds the JSON in a model's reply, however it is wrapped, and salvages what was cut off.

Strict JSON first. Then fenced or surrounded by prose, with the slips that models make (comments,
trailing commas, single quotes, Python's constants); last, the complete entries of a list that was
cut off or broken. Everything is bounded: a reply is hostile.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any, Final

MAX_REPLY: Final = 2_000_000
"""Longest reply that is looked at, in characters."""

_MAX_STARTS: Final = 200
_FENCE: Final = re.compile(r"```[a-zA-Z0-9_-]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_COMMENT: Final = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING_COMMA: Final = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[\]}])', re.DOTALL)
_CONSTANT: Final = re.compile(
    r"(\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')|\b(true|false|null)\b", re.DOTALL
)
_PYTHON: Final = {"true": "True", "false": "False", "null": "None"}
_OPENING: Final = re.compile(r"[{\[]")
_DECODER: Final = json.JSONDecoder(strict=False)


def candidates(reply: str) -> Iterator[Any]:
    """JSON values found in a reply, the most trustworthy reading first.

    Args:
        reply: The raw text.

    Yields:
        Parsed objects and lists; the caller takes the first that has the shape it wants.
    """
    text = reply[:MAX_REPLY].strip().lstrip("\ufeff")
    if not text:
        return
    whole = _strict(text)
    if whole is not None:
        yield whole
        return
    bodies = [match.group(1).strip() for match in _FENCE.finditer(text)] or [text]
    for body in bodies:
        mended = _mended(body)
        if mended is not None:
            yield mended
        else:
            yield from _embedded(body)


def complete_entries(reply: str) -> list[Any]:
    """The complete ``{...}`` entries of a reply that was cut off, in order.

    Looks inside the first list; what stands after the last complete entry is left out.
    """
    text = reply[:MAX_REPLY]
    start = text.find("[")
    entries: list[Any] = []
    while start != -1:
        start = text.find("{", start)
        if start == -1:
            break
        try:
            entry, start = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            break
        entries.append(entry)
    return entries


def _strict(text: str) -> Any:  # noqa: ANN401 - whatever JSON says
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


def _embedded(text: str) -> Iterator[Any]:
    position = 0
    for _ in range(_MAX_STARTS):
        match = _OPENING.search(text, position)
        if match is None:
            return
        try:
            value, position = _DECODER.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            position = match.end()
            continue
        yield value


def _mended(text: str) -> Any:  # noqa: ANN401 - whatever JSON says
    start, end = _outermost(text)
    if start == -1:
        return None
    body = _COMMENT.sub(lambda match: match.group(1) or "", text[start:end])
    body = _TRAILING_COMMA.sub(lambda match: match.group(1) or "", body)
    value = _strict(body)
    if value is not None:
        return value
    body = _CONSTANT.sub(lambda match: match.group(1) or _PYTHON[match.group(2)], body)
    try:
        value = ast.literal_eval(body)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


def _outermost(text: str) -> tuple[int, int]:
    starts = [position for position in (text.find("{"), text.find("[")) if position != -1]
    if not starts:
        return -1, -1
    start = min(starts)
    end = text.rfind("}" if text[start] == "{" else "]")
    return (start, end + 1) if end > start else (-1, -1)
