"""The page of runs: all of them beside the current one, and the form for a new one."""

from __future__ import annotations

from functools import partial

from xpert_studio.core.judge.request import ScoreRequest, request_of_judge
from xpert_studio.core.judge.run_worker import Launch
from xpert_studio.core.records import Role
from xpert_studio.core.wording import mark, moment, t
from xpert_studio.core.workflow.views.runs import WatchedRun
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.available import offer_row_menu
from xpert_studio.desktop.look import SPACE, WIDE, px
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.runs.bar import bar_of
from xpert_studio.desktop.pages.runs.composer.composer import Composer
from xpert_studio.desktop.pages.runs.detail import TABS, RunDetail
from xpert_studio.desktop.pages.runs.words import kind_of, line_of, look_of, title_of
from xpert_studio.desktop.places import COMPARE, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.side_splitter import SideSplitter
from xpert_studio.desktop.widgets.wiring import wire


def entry_of(item: WatchedRun) -> Entry:
    """A run in the list."""
    look = look_of(item)
    return Entry(
        item.run.id,
        title_of(item),
        (f"{moment(item.run.started_at)} · {kind_of(item)}", line_of(item)),
        look.word,
        look.tone,
        bar=bar_of(item.run),
    )


def _beginning(launch: Launch) -> Entry:
    """A run whose process is about to begin."""
    request = launch.request
    return Entry("", f"{t('Starting…')} {request.model or request.provider}")


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
        self._runs: dict[str, WatchedRun] = {}
        self.list = EntryView(t("Runs"), lines=2, bars=True)
        self.list.setMinimumSize(px(240), px(180))
        self.detail = RunDetail(shell, self._compose, self._await_run)
        self.composer = Composer(shell, self._started)
        shell.book.add(self, *self._actions())
        offer_row_menu(self.list, shell, group="runs")
        self.new, self.first = (shell.book.button("runs.new", kind="primary") for _ in range(2))
        self.empty = EmptyState(
            "activity",
            t("No run yet"),
            t("A run scores responses with a judge. You see calls and cost first."),
            self.first,
        )
        self.closed = EmptyState(
            "activity",
            t("Runs are the lead’s"),
            t("Whoever leads the project has judges score the responses, and sees their verdicts."),
        )
        self.both = SideSplitter(self.list, self.detail, room=760, sizes=(320, 780))
        self.whole = box(
            column(
                row(label(t("Runs"), "title", wrap=False), 1, self.new),
                self.both,
                pad=WIDE,
                gap=SPACE,
                grow=1,
            )
        )
        self.stack = stacked(self.whole, self.composer, self.empty, self.closed)
        column(self.stack, on=self)
        wire(
            (self.watch.changed, self._show_runs),
            (self.watch.ended, self._run_ended),
            (self.list.looked_at, self._chosen),
        )

    def _actions(self) -> list[Action]:
        return [
            Action("runs.new", mark("New run"), partial(self.shell.go, Place("runs", tab=NEW)),
                   "Ctrl+N", "plus", refused=lambda: self.session.why_no_lead),
            Action("runs.pause", mark("Pause or resume the run"),
                   self.detail.pause_or_go_on, "P", "pause", refused=self._why_not_going),
            Action("runs.resume", mark("Resume the run, or ask again what failed"),
                   self.detail.resume, "", "repeat",
                   refused=lambda: None if self.detail.item else t("Choose a run first.")),
        ]  # fmt: skip

    @property
    def may_watch(self) -> bool:
        """Whether the person may see runs."""
        return self.session.has_role(Role.LEAD)

    def show_place(self, place: Place) -> None:
        """Shows all runs, one of them, or the form."""
        super().show_place(place)
        if place.tab == NEW:
            self._show_form(place)
            return
        if self.stack.currentWidget() is self.composer:
            self.composer.planner.want(None)
            self.stack.setCurrentWidget(self.whole)
        self._show_runs()
        if place.item:
            self.list.look_at(place.item)
        if place.tab in TABS:
            self.detail.show_tab(place.tab)
        self.list.setFocus()

    def _show_form(self, place: Place) -> None:
        is_open = self.stack.currentWidget() is self.composer
        if place.judge_id:
            self._compose_again(place.judge_id)
            return
        self.stack.setCurrentWidget(self.composer)
        if not is_open or place.item == COMPARE:
            self.composer.compose(compares=place.item == COMPARE)

    def refresh(self) -> None:
        """Looks how the runs stand; a plan is made anew, since the project may have changed."""
        self.watch.look()
        self._show_runs()
        if self.place.tab == NEW and self.may_watch:
            self.composer.refresh()

    def _show_runs(self) -> None:
        if not self.may_watch:
            self.stack.setCurrentWidget(self.closed)
            return
        starting, runs = self.watch.starting, self.watch.runs
        self._runs = {item.run.id: item for item in runs}
        self.detail.setVisible(bool(runs))
        self.list.show_entries([*map(_beginning, starting), *map(entry_of, runs)], self._wanted())
        self._chosen(self.list.key)
        if self.stack.currentWidget() is self.composer and self.place.tab == NEW:
            return
        if self.watch.seen is not None:
            self.stack.setCurrentWidget(self.whole if runs or starting else self.empty)

    def _wanted(self) -> str:
        """The run to look at: one that was just started, else the one before."""
        awaited = self._awaited is not None and next(
            (run for run in self.watch.runs if run.standing.process == self._awaited), None
        )
        if awaited:
            self._awaited = None
            return awaited.run.id
        return self.list.key or self.place.item

    def _chosen(self, run_id: str) -> None:
        item = self._runs.get(run_id)
        if item is None:
            return
        self.detail.show_run(item)
        if self.place.tab != NEW and self.place.item != run_id:
            self.place = Place("runs", item=run_id, tab=self.place.tab)
            self.shell.refine(self.place)

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
            self.list.look_at(item.run.id)
        self.detail.look_again()

    def _why_not_going(self) -> str | None:
        item = self.detail.item
        is_going = item is not None and item.is_going
        return None if is_going else t("Choose a run in progress.")
