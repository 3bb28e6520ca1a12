"""What the parts of a task's workspace have in common."""

from __future__ import annotations

from PySide6.QtCore import Signal

from xpert_studio.desktop.kit import Shell, ShellWidget
from xpert_studio.workflow.views import TaskView


class Panel(ShellWidget):
    """One part of the workspace; it shows a ``TaskView`` whenever there is a new one.

    Signals:
        scrolled: How far down it is, and how far down it could be, in pixels.
    """

    scrolled = Signal(int, int)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)

    def show_view(self, view: TaskView) -> None:
        """Shows the task as it is now."""

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

    def leave(self) -> None:
        """Saves what is being written."""
