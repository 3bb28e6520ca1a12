"""A chart on a page: its title, a sentence that says how to read it, and the way to save it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal

from xpert_studio.desktop.kit import GAP, SPACE, Card, Shell, column, label, row, t, tool
from xpert_studio.desktop.parts.chart_view import ChartView
from xpert_studio.desktop.parts.saving_files import (
    ask_for_chart_file,
    with_ending,
    write_chart,
)
from xpert_studio.report.charts import Chart


class SavedCard(Card):
    """What can be saved as a chart; those who derive show it, and say how it is drawn.

    Args:
        shell: Where it stands.
        title: What the chart answers; also the name that its file is offered.
        reading: How to read it.
    """

    def __init__(self, shell: Shell, title: str, reading: str = "") -> None:
        super().__init__()
        self._shell = shell
        self.title = label(title, "heading")
        self.reading = label(reading, "muted")
        self.save = tool("download", t("Save the chart: {title}", title=title), self.ask_to_save)

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """What draws the chart; None while there is none."""
        raise NotImplementedError

    def ask_to_save(self) -> None:
        """Asks for a file, and writes the chart to it."""
        target = ask_for_chart_file(self, self._shell, self.title.text())
        if target is not None:
            self.save_to(target)

    def save_to(self, target: Path, ending: str = ".svg") -> None:
        """Writes the chart; a name without one of the known endings gets the one given."""
        draw = self.drawn
        if draw is not None:
            write_chart(self, self._shell, draw, with_ending(target, ending))


class ChartCard(SavedCard):
    """Shows a chart with what belongs to it.

    Signals:
        opened: Somebody wants to see what a mark stands for: its target.
    """

    opened = Signal(object)

    def __init__(self, shell: Shell, title: str, reading: str = "") -> None:
        super().__init__(shell, title, reading)
        if not reading:
            self.reading.hide()
        self.view = ChartView()
        self.view.opened.connect(self.opened)
        self.view.wants_saving.connect(self.ask_to_save)
        head = row(column(self.title, self.reading, gap=2), column(self.save, 1), grow=0)
        column(
            head,
            self.view,
            1,  # beside a higher one, what is left stays below
            on=self,
            pad=SPACE,
            gap=GAP,
        )

    def show_chart(self, chart: Chart | None) -> None:
        """Shows another chart; without one the card hides."""
        self.view.show_chart(chart)
        if self.parent() is not None:  # shown before, it would become a window
            self.setVisible(chart is not None)

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """What draws the chart that is shown."""
        chart = self.view.chart
        return None if chart is None else lambda: chart
