"""Parts of the page that show sections of reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.pages.results.section import Choice, Section
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asked_sections import AskedSections
from xpert_studio.desktop.widgets.asked_sections import Choice as Chosen
from xpert_studio.desktop.widgets.blocks_view import BlocksView, Tables
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.report.charts import Chart
from xpert_studio.report.section import Section as ReportSection
from xpert_studio.report.section import View


class ShownBlocks(Section):
    """A part of the page that shows blocks.

    Attributes:
        blocks: What shows them.
        file_title: What the file of its tables is called.
    """

    blocks: BlocksView
    file_title: str

    def sort_current(self) -> None:
        """Sorts the table with the focus by its current column; the first without one."""
        tables = self.blocks.tables
        for view in [one for one in tables if one.hasFocus()] or tables[:1]:
            view.sort_current()

    def export(self) -> None:
        """Asks for a file, and writes the tables to it, or the figures behind the first chart."""
        charts = [card.view.chart for card in self.blocks.charts if card.view.chart is not None]
        behind: Tables = [("", [list(one.heads), *map(list, one.rows)]) for one in charts[:1]]
        tables = self.blocks.plain() or behind
        if tables:
            export_tables(self, self.shell, self.file_title, lambda: tables)

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """The first chart, where there is one."""
        return next((card.drawn for card in self.blocks.charts), None)


class BlocksSection(ShownBlocks):
    """Sections of reports, and what is chosen for them; places keep what is chosen.

    Args:
        shell: The window's.
        name: What screen readers call the tables, and the file that they are written to.
        sections: The sections.
        choices: What is chosen.
        beside: What stands beside that.
    """

    def __init__(
        self,
        shell: Shell,
        name: str,
        sections: Sequence[ReportSection[Any]],
        choices: Sequence[Chosen] = (),
        beside: QWidget | None = None,
    ) -> None:
        super().__init__(shell)
        self.file_title = name
        self.asked = AskedSections(shell, name, sections, choices, beside)
        self.blocks = self.asked.blocks
        self.asked.opened.connect(self.open_target)
        self.asked.chosen.connect(lambda chosen: self.refine(**{**self.where, **chosen}))
        if choices:
            self.setFocusProxy(self.asked.pickers[choices[0].name])

    def refresh(self, choice: Choice) -> None:
        """Computes the sections."""
        view = View(
            self.session.project, lambda: choice.results, person_id=self.session.person_id
        ).by(*choice.key)
        self.asked.show_view(view.asking(in_full=True, **self.where), self.where)

    def open_target(self, target: tuple[str, ...]) -> None:
        """Opens what a row, a cell or a mark stands for."""
        match target:
            case ("system", system, *_):
                self.go("system", system=system)
            case ("behind", *words):
                self.go("system", **dict(zip(words[::2], words[1::2], strict=True)))
            case ("part", system, by, name):
                self.go("system", system=system, part=f"{by}:{name}")
            case ("bin", system, tenth):
                self.go("system", system=system, bin=tenth)
            case ("response", task_id, response_id):
                self.open_response(task_id, response_id)
            case ("responses", task_id):
                self.shell.go(Place("task", task_id=task_id, tab="responses"))
