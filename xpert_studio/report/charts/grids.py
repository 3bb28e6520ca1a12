"""Charts of rows against columns: the confusion table, and a grid of shares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.wording import mark, percent
from xpert_studio.report.charts.drawing import WIDTH, Chart, Target, canvas, name_rows
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


_DARK: Final = 0.75
"""Above this share a cell is so dark that light letters read better."""


def heat_chart(
    row_names: Sequence[str],
    column_names: Sequence[str],
    values: Sequence[Sequence[float | None]],
    *,
    marked: Callable[[int, int], str] = lambda _row, _column: "",
    note: str = "",
    target: Callable[[int, int], Target] = lambda _row, _column: (),
    head: str = mark("System"),
    description: str,
) -> Chart:
    """A grid of shares from 0 to 1; None is left blank.

    Args:
        row_names: Names of the rows.
        column_names: Names of the columns.
        values: Shares by row and column.
        marked: A sign after the value of a cell, or what a cell without a value shows, by the
            numbers of its row and column.
        note: What that means, below the grid.
        target: What a click on a cell opens, by the numbers of its row and column.
        head: What the rows are, as the head of a column.
        description: For those who cannot see it.
    """
    with canvas(len(row_names), extra=0.9) as drawn:
        axes = drawn.axes
        for place, row in enumerate(values):
            for column, value in enumerate(row):
                sign = marked(place, column)
                if value is None and not sign:
                    continue
                if value is not None:
                    axes.barh(
                        place, 0.96, left=column - 0.48, height=0.9, color=BLUE,
                        alpha=0.08 + 0.8 * value, linewidth=0,
                    )  # fmt: skip
                axes.text(
                    column, place, sign if value is None else f"{100 * value:.0f}{sign}",
                    color=PAPER if (value or 0) > _DARK else INK, fontsize=9, ha="center",
                    va="center",
                )  # fmt: skip
                said = sign if value is None else f"{percent(value)}{sign}"
                drawn.mark(
                    f"{row_names[place]}, {column_names[column]}: {said}",
                    target(place, column),
                    (column - 0.48, column + 0.48),
                    (place - 0.45, place + 0.45),
                )
        name_rows(axes, row_names)
        axes.set_xlim(-0.5, len(column_names) - 0.5)
        axes.set_xticks(range(len(column_names)), [_short(name) for name in column_names])
        axes.xaxis.tick_top()
        axes.tick_params(axis="x", length=0, labelsize=8.5, labelcolor=INK)
        if len(column_names) > 7:
            axes.tick_params(axis="x", labelrotation=40)
            for label in axes.get_xticklabels():
                label.set_horizontalalignment("left")
                label.set_rotation_mode("anchor")
        axes.set_xlabel(note, color=INK, fontsize=9)
        axes.grid(visible=False)
        axes.spines["bottom"].set_visible(False)
        rows = [(name, *row) for name, row in zip(row_names, values, strict=True)]
        return drawn.finish(description, (head, *column_names), rows)


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
