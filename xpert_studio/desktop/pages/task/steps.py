"""The steps that lead a task on: who may take them now, and what they ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.core.errors import IncompleteError
from xpert_studio.core.records import Change, Stage, Triage
from xpert_studio.core.wording import explained, mark, percent, spoken, t, tn
from xpert_studio.core.workflow import (
    Waiting,
    accept,
    discard,
    draw_spot_checks,
    hand_over,
    reopen,
    return_brief,
    submit_brief,
    submit_rubric,
)
from xpert_studio.core.workflow.commands import Command
from xpert_studio.core.workflow.triage import CRITERIA, accepted_by
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.core.workflow.views.before_review import BeforeReview, before_review
from xpert_studio.desktop.actions import Action, Refused
from xpert_studio.desktop.available import known_fields
from xpert_studio.desktop.next_steps import next_task
from xpert_studio.desktop.pages.task.brief.checklist import QUESTIONS as CHECKLIST
from xpert_studio.desktop.pages.task.submitting import SubmitRubric
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ActionDialog, questions
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.desktop.widgets.error_line import ErrorLine
from xpert_studio.desktop.widgets.form import FormField


def ask_to_accept(parent: QWidget, view: TaskView, then: Callable[[Triage], object]) -> None:
    """Asks the criteria of triage before a brief is accepted, and a reason where an answer is no.

    What its author answered, and what others found, stands beside them.

    Args:
        parent: Over which window.
        view: The task.
        then: Gets the answers.
    """
    why = FormField(
        key="reason",
        title=mark("Reason"),
        needed=mark("Write a reason."),
        kind=inputs.text(mark("Why it is accepted all the same")),
        seen=lambda values: any(value is False for value in values.values()),
    )
    dialog = ActionDialog(
        parent,
        t("Accept brief"),
        "\n".join((t("A no needs a reason."), *_answered_before(view))),
        t("Accept"),
        asked=(*questions(CRITERIA.items()), why),
    )
    form = dialog.form

    def allow() -> None:
        dialog.act.setEnabled(not form.gaps())

    form.changed.connect(allow)
    allow()
    dialog.ask(
        lambda: then(
            Triage.model_validate(form.values() | {"reason": form.values()["reason"] or None})
        )
    )


def _answered_before(view: TaskView) -> Iterator[str]:
    """What the author answered in the checklist, and how many have accepted the brief."""
    given = view.task.checklist
    if given is not None:
        yield t("Answers of the author:")
        for key, question in CHECKLIST:
            yield f"{t(question)} {t('Yes') if getattr(given, key) else t('No')}"
        if given.pass_rate is not None:
            yield t("Estimated pass rate: {share}", share=percent(given.pass_rate))
        if given.reason:
            yield t("Why all the same: {reason}", reason=given.reason)
    needed = view.info.policies.triagers_needed
    if needed > 1 and not view.info.policies.is_solo:
        yield t("Accepted by {n} of {needed}.", n=len(accepted_by(view.task)), needed=needed)


def export_rubrics(shell: Shell, task_ids: Sequence[str], name: str) -> None:
    """Asks for a file, and writes the rubrics of some tasks to it."""
    title, kinds = t("Export the rubrics…"), t("Tables (*.xlsx *.csv)")
    found, _ = QFileDialog.getSaveFileName(shell.window, title, name, kinds)
    path, project = Path(found), shell.session.project

    def work() -> int:
        from xpert_studio.core.exchange import rubric_import

        return rubric_import.export_rubrics(project, path, task_ids, replace=True)

    if found:
        shell.session.fetch(
            work,
            lambda count: shell.say(
                tn(
                    "{n} checkpoint written to {file}.",
                    "{n} checkpoints written to {file}.",
                    count,
                    file=path.name,
                ),
                "good",
            ),
            owner=shell,
        )


class Steps:
    """The actions on the task as a whole.

    Args:
        shell: The window around them.
        go_to_gap: Goes to what keeps the brief from being submitted.
        finish: Saves what is being written, and goes to what cannot be saved; returns whether all was.
    """

    def __init__(
        self, shell: Shell, go_to_gap: Callable[[], object], finish: Callable[[], bool]
    ) -> None:
        self._shell, self._session = shell, shell.session
        self._go_to_gap, self._finish = go_to_gap, finish
        self.view: TaskView | None = None
        self.problem = ErrorLine(shell.session)
        self._all = self._made()

    def actions(self) -> tuple[Action, ...]:
        """All of them, for menus and palette."""
        return tuple(self._all.values())

    def next(self) -> list[Action]:
        """What this person may do next with the task, the likeliest first."""
        stage = self.view.task.standing if self.view else None
        found = [self._all[name] for name in _NEXT.get(stage, ())]
        return [step for step in found if not step.refused()]

    def others(self) -> list[Action]:
        """What else there is, allowed or not."""
        shown = {step.id for step in self.next()}
        return [step for name, step in self._all.items() if name not in shown and name in _MORE]

    def _refused(self, verb: str) -> Callable[[], str | None]:
        def why() -> str | None:
            if self.view is None:
                return t("Open a task first.")
            error = self.view.refused.get(verb)
            return explained(error) if error else None

        return why

    def _why_not_judge(self) -> str | None:
        if self.view is not None and self.view.may("judge") and not self.view.has_to_judge:
            return t("No response to this task waits for your judgment.")
        return self._refused("judge")()

    def _made(self) -> dict[str, Action]:
        found = (
            Action.of(submit_brief, "task.submit_brief", self._submit_brief, "Ctrl+Shift+Return",
                      "send", self._refused("submit_brief")),
            Action.of(accept, "task.accept", self._accept, "", "check", self._refused("triage"),
                      asks=True),
            self._asking(return_brief, "task.return", "reply", "triage", act=mark("Return"),
                         text=mark("Its author will read the reason and can hand the brief in "
            "again."),
                         said=mark("Returned to its author.")),
            Action.of(submit_rubric, "task.submit_rubric", self._ask_to_submit, "Ctrl+Alt+Return",
                      "send", self._refused("submit_rubric"), asks=True),
            Action("task.review", mark("Review the rubric"), self._to("review"), "", "eye", "",
                   self._refused("review")),
            Action("task.spot_check", mark("Do the spot check"), self._to("review"), "", "eye", "",
                   self._refused("spot_check"), of_teams=True),
            Action("task.respond", mark("Responses"), self._to("responses"), "", "bot",
                   mark("What systems answered; a lead adds it."), self._refused("respond")),
            replace(
                self._asking(draw_spot_checks, "task.draw", "shuffle", "",
                             self._session.why_not(draw_spot_checks),
                             act=mark("Draw"), then=self._say_drawn, text=mark(
                                 "From all rubrics that are approved now. The same seed selects "
                                 "the same tasks; it is recorded."
                             )),
                of_teams=True,
            ),
            Action("task.judge", mark("Judge a response"), self._to("", "judging"), "", "scale",
                   mark("Blind, checkpoint by checkpoint."), self._why_not_judge),
            self._asking(reopen, "task.reopen", "rotate-ccw", "reopen", act=mark("Reopen"),
                         text=mark("Its author can change it; judgments on changed checkpoints "
            "become stale.")),
            self._asking(hand_over, "task.hand_over", "user-check", "hand_over",
                         act=mark("Hand over"), asked=("author_id",)),
            Action("task.export_rubric", mark("Export the rubric…"),
                   lambda: export_rubrics(
                       self._shell, [self._task_id()], f"{self._task_id()}.xlsx"
                   ), "", "download"),
            self._asking(discard, "task.discard", "trash-2", "discard", act=mark("Discard"),
                         text=mark("It stays in the project with its history, and counts nowhere."),
                         danger=True),
        )  # fmt: skip
        return {action.id: action for action in found}

    def _task_id(self) -> str:
        return self.view.task.id if self.view else ""

    def _submit_brief(self) -> None:
        task_id = self._task_id()
        alone = self._session.project_state.info.policies.is_solo

        def done(_: Change) -> None:
            said = t("Submitted. Waiting for a lead or senior expert.")
            if alone:
                self._shell.go(Place("task", task_id=task_id, tab="rubric"))
                said = t("Self-accepted. Write the rubric now.")
            self._shell.say(said, "good")

        self._finish()  # by keys, the field that was written last has still the focus
        self.problem.perform(
            lambda: submit_brief(self._session.ctx, task_id),
            done,
            lambda error: self._go_to_gap() if isinstance(error, IncompleteError) else None,
        )

    def _ask_to_submit(self) -> None:
        """Shows what is left of the rubric; the person submits it from there."""
        task_id, ctx, language = self._task_id(), self._session.ctx, spoken()
        if not self._finish():
            self._shell.say(
                t("The rubric is not sent: settings of a checkpoint cannot be saved yet."), "warn"
            )
            return

        def ask(review: BeforeReview) -> None:
            if not self._session.is_held_up and self._task_id() == task_id:
                SubmitRubric(self._shell.window, review, self._submit_rubric).open()

        def look(_: object) -> None:
            self._session.fetch(
                lambda: before_review(ctx, task_id, language=language), ask, owner=self._shell
            )

        self._session.perform(lambda: None, look)  # after the changes that are on their way

    def _submit_rubric(self, reason: str) -> None:
        self.problem.perform(
            partial(submit_rubric, self._session.ctx, self._task_id(), reason=reason),
            lambda _: self._shell.say(t("Submitted for review. The rubric is locked."), "good"),
        )

    def _accept(self) -> None:
        if self.view is not None and self._session.person_id in self.view.task.writers:
            self._accepted(None)
        elif self.view is not None:
            ask_to_accept(self._shell.window, self.view, self._accepted)

    def _accepted(self, triage: Triage | None) -> None:
        self.problem.perform(
            partial(accept, self._session.ctx, self._task_id(), triage),
            self._accept_said,
        )

    def _accept_said(self, change: Change) -> None:
        left = change.details.get("left")
        if left:
            self._shell.say(
                tn("{n} more person has to accept it.", "{n} more people have to accept it.", left),
                "good",
            )
        else:
            self._say_and_offer(t("Accepted. The author can now write the rubric."))

    def _asking(
        self,
        command: Command[Any],
        id_: str,
        icon: str,
        verb: str,
        refused: Refused | None = None,
        *,
        text: str = "",
        act: str,
        said: str = "",
        then: Callable[[Change], object] | None = None,
        asked: Sequence[str] = (),
        danger: bool = False,
    ) -> Action:
        """An action that asks what its command needs; what is to be said then offers the next brief."""

        def tell(change: Change) -> None:
            if then is not None:
                then(change)
            elif said:
                self._say_and_offer(t(said))

        def ask() -> None:
            given = {"task_id": self._task_id()} if verb else {}
            CommandDialog(
                self._shell.window,
                self._session,
                command,
                given,
                tell,
                asked=asked,
                text=t(text),
                act=t(act),
                danger=danger,
                own=known_fields(self._session),
            ).open()

        return Action.of(command, id_, ask, "", icon, refused or self._refused(verb), asks=True)

    def _say_drawn(self, change: Change) -> None:
        said = tn(
            "{n} rubric was sampled for a spot check.",
            "{n} rubrics were sampled for spot checks.",
            len(change.details.get("sampled", [])),
        )
        self._shell.say(said, "good")

    def _to(self, tab: str, page: str = "task") -> Callable[[], None]:
        """Goes to a part of the task, or to another page about it."""
        return lambda: self._shell.go(Place(page, task_id=self._task_id(), tab=tab))

    def _say_and_offer(self, text: str) -> None:
        """Says that a brief was decided on, and offers the next one."""

        def offer(waiting: Waiting) -> None:
            step = next_task(text, t("Next brief"), waiting.triage, "brief")
            if step is None:
                self._shell.say(text, "good")
            else:
                self._shell.say(
                    text, "good", act=step.act, run=partial(self._shell.go, step.place), stays=True
                )

        self._session.fetch(self._session.waiting.get, offer, owner=self._shell)


_NEXT: Final[dict[Stage | None, tuple[str, ...]]] = {
    Stage.BRIEF: ("task.submit_brief",),
    Stage.RETURNED: ("task.submit_brief",),
    Stage.SUBMITTED: ("task.accept", "task.return"),
    Stage.RUBRIC: ("task.submit_rubric",),
    Stage.REVIEW: ("task.review",),
    Stage.APPROVED: ("task.draw",),
    Stage.SPOT_CHECK: ("task.spot_check",),
    Stage.READY: ("task.judge", "task.respond"),
}
"""The actions that come next at a stage, the likeliest first."""
_MORE: Final = frozenset(
    {
        "task.reopen",
        "task.hand_over",
        "task.export_rubric",
        "task.discard",
        "task.return",
        "task.draw",
    }
)
