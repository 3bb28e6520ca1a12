"""A chart: frozen data that says what it shows, and lays itself out for a width."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from xpert_studio.core.wording import t
from xpert_studio.report.charts.letters import Measure, measured
from xpert_studio.report.charts.shapes import ChartLayout
from xpert_studio.report.charts.sheet import ChartSheet

Cell = str | int | float | None
Table = tuple[tuple[str, ...], list[tuple[Cell, ...]]]
_WORDS = ("title", "description", "axis", "x_axis", "y_axis")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart(ABC):
    """What all kinds of charts have; the kinds are a closed set, listed by the package.

    Attributes:
        description: What it shows, for those who cannot see it.
        title: What stands above it; nothing where the page says it.
        heads: The heads of the table of figures behind it; those of its kind where none are given.
    """

    description: str
    title: str = ""
    heads: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Says its words, which may be constants, in the language that is spoken."""
        for name in _WORDS:
            if hasattr(self, name):
                object.__setattr__(self, name, t(getattr(self, name)))
        object.__setattr__(self, "heads", tuple(map(t, self.heads or self.table()[0])))

    @property
    def rows(self) -> list[tuple[Cell, ...]]:
        """The figures behind it, below its heads."""
        return self.table()[1]

    @abstractmethod
    def table(self) -> Table:
        """The heads of its kind, and the figures behind it."""

    @abstractmethod
    def draw(self, sheet: ChartSheet) -> None:
        """Lays it out on a sheet, from its height down."""


def layout(chart: Chart, width: float, measure: Measure = measured) -> ChartLayout:
    """Where everything of a chart lies: the same for the same arguments.

    Args:
        chart: The chart.
        width: Pixels there are; the height follows.
        measure: How wide texts are in the font it will be painted with.
    """
    sheet = ChartSheet(width, measure)
    if chart.title:
        for line in sheet.wrap(chart.title, sheet.width / 1.3, 2, 15):
            sheet.text(0, sheet.height + 10, line, size=15, bold=True)
            sheet.height += 20
        sheet.height += 6
    chart.draw(sheet)
    return sheet.done()
