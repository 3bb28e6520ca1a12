"""All figures of a judge: a table, the charts, and what else bears on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from xpert_studio.core.metrics import Alignment, Estimate
from xpert_studio.core.metrics.metric import GRADES, PAIRS, RANKS, Metric
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.wording import in_a_row, mark, percent, short, t, tn
from xpert_studio.core.workflow.near_duplicates import Likeness, NearDuplicate
from xpert_studio.desktop.figure_words import (
    figure_cell,
    in_words,
    interval_words,
    title_words,
    value_words,
)
from xpert_studio.desktop.look import GAP, SPACE, px
from xpert_studio.desktop.pages.alignment import charts
from xpert_studio.desktop.pages.alignment.cases import response_name
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.pages.alignment.words import (
    GROUPINGS,
    answer_sentence,
    group_name,
    self_sentence,
)
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.blocks_view import BlocksView
from xpert_studio.desktop.widgets.fields import tab_bar
from xpert_studio.desktop.widgets.grid import Figures, GridCell, count, words
from xpert_studio.desktop.widgets.grid_view import figure_table
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.blocks import Heading
from xpert_studio.report.cautions import caution_hint
from xpert_studio.report.figure_tables import IN_GROUPS
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.section import RATER, View
from xpert_studio.report.sections.registry import made_at

_REASONS: Final = {
    Likeness.IDENTICAL: mark("same text"),
    Likeness.CONTAINED: mark("one contains the other"),
    Likeness.REORDERED: mark("same words, other order"),
    Likeness.SIMILAR: mark("nearly the same characters"),
    Likeness.ATTACHED: mark("same attachments, short texts"),
}
_MOST_NAMED: Final = 10


def near_duplicate_lines(look: Look) -> list[str]:
    """The near-duplicates of a judge's anchors, one a line under two headings.

    Those on tasks or responses that are withheld from the person are only counted; hidden systems
    are named by their letters.
    """
    if look.judge is None:
        return []
    shown = look.judge.shown
    groups = (
        (t("Excluded as near-duplicates of an anchor:"), shown.excluded),
        (t("Borderline, not excluded:"), shown.borderline),
    )
    return [line for head, found in groups if found for line in _lines(head, look, found)]


def _lines(head: str, look: Look, found: Sequence[NearDuplicate]) -> list[str]:
    analysis, blinding = look.analysis, look.blinding
    catalog = analysis.catalog
    wanted = {name for item in found for name in (item.response_id, item.anchor_id)}
    places = {name: place for place, name in enumerate(catalog.responses) if name in wanted}
    tasks = {name: int(catalog.response_task[place]) for name, place in places.items()}
    seen = [
        item
        for item in found
        if catalog.tasks[tasks[item.response_id]] not in blinding.withheld
        and not {item.response_id, item.anchor_id} & blinding.pending.keys()
    ]
    named = [
        t("{task}: {response} and anchor {anchor}, {reason} ({share})",
          task=short(catalog.task_titles[tasks[item.response_id]], 60),
          response=response_name(analysis, blinding.labels, places[item.response_id]),
          anchor=response_name(analysis, blinding.labels, places[item.anchor_id]),
          reason=t(_REASONS[item.reason]), share=percent(item.similarity))
        for item in seen[:_MOST_NAMED]
    ]  # fmt: skip
    more = len(found) - len(named)
    if more:
        named.append(tn("{n} more response", "{n} more responses", more))
    return [head, *(f"• {line}" for line in named)]


_HEADS: Final = (
    mark("Figure"), mark("Value"), mark("95 % interval"), mark("Constant rater"), mark("n"),
    mark("Tasks"),
)  # fmt: skip
_WIDTHS: Final = (300, 90, 170, 130, 90, 70)
_NARROW: Final = 1000
_MOST_GROUPS: Final = 14


class AllFigures(Part):
    """The table, and the charts by group."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.sentence = label("")
        self.model = Figures(_HEADS, 1, self, _WIDTHS)
        self.table = figure_table(self.model, t("All figures"), 0)
        options = [(t(said), name) for name, said in GROUPINGS.items()]
        self.by = tab_bar(options, lambda _: self._draw(), name=t("Group by"), scrolls=False)
        self.confusion = self.card(t("Confusion matrix"), t("Hatched: where the two differ."))  # fmt: skip
        self.kappa = self.card(t("Agreement by group"), t("κ with 95 % intervals; hollow where there is too little to compare with the rest."))  # fmt: skip
        self.leniency = self.card(t("Leniency by group"), t("Right: the judge says met more often than the experts; left and hatched: less often."))  # fmt: skip
        self.metrics = (*metrics_of(PAIRS, shelves=IN_GROUPS), *metrics_of(RANKS))
        heads = (mark("Group"), mark("Verdicts"), mark("Tasks"), *(m.head for m in self.metrics))
        hints = ("", "", "", *(metric.meaning for metric in self.metrics))
        widths = (220, 72, 56, *(164 for _ in self.metrics))
        self.groups = Figures(heads, 1, self, widths, hints)
        self.by_group = figure_table(self.groups, t("Figures by group"), 0)
        self.charts = (self.confusion, self.kappa, self.leniency)
        self.near_duplicates = label("", "muted")
        self.panel = PanelPart(shell)
        self._grid = QGridLayout()
        self._grid.setSpacing(px(SPACE))
        scrolled_column(
            self.sentence, self.panel, self.table, self.near_duplicates, self.by, self.by_group,
            self._grid, 1,
            gap=SPACE, on=self,
        )  # fmt: skip
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Charts stand below each other where there is little room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        columns = 2 if self.width() >= px(_NARROW) else 1
        for place, shown in enumerate(self.charts):
            self._grid.addWidget(shown, place // columns, place % columns)
        for at in range(2):
            self._grid.setColumnStretch(at, 1 if at < columns else 0)

    @property
    def grouping(self) -> str:
        """What the charts group by."""
        return str(self.by.tabData(self.by.currentIndex()))

    def fill(self, look: Look) -> None:
        """Shows the figures at once, and the charts once they are drawn."""
        if look.judge is None or look.judge.alignment is None or look.detail is None:
            return
        self.by.setTabVisible(list(GROUPINGS).index("system"), look.names_systems)
        # Whether it agrees with itself comes first: else the rest means nothing.
        self.sentence.setText(in_a_row((self_sentence(look), answer_sentence(look))))
        self._show_figures(look.judge.alignment)
        self.panel.show_look(look)
        self.near_duplicates.say("\n".join(near_duplicate_lines(look)))
        self._draw()

    def _draw(self) -> None:
        look, called, by = self.look, self.called, self.grouping
        if look is None or look.detail is None:
            return
        groups, small = look.detail.groups[by], in_words(look.analysis.small)
        self.groups.show_cells([
            (
                words(small.mark(group_name(by, group.name, called), group.tasks)),
                count(group.figures.n),
                count(group.tasks),
                *(figure_cell(metric, group.estimates.get(metric.id)) for metric in self.metrics),
            )
            for group in groups
        ])  # fmt: skip
        self.by_group.fit_height(_MOST_GROUPS)
        self.fetch(
            lambda: (
                charts.confusion(look),
                charts.kappa_chart(look, groups, called),
                charts.leniency_chart(look, groups, called),
            ),
            self._show_charts,
            "charts",
        )

    def _show_figures(self, found: Alignment) -> None:
        known = found.figures
        sources = [RANKS, *([PAIRS] if found.criterion.n or not found.scales else [])]
        rows = [_row(item, known[item.id]) for item in metrics_of(*sources)]
        rows += [
            _row(item, one.figures[item.id], one.scale)
            for one in found.scales
            for item in metrics_of(GRADES)
        ]
        self.model.show_cells(rows)
        self.table.fit_height(len(rows))

    def _show_charts(self, drawn: tuple[Any, ...]) -> None:
        for shown, chart in zip(self.charts, drawn, strict=True):
            shown.show_chart(chart)


def _row(metric: Metric, one: Estimate, scale: str = "") -> tuple[GridCell, ...]:
    """A figure with all that is known of it; the tooltip of its name says what it means."""
    name, floor = title_words(metric, scale), value_words(metric.unit, one.floor)
    why = caution_hint(one.caution, one.tasks)
    interval = interval_words(metric.unit, one) or "–"
    return (
        GridCell(name, name, hint=f"{name}\n{t(metric.meaning)}"),
        GridCell(value_words(metric.unit, one.value), one.value, is_strong=True),
        GridCell(interval, interval, hint=f"{interval}\n{why}".rstrip()),
        GridCell(floor, one.floor),
        count(one.n),
        count(one.tasks),
    )


class PanelPart(QWidget):
    """What a panel has besides the figures of every judge: who counts, and how its judges agree."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self.blocks = BlocksView(shell, t("Agreement among the judges"))
        title = label(t("Agreement among the judges"), "heading")
        column(title, self.blocks, on=self, gap=GAP)

    def show_look(self, look: Look) -> None:
        """Shows it; nothing of a single judge."""
        self.setVisible(look.judge is not None and look.judge.panel is not None)
        if look.judge is not None and look.judge.panel is not None:
            view = View.of(self._shell.session.project, look.analysis).by(look.judge.judge.id)
            made = made_at(RATER, replace(view, names_systems=look.names_systems))
            blocks = (block for one in made for block in one.blocks)
            self.blocks.show_blocks(one for one in blocks if not isinstance(one, Heading))
