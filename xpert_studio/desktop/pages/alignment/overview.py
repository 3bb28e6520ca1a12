"""The judge at a glance: the figures, how it orders, what it confuses, how lenient it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from xpert_studio.desktop.figure_words import (
    caution_hint,
    interval_words,
    said_interval,
    title_words,
    value_words,
    with_interval,
)
from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    TIGHT,
    Card,
    Place,
    Shell,
    button,
    card,
    column,
    hint,
    label,
    mark,
    number,
    percent,
    px,
    row,
    scrolled_column,
    short,
    t,
    tn,
)
from xpert_studio.desktop.pages.alignment import charts
from xpert_studio.desktop.pages.alignment.part import Part, fit_rows
from xpert_studio.desktop.pages.alignment.words import weakest_sentence
from xpert_studio.desktop.widgets.chart_view import ChartCard
from xpert_studio.desktop.widgets.figure_table import Cell, Figures, count, figure_table
from xpert_studio.metrics import Alignment, Estimate
from xpert_studio.metrics.metric import GRADES, PAIRS, RANKS, Metric, Shelf, Unit
from xpert_studio.metrics.registry import compared_metrics, metrics_of
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.part_names import scale_name
from xpert_studio.workflow import Likeness, NearDuplicate

# Which responses are near-duplicates of an anchor the judge was shown, each with the reason.

_REASONS: Final = {
    Likeness.IDENTICAL: mark("same text"),
    Likeness.CONTAINED: mark("one contains the other"),
    Likeness.REORDERED: mark("same words, other order"),
    Likeness.SIMILAR: mark("nearly the same characters"),
    Likeness.ATTACHED: mark("same attachments, short texts"),
}
_MOST_NAMED: Final = 10


class NearDuplicates(Card):
    """Excluded and borderline near-duplicates; hidden where there are none."""

    def __init__(self) -> None:
        super().__init__("sunken")
        self.words = label("")
        column(self.words, on=self, pad=PAD, gap=TIGHT)
        self.hide()

    def show_look(self, look: Look) -> None:
        """Shows those of the judge that is looked at."""
        lines = near_duplicate_lines(look)
        self.words.setText("\n".join(lines))
        self.setVisible(bool(lines))


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
    catalog, blinding = look.analysis.catalog, look.blinding
    wanted = {name for item in found for name in (item.response_id, item.anchor_id)}
    places = {name: place for place, name in enumerate(catalog.responses) if name in wanted}
    tasks = {name: int(catalog.response_task[place]) for name, place in places.items()}

    def response(name: str) -> str:
        letter = blinding.labels.get(name)
        if letter is None:
            return str(catalog.systems[catalog.response_system[places[name]]])
        return t("Response {label}", label=letter)

    seen = [
        item
        for item in found
        if catalog.tasks[tasks[item.response_id]] not in blinding.withheld
        and not {item.response_id, item.anchor_id} & blinding.pending.keys()
    ]
    named = [
        t("{task}: {response} and anchor {anchor}, {reason} ({share})",
          task=short(catalog.task_titles[tasks[item.response_id]], 60),
          response=response(item.response_id), anchor=response(item.anchor_id),
          reason=t(_REASONS[item.reason]), share=percent(item.similarity))
        for item in seen[:_MOST_NAMED]
    ]  # fmt: skip
    more = len(found) - len(named)
    if more:
        named.append(tn("{n} more response", "{n} more responses", more))
    return [head, *(f"• {line}" for line in named)]


_TILES: Final = (Shelf.HEADLINE, Shelf.BY_CLASS)
_HEADS: Final = (
    mark("Figure"), mark("Value"), mark("95 % interval"), mark("Constant rater"), mark("n"),
    mark("Tasks"),
)  # fmt: skip
_WIDTHS: Final = (300, 90, 170, 130, 90, 70)
_NARROW = 1000


class Overview(Part):
    """Figures and charts."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.metrics = (
            *compared_metrics(RANKS),
            *metrics_of(PAIRS, shelves=_TILES),
            *metrics_of(GRADES, shelves=_TILES),
        )
        self.names = [label(t(metric.title), "label") for metric in self.metrics]
        self.values = [label("", "figure", wrap=False) for _ in self.metrics]
        self.spans = [label("", "small") for _ in self.metrics]
        self.model = Figures(_HEADS, 1, self)
        self.table = figure_table(self.model, t("All figures"), _WIDTHS, 0)
        self.weakest = Weakest()
        self.weakest.show_cases.clicked.connect(self._open_weakest)
        self.order = ChartCard(shell, t("Rank agreement"), t("A click on a part opens its pairs."))  # fmt: skip
        self.confusion = ChartCard(shell, t("Confusion matrix"), t("Hatched: where the two differ."))  # fmt: skip
        self.tiers = ChartCard(shell, t("Agreement by tier"), t("κ by tier with 95 % intervals."))  # fmt: skip
        self.leniency = ChartCard(shell, t("Is it lenient or harsh?"), t("By tier; a click opens the answers."))  # fmt: skip
        self.scores = ChartCard(shell, t("Does it score responses as the experts do?"), t("On the diagonal both give the same score."))  # fmt: skip
        self.experts = Experts(shell)
        self.near_duplicates = NearDuplicates()
        self.charts = (self.order, self.confusion, self.tiers, self.leniency, self.scores)
        for shown in self.charts:
            shown.opened.connect(self.target_opened)
        self._grid = QGridLayout()
        self._figures = QGridLayout()
        self._lay_out()

    def _lay_out(self) -> None:
        self._cards: list[QWidget] = []
        for place, metric in enumerate(self.metrics):
            ground = card(column(
                self.names[place], self.values[place], self.spans[place],
                label(t(metric.meaning), "small"), 1,
                pad=PAD, gap=TIGHT,
            ))  # fmt: skip
            self._cards.append(ground)
        self._tiles = self._cards
        for grid in (self._grid, self._figures):
            grid.setSpacing(px(SPACE if grid is self._grid else GAP))
        scrolled_column(
            self._figures, self.weakest, self._grid, self.near_duplicates, self.experts,
            label(t("All figures"), "heading"), self.table, 1,
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
        across = 4 if columns == 2 else 2
        for ground in self._cards:
            self._figures.removeWidget(ground)
        for place, ground in enumerate(self._tiles):
            self._figures.addWidget(ground, place // across, place % across)
        for at in range(4):
            self._figures.setColumnStretch(at, 1 if at < across else 0)

    def fill(self, look: Look) -> None:
        """Shows the figures at once, and the charts once they are drawn."""
        if look.judge is None or look.judge.alignment is None or look.detail is None:
            return
        self._show_figures(look.judge.alignment)
        sentence = weakest_sentence(look.detail.weakest, self.called)
        self.weakest.show_weakest(sentence, is_sure=look.detail.weakest.is_sure, can_open=look.detail.weakest.group is not None)  # fmt: skip
        self.experts.show_look(look)
        self.near_duplicates.show_look(look)
        groups, called = look.detail.groups, self.called
        self.draw(
            lambda: (
                charts.order_chart(look, called),
                charts.confusion(look),
                charts.kappa_chart(look, groups["tier"], called),
                charts.leniency_chart(look, groups["tier"], called),
                charts.score_chart(look),
            ),
            self._show_charts,
            "charts",
        )

    def _show_figures(self, found: Alignment) -> None:
        known = found.figures
        scale = found.scales[-1].scale if found.scales else ""
        behind = {RANKS: 1, PAIRS: found.criterion.n or not found.scales, GRADES: len(found.scales)}
        self._tiles = []
        for metric, ground, name in zip(self.metrics, self._cards, self.names, strict=True):
            ground.setVisible(bool(behind[metric.source]))
            name.setText(title_words(metric, scale))
            self._tiles += [ground] if behind[metric.source] else []
        self._arrange()
        for metric, value, interval in zip(self.metrics, self.values, self.spans, strict=True):
            one = known.get(metric.id)
            if one is None:
                continue
            why = caution_hint(one.caution, one.tasks)
            text, said = value_words(metric.unit, one.value), said_interval(metric.unit, one)
            value.setText(text)
            interval.setText(said or " ")
            interval.setToolTip(hint(why))
            value.setAccessibleName(f"{t(metric.title)}: {text} {said}. {t(metric.meaning)} {why}")
        sources = [RANKS, *([PAIRS] if behind[PAIRS] else [])]
        rows = [_row(item, known[item.id]) for item in metrics_of(*sources)]
        rows += [
            _row(item, one.figures[item.id], one.scale)
            for one in found.scales
            for item in metrics_of(GRADES)
        ]
        self.model.show_rows(rows)
        fit_rows(self.table, self.model.rowCount())

    def _show_charts(self, drawn: tuple[Any, ...]) -> None:
        for shown, chart in zip(self.charts, drawn, strict=True):
            shown.show_chart(chart)

    def _open_weakest(self) -> None:
        look = self.look
        if look is None or look.judge is None or look.detail is None:
            return
        group = look.detail.weakest.group
        if group is not None:
            wanted = CaseFilter(judge=look.judge.judge.id, said="differ").but(
                **{group.by: group.name}
            )
            self.target_opened.emit(("queue", *wanted.words()))


def _row(metric: Metric, one: Estimate, scale: str = "") -> tuple[Cell, ...]:
    """A figure with all that is known of it; the tooltip of its name says what it means."""
    name, floor = title_words(metric, scale), value_words(metric.unit, one.floor)
    why = caution_hint(one.caution, one.tasks)
    interval = interval_words(metric.unit, one) or "–"
    return (
        Cell(name, name, hint=t(metric.meaning)),
        Cell(value_words(metric.unit, one.value), one.value),
        Cell(interval, interval, hint=why),
        Cell(floor, one.floor),
        count(one.n),
        count(one.tasks),
    )


class Weakest(Card):
    """Where the judge is weakest, with what is known of it."""

    def __init__(self) -> None:
        super().__init__("sunken")
        self.words = label("")
        self.show_cases = button(t("Work through them"), picture="list-checks")
        row(self.words, self.show_cases, on=self, pad=PAD, gap=PAD, grow=0)

    def show_weakest(self, words: str, *, is_sure: bool, can_open: bool) -> None:
        """Shows it."""
        self.words.setText(words)
        self.show_cases.setVisible(can_open)
        font = self.words.font()
        font.setBold(is_sure)
        self.words.setFont(font)


class Experts(Card):
    """How far the experts agree among themselves: no judge can agree with them more."""

    def __init__(self, shell: Shell) -> None:
        super().__init__("sunken")
        self.words = label("")
        link = button(
            t("Agreement between experts"), lambda: shell.go(Place("agreement")), kind="quiet",
            picture="handshake",
        )  # fmt: skip
        row(self.words, link, on=self, pad=PAD, gap=PAD, grow=0)

    def show_look(self, look: Look) -> None:
        """Shows it."""
        found = look.analysis.agreement
        if found is None:
            self.words.setText(t("No two experts have judged the same, so how far they agree among themselves is not known."))  # fmt: skip
            return
        said = []
        if found.items:
            said.append(t("Experts among themselves: Krippendorff’s α {alpha} on {n} checkpoints that two or more have judged.",
              alpha=with_interval(Unit.COEFFICIENT, found.figures["alpha"]), n=number(found.items)))  # fmt: skip
        said += [
            t("Graded checkpoints ({scale}): ICC {icc}, mean absolute difference {apart} on {n} that two or more have judged.",
              scale=scale_name(one.scale), icc=with_interval(Unit.COEFFICIENT, one.figures["icc"]),
              apart=with_interval(Unit.POINTS, one.figures["mae"]), n=number(one.figures.n))
            for one in found.scales[-1:]
        ]  # fmt: skip
        self.words.setText("\n".join(said))
