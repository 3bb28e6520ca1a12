"""Charts of fields: rows against columns, the bands of a scale, and the steps of a course."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.wording import labelled, mark, number, percent
from xpert_studio.report.charts.chart import Cell, Chart, Table
from xpert_studio.report.charts.row_frame import frame_rows
from xpert_studio.report.charts.shapes import Polygon, Rect, Role, Target, Text
from xpert_studio.report.charts.sheet import LINE, SIZE, SMALL, ChartSheet

_DARK: Final = 0.62
"""On a darker ground light letters read better."""
_NAMES: Final = 0.34
_LEAST: Final = 34.0
_MOST: Final = 190.0
"""How wide a field of a grid is, at least and at most."""
_LOW: Final = 28.0
_UPRIGHT: Final = 52.0
"""In columns that are narrower names read from below to above."""
_HEAD: Final = 110.0


@dataclass(frozen=True, slots=True)
class GridField:
    """A field of a grid.

    Attributes:
        value: From 0 to 1, as dark as it is high; None has no ground.
        lines: What stands in it.
        said: The same in words.
        target: What a click on it opens.
        stressed: Whether it has the other colour, hatched.
    """

    value: float | None
    lines: tuple[str, ...]
    said: str
    target: Target = ()
    stressed: bool = False


@dataclass(frozen=True, slots=True)
class Matrix(Chart):
    """Rows against columns, a field where they meet.

    Attributes:
        items: The fields by row and column; None is left blank.
        row_names, column_names: What these are.
        note: What signs in it mean, below.
        figures: The table behind it, without the names of its rows.
        head: What the rows are, as the head of a column.
        high: How high a row is.
    """

    items: Sequence[Sequence[GridField | None]]
    row_names: Sequence[str]
    column_names: Sequence[str]
    figures: Sequence[Sequence[Cell]]
    note: str = ""
    head: str = mark("System")
    high: float = _LOW

    def table(self) -> Table:
        """What the rows are, and the columns."""
        return (self.head, *self.column_names), [
            (name, *row) for name, row in zip(self.row_names, self.figures, strict=True)
        ]

    def draw(self, sheet: ChartSheet) -> None:
        """A grid; where it is too wide, several below each other with so many columns each."""
        room = min(
            max((sheet.wide(name, SIZE) for name in self.row_names), default=0),
            _NAMES * sheet.width,
        )
        left = room + 10
        most = max(1, int((sheet.width - left) / _LEAST))
        count = -(-len(self.column_names) // most) or 1
        size = -(-len(self.column_names) // count) or 1
        wide = min((sheet.width - left) / size, _MOST)
        for start in range(0, len(self.column_names), size):
            self._part(sheet, range(start, min(start + size, len(self.column_names))), left, wide)
            sheet.height += 10
        sheet.paragraph(self.note)

    def _part(self, sheet: ChartSheet, columns: range, left: float, wide: float) -> None:
        self._heads(sheet, columns, left, wide)
        for row, name in enumerate(self.row_names):
            y = sheet.height + self.high / 2
            sheet.lines(
                left - 10,
                y,
                sheet.wrap(name, left - 9.9, 1 + (self.high > 2 * LINE), SIZE),
                size=SIZE,
                anchor="end",
            )
            for place, column in enumerate(columns):
                if field := self.items[row][column]:
                    x = left + place * wide
                    _fill(sheet, field, Rect(x, sheet.height, wide - 2, self.high - 2, Role.FIRST))
                    said = f"{name}, {self.column_names[column]}: {field.said}"
                    across, down = (x, x + wide - 2), (sheet.height, sheet.height + self.high - 2)
                    sheet.mark(said, field.target, across, down)
            sheet.height += self.high

    def _heads(self, sheet: ChartSheet, columns: range, left: float, wide: float) -> None:
        """The names of the columns, upright where these are narrow."""
        names = [self.column_names[column] for column in columns]
        longest = max((sheet.wide(word) for name in names for word in name.split()), default=0)
        if wide < max(_UPRIGHT, longest + 6):
            cut = [sheet.cut(name, _HEAD) for name in names]
            sheet.height += max((sheet.wide(name) for name in cut), default=0) + 6
            for place, name in enumerate(cut):
                x = left + (place + 0.5) * wide + 0.36 * SMALL
                sheet.put(Text(x, sheet.height - 4, name, SMALL, Role.SOFT, upright=True))
            return
        written = [sheet.wrap(name, wide - 6, 3) for name in names]
        deep = max(map(len, written), default=0) * LINE
        for place, lines in enumerate(written):
            middle = sheet.height + deep - len(lines) * LINE / 2
            sheet.lines(
                left + (place + 0.5) * wide - 1, middle, lines, role=Role.SOFT, anchor="middle"
            )
        sheet.height += deep + 4


def _fill(sheet: ChartSheet, field: GridField, rect: Rect) -> None:
    shade = 0.08 + 0.8 * min(max(field.value or 0.0, 0.0), 1.0)
    if field.value is not None:
        role = Role.SECOND if field.stressed else Role.FIRST
        sheet.bar(
            Rect(rect.x, rect.y, rect.width, rect.height, role, shade), hatched=field.stressed
        )
    middle = rect.x + rect.width / 2, rect.y + rect.height / 2
    wide = max((sheet.wide(line) for line in field.lines), default=0.0)
    if field.stressed and wide <= rect.width:
        high = LINE * len(field.lines) + 4
        ground = Rect(
            middle[0] - wide / 2 - 4, middle[1] - high / 2, wide + 8, high, Role.PAPER, 0.8
        )
        sheet.put(ground)
    role = Role.PAPER if shade > _DARK and not field.stressed else Role.INK
    lines = [sheet.cut(line, rect.width) for line in field.lines]
    sheet.lines(*middle, lines, role=role, anchor="middle")


def shares_matrix(
    row_names: Sequence[str],
    column_names: Sequence[str],
    values: Sequence[Sequence[float | None]],
    *,
    marked: Callable[[int, int], str] = lambda _row, _column: "",
    note: str = "",
    target: Callable[[int, int], Target] = lambda _row, _column: (),
    head: str = mark("System"),
    description: str,
) -> Matrix:
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

    def field(row: int, column: int) -> GridField | None:
        value, sign = values[row][column], marked(row, column)
        if value is None:
            return GridField(None, (sign,), sign, target(row, column)) if sign else None
        words = f"{100 * value:.0f}{sign}"
        return GridField(value, (words,), f"{percent(value)}{sign}", target(row, column))

    return Matrix(
        items=[[field(row, n) for n in range(len(column_names))] for row in range(len(row_names))],
        row_names=row_names,
        column_names=column_names,
        figures=values,
        note=note,
        head=head,
        description=description,
    )


@dataclass(frozen=True, slots=True)
class CountedPair:
    """How often the two sides say this and that, and what a click on it opens."""

    count: int
    target: Target = ()


def confusion_matrix(
    cells: tuple[tuple[CountedPair, CountedPair], tuple[CountedPair, CountedPair]],
    *,
    rows: tuple[str, str],
    columns: tuple[str, str],
    heads: tuple[str, ...],
    description: str,
) -> Matrix:
    """Two by two fields, as dark as they are frequent; where the sides differ, hatched.

    Args:
        cells: By row and column; on the diagonal the sides agree.
        rows: What the one side says.
        columns: What the other says.
        heads: Of the figures behind it: the row's name, then the columns'.
        description: For those who cannot see it.
    """
    total = sum(cell.count for line in cells for cell in line) or 1

    def field(row: int, column: int) -> GridField:
        cell = cells[row][column]
        count, share = f"{cell.count:,}", percent(cell.count / total)
        return GridField(
            0.6 * cell.count / total,
            (count, share),
            f"{count} ({share})",
            cell.target,
            stressed=row != column,
        )

    return Matrix(
        [[field(row, column) for column in (0, 1)] for row in (0, 1)],
        rows,
        columns,
        [[cell.count for cell in line] for line in cells],
        heads=heads,
        high=72.0,
        description=description,
    )


@dataclass(frozen=True, slots=True)
class Band:
    """A band of a scale: from where to where, and what a click on it opens."""

    label: str
    low: float
    high: float
    note: str = ""
    target: Target = ()


@dataclass(frozen=True, slots=True)
class Ladder(Chart):
    """The bands of a scale as the rungs of a ladder, the highest on top, up to the one reached.

    Attributes:
        items: The bands, the lowest first.
        reached: A value on the scale; None where there is none.
        axis: What the scale measures.
        marks: Named values, dashed lines.
        form: How values are written, as a format specification.
    """

    items: Sequence[Band]
    reached: float | None
    axis: str
    marks: Sequence[tuple[str, float]] = ()
    form: str = ".0f"

    def table(self) -> Table:
        """Name, ends, whether it is the one that is reached."""
        return (mark("Name"), mark("Low"), mark("High"), mark("Reached")), [
            (item.label, item.low, item.high, int(self._has(item))) for item in self.items
        ]

    def _has(self, band: Band) -> bool:
        is_last = band == self.items[-1]
        reached = self.reached
        return reached is not None and (
            band.low <= reached < band.high or (is_last and reached == band.high)
        )

    def draw(self, sheet: ChartSheet) -> None:
        """Rungs that begin where the one below ends; those that are reached are filled."""
        bands = self.items[::-1]
        said = [f"{one.low:{self.form}}–{one.high:{self.form}}" for one in bands]
        frame = frame_rows(
            sheet,
            [one.label for one in bands],
            limits=(
                min((one.low for one in bands), default=0),
                max((one.high for one in bands), default=1),
            ),
            axis=self.axis,
            columns=(said, [one.note for one in bands]),
            lines=self.marks,
        )
        for row, band in enumerate(bands):
            x, end = frame.scale.at(band.low), frame.scale.at(band.high)
            y, half = frame.y(row), 0.3 * frame.pitch
            here = self._has(band)
            is_below = self.reached is not None and self.reached >= band.high
            shade = 1.0 if here else 0.35 if is_below else 0.0
            rect = Rect(
                x + 1,
                y - half,
                end - x - 2,
                2 * half,
                Role.FIRST if shade else None,
                shade,
                border=None if here or is_below else Role.THIRD,
            )
            sheet.put(rect)
            if here and self.reached is not None:
                sheet.sign("diamond", frame.scale.at(self.reached), y, Role.PAPER, 5)
            sheet.mark(labelled(band.label, said[row]), band.target, (x, end), frame.band(row))


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a course: how many are there, what else is to be said, what a click on it opens."""

    label: str
    count: int
    note: str = ""
    stressed: bool = False
    target: Target = ()


