"""Plain bars: one number a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.report.charts.chart import Chart, Target
from xpert_studio.report.charts.drawing import canvas
from xpert_studio.report.charts.palette import BLUE, INK, ORANGE, PAPER


@dataclass(frozen=True, slots=True)
class Bar:
    """A number with its name; ``stressed`` sets it off by colour and hatching."""

    label: str
    value: float
    note: str = ""
    stressed: bool = False
    target: Target = ()


def bar_chart(
    rows: Sequence[Bar],
    *,
    axis: str,
    limits: tuple[float, float] | None = None,
    form: str = ",.0f",
    heads: tuple[str, str] = ("Name", "Value"),
    description: str,
) -> Chart:
    """Horizontal bars from zero, the first on top; negative ones point left.

    Args:
        rows: What to draw.
        axis: What the horizontal axis measures.
        limits: Its ends; fitted to the data where None.
        form: How values are written, as a format specification.
        heads: What the columns of the data are called.
        description: For those who cannot see it.
    """
    with canvas(len(rows)) as drawn:
        axes = drawn.axes
        for place, row in enumerate(rows):
            axes.barh(
                place, row.value, height=0.58, color=ORANGE if row.stressed else BLUE,
                hatch="////" if row.stressed else "", edgecolor=PAPER, linewidth=1,
            )  # fmt: skip
            note = row.note or f"{row.value:{form}}"
            axes.annotate(
                note, (row.value, place), xytext=(4 if row.value >= 0 else -4, 0),
                textcoords="offset points", color=INK, fontsize=9, va="center",
                ha="left" if row.value >= 0 else "right", annotation_clip=False,
            )  # fmt: skip
            ends = (min(row.value, 0.0), max(row.value, 0.0))
            drawn.mark(f"{row.label}: {note}", row.target, ends, (place - 0.3, place + 0.3))
        axes.margins(x=0.12)
        drawn.name_rows([row.label for row in rows], axis, limits)
        return drawn.finish(description, heads, [(row.label, row.value) for row in rows])
