"""How wide a text is where every letter has a cell: Chinese ones take two."""

from __future__ import annotations

from math import ceil
from unicodedata import east_asian_width


def width_of(text: str) -> int:
    """Cells that a line takes.

    Args:
        text: Without line breaks.
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def lines_of(text: str, room: float) -> int:
    """About how many lines a text takes when it is wrapped.

    Args:
        text: With or without line breaks.
        room: Cells in a line.
    """
    return sum(max(1, ceil(width_of(line) / room)) for line in text.split("\n"))
