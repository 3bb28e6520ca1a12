"""What a layout is made of: shapes with the role of their colour, and the marks a person can open.

Positions are in pixels of the page from the upper left corner. No shape knows who will paint it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

Place = tuple[float, float]
Target = tuple[str, ...]
Anchor = Literal["start", "middle", "end"]

SLANT: Final = 6.0
"""Between two lines of a hatching."""
_SMALLEST: Final = 14.0
"""No mark is harder to hit than so many pixels."""


class Role(StrEnum):
    """What a colour is for; its value is the name of a variable of the page."""

    INK = "ink"
    SOFT = "soft"
    GRID = "rule"
    PAPER = "paper"
    FIRST = "blue"
    SECOND = "orange"
    THIRD = "grey"


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """One or several lines drawn in one go, each through its places."""

    runs: tuple[tuple[Place, ...], ...]
    role: Role
    width: float = 1.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle; without a fill only its border, without a border only its fill."""

    x: float
    y: float
    width: float
    height: float
    fill: Role | None
    opacity: float = 1.0
    border: Role | None = None


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle; a border is 1.8 wide and lies on its radius."""

    x: float
    y: float
    radius: float
    fill: Role | None
    opacity: float = 1.0
    border: Role | None = None


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed area."""

    places: tuple[Place, ...]
    fill: Role
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on its base line; ``upright`` ones read from below to above."""

    x: float
    y: float
    text: str
    size: float
    role: Role
    anchor: Anchor = "start"
    bold: bool = False
    upright: bool = False


Shape = DrawnLine | Rect | Circle | Polygon | Text


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of the drawing that stands for something.

    Attributes:
        label: What it says, in words.
        target: What a click on it opens, from the outside in, such as ``("tier", "Essential")``;
            empty where there is nothing to open.
        x, y, width, height: Where it is.
    """

    label: str
    target: Target
    x: float
    y: float
    width: float
    height: float

    @classmethod
    def around(
        cls, label: str, target: Target, x: tuple[float, float], y: tuple[float, float]
    ) -> Mark:
        """A mark between two ends each way, in any order, and large enough to be hit."""
        wide, high = max(abs(x[1] - x[0]), _SMALLEST), max(abs(y[1] - y[0]), _SMALLEST)
        left, above = (x[0] + x[1] - wide) / 2, (y[0] + y[1] - high) / 2
        return cls(label, target, left, above, wide, high)


@dataclass(frozen=True, slots=True)
class ChartLayout:
    """A chart laid out for a width: what a painter paints, in this order."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    marks: tuple[Mark, ...]


def hatching(rect: Rect) -> DrawnLine:
    """Slanted lines over a rectangle, in the colour of the paper."""
    runs = []
    for step in range(1, int((rect.width + rect.height) / SLANT) + 1):
        start = rect.x + step * SLANT
        across = min(start, rect.x + rect.width), max(start - rect.height, rect.x)
        runs.append(tuple((x, rect.y + start - x) for x in across))
    return DrawnLine(tuple(runs), Role.PAPER, 1.2)
