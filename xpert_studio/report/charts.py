"""The charts of a report: plain data in, an SVG fragment out.

Text stays text, so that it can be read aloud, searched and printed sharp. Colours are those of the
page around it: ink, grid and hues are CSS variables, so a chart follows light and dark.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Stand-ins that no chart uses for anything else; the page's variables take their place.
_INK: Final = "#010203"
_GRID: Final = "#d0d1d2"
_COLOURS: Final = {
    _INK: "var(--ink)",
    _GRID: "var(--rule)",
    "#2166ab": "var(--blue)",
    "#999a9b": "var(--grey)",
    "#b35807": "var(--orange)",
    "#f6f7f8": "var(--paper)",
}
BLUE: Final = "#2166ab"
GREY: Final = "#999a9b"
ORANGE: Final = "#b35807"
PAPER: Final = "#f6f7f8"
_ROW_HEIGHT: Final = 0.34
_WIDTH: Final = 7.4


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval; ``hollow`` draws it as not to be compared with the others."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    hollow: bool = False


@dataclass(frozen=True, slots=True)
class Shares:
    """How the pairs of one judge divide; the three add up to 1."""

    label: str
    agree: float
    tied: float
    disagree: float
    note: str = ""


def forest_chart(
    rows: Sequence[Estimate],
    *,
    axis: str,
    limits: tuple[float, float] | None = None,
    marks: Sequence[tuple[str, float]] = (),
    description: str,
) -> str:
    """Points with their intervals, one row each, the first on top.

    Args:
        rows: What to draw.
        axis: What the horizontal axis measures.
        limits: Its ends; fitted to the data where None.
        marks: Named values drawn as dashed vertical lines.
        description: For those who cannot see it.
    """
    figure, axes = _canvas(len(rows))
    for place, row in enumerate(rows):
        if row.low is not None and row.high is not None:
            axes.plot([row.low, row.high], [place, place], color=BLUE, linewidth=2.2, zorder=2)
        face = PAPER if row.hollow else BLUE
        axes.plot(
            [row.value], [place], "o", markersize=7, color=BLUE, markerfacecolor=face, zorder=3
        )
    for name, value in marks:
        axes.axvline(value, color=GREY, linestyle=(0, (4, 3)), linewidth=1.2, zorder=1)
        axes.annotate(
            name, (value, -0.72), color=_INK, fontsize=8.5, ha="center", va="bottom",
            annotation_clip=False,
        )  # fmt: skip
    _name_rows(axes, [row.label for row in rows])
    if limits is not None:
        axes.set_xlim(*limits)
    axes.set_xlabel(axis, color=_INK, fontsize=9.5)
    return _svg(figure, description)


def shares_chart(rows: Sequence[Shares], *, description: str) -> str:
    """Stacked bars: how many pairs agree, tie and disagree, one row a judge."""
    figure, axes = _canvas(len(rows), extra=0.35)
    for place, row in enumerate(rows):
        start = 0.0
        for share, colour, hatch in (
            (row.agree, BLUE, ""),
            (row.tied, GREY, ""),
            (row.disagree, ORANGE, "////"),
        ):
            axes.barh(
                place, share, left=start, height=0.58, color=colour, hatch=hatch,
                edgecolor=PAPER, linewidth=1,
            )  # fmt: skip
            if share >= 0.08:
                axes.text(
                    start + share / 2, place, f"{100 * share:.0f} %", color=PAPER, fontsize=9,
                    ha="center", va="center", weight="bold",
                    bbox={"facecolor": colour, "edgecolor": "none", "pad": 1.5},
                )  # fmt: skip
            start += share
        axes.text(1.015, place, row.note, color=_INK, fontsize=9, va="center")
    _name_rows(axes, [row.label for row in rows])
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.set_xlabel("Share of response pairs", color=_INK, fontsize=9.5)
    _legend(
        axes, [("same order", BLUE, ""), ("tied", GREY, ""), ("opposite order", ORANGE, "////")]
    )
    return _svg(figure, description)


def heat_chart(
    row_names: Sequence[str],
    column_names: Sequence[str],
    values: Sequence[Sequence[float | None]],
    *,
    description: str,
) -> str:
    """A grid of shares from 0 to 1, each written in its cell; None is left blank."""
    figure, axes = _canvas(len(row_names), extra=0.9)
    for place, row in enumerate(values):
        for column, value in enumerate(row):
            if value is None:
                continue
            axes.barh(
                place, 0.96, left=column - 0.48, height=0.9, color=BLUE, alpha=0.08 + 0.8 * value,
                linewidth=0,
            )  # fmt: skip
            ink = PAPER if value > 0.75 else _INK
            axes.text(
                column, place, f"{100 * value:.0f}", color=ink, fontsize=9, ha="center", va="center"
            )
    _name_rows(axes, row_names)
    axes.set_xlim(-0.5, len(column_names) - 0.5)
    axes.set_xticks(range(len(column_names)), [_short(name) for name in column_names])
    axes.xaxis.tick_top()
    axes.tick_params(axis="x", length=0, labelsize=8.5, labelcolor=_INK)
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    return _svg(figure, description)


def _short(name: str, limit: int = 16) -> str:
    """A name over two lines where it is long."""
    if len(name) <= limit:
        return name
    words = name.split(" ")
    half = min(
        range(1, len(words) + 1), key=lambda n: abs(len(" ".join(words[:n])) - len(name) / 2)
    )
    lines = [" ".join(words[:half]), " ".join(words[half:])]
    return "\n".join(line if len(line) <= limit + 4 else line[: limit + 3] + "…" for line in lines)


def _canvas(rows: int, extra: float = 0.0) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(
        figsize=(_WIDTH, 0.75 + extra + _ROW_HEIGHT * max(rows, 1)), layout="constrained"
    )
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    axes.patch.set_alpha(0)
    axes.set_ylim(max(rows, 1) - 0.4, -0.6)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(_GRID)
    axes.tick_params(axis="x", colors=_INK, labelsize=9, color=_GRID)
    axes.grid(visible=True, axis="x", color=_GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    return figure, axes


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), [_cut(name) for name in names])
    axes.tick_params(axis="y", length=0, labelcolor=_INK, labelsize=9.5)


def _cut(name: str, limit: int = 42) -> str:
    return name if len(name) <= limit else name[: limit - 1] + "…"


def _legend(axes: Axes, entries: Sequence[tuple[str, str, str]]) -> None:
    from matplotlib.patches import Patch

    handles = [
        Patch(facecolor=colour, edgecolor=PAPER, hatch=hatch, label=label)
        for label, colour, hatch in entries
    ]
    axes.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(0, 1.0), ncols=3, frameon=False,
        fontsize=9, labelcolor=_INK, handlelength=1.2, borderaxespad=0.2,
    )  # fmt: skip


def _svg(figure: Figure, description: str) -> str:
    from matplotlib import rc_context

    settings: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": "xpert-studio",  # the same chart is the same bytes
        "font.family": "sans-serif",
        "hatch.linewidth": 1.2,
    }
    buffer = io.StringIO()
    with rc_context(settings), warnings.catch_warnings():
        # Only widths are measured with matplotlib's own font; the reader's font draws the letters.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return _for_a_page(buffer.getvalue(), description)


def _for_a_page(svg: str, description: str) -> str:
    """The bare ``<svg>`` element, in the page's font and colours, named for screen readers."""
    from html import escape

    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<(svg[^>]*?) width=\"[^\"]*\"", r"<\1", svg, count=1)
    svg = re.sub(r"<(svg[^>]*?) height=\"[^\"]*\"", r"<\1", svg, count=1)
    svg = re.sub(r"font: ([\d.]+px|bold [\d.]+px|[^;]*?px) [^;\"]*", r"font: \1 var(--sans)", svg)
    for stand_in, variable in _COLOURS.items():
        svg = svg.replace(stand_in, variable)
    label = escape(description, quote=True)
    return svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
