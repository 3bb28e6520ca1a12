"""Charts with one row a thing: intervals, bars, boxes, pairs of values, and parts of a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.wording import labelled, mark, number, percent, t
from xpert_studio.report.charts.chart import Chart, Table
from xpert_studio.report.charts.row_frame import frame_rows
from xpert_studio.report.charts.scales import ends
from xpert_studio.report.charts.shapes import Rect, Role, Target
from xpert_studio.report.charts.sheet import ChartSheet, Sign

Limits = tuple[float, float]


def signed(value: float, form: str) -> str:
    """A number by a format specification, with a minus as wide as the plus."""
    return f"{value:{form}}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class Bar:
    """A number with its name; ``stressed`` sets it off by colour and hatching."""

    label: str
    value: float
    note: str = ""
    stressed: bool = False
    target: Target = ()

    @property
    def said(self) -> str:
        """The number in words."""
        return self.note or number(self.value).replace("-", "−")


@dataclass(frozen=True, slots=True)
class Bars(Chart):
    """Horizontal bars from zero, the first on top; negative ones point left.

    Attributes:
        items: What to show.
        axis: What the horizontal axis measures.
        limits: Its ends; fitted to the data where None.
    """

    items: Sequence[Bar]
    axis: str
    limits: Limits | None = None

    def table(self) -> Table:
        """Name and value."""
        return (mark("Name"), mark("Value")), [(item.label, item.value) for item in self.items]

    def draw(self, sheet: ChartSheet) -> None:
        """Bars, and their numbers in a column."""
        frame = frame_rows(
            sheet,
            [item.label for item in self.items],
            self.limits or ends((item.value for item in self.items), from_zero=True),
            self.axis,
            columns=([item.said for item in self.items],),
        )
        for row, item in enumerate(self.items):
            start, end = sorted((frame.scale.at(0), frame.scale.at(item.value)))
            rect = Rect(
                start,
                frame.y(row - 0.3),
                end - start,
                0.6 * frame.pitch,
                Role.SECOND if item.stressed else Role.FIRST,
            )
            sheet.bar(rect, hatched=item.stressed)
            said = labelled(item.label, item.said)
            sheet.mark(said, item.target, (start, end), frame.band(row))


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


@dataclass(frozen=True, slots=True)
class Boxes(Chart):
    """Boxes from quartile to quartile with a line at the median, and lines to the ends.

    Attributes:
        items: What to show, the first on top.
        axis: What the horizontal axis measures.
        limits: Its ends; fitted to the data where None.
    """

    items: Sequence[Spread]
    axis: str
    limits: Limits | None = None

    def table(self) -> Table:
        """Name, number, and the five numbers."""
        return (
            mark("Name"),
            "n",
            mark("Lowest"),
            mark("Lower quartile"),
            mark("Median"),
            mark("Upper quartile"),
            mark("Highest"),
        ), [
            (item.label, item.n, item.low, item.lower, item.median, item.upper, item.high)
            for item in self.items
        ]

    def draw(self, sheet: ChartSheet) -> None:
        """A box a row; the median at its right."""
        frame = frame_rows(
            sheet,
            [item.label for item in self.items],
            self.limits or ends(value for item in self.items for value in (item.low, item.high)),
            self.axis,
            columns=(
                [signed(item.median, ".0f") for item in self.items],
                [t("n = {n:,}", n=item.n) for item in self.items],
            ),
        )
        for row, item in enumerate(self.items):
            low, lower, median, upper, high = map(
                frame.scale.at, (item.low, item.lower, item.median, item.upper, item.high)
            )
            y, half = frame.y(row), 0.27 * frame.pitch
            sheet.polyline([(low, y), (high, y)], Role.FIRST)
            sheet.put(
                Rect(lower, y - half, upper - lower, 2 * half, Role.PAPER),
                Rect(lower, y - half, upper - lower, 2 * half, Role.FIRST, 0.2, Role.FIRST),
            )
            sheet.polyline([(median, y - half), (median, y + half)], Role.FIRST, 3)
            said = t(
                "{label}: {median:.0f} ({lower:.0f} to {upper:.0f}; {low:.0f} to {high:.0f})",
                label=item.label,
                median=item.median,
                lower=item.lower,
                upper=item.upper,
                low=item.low,
                high=item.high,
            )
            sheet.mark(said, item.target, (low, high), frame.band(row))


@dataclass(frozen=True, slots=True)
class Dumbbell:
    """Two values of one thing."""

    label: str
    first: float
    second: float
    note: str = ""
    target: Target = ()


PAIR: Final[tuple[tuple[Sign, Role], ...]] = (("ring", Role.FIRST), ("square", Role.SECOND))


@dataclass(frozen=True, slots=True)
class Pairs(Chart):
    """A hollow circle at the first value, a full square at the second, and a line between them.

    Attributes:
        items: What to show, the first on top.
        names: What the two values are.
        axis: What the horizontal axis measures.
        limits: Its ends; fitted to the data where None.
        form: How values are written, as a format specification.
        head: What the rows are, as the head of a column.
    """

    items: Sequence[Dumbbell]
    names: tuple[str, str]
    axis: str
    limits: Limits | None = None
    form: str = ".0f"
    head: str = mark("Name")

    def table(self) -> Table:
        """Name and the two values."""
        return (self.head, *self.names), [
            (item.label, item.first, item.second) for item in self.items
        ]

    def said(self, item: Dumbbell) -> str:
        """A row in words."""
        first, second = (signed(value, self.form) for value in (item.first, item.second))
        return f"{item.label}: {self.names[0]} {first}, {self.names[1]} {second}"

    def draw(self, sheet: ChartSheet) -> None:
        """Both signs on a line a row."""
        sheet.legend([(*look, name) for look, name in zip(PAIR, self.names, strict=True)])
        frame = frame_rows(
            sheet,
            [item.label for item in self.items],
            self.limits
            or ends(value for item in self.items for value in (item.first, item.second)),
            self.axis,
            columns=([item.note for item in self.items],),
        )
        for row, item in enumerate(self.items):
            places = [frame.scale.at(value) for value in (item.first, item.second)]
            y = frame.y(row)
            sheet.polyline([(x, y) for x in places], Role.THIRD, 2)
            for (sign, role), x in zip(PAIR, places, strict=True):
                sheet.sign(sign, x, y, role)
            sheet.mark(self.said(item), item.target, (min(places), max(places)), frame.band(row))


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
    def parts(self) -> list[Part]:
        """All three, as parts."""
        parts = (self.agree, self.tied, self.disagree)
        return [part if isinstance(part, Part) else Part(part) for part in parts]


_LOOKS: Final[tuple[tuple[Sign, Role], ...]] = (
    ("bar", Role.FIRST),
    ("bar", Role.THIRD),
    ("hatch", Role.SECOND),
)


@dataclass(frozen=True, slots=True)
class Stacks(Chart):
    """Stacked bars, one row each, the first on top.

    Attributes:
        items: What to show.
        names: What the three parts are called.
        axis: What the horizontal axis measures.
        head: What the rows are, as the head of a column.
    """

    items: Sequence[Shares]
    names: tuple[str, str, str] = (mark("same order"), mark("tied"), mark("opposite order"))
    axis: str = mark("Share of response pairs")
    head: str = mark("Judge")

    def table(self) -> Table:
        """What the rows are, and the parts."""
        return (self.head, *self.names), [
            (item.label, *(part.share for part in item.parts)) for item in self.items
        ]

    def draw(self, sheet: ChartSheet) -> None:
        """A bar a row, its parts with their shares where there is room."""
        names = [t(name) for name in self.names]
        sheet.legend([(*look, name) for look, name in zip(_LOOKS, names, strict=True)])
        frame = frame_rows(
            sheet,
            [item.label for item in self.items],
            (0, 100),
            self.axis,
            columns=([], [item.note for item in self.items]),
            unit="%",
        )
        for row, item in enumerate(self.items):
            start = 0.0
            for part, name, (sign, role) in zip(item.parts, names, _LOOKS, strict=True):
                x, end = frame.scale.at(100 * start), frame.scale.at(100 * (start + part.share))
                start += part.share
                rect = Rect(x, frame.y(row - 0.32), max(end - x - 1, 0), 0.64 * frame.pitch, role)
                sheet.bar(rect, hatched=sign == "hatch")
                share = percent(part.share)
                wide = sheet.wide(share) * 1.2
                if wide + 6 <= end - x:
                    ground = Rect(
                        (x + end - wide) / 2 - 2, rect.y + 2, wide + 4, rect.height - 4, role
                    )
                    sheet.put(ground)
                    sheet.text(
                        (x + end) / 2,
                        frame.y(row),
                        share,
                        role=Role.PAPER,
                        anchor="middle",
                        bold=True,
                    )
                if part.share > 0:
                    said = f"{item.label}: {name} {share}"
                    sheet.mark(said, part.target, (x, end), frame.band(row))
