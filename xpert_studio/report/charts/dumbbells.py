"""Two values a row and the way from one to the other: before and after, this one and that one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.report.charts.chart import Chart, Target
from xpert_studio.report.charts.drawing import canvas, explain
from xpert_studio.report.charts.palette import BLUE, GREY, ORANGE, PAPER


@dataclass(frozen=True, slots=True)
class Dumbbell:
    """Two values of one thing."""

    label: str
    first: float
    second: float
    note: str = ""
    target: Target = ()


def dumbbell_chart(
    rows: Sequence[Dumbbell],
    *,
    names: tuple[str, str],
    axis: str,
    limits: tuple[float, float] | None = None,
    form: str = ".0f",
    head: str = "Name",
    description: str,
) -> Chart:
    """A hollow circle at the first value, a full square at the second, and a line between them.

    Args:
        rows: What to draw, the first on top.
        names: What the two values are.
        axis: What the horizontal axis measures.
        limits: Its ends; fitted to the data where None.
        form: How values are written in labels, as a format specification.
        head: What the rows are, as the head of a column.
        description: For those who cannot see it.
    """
    with canvas(len(rows), extra=0.35) as drawn:
        axes = drawn.axes
        for place, row in enumerate(rows):
            axes.plot([row.first, row.second], [place, place], color=GREY, linewidth=2, zorder=2)
            axes.plot(
                [row.first], [place], "o", markersize=7.5, color=BLUE, markerfacecolor=PAPER,
                markeredgewidth=1.8, zorder=3,
            )  # fmt: skip
            axes.plot([row.second], [place], "s", markersize=7, color=ORANGE, zorder=4)
            drawn.note(place, row.note)
            said = f"{row.label}: {names[0]} {row.first:{form}}, {names[1]} {row.second:{form}}"
            ends = (min(row.first, row.second), max(row.first, row.second))
            drawn.mark(said, row.target, ends, (place - 0.4, place + 0.4))
        drawn.name_rows([row.label for row in rows], axis, limits)
        handles = [
            axes.plot([], [], "o", color=BLUE, markerfacecolor=PAPER, label=names[0])[0],
            axes.plot([], [], "s", color=ORANGE, label=names[1])[0],
        ]
        explain(axes, handles)
        return drawn.finish(
            description, (head, *names), [(row.label, row.first, row.second) for row in rows]
        )
