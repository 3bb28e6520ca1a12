"""Tasks as a table, or the same drawn: what the views of one system and of two share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.kit import Grid, GridCell, GridView, Shell, px, t, tab_bar
from xpert_studio.desktop.pages.results.section import TableSection
from xpert_studio.desktop.pages.results.words import domain_cell, task_cell
from xpert_studio.desktop.widgets.chart_view import ChartCard
from xpert_studio.desktop.widgets.explorer import LOWEST
from xpert_studio.records.columns import Catalog, IntArray
from xpert_studio.report.charts import Chart

TASKS: Final = "tasks"
"""The view that is the table; every other one is a chart."""


class TasksOrChart(TableSection):
    """Tabs, and below them the table or a chart.

    Args:
        shell: The window's.
        views: Names of the views, marked for translation, in their order.
        names: What screen readers call the tabs, and the table.
        drawn: What stands above the chart.
        sorts_itself: Whether the table sorts its rows.
    """

    def __init__(
        self,
        shell: Shell,
        views: Mapping[str, str],
        names: tuple[str, str],
        drawn: str,
        *,
        sorts_itself: bool = False,
    ) -> None:
        super().__init__(shell)
        self._wants_focus = False
        self._catalog: Catalog | None = None
        options = [(t(said), view) for view, said in views.items()]
        self.views = tab_bar(options, self._turn, name=names[0], kind="side", scrolls=False)
        self.grid = Grid(self)
        self.table = GridView(self.grid, names[1], stretched="task", sorts_itself=sorts_itself)
        self.table.opened.connect(lambda place, _: self.open_task(place))
        self.table.setMinimumHeight(px(LOWEST))
        self.card = ChartCard(shell, drawn)
        self.card.hide()

    @property
    def view(self) -> str:
        """What is looked at."""
        return str(self.views.tabData(max(0, self.views.currentIndex())))

    def take_focus(self) -> None:
        """Starts in what is shown."""
        self._wants_focus = True
        self.views.setFocus()

    def open_task(self, place: int) -> None:
        """Opens a task of the table."""

    @property
    def shown_tasks(self) -> Sequence[int] | IntArray:
        """The tasks of the table, as the catalog numbers them."""
        raise NotImplementedError

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """The chart, where that is looked at."""
        return None if self.view == TASKS else self.card.drawn

    def _turn(self) -> None:
        pass

    def _show_table(self) -> bool:
        """Shows the table or the chart's card; says whether it is the table."""
        is_table = self.view == TASKS
        self.table.setVisible(is_table)
        self.card.setVisible(not is_table)
        if self._wants_focus:
            self._wants_focus = False
            focused: QWidget = self.table if is_table else self.card.view
            focused.setFocus()
        return is_table

    def _draw(self, title: str, reading: str, make: Callable[[], Chart]) -> None:
        """Paints the chart on another thread, and shows it if it is still looked at."""
        view = self.view
        self.card.title.setText(title)
        self.card.reading.setText(reading)
        self.card.reading.show()

        def show(chart: Chart) -> None:
            if view == self.view:
                self.card.show_chart(chart)

        self.fetch(make, show, "chart")

    def _of(self, place: int) -> int:
        return int(self.shown_tasks[place])

    def _task(self, place: int) -> GridCell:
        return task_cell(self._catalog, self._of(place))

    def _domain(self, place: int) -> GridCell:
        return domain_cell(self._catalog, self._of(place))
