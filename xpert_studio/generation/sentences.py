"""Cuts a brief or reference answer into sentences and list items, in English and Chinese."""

from __future__ import annotations

import re
from typing import Final

_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_BULLET: Final = re.compile(
    r"^\s*(?:[-*•·▪–—]|\(?\d{1,2}[.)、．]|\(?[a-zA-Z][.)]|[（(]?[一二三四五六七八九十]{1,3}[)）、．.])\s*"
)
_HEADING: Final = re.compile(r"^\s*#{1,6}\s+|[:：]\s*$")
_END: Final = re.compile(r"(?<=[。！？；])|(?<=[.!?;])\s+(?=[A-Z0-9\"“(\u4e00-\u9fff])")
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|approx|no|nos|art|sec|para|fig|dr|mr|mrs|ms|prof|st|cf|al|inc|ltd)"
    r"|\b[A-Z])\.$",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """The sentences and list items of a text in order, headings and empty lines left out.

    They have no bullet and no white space around them.
    """
    found: list[str] = []
    for line in text.splitlines():
        body = _BULLET.sub("", line).strip().strip("*_").strip()
        if not body or _HEADING.search(line):
            continue
        found += _parts(body)
    return [item for item in found if len(item) > 2]


def _parts(line: str) -> list[str]:
    parts: list[str] = []
    for piece in _END.split(line):
        if parts and _ABBREVIATION.search(parts[-1]):
            parts[-1] += f" {piece}"
        elif piece.strip():
            parts.append(piece.strip())
    return [part.rstrip(";；") for part in parts]


def is_chinese(text: str) -> bool:
    """Whether a text is mainly Chinese."""
    return 4 * len(_HAN.findall(text)) > len(text.strip())
