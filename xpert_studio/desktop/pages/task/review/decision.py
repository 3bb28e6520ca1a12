"""The foot of a review: how far it is, a summary, approve or send back; and that of a spot check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from xpert_studio.core.records import SpotCheckOutcome
from xpert_studio.core.wording import explained, in_a_row, mark, short, t, tn
from xpert_studio.core.workflow import Waiting, approve, finish_spot_check, send_back
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.look import GAP, PAD, TIGHT
from xpert_studio.desktop.next_steps import after_reviewing
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import questions
from xpert_studio.desktop.widgets.error_line import ErrorLine
from xpert_studio.desktop.widgets.fields import field, progress_bar
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.labels import Card, NextButton, button, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.wiring import show_if

QUESTIONS: Final = (
    ("consistent", mark("Do criteria, tiers and weights agree with each other?")),
    ("aligned_with_task", mark("Does the rubric ask for what the task asks for?")),
    ("evaluable", mark("Can each checkpoint be decided from a response?")),
)


class _Foot(Card):
    """What is said below the checkpoints, what was refused, and what comes next."""

    _view: TaskView

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell, self._session = shell, shell.session
        self.state = label("", "muted")
        self.problem, self.next = ErrorLine(self._session), NextButton(shell.go)

    def _begin(self, view: TaskView, *, is_open: bool) -> None:
        """A task is shown; what comes next is not offered while it can be decided on."""
        self._view = view
        self.problem.concern(view.task.id)
        self.next.concern(view.task.id)
        if is_open:
            self.next.hide()


class ReviewFoot(_Foot):
    """Progress, approve, or request changes; then the next rubric follows.

    Args:
        shell: The window around it.
        mark_read: Marks the current checkpoint as read.
        go_to_gap: Goes to what keeps the rubric from being approved.
    """

    def __init__(
        self, shell: Shell, mark_read: Callable[[], object], go_to_gap: Callable[[], object]
    ) -> None:
        super().__init__(shell)
        self._go_to_gap = go_to_gap
        self.read = button(t("Mark as read (A)"), mark_read, picture="check")
        self.progress = progress_bar(t("Checkpoints read"), width=120)
        self.summary = field(
            name=t("Summary"), hint=t("Summary (required when there are no comments)")
        )
        self.yes = button(t("Approve"), self.approve, kind="primary", picture="check")
        self.no = button(t("Request changes"), self.send_back, picture="reply")
        column(
            row(self.progress, self.state, self.read, self.next, gap=GAP, grow=1),
            self.problem,
            row(self.summary, self.no, self.yes, grow=0),
            on=self,
            pad=GAP,
            gap=TIGHT,
        )

    def show_view(self, view: TaskView, unread: Sequence[str]) -> None:
        """Shows how far the review is for this person, who has not read these checkpoints yet."""
        ended = view.own_review is not None and view.own_review.ended_at is not None
        may = view.may("review") and not ended
        self._begin(view, is_open=may)
        show_if(may, self.summary, self.read, self.yes, self.no, self.progress)
        if may:
            self._show_open(view, unread)
        elif ended:
            self.state.setText(t("Your review of this revision is done. Ctrl+Z takes it back."))
        else:
            refused = view.refused.get("review")
            self.state.setText(explained(refused) if refused else "")

    def _show_open(self, view: TaskView, unread: Sequence[str]) -> None:
        """What still keeps the rubric from being approved."""
        total, demands = len(view.rubric), sum(item.demands_change for item in view.comments)
        read = total - len(unread)
        drafted = sum(bool(point.drafted_by) and point.id in unread for point in view.rubric)
        self.progress.setRange(0, max(total, 1))
        self.progress.setValue(read)
        said = [
            t("{n} of {total} read.", n=read, total=total),
            tn("{n} is as drafted and unread.", "{n} are as drafted and unread.", drafted)
            if drafted
            else "",
            tn("{n} change request.", "{n} change requests.", demands)
            if demands
            else t("No change requests open."),
            "" if unread else t("{keys} approves.", keys=self._keys()),
        ]
        self.state.setText(in_a_row(filter(None, said)))
        self.read.setEnabled(bool(unread))
        self.yes.setEnabled(not demands and not unread)
        first = (
            t("Resolve the change requests first, or return the rubric.")
            if demands
            else (t("Read every checkpoint first: A marks it and goes to the next one."))
        )
        self.yes.setToolTip(first if demands or unread else self._keys())

    def _keys(self) -> str:
        return self._shell.book.shown_keys("review.approve")

    def approve(self) -> None:
        """Approves the revision."""
        self._decide(approve, t("Approved."), self._go_to_gap)

    def send_back(self) -> None:
        """Sends the rubric back to its author."""
        self._decide(send_back, t("Returned to author."), self.summary.setFocus)

    def _decide(
        self, verb: Callable[..., object], said: str, refused: Callable[[], object]
    ) -> None:
        task_id, summary = self._view.task.id, self.summary.text().strip() or None

        def done(_: object) -> None:
            # The queue advances by itself; a decision made too soon is undone from where it led.
            self.summary.clear()
            go_to_next(self._shell, "reviews", task_id, said, self.next)

        self.problem.perform(
            lambda: verb(self._session.ctx, task_id, summary=summary), done, lambda _: refused()
        )


_NONE_LEFT: Final = {
    "reviews": mark("No other rubric to review."),
    "spot_checks": mark("No other rubric to spot-check."),
}
"""What is said where a queue, by its name in what waits, has no other task."""


def go_to_next(
    shell: Shell, queue: str, task_id: str, said: str = "", offer: NextButton | None = None
) -> None:
    """Goes to the rubric that follows a task's in a queue, and says what was done before.

    Args:
        shell: The window around it.
        queue: Of what waits.
        task_id: The task that has been decided on.
        said: What was done; it can be undone.
        offer: Offers other work where no other rubric waits.
    """

    def go(waiting: Waiting) -> None:
        following = next((task for task in getattr(waiting, queue) if task.id != task_id), None)
        more = t(_NONE_LEFT[queue])
        if following is not None:
            shell.go(Place("task", task_id=following.id, tab="review"))
            more = t("Next: {title}", title=short(following.name, 60))
        elif offer is not None and offer.about == task_id:
            offer.offer(after_reviewing(waiting, more))
            offer.act.setFocus()
            more = ""
        shell.say(
            in_a_row(filter(None, (said, more))),
            "good",
            act=t("Undo") if said else "",
            run=shell.session.undo,
        )

    shell.session.fetch(shell.session.waiting.get, go, owner=shell)


class SpotCheckFoot(_Foot):
    """Three questions, a note, and what becomes of the rubric."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        note = inputs.beside(
            inputs.text(mark("Note (needed unless it passes)")),
            button(t("Discard"), partial(self._finish, SpotCheckOutcome.DISCARDED), kind="danger"),
            button(t("Return"), partial(self._finish, SpotCheckOutcome.RETURNED), picture="reply"),
            button(
                t("Pass"),
                partial(self._finish, SpotCheckOutcome.PASSED),
                kind="primary",
                picture="check",
            ),
        )
        noted = FormField(key="note", title="", name=mark("Note"), kind=note, fault=self._unnoted)
        self._outcome = SpotCheckOutcome.PASSED
        self.form = Form((*questions(QUESTIONS), noted))
        column(
            row(self.state, self.next, gap=GAP, grow=0),
            self.problem,
            self.form,
            on=self,
            pad=PAD,
            gap=GAP,
        )

    def show_view(self, view: TaskView, *, is_other: bool) -> None:
        """Shows whether this person may check; another task has no answers yet."""
        if is_other:
            self.form.show_values(dict.fromkeys(self.form.inputs))
        refused = view.refused.get("spot_check")
        self._begin(view, is_open=refused is None)
        self.form.setVisible(refused is None)
        if view.has_spot_checked:
            said = t("Your spot check of this revision is done. Ctrl+Z takes it back.")
        else:
            said = t("This rubric was sampled for a spot check.")
            said = explained(refused) if refused else said
        self.state.setText(said)

    def _unnoted(self, values: Mapping[str, Any]) -> str:
        """A rubric that does not pass goes back with a reason."""
        is_passed = self._outcome is SpotCheckOutcome.PASSED
        return "" if is_passed or values["note"].strip() else t("Say why it does not pass.")

    def _finish(self, outcome: SpotCheckOutcome) -> None:
        self._outcome = outcome
        if not self.form.check():
            return
        task_id, given = self._view.task.id, self.form.values()
        note = given.pop("note") or None
        self.problem.perform(
            lambda: finish_spot_check(self._session.ctx, task_id, outcome, note=note, **given),
            lambda _: go_to_next(
                self._shell, "spot_checks", task_id, t("The spot check is done."), self.next
            ),
        )
