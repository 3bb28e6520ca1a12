"""The judge over time: its certificates, and what became of the figures between two of them."""

from __future__ import annotations

from typing import Any, Final

from xpert_studio.desktop.figure_words import certified_evidence, figure_cell, in_words
from xpert_studio.desktop.kit import (
    GAP,
    SPACE,
    EmptyState,
    Figures,
    GridCell,
    Shell,
    box,
    column,
    figure_table,
    label,
    mark,
    moment,
    number,
    percent,
    picker,
    refill,
    row,
    scrolled,
    stacked,
    t,
    tab_bar,
    tn,
)
from xpert_studio.desktop.pages.alignment import charts
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.pages.alignment.words import (
    GROUPINGS,
    between_words,
)
from xpert_studio.desktop.widgets.chart_view import ChartCard
from xpert_studio.desktop.widgets.grid import count, words
from xpert_studio.metrics.figures.concordance import CDR
from xpert_studio.metrics.figures.kappa import KAPPA
from xpert_studio.records import Certificate
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.trend import Between, between, certificates_of

HEADS: Final = (
    mark("Made"), mark("Made by"), mark("Evidence"), mark("Checkpoints"), mark("Tasks"),
    mark("Pairs"), mark("CDR"), mark("κ"), mark("Accuracy"), mark("Excluded"),
    mark("Tie threshold"),
)  # fmt: skip
_WIDTHS: Final = (150, 110, 92, 92, 56, 56, 150, 150, 76, 76, 104)
_PARTS: Final = ("dimension", "tier", "domain", "system")


