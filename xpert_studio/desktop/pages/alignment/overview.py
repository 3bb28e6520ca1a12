"""The judge at a glance: the figures, how it orders, what it confuses, how lenient it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from xpert_studio.desktop.evidence_words import caution_hint, caution_of, marked
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, px
from xpert_studio.desktop.pages.alignment import charts
from xpert_studio.desktop.pages.alignment.near_duplicates import NearDuplicates
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.pages.alignment.words import (
    interval_words,
    percent_span,
    points_span,
    signed_points,
    weakest_sentence,
)
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.parts.chart_card import ChartCard
from xpert_studio.desktop.parts.labels import button, card, label
from xpert_studio.desktop.parts.layouts import column, row, scrolled
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import figure, mark, number, percent, t, with_interval
from xpert_studio.report.cases import CaseFilter

if TYPE_CHECKING:
    from xpert_studio.metrics import Alignment, Caution
    from xpert_studio.report.look import Look

_MEANINGS = (
    (mark("CDR"), mark("Concordant less discordant pairs of responses.")),
    (mark("Cohen’s κ"), mark("Chance-corrected agreement on checkpoints; 1 is perfect.")),
    (mark("Accuracy"), mark("Share of checkpoints judged as the experts do.")),
    (mark("Majority class"), mark("Accuracy of always giving the more frequent judgment.")),
    (mark("Sensitivity"), mark("Share judged met, of what the experts judge met.")),
    (mark("Specificity"), mark("Share judged not met, of what the experts judge not met.")),
    (mark("Base rate"), mark("Share of checkpoints that the experts judge met.")),
    (mark("Leniency"), mark("Met rate of the judge less that of the experts, in points.")),
)
_SHARES = ("accuracy", "constant_accuracy", "sensitivity", "specificity", "base_rate")
_NARROW = 1000


class Overview(Part):
    """Figures and charts."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.values = [label("", "figure", wrap=False) for _ in _MEANINGS]
        self.spans = [label("", "small") for _ in _MEANINGS]
        self.weakest = Weakest()
        self.weakest.show_cases.clicked.connect(self._open_weakest)
        self.order = ChartCard(shell, t("Does it order responses as the experts do?"), t("A click on a part opens its pairs."))  # fmt: skip
        self.confusion = ChartCard(shell, t("What does it mistake for what?"), t("Hatched: where the two differ."))  # fmt: skip
        self.tiers = ChartCard(shell, t("Does it agree on what matters most?"), t("κ by tier with 95 % intervals."))  # fmt: skip
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
        for place, (name, meaning) in enumerate(_MEANINGS):
            ground = card()
            column(
                label(t(name), "label"), self.values[place], self.spans[place],
                label(t(meaning), "small"), 1,
                on=ground, pad=PAD, gap=TIGHT,
            )  # fmt: skip
            self._cards.append(ground)
        for grid in (self._grid, self._figures):
            grid.setSpacing(px(SPACE if grid is self._grid else GAP))
        inside = QWidget()
        column(
            self._figures, self.weakest, self._grid, self.near_duplicates, self.experts, 1,
            on=inside, gap=SPACE,
        )  # fmt: skip
        column(scrolled(inside), on=self)
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
        for place, ground in enumerate(self._cards):
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
        for place, (value, interval, caution, tasks) in enumerate(_tiles(found)):
            name, meaning = _MEANINGS[place]
            why = caution_hint(caution, tasks)
            said = marked(interval, caution)
            self.values[place].setText(value)
            self.spans[place].setText(said or " ")
            self.spans[place].setToolTip(hint(why))
            self.values[place].setAccessibleName(f"{t(name)}: {value} {said}. {t(meaning)} {why}")

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


def _tiles(found: Alignment) -> Iterator[tuple[str, str, Caution | None, int]]:
    """Value and interval as text, why the interval is approximate, and the tasks, in their order."""
    rank, criterion = found.rank, found.criterion
    yield (
        figure(rank.cdr), interval_words(rank.cdr, rank.interval),
        rank.cautions.get("cdr"), rank.tasks,
    )  # fmt: skip
    yield (
        figure(criterion.kappa), interval_words(criterion.kappa, criterion.kappa_interval),
        *caution_of(criterion, "kappa"),
    )  # fmt: skip
    for name in _SHARES:
        interval = percent_span(getattr(criterion, f"{name}_interval"))
        yield percent(getattr(criterion, name)), interval, *caution_of(criterion, name)
    leniency = "–" if criterion.leniency is None else signed_points(criterion.leniency)
    yield leniency, points_span(criterion.leniency_interval), *caution_of(criterion, "leniency")


class Weakest(QFrame):
    """Where the judge is weakest, with what is known of it."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "sunken")
        self.words = label("")
        self.show_cases = button(t("Work through them"), picture="list-checks")
        inside = row(self.words, self.show_cases, on=self, pad=PAD, gap=PAD)
        inside.setStretch(0, 1)

    def show_weakest(self, words: str, *, is_sure: bool, can_open: bool) -> None:
        """Shows it."""
        self.words.setText(words)
        self.show_cases.setVisible(can_open)
        font = self.words.font()
        font.setBold(is_sure)
        self.words.setFont(font)


class Experts(QFrame):
    """How far the experts agree among themselves: no judge can agree with them more."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self.setProperty("kind", "sunken")
        self.words = label("")
        link = button(
            t("Agreement between experts"), lambda: shell.go(Place("agreement")), kind="quiet",
            picture="handshake",
        )  # fmt: skip
        inside = row(self.words, link, on=self, pad=PAD, gap=PAD)
        inside.setStretch(0, 1)

    def show_look(self, look: Look) -> None:
        """Shows it."""
        found = look.analysis.agreement
        if found is None:
            self.words.setText(t("No two experts have judged the same, so how far they agree among themselves is not known."))  # fmt: skip
            return
        self.words.setText(
            t("Experts among themselves: Krippendorff’s α {alpha} on {n} checkpoints that two or more have judged.",
              alpha=with_interval(found.alpha.value, found.alpha.interval), n=number(found.items))
        )  # fmt: skip
