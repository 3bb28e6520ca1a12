"""The page of blind judging: what waits, and the form that is being worked on."""

from __future__ import annotations

from xpert_studio.core.errors import StageError
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import Waiting, form_view, open_form, submit_form
from xpert_studio.core.workflow.judging import FormView
from xpert_studio.core.workflow.waiting import WaitingForm
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.judging.form import FormWidget
from xpert_studio.desktop.pages.judging.queue import Queue
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.layouts import box, column, stacked


class JudgingPage(Page):
    """The queue, or one form."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        empty = EmptyState(
            "scale",
            t("Nothing to judge"),
            t(
                "Responses appear once the task is ready and a lead adds them. Experts judge tasks of their own domains."
            ),
            button(t("Open the tasks"), lambda: shell.go(Place("tasks")), picture="list-checks"),
        )
        self.queue = Queue(
            t("Judging queue"),
            t("Blind: system and other judgments are hidden."),
            empty,
        )
        self.queue.chosen.connect(self._choose)
        self.form = FormWidget(shell)
        self.stack = stacked(
            self.queue, box(column(self.form, gap=GAP, pad=(SPACE, PAD, SPACE, PAD)))
        )
        column(self.stack, on=self)
        shell.book.add(self, *self._actions())

    def _actions(self) -> list[Action]:
        form = self.form
        no_form = self._why_no_form
        return [
            Action("judging.met", mark("Met"), lambda: form.press("m"), "1 M", "circle-check",
                   mark("Press again to clear the decision."), no_form),
            Action("judging.not_met", mark("Not met"), lambda: form.press("n"), "0 N", "circle-x",
                   mark("Press again to clear the decision."), no_form),
            Action("judging.next", mark("Next checkpoint"), lambda: form.lines.step(1), "J"),
            Action("judging.previous", mark("Previous checkpoint"), lambda: form.lines.step(-1), "K"),
            Action("judging.open", mark("Next undecided checkpoint"), form.go_on, "Ctrl+J"),
            Action("judging.rationale", mark("Write the rationale"), form.write_rationale, "R",
                   "pencil", "", no_form),
            Action("judging.evidence", mark("Quote the marked passage, or find one to quote"),
                   form.add_evidence, "E Ctrl+E", "quote", "", no_form),
            Action("judging.leave", mark("All responses"), form.close_form, "Alt+Up", "chevron-left"),
            Action("judging.undo", mark("Undo the last decision"), self.session.undo, "U", "undo-2",
                   refused=self.session.why_no_undo),
            Action("judging.find", mark("Search in the response"), form.reading.open_search, "Ctrl+F", "search"),
            Action.of(submit_form, "judging.submit", form.hand_in, "Ctrl+Shift+Return", "send", no_form),
        ]  # fmt: skip

    def _why_no_form(self) -> str | None:
        if self.stack.currentIndex() == 0:
            return t("Open a response first.")
        return None if self.form.is_open else t("This form has been submitted.")

    def show_place(self, place: Place) -> None:
        """Shows the queue, or opens the form on a response."""
        super().show_place(place)
        if place.item:
            self.stack.setCurrentIndex(1)
            self._open(place.item)
        else:
            self.stack.setCurrentIndex(0)
            self.queue.list.setFocus()

    def takes_window(self, place: Place) -> bool:
        """A form has the window for itself."""
        return bool(place.item)

    def refresh(self) -> None:
        """Fetches what is shown."""
        if self.place.item:
            self._fetch_form(self.place.item)
            return
        self.session.fetch(self.session.waiting.get, self._show_waiting, owner=self, slot="waiting")

    def leave(self) -> None:
        """Saves what is being written."""
        self.form.leave()

    def _show_waiting(self, waiting: Waiting) -> None:
        wanted = self.place.task_id
        forms = waiting.to_judge
        if wanted:
            forms = tuple(form for form in forms if form.task.id == wanted) or forms
        self.queue.show_forms(forms, {})

    def _choose(self, form: WaitingForm) -> None:
        self.shell.go(Place("judging", task_id=form.task.id, item=form.response_id))

    def _open(self, response_id: str) -> None:
        """Opens the form; one that was handed in is shown as it is."""
        ctx = self.session.ctx
        if self.session.project.read_only:
            self._fetch_form(response_id)
            return

        def failed(error: BaseException) -> None:
            if isinstance(error, StageError):
                self._fetch_form(response_id)
            else:
                self.shell.go(Place("judging"))
                self.shell.tell(error)

        self.session.perform(
            lambda: open_form(ctx, response_id), lambda _: self._fetch_form(response_id), failed
        )

    def _fetch_form(self, response_id: str) -> None:
        ctx = self.session.ctx

        def show(view: FormView) -> None:
            if self.place.item == response_id:
                is_first = self.form.view is None or self.form.view.response_id != response_id
                self.form.show_form(view)
                if is_first:
                    self.form.lines.setFocus()

        self.session.fetch(lambda: form_view(ctx, response_id), show, owner=self, slot="form")
