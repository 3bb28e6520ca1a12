"""The frame of charts with two axes, and names beside their points that meet no other name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from xpert_studio.report.charts.letters import fitted
from xpert_studio.report.charts.scales import AxisScale
from xpert_studio.report.charts.shapes import DrawnLine, Place, Rect, Role
from xpert_studio.report.charts.sheet import LINE, SMALL, ChartSheet

_BETWEEN: Final = 45.0
"""Pixels between two numbers of the upright axis, about."""
_NAME: Final = 150.0
_OFFSETS: Final = (9.0, 16.0, 26.0, 40.0, 56.0, 76.0)
"""How far from its point a name may stand; farther ones are led to it by a line."""


@dataclass(frozen=True, slots=True)
class Plane:
    """Where a plot lies.

    Attributes:
        x, y: Its axes; values grow upwards.
    """

    x: AxisScale
    y: AxisScale

    def at(self, x: float, y: float) -> Place:
        """Where a point lies."""
        return self.x.at(x), self.y.at(y)

    @property
    def bounds(self) -> Rect:
        """The plot, with a little room at the right and above."""
        x, y = self.x, self.y
        return Rect(x.start, y.end - 8, x.end - x.start + 8, y.start - y.end + 8, None)

    @property
    def diagonal(self) -> list[Place]:
        """From the one corner to the other, where both axes have the same ends."""
        return [self.at(self.x.low, self.y.low), self.at(self.x.high, self.y.high)]


def frame_plane(
    sheet: ChartSheet,
    x: tuple[float, float],
    y: tuple[float, float],
    *,
    axes: tuple[str, str],
    size: tuple[float, float],
    log: bool = False,
    names: Sequence[tuple[float, str]] = (),
    beside: float = 10.0,
) -> Plane:
    """Lays out two axes with their numbers and names, from the sheet's height down.

    Args:
        sheet: Where to.
        x: The ends of the horizontal axis.
        y: Those of the upright one.
        axes: What they measure; the upright one's words stand above it.
        size: Of the plot, at most; its height is kept. It stays within the sheet.
        log: Whether the horizontal axis is logarithmic.
        names: What stands below the plot in place of numbers, each at its value.
        beside: What stays free at the right.
    """
    wide, high = size
    sheet.paragraph(axes[1])
    top = sheet.height + 8
    upright = AxisScale(*y, top + high, top)
    ticks = [(upright.at(value), text) for value, text in upright.ticks(int(high / _BETWEEN))]
    left = max(sheet.wide(text) for _, text in ticks) + 8
    across = AxisScale(*x, left, min(left + wide, sheet.width - beside), log)
    for place, text in ticks:
        sheet.put(DrawnLine((((left, place), (across.end, place)),), Role.GRID))
        sheet.text(left - 8, place, text, role=Role.SOFT, anchor="end")
    sheet.x_axis(across, top, top + high, axes[0], names=names)
    return Plane(across, upright)


def name_points(
    sheet: ChartSheet,
    points: Sequence[tuple[Place, str]],
    lines: Sequence[tuple[Place, Place]],
    bounds: Rect,
) -> None:
    """Writes the name of each point beside it, where it covers no point and no other name.

    A name for which no place is left is not written; its mark says it.

    Args:
        sheet: Where to.
        points: The points with their names, the most important first.
        lines: Upright and level ones, which names do not cross either.
        bounds: Where names may stand.
    """
    taken = [(x - 5, y - 5, x + 5, y + 5) for (x, y), _ in points]
    taken += [(min(a, c), min(b, d), max(a, c), max(b, d)) for (a, b), (c, d) in lines]
    for (x, y), name in points:
        said = fitted(name, _NAME, SMALL, sheet.measure)
        wide = sheet.wide(said)
        for middle, left in _places(x, y, wide):
            box = (left, middle - LINE / 2, left + wide, middle + LINE / 2)
            inside = (
                bounds.x <= left <= bounds.x + bounds.width - wide
                and bounds.y <= box[1] <= bounds.y + bounds.height - LINE
            )
            if inside and not any(
                box[0] <= c and a <= box[2] and box[1] <= d and b <= box[3] for a, b, c, d in taken
            ):
                taken.append(box)
                nearest = min(max(x, left), left + wide)
                if abs(nearest - x) > _OFFSETS[1] or abs(middle - y) > _OFFSETS[2]:
                    sheet.polyline([(x, y), (nearest, middle)], Role.GRID, 1)
                sheet.text(left, middle, said)
                break


def _places(x: float, y: float, wide: float) -> Iterable[tuple[float, float]]:
    """Where a name may stand, the best first: its middle height and its left end."""
    for off, up in product(_OFFSETS, (0.0, -0.8, 0.8)):
        yield y + up * off, x + off
        yield y + up * off, x - off - wide
        yield y + (up - 0.3 or -1) * off * 1.4, x - wide / 2


def apart(heights: Sequence[float], gap: float, top: float, low: float) -> list[float]:
    """Heights moved so that neighbours are so far apart, in their order, as little as that takes.

    Args:
        heights: In any order.
        gap: Between two, at least; less where there is no room for so many.
        top: The least height.
        low: The greatest.
    """
    gap = min(gap, (low - top) / max(len(heights) - 1, 1))
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    groups: list[tuple[float, int]] = []  # where neighbours that touch begin, and how many they are
    for place in order:
        start, count = heights[place], 1
        while True:
            start = min(max(start, top), low - gap * (count - 1))
            if not groups or groups[-1][0] + gap * groups[-1][1] <= start:
                break
            before, more = groups.pop()
            start = (before * more + (start - gap * more) * count) / (more + count)
            count += more
        groups.append((start, count))
    placed = [start + gap * n for start, count in groups for n in range(count)]
    return [y for _, y in sorted(zip(order, placed, strict=True))]
