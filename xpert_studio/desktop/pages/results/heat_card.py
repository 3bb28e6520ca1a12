"""A heat map on a page: cells that open what is behind them, and the way to save it as a chart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal

from xpert_studio.desktop.look import GAP, SPACE
from xpert_studio.desktop.parts import Card, column, label, row, tool
from xpert_studio.desktop.parts.grid import Grid
from xpert_studio.desktop.parts.grid_view import EVENLY, GridView
from xpert_studio.desktop.parts.saving_files import ask_for_chart_file, with_ending, write_chart
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import t
from xpert_studio.report.charts import Chart


class HeatCard(Card):
    """Shares by system and part, however many there are of either.

    Signals:
        opened: Somebody wants what is behind a cell: the place of its row, the key of its column.

    Args:
        shell: Where it stands.
        name: What it shows.
    """

    opened = Signal(int, str)

    def __init__(self, shell: Shell, name: str) -> None:
        super().__init__()
        self._shell = shell
        self._draw: Callable[[], Chart] | None = None
        self.title = label(name, "heading")
        self.reading = label("", "muted")
        self.grid = Grid(self)
        self.view = GridView(self.grid, name, by_cell=True, stretched=EVENLY)
        self.view.opened.connect(self.opened)
        self.save = tool("download", t("Save the chart: {title}", title=name), self.ask_to_save)
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

    def ask_to_save(self) -> None:
        """Asks for a file, and writes the chart to it."""
        target = ask_for_chart_file(self, self._shell, self.title.text())
        if target is not None:
            self.save_to(target)

    def save_to(self, target: Path, ending: str = ".svg") -> None:
        """Writes the chart; a name without one of the known endings gets the one given."""
        if self._draw is not None:
            write_chart(self, self._shell, self._draw, with_ending(target, ending))
