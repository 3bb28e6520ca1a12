"""Group by group: by tier, dimension, domain, expert or system, and which is weaker for sure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent

from xpert_studio.desktop.evidence_words import caution_hint, marked
from xpert_studio.desktop.figure_words import figure_cell
from xpert_studio.desktop.look import GAP, SPACE
from xpert_studio.desktop.pages.alignment import charts
from xpert_studio.desktop.pages.alignment.part import Part, fit_rows
from xpert_studio.desktop.pages.alignment.words import (
    GROUPINGS,
    group_name,
    p_words,
    weakest_sentence,
)
from xpert_studio.desktop.parts import box, column, label, row, scrolled, tab_bar
from xpert_studio.desktop.parts.chart_card import ChartCard
from xpert_studio.desktop.parts.figure_table import figure_table
from xpert_studio.desktop.parts.figures import Cell, Figures, count, words
from xpert_studio.desktop.parts.small_groups import in_words
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import mark, t
from xpert_studio.metrics import Group, weakest
from xpert_studio.metrics.metric import PAIRS, RANKS
from xpert_studio.metrics.registry import metrics_of
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.detail import KINDS
from xpert_studio.report.figure_tables import IN_GROUPS
from xpert_studio.report.look import Look
from xpert_studio.report.small_groups import SmallGroups

_FIRST: Final = (
    (mark("Group"), 220), (mark("Answers"), 72), (mark("Tasks"), 56),
    (mark("Versus the rest"), 140),
)  # fmt: skip
_WIDE: Final = 164


class Groups(Part):
    """A table of groups and their chart."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        options = [(t(said), name) for name, said in GROUPINGS.items()]
        self.by = tab_bar(options, lambda _: self._catch_up(), name=t("Group by"), scrolls=False)
        self.sentence = label("", "heading")
        self.legend = label("", "small")
        self.metrics = (*metrics_of(PAIRS, shelves=IN_GROUPS), *metrics_of(RANKS))
        figures = [(metric.head, _WIDE) for metric in self.metrics]
        heads, widths = zip(*_FIRST, *figures, strict=True)
        hints = ("",) * len(_FIRST) + tuple(metric.meaning for metric in self.metrics)
        self.model = Figures(heads, 1, self, hints)
        self.table = figure_table(self.model, t("Figures by group"), widths, 0)
        self.table.clicked.connect(self._open)
        self.table.activated.connect(self._open)
        self.kappa = ChartCard(shell, t("Agreement by group"), t("κ with 95 % intervals; hollow where there is too little to compare with the rest."))  # fmt: skip
        self.leniency = ChartCard(shell, t("Leniency by group"), t("Right: the judge says met more often than the experts; left and hatched: less often."))  # fmt: skip
        for shown in (self.kappa, self.leniency):
            shown.opened.connect(self.target_opened)
        beside = row(self.kappa, self.leniency, gap=SPACE, grow=(1, 1))
        inside = box(column(self.sentence, self.table, self.legend, beside, 1, gap=SPACE))
        column(self.by, scrolled(inside), on=self, gap=GAP)
        self._groups: tuple[Group, ...] = ()

    @property
    def grouping(self) -> str:
        """What is grouped by."""
        return str(self.by.tabData(self.by.currentIndex()))

    def choose(self, by: str) -> None:
        """Groups by something else."""
        for place in range(self.by.count()):
            if self.by.tabData(place) == by:
                self.by.setCurrentIndex(place)

    def fill(self, look: Look) -> None:
        """Shows the groups, and their charts once they are drawn."""
        system = list(GROUPINGS).index("system")
        self.by.setTabVisible(system, look.names_systems)
        if look.judge is None or look.detail is None:
            return
        self._groups = look.detail.groups[self.grouping]
        small = in_words(look.analysis.small)
        tasks = [group.tasks for group in self._groups]
        self.sentence.setText(self._weakest(look))
        self.legend.setText(small.legend)
        self.legend.setVisible(small.some(tasks))
        self.model.show_rows([self._row(group, small) for group in self._groups])
        self._fit()
        groups, called = self._groups, self.called
        self.draw(
            lambda: (
                charts.kappa_chart(look, groups, called),
                charts.leniency_chart(look, groups, called),
            ),
            self._show_charts,
            "charts",
        )

    def _weakest(self, look: Look) -> str:
        assert look.detail is not None
        if not self._groups:
            return t("Nothing carries this mark, so there are no groups.")
        found = weakest(self._groups)
        if self.grouping in KINDS:  # corrected together with the other kinds
            found = replace(found, compared=look.detail.weakest.compared)
        return weakest_sentence(found, self.called)

    def _row(self, group: Group, small: SmallGroups) -> tuple[Cell, ...]:
        contrast, known = group.contrast, group.estimates
        against = Cell("–", None)
        if contrast is not None:
            said = p_words(contrast.corrected_p)
            if group.is_weaker or group.is_stronger:
                said = f"{t('weaker') if group.is_weaker else t('stronger')} ({said})"
            against = Cell(
                marked(said, contrast.caution),
                contrast.corrected_p,
                hint=caution_hint(contrast.caution, contrast.tasks),
            )
        return (
            words(small.mark(group_name(group.by, group.name, self.called), group.tasks)),
            count(group.figures.n),
            count(group.tasks),
            against,
            *(figure_cell(metric, known.get(metric.id)) for metric in self.metrics),
        )

    def _fit(self) -> None:
        """The table is as high as its rows: the page scrolls, not the table."""
        with_order = self.grouping in {"domain", "expert"}
        for place, metric in enumerate(self.metrics, start=len(_FIRST)):
            self.table.setColumnHidden(place, metric.source is RANKS and not with_order)
        fit_rows(self.table, 14)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The table's own bar comes and goes with the room there is."""
        super().resizeEvent(event)
        fit_rows(self.table, 14)

    def _show_charts(self, drawn: tuple[Any, ...]) -> None:
        self.kappa.show_chart(drawn[0])
        self.leniency.show_chart(drawn[1])

    def _open(self, index: QModelIndex) -> None:
        look = self.look
        if look is None or look.judge is None or not 0 <= index.row() < len(self._groups):
            return
        group = self._groups[index.row()]
        wanted = CaseFilter(judge=look.judge.judge.id, said="differ")
        self.target_opened.emit(charts.cases(wanted.but(**{group.by: group.name})))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter opens the row that is chosen."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.table.hasFocus():
            self._open(self.table.currentIndex())
            return
        super().keyPressEvent(event)
