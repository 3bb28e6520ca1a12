"""What the parts of the page have in common: they draw when they are seen, off the window's thread."""

from __future__ import annotations

from xpert_studio.desktop.pages.late import ShownLate
from xpert_studio.report.judge_alignment import JudgeLook


class AlignmentTab(ShownLate):
    """One tab of the page."""

    look: JudgeLook | None = None

    def show_look(self, look: JudgeLook) -> None:
        """Takes what is to be shown; shows it at once where it is seen."""
        self.look = look
        self.fall_behind()

    def catch_up(self) -> None:
        """Shows it."""
        if self.look is not None:
            self.fill(self.look)

    def fill(self, look: JudgeLook) -> None:
        """Shows it."""
