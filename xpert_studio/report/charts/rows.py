"""Charts with one row a thing: bars, boxes, pairs of values, intervals, and parts of a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.wording import labelled, mark, percent, t
from xpert_studio.report.charts.drawing import Chart, Target, canvas, explain, legend
from xpert_studio.report.charts.palette import BLUE, GREY, INK, ORANGE, PAPER


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
    heads: tuple[str, str] = (mark("Name"), mark("Value")),
    description: str,
) -> Chart:
    """Horizontal bars from zero, the first on top; negative ones point left.

    Args:
        rows: What to draw.
        axis: What the horizontal axis measures.
        limits: Its ends; fitted to the data where None.
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
            note = row.note or f"{row.value:,.0f}"
            axes.annotate(
                note, (row.value, place), xytext=(4 if row.value >= 0 else -4, 0),
                textcoords="offset points", color=INK, fontsize=9, va="center",
                ha="left" if row.value >= 0 else "right", annotation_clip=False,
            )  # fmt: skip
            ends = (min(row.value, 0.0), max(row.value, 0.0))
            drawn.mark(labelled(row.label, note), row.target, ends, (place - 0.3, place + 0.3))
        axes.margins(x=0.12)
        drawn.name_rows([row.label for row in rows], axis, limits)
        return drawn.finish(description, heads, [(row.label, row.value) for row in rows])


_HEADS: Final = (
    mark("Name"), "n", mark("Lowest"), mark("Lower quartile"), mark("Median"),
    mark("Upper quartile"), mark("Highest"),
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
    heads: Sequence[str] = _HEADS,
    description: str,
) -> Chart:
    """Boxes from quartile to quartile with a line at the median, and lines to the ends.

    Args:
        rows: What to draw, the first on top.
        axis: What the horizontal axis measures.
        limits: Its ends; fitted to the data where None.
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
            drawn.note(place, t("n = {n:,}", n=row.n))
            said = t(
                "{label}: {median:.0f} ({lower:.0f} to {upper:.0f}; {low:.0f} to {high:.0f})",
                label=row.label,
                median=row.median,
                lower=row.lower,
                upper=row.upper,
                low=row.low,
                high=row.high,
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
    head: str = mark("Name"),
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


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval.

    Attributes:
        hollow: Renders it as not to be compared with the others.
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
    heads: Sequence[str] = (mark("Name"), mark("Value"), mark("Low"), mark("High")),
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
    return (
        f"{row.label}: {row.value:{form}}"
        if row.low is None or row.high is None
        else f"{row.label}: {row.value:{form}} [{row.low:{form}}, {row.high:{form}}]"
    )


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
    names: tuple[str, str, str] = (mark("same order"), "tied", mark("opposite order")),
    axis: str = mark("Share of response pairs"),
    head: str = mark("Judge"),
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
    parts = [t(name) for name in names]
    with canvas(len(rows), extra=0.35) as drawn:
        axes = drawn.axes
        for place, row in enumerate(rows):
            start = 0.0
            for part, name, (colour, hatch) in zip(row.parts, parts, _LOOKS, strict=True):
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
        legend(axes, [(name, *look) for name, look in zip(parts, _LOOKS, strict=True)])
        return drawn.finish(
            description,
            (head, *parts),
            [(row.label, *(part.share for part in row.parts)) for row in rows],
        )
