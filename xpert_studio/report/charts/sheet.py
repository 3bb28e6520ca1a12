"""The sheet that a chart is laid out on: texts that fit, signs, a legend, axes, and its marks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

from xpert_studio.report.charts.letters import Measure, clean, fitted, wrapped
from xpert_studio.report.charts.scales import AxisScale
from xpert_studio.report.charts.shapes import (
    Anchor,
    ChartLayout,
    Circle,
    DrawnLine,
    Mark,
    Place,
    Polygon,
    Rect,
    Role,
    Shape,
    Target,
    Text,
    hatching,
)

Sign = Literal["dot", "ring", "square", "diamond", "bar", "hatch", "line", "dashed", "small"]

SIZE: Final = 13.0
SMALL: Final = 12.0
LINE: Final = 16.0
"""The height of a line of text."""
_NARROWEST: Final = 260.0
_TICK: Final = 60.0
"""Between two ticks, about."""
SIGNS: Final[tuple[tuple[Sign, Role], ...]] = (
    ("ring", Role.FIRST),
    ("square", Role.SECOND),
    ("diamond", Role.THIRD),
    ("dot", Role.SECOND),
    ("square", Role.FIRST),
    ("ring", Role.SECOND),
)
"""How the first, the second, … of several series look: no two have the same shape and colour."""


class ChartSheet:
    """A layout that is being made, from above to below.

    Attributes:
        width: How wide it may be.
        height: How far down it is full.
    """

    def __init__(self, width: float, measure: Measure) -> None:
        self.width = max(width, _NARROWEST)
        self.height = 2.0
        self.measure = measure
        self._shapes: list[Shape] = []
        self._marks: list[Mark] = []

    def done(self) -> ChartLayout:
        """The layout."""
        return ChartLayout(self.width, self.height, tuple(self._shapes), tuple(self._marks))

    def put(self, *shapes: Shape) -> None:
        """Puts shapes above what is there."""
        self._shapes += shapes

    def mark(
        self, label: str, target: Target, x: tuple[float, float], y: tuple[float, float]
    ) -> None:
        """Notes what lies between two ends each way."""
        self._marks.append(Mark.around(clean(label), target, x, y))

    def wide(self, text: str, size: float = SMALL) -> float:
        """How wide a text is."""
        return self.measure(clean(text), size, False)

    def cut(self, text: str, room: float) -> str:
        """A text shortened so that it fits."""
        return fitted(text, room, SMALL, self.measure)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = SMALL,
        role: Role = Role.INK,
        anchor: Anchor = "start",
        bold: bool = False,
        room: float = 1e9,
    ) -> None:
        """Writes a line whose middle is at a height, cut to the room there is."""
        said = fitted(text, room, size, self.measure, bold=bold)
        if said:
            self.put(Text(x, y + 0.36 * size, said, size, role, anchor, bold))

    def lines(
        self,
        x: float,
        y: float,
        lines: Sequence[str],
        *,
        size: float = SMALL,
        role: Role = Role.INK,
        anchor: Anchor = "start",
    ) -> None:
        """Writes lines around the height of their middle."""
        for place, line in enumerate(lines):
            middle = y + (place - (len(lines) - 1) / 2) * LINE
            self.text(x, middle, line, size=size, role=role, anchor=anchor)

    def wrap(self, text: str, room: float, lines: int = 2, size: float = SMALL) -> list[str]:
        """A text over at most so many lines."""
        return wrapped(text, room, size, self.measure, lines)

    def paragraph(self, text: str, x: float = 0.0) -> None:
        """Writes a soft text below what is there, each of its lines over several where it must.

        It begins at a place, or as far left of it as it needs.
        """
        parts = text.split("\n") if text else []
        x = max(0.0, min([x, *(self.width - self.wide(part) for part in parts)]))
        for line in (one for part in parts for one in self.wrap(part, self.width - x)):
            self.text(x, self.height + LINE / 2, line, role=Role.SOFT)
            self.height += LINE

    def sign(self, sign: Sign, x: float, y: float, role: Role, r: float = 4.5) -> None:
        """A sign at a place."""
        match sign:
            case "dot":
                self.put(Circle(x, y, r, role))
            case "small":
                self.put(Circle(x, y, r / 2, role))
            case "ring":
                self.put(Circle(x, y, r, Role.PAPER, border=role))
            case "diamond":
                r *= 1.3
                self.put(Polygon(((x - r, y), (x, y - r), (x + r, y), (x, y + r)), role))
            case "line" | "dashed":
                ends = ((x - 8, y), (x + 8, y))
                self.put(DrawnLine((ends,), role, 2.0, dashed=sign == "dashed"))
            case "square":
                self.put(Rect(x - r + 0.5, y - r + 0.5, 2 * r - 1, 2 * r - 1, role))
            case "bar" | "hatch":
                self.bar(Rect(x - 7, y - 5, 14, 10, role), hatched=sign == "hatch")

    def bar(self, rect: Rect, *, hatched: bool = False) -> None:
        """A rectangle, hatched or not."""
        self.put(rect, *([hatching(rect)] if hatched else []))

    def legend(self, entries: Sequence[tuple[Sign, Role, str]]) -> None:
        """Explains signs, beside each other and on further lines where they do not fit."""
        x = 0.0
        for sign, role, words in entries:
            label = self.cut(words, self.width - 24)
            wide = 24 + self.wide(label)
            if x and x + wide > self.width:
                x, self.height = 0.0, self.height + 20
            self.sign(sign, x + 9, self.height + 9, role)
            self.text(x + 24, self.height + 9, label)
            x += wide + 16
        self.height += 28 if entries else 0

    def x_axis(
        self,
        scale: AxisScale,
        top: float,
        low: float,
        title: str,
        *,
        unit: str = "",
        names: Sequence[tuple[float, str]] = (),
    ) -> None:
        """Round numbers below a plot, a line up from each, or names; and what they measure.

        Of names that have no room every second stands there, or every third, and so on.
        """
        most = max(2, int((scale.end - scale.start) / _TICK))
        found: list[tuple[float, float, str]] = []
        for step in range(max(most, len(names))):
            ticks = names[:: step + 1] if names else scale.ticks(max(most - step, 1))
            found = [(*self._beside(scale.at(at), text + unit), text + unit) for at, text in ticks]
            if all(a[1] + 8 <= b[0] for a, b in pairwise(found)):
                break
        else:
            found = found[:1]
        for (at, _), (left, right, text) in zip(ticks, found, strict=False):
            if not names:
                self.polyline([(scale.at(at), top), (scale.at(at), low)], Role.GRID, 1)
            self.text(
                (left + right) / 2,
                low + 12,
                self.cut(text, self.width),
                role=Role.SOFT,
                anchor="middle",
            )
        self.height = low + 22
        self.paragraph(title, scale.start)
        self.height += 4

    def _beside(self, x: float, text: str) -> tuple[float, float]:
        """The ends of a text around a place, moved so that it stays on the sheet."""
        wide = min(self.wide(text), self.width)
        left = max(0.0, min(x - wide / 2, self.width - wide))
        return left, left + wide

    def captions(self, lines: Sequence[tuple[str, float]]) -> None:
        """Names of upright lines above a plot, each above its line and none over another."""
        lanes: list[list[tuple[float, float]]] = []
        placed = []
        for words, x in lines:
            name = self.cut(words, self.width)
            left, right = self._beside(x, name)
            lane = next(
                (
                    n
                    for n, taken in enumerate(lanes)
                    if all(right + 8 < a or left > b + 8 for a, b in taken)
                ),
                len(lanes),
            )
            lanes += [[]] if lane == len(lanes) else []
            lanes[lane].append((left, right))
            placed.append(((left + right) / 2, lane, name))
        for x, lane, name in placed:
            middle = self.height + (len(lanes) - lane - 0.5) * LINE
            self.text(x, middle, name, role=Role.SOFT, anchor="middle")
        self.height += LINE * len(lanes)

    def polyline(
        self, places: Sequence[Place], role: Role, width: float = 1.5, *, dashed: bool = False
    ) -> None:
        """A line through places."""
        self.put(DrawnLine((tuple(places),), role, width, dashed))
