"""What the parts of the page have in common: they draw when they are seen, off the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent

from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.report.judge_alignment import Look


class Part(ShellWidget):
    """One tab of the page.

    Signals:
        target_opened: A mark's target: the cases behind it are wanted.
    """

    target_opened = Signal(object)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.look: Look | None = None
        self._is_behind = False

    def show_look(self, look: Look) -> None:
        """Takes what is to be shown; shows it at once where it is seen."""
        self.look = look
        self._is_behind = True
        if self.isVisible():
            self._catch_up()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Catches up."""
        super().showEvent(event)
        if self._is_behind:
            self._catch_up()

    def _catch_up(self) -> None:
        self._is_behind = False
        if self.look is not None:
            self.fill(self.look)

    def fill(self, look: Look) -> None:
        """Shows it."""

    def fetch(self, work: Callable[[], Any], then: Callable[[Any], None], slot: str) -> None:
        """Fetches something; of several requests for the same slot only the newest counts."""
        self.session.fetch(work, then, owner=self, slot=slot)

    def draw(
        self, work: Callable[[], tuple[Any, ...]], then: Callable[[Any], None], slot: str
    ) -> None:
        """Fetches charts that stand two beside each other."""

        def drawn() -> tuple[Any, ...]:
            from xpert_studio.report.charts import half_a_page  # brings matplotlib along

            with half_a_page():
                return work()

        self.fetch(drawn, then, slot)

    def called(self, person_id: str) -> str:
        """A person's name."""
        return self.session.project_state.called(person_id)
