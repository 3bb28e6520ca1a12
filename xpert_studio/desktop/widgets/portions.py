"""How much of a text is rendered at once, so that the window is not kept waiting."""

from __future__ import annotations

import re
from typing import Final

BUDGET: Final = 80_000.0
"""About so many microseconds may be spent at once."""
_LINE: Final = 20.0
_CHARACTER: Final = 0.4
_CELL: Final = 140.0
_SOLID_COST: Final = 0.00018
_PLAIN_LINE: Final = 4.0
_LEVEL: Final = 20.0
_DEPTH: Final = 0.05
_IMAGE: Final = 250.0
_NESTED: Final = re.compile(r"[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+|>[ \t]*)+")
_RUN: Final = re.compile(r"(?<!\S)\S{2000,}")
_DELIMITERS: Final = re.compile(
    r"^[ >\t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-*+:?[ \t]*+)++$", re.MULTILINE
)


def portion(text: str, *, is_plain: bool, budget: float = BUDGET) -> str:
    """The beginning of a text that can be shown without keeping anybody waiting.

    Args:
        text: It.
        is_plain: Whether it is shown as it is, rather than as Markdown.
        budget: What may be spent.
    """
    has_tables = not is_plain and _DELIMITERS.search(text[: int(budget / _CHARACTER)]) is not None
    at, left = 0, budget
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        cost = (end - at) * _CHARACTER  # a line may be too long to be looked at
        if cost <= left:
            cost = _cost(text[at:end], is_plain=is_plain, has_tables=has_tables)
        if cost > left:
            break
        at, left = end, left - cost
    if at >= len(text):
        return text
    return text[:at] if at else _start(text, is_plain, budget)


def _start(text: str, is_plain: bool, budget: float) -> str:
    """The beginning of a first line that is too long by itself."""
    line = text[: int(budget / _CHARACTER)].split("\n", 1)[0]
    while len(line) > 1 and _cost(line, is_plain=is_plain, has_tables=not is_plain) > budget:
        line = line[: len(line) // 2]
    return line or text[:1]  # a line may be empty, a beginning may not


def _cost(line: str, *, is_plain: bool, has_tables: bool) -> float:
    cost = (_PLAIN_LINE if is_plain else _LINE) + len(line) * _CHARACTER
    if not is_plain:
        start = _NESTED.match(line)
        depth = start.end() if start else 0
        cost += depth * _LEVEL + depth**2 * _DEPTH + line.count("![") * _IMAGE
    if has_tables:
        cost += line.count("|") * _CELL
    return cost + sum(len(run.group()) ** 2 * _SOLID_COST for run in _RUN.finditer(line))
