"""The parts of the page as tabs, each made when the user looks at it first."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, Final, TypeVar

from PySide6.QtCore import QModelIndex, QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from xpert_studio.desktop.figure_words import caution_hint, figure_cell, in_words, marked
from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    Shell,
    box,
    column,
    label,
    mark,
    number,
    px,
    row,
    scrolled,
    t,
    tab_bar,
)
from xpert_studio.desktop.pages.alignment import charts
from xpert_studio.desktop.pages.alignment.compare import Compare, other_of
from xpert_studio.desktop.pages.alignment.overview import Overview
from xpert_studio.desktop.pages.alignment.part import Part, fit_rows
from xpert_studio.desktop.pages.alignment.places import TABS
from xpert_studio.desktop.pages.alignment.queue import QueuePart
from xpert_studio.desktop.pages.alignment.trend import OverTime
from xpert_studio.desktop.pages.alignment.words import (
    GROUPINGS,
    group_name,
    p_words,
    weakest_sentence,
)
from xpert_studio.desktop.widgets.chart_view import ChartCard
from xpert_studio.desktop.widgets.figure_table import Cell, Figures, count, figure_table, words
from xpert_studio.metrics import Group, weakest
from xpert_studio.metrics.metric import PAIRS, RANKS
from xpert_studio.metrics.registry import metrics_of
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.detail import KINDS
from xpert_studio.report.figure_tables import IN_GROUPS
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.small_groups import SmallGroups

# Group by group: by tier, dimension, domain, expert or system, and which is weaker for sure.

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
        self.table = figure_table(self.model, t("Figures by group"), widths, 0, self._open)
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


AnyPart = TypeVar("AnyPart", bound=Part)


class Tabs(QTabWidget):
    """Overview, groups, comparison, queue and history of one judge.

    Signals:
        turned: Another part is seen.
        target_opened: The cases behind a mark are wanted: its target.
        case_opened: A disagreement of the queue should be shown: its ``DisagreementKey``.
        beside_chosen: The id of the judge to compare with.
    """

    turned = Signal()
    target_opened = Signal(object)
    case_opened = Signal(object)
    beside_chosen = Signal(str)

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._look: Look | None = None
        self._made: list[Part] = []
        self.setDocumentMode(True)
        self._grounds = [QWidget() for _ in TABS]
        for ground, name in zip(
            self._grounds,
            (t("Overview"), t("By group"), t("Compare"), t("Disagreements"), t("Over time")),
            strict=True,
        ):
            self.addTab(ground, name)
        self.tabBar().setUsesScrollButtons(False)
        self.currentChanged.connect(self._turn)

    @property
    def name(self) -> str:
        """Which part is seen; one of ``TABS``."""
        return TABS[self.currentIndex()]

    @cached_property
    def overview(self) -> Overview:
        """The judge at a glance."""
        return self._put("overview", Overview(self._shell))

    @cached_property
    def groups(self) -> Groups:
        """Group by group."""
        return self._put("groups", Groups(self._shell))

    @cached_property
    def compare(self) -> Compare:
        """Beside other judges."""
        made = Compare(self._shell)
        made.beside_chosen.connect(self.beside_chosen)
        return self._put("compare", made)

    @cached_property
    def queue(self) -> QueuePart:
        """The disagreements."""
        made = QueuePart(self._shell)
        made.opened.connect(self.case_opened)
        made.counted.connect(self._count)
        return self._put("queue", made)

    @cached_property
    def time(self) -> OverTime:
        """Certificates."""
        return self._put("time", OverTime(self._shell))

    def _put(self, name: str, part: AnyPart) -> AnyPart:
        layout = QVBoxLayout(self._grounds[TABS.index(name)])
        layout.setContentsMargins(0, px(PAD), 0, 0)
        layout.addWidget(part)
        part.target_opened.connect(self.target_opened)
        self._made.append(part)
        if self._look is not None:
            part.show_look(self._look)
        return part

    def go_to(self, name: str) -> None:
        """Shows a part without telling; the one that is seen where empty."""
        with QSignalBlocker(self):
            self.setCurrentIndex(TABS.index(name) if name else self.currentIndex())
        self._make()

    def _turn(self) -> None:
        self._make()
        self.turned.emit()

    def _make(self) -> None:
        getattr(self, self.name)

    def show_look(self, look: Look) -> None:
        """Shows a judge in every part that is there."""
        self._look = look
        self._make()
        for part in self._made:
            part.show_look(look)
        if "queue" not in self.__dict__ and look.judge and look.judge.alignment:
            is_withheld = look.blinding.withheld or look.blinding.pending
            self._count(0 if is_withheld else look.judge.alignment.differing)

    def compare_other(self, look: Look) -> str:
        """Whom the judge is compared with: who was chosen, or the best of the others."""
        return self.compare.other(look) if "compare" in self.__dict__ else other_of(look)

    def reread(self) -> None:
        """Reads what was found on disagreements anew."""
        if "queue" in self.__dict__:
            self.queue.reread()

    def _count(self, count: int) -> None:
        name = t("Disagreements")
        self.setTabText(TABS.index("queue"), f"{name} ({number(count)})" if count else name)
