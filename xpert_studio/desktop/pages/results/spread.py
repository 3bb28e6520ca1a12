"""How scores spread: a box a system, and the tenths of one system's scores."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.core.metrics.spread import ScoreSpread
from xpert_studio.core.wording import short, t
from xpert_studio.desktop.look import SPACE
from xpert_studio.desktop.pages.results.section import Choice, Section
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.chart_view import ChartCard
from xpert_studio.desktop.widgets.fields import picker, refill
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.charts import Chart
from xpert_studio.report.results.charts import histogram_chart, spread_chart

Spreads = tuple[ScoreSpread, ...]


class SpreadSection(Section):
    """Boxes of all systems, and a histogram of the one that is chosen."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._spreads: dict[str, ScoreSpread] = {}
        self.boxes = ChartCard(
            shell,
            t("How the scores of responses spread"),
            t("Box from quartile to quartile with the median; lines to the lowest and highest."),
        )
        self.boxes.opened.connect(lambda target: self._choose(target[1]))
        self.system = picker(t("System"), then=lambda: self._choose(self.system.currentData()))
        self.bars = ChartCard(
            shell,
            t("Scores of one system in tenths"),
            t("How many responses score so many per cent. A bar opens their tasks."),
        )
        self.bars.opened.connect(lambda target: self.go("system", system=target[1], bin=target[2]))
        which = row(label(t("System"), "label", wrap=False), self.system, 1)
        scrolled_column(self.boxes, which, self.bars, 1, gap=SPACE, on=self)
        self.setFocusProxy(self.boxes.view)

    def refresh(self, choice: Choice) -> None:
        """Fetches the spreads, and paints them."""
        results, key = choice.results, choice.key

        def work() -> tuple[Spreads, Chart]:
            found = results.spreads(*key)
            return found, spread_chart(found)

        self.fetch(work, lambda both: self._show(*both), "spread")

    def _show(self, spreads: Spreads, chart: Chart) -> None:
        self._spreads = {item.system: item for item in spreads}
        self.boxes.show_chart(chart)
        names = [(short(name, 60), name) for name in self._spreads]
        refill(self.system, names, self.where.get("system"))
        self._choose(self.system.currentData())

    def _choose(self, system: str) -> None:
        spread = self._spreads.get(system)
        if spread is None:
            return
        self.system.setCurrentIndex(self.system.findData(system))
        if self.where.get("system") != system:
            self.refine(system=system)
        self.fetch(lambda: histogram_chart(spread), self.bars.show_chart, "bars")

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """The boxes."""
        return self.boxes.drawn

    def export(self) -> None:
        """Asks for a file, and writes the figures behind the boxes to it."""
        chart = self.boxes.view.chart
        if chart is not None:
            tables = [("", [chart.heads, *chart.rows])]
            export_tables(self, self.shell, self.boxes.title.text(), lambda: tables)
