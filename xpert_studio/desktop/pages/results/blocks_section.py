"""A part of the page that shows a section of reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import GAP, SPACE, px
from xpert_studio.desktop.pages.results.row_menus import fill_menu
from xpert_studio.desktop.pages.results.section import ChosenResults, Section
from xpert_studio.desktop.pages.results.targets import open_target
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asked_sections import AskedSections
from xpert_studio.desktop.widgets.blocks_view import Tables
from xpert_studio.desktop.widgets.fields import filter_field
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.layouts import box
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.charts import Chart
from xpert_studio.report.results.charts import shaded_chart
from xpert_studio.report.section import EXPLORED, View
from xpert_studio.report.section import Section as ReportSection

_TYPING_MS: Final = 180
_MANY: Final = 12
"""Rows; with fewer there is nothing to filter."""


class BlocksSection(Section):
    """A section of reports, and what is chosen for it; places keep what is chosen.

    Args:
        shell: The window's.
        section: It.
        above: What stands above it.
    """

    def __init__(
        self, shell: Shell, section: ReportSection[Any], *, above: Sequence[QWidget] = ()
    ) -> None:
        super().__init__(shell)
        self.section, self.file_title = section, t(section.tab or section.title)
        listed = section.option.name if section.option and section.option.listed else ""
        choices = [one for one in section.chosen if one.name != listed]
        self.asked = AskedSections(shell, self.file_title, (section,), choices, apart=True)
        self.blocks = self.asked.blocks
        self.blocks.offers = partial(fill_menu, self)
        self.words = filter_field(
            t("Filter by words"), self._narrow, _TYPING_MS, least=180, most=260
        )
        self.words.hide()
        self.beside = box(Flow(self.asked.choosing, self.words, gap=GAP))
        self.asked.opened.connect(self.open_target)
        self.asked.chosen.connect(lambda chosen: self.refine(**{**self.where, **chosen}))
        self.asked.filled.connect(self._filled)
        self.blocks.stepped.connect(self.changed)
        scrolled_column(*above, self.asked, 1, gap=GAP, on=self)

    def refresh(self, choice: ChosenResults) -> None:
        """Computes the section."""
        view = View(
            self.session.project, lambda: choice.results, person_id=self.session.person_id
        ).by(*choice.key)
        view = view.naming(self.session.project_state.names)
        self.asked.show_view(view.asking(in_full=True, **self.where), self.where)

    def _filled(self) -> None:
        rows = max((len(view.targets) for view in self.blocks.tables), default=0)
        show_if(EXPLORED in self.section.places and rows > _MANY, self.words)
        self._fill()

    def _fill(self) -> None:
        """A table alone takes the room that there is, and scrolls by itself."""
        tables, shown = self.blocks.tables, self.blocks.shown
        if len(tables) == 1 and not self.blocks.charts:
            others = (one.sizeHint().height() + px(SPACE) for one in shown if one is not tables[0])
            tables[0].fill(self.height() - sum(others) - px(GAP))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """A table alone has another room."""
        super().resizeEvent(event)
        self._fill()

    def _narrow(self) -> None:
        for table in self.blocks.tables:
            table.narrow(self.words.text())

    def open_target(self, target: tuple[str, ...]) -> None:
        """Opens what a row, a cell or a mark stands for; one that asks for less shows only that."""
        if target[0] == "ask":
            asked = dict(zip(target[1::2], target[2::2], strict=True))
            is_on = all(self.where.get(name) == value for name, value in asked.items())
            kept = {name: word for name, word in self.where.items() if name not in asked}
            self.refine(**kept, **({} if is_on else asked))
            self.catch_up()
        else:
            open_target(self, target)

    def sort_current(self) -> None:
        """Sorts the table with the focus by its current column; the first without one."""
        tables = self.blocks.tables
        for view in [table for table in tables if table.hasFocus()] or tables[:1]:
            view.sort_current()

    def export(self) -> None:
        """Asks for a file, and writes the tables to it, or the figures behind the first chart."""
        charts = [card.view.chart for card in self.blocks.charts if card.view.chart is not None]
        behind: Tables = [("", [list(chart.heads), *map(list, chart.rows)]) for chart in charts[:1]]
        tables = self.blocks.plain() or behind
        if tables:
            export_tables(self, self.shell, self.file_title, lambda: tables)

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """The first chart, or the first shaded table as one."""
        shaded = (view.shown for view in self.blocks.tables if view.shown and view.shown.shaded)
        tables = (partial(shaded_chart, table) for table in shaded)
        charts = (card.drawn for card in self.blocks.charts)
        return next(charts, None) or next(tables, None)
