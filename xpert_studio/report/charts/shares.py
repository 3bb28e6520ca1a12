"""Stacked bars that add up to a whole: how pairs or checkpoints divide, one row each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.report.charts.chart import Chart, Target
from xpert_studio.report.charts.drawing import canvas, legend, percent
from xpert_studio.report.charts.palette import BLUE, GREY, INK, ORANGE, PAPER

_LOOKS: Final = ((BLUE, ""), (GREY, ""), (ORANGE, "////"))
_SHOWN: Final = 0.08


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a row, and what a click on it opens."""

    share: float
    target: Target = ()


@dataclass(frozen=True, slots=True)
class Shares:
    """How a whole divides; the three parts add up to 1.

    Attributes:
        agree, tied, disagree: The parts; plain numbers where there is nothing to open.
        note: What stands at the right end of the row.
    """

    label: str
    agree: float | Part
    tied: float | Part
    disagree: float | Part
    note: str = ""

    @property
    def parts(self) -> tuple[Part, Part, Part]:
        """All three, as parts."""
        whole = [
            part if isinstance(part, Part) else Part(part)
            for part in (self.agree, self.tied, self.disagree)
        ]
        return whole[0], whole[1], whole[2]


def shares_chart(
    rows: Sequence[Shares],
    *,
    names: tuple[str, str, str] = ("same order", "tied", "opposite order"),
    axis: str = "Share of response pairs",
    head: str = "Judge",
    description: str,
) -> Chart:
    """Stacked bars, one row each, the first on top.

    Args:
        rows: What to draw.
        names: What the three parts are called.
        axis: What the horizontal axis measures.
        head: What the rows are, as the head of a column.
        description: For those who cannot see it.
    """
    with canvas(len(rows), extra=0.35) as drawn:
        axes = drawn.axes
        for place, row in enumerate(rows):
            start = 0.0
            for part, name, (colour, hatch) in zip(row.parts, names, _LOOKS, strict=True):
                end = start + part.share
                axes.barh(
                    place, part.share, left=start, height=0.58, color=colour, hatch=hatch,
                    edgecolor=PAPER, linewidth=1,
                )  # fmt: skip
                if part.share >= _SHOWN:
                    axes.text(
                        (start + end) / 2, place, percent(part.share), color=PAPER, fontsize=9,
                        ha="center", va="center", weight="bold",
                        bbox={"facecolor": colour, "edgecolor": "none", "pad": 1.5},
                    )  # fmt: skip
                if part.share > 0:
                    said = f"{row.label}: {name} {percent(part.share)}"
                    drawn.mark(said, part.target, (start, end), (place - 0.3, place + 0.3))
                start = end
            axes.text(1.015, place, row.note, color=INK, fontsize=9, va="center")
        drawn.name_rows([row.label for row in rows], axis, (0, 1))
        axes.xaxis.set_major_formatter(lambda value, _: percent(value))
        legend(axes, [(name, *look) for name, look in zip(names, _LOOKS, strict=True)])
        return drawn.finish(
            description,
            (head, *names),
            [(row.label, *(part.share for part in row.parts)) for row in rows],
        )
