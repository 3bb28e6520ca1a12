"""How scores spread: a box a system, and the tenths of one system's scores."""

from __future__ import annotations

from xpert_studio.core.wording import mark, short, t
from xpert_studio.desktop.pages.results.blocks_section import BlocksSection
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asked_sections import Choice, Options
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.section import View
from xpert_studio.report.sections.systems import SPREADS


def _systems(view: View) -> Options:
    names = [one.system for one in view.results.spreads(*view.key)]
    return [(short(name, 60), name) for name in names], next(iter(names), "")


class SpreadSection(BlocksSection):
    """Boxes of all systems, and a histogram of the one that is chosen."""

    def __init__(self, shell: Shell) -> None:
        choices = (Choice("system", mark("System"), _systems),)
        super().__init__(shell, t("Distributions"), (SPREADS,), choices)
        scrolled_column(self.asked, 1, on=self)