@dataclass(frozen=True, slots=True)
class Flow(Chart):
    """The steps of a course from left to right, and on further lines where they do not fit."""

    items: Sequence[Step]

    def table(self) -> Table:
        """Name and number."""
        return (mark("Name"), mark("Number")), [(item.label, item.count) for item in self.items]

    def draw(self, sheet: ChartSheet) -> None:
        """A pointed box a step."""
        count = max(len(self.items), 1)
        lines = -(-count // max(1, int(sheet.width / 128)))
        wide, high = sheet.width / -(-count // lines), 74.0
        a_line = -(-count // lines)
        for place, item in enumerate(self.items):
            x, y = place % a_line * wide, sheet.height + place // a_line * (high + 8)
            end, low, tip = x + wide - 16, y + high, x + wide - 6
            notch = (x + 10, y + high / 2) if place % a_line else (x, y + high / 2)
            corners = ((x, y), (end, y), (tip, y + high / 2), (end, low), (x, low), notch)
            role = Role.SECOND if item.stressed else Role.FIRST
            sheet.put(Polygon(corners, role, 0.14))
            sheet.polyline([*corners, corners[0]], role, 2 if item.stressed else 1)
            left, room = x + 16, wide - 34
            sheet.text(left, y + 17, number(item.count), size=19, bold=True, room=room)
            sheet.text(left, y + 40, item.label, room=room)
            sheet.text(left, y + 57, item.note, role=Role.SOFT, room=room)
            sheet.mark(
                labelled(item.label, f"{number(item.count)} {item.note}".rstrip()),
                item.target,
                (x, tip),
                (y, low),
            )
        sheet.height += lines * (high + 8)
