"""The view of the tasks that says what the benchmark is made of."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import SPACE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.blocks_view import BlocksView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.layouts import column, stacked
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.blocks import SectionBlocks
from xpert_studio.report.section import View
from xpert_studio.report.sections.corpus import CORPUS


class TaskFigures(Page):
    """Tasks, checkpoints and lengths by domain."""

    rests_on = frozenset({"task", "checkpoint"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.blocks = BlocksView(shell, t("The benchmark"))
        inside = QWidget()
        scrolled_column(self.blocks, 1, gap=SPACE, on=inside)
        self.empty = EmptyState(
            "list-checks", t("No task has a rubric yet"), t("Figures appear with the first one.")
        )
        self.stack = stacked(inside, self.empty)
        column(self.stack, on=self)

    def refresh(self) -> None:
        """Fetches the figures."""
        view = View.on(self.session.project, self.session.person_id)
        self.session.fetch(lambda: CORPUS.blocks(view), self._show, owner=self, slot="figures")

    def _show(self, made: SectionBlocks | None) -> None:
        self.stack.setCurrentIndex(0 if made else 1)
        self.blocks.show_blocks(made.blocks if made else ())
