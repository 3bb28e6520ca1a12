"""One system: its standing, its tasks, and where it is stronger or weaker than the others."""

from __future__ import annotations

from xpert_studio.core.wording import t
from xpert_studio.desktop.pages.results.blocks_section import BlocksSection
from xpert_studio.desktop.pages.results.section import ChosenResults, part_in
from xpert_studio.desktop.pages.results.words import part_title
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, row
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.sections.one_system import ONE_SYSTEM


class SystemSection(BlocksSection):
    """All that is said of a system, or of its tasks of a part or tenth alone."""

    def __init__(self, shell: Shell) -> None:
        self.name = label("", "lead_title", wrap=False)
        self.only = button("", lambda: self.go("system", system=self.system), picture="x")
        back = button(
            t("Leaderboard"), lambda: self.go("leaderboard"), kind="link", picture="chevron-left"
        )
        above = (box(row(back, 1)), box(row(self.name, 1, self.only)))
        super().__init__(shell, ONE_SYSTEM, above=above)
        self.setFocusProxy(back)

    @property
    def system(self) -> str:
        """Whose results these are."""
        return self.where.get("system", "")

    def refresh(self, choice: ChosenResults) -> None:
        """Says what is looked at, and computes it."""
        part, tenth = part_in(self.where), self.where.get("bin", "")
        self.name.setText(self.system)
        self.file_title = self.system
        said = part_title(part) if part else ""
        if tenth.isdigit():
            low = 10 * int(tenth)
            said = t("Score {low} to {high}", low=low, high=low + 10)
        self.only.setText(t("Only {part}", part=said).replace("&", "&&"))
        self.only.setToolTip(t("Show all tasks again"))
        show_if(said, self.only)
        super().refresh(choice)
