"""The foot of a review: how far it is, a summary, approve or send back; and that of a spot check."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QSizePolicy, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    Card,
    ErrorLine,
    Questions,
    Session,
    Shell,
    button,
    column,
    explained,
    field,
    label,
    mark,
    row,
    t,
    tn,
)
from xpert_studio.records import Change, SpotCheckOutcome, Stage
from xpert_studio.workflow import approve, finish_spot_check, send_back
from xpert_studio.workflow.views import TaskView

QUESTIONS: Final = (
    ("consistent", mark("Do criteria, tiers and weights agree with each other?")),
    ("aligned_with_task", mark("Does the rubric ask for what the task asks for?")),
    ("evaluable", mark("Can each checkpoint be decided from a response?")),
)


class ReviewFoot(Card):
    """Approve, or send back.

    Args:
        shell: The window around it.
        mark_read: Marks the current checkpoint as read.
        go_to_gap: Goes to what keeps the rubric from being approved.
    """

    def __init__(
        self, shell: Shell, mark_read: Callable[[], object], go_to_gap: Callable[[], object]
    ) -> None:
        super().__init__()
        self._go_to_gap = go_to_gap
        self._shell = shell
        self._session: Session = shell.session
        self._view: TaskView | None = None
        self._counts = (0, 0)
        self.read = button(t("Mark as read (A)"), mark_read, picture="check")
        self.state = label("", "muted")
        self.problem = ErrorLine(self._session)
        hint = t("Summary (required when there are no comments)")
        self.summary = field(name=t("Summary"), hint=hint)
        self.yes = button(t("Approve"), self.approve, kind="primary", picture="check")
        self.no = button(t("Request changes"), self.send_back, picture="reply")
        acts = row(self.summary, self.read, self.no, self.yes, grow=0)
        column(self.state, self.problem, acts, on=self, pad=PAD, gap=GAP)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def show_view(self, view: TaskView) -> None:
        """Shows how the review stands for this person."""
        self._view = view
        self.problem.concern(view.task.id)
        own = view.own_review
        ended = own is not None and own.ended_at is not None
        may = view.may("review") and not ended
        for widget in (self.summary, self.read, self.yes, self.no):
            widget.setVisible(may)
        demands = sum(comment.demands_change for comment in view.comments)
        refused = view.refused.get("review")
        if may:
            self._show_open(demands)
        elif ended:
            self.state.setText(t("Your review of this revision is done. Ctrl+Z takes it back."))
        else:
            self.state.setText(explained(refused) if refused else "")

    def show_read(self, read: int, total: int) -> None:
        """Shows how many checkpoints the person has read."""
        self._counts = (read, total)
        if self._view is not None and self.yes.isVisibleTo(self):
            self._show_open(sum(comment.demands_change for comment in self._view.comments))

    def _show_open(self, demands: int) -> None:
        """What still keeps the rubric from being approved."""
        read, total = self._counts
        asked = (
            tn("{n} change request.", "{n} change requests.", demands)
            if demands
            else t("No change requests open.")
        )
        counted = t("{n} of {total} read.", n=read, total=total)
        self.state.setText(f"{counted} {asked}")
        self.read.setEnabled(read < total)
        self.yes.setEnabled(not demands and read == total)
        why = ""
        if demands:
            why = t("Resolve the change requests first, or return the rubric.")
        elif read < total:
            why = t("Read every checkpoint first: A marks it and goes to the next one.")
        self.yes.setToolTip(why)

    def approve(self) -> None:
        """Approves the revision."""
        view = self._view
        if view is not None:
            task_id, summary = view.task.id, self.summary.text().strip() or None
            self.problem.perform(
                lambda: approve(self._session.ctx, task_id, summary=summary),
                lambda _: self._done(t("Approved.")),
                lambda _: self._go_to_gap(),
            )

    def send_back(self) -> None:
        """Sends the rubric back to its author."""
        view = self._view
        if view is not None:
            task_id, summary = view.task.id, self.summary.text().strip() or None
            self.problem.perform(
                lambda: send_back(self._session.ctx, task_id, summary=summary),
                lambda _: self._done(t("Returned to author.")),
                lambda _: self.summary.setFocus(),
            )

    def _done(self, text: str) -> None:
        self.summary.clear()
        book = self._shell.book
        self._shell.say(
            text, "good", act=t("Next review ({keys})", keys=book.shown_keys("review.next_task")),
            run=lambda: book.run_id("review.next_task"), stays=True,
        )  # fmt: skip


class SpotCheckFoot(Card):
    """Three questions, a note, and what becomes of the rubric."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._session: Session = shell.session
        self._view: TaskView | None = None
        self.questions = Questions([(name, t(question)) for name, question in QUESTIONS])
        self.state = label("", "muted")
        self.problem = ErrorLine(self._session)
        inside = column(self.state, on=self, pad=PAD, gap=GAP)
        self._fields = QWidget()
        fields = column(self.questions, on=self._fields, gap=GAP)
        self.note = field(name=t("Note"), hint=t("Note (needed unless it passes)"))
        outcome = SpotCheckOutcome
        acts = row(
            self.note,
            button(t("Discard"), lambda: self._finish(outcome.DISCARDED), kind="danger"),
            button(t("Return"), lambda: self._finish(outcome.RETURNED), picture="reply"),
            button(
                t("Pass"), lambda: self._finish(outcome.PASSED), kind="primary", picture="check"
            ),
            grow=0,
        )
        fields.addLayout(acts)
        inside.addWidget(self.problem)
        inside.addWidget(self._fields)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def show_view(self, view: TaskView) -> None:
        """Shows whether this person may check."""
        if self._view is None or self._view.task.id != view.task.id:
            self.questions.show_answers({})
        self._view = view
        self.problem.concern(view.task.id)
        refused = view.refused.get("spot_check")
        self._fields.setVisible(refused is None)
        self.state.setVisible(True)
        self.state.setText(
            explained(refused) if refused else t("This rubric was sampled for a spot check.")
        )

    def _finish(self, outcome: SpotCheckOutcome) -> None:
        view = self._view
        if view is None:
            return
        task_id, note = view.task.id, self.note.text().strip() or None
        given = self.questions.given()

        def work() -> Change:
            return finish_spot_check(
                self._session.ctx, task_id, outcome,
                consistent=given["consistent"], aligned_with_task=given["aligned_with_task"],
                evaluable=given["evaluable"], note=note,
            )  # fmt: skip

        self.problem.perform(work, lambda _: self._shell.say(t("The spot check is done."), "good"))


def is_spot_check(view: TaskView) -> bool:
    """Whether the foot of a spot check belongs to the task now."""
    return view.task.standing is Stage.SPOT_CHECK
