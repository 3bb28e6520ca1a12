"""The frame of charts with one row a thing: names at the left, a scale, figures at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.report.charts.scales import AxisScale
from xpert_studio.report.charts.shapes import DrawnLine, Role
from xpert_studio.report.charts.sheet import LINE, SIZE, ChartSheet

PITCH: Final = 28.0
_TIGHT: Final = 24.0
_MANY: Final = 20
"""Beyond so many rows they stand closer."""
_NAMES: Final = 0.4
_FIGURES: Final = 0.17
"""Of the width, at most: what names take, and what a column of figures does."""
_GAP: Final = 12.0
_LANE: Final = 7.0
_TALL: Final = 2 * LINE + 6


@dataclass(frozen=True, slots=True)
class Frame:
    """Where rows lie.

    Attributes:
        scale: Across.
        top: Above the first.
        pitch: From one to the next.
    """

    scale: AxisScale
    top: float
    pitch: float

    def y(self, row: float) -> float:
        """The middle of a row."""
        return self.top + (row + 0.5) * self.pitch

    def band(self, row: int) -> tuple[float, float]:
        """The upper and lower end of a row."""
        return self.y(row - 0.45), self.y(row + 0.45)


def frame_rows(
    sheet: ChartSheet,
    names: Sequence[str],
    limits: tuple[float, float],
    axis: str,
    *,
    columns: Sequence[Sequence[str]] = (),
    lines: Sequence[tuple[str, float]] = (),
    ties: Sequence[tuple[int, int]] = (),
    unit: str = "",
    left: float = 0.0,
) -> Frame:
    """Lays out all of a chart of rows but what stands for its values.

    Args:
        sheet: Where to, from its height down.
        names: Of the rows, from the top.
        limits: The ends of the axis.
        axis: What it measures.
        columns: Figures at the right of each row, from left to right; empty columns are left out.
        lines: Named values, dashed lines across all rows.
        ties: The first and the last of rows that cannot be told apart.
        unit: After the numbers of the axis.
        left: Where it begins; it ends at the right end of the sheet.
    """
    width = sheet.width - left
    room = min(max((sheet.wide(name, SIZE) for name in names), default=0.0), _NAMES * width)
    written = [sheet.wrap(name, room + 0.01, 2, SIZE) for name in names]
    columns = [column for column in columns if any(column)]
    widths = [min(max(map(sheet.wide, one)), _FIGURES * width) + _GAP for one in columns]
    figures = [
        [sheet.wrap(text, wide - _GAP + 0.01) for text in one]
        for one, wide in zip(columns, widths, strict=True)
    ]
    tall = any(len(lines) > 1 for one in (written, *figures) for lines in one)
    pitch = _TALL if tall else _TIGHT if len(names) > _MANY else PITCH
    lanes = _lanes(ties)
    right = sheet.width - sum(widths) - _LANE * len(set(lanes)) - (8 if not columns else 0)
    scale = AxisScale(*limits, left + room + _GAP, right - 4)
    sheet.captions([(name, scale.at(value)) for name, value in lines])
    frame = Frame(scale, sheet.height, pitch)
    low = frame.top + pitch * max(len(names), 1)
    sheet.x_axis(scale, frame.top, low + 2, axis, unit=unit)
    for _, value in lines:
        place = scale.at(value)
        sheet.polyline([(place, frame.top), (place, low + 2)], Role.SOFT, 1.2, dashed=True)
    for row, words in enumerate(written):
        sheet.lines(left + room, frame.y(row), words, size=SIZE, anchor="end")
    end = sheet.width
    for place in range(len(columns) - 1, -1, -1):
        role = Role.INK if place == 0 else Role.SOFT
        for row, words in enumerate(figures[place]):
            sheet.lines(end, frame.y(row), words, role=role, anchor="end")
        end -= widths[place]
    for lane, (first, last) in zip(lanes, ties, strict=True):
        out = right + 4 + _LANE * lane
        upper, lower = frame.band(first)[0], frame.band(last)[1]
        bracket = ((out, upper), (out + 4, upper), (out + 4, lower), (out, lower))
        sheet.put(DrawnLine((bracket,), Role.SOFT, 1.4))
    return frame


def _lanes(ties: Sequence[tuple[int, int]]) -> list[int]:
    """For each bracket a lane in which it meets no other before it."""
    found: list[int] = []
    for place, (first, last) in enumerate(ties):
        taken = {
            lane
            for lane, (a, b) in zip(found, ties[:place], strict=True)
            if first <= b and a <= last
        }
        found.append(next(lane for lane in range(place + 1) if lane not in taken))
    return found
