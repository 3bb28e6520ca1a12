"""A chart, and how all of them are drawn: their ground, names down the side, and the way out."""

from __future__ import annotations

import io
import re
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from xpert_studio.core.wording import t
from xpert_studio.report.charts.palette import GRID, INK, SANS, VARIABLES

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
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


ROW_HEIGHT: Final = 0.34
WIDTH: Final = 7.4
HALF: Final = 5.4
_room: ContextVar[float] = ContextVar("room", default=WIDTH)
_ONE_AT_A_TIME: Final = threading.Lock()
"""Matplotlib's settings are the whole program's: two charts drawn at once would mix theirs."""

_DPI: Final = 72
"""SVG counts in points, 72 an inch; at this resolution a pixel is one, so positions agree."""
_SMALLEST: Final = 12.0
"""No mark is harder to hit than so many points."""
_LONGEST: Final = 42
"""Letters of a name, at most, in a chart over the whole page."""

_LETTER: Final = 5.4
_SWATCH: Final = 34.0
"""What a letter of a legend, and the swatch before its words, take, in points."""
_NO_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML may hold, and a name may: one such letter, and nobody can open the drawing."""
_CJK: Final = (
    "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "PingFang SC", "Hiragino Sans GB",
    "Microsoft YaHei", "SimHei", "WenQuanYi Micro Hei",
)  # fmt: skip
_SETTINGS: Final[dict[str, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "xpert-studio",  # the same chart is the same bytes
    "hatch.linewidth": 1.2,
    "text.parse_math": False,  # a dollar is a dollar
}


@dataclass(frozen=True, slots=True)
class _Box:
    """A mark before it is known where the layout puts it: a box in the data's coordinates."""

    label: str
    target: Target
    left: float
    right: float
    top: float
    bottom: float


@dataclass(slots=True)
class Canvas:
    """A chart being drawn.

    Attributes:
        figure, axes: Where matplotlib renders.
        boxes: The marks so far.
    """

    figure: Figure
    axes: Axes
    boxes: list[_Box] = field(default_factory=list)

    def mark(
        self, label: str, target: Target, x: tuple[float, float], y: tuple[float, float]
    ) -> None:
        """Notes a mark.

        Args:
            label: What it says.
            target: What it stands for.
            x: Its left and right end, in the data's coordinates.
            y: Its top and bottom.
        """
        self.boxes.append(_Box(label, target, x[0], x[1], y[0], y[1]))

    def finish(
        self, description: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]]
    ) -> Chart:
        """The finished chart.

        Args:
            description: For those who cannot see it.
            heads: The heads of the table of figures behind it.
            rows: Its rows.
        """
        description = t(description)
        svg = _svg(self.figure, description)
        width, height = (float(inches * _DPI) for inches in self.figure.get_size_inches())
        return Chart(
            svg=svg,
            width=width,
            height=height,
            description=description,
            marks=tuple(self._placed(box, height) for box in self.boxes),
            heads=tuple(t(head) for head in heads),
            rows=tuple(tuple(row) for row in rows),
            figure=self.figure,
        )

    def _placed(self, box: _Box, height: float) -> Mark:
        corners = self.axes.transData.transform([(box.left, box.top), (box.right, box.bottom)])
        (x1, y1), (x2, y2) = corners.tolist()
        left, top = min(x1, x2), height - max(y1, y2)
        wide, high = abs(x2 - x1), abs(y2 - y1)
        more_x, more_y = max(0.0, _SMALLEST - wide), max(0.0, _SMALLEST - high)
        return Mark(
            box.label,
            box.target,
            round(left - more_x / 2, 2),
            round(top - more_y / 2, 2),
            round(wide + more_x, 2),
            round(high + more_y, 2),
        )

    def name_rows(
        self, names: Sequence[str], axis: str, limits: tuple[float, float] | None = None
    ) -> None:
        """Names the rows, from the top, and the axis below them.

        Args:
            names: What the rows are called.
            axis: What the horizontal axis measures.
            limits: Its ends; fitted to the data where None.
        """
        name_rows(self.axes, names)
        if limits is not None:
            self.axes.set_xlim(*limits)
        self.axes.set_xlabel(t(axis), color=INK, fontsize=9.5)

    def note(self, place: float, note: str) -> None:
        """Writes a note at the right end of a row."""
        if note:
            self.axes.annotate(
                note, (1.015, place), xycoords=("axes fraction", "data"), color=INK, fontsize=9,
                va="center", annotation_clip=False,
            )  # fmt: skip

    def both_axes(self, x_axis: str, y_axis: str) -> None:
        """Makes the vertical axis one that measures, as the horizontal one does."""
        axes = self.axes
        axes.spines["left"].set_visible(True)
        axes.spines["left"].set_color(GRID)
        axes.grid(visible=True, axis="both", color=GRID, linewidth=0.8)
        axes.tick_params(axis="y", colors=INK, labelsize=9, color=GRID)
        axes.set_xlabel(t(x_axis), color=INK, fontsize=9.5)
        axes.set_ylabel(t(y_axis), color=INK, fontsize=9.5)


