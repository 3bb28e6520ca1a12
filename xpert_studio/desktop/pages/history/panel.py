"""The history of one task, as a part of its workspace."""

from __future__ import annotations

from xpert_studio.desktop.kit import Shell, column
from xpert_studio.desktop.pages.history.list import HistoryView
from xpert_studio.desktop.pages.task.panel import Panel
from xpert_studio.workflow.views import TaskView


class HistoryPanel(Panel):
    """What was done to a task, by whom, and what of it can be undone."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.view = HistoryView(shell, names_tasks=False)
        self.setFocusProxy(self.view)
        column(self.view, on=self)

    def show_view(self, view: TaskView) -> None:
        """Fetches what was done to the task."""
        self.view.fetch(view.task.id)
