"""Several series beside each other: over time, between two moments, in classes, around a circle."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from xpert_studio.core.wording import labelled, mark
from xpert_studio.report.charts.chart import Chart, Table
from xpert_studio.report.charts.dots import Estimate
from xpert_studio.report.charts.plane import Plane, apart, frame_plane
from xpert_studio.report.charts.row_frame import frame_rows
from xpert_studio.report.charts.rows import PAIR, Bars, Limits, Pairs, signed
from xpert_studio.report.charts.scales import AxisScale, ends
from xpert_studio.report.charts.shapes import Anchor, Place, Polygon, Rect, Role
from xpert_studio.report.charts.sheet import LINE, SIGNS, ChartSheet

_HIGH: Final = 240.0
_NAMES: Final = 0.28
"""Of the width, at most: what names at the end of lines take."""
_ROUND: Final = 0.46
_LEAST: Final = 3
_FULL: Final = 100.0
_OUT: Final = 1.06
"""Where names around a circle begin, in parts of its radius."""
_BROAD: Final = 640.0
_DODGE: Final = 5.0
"""Between the intervals of two series at the same time."""
_KEY: Final = 14.0
"""What the sign of a series takes before its name."""
_STRESSED: Final = 8.0
"""Half the size of the sign of a value with a note."""


@dataclass(frozen=True, slots=True)
class Series:
    """Values of one thing, in the order of the chart's places; None where there is none.

    Attributes:
        breaks: The places, from 0, before which its line is broken.
    """

    name: str
    items: Sequence[Estimate | None]
    breaks: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Lines(Chart):
    """Values over time with their intervals, one line a series, its name at its end.

    The note of a value stands beside it, and its sign is larger then.

    Attributes:
        items: The series.
        places: When, as numbers that grow, one for each item of every series.
        names: How these are written below.
        axis: What the vertical axis measures.
        limits: Its ends; fitted to the data where None.
        form: How values are written, as a format specification.
        marks: Named moments, as upright dashed lines.
    """

    items: Sequence[Series]
    places: Sequence[float]
    names: Sequence[str]
    axis: str
    limits: Limits | None = None
    form: str = ".3g"
    marks: Sequence[tuple[str, float]] = ()

    def table(self) -> Table:
        """Series, when, value and the ends of its interval."""
        return (mark("Name"), mark("When"), mark("Value"), mark("Low"), mark("High")), [
            (series.name, name, item.value, item.low, item.high)
            for series in self.items
            for name, item in zip(self.names, series.items, strict=True)
            if item is not None
        ]

    def draw(self, sheet: ChartSheet) -> None:
        """Lines with their intervals and signs."""
        known = [item for series in self.items for item in series.items if item is not None]
        values = [value for item in known for value in (*item.ends, item.value)]
        widest = max((sheet.wide(series.name) for series in self.items), default=0.0)
        signs = _KEY if len(self.items) > 1 else 0.0
        beside = min(widest, _NAMES * sheet.width) + 14 + signs
        high = max(_HIGH, LINE * len(self.items))
        plane = frame_plane(
            sheet,
            ends(self.places),
            self.limits or ends(values),
            axes=("", self.axis),
            size=(sheet.width, high),
            names=list(zip(self.places, self.names, strict=True)),
            beside=beside,
        )
        for name, at in self.marks:
            x = plane.x.at(at)
            sheet.polyline([(x, plane.y.start), (x, plane.y.end)], Role.SOFT, 1, dashed=True)
            sheet.text(x + 5, plane.y.start - LINE / 2, name, role=Role.SOFT)
        last = [self._line(sheet, plane, nth) for nth in range(len(self.items))]
        heights = apart(last, LINE, plane.y.end, plane.y.start)
        for nth, (series, y) in enumerate(zip(self.items, heights, strict=True)):
            if signs:  # a name may stand far from its line, where several end close together
                sign, role = SIGNS[nth % len(SIGNS)]
                sheet.sign(sign, plane.x.end + 16, y, role)
            sheet.text(plane.x.end + 12 + signs, y, series.name, room=beside - signs - 13.99)

    def _line(self, sheet: ChartSheet, plane: Plane, nth: int) -> float:
        """Lays out a series; returns the height of its last value."""
        series = self.items[nth]
        sign, role = SIGNS[nth % len(SIGNS)]
        runs: list[list[Place]] = [[]]
        for n, (place, item) in enumerate(zip(self.places, series.items, strict=True)):
            if n in series.breaks:
                runs.append([])
            if item is None:
                continue
            x, y = plane.at(place, item.value)
            x += _DODGE * (nth - (len(self.items) - 1) / 2)
            whisker = [(x, plane.y.at(end)) for end in item.ends]
            sheet.polyline(whisker, role, 1.2)
            runs[-1].append((x, y))
            said = f"{signed(item.value, self.form)} {item.interval(self.form)}".rstrip()
            sheet.mark(labelled(item.label, said), item.target, (x, x), (y, y))
            if item.note:
                sheet.sign(sign, x, y, role, _STRESSED)
                sheet.text(x + _STRESSED + 4, y, item.note, bold=True)
        for run in runs:
            sheet.polyline(run, role, 2, dashed=nth % 2 == 1)
            for x, y in run:
                sheet.sign(sign, x, y, role)
        known = [place for run in runs for place in run]
        return known[-1][1] if known else plane.y.start


@dataclass(frozen=True, slots=True)
class Slopes(Pairs):
    """Two values of each thing on two upright axes, and a line from the one to the other.

    Attributes:
        is_rank: Whether the lowest value is the best, and stands on top.
    """

    is_rank: bool = False

    def draw(self, sheet: ChartSheet) -> None:
        """Lines that rise or fall, named at both ends."""
        values = [value for item in self.items for value in (item.first, item.second)]
        top = sheet.height + LINE + 14
        high = max(_HIGH / 2, (LINE + 6) * len(self.items))
        upright = (top, top + high) if self.is_rank else (top + high, top)
        limits = (min(values), max(values)) if self.is_rank else ends(values)
        scale = AxisScale(*(self.limits or limits), *upright)
        room = _NAMES * sheet.width
        sides = (room, sheet.width - room)
        anchors: tuple[Anchor, Anchor] = ("end", "start")
        for side, name in enumerate(self.names):
            x, out = sides[side], (-10, 10)[side]
            sheet.text(
                x + out, top - 16, name, role=Role.SOFT, anchor=anchors[side], room=room - 10
            )
            sheet.polyline([(x, top), (x, top + high)], Role.GRID)
            heights = [scale.at((item.first, item.second)[side]) for item in self.items]
            placed = apart(heights, LINE, top, top + high)
            for item, y, place in zip(self.items, placed, heights, strict=True):
                sheet.polyline([(x, place), (x + 0.8 * out, y)], Role.SOFT, 0.6)
                value = signed((item.first, item.second)[side], self.form)
                words = sheet.cut(item.label, room - 14 - sheet.wide(f"{value} "))
                said = f"{words} {value}" if side == 0 else f"{value} {words}"
                sheet.text(x + out, y, said, anchor=anchors[side], room=room - 9)
        for item in self.items:
            places = [(sides[0], scale.at(item.first)), (sides[1], scale.at(item.second))]
            falls = item.first != item.second and self.is_rank == (item.second > item.first)
            role = Role.SECOND if falls else Role.FIRST
            sheet.polyline(places, role, 1.8, dashed=falls)
            for (sign, role), (x, y) in zip(PAIR, places, strict=True):
                sheet.sign(sign, x, y, role, 3.5)
            middle = (places[0][1] + places[1][1]) / 2
            half = max(abs(places[0][1] - places[1][1]) / 2, 6)
            sheet.mark(self.said(item), item.target, sides, (middle - half, middle + half))
        sheet.height = top + high + 10
        sheet.paragraph(self.axis)


@dataclass(frozen=True, slots=True)
class Histogram(Bars):
    """Upright bars side by side: how many there are in each class, from left to right.

    Attributes:
        classes: What the classes are of, below them; ``axis`` is what is counted.
    """

    classes: str = ""

    def draw(self, sheet: ChartSheet) -> None:
        """A bar a class, its count above it."""
        limits = self.limits or ends((item.value for item in self.items), from_zero=True)
        plane = frame_plane(
            sheet,
            (0, max(len(self.items), 1)),
            limits,
            axes=(self.classes, self.axis),
            size=(sheet.width, _HIGH),
            names=[(n + 0.5, item.label) for n, item in enumerate(self.items)],
        )
        for n, item in enumerate(self.items):
            (x, low), (end, y) = plane.at(n, 0), plane.at(n + 1, item.value)
            role = Role.SECOND if item.stressed else Role.FIRST
            sheet.bar(Rect(x + 1, y, end - x - 2, low - y, role), hatched=item.stressed)
            if item.value and sheet.wide(item.said) <= end - x:
                sheet.text((x + end) / 2, y - 8, item.said, anchor="middle")
            sheet.mark(labelled(item.label, item.said), item.target, (x, end), (y, low))


@dataclass(frozen=True, slots=True)
class Radar(Chart):
    """Profiles around a circle, and beside them the same values as dots on a scale.

    Attributes:
        items: One to three series, each with a value from 0 to 100 for every name.
        names: What the values are of.
        axis: What they measure.
        form: How they are written, as a format specification.
    """

    items: Sequence[Series]
    names: Sequence[str]
    axis: str
    form: str = ".0f"

    def table(self) -> Table:
        """Name, and the series."""
        return (mark("Name"), *(series.name for series in self.items)), [
            (name, *(None if item is None else item.value for item in values))
            for name, *values in zip(
                self.names, *(series.items for series in self.items), strict=True
            )
        ]

    def draw(self, sheet: ChartSheet) -> None:
        """The circle at the left where there is room, else above; the dots beside or below it."""
        looks = SIGNS[: len(self.items)]
        sheet.legend([(*look, one.name) for look, one in zip(looks, self.items, strict=True)])
        top, left = sheet.height, 0.0
        if len(self.names) >= _LEAST:
            is_beside = sheet.width >= _BROAD
            side = sheet.width * _ROUND if is_beside else min(sheet.width, 2 * _HIGH)
            self._circle(sheet, side)
            circle = sheet.height
            top, left = (top, side + 16) if is_beside else (circle, 0.0)
            sheet.height = top
        frame = frame_rows(sheet, self.names, (0, _FULL), self.axis, left=left)
        for (sign, role), series in zip(looks, self.items, strict=True):
            for row, item in enumerate(series.items):
                if item is not None:
                    x, y = frame.scale.at(item.value), frame.y(row)
                    sheet.sign(sign, x, y, role)
                    said = f"{series.name}, {self.names[row]}"
                    sheet.mark(
                        labelled(said, value=signed(item.value, self.form)),
                        item.target,
                        (x, x),
                        (y, y),
                    )
        sheet.height = max(sheet.height, circle if left else 0.0)

    def _circle(self, sheet: ChartSheet, side: float) -> None:
        room = min(max(map(sheet.wide, self.names)), 0.3 * side)
        middle, radius = side / 2, (side / 2 - room - 4) / _OUT
        centre = sheet.height + radius + 2 * LINE
        count = len(self.names)
        turns = [(sin(2 * pi * n / count), -cos(2 * pi * n / count)) for n in range(count)]

        def place(n: int, share: float) -> Place:
            return middle + radius * share * turns[n % count][0], centre + radius * share * turns[
                n % count
            ][1]

        for share in (0.25, 0.5, 0.75, 1.0):
            sheet.polyline([place(n, share) for n in range(count + 1)], Role.GRID, 1)
        for n in range(count):
            sheet.polyline([place(n, 0), place(n, 1)], Role.GRID, 1)
        self._names(sheet, [place(n, _OUT) for n in range(count)], middle, room)
        for (sign, role), series in zip(SIGNS, self.items, strict=False):
            around = [
                place(n, min(max(item.value / _FULL, 0), 1))
                for n, item in enumerate(series.items)
                if item is not None
            ]
            sheet.put(Polygon(tuple(around), role, 0.1))
            sheet.polyline([*around, *around[:1]], role, 1.6, dashed=sign != "ring")
            for x, y in around:
                sheet.sign(sign, x, y, role, 3.5)
        sheet.height = centre + radius + 2 * LINE

    def _names(
        self, sheet: ChartSheet, places: Sequence[Place], middle: float, room: float
    ) -> None:
        """The names around the circle, at the right and at the left of it each below the other."""
        for is_right in (True, False):
            chosen = [n for n, (x, _) in enumerate(places) if (x > middle - 0.1) == is_right]
            low, top = max(y for _, y in places) + LINE, min(y for _, y in places) - LINE
            heights = apart([places[n][1] for n in chosen], LINE, top, low)
            for n, y in zip(chosen, heights, strict=True):
                sheet.text(
                    places[n][0] + (2 if is_right else -2),
                    y,
                    self.names[n],
                    role=Role.SOFT,
                    anchor="start" if is_right else "end",
                    room=room,
                )
