"""Points with their intervals, one row each, and perhaps a second figure below the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.wording import labelled, listed, mark, t
from xpert_studio.report.charts.chart import Cell, Chart, Table
from xpert_studio.report.charts.row_frame import Frame, frame_rows
from xpert_studio.report.charts.rows import Limits, signed
from xpert_studio.report.charts.scales import ends
from xpert_studio.report.charts.shapes import Role, Target
from xpert_studio.report.charts.sheet import ChartSheet, Sign


@dataclass(frozen=True, slots=True)
class SecondMark:
    """A second figure in the row of another."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval.

    Attributes:
        hollow: Shows it as not to be compared with the others.
        note: What stands at the right end of its row.
        target: What a click on it opens.
        second: A second figure, shown below it.
        parts: What it is made of, by name: small dots above it.
    """

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    hollow: bool = False
    note: str = ""
    target: Target = ()
    second: SecondMark | None = None
    parts: Sequence[tuple[str, float]] = ()

    @property
    def ends(self) -> Limits:
        """Its interval; the value alone where it has none."""
        return (
            self.value if self.low is None else self.low,
            self.value if self.high is None else self.high,
        )

    def interval(self, form: str) -> str:
        """The interval in words; empty where it has none."""
        is_known = self.low is not None and self.high is not None
        return f"[{signed(self.ends[0], form)}, {signed(self.ends[1], form)}]" if is_known else ""


@dataclass(frozen=True, slots=True)
class Dots(Chart):
    """Points with their intervals, the first row on top.

    Attributes:
        items: What to show.
        axis: What the horizontal axis measures.
        limits: Its ends; fitted to the data where None.
        marks: Named values, dashed lines.
        ties: The first and last number of rows that cannot be told apart; brackets beside them.
        form: How values are written, as a format specification.
        names: What the values are, and the second ones; explained where there are any of these.
        part: What a small dot is, explained where there are any.
        apart: The first row that is not to be compared with those above: a line sets it off.
    """

    items: Sequence[Estimate]
    axis: str
    limits: Limits | None = None
    marks: Sequence[tuple[str, float]] = ()
    ties: Sequence[tuple[int, int]] = ()
    form: str = ".3g"
    names: tuple[str, str] = ("", "")
    part: str = ""
    apart: int = 0

    def table(self) -> Table:
        """Name, value and the ends of its interval; the same of the second where there is any."""
        heads: tuple[str, ...] = (mark("Name"), mark("Value"), mark("Low"), mark("High"))
        rows: list[tuple[Cell, ...]] = [
            (item.label, item.value, item.low, item.high) for item in self.items
        ]
        if self._seconds:
            heads += (self.names[1], mark("Low"), mark("High"))
            rows = [(*row, *_ends_of(item)) for row, item in zip(rows, self.items, strict=True)]
        return heads, rows

    @property
    def _seconds(self) -> list[SecondMark]:
        return [item.second for item in self.items if item.second is not None]

    def draw(self, sheet: ChartSheet) -> None:
        """A line from end to end, and the point on it."""
        values = [value for item in self.items for value in (*item.ends, item.value)]
        values += [one.value for one in self._seconds]
        if signs := self._signs():
            sheet.legend(signs)
        frame = frame_rows(
            sheet,
            [item.label for item in self.items],
            self.limits or ends([*values, *(value for _, value in self.marks)]),
            self.axis,
            columns=(
                [signed(item.value, self.form) for item in self.items],
                [item.note for item in self.items],
            ),
            lines=self.marks,
            ties=self.ties,
        )
        if 0 < self.apart < len(self.items):
            y = frame.y(self.apart - 0.5)
            sheet.polyline([(0, y), (sheet.width, y)], Role.SOFT, 0.8)
        for row, item in enumerate(self.items):
            low, value, high = map(frame.scale.at, (item.ends[0], item.value, item.ends[1]))
            y = frame.y(row)
            for _, part in item.parts:
                sheet.sign("small", frame.scale.at(part), frame.y(row - _BELOW), Role.THIRD)
            sheet.polyline([(low, y), (high, y)], Role.FIRST, 2.2)
            sheet.sign("ring" if item.hollow else "dot", value, y, Role.FIRST)
            said = f"{signed(item.value, self.form)} {item.interval(self.form)}".rstrip()
            if item.second is not None:
                said = listed((said, self._draw_second(sheet, frame, row, item.second)))
            parts = (labelled(name, signed(part, self.form)) for name, part in item.parts)
            said = "\n".join((said, *parts))
            sheet.mark(labelled(item.label, said), item.target, (low, high), frame.band(row))

    def _signs(self) -> list[tuple[Sign, Role, str]]:
        """The signs of values, second ones and parts; none where there are only values."""
        second: list[tuple[Sign, Role, str]] = (
            [("diamond", Role.SECOND, t(self.names[1]))] if self._seconds else []
        )
        if any(item.parts for item in self.items):
            second.append(("small", Role.THIRD, t(self.part)))
        return [("dot", Role.FIRST, t(self.names[0])), *second] if second else []

    def _draw_second(self, sheet: ChartSheet, frame: Frame, row: int, second: SecondMark) -> str:
        """A thinner line with a diamond below the first; what it says, in words."""
        shown = Estimate("", second.value, second.low, second.high)
        low, value, high = map(frame.scale.at, (shown.ends[0], second.value, shown.ends[1]))
        y = frame.y(row + _BELOW)
        sheet.polyline([(low, y), (high, y)], Role.SECOND, 1.4)
        sheet.sign("diamond", value, y, Role.SECOND, 3.6)
        said = f"{signed(second.value, self.form)} {shown.interval(self.form)}".rstrip()
        return labelled(t(self.names[1]), said)


_BELOW: Final = 0.3
"""How far below the first figure of a row the second one is, and parts above it, in rows."""


def _ends_of(item: Estimate) -> tuple[Cell, ...]:
    second = item.second
    return (None, None, None) if second is None else (second.value, second.low, second.high)
