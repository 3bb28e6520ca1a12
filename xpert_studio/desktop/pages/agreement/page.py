"""The page that says how well experts agree, and opens what they differ on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QRect,
    Qt,
)
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QListView,
    QTabWidget,
    QWidget,
)

from xpert_studio.desktop.figure_words import caution_hint, said_interval, value_words
from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    TIGHT,
    WIDE,
    EmptyState,
    Figures,
    Index,
    Place,
    RowDelegate,
    RowList,
    Shell,
    box,
    button,
    card,
    column,
    decided,
    dress_list,
    figure_table,
    high,
    hint,
    label,
    mark,
    number,
    on_enter,
    px,
    row,
    short,
    stacked,
    t,
    tabbed,
    tn,
)
from xpert_studio.desktop.pages.agreement.tables import (
    PAIR_HEADS,
    PART_HEADS,
    graded_heads,
    graded_rows,
    heads,
    pair_rows,
    part_rows,
)
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.metrics.metric import GRADE_RATERS, RATERS
from xpert_studio.metrics.registry import metrics_of
from xpert_studio.records import Role
from xpert_studio.report.csv_tables import Value
from xpert_studio.report.experts import Agreement, Disputed, read_agreement

# What experts differ on, as a list, the weightiest first.

LINES_ROLE: Final = Qt.ItemDataRole.UserRole + 2


def place_of(item: Disputed) -> Place:
    """Where both forms stand side by side."""
    return Place("adjudication", task_id=item.task_id, item=item.response_id, tab="side_by_side")


class DisputeList(RowList[Disputed]):
    """Checkpoints of responses that experts decided differently."""

    def __init__(self, called: Callable[[str], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._called = called
        self._titles: Mapping[str, str] = {}

    def show_items(self, items: Sequence[Disputed], titles: Mapping[str, str]) -> None:
        """Shows other disagreements."""
        self._titles = titles
        self.show_rows(items)

    def said(self, row: Disputed, place: int, role: int) -> Any:
        """What is known of a checkpoint."""
        if role == Qt.ItemDataRole.DisplayRole:
            return row.point.text
        if role == LINES_ROLE:
            return short(row.point.text, 300), self._where(row), self._said(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.point.text} {self._where(row)}. {self._said(row)}"
        return hint(self._reasons(row)) if role == Qt.ItemDataRole.ToolTipRole else None

    def plain(self) -> list[list[Value]]:
        """The list as a table of words, a row an expert, its heads first."""
        heads: list[Value] = [
            t("Task"), t("Response"), t("Checkpoint"), t("Weight"), t("Expert"), t("Decision"),
            t("Rationale"),
        ]  # fmt: skip
        rows: list[list[Value]] = [
            [
                self._titles.get(item.task_id, item.task_id), item.label, item.point.text,
                item.point.weight, self._called(said.expert_id), decided(said.final_value, item.point),
                said.rationale or "",
            ]
            for item in self._rows
            for said in item.said
        ]  # fmt: skip
        return [heads, *rows]

    def _where(self, item: Disputed) -> str:
        title = self._titles.get(item.task_id, item.task_id)
        response = t("Response {label}", label=item.label)
        return f"{t('Weight {n}', n=item.point.weight)} · {response} · {title}"

    def _said(self, item: Disputed) -> str:
        return " · ".join(
            f"{self._called(said.expert_id)}: {decided(said.final_value, item.point)}"
            for said in item.said
        )

    def _reasons(self, item: Disputed) -> str:
        lines = [
            f"{self._called(said.expert_id)}: {decided(said.final_value, item.point)}. {said.rationale or ''}"
            for said in item.said
        ]
        return "\n\n".join(lines)


class DisputeDelegate(RowDelegate):
    """Paints a disagreement: the checkpoint, where it stands, and who decided what."""

    def height(self, index: Index) -> int:
        """Three lines."""
        lines = high(self.body()) * 2 + high(self.small())
        return lines + 2 * px(TIGHT) + 2 * px(GAP) + px(2)

    def draw(self, painter: QPainter, rect: QRect, row: Any, index: Index) -> None:
        """Paints the lines."""
        looks = ((self.strong(), "text"), (self.small(), "muted"), (self.body(), "text"))
        for text, (font, use) in zip(index.data(LINES_ROLE), looks, strict=True):
            rect.setTop(self.words(painter, rect, str(text), font, use))


# The figures of the whole project, each with what it means.

_ITEMS: Final = (
    mark("Both judged"), mark("Checkpoints of responses that two or more experts decided."),
)  # fmt: skip


class WholeFigures(QWidget):
    """The figures beside each other."""

    def __init__(self) -> None:
        super().__init__()
        self.metrics = metrics_of(RATERS)
        self.meanings = (_ITEMS, *((metric.title, metric.meaning) for metric in self.metrics))
        self.values = [label("", "figure", wrap=False) for _ in self.meanings]
        self.spans = [label("", "small") for _ in self.meanings]
        cards = []
        for value, span, (name, meaning) in zip(
            self.values, self.spans, self.meanings, strict=True
        ):
            ground = card(column(
                label(t(name), "label"), value, span, label(t(meaning), "small"), 1,
                pad=PAD, gap=TIGHT,
            ))  # fmt: skip
            cards.append(ground)
        row(*cards, on=self, gap=GAP, grow=(1,) * len(cards))

    def show_agreement(self, found: Agreement) -> None:
        """Shows the figures."""
        whole = found.figures.whole
        known = [(metric.unit, whole.figures[metric.id]) for metric in self.metrics]
        says = (
            (number(whole.items), " ", ""),
            *(
                (value_words(unit, one.value), said_interval(unit, one) or " ",
                 caution_hint(one.caution, one.tasks))
                for unit, one in known
            ),
        )  # fmt: skip
        for place, ((name, meaning), (value, span, why)) in enumerate(
            zip(self.meanings, says, strict=True)
        ):
            self.values[place].setText(value)
            self.spans[place].setText(span)
            self.spans[place].setToolTip(hint(why))
            told = f"{t(name)}: {value} {span.strip()}. {t(meaning)} {why}"
            self.values[place].setAccessibleName(told.rstrip())


_NARROW: Final = 720
_GRADED: Final = 3
"""Place of the tab of graded checkpoints."""


class AgreementPage(Page):
    """Agreement between experts: as a whole, by pair, by part, and each disagreement."""

    rests_on = frozenset({"judgment", "checkpoint", "response", "task", "person"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.figures = WholeFigures()
        figures = (150,) + (164,) * (len(metrics_of(RATERS)) - 1)
        scales = (172,) * len(metrics_of(GRADE_RATERS))
        self.pairs = Figures(heads(PAIR_HEADS), 2, self, (180, 180, 112, *figures))
        self.parts = Figures(heads(PART_HEADS), 2, self, (104, 220, 112, *figures))
        self.graded = Figures(graded_heads(), 2, self, (200, 150, 112, *scales))
        self.disputes = DisputeList(
            lambda person_id: self.session.project_state.called(person_id), self
        )
        self.gold_only = QCheckBox(t("Confirmed judgments only"))
        self.gold_only.toggled.connect(lambda _: self.refresh())
        self.export = button(t("Export as CSV"), self.ask_export, picture="download")
        self.list = self._make_list()
        self.withheld = label("", "muted")
        self.tabs = self._make_tabs()
        self.empty = EmptyState("handshake", "")
        inside = box(column(self.figures, self.tabs, gap=SPACE, grow=1))
        self.stack = stacked(inside, self.empty)
        column(
            row(label(t("Agreement"), "title", wrap=False), 1, self.gold_only, self.export),
            self.stack,
            on=self, pad=WIDE, gap=SPACE,
        )  # fmt: skip
        self.setFocusProxy(self.list)
        self._say_waiting()

    def _make_list(self) -> QListView:
        made = QListView()
        dress_list(made, self.disputes, DisputeDelegate(made), t("What experts differ on"))
        on_enter(made, self.open_index)
        made.clicked.connect(self.open_index)
        return made

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
        self.gold_only.setVisible(self.may_see)
        self.export.setVisible(self.may_see)
        if not self.may_see:
            self._say_blind()
            return
        ctx, gold_only = self.session.ctx, self.gold_only.isChecked()
        self.session.fetch(
            lambda: read_agreement(ctx.project, ctx.person_id, gold_only=gold_only),
            self._show,
            owner=self,
            slot="agreement",
        )

    def _show(self, found: Agreement) -> None:
        whole = found.figures.whole
        self.export.setEnabled(bool(whole))
        if not whole:
            self._say_nothing_shared()
            return
        self.stack.setCurrentIndex(0)
        self.figures.show_agreement(found)
        self.pairs.show_cells(pair_rows(whole.pairs, self.session.project_state.called))
        self.parts.show_cells(part_rows(found.figures.parts))
        self.graded.show_cells(graded_rows(whole, self.session.project_state.called))
        self.figures.setVisible(bool(whole.items))
        for place in range(self.tabs.count()):
            self.tabs.setTabVisible(place, bool(whole.items if place < _GRADED else whole.scales))
        self._show_disputes(found)

    def _show_disputes(self, found: Agreement) -> None:
        at = max(0, self.list.currentIndex().row())
        count = len(found.figures.disputed)
        self.disputes.show_items(found.disputed, found.titles)
        self.tabs.setTabText(0, tn("{n} disagreement", "{n} disagreements", count))
        self.no_dispute.setVisible(not count)
        self.list.setVisible(bool(found.disputed))
        hidden = tn(
            "{n} disagreement is on a task that you may judge yourself, and not shown.",
            "{n} disagreements are on tasks that you may judge yourself, and not shown.",
            found.withheld,
        )
        self.withheld.say(hidden if found.withheld else "")
        if found.disputed:
            self.list.setCurrentIndex(self.disputes.index(min(at, len(found.disputed) - 1)))

    def _say_waiting(self) -> None:
        self.stack.setCurrentWidget(self.empty)
        self.empty.say(t("Computing…"))

    def _say_blind(self) -> None:
        self.stack.setCurrentWidget(self.empty)
        self.empty.say(
            t("Judging is blind"),
            t(
                "Agreement between experts is shown to leads and senior experts only, so "
                "that experts do not know what others decided."
            ),
        )

    def _say_nothing_shared(self) -> None:
        self.stack.setCurrentWidget(self.empty)
        if self.gold_only.isChecked():
            self.empty.say(
                t("No two confirmed judgments on the same"),
                t("Clear the check box above to include judgments that are not confirmed yet."),
            )
            return
        self.empty.say(
            t("No two experts have judged the same response yet"),
            t("Agreement can be computed once two experts have submitted forms on one response."),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where there is little room, names do without what they are names of."""
        super().resizeEvent(event)
        self.parts_table.setColumnHidden(0, self.width() < px(_NARROW))

    # Acting.

    def open_index(self, index: QModelIndex) -> None:
        """Opens both forms on a response side by side."""
        item = self.disputes.row_at(index.row())
        if item is not None:
            self.shell.go(place_of(item))

    def ask_export(self) -> None:
        """Asks for a file, and writes all tables to it."""
        tables = [
            (t("By pair"), self.pairs.plain()),
            (t("By part"), self.parts.plain()),
            (t("Graded checkpoints"), self.graded.plain()),
            (t("Disagreements"), self.disputes.plain()),
        ]
        export_tables(self, self.shell, t("agreement"), lambda: tables)
