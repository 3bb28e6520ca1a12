"""The confusion table as a picture: what one side says against what the other says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.report.charts.chart import Chart, Target
from xpert_studio.report.charts.drawing import WIDTH, canvas, name_rows, percent
from xpert_studio.report.charts.palette import BLUE, INK, ORANGE, PAPER

_ROWS = 4.6
"""Height, counted in rows of the other charts."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How often the two sides say this and that, and what a click on it opens."""

    count: int
    target: Target = ()


def confusion_chart(
    cells: tuple[tuple[Counted, Counted], tuple[Counted, Counted]],
    *,
    rows: tuple[str, str],
    columns: tuple[str, str],
    heads: Sequence[str],
    description: str,
) -> Chart:
    """Two by two fields, as dark as they are frequent; where the sides differ, hatched.

    Args:
        cells: By row and column; on the diagonal the sides agree.
        rows: What the one side says.
        columns: What the other says.
        heads: Of the figures behind it: the row's name, then the columns'.
        description: For those who cannot see it.
    """
    total = sum(cell.count for line in cells for cell in line) or 1
    with canvas(_ROWS, width=WIDTH * 0.66) as drawn:
        axes = drawn.axes
        axes.set_ylim(1.5, -0.5)
        axes.set_xlim(-0.5, 1.5)
        for row, line in enumerate(cells):
            for column, cell in enumerate(line):
                share = cell.count / total
                agrees = row == column
                axes.barh(
                    row, 0.96, left=column - 0.48, height=0.94, color=BLUE if agrees else ORANGE,
                    alpha=0.12 + 0.5 * share, hatch="" if agrees else "////", edgecolor=PAPER,
                    linewidth=0,
                )  # fmt: skip
                axes.text(
                    column, row, f"{cell.count:,}\n{percent(share)}", color=INK, fontsize=11,
                    ha="center", va="center", linespacing=1.4,
                    bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 3, "alpha": 0.75},
                )  # fmt: skip
                drawn.mark(
                    f"{rows[row]}, {columns[column]}: {cell.count:,} ({percent(share)})",
                    cell.target,
                    (column - 0.48, column + 0.48),
                    (row - 0.47, row + 0.47),
                )
        name_rows(axes, rows)
        axes.set_xticks((0, 1), columns)
        axes.xaxis.tick_top()
        axes.tick_params(axis="x", length=0, labelsize=9.5, labelcolor=INK)
        axes.grid(visible=False)
        axes.spines["bottom"].set_visible(False)
        behind = [
            (name, line[0].count, line[1].count) for name, line in zip(rows, cells, strict=True)
        ]
        return drawn.finish(description, heads, behind)
