"""Judges beside each other: zero-shot against anchored, one model against another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from xpert_studio.desktop.look import SPACE
from xpert_studio.desktop.pages.alignment import comparing_charts as charts
from xpert_studio.desktop.pages.alignment.part import Part, fit_rows
from xpert_studio.desktop.pages.alignment.words import comparison_words, judge_name, span
from xpert_studio.desktop.parts.chart_card import ChartCard
from xpert_studio.desktop.parts.empty import EmptyState
from xpert_studio.desktop.parts.figure_table import figure_table
from xpert_studio.desktop.parts.figures import Cell, Figures, count, words
from xpert_studio.desktop.parts.labels import label
from xpert_studio.desktop.parts.layouts import column, row, scrolled
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import figure, mark, t, tn
from xpert_studio.report.look import compared, look_at

if TYPE_CHECKING:
    from xpert_studio.metrics import Comparison
    from xpert_studio.report.look import Look

HEADS: Final = (
    mark("First"), mark("Second"), mark("Answers"), mark("CDR difference"), mark("95 % interval"),
    mark("κ difference"), mark("95 % interval"), mark("First alone right"),
    mark("Second alone right"), mark("McNemar p"), mark("Corrected p"),
)  # fmt: skip
_WIDTHS: Final = (190, 190, 84, 120, 118, 110, 118, 130, 140, 100, 110)


class Compare(Part):
    """This judge beside the others, and beside one of them in detail.

    Signals:
        beside_chosen: The id of the judge to compare with.
    """

    beside_chosen = Signal(str)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.beside_id = ""
        self.sentence = label("", "heading")
        self.note = label("", "muted")
        self.model = Figures(HEADS, 2, self)
        self.table = figure_table(self.model, t("Judges compared"), _WIDTHS, 0)
        self.table.clicked.connect(self._choose)
        self.table.activated.connect(self._choose)
        self.differences = ChartCard(shell, t("Does another judge order better?"), t("A click compares with that one."))  # fmt: skip
        self.alone = ChartCard(shell, t("Where is one right and the other not?"), t("A click opens the answers."))  # fmt: skip
        self.groups = ChartCard(shell, t("Where do they differ in kind?"), t("κ of both by dimension."))  # fmt: skip
        for shown in (self.differences, self.alone, self.groups):
            shown.opened.connect(self._open)
        self.empty = EmptyState(
            "git-compare",
            t("There is only one judge to look at"),
            t("Score the same responses with another model, or the same model anchored instead of zero-shot, to see which follows the experts better, and whether that is more than chance."),
        )  # fmt: skip
        inside = QWidget()
        left = QWidget()
        column(self.differences, self.alone, 1, on=left, gap=SPACE)
        beside = row(left, self.groups, gap=SPACE)
        beside.setStretch(0, 1)
        beside.setStretch(1, 1)
        column(self.sentence, self.table, self.note, beside, 1, on=inside, gap=SPACE)
        self.stack = QStackedWidget()
        self.stack.addWidget(scrolled(inside))
        self.stack.addWidget(self.empty)
        column(self.stack, on=self)
        self._shown: list[Comparison] = []

    def compare_with(self, judge_id: str) -> None:
        """Compares with another judge."""
        self.beside_id = judge_id
        if self.look is not None:
            self.show_look(self.look)

    def fill(self, look: Look) -> None:
        """Shows the table at once, and the rest once it is computed and drawn."""
        self.stack.setCurrentIndex(0 if len(look.judges) > 1 else 1)
        if look.judge is None or len(look.judges) < 2:
            return
        own = look.judge.judge.id
        other = self.other(look)
        names = {item.judge.id: judge_name(item.judge) for item in look.judges}
        self._shown = sorted(
            look.analysis.comparisons, key=lambda item: own not in {item.first, item.second}
        )
        self.model.show_rows([_row(item, names) for item in self._shown])
        fit_rows(self.table, 8)
        self.note.setText(
            tn("One comparison, so its p needs no correction.",
               "{n} comparisons at once: p corrected by Benjamini and Hochberg.",
               len(look.analysis.comparisons))
        )  # fmt: skip
        called = self.called

        def work() -> tuple[Any, ...]:
            found = compared(look.analysis, own, other)
            beside = look_at(look.sight, look.analysis, other)
            judges = {item.judge.id: item.judge for item in look.judges}
            first, second = look.detail, beside.detail
            return (
                found,
                charts.difference_chart(look.analysis.comparisons, judges, own),
                None if found is None else charts.alone_right_chart(found, names[own], names[other]),
                None
                if first is None or second is None
                else charts.two_judges_chart(
                    first.groups["dimension"], second.groups["dimension"],
                    (names[own], names[other]), own, called,
                ),
                names[own], names[other],
            )  # fmt: skip

        self.draw(work, self._show, "compare")

    def other(self, look: Look) -> str:
        """Whom to compare with: who was chosen, or the best of the others; empty for nobody."""
        return other_of(look, self.beside_id)

    def _show(self, drawn: tuple[Any, ...]) -> None:
        found, differences, alone, groups, first, second = drawn
        self.sentence.setText(
            comparison_words(found, first, second)
            if found is not None
            else t("{first} and {second} have no answers in common.", first=first, second=second)
        )
        self.differences.show_chart(differences)
        self.alone.show_chart(alone)
        self.groups.show_chart(groups)

    def _choose(self, index: QModelIndex) -> None:
        look = self.look
        if look is None or look.judge is None or not 0 <= index.row() < len(self._shown):
            return
        pair = self._shown[index.row()]
        own = look.judge.judge.id
        if own in {pair.first, pair.second}:
            self.beside_chosen.emit(pair.second if pair.first == own else pair.first)

    def _open(self, target: tuple[str, ...]) -> None:
        if target[0] == "beside":
            self.beside_chosen.emit(target[1])
        else:
            self.target_opened.emit(target)


def other_of(look: Look, chosen: str = "") -> str:
    """The judge of that id if it is there, else the best of the others; empty for nobody."""
    others = [item.judge.id for item in look.judges if item is not look.judge]
    return chosen if chosen in others else next(iter(others), "")


def _row(item: Comparison, names: dict[str, str]) -> tuple[Cell, ...]:
    test = item.mcnemar
    return (
        words(names.get(item.first, item.first)),
        words(names.get(item.second, item.second)),
        count(item.n),
        Cell(figure(item.cdr_difference), item.cdr_difference),
        words(span(item.cdr_interval)),
        Cell(figure(item.kappa_difference), item.kappa_difference),
        words(span(item.kappa_interval)),
        count(test.only_first),
        count(test.only_second),
        Cell(figure(test.p, 4), test.p),
        Cell(figure(item.corrected_p, 4), item.corrected_p),
    )
