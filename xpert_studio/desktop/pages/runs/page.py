"""The page of runs: all of them beside the current one, and the form for a new one."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import (
    QModelIndex,
    QRect,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListView,
)

from xpert_studio.desktop.kit import (
    GAP,
    LEFT,
    PAD,
    SPACE,
    TIGHT,
    WIDE,
    Action,
    EmptyState,
    Index,
    Look,
    Place,
    RowDelegate,
    RowList,
    Shell,
    SideSplitter,
    box,
    button,
    colour,
    column,
    dress_list,
    high,
    hint,
    label,
    mark,
    moment,
    pixmap,
    px,
    row,
    stacked,
    t,
)
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.runs.composer.composer import Composer
from xpert_studio.desktop.pages.runs.detail import TABS, RunDetail
from xpert_studio.desktop.pages.runs.overview import draw_bar
from xpert_studio.desktop.pages.runs.words import kind_of, line_of, look_of, title_of
from xpert_studio.judge.request import ScoreRequest, request_of_judge
from xpert_studio.judge.run_worker import Launch
from xpert_studio.records import Role
from xpert_studio.workflow.views.runs import WatchedRun

# The runs of a project as a list, the newest first, and those whose process is about to begin.

_END: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


class RunList(RowList["Launch | WatchedRun"]):
    """Runs; what is about to begin comes first, and cannot be chosen."""

    keeps_places = True

    def key(self, row: Launch | WatchedRun) -> object:
        """A run's id, by which it keeps its row while its figures change."""
        return row.run.id if isinstance(row, WatchedRun) else row

    def run_at(self, place: int) -> WatchedRun | None:
        """The run in a row; None for one that is about to begin."""
        row = self.row_at(place)
        return row if isinstance(row, WatchedRun) else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Only runs that there are can be chosen."""
        if self.run_at(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def said(self, row: Launch | WatchedRun, place: int, role: int) -> Any:
        """The row as text, also for screen readers."""
        if not isinstance(row, WatchedRun):
            request = row.request
            words = f"{t('Starting…')} {request.model or request.provider}"
            return words if role == Qt.ItemDataRole.DisplayRole else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{look_of(row).word}: {title_of(row)}, {kind_of(row)}. {line_of(row)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint(f"{title_of(row)}\n{kind_of(row)}\n{row.run.id}")
        return None


class RunDelegate(RowDelegate):
    """Paints a run: state and time, judge, bar, figures."""

    def height(self, index: Index) -> int:
        """All are alike, so that long lists scroll smoothly."""
        lines = 2 * high(self.body()) + 2 * high(self.small()) + 3 * px(TIGHT)
        return lines + px(6) + 2 * px(PAD)

    def draw(self, painter: QPainter, rect: QRect, row: Any, index: Index) -> None:
        """Paints a run, or that one is about to begin."""
        more = px(PAD) - px(GAP)
        inner = rect.adjusted(0, more, 0, -more)
        if isinstance(row, WatchedRun):
            self._run(painter, inner, row)
        else:
            painter.setPen(colour("muted"))
            painter.drawText(inner, LEFT, str(index.data() or ""))

    def _run(self, painter: QPainter, rect: QRect, item: WatchedRun) -> None:
        rect.setTop(self._head(painter, rect, look_of(item), moment(item.run.started_at)))
        rect.setTop(self.words(painter, rect, title_of(item), self.strong(), "text"))
        top = self.words(painter, rect, kind_of(item), self.small(), "muted")
        draw_bar(painter, QRect(rect.left(), top + px(2), rect.width(), px(6)), item.run)
        rect.setTop(top + px(6) + px(TIGHT))
        self.words(painter, rect, line_of(item), self.small(), "muted")

    def _head(self, painter: QPainter, rect: QRect, look: Look, when: str) -> int:
        font = self.small()
        metrics = QFontMetrics(font)
        painter.drawPixmap(rect.left(), rect.top(), pixmap(look.picture, look.tone, 14))
        painter.setFont(font)
        painter.setPen(colour("muted"))
        line = QRect(rect.left(), rect.top(), rect.width(), metrics.height())
        painter.drawText(line, _END, when)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colour(look.tone))
        room = rect.width() - metrics.horizontalAdvance(when) - px(20) - px(GAP)
        word = QFontMetrics(font).elidedText(look.word, Qt.TextElideMode.ElideRight, room)
        painter.drawText(line.adjusted(px(20), 0, 0, 0), LEFT, word)
        return rect.top() + metrics.height() + px(TIGHT)


def run_list(model: RunList) -> QListView:
    """The list on the page."""
    made = QListView()
    dress_list(made, model, RunDelegate(made), t("Runs"))
    made.setMinimumWidth(px(280))
    return made


NEW = "new"


class RunsPage(Page):
    """Runs."""

    rests_on = frozenset(
        {
            "task",
            "checkpoint",
            "response",
            "judgment",
            "project",
            "subset",
            "anchor_choice",
            "person",
        }
    )

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.watch = self.session.runs
        self._awaited: int | None = None
        self._awaited_since = self.session.ctx.clock()
        self.model = RunList(self)
        self.list = run_list(self.model)
        self.detail = RunDetail(shell)
        self.composer = Composer(shell)
        self.new = button(t("New run"), self.new_run, kind="primary", picture="plus")
        self.first = button(t("New run"), self.new_run, kind="primary", picture="plus")
        self.empty = EmptyState("activity", t("No run yet"), "", self.first)
        self.closed = EmptyState(
            "activity",
            t("Runs are the lead’s"),
            t("Whoever leads the project has judges score the responses, and sees their verdicts."),
        )
        self.both = SideSplitter(self.list, self.detail, room=760, sizes=(320, 780))
        self.whole = box(column(
            row(label(t("Runs"), "title", wrap=False), 1, self.new), self.both,
            pad=WIDE, gap=SPACE, grow=1,
        ))  # fmt: skip
        self.stack = stacked(self.whole, self.composer, self.empty, self.closed)
        column(self.stack, on=self)
        self._listen()
        shell.book.add(self, *self._actions())

    def _listen(self) -> None:
        self.watch.changed.connect(self._show_runs)
        self.watch.ended.connect(self._run_ended)
        self.detail.started.connect(self._await_run)
        self.list.selectionModel().currentChanged.connect(self._chosen)
        self.composer.closed.connect(lambda: self.shell.go(Place("runs")))
        self.composer.started.connect(self._started)
        self.detail.compose_wanted.connect(self._compose)
        self.empty.text.setText(
            t("A run scores responses with a judge. You see calls and cost first.")
        )  # fmt: skip
        self.empty.text.show()

    def _actions(self) -> list[Action]:
        return [
            Action("runs.new", mark("New run"), self.new_run, "Ctrl+N", "plus",
                   refused=self._why_no_new),
            Action("runs.pause", mark("Pause or resume the run"),
                   self.detail.pause_or_go_on, "P", "pause", refused=self._why_not_going),
            Action("runs.resume", mark("Resume the run, or ask again what failed"),
                   self.detail.resume, "", "repeat", refused=lambda: None if self.detail.item is not None else t("Choose a run first.")),
        ]  # fmt: skip

    # Places.

    @property
    def may_watch(self) -> bool:
        """Whether the person may see runs."""
        return self.session.has_role(Role.LEAD)

    def show_place(self, place: Place) -> None:
        """Shows all runs, one of them, or the form."""
        super().show_place(place)
        if place.tab == NEW and place.judge_id:
            self._compose_again(place.judge_id)
            return
        if place.tab == NEW:
            if self.stack.currentWidget() is not self.composer:
                self.stack.setCurrentWidget(self.composer)
                self.composer.compose()
            return
        if self.stack.currentWidget() is self.composer:
            self.composer.planner.want(None)
            self.stack.setCurrentWidget(self.whole)
        self._show_runs()
        if place.item:
            self._go_to(place.item)
        if place.tab in TABS:
            self.detail.show_tab(place.tab)
        self.list.setFocus()

    def refresh(self) -> None:
        """Looks how the runs stand; a plan is made anew, since the project may have changed."""
        self.watch.look()
        self._show_runs()
        if self.place.tab == NEW and self.may_watch:
            self.composer.refresh()

    # Showing.

    def _show_runs(self) -> None:
        if not self.may_watch:
            self.stack.setCurrentWidget(self.closed)
            return
        starting, runs = self.watch.starting, self.watch.runs
        at = self.detail.item
        self.model.show_rows((*starting, *runs))
        self.detail.setVisible(bool(runs))
        self._pick(at.run.id if at is not None else "")
        if self.stack.currentWidget() is self.composer and self.place.tab == NEW:
            return
        if self.watch.seen is not None:
            self.stack.setCurrentWidget(self.whole if runs or starting else self.empty)

    def _pick(self, run_id: str) -> None:
        """Keeps the current run selected; one that was just started takes its place."""
        awaited = [run for run in self.watch.runs if run.standing.process == self._awaited]
        if self._awaited is not None and awaited:
            self._awaited, run_id = None, awaited[0].run.id
        elif not run_id and self.place.item:
            run_id = self.place.item
        place = self.model.place_of(run_id)
        if place < 0 and self.watch.runs:
            place = self.model.place_of(self.watch.runs[0].run.id)
        if place >= 0:
            if self.list.currentIndex().row() != place:
                self.list.setCurrentIndex(self.model.index(place))
            item = self.model.run_at(place)
            if item is not None:
                self.detail.show_run(item)

    def _go_to(self, run_id: str) -> None:
        place = self.model.place_of(run_id)
        if place >= 0:
            self.list.setCurrentIndex(self.model.index(place))

    def _chosen(self, index: QModelIndex) -> None:
        item = self.model.run_at(index.row())
        if item is None:
            return
        self.detail.show_run(item)
        if self.place.tab != NEW and self.place.item != item.run.id:
            self.place = Place("runs", item=item.run.id, tab=self.place.tab)
            self.shell.refine(self.place)

    # Acting.

    def new_run(self) -> None:
        """Opens the form."""
        why = self._why_no_new()
        if why:
            self.shell.say(why, "warn")
            return
        self.shell.go(Place("runs", tab=NEW))

    def _compose(self, request: ScoreRequest) -> None:
        """Opens the form with everything as in a run there was."""
        self.stack.setCurrentWidget(self.composer)
        self.shell.go(Place("runs", tab=NEW))
        self.composer.compose(request)

    def _compose_again(self, judge_id: str) -> None:
        """Opens the form for what a judge would be asked after an edit."""
        if not self.may_watch:
            self.stack.setCurrentWidget(self.closed)
            return
        project = self.session.project
        self.stack.setCurrentWidget(self.composer)
        self.session.fetch(
            lambda: request_of_judge(project, judge_id),
            self.composer.compose,
            owner=self,
            slot="again",
        )

    def _started(self) -> None:
        self._await_run()
        self.shell.go(Place("runs"))

    def _await_run(self) -> None:
        """The run that was just started is shown as soon as it is there."""
        starting = self.watch.starting
        self._awaited = starting[-1].process if starting else None
        self._awaited_since = self.session.ctx.clock()

    def _run_ended(self, item: WatchedRun) -> None:
        if self._awaited is not None and item.run.started_at >= self._awaited_since:
            self._awaited = None  # it has ended before anybody saw it go
            self._go_to(item.run.id)
        self.detail.look_again()

    def _why_no_new(self) -> str | None:
        if not self.may_watch:
            return t("Only leads start runs.")
        if self.session.project.read_only:
            return t("The project is open for reading only.")
        return None

    def _why_not_going(self) -> str | None:
        item = self.detail.item
        is_going = item is not None and item.is_going
        return None if is_going else t("Choose a run in progress.")