class OverTime(Part):
    """Certificates, and before against after."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.certificates: list[Certificate] = []
        self.sentence = label("", "heading")
        self.counts = label("", "muted")
        self.first, self.second = (
            picker(name, then=self._compare, least=160, most=280)
            for name in (t("Before"), t("After"))
        )
        parts = [(t(GROUPINGS[name]), name) for name in _PARTS]
        self.by = tab_bar(parts, lambda _: self._draw(), name=t("Group by"), scrolls=False)
        self.model = Figures(HEADS, 3, self, _WIDTHS)
        self.table = figure_table(self.model, t("Certificates"), 0, self._choose)
        self.cdr = ChartCard(shell, t("CDR over time"), t("With 95 % intervals; a click compares from there."))  # fmt: skip
        self.moved = self.card(t("What moved?"), t("κ before and after, on the answers that both have."))  # fmt: skip
        self.cdr.opened.connect(self._since)
        self.empty = EmptyState(
            "history",
            t("No certificate of this judge yet"),
            t("At the end of a run, or when you press Certify, the figures are kept with the hashes of judge, prompt, rubrics and judgments. What you fix afterwards shows here as before and after."),
        )  # fmt: skip
        self._found: Between | None = None
        self._lay_out()

    def _lay_out(self) -> None:
        choosing = row(
            label(t("Before"), "label", wrap=False), self.first,
            label(t("After"), "label", wrap=False), self.second, 1,
            gap=GAP,
        )  # fmt: skip
        beside = row(column(self.cdr, 1), column(self.moved, 1), gap=SPACE, grow=(1, 1))
        inside = box(column(
            choosing, self.sentence, self.counts, row(1, self.by), beside, self.table, 1,
            gap=SPACE,
        ))  # fmt: skip
        self.stack = stacked(scrolled(inside), self.empty)
        column(self.stack, on=self)

    def fill(self, look: Look) -> None:
        """Fetches the certificates, and shows the last change."""
        if look.judge is None:
            self.stack.setCurrentIndex(1)
            return
        project, judge_id = self.session.project, look.judge.judge.id
        self.by.setTabVisible(_PARTS.index("system"), look.names_systems)

        def work() -> tuple[Any, ...]:
            made = certificates_of(project, judge_id)
            return made, charts.time_chart(made, [moment(item.made_at) for item in made])

        self.draw(work, self._show, "certificates")

    def _show(self, found: tuple[Any, ...]) -> None:
        before = [item.id for item in self.certificates]
        self.certificates, chart = found
        self.stack.setCurrentIndex(0 if self.certificates else 1)
        if not self.certificates:
            return
        self.model.show_cells([self._row(item) for item in reversed(self.certificates)])
        self.table.fit_height(8)
        self.cdr.show_chart(chart)
        if before != [item.id for item in self.certificates]:
            self._fill_pickers()
        self._compare()

    def _fill_pickers(self) -> None:
        """From the last but one to the last; from the only one to now."""
        several = len(self.certificates) > 1
        made = [(moment(item.made_at), item.id) for item in self.certificates]
        refill(self.first, made, made[-2 if several else -1][1])
        refill(self.second, [*made, (t("now"), "")], made[-1][1] if several else "")

    def _compare(self) -> None:
        look = self.look
        if look is None or look.judge is None or self.first.currentIndex() < 0:
            return
        first, second = str(self.first.currentData()), str(self.second.currentData() or "")
        project, analysis, judge_id = self.session.project, look.analysis, look.judge.judge.id
        if first == second:
            self.sentence.setText(t("Choose two different days."))
            self.counts.setText("")
            self.moved.show_chart(None)
            return
        self.fetch(
            lambda: between(project, analysis, judge_id, first, second or None),
            self._show_between,
            "between",
        )

    def _show_between(self, found: Between) -> None:
        self._found = found
        moved = found.progress
        self.sentence.setText(between_words(found))
        said = [
            tn("{n} answer that both have", "{n} answers that both have", moved.n),
            tn("{n} verdict changed", "{n} verdicts changed", moved.verdicts_changed),
            t("{n} came right", n=number(moved.righted)),
            t("{n} went wrong", n=number(moved.wronged)),
        ]
        if moved.only_before:
            said.append(tn("{n} only before", "{n} only before", moved.only_before))
        if moved.only_after:
            said.append(tn("{n} only after", "{n} only after", moved.only_after))
        self.counts.setText(" · ".join(said))
        self._draw()

    def _draw(self) -> None:
        found, look = self._found, self.look
        if found is None or look is None or look.judge is None:
            return
        moved, by = found.progress, str(self.by.tabData(self.by.currentIndex()))
        names = (self.first.currentText(), self.second.currentText())
        judge_id, called = look.judge.judge.id, self.called
        whole = (moved.kappa.before, moved.kappa.after)
        small = in_words(look.analysis.small)
        self.draw(
            lambda: (charts.moved_chart(moved.parts, by, whole, names, judge_id, called, small),),
            lambda drawn: self.moved.show_chart(drawn[0]),
            "moved",
        )

    def _row(self, made: Certificate) -> tuple[GridCell, ...]:
        figures = made.figures
        by = self.called(made.made_by) if made.made_by else t("a run’s end")
        evidence, missing = certified_evidence(made)
        return (
            GridCell(moment(made.made_at), moment(made.made_at), hint=made.judge_id),
            words(by),
            GridCell(evidence, evidence, hint=missing),
            count(figures.n),
            count(figures.tasks),
            count(figures.pairs),
            figure_cell(CDR, figures["cdr"], figures.tasks),
            figure_cell(KAPPA, figures["kappa"], figures.criterion_tasks or figures.tasks),
            GridCell(percent(figures["accuracy"].value), figures["accuracy"].value),
            count(made.left_out),
            GridCell(percent(made.tolerance), made.tolerance),
        )

    def _choose(self, place: int) -> None:
        """Compares from the certificate in that row."""
        self._since(("since", self.certificates[len(self.certificates) - 1 - place].id))

    def _since(self, target: tuple[str, ...]) -> None:
        place = self.first.findData(target[1])
        if place < 0:
            return
        self.first.setCurrentIndex(place)
        if self.second.currentData() == target[1]:
            self.second.setCurrentIndex(self.second.count() - 1)
        self._compare()
