"""One thing against another: as points, or counted in fields where the points are too many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from xpert_studio.core.wording import mark
from xpert_studio.report.charts.chart import Chart, Table
from xpert_studio.report.charts.plane import Plane, frame_plane, name_points
from xpert_studio.report.charts.rows import Limits, signed
from xpert_studio.report.charts.scales import GREATEST, ends
from xpert_studio.report.charts.shapes import Circle, Rect, Role, Target
from xpert_studio.report.charts.sheet import ChartSheet

SQUARE: Final = 440.0
"""The sides of a plot with equal axes, at most."""
_HIGH: Final = 340.0
_WIDE: Final = 20
"""Beyond this ratio of the largest to the smallest amount an axis is logarithmic."""
_ENDS: Final = (0.0, 100.0)
"""Of both axes."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point, and what a click on it opens."""

    label: str
    x: float
    y: float
    target: Target = ()


@dataclass(frozen=True, slots=True)
class Scatter(Chart):
    """Points over equal axes, with the diagonal.

    Attributes:
        items: What to show.
        x_axis: What the horizontal axis measures.
        y_axis: What the vertical one does.
        form: How values are written in labels, as a format specification.
        head: What the points are, as the head of a column.
    """

    items: Sequence[Point]
    x_axis: str
    y_axis: str
    form: str = ".0f"
    head: str = mark("Name")

    def table(self) -> Table:
        """What the points are, and the axes."""
        return (self.head, self.x_axis, self.y_axis), [
            (item.label, item.x, item.y) for item in self.items
        ]

    def draw(self, sheet: ChartSheet) -> None:
        """A pale circle a point: where several lie on each other, it is darker."""
        plane = _equal_axes(sheet, (self.x_axis, self.y_axis))
        for item in self.items:
            x, y = plane.at(item.x, item.y)
            sheet.put(Circle(x, y, 4, Role.FIRST, 0.5))
            said = f"{item.label}: {signed(item.x, self.form)}, {signed(item.y, self.form)}"
            sheet.mark(said, item.target, (x, x), (y, y))


def _equal_axes(sheet: ChartSheet, axes: tuple[str, str]) -> Plane:
    """Two axes from 0 to 100 of the same length, and the diagonal."""
    side = min(SQUARE, sheet.width - 60)
    plane = frame_plane(sheet, _ENDS, _ENDS, axes=axes, size=(side, side))
    sheet.polyline(plane.diagonal, Role.SOFT, 1.2, dashed=True)
    return plane


@dataclass(frozen=True, slots=True)
class Field:
    """How many points lie in a field, whose lower left corner is given."""

    x: float
    y: float
    count: int
    target: Target = ()


@dataclass(frozen=True, slots=True)
class Density(Chart):
    """Squares over equal axes, as dark as they are full, with the diagonal.

    Attributes:
        items: The fields that hold anything.
        size: Length of a field's side.
        x_axis: What the horizontal axis measures.
        y_axis: What the vertical one does.
    """

    items: Sequence[Field]
    size: float
    x_axis: str
    y_axis: str

    def table(self) -> Table:
        """Left, lower and count."""
        return (), [(item.x, item.y, item.count) for item in self.items]

    def draw(self, sheet: ChartSheet) -> None:
        """A square a field, with its number where there is room."""
        plane = _equal_axes(sheet, (self.x_axis, self.y_axis))
        most = max((item.count for item in self.items), default=1)
        for item in self.items:
            (x, low), (end, y) = (
                plane.at(item.x + side, item.y + side) for side in (0.0, self.size)
            )
            shade = 0.12 + 0.78 * item.count / most
            sheet.put(Rect(x + 0.5, y + 0.5, end - x - 1, low - y - 1, Role.FIRST, shade))
            if sheet.wide(f"{item.count:,}") + 4 <= end - x:
                sheet.text(
                    (x + end) / 2,
                    (y + low) / 2,
                    f"{item.count:,}",
                    role=Role.PAPER if shade > 0.6 else Role.INK,
                    anchor="middle",
                )
            said = (
                f"{item.x:.0f}–{item.x + self.size:.0f}, "
                f"{item.y:.0f}–{item.y + self.size:.0f}: {item.count:,}"
            )
            sheet.mark(said, item.target, (x, end), (y, low))


@dataclass(frozen=True, slots=True)
class FrontPoint(Point):
    """A point with the interval of its height, and whether it is on the front."""

    low: float | None = None
    high: float | None = None
    is_front: bool = False


@dataclass(frozen=True, slots=True)
class Front(Chart):
    """Points with a stepped line through those on the front, which are filled; others are hollow.

    Attributes:
        items: What to show.
        x_axis: What the horizontal axis measures.
        y_axis: What the vertical one does.
        form: How x is written in labels, as a format specification.
        limits: The ends of the vertical axis.
    """

    items: Sequence[FrontPoint]
    x_axis: str
    y_axis: str
    form: str = ".3g"
    limits: Limits = _ENDS

    def table(self) -> Table:
        """Name, x, y, low, high, whether on the front."""
        return (), [(p.label, p.x, p.y, p.low, p.high, int(p.is_front)) for p in self.items]

    def draw(self, sheet: ChartSheet) -> None:
        """The line below, then intervals and points, with names beside them."""
        every = [item.x for item in self.items]
        least, most = min(every, default=0.0), max(every, default=1.0)
        is_log = least > 0 and most / least > _WIDE
        x_limits = (
            (least / 1.5, min(most * 1.5, GREATEST)) if is_log else ends(every, from_zero=True)
        )
        plane = frame_plane(
            sheet,
            x_limits,
            self.limits,
            axes=(self.x_axis, self.y_axis),
            size=(sheet.width, _HIGH),
            log=is_log,
        )
        steps: list[tuple[float, float]] = []
        for item in sorted(
            (item for item in self.items if item.is_front), key=lambda item: (item.x, item.y)
        ):
            x, y = plane.at(item.x, item.y)
            steps += [(x, steps[-1][1]), (x, y)] if steps else [(x, y)]
        sheet.polyline(steps, Role.FIRST, 1.2, dashed=True)
        lines = list(pairwise(steps))
        for item in self.items:
            x, y = plane.at(item.x, item.y)
            if item.low is not None and item.high is not None:
                lines.append(((x, plane.y.at(item.low)), (x, plane.y.at(item.high))))
                sheet.polyline(lines[-1], Role.THIRD)
        named = sorted(self.items, key=lambda item: not item.is_front)
        names = [(plane.at(item.x, item.y), item.label) for item in named]
        name_points(sheet, names, lines, plane.bounds)
        for item in self.items:
            x, y = plane.at(item.x, item.y)
            sheet.sign("dot" if item.is_front else "ring", x, y, Role.FIRST)
            said = f"{item.label}: {item.x:{self.form}}, {signed(item.y, '.1f')}"
            sheet.mark(said, item.target, (x, x), (y, y))
