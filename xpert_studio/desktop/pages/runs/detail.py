"""The current run: what it is doing, a hand on it, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtWidgets import QPushButton

from xpert_studio.core.judge.providers.registry import needs_address
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.records import RatingState, RunRequest, RunState
from xpert_studio.core.store.run_items import VerdictItem
from xpert_studio.core.wording import short, t, translated
from xpert_studio.core.workflow.views.runs import RunOutcome, WatchedRun, run_outcome
from xpert_studio.core.workflow.views.verdict_report import Exchange, exchange_of
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.pages.runs.item_table import Item
from xpert_studio.desktop.pages.runs.items import ItemsPanel
from xpert_studio.desktop.pages.runs.overview import Overview
from xpert_studio.desktop.pages.runs.words import compares, kind_of, look_of, title_of
from xpert_studio.desktop.pages.verdict.exchange import ExchangePanel
from xpert_studio.desktop.places import Place, verdict_place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.asked_sections import AskedSections
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.fields import tabbed
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import button, chip, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.wiring import enable_if, later, wire
from xpert_studio.report.section import RUN, View
from xpert_studio.report.sections.registry import sections_at, titled_at

TABS: Final = ("overview", "verdicts", "calls", "sections")
_AGAIN_MS: Final = 2000
"""While a run continues, its items are counted anew so often, and no oftener."""


class RunDetail(ShellWidget):
    """One run.

    Args:
        shell: The window around it.
        compose: Composes a run like this.
        started: Called once the run is taken up again, or one like it.
    """

    def __init__(
        self,
        shell: Shell,
        compose: Callable[[ScoreRequest], None],
        started: Callable[[], object],
    ) -> None:
        super().__init__(shell)
        self._compose, self._started = compose, started
        self._watch = shell.session.runs
        self.item: WatchedRun | None = None
        self._outcome_of: tuple[object, ...] = ()
        self._left_open: int | None = None
        self.title = label("", "heading")
        self.state = chip("", "optional")
        self.kind = label("", "muted")
        self.message = label("", "warn")
        self.acts = self._make_acts()
        self.overview = Overview(shell.session.path, shell.session.person_id)
        self.verdicts = ItemsPanel(shell.session, self._open, self._ask_responses)
        self.calls = ItemsPanel(shell.session, self._open)
        of_packs = ", ".join(t(one.title) for one in sections_at(RUN))
        self.sections = AskedSections(shell, of_packs, (), also=partial(titled_at, RUN))
        self.tabs = tabbed(
            (self.overview, t("Overview")),
            (self.verdicts, t("Verdicts")),
            (self.calls, t("Calls")),
            (scrolled(box(column(self.sections, 1, pad=PAD))), of_packs),
        )
        self.tabs.setTabVisible(TABS.index("sections"), False)
        column(
            row(self.state, self.title, grow=1),
            self.kind,
            self.message,
            box(Flow(*self.acts.values())),
            self.tabs,
            on=self,
            gap=GAP,
            grow=4,
            pad=(SPACE, 0, 0, 0),
        )
        self._again = later(self, _AGAIN_MS, self._show_items)
        wire(
            (self.overview.problems_wanted, self.show_problems),
            (self.tabs.currentChanged, lambda _: self._tab_chosen()),
            (self.sections.filled, self._show_sections),
        )

    def _make_acts(self) -> dict[str, QPushButton]:
        return {
            "alignment": button(t("Open alignment"), partial(self._open_of_judge, "alignment"),
                                kind="primary", picture="arrow-right"),
            "results": button(t("Open results"), self._open_results, picture="arrow-right"),
            "pause": button(t("Pause"), partial(self.ask, RunRequest.PAUSE), picture="pause",
                            hint=t("Starts nothing new; what is in flight finishes.")),
            "go_on": button(t("Resume"), partial(self.ask, RunRequest.RESUME), kind="primary",
                            picture="play"),
            "resume": button(t("Resume"), self.resume, kind="primary", picture="play",
                             hint=t("Resumes; cached verdicts are reused.")),
            "fetch": button(t("Fetch answers"), self.resume, kind="primary", picture="download",
                            hint=t("Records what came, and posts again what the provider left.")),
            "withdraw": button(t("Cancel batches"), partial(self._of_run, self._watch.withdraw),
                               kind="danger",
                               hint=t("Answers that came before are paid for, and recorded.")),
            "retry": button(t("Retry what failed"), self.resume, picture="repeat",
                            hint=t("Asks again only what has no usable verdict.")),
            "again": button(t("Run again"), self.resume, picture="repeat",
                            hint=t("The same once more: only what has changed since is asked.")),
            "change": button(t("Duplicate and edit…"), self.change, picture="sliders-horizontal",
                             hint=t("Opens the form with everything as in this run.")),
            "stop": button(t("Stop"), partial(self.ask, RunRequest.STOP), picture="square",
                           hint=t("Ends after the calls in flight, to be resumed another time.")),
            "cancel": button(t("Cancel"), partial(self.ask, RunRequest.CANCEL), kind="danger",
                             hint=t("Stops after calls in flight. Verdicts are kept.")),
            "give_up": button(t("Cancel run"), partial(self._of_run, self._watch.give_up),
                              kind="quiet", picture="ban",
                              hint=t("Ends the interrupted run as cancelled. Verdicts are kept.")),
        }  # fmt: skip

    def show_run(self, item: WatchedRun) -> None:
        """Shows how a run stands; another one from its beginning."""
        before, self.item = self.item, item
        is_other = before is None or before.run.id != item.run.id
        if is_other:
            self._outcome_of, self._left_open = (), None
            self.tabs.setTabVisible(TABS.index("verdicts"), not compares(item.run))
        look = look_of(item)
        self.title.setText(title_of(item))
        self.state.say(look.word, look.tone)
        self.kind.setText(kind_of(item))
        self._show_message(item)
        self._show_acts(item)
        self.overview.show_run(item)
        if is_other or before != item:
            view = View.on(self.session.project, self.session.person_id)
            self.sections.show_view(view.asking(run=item.run.id))
        if before is None or is_other:
            self._show_items()
            return
        is_news = (before.run.calls, before.is_going) != (item.run.calls, item.is_going)
        if is_news and not self._again.isActive():
            self._again.start()

    def _show_sections(self) -> None:
        self.tabs.setTabVisible(TABS.index("sections"), bool(self.sections.blocks.shown))

    def look_again(self) -> None:
        """Another run may have decided what this one left open."""
        self._outcome_of = ()
        self._show_items()

    def show_tab(self, name: str) -> None:
        """Shows a part."""
        self.tabs.setCurrentIndex(TABS.index(name) if name in TABS else 0)

    def show_problems(self, state: RatingState) -> None:
        """Shows the verdicts, or comparisons, that came to nothing, in one way."""
        panel = self.calls if self._compares else self.verdicts
        self.tabs.setCurrentWidget(panel)
        panel.show_states((state,))
        panel.setFocus()

    def _show_message(self, item: WatchedRun) -> None:
        self.message.say(
            t("Its process ended before the run did. Everything it had decided is saved.")
            if item.standing.broke_off
            else translated(item.run.message or ""),
            "bad" if item.state is RunState.FAILED else "muted",
        )

    def _show_acts(self, item: WatchedRun) -> None:
        shown = _acts_of(item, self._left_open)
        is_asked = item.is_going and item.standing.request is not None
        enable_if(not self.session.project.read_only and not is_asked, *self.acts.values())
        for name, act in self.acts.items():
            act.setVisible(name in shown)

    def _tab_chosen(self) -> None:
        self._show_items()
        if self.item is not None:
            self.shell.refine(
                Place("runs", item=self.item.run.id, tab=TABS[self.tabs.currentIndex()])
            )

    def _show_items(self) -> None:
        """Counts the items anew, where they are seen; and what of them is still open."""
        if self.item is not None:
            self._fetch_outcome(self.item)
            panel = self.tabs.currentWidget()
            if isinstance(panel, ItemsPanel):
                panel.show_run(self.item.run.id)

    def _fetch_outcome(self, item: WatchedRun) -> None:
        run = item.run
        of = (run.id, run.calls, item.is_going)
        if of == self._outcome_of:
            return
        self._outcome_of = of

        def show(outcome: RunOutcome) -> None:
            if self.item is not None and self.item.run.id == run.id:
                self._left_open = sum(outcome.still_open.values())
                self.overview.show_outcome(outcome, self.item.run)
                self.verdicts.offer(outcome.facets)
                self.calls.offer(outcome.facets)
                self._show_acts(self.item)

        self.session.fetch(
            partial(run_outcome, self.session.ctx, run.id), show, owner=self, slot="outcome"
        )

    @property
    def _compares(self) -> bool:
        return self.item is not None and compares(self.item.run)

    def _open_of_judge(self, page: str) -> None:
        judge_id = self.item.judge.id if self.item is not None else ""
        self.shell.go(Place(page, judge_id=judge_id))

    def _open_results(self) -> None:
        if self._compares:
            self.shell.go(Place("results", item="show=pair-comparisons"))
        else:
            self._open_of_judge("results")

    def ask(self, request: RunRequest) -> None:
        """Asks the run for something."""
        if self.item is not None and self.item.is_going:
            self._watch.ask(self.item.run.id, request)

    def pause_or_go_on(self) -> None:
        """Pauses a run that is running, and lets one go on that is paused."""
        if self.item is not None and self.item.is_going:
            is_paused = self.item.state is RunState.PAUSED
            self.ask(RunRequest.RESUME if is_paused else RunRequest.PAUSE)

    def resume(self) -> None:
        """Takes the run up again; where its budget or address is lacking, asks for it first."""
        item = self.item
        if item is None or item.is_going:
            return
        terms = item.run.terms
        lacks_address = needs_address(item.judge.provider) and not (terms and terms.base_url)
        if lacks_address or item.state is RunState.OUT_OF_BUDGET:
            self.change()
        else:
            self._watch.start_again(item.run.id, self._started)

    def _of_run(self, act: Callable[[str], object]) -> None:
        if self.item is not None:
            act(self.item.run.id)

    def change(self) -> None:
        """Opens the form with everything as in this run."""
        if self.item is not None:
            self._watch.find_request(self.item.run.id, self._compose)

    def _ask_responses(self, ids: tuple[str, ...]) -> None:
        """Asks some responses again, of those that the run covered."""

        def start(request: ScoreRequest) -> None:
            chosen = replace(request.selection, response_ids=ids)
            self._watch.start(replace(request, selection=chosen))

        if self.item is not None:
            self._watch.find_request(self.item.run.id, start)

    def _show_exchange(self, item: Item) -> None:
        """Shows a call that compared; such a call has no page."""

        def show(exchange: Exchange) -> None:
            about = t("Comparisons are shown together under Results.")
            title, sent = short(item.task_title, 120), ExchangePanel()
            dialog = ActionDialog(self.window(), title, about, t("Open results"))
            sent.setMinimumSize(px(560), px(380))
            sent.show_exchange(exchange)
            dialog.add("", sent)
            dialog.ask(self._open_results)

        self.session.fetch(
            partial(exchange_of, self.session.ctx, item.key),
            show,
            self.shell.tell,
            owner=self,
            slot="exchange",
        )

    def _open(self, item: Item) -> None:
        if self.item is None:
            return
        place = partial(verdict_place, item.task_id, item.response_id, judge_id=self.item.judge.id)
        if isinstance(item, VerdictItem):
            self.shell.go(place(point=item.checkpoint_id))
        elif self._compares:
            self._show_exchange(item)
        else:
            self.shell.go(place(point=next(iter(item.asked), ""), tab="exchange"))


def _acts_of(item: WatchedRun, left_open: int | None) -> set[str]:
    """What can be done with a run as it stands.

    Args:
        item: The run.
        left_open: How many of its problems are still undecided; None while that is counted.
    """
    if item.is_going:
        way = "go_on" if item.state is RunState.PAUSED else "pause"
        return set() if item.standing.pulse.draining else {way, "stop", "cancel"}
    match item.state:
        case RunState.POSTED:
            return {"fetch", "withdraw"}
        case RunState.INTERRUPTED:
            return {"resume", "change", "give_up"}
        case RunState.PARTLY if left_open != 0:
            return {"retry", "change", *_next_of(item)}
        case RunState.DONE | RunState.PARTLY:
            return {"again", "change", *_next_of(item)}
    return {"resume", "change"}


def _next_of(item: WatchedRun) -> set[str]:
    """Where a run that has ended leads: comparisons say nothing of alignment by checkpoints."""
    return {"results"} if compares(item.run) else {"alignment", "results"}
