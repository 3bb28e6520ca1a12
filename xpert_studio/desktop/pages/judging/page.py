"""The page of judging: all that waits in one list, and the form or pair that is being worked on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from xpert_studio.core.records import Role
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import (
    Preference,
    ToCompare,
    Waiting,
    confirm,
    override,
    submit_form,
    tasks_to_compare,
    withdraw_comparison,
)
from xpert_studio.core.workflow.pack_work import Piece, waiting_pieces
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.available import offer_row_menu, task_of
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.judging.confirming import Confirming
from xpert_studio.desktop.pages.judging.form import FormWidget
from xpert_studio.desktop.pages.judging.frame import Frame
from xpert_studio.desktop.pages.judging.pair import PairWidget
from xpert_studio.desktop.pages.judging.queue import QueueList, Work
from xpert_studio.desktop.pages.judging.side_by_side import SideBySide
from xpert_studio.desktop.places import BESIDE, PAIRS, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState, opening_state
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.layouts import box, column, stacked


class JudgingPage(Page):
    """All that waits, or one piece of it: a form, the pairs of a task, a form to confirm."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        empty = EmptyState(
            "scale",
            t("Nothing to judge"),
            t("Responses of ready tasks in your domains, and forms to confirm, appear here."),
            button(t("Open the tasks"), lambda: shell.go(Place("tasks")), picture="list-checks"),
        )
        self.queue = QueueList(self.session.project_state.called, empty)
        self.queue.chosen.connect(shell.go)
        offer_row_menu(
            self.queue.list,
            shell,
            selection=lambda: task_of(self.queue.chosen_place),
            opens=lambda: self.queue.chosen_place,
        )
        self.form = FormWidget(shell)
        self.pair = PairWidget(shell)
        self.confirming = Confirming(shell)
        self.beside = SideBySide(shell)
        self.opening = opening_state()
        works: tuple[Frame, ...] = (self.form, self.pair, self.confirming, self.beside)
        self._grounds = {
            work: box(column(work, gap=GAP, pad=(SPACE, PAD, SPACE, PAD))) for work in works
        }
        self.stack = stacked(self.queue, self.opening, *self._grounds.values())
        column(self.stack, on=self)
        for work in works:
            work.came.connect(self._show_work)
        shell.book.add(self, *self._steps())
        shell.book.add(self.form, *self._of_forms())
        shell.book.add(self.pair, *self._of_pairs())
        shell.book.add(self.confirming, *self._of_confirming())

    @property
    def work(self) -> Frame | None:
        """What is being worked on; None where all that waits is shown."""
        place = self.place
        if place.tab == PAIRS and place.task_id:
            return self.pair
        if not place.item:
            return None
        if place.tab == BESIDE:
            return self.beside
        return self.confirming if place.expert_id else self.form

    def _at_work(self, act: Callable[[Frame], object]) -> Callable[[], None]:
        """Does something with what is being worked on."""

        def run() -> None:
            work = self.work
            if work is not None and work.shows(self.place):
                act(work)

        return run

    def _why_not(self) -> str | None:
        work = self.work
        if work is None:
            return t("Open a response first.")
        return work.why_not() if work.shows(self.place) else t("It is being opened.")

    def _why_no_rationale(self) -> str | None:
        if self.work is None or self.work.has_rationale:
            return self._why_not()
        return t("No rationale is written here.")

    def _why_no_search(self) -> str | None:
        if self.work is None or not self.work.shows(self.place):
            return self._why_not()
        return None if self.work.has_search else t("No response is shown here.")

    def _step(self, by: int) -> None:
        """Steps through a form or a pair, or through all that waits."""
        if self.work is None:
            self.queue.step(by)
        else:
            self._at_work(lambda work: work.step_by_key(by))()

    def _go_on(self) -> None:
        """To what is undecided, or to the piece of work that is chosen."""
        if self.work is None:
            self.queue.open_chosen()
        else:
            self._at_work(lambda work: work.go_on())()

    def _steps(self) -> list[Action]:
        """How one goes through work of any kind."""
        at = self._at_work
        return [
            Action("judging.next", mark("Next"), partial(self._step, 1), "J"),
            Action("judging.previous", mark("Previous"), partial(self._step, -1), "K"),
            Action("judging.open", mark("Next undecided"), self._go_on, "Ctrl+Return Ctrl+J"),
            Action("judging.rationale", mark("Write the rationale"),
                   at(lambda work: work.write_rationale()), "R", "pencil", "",
                   self._why_no_rationale),
            Action("judging.find", mark("Search in the response"), at(lambda work: work.open_search()),
                   "Ctrl+F", "search", "", self._why_no_search),
            Action("judging.live", mark("Open the live page"), at(lambda work: work.open_live()),
                   "", "external-link", "", self._why_no_live),
            Action("judging.undo", mark("Undo the last decision"), self.session.undo, "U", "undo-2",
                   refused=self.session.why_no_undo),
            Action("judging.leave", mark("Judging queue"), at(lambda work: work.close_form()),
                   "Alt+Up", "chevron-left", "", lambda: None if self.work else self._why_not()),
        ]  # fmt: skip

    def _why_no_live(self) -> str | None:
        if self.work is None or not self.work.shows(self.place) or self.work.has_live:
            return self._why_not()
        return t("The response has no page that can be opened.")

    def _of_forms(self) -> list[Action]:
        form, why = self.form, self._why_not
        return [
            Action("judging.met", mark("Met"), lambda: form.press("m"), "1 M", "circle-check",
                   mark("Press again to clear the decision."), why),
            Action("judging.not_met", mark("Not met"), lambda: form.press("n"), "0 N", "circle-x",
                   mark("Press again to clear the decision."), why),
            Action("judging.evidence", mark("Quote the marked passage, or find one to quote"),
                   form.add_evidence, "E Ctrl+E", "quote", "", why),
            Action("judging.region", mark("Mark a region in a picture"), form.mark_region, "G Ctrl+G",
                   "scan", "", self._why_no_region),
            Action.of(submit_form, "judging.submit", form.hand_in, "Ctrl+Shift+Return", "send", why),
        ]  # fmt: skip

    def _why_no_region(self) -> str | None:
        if self._why_not() or self.form.reading.pictures.pictures:
            return self._why_not()
        return t("The response has no pictures.")

    def _of_pairs(self) -> list[Action]:
        pair, why = self.pair, self._why_not
        first, second, tie = (
            partial(pair.decide, said)
            for said in (Preference.FIRST, Preference.SECOND, Preference.TIE)
        )
        return [
            Action("judging.first", mark("First better"), first, "1 Left", "arrow-left", "", why),
            Action(
                "judging.second", mark("Second better"), second, "2 Right", "arrow-right", "", why
            ),
            Action("judging.tie", mark("Tie"), tie, "0 T", "", "", why),
            Action(
                "judging.together", mark("Scroll together"), pair.together.toggle, "S", "columns-2"
            ),
            Action.of(withdraw_comparison, "judging.withdraw", pair.withdraw, "", "x", why),
        ]

    def _of_confirming(self) -> list[Action]:
        one, why = self.confirming, self._why_not
        return [
            Action("judging.confirm", mark("Confirm the judgment"), one.confirm_by_key, "C", "check",
                   "", why),
            Action.of(override, "judging.override", one.override_line, "O", "rotate-ccw", why, asks=True),
            Action("judging.confirm_all", mark("Confirm the judgments that were read"), one.confirm_all,
                   "Ctrl+Shift+Return", "badge-check", confirm.hint, self._why_not_all),
        ]  # fmt: skip

    def _why_not_all(self) -> str | None:
        if self._why_not() or self.confirming.all.isEnabled():
            return self._why_not()
        if self.confirming.all.isHidden():
            return t("No judgment is open.")
        return t("Only what was shown can be confirmed together.")

    def show_place(self, place: Place) -> None:
        """Shows all that waits, or a piece of it; until that is there, no key decides anything."""
        super().show_place(place)
        if self.work is None:
            self.stack.setCurrentWidget(self.queue)
            self.queue.list.setFocus()
        elif self.work.shows(place):
            self._show_work()
        else:
            self.stack.setCurrentWidget(self.opening)
            self.opening.setFocus()

    def _show_work(self) -> None:
        """Shows what is being worked on, once it is there."""
        work = self.work
        if work is not None and work.shows(self.place):
            ground = self._grounds[work]
            if self.stack.currentWidget() is not ground:
                self.stack.setCurrentWidget(ground)
                work.take_focus()

    def takes_window(self, place: Place) -> bool:
        """A form or pair has the window for itself."""
        return bool(place.item or (place.tab == PAIRS and place.task_id))

    def refresh(self) -> None:
        """Fetches what is shown."""
        work, ctx = self.work, self.session.ctx
        if work is not None:
            work.fetch(self.place)
            return
        has_pairs = self.session.has_role(Role.EXPERT)
        self.session.fetch(
            lambda: (
                self.session.waiting.get(),
                tasks_to_compare(ctx) if has_pairs else (),
                tuple(one for _, found in waiting_pieces(ctx) for one in found),
            ),
            lambda found: self._show_waiting(*found),
            owner=self,
            slot="waiting",
        )

    def leave(self) -> None:
        """Saves what is being written."""
        for work in self._grounds:
            work.leave()

    def _show_waiting(
        self, waiting: Waiting, pairs: tuple[ToCompare, ...], pieces: tuple[Piece, ...]
    ) -> None:
        of_task = (form for form in waiting.to_judge if form.task.id == self.place.task_id)
        forms = tuple(of_task) or waiting.to_judge
        by_done = sorted(pairs, key=lambda item: item.done == len(item.pairs))
        parts: tuple[tuple[Work, ...], ...] = (forms, waiting.to_confirm, pieces, tuple(by_done))
        self.queue.show_work(*(parts[::-1] if self.place.tab == PAIRS else parts))
