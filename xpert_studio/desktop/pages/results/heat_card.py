"""A heat map on a page: cells that open what is behind them, and the way to save it as a chart."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal

from xpert_studio.desktop.look import GAP, SPACE
from xpert_studio.desktop.parts import column, row
from xpert_studio.desktop.parts.chart_card import SavedCard
from xpert_studio.desktop.parts.grid import Grid
from xpert_studio.desktop.parts.grid_view import EVENLY, GridView
from xpert_studio.desktop.shell import Shell
from xpert_studio.report.charts import Chart


class HeatCard(SavedCard):
    """Shares by system and part, however many there are of either.

    Signals:
        opened: Somebody wants what is behind a cell: the place of its row, the key of its column.

    Args:
        shell: Where it stands.
        name: What it shows.
    """

    opened = Signal(int, str)

    def __init__(self, shell: Shell, name: str) -> None:
        super().__init__(shell, name)
        self._draw: Callable[[], Chart] | None = None
        self.grid = Grid(self)
        self.view = GridView(self.grid, name, by_cell=True, stretched=EVENLY)
        self.view.opened.connect(self.opened)
        head = row(column(self.title, self.reading, gap=2), self.save, grow=0)
        column(
            head,
            self.view,
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip
        self.setFocusProxy(self.view)

    def name(self, title: str, reading: str, draw: Callable[[], Chart]) -> None:
        """Says what it shows, how to read it, and how it is drawn for a file."""
        self.title.setText(title)
        self.reading.setText(reading)
        self.view.setAccessibleName(title)
        self._draw = draw

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """What draws the same as a chart."""
        return self._draw
