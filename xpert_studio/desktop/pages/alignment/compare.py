"""A judge beside another one, and beside itself on another day: what its certificates say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from xpert_studio.core.metrics import Comparison
from xpert_studio.core.metrics.figures.concordance import CDR
from xpert_studio.core.metrics.figures.kappa import KAPPA
from xpert_studio.core.metrics.metric import GRADES, PAIRS, RANKS, Unit
from xpert_studio.core.metrics.registry import compared_metrics
from xpert_studio.core.records import Certificate, Judge
from xpert_studio.core.wording import figure, mark, moment, number, percent, t, tn
from xpert_studio.desktop.figure_words import (
    certified_evidence,
    figure_cell,
    in_words,
    interval_words,
    title_words,
)
from xpert_studio.desktop.look import GAP, SPACE, TIGHT
from xpert_studio.desktop.pages.alignment import charts
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.pages.alignment.words import (
    GROUPINGS,
    between_words,
    comparison_words,
    signed,
    told_apart,
)
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.chart_view import ChartCard
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import picker, refill, tab_bar
from xpert_studio.desktop.widgets.grid import Figures, GridCell, count, words
from xpert_studio.desktop.widgets.grid_view import figure_table
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.report.cautions import caution_hint
from xpert_studio.report.judge_alignment import Look, compared, look_at
from xpert_studio.report.trend import Between, between, certificates_of

HEADS: Final = (
    mark("First"), mark("Second"), mark("Figure"), mark("Difference"), mark("95 % interval"),
    mark("Tasks"), mark("p"), mark("Corrected p"),
)  # fmt: skip
_WIDTHS: Final = (190, 172, 226, 88, 122, 52, 62, 94)
_MOST_SEEN: Final = 12
"""Rows that are seen at once."""


class Compare(Part):
    """This judge beside the others, and beside one of them in detail."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.beside_id = ""
        self.beside = picker(
            t("Compare with"), then=lambda: self.compare_with(self.beside.currentData()),
            least=180, most=420,
        )  # fmt: skip
        self.sentence = label("", "heading")
        self.note = label(t("Second less first, on what both have judged. Tests by task; McNemar’s test is on these tasks only. Corrected p: Benjamini–Hochberg over all tests by task, and apart over all McNemar tests."), "muted")  # fmt: skip
        self.details = label("")
        self.model = Figures(HEADS, 3, self, _WIDTHS)
        self.table = figure_table(self.model, t("Judges compared"), 0, self._choose)
        self.both = self.card(t("Both judges, figure by figure"), t("Two points a row, 1 is as the experts; a click opens the disagreements."))  # fmt: skip
        self.alone = self.card(t("Where is one right and the other not?"), t("A click opens the answers."))  # fmt: skip
        self.groups = self.card(t("Where do they differ in kind?"), t("κ of both by dimension."))  # fmt: skip
        self.empty = EmptyState(
            "git-compare",
            t("There is only one judge to look at"),
            t("Score the same responses with another model, or the same model anchored instead of zero-shot, to see which follows the experts better, and whether that is more than chance."),
        )  # fmt: skip
        choosing = row(label(t("Compare with"), "label", wrap=False), self.beside, 1, gap=GAP)
        left = column(self.both, self.alone, 1, gap=SPACE)
        beside = row(left, column(self.groups, 1), gap=SPACE, grow=(1, 1))
        said = column(self.sentence, self.details, gap=TIGHT)
        table = column(self.table, self.note, gap=TIGHT)
        inside = box(column(choosing, said, beside, table, 1, gap=SPACE))
        self.stack = stacked(scrolled(inside), self.empty)
        column(self.stack, on=self)
        self._of_row: list[Comparison] = []

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
        other = other_of(look, self.beside_id)
        judges = [item.judge for item in look.judges]
        names = dict(zip((judge.id for judge in judges), told_apart(judges), strict=True))
        refill(self.beside, [(name, key) for key, name in names.items() if key != own], other)
        shown = sorted(
            look.analysis.comparisons, key=lambda item: own not in {item.first, item.second}
        )
        rows = [(item, cells) for item in shown for cells in _rows(item, names)]
        self._of_row = [item for item, _ in rows]
        self.model.show_cells([cells for _, cells in rows])
        self.table.fit_height(_MOST_SEEN)
        called, both = self.called, (names[own], names[other])
        none = t("{first} and {second} have no verdicts in common.", first=both[0], second=both[1])

        def work() -> tuple[Any, ...]:
            found = compared(look.analysis, own, other)
            if found is None:  # figures on different responses compare nothing
                return [none], None, None, None
            beside = look_at(look.blinding, look.analysis, other)
            return (
                comparison_words(found, *both),
                charts.paired_chart(look, beside, both),
                charts.alone_right_chart(found, *both),
                charts.two_judges_chart(look, beside, both, called, in_words(look.analysis.small)),
            )

        self.fetch(work, self._show, "compare")

    def _show(self, drawn: tuple[Any, ...]) -> None:
        (said, *details), *shown = drawn
        self.sentence.setText(said)
        self.details.setText("\n".join(details))
        for card, chart in zip((self.both, self.alone, self.groups), shown, strict=True):
            card.show_chart(chart)

    def _choose(self, place: int) -> None:
        look, pair = self.look, self._of_row[place]
        own = look.judge.judge.id if look and look.judge else ""
        if own in {pair.first, pair.second}:
            self.compare_with(pair.second if pair.first == own else pair.first)


