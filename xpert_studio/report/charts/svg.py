"""Paints a layout as an ``<svg>`` element that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from xpert_studio.report.charts.chart import Chart, layout
from xpert_studio.report.charts.letters import clean
from xpert_studio.report.charts.palette import ON_A_PAGE, Palette
from xpert_studio.report.charts.shapes import (
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
)

WIDTH: Final = 736.0
"""A column of text on a page, in pixels."""
_EDGE: Final = 16.0


def chart_svg(
    chart: Chart,
    width: float = WIDTH,
    palette: Palette = ON_A_PAGE,
    *,
    alone: bool = False,
    links: Mapping[Target, str] | None = None,
) -> str:
    """A chart as SVG, named for screen readers; what its marks say shows beside the mouse.

    Args:
        chart: The chart.
        width: Pixels it is laid out for.
        palette: Its colours and fonts.
        alone: For a separate file: with its size, on a ground.
        links: By target the place of the page that a mark opens.
    """
    drawn = layout(chart, width)
    return painted(drawn, chart.description, palette, alone=alone, links=links)


def painted(
    drawn: ChartLayout,
    description: str,
    palette: Palette,
    *,
    alone: bool = False,
    links: Mapping[Target, str] | None = None,
) -> str:
    """A layout as SVG.

    Args:
        drawn: The layout.
        description: For those who cannot see it.
        palette: Its colours and fonts.
        alone: For a separate file: with its size, on a ground.
        links: By target the place of the page that a mark opens.
    """
    brush = _Brush(palette)
    edge = _EDGE if alone else 0.0
    width, height = drawn.width + 2 * edge, drawn.height + 2 * edge
    box = " ".join(map(_short, (-edge, -edge, width, height)))
    label = escape(clean(description), quote=True)
    size = f' width="{_short(width)}" height="{_short(height)}"' if alone else ""
    ground = [Rect(-edge, -edge, width, height, Role.PAPER)] if alone else []
    shapes = "".join(brush.shape(shape) for shape in (*ground, *drawn.shapes))
    marks = [_hover(mark, (links or {}).get(mark.target, "")) for mark in drawn.marks]
    fonts = f"font-family: {palette.fonts}"
    # What is in a picture is not read out: one with links is a group, of which only they are.
    role = "group" if links else "img"
    parts = [f'<g aria-hidden="true">{shapes}</g>' if links else shapes, *marks]
    return (
        f'<svg role="{role}" aria-label="{label}" xmlns="http://www.w3.org/2000/svg"{size} '
        f'viewBox="{box}" style="{fonts}">{"".join(parts)}</svg>'
    )


def _short(number: float) -> str:
    return f"{round(number, 1) + 0.0:g}"


def _through(places: tuple[Place, ...]) -> str:
    return " ".join(f"{_short(x)},{_short(y)}" for x, y in places)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f'x="{_short(x)}" y="{_short(y)}" width="{_short(width)}" height="{_short(height)}"'


def _hover(mark: Mark, place: str = "") -> str:
    box = _box(mark.x, mark.y, mark.width, mark.height)
    look = 'style="fill: none; pointer-events: all"'
    said = f"<title>{escape(mark.label)}</title>"
    if not place:
        return f"<rect {box} {look}>{said}</rect>"
    return f'<a href="#{escape(place, quote=True)}">{said}<rect {box} {look}/></a>'


class _Brush:
    """Writes shapes in the colours of a palette."""

    def __init__(self, palette: Palette) -> None:
        self._colours = palette.colours

    def _look(
        self,
        fill: Role | None,
        opacity: float = 1.0,
        border: Role | None = None,
        width: float = 1.8,
    ) -> str:
        parts = [f"fill: {self._colours[fill] if fill else 'none'}"]
        parts += [f"fill-opacity: {opacity:.3g}"] if opacity < 1 else []
        parts += [f"stroke: {self._colours[border]}; stroke-width: {width:g}"] if border else []
        return f'style="{"; ".join(parts)}"'

    def shape(self, shape: Shape) -> str:
        """A shape as an element."""
        match shape:
            case DrawnLine(runs, role, width, dashed):
                path = "".join(f"M{_through(run)}" for run in runs if run)
                dash = ' stroke-dasharray="5 4"' if dashed else ""
                return (
                    f'<path d="{path}"{dash} {self._look(None, 1, role, width)}/>' if path else ""
                )
            case Rect(x, y, width, height, fill, opacity, border):
                return f"<rect {_box(x, y, width, height)} {self._look(fill, opacity, border)}/>"
            case Circle(x, y, radius, fill, opacity, border):
                place = f'cx="{_short(x)}" cy="{_short(y)}" r="{_short(radius)}"'
                return f"<circle {place} {self._look(fill, opacity, border)}/>"
            case Polygon(places, fill, opacity):
                return f'<polygon points="{_through(places)}" {self._look(fill, opacity)}/>'
            case Text():
                return self._text(shape)

    def _text(self, text: Text) -> str:
        place = f'x="{_short(text.x)}" y="{_short(text.y)}"'
        turn = f' transform="rotate(-90 {_short(text.x)} {_short(text.y)})"' if text.upright else ""
        anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
        weight = ' font-weight="600"' if text.bold else ""
        return (
            f'<text {place} font-size="{text.size:g}"{anchor}{weight}{turn} '
            f"{self._look(text.role)}>{escape(text.text)}</text>"
        )
