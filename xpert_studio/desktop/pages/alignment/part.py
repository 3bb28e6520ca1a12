"""What the parts of the page have in common: they draw when they are seen, off the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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

    def fetch(self, work: Callable[[], Any], then: Callable[[Any], None], slot: str) -> None:
        """Fetches something; of several requests for the same slot only the newest counts."""
        self.session.fetch(work, then, owner=self, slot=slot)

    def called(self, person_id: str) -> str:
        """A person's name."""
        return self.session.project_state.called(person_id)
