"""The page that says how well experts agree, and opens what they differ on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabWidget, QWidget

from xpert_studio.core.metrics import Figures as Known
from xpert_studio.core.metrics.agreement import AgreementPart, ExpertAgreement, PairAgreement
from xpert_studio.core.metrics.metric import GRADE_RATERS, RATERS, Metric, Unit
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.metrics.votes import LEAST_SHARED
from xpert_studio.core.records import Role
from xpert_studio.desktop.figure_words import caution_hint, figure_cell, said_interval, value_words
from xpert_studio.desktop.kit import (
    GAP,
    SPACE,
    WIDE,
    EmptyState,
    FigureCard,
    Figures,
    GridCell,
    Place,
    Shell,
    box,
    button,
    check_box,
    column,
    decided,
    figure_table,
    hint,
    label,
    labelled,
    listed,
    mark,
    number,
    part_name,
    px,
    row,
    show_if,
    stacked,
    t,
    tabbed,
    tn,
)
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.widgets.grid import count, share, words
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.report.csv_tables import Value
from xpert_studio.report.experts import Agreement, Disputed, read_agreement
from xpert_studio.report.part_names import scale_name

# Experts by pair, and items by tier, dimension and domain.

PARTS: Final = {
    "tier": mark("Tier"),
    "dimension": mark("Dimension"),
    "domain": mark("Domain"),
}
PAIR_HEADS: Final = (mark("Expert"), mark("and"), mark("Both judged"))
GRADED_HEADS: Final = (mark("Experts"), mark("Scale"), mark("Both judged"))
PART_HEADS: Final = (mark("By"), mark("Name"), mark("Both judged"))


def heads(first: tuple[str, ...], metrics: Iterable[Metric]) -> tuple[str, ...]:
    """The heads of a table: its own, then the figures."""
    return (*first, *(metric.head for metric in metrics))


def pair_rows(
    pairs: Sequence[PairAgreement], called: Callable[[str], str]
) -> list[tuple[GridCell, ...]]:
    """The experts who share most first."""
    few = t("fewer than {n} shared ratings", n=number(LEAST_SHARED))
    return [
        (
            words(called(pair.first)),
            words(called(pair.second)),
            count(pair.n),
            *_cells(pair.figures, "" if pair.has_enough else few),
        )
        for pair in sorted(pairs, key=lambda pair: -pair.n)
        if pair.n
    ]


def part_rows(parts: Sequence[AgreementPart]) -> list[tuple[GridCell, ...]]:
    """Tiers, dimensions and domains, in that order."""
    return [
        (
            words(t(PARTS[part.by])),
            words(part_name(part.by, part.name) if part.name else t("none")),
            count(part.figures.n),
            *_cells(part.figures),
        )
        for part in parts
        if part.figures.n
    ]


def graded_rows(found: ExpertAgreement, called: Callable[[str], str]) -> list[tuple[GridCell, ...]]:
    """Figures on graded checkpoints by scale: of all experts, then of every two."""
    sides = [(t("All experts"), found.scales)]
    if len(found.pairs) > 1:
        names = (listed((called(pair.first), called(pair.second))) for pair in found.pairs)
        sides += list(zip(names, (pair.scales for pair in found.pairs), strict=True))
    return [
        (
            words(name),
            words(scale_name(one.scale)),
            count(one.figures.n),
            *(figure_cell(metric, one.figures[metric.id]) for metric in metrics_of(GRADE_RATERS)),
        )
        for name, scales in sides
        for one in scales
    ]


def _cells(found: Known, few: str = "") -> list[GridCell]:
    """All figures; ``few`` stands for those that correct for chance, where it is not empty."""
    return [
        share(found[metric.id].value)
        if metric.unit is Unit.SHARE
        else words(few)
        if few
        else figure_cell(metric, found[metric.id])
        for metric in metrics_of(RATERS)
    ]


# What experts differ on, the weightiest first.

_DISPUTE_HEADS: Final = (
    mark("Checkpoint"), mark("Judgments"), mark("Response"), mark("Task"), mark("Weight"),
)  # fmt: skip
_DISPUTE_WIDTHS: Final = (260, 280, 100, 200, 70)


def dispute_rows(found: Agreement, called: Callable[[str], str]) -> list[tuple[GridCell, ...]]:
    """A row a checkpoint of a response; the tooltip of the decisions says why."""
    return [
        (
            GridCell(item.point.text, item.point.text, is_strong=True),
            GridCell(
                " · ".join(_said(item, called)),
                hint="\n\n".join(
                    f"{text}. {said.rationale or ''}"
                    for text, said in zip(_said(item, called), item.said, strict=True)
                ),
            ),
            words(t("Response {label}", label=item.label)),
            words(found.titles.get(item.task_id, item.task_id)),
            GridCell(f"{item.point.weight:g}", item.point.weight),
        )
        for item in found.disputed
    ]


def _said(item: Disputed, called: Callable[[str], str]) -> list[str]:
    return [labelled(called(one.expert_id), decided(one.final, item.point)) for one in item.said]


def exported_disputes(found: Agreement, called: Callable[[str], str]) -> list[list[Value]]:
    """The disagreements as a table, a row an expert, its heads first."""
    heads: list[Value] = [
        t("Task"), t("Response"), t("Checkpoint"), t("Weight"), t("Expert"), t("Decision"),
        t("Rationale"),
    ]  # fmt: skip
    rows: list[list[Value]] = [
        [
            found.titles.get(item.task_id, item.task_id), item.label, item.point.text,
            item.point.weight, called(said.expert_id), decided(said.final, item.point),
            said.rationale or "",
        ]
        for item in found.disputed
        for said in item.said
    ]  # fmt: skip
    return [heads, *rows]


class WholeFigures(QWidget):
    """The figures of the whole project beside each other."""

    def __init__(self) -> None:
        super().__init__()
        self.items = FigureCard(t("Both judged"))
        self.items.setToolTip(hint(t("Checkpoints of responses that two or more experts decided.")))
        self.metrics = metrics_of(RATERS)
        self.cards = [FigureCard(t(metric.title)) for metric in self.metrics]
        cards = (self.items, *self.cards)
        row(*cards, on=self, gap=GAP, grow=(1,) * len(cards))

    def show_agreement(self, found: Agreement) -> None:
        """Shows the figures; the tooltips say what they mean."""
        whole = found.figures.whole
        self.items.show_figure(number(whole.items))
        for metric, made in zip(self.metrics, self.cards, strict=True):
            one = whole.figures[metric.id]
            made.show_figure(value_words(metric.unit, one.value), said_interval(metric.unit, one))
            why = caution_hint(one.caution, one.tasks)
            made.setToolTip(hint("\n".join(filter(None, (t(metric.meaning), why)))))


_NARROW: Final = 720
_GRADED: Final = 3
"""Place of the tab of graded checkpoints."""


class AgreementPage(Page):
    """Agreement between experts: as a whole, by pair, by part, and each disagreement."""

    rests_on = frozenset({"judgment", "checkpoint", "response", "task", "person"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.figures = WholeFigures()
        plain, graded = metrics_of(RATERS), metrics_of(GRADE_RATERS)
        figures, scales = (150,) + (164,) * (len(plain) - 1), (172,) * len(graded)
        self.pairs = Figures(heads(PAIR_HEADS, plain), 2, self, (180, 180, 112, *figures))
        self.parts = Figures(heads(PART_HEADS, plain), 2, self, (104, 220, 112, *figures))
        self.graded = Figures(heads(GRADED_HEADS, graded), 2, self, (200, 150, 112, *scales))
        self.found: Agreement | None = None
        self.disputes = Figures(_DISPUTE_HEADS, 4, self, _DISPUTE_WIDTHS)
        self.gold_only = check_box(t("Confirmed judgments only"), self.refresh)
        self.export = button(t("Export as CSV"), self.ask_export, picture="download")
        self.list = figure_table(self.disputes, t("What experts differ on"), 0, self.open_place)
        self.withheld = label("", "muted")
        self.tabs = self._make_tabs()
        self.empty = EmptyState("handshake", "")
        self.stack = stacked(box(column(self.figures, self.tabs, gap=SPACE, grow=1)), self.empty)
        column(
            row(label(t("Agreement"), "title", wrap=False), 1, self.gold_only, self.export),
            self.stack,
            on=self, pad=WIDE, gap=SPACE,
        )  # fmt: skip
        self.setFocusProxy(self.list)
        self._say(t("Computing…"))

    def _make_tabs(self) -> QTabWidget:
        self.no_dispute = label(t("On everything that two have judged, they agree."), "muted")
        first = box(column(self.no_dispute, self.withheld, self.list, gap=GAP))
        pairs = figure_table(self.pairs, t("By pair"), 0)
        self.parts_table = figure_table(self.parts, t("By part"), 1)
        graded = figure_table(self.graded, t("Graded checkpoints"), 0)
        return tabbed(
            (first, t("Disagreements")), (pairs, t("By pair")), (self.parts_table, t("By part")),
            (graded, t("Graded checkpoints")),
        )  # fmt: skip

    # Showing.

    @property
    def may_see(self) -> bool:
        """Whether the person may know what others decided."""
        return self.session.has_role(Role.LEAD, Role.SENIOR)

    def refresh(self) -> None:
        """Fetches the figures."""
        show_if(self.may_see, self.gold_only, self.export)
        if not self.may_see:
            self._say(
                t("Judging is blind"),
                t("Agreement between experts is shown to leads and senior experts only, so that experts do not know what others decided."),
            )  # fmt: skip
            return
        ctx, gold_only = self.session.ctx, self.gold_only.isChecked()
        self.session.fetch(
            lambda: read_agreement(ctx.project, ctx.person_id, gold_only=gold_only),
            self._show,
            owner=self,
            slot="agreement",
        )

    def _show(self, found: Agreement) -> None:
        whole, called = found.figures.whole, self.session.project_state.called
        self.export.setEnabled(bool(whole))
        if not whole:
            self._say_nothing_shared()
            return
        self.stack.setCurrentIndex(0)
        self.figures.show_agreement(found)
        self.pairs.show_cells(pair_rows(whole.pairs, called))
        self.parts.show_cells(part_rows(found.figures.parts))
        self.graded.show_cells(graded_rows(whole, called))
        show_if(whole.items, self.figures)
        for place in range(self.tabs.count()):
            self.tabs.setTabVisible(place, bool(whole.items if place < _GRADED else whole.scales))
        self.found = found
        at, n = max(0, self.list.currentIndex().row()), len(found.figures.disputed)
        self.disputes.show_cells(dispute_rows(found, called))
        self.tabs.setTabText(0, tn("{n} disagreement", "{n} disagreements", n))
        show_if(not n, self.no_dispute)
        show_if(found.disputed, self.list)
        hidden = tn(
            "{n} disagreement is on a task that you may judge yourself, and not shown.",
            "{n} disagreements are on tasks that you may judge yourself, and not shown.",
            found.withheld,
        )
        self.withheld.say(hidden if found.withheld else "")
        self.list.go_to(at)

    def _say(self, title: str, text: str = "") -> None:
        """Says why there are no figures."""
        self.stack.setCurrentWidget(self.empty)
        self.empty.say(title, text)

    def _say_nothing_shared(self) -> None:
        if self.gold_only.isChecked():
            self._say(
                t("No two confirmed judgments on the same"),
                t("Clear the check box above to include judgments that are not confirmed yet."),
            )
        else:
            self._say(
                t("No two experts have judged the same response yet"),
                t(
                    "Agreement can be computed once two experts have submitted forms on one response."
                ),
            )

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where there is little room, names do without what they are names of."""
        super().resizeEvent(event)
        self.parts_table.setColumnHidden(0, self.width() < px(_NARROW))

    # Acting.

    def open_place(self, place: int) -> None:
        """Opens both forms on a response side by side."""
        if self.found is not None:
            at = self.found.disputed[place]
            where = {"task_id": at.task_id, "item": at.response_id, "tab": "side_by_side"}
            self.shell.go(Place("adjudication", **where))

    def ask_export(self) -> None:
        """Asks for a file, and writes all tables to it."""
        if self.found is None:
            return
        tables = [
            (t("By pair"), self.pairs.plain()),
            (t("By part"), self.parts.plain()),
            (t("Graded checkpoints"), self.graded.plain()),
            (t("Disagreements"),
             exported_disputes(self.found, self.session.project_state.called)),
        ]  # fmt: skip
        export_tables(self, self.shell, t("agreement"), lambda: tables)
