"""How wide texts are without any font at hand, and how they are fitted into the room there is.

The widths are those of the widest of the usual fonts without serifs: what fits by them fits in the
font that a reader has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Final
from unicodedata import combining, east_asian_width

from xpert_studio.core.resources import resource_text

Measure = Callable[[str, float, bool], float]
"""How wide a text is at a size, bold or not."""

_UNSHOWN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Control characters, overrides of the writing direction, and what is no character at all."""
_PIECE: Final = re.compile(
    r"[\u2e80-\uffff] *|[^ \u2e80-\uffff_./:-]*[_./:-]+ *|[^ \u2e80-\uffff_./:-]+ *| +"
)
_HALF: Final = 250
"""Letters of a text that are looked at from either end: more never fit."""
_WIDE, _OTHER, _PICTURE, _BOLD = 1.0, 0.8, 1.35, 1.2


@cache
def _widths() -> dict[str, float]:
    table = json.loads(resource_text("report", "letter_widths.json"))
    return {letter: int(width) / 1000 for width, letters in table.items() for letter in letters}


@cache
def _width(letter: str) -> float:
    known = _widths().get(letter)
    if known is not None:
        return known
    if letter >= "\U0001f000":
        return _PICTURE
    return 0.0 if combining(letter) else _WIDE if east_asian_width(letter) in "WF" else _OTHER


def measured(text: str, size: float, bold: bool = False) -> float:
    """The width of a text in pixels, by the table of widths."""
    return sum(map(_width, text)) * size * (_BOLD if bold else 1.0)


def clean(text: str) -> str:
    """A text on one line that any drawing may hold, its middle left out where it is very long."""
    text = text if len(text) <= 2 * _HALF else f"{text[:_HALF]}…{text[-_HALF:]}"
    return _UNSHOWN.sub(lambda found: " " if found[0] in "\t\n\r" else "\ufffd", text)


def fitted(text: str, room: float, size: float, measure: Measure, *, bold: bool = False) -> str:
    """A text that fits: as it is, or with an ellipsis in place of its middle.

    What tells names apart is as often at their end as at their beginning.
    """
    text = clean(text)
    if measure(text, size, bold) <= room:
        return text
    low, high = 0, len(text) - 1
    while low < high:
        kept = (low + high + 1) // 2
        if measure(_shortened(text, kept), size, bold) <= room:
            low = kept
        else:
            high = kept - 1
    return _shortened(text, low)


def _shortened(text: str, kept: int) -> str:
    tail = kept * 2 // 5
    return f"{text[: kept - tail].rstrip()}…{text[len(text) - tail :].lstrip()}"


def wrapped(text: str, room: float, size: float, measure: Measure, lines: int) -> list[str]:
    """A text over at most so many lines, each of which fits."""
    found = [""]
    for piece in _PIECE.findall(clean(text)):
        longer = (found[-1] + piece).rstrip()
        if found[-1] and len(found) < lines and measure(longer, size, False) > room:
            found.append("")
        found[-1] += piece
    return [fitted(line.strip(), room, size, measure) for line in found]
