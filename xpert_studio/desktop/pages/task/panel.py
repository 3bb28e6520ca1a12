"""What the parts of a task's workspace have in common."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal

from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.shell import Shell, ShellWidget


class Panel(ShellWidget):
    """One part of the workspace; it shows a ``TaskView`` whenever there is a new one.

    It is made when there is one to be shown. Those who derive show it in ``fill``.

    Attributes:
        view: What is shown.

    Signals:
        scrolled: How far down it is, and how far down it could be, in pixels.
    """

    scrolled = Signal(int, int)
    view: TaskView

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._task_id = ""

    def show_view(self, view: TaskView) -> None:
        """Shows the task as it is now."""
        is_other, self._task_id = view.task.id != self._task_id, view.task.id
        if is_other:
            self.leave()  # what was written belongs to the task that was shown
        self.view = view
        self.fill(is_other=is_other)

    def fill(self, *, is_other: bool) -> None:
        """Shows the view; whether it is another task's than the one before."""

    def show_item(self, item: str) -> None:
        """Shows a thing on it, as when a search has found it."""

    def go_to_gap(self) -> None:
        """Puts the focus on what keeps the next step from being taken."""

    @property
    def has_unsaved(self) -> bool:
        """Whether something is written that cannot be saved as it is."""
        return False

    def go_to_unsaved(self) -> None:
        """Puts the focus on what cannot be saved."""

    def take_focus(self) -> None:
        """Puts the focus where the work is."""
        self.setFocus()

    def take_file(self, path: Path) -> bool:
        """Takes a rubric table that was dropped on it; whether it has a place for it."""
        return False

    def attach(self, path: Path) -> None:
        """Attaches a document to what it shows."""

    def leave(self) -> None:
        """Saves what is being written."""
