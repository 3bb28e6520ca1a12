"""Points with their intervals, one row each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.report.charts.chart import Chart, Target
from xpert_studio.report.charts.drawing import canvas
from xpert_studio.report.charts.palette import BLUE, GREY, INK, PAPER


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval.

    Attributes:
        hollow: Draws it as not to be compared with the others.
        note: What stands at the right end of its row.
        target: What a click on it opens.
    """

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    hollow: bool = False
    note: str = ""
    target: Target = ()


def forest_chart(
    rows: Sequence[Estimate],
    *,
    axis: str,
    limits: tuple[float, float] | None = None,
    marks: Sequence[tuple[str, float]] = (),
    form: str = ".3g",
    heads: Sequence[str] = ("Name", "Value", "Low", "High"),
    description: str,
) -> Chart:
    """Points with their intervals, the first row on top.

    Args:
        rows: What to draw.
        axis: What the horizontal axis measures.
        limits: Its ends; fitted to the data where None.
        marks: Named values drawn as dashed vertical lines.
        form: How values are written in labels, as a format specification.
        heads: What the columns of the data are called: name, value, and the ends of its interval.
        description: For those who cannot see it.
    """
    with canvas(len(rows)) as drawn:
        axes = drawn.axes
        for place, row in enumerate(rows):
            low = row.value if row.low is None else row.low
            high = row.value if row.high is None else row.high
            axes.plot([low, high], [place, place], color=BLUE, linewidth=2.2, zorder=2)
            face = PAPER if row.hollow else BLUE
            axes.plot(
                [row.value], [place], "o", markersize=7, color=BLUE, markerfacecolor=face, zorder=3,
                clip_on=False,
            )  # fmt: skip
            drawn.note(place, row.note)
            drawn.mark(_said(row, form), row.target, (low, high), (place - 0.4, place + 0.4))
        for name, value in marks:
            axes.axvline(value, color=GREY, linestyle=(0, (4, 3)), linewidth=1.2, zorder=1)
            axes.annotate(
                name, (value, -0.72), color=INK, fontsize=8.5, ha="center", va="bottom",
                annotation_clip=False,
            )  # fmt: skip
        drawn.name_rows([row.label for row in rows], axis, limits)
        return drawn.finish(
            description, heads, [(row.label, row.value, row.low, row.high) for row in rows]
        )


def _said(row: Estimate, form: str) -> str:
    if row.low is None or row.high is None:
        return f"{row.label}: {row.value:{form}}"
    return f"{row.label}: {row.value:{form}} [{row.low:{form}}, {row.high:{form}}]"
