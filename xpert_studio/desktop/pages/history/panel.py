"""The history of one task, as a part of its workspace."""

from __future__ import annotations

from xpert_studio.desktop.pages.history.list import HistoryView
from xpert_studio.desktop.pages.task.panel import Panel
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.layouts import column


class HistoryPanel(Panel):
    """What was done to a task, by whom, and what of it can be undone."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.history = HistoryView(shell, names_tasks=False)
        self.setFocusProxy(self.history)
        column(self.history, on=self)

    def fill(self, *, is_other: bool) -> None:
        """Fetches what was done to the task."""
        self.history.fetch(self.view.task.id)
