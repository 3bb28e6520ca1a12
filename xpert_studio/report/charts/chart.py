"""A chart as it is handed round: its drawing, its marks, and the figures behind them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Target = tuple[str, ...]
Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of the drawing that stands for cases.

    Attributes:
        label: What it says, in words.
        target: What it stands for, from the outside in, such as ``("tier", "Essential")``; empty
            where there is nothing to open.
        x, y, width, height: Where it is, in points from the drawing's upper left corner.
    """

    label: str
    target: Target
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Chart:
    """A finished chart.

    Attributes:
        svg: An ``<svg>`` element whose colours and font are the CSS variables of the page around it
            (``charts.palette`` lists them).
        width, height: Its size in points.
        description: What it shows, for those who cannot see it.
        marks: Its marks, in reading order.
        heads, rows: The figures behind it, as a table.
        figure: What it was drawn with, for formats other than SVG.
    """

    svg: str
    width: float
    height: float
    description: str
    marks: tuple[Mark, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    figure: Figure = field(repr=False, compare=False)