def other_of(look: Look, chosen: str = "") -> str:
    """Whom to compare with; empty for none.

    The judge of that id if it is there, else one with verdicts in common: the same model asked in
    the other way, else the best of the others.
    """
    own = look.judge.judge if look.judge else None
    others = [item.judge for item in look.judges if item is not look.judge]
    sharing = {frozenset((pair.first, pair.second)) for pair in look.analysis.comparisons if pair.n}

    def rank(judge: Judge) -> tuple[bool, bool]:
        if own is None:
            return False, False
        is_same = (judge.provider, judge.model) == (own.provider, own.model)
        return frozenset((judge.id, own.id)) not in sharing, not is_same

    others.sort(key=rank)
    known = [judge.id for judge in others]
    return chosen if chosen in known else next(iter(known), "")


def _rows(item: Comparison, names: dict[str, str]) -> Iterator[tuple[GridCell, ...]]:
    """The tests of a comparison: by task first, McNemar's last."""
    judges = tuple(words(names.get(judge, judge)) for judge in (item.first, item.second))
    for metric in (m for s in (RANKS, PAIRS, GRADES) for m in compared_metrics(s)):
        test = item.tests.get(metric.id)
        if test is None:
            continue
        why = caution_hint(test.caution, test.tasks)
        interval = interval_words(Unit.COEFFICIENT, test) or "–"
        yield (
            *judges,
            words(title_words(metric, item.scale, is_short=True)),
            GridCell(signed(test.value), test.value),
            GridCell(
                interval, interval, hint=why if test.interval else t("interval not estimable")
            ),
            count(test.tasks),
            _p_cell(test.p),
            _p_cell(test.corrected_p),
        )
    exact = item.mcnemar
    if item.n:
        yield (
            *judges,
            words(t("McNemar, on these tasks only")),
            GridCell(
                t(
                    "{first} : {second}",
                    first=number(exact.only_first),
                    second=number(exact.only_second),
                ),
                hint=t("Checkpoints on which the first alone is right : the second alone"),
            ),
            words("–"),
            count(item.tasks),
            _p_cell(exact.p),
            _p_cell(exact.corrected_p),
        )


def _p_cell(p: float | None) -> GridCell:
    """A p-value; never shown as zero."""
    return GridCell("< 0.001" if p is not None and p < 0.0005 else figure(p, 3), p)


CERTIFICATE_HEADS: Final = (
    mark("Made"), mark("Made by"), mark("Evidence"), mark("Checkpoints"), mark("Tasks"),
    mark("Pairs"), mark("CDR"), mark("κ"), mark("Accuracy"), mark("Excluded"),
    mark("Tie threshold"),
)  # fmt: skip
_CERTIFICATE_WIDTHS: Final = (150, 110, 92, 92, 56, 56, 150, 150, 76, 76, 104)
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
        self.model = Figures(CERTIFICATE_HEADS, 3, self, _CERTIFICATE_WIDTHS)
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

        self.fetch(work, self._show, "certificates")

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
        before, after = moved.only_before, moved.only_after
        said = (
            tn("{n} answer that both have", "{n} answers that both have", moved.n),
            tn("{n} verdict changed", "{n} verdicts changed", moved.verdicts_changed),
            t("{n} came right", n=number(moved.righted)),
            t("{n} went wrong", n=number(moved.wronged)),
            tn("{n} only before", "{n} only before", before) if before else "",
            tn("{n} only after", "{n} only after", after) if after else "",
        )
        self.counts.setText(" · ".join(filter(None, said)))
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
        self.fetch(
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