@contextmanager
def half_a_page() -> Iterator[None]:
    """Charts drawn inside stand two beside each other: narrower, so that letters stay readable."""
    token = _room.set(HALF)
    try:
        yield
    finally:
        _room.reset(token)


@contextmanager
def canvas(rows: float, *, extra: float = 0.0, width: float | None = None) -> Iterator[Canvas]:
    """Room for a chart of so many rows, the first on top.

    Args:
        rows: How many rows.
        extra: Inches beyond what the rows and one axis need.
        width: Inches; as much as there is room for where None.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    settings: Any = _SETTINGS | {"font.family": _families()}
    with _ONE_AT_A_TIME, rc_context(settings):
        size = (_room.get() if width is None else width, 0.75 + extra + ROW_HEIGHT * max(rows, 1))
        figure = Figure(figsize=size, dpi=_DPI, layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.add_subplot()
        axes.patch.set_alpha(0)
        axes.set_ylim(max(rows, 1) - 0.4, -0.6)
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        axes.spines["bottom"].set_color(GRID)
        axes.tick_params(axis="x", colors=INK, labelsize=9, color=GRID)
        axes.grid(visible=True, axis="x", color=GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        yield Canvas(figure, axes)


@cache
def _families() -> list[str]:
    """Matplotlib's own letters, then the first Chinese font of this machine, to measure by."""
    from matplotlib.font_manager import fontManager

    known = set(fontManager.get_font_names())
    return ["DejaVu Sans", *[name for name in _CJK if name in known][:1]]


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Names the rows, from the top."""
    limit = round(_LONGEST * _room.get() / WIDTH)
    axes.set_yticks(range(len(names)), [cut(name, limit) for name in names])
    axes.tick_params(axis="y", length=0, labelcolor=INK, labelsize=9.5)


def cut(name: str, limit: int = _LONGEST) -> str:
    """A name at most so many letters wide; Chinese ones count double."""
    for place in range(len(name)):
        if _width(name[: place + 1]) > limit:
            return name[:place] + "…"
    return name


def _width(text: str) -> int:
    """How wide a text is, in letters; Chinese ones count double."""
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def legend(axes: Axes, entries: Sequence[tuple[str, str, str]]) -> None:
    """Explains colours above the chart: label, colour and hatching of each."""
    from matplotlib.patches import Patch

    handles = [
        Patch(facecolor=colour, edgecolor="#fefdfe", hatch=hatch, label=label)
        for label, colour, hatch in entries
    ]
    explain(axes, handles)


def explain(axes: Axes, handles: Sequence[Artist]) -> None:
    """Puts a legend above the chart, over its whole width; below each other where it is narrow."""
    figure = axes.get_figure(root=True)
    if figure is None:
        return
    room = figure.get_size_inches()[0] * _DPI
    needed = sum(_LETTER * _width(str(handle.get_label())) + _SWATCH for handle in handles)
    figure.legend(
        handles=handles, loc="outside upper left", ncols=len(handles) if needed <= room else 1,
        frameon=False, fontsize=9, labelcolor=INK, handlelength=1.2, borderaxespad=0.2,
    )  # fmt: skip


def _svg(figure: Figure, description: str) -> str:
    buffer = io.StringIO()
    with warnings.catch_warnings():
        # Only widths are measured with matplotlib's font; the reader's font renders the text.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return _for_a_page(buffer.getvalue(), description)


def _for_a_page(svg: str, description: str) -> str:
    """The bare ``<svg>`` element, in the page's font and colours, named for screen readers."""
    from html import escape

    svg = _NO_XML.sub("\ufffd", svg[svg.index("<svg") :])
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<(svg[^>]*?) width=\"[^\"]*\"", r"<\1", svg, count=1)
    svg = re.sub(r"<(svg[^>]*?) height=\"[^\"]*\"", r"<\1", svg, count=1)
    svg = re.sub(r"font-family: [^;\"]*", f"font-family: {SANS}", svg)
    svg = re.sub(r"font: ((?:\w+ )*[\d.]+px) [^;\"]*", rf"font: \1 {SANS}", svg)
    for stand_in, variable in VARIABLES.items():
        svg = svg.replace(stand_in, variable)
    label = escape(_NO_XML.sub("\ufffd", description), quote=True)
    return svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
