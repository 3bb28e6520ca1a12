"""How numbers spread: median, middle half and ends, one row each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.report.charts.chart import Chart, Target
from xpert_studio.report.charts.drawing import canvas
from xpert_studio.report.charts.palette import BLUE, PAPER

_HEADS: Final = (
    "Name", "n", "Lowest", "Lower quartile", "Median", "Upper quartile", "Highest",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spread:
    """Five numbers: the lowest, the quartiles with the median between them, the highest."""

    label: str
    low: float
    lower: float
    median: float
    upper: float
    high: float
    n: int
    target: Target = ()


def box_chart(
    rows: Sequence[Spread],
    *,
    axis: str,
    limits: tuple[float, float] | None = None,
    form: str = ".0f",
    heads: Sequence[str] = _HEADS,
    description: str,
) -> Chart:
    """Boxes from quartile to quartile with a line at the median, and lines to the ends.

    Args:
        rows: What to draw, the first on top.
        axis: What the horizontal axis measures.
        limits: Its ends; fitted to the data where None.
        form: How values are written in labels, as a format specification.
        heads: What the columns of the data are called.
        description: For those who cannot see it.
    """
    with canvas(len(rows)) as drawn:
        axes = drawn.axes
        for place, row in enumerate(rows):
            axes.plot([row.low, row.high], [place, place], color=BLUE, linewidth=1.4, zorder=2)
            axes.barh(
                place, row.upper - row.lower, left=row.lower, height=0.5, color=PAPER,
                edgecolor=BLUE, linewidth=1.4, zorder=3,
            )  # fmt: skip
            axes.plot(
                [row.median, row.median], [place - 0.25, place + 0.25], color=BLUE, linewidth=3,
                solid_capstyle="butt", zorder=4,
            )  # fmt: skip
            drawn.note(place, f"n = {row.n:,}")
            said = (
                f"{row.label}: {row.median:{form}} ({row.lower:{form}} to {row.upper:{form}}; "
                f"{row.low:{form}} to {row.high:{form}})"
            )
            drawn.mark(said, row.target, (row.low, row.high), (place - 0.4, place + 0.4))
        drawn.name_rows([row.label for row in rows], axis, limits)
        return drawn.finish(
            description,
            heads,
            [
                (row.label, row.n, row.low, row.lower, row.median, row.upper, row.high)
                for row in rows
            ],
        )
