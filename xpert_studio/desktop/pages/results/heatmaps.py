"""Systems against domains, dimensions, tiers and categories."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.pages.results.blocks_section import BlocksSection
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asked_sections import Choice, Options
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.spans import HeatLegend
from xpert_studio.report.charts import Chart
from xpert_studio.report.part_names import grouping_name, part_name
from xpert_studio.report.results.charts import part_chart
from xpert_studio.report.section import View
from xpert_studio.report.sections.heatmap import HEAT_MAP

_KINDS: Final = ("domain", "dimension", "tier", "category")


def _groupings(_: View) -> Options:
    return [(grouping_name(by), by) for by in _KINDS], _KINDS[0]


class HeatmapsSection(BlocksSection):
    """One heat map at a time; a cell opens the tasks behind it."""

    def __init__(self, shell: Shell) -> None:
        choices = (Choice("by", mark("Group by"), _groupings),)
        self.legend = HeatLegend()
        super().__init__(shell, t("Heat maps"), (HEAT_MAP,), choices, self.legend)
        scrolled_column(self.asked, 1, on=self)

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """What paints the same as a chart."""
        choice, by = self.choice, self.asked.asked["by"]
        if choice is None or not self.asked.blocks.tables:
            return None
        board, small = choice.results.board(*choice.key).leaderboard, choice.results.analysis.small
        return lambda: part_chart(board, by, small=small, named=partial(part_name, by))
