"""The view of the tasks that says what the benchmark is made of."""

from __future__ import annotations

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import SPACE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asked_sections import AskedSections
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.section import View
from xpert_studio.report.sections.corpus import CORPUS


class TaskFigures(Page):
    """Tasks, checkpoints and lengths by domain."""

    rests_on = frozenset({"task", "checkpoint"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.asked = AskedSections(shell, t("The benchmark"), (CORPUS,))
        scrolled_column(self.asked, 1, gap=SPACE, on=self)

    def refresh(self) -> None:
        """Fetches the figures."""
        self.asked.show_view(View.on(self.session.project, self.session.person_id))
