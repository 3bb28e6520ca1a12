"""One thing against another: as points, or counted in fields where the points are too many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.wording import mark
from xpert_studio.report.charts.drawing import WIDTH, Chart, Target, canvas, cut
from xpert_studio.report.charts.palette import BLUE, GREY, INK, PAPER

_ROWS: Final = 11
_WIDE: Final = 20
"""Beyond this ratio of the largest to the smallest amount an axis is logarithmic."""
_ENDS: Final = (0, 100)
"""Of both axes."""
"""Height, counted in rows of the other charts."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point, and what a click on it opens."""

    label: str
    x: float
    y: float
    target: Target = ()


def scatter_chart(
    points: Sequence[Point],
    *,
    x_axis: str,
    y_axis: str,
    form: str = ".0f",
    head: str = mark("Name"),
    description: str,
) -> Chart:
    """Points over equal axes, with the diagonal.

    Args:
        points: What to draw.
        x_axis: What the horizontal axis measures.
        y_axis: What the vertical one does.
        form: How values are written in labels, as a format specification.
        head: What the points are, as the head of a column.
        description: For those who cannot see it.
    """
    with canvas(_ROWS, width=WIDTH * 0.66) as drawn:
        axes = drawn.axes
        axes.plot(_ENDS, _ENDS, color=GREY, linestyle=(0, (4, 3)), linewidth=1.2, zorder=1)
        axes.plot(
            [point.x for point in points], [point.y for point in points], "o", markersize=5,
            color=BLUE, alpha=0.55, markeredgewidth=0, zorder=2,
        )  # fmt: skip
        for point in points:
            said = f"{point.label}: {point.x:{form}}, {point.y:{form}}"
            drawn.mark(said, point.target, (point.x, point.x), (point.y, point.y))
        axes.set_xlim(-3, 103)
        axes.set_ylim(-3, 103)
        drawn.both_axes(x_axis, y_axis)
        return drawn.finish(
            description,
            (head, x_axis, y_axis),
            [(point.label, point.x, point.y) for point in points],
        )


@dataclass(frozen=True, slots=True)
class FrontPoint(Point):
    """A point with the interval of its height, and whether it is on the front."""

    low: float | None = None
    high: float | None = None
    is_front: bool = False


def front_chart(
    points: Sequence[FrontPoint],
    *,
    x_axis: str,
    y_axis: str,
    form: str,
    heads: Sequence[str],
    description: str,
) -> Chart:
    """Points with a stepped line through those on the front, which are filled; others are hollow.

    Args:
        points: What to draw; y from 0 to 100.
        x_axis: What the horizontal axis measures.
        y_axis: What the vertical one does.
        form: How x is written in labels, as a format specification.
        heads: Of the figures behind it: name, x, y, low, high, on the front.
        description: For those who cannot see it.
    """
    front = sorted((point.x, point.y) for point in points if point.is_front)
    with canvas(_ROWS) as drawn:
        axes = drawn.axes
        axes.step(
            [x for x, _ in front], [y for _, y in front], where="post", color=BLUE, linewidth=1.2,
            linestyle=(0, (4, 3)), zorder=1,
        )  # fmt: skip
        for point in points:
            if point.low is not None and point.high is not None:
                axes.plot([point.x] * 2, [point.low, point.high], color=GREY, linewidth=1, zorder=2)
            axes.plot(
                [point.x], [point.y], "o", markersize=7, markeredgecolor=BLUE, zorder=3,
                color=BLUE if point.is_front else PAPER,
            )  # fmt: skip
            axes.annotate(
                cut(point.label, 24), (point.x, point.y), xytext=(7, 4), color=INK, fontsize=8.5,
                textcoords="offset points",
            )  # fmt: skip
            said = f"{point.label}: {point.x:{form}}, {point.y:.1f}"
            drawn.mark(said, point.target, (point.x, point.x), (point.y, point.y))
        axes.set_ylim(-3, 103)
        most, least = (edge((point.x for point in points), default=1.0) for edge in (max, min))
        if least > 0 and most / least > _WIDE:
            axes.set_xscale("log")
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:,g}")
            axes.xaxis.set_minor_formatter("")
            axes.set_xlim(least / 1.5, most * 3)
        else:
            axes.set_xlim(0, 1.3 * most or 1)
        drawn.both_axes(x_axis, y_axis)
        rows = [(p.label, p.x, p.y, p.low, p.high, int(p.is_front)) for p in points]
        return drawn.finish(description, heads, rows)


@dataclass(frozen=True, slots=True)
class Field:
    """How many points lie in a field, whose lower left corner is given."""

    x: float
    y: float
    count: int
    target: Target = ()


def density_chart(
    fields: Sequence[Field],
    *,
    size: float,
    x_axis: str,
    y_axis: str,
    heads: Sequence[str],
    description: str,
) -> Chart:
    """Squares over equal axes, as dark as they are full, with the diagonal.

    Args:
        fields: Those that hold anything.
        size: Length of a field's side.
        x_axis: What the horizontal axis measures.
        y_axis: What the vertical one does.
        heads: Of the figures behind it: left, lower and count.
        description: For those who cannot see it.
    """
    most = max((field.count for field in fields), default=1)
    with canvas(_ROWS, width=WIDTH * 0.66) as drawn:
        axes = drawn.axes
        for field in fields:
            axes.fill(
                [field.x, field.x + size, field.x + size, field.x],
                [field.y, field.y, field.y + size, field.y + size],
                color=BLUE,
                alpha=0.12 + 0.8 * field.count / most,
                linewidth=0,
                zorder=2,
            )
            said = (
                f"{field.x:.0f}–{field.x + size:.0f}, "
                f"{field.y:.0f}–{field.y + size:.0f}: {field.count:,}"
            )
            drawn.mark(said, field.target, (field.x, field.x + size), (field.y, field.y + size))
        axes.plot(_ENDS, _ENDS, color=GREY, linestyle=(0, (4, 3)), linewidth=1.2, zorder=3)
        axes.set_xlim(*_ENDS)
        axes.set_ylim(*_ENDS)
        drawn.both_axes(x_axis, y_axis)
        return drawn.finish(
            description, heads, [(field.x, field.y, field.count) for field in fields]
        )
