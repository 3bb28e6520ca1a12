"""What can be done about a case: each asks why, says what will follow, and does it in one step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import (
    CAUSES,
    Cause,
    Checkpoint,
    Decision,
    DisagreementKey,
    Staleness,
)
from xpert_studio.core.wording import labelled, number, short, t, tn
from xpert_studio.core.workflow import (
    anchor_case,
    attribute,
    dispute_judgment,
    fix_checkpoint,
    keep_attributions,
    withdraw_attributions,
)
from xpert_studio.core.workflow.commands import Command
from xpert_studio.core.workflow.views import CaseView, ExpertSide
from xpert_studio.desktop.names import decided
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.command_dialog import CommandDialog

Then = Callable[[], object]


def _nothing() -> None:
    """What follows where nothing does."""


class Remedies:
    """Does something about disagreements, on behalf of a page.

    Args:
        page: Where forms open.
        shell: The window around it.
    """

    def __init__(self, page: QWidget, shell: Shell) -> None:
        self._page = page
        self._shell = shell
        self._session = shell.session

    def settle(
        self, keys: Collection[DisagreementKey], cause: Cause, then: Then = _nothing
    ) -> None:
        """Asks why, and puts disagreements down to a cause."""
        count = len(keys)
        meanings = {
            Cause.JUDGE_ERROR: t(
                "The experts are right; the judge is wrong, and nothing is changed for "
                "it. The case leaves the queue."
            ),
            Cause.UNSAID_POLICY: t(
                "Neither side could know how such a case is graded. The grading policy "
                "opens next, with the case beside it."
            ),
            Cause.AMBIGUOUS_CHECKPOINT: t(
                "The text can be read both ways. Nothing is opened yet; “Fix the "
                "checkpoint” does that."
            ),
            Cause.EXPERT_ERROR: t(
                "The judge is right. Nothing is sent back yet; “Challenge judgment” does that."
            ),
        }
        self._ask(
            attribute,
            {"keys": keys, "cause": cause},
            then,
            tn("The disagreement is resolved.", "{n} disagreements are resolved.", count),
            over=self._page,
            title=t(CAUSES[cause]),
            act=t("Resolve"),
            text=" ".join(
                (
                    tn("", "This is said of {n} disagreements at once.", count)
                    if count > 1
                    else "",
                    meanings[cause],
                )
            ).strip(),
        )

    def reopen(self, keys: Collection[DisagreementKey]) -> None:
        """Takes findings back."""
        said = tn("The disagreement is open again.", "{n} disagreements are open again.", len(keys))
        self._do(lambda: withdraw_attributions(self._session.ctx, keys), said, _nothing)

    def keep(self, keys: Collection[DisagreementKey], then: Then = _nothing) -> None:
        """Finds that what was found before still holds."""
        self._do(
            lambda: keep_attributions(self._session.ctx, keys),
            tn("It is resolved as before.", "{n} are resolved as before.", len(keys)),
            then,
        )

    def unsaid(self, view: CaseView) -> None:
        """Asks what is left unsaid, and goes to the grading policy with the case quoted."""
        policy = Place("project", tab="grading", item=quoted(view))
        self.settle([view.key], Cause.UNSAID_POLICY, lambda: self._shell.go(policy))

    def fix(self, view: CaseView) -> None:
        """Asks what is ambiguous, opens the rubric where it is not open, and goes to the line."""
        fixing, named = view.fixing, _writers(view)

        def go_on() -> None:
            author = dialog.form.values().get("author_id") or (fixing.author and fixing.author.id)
            if self._session.person_id == author:
                self._shell.go(rubric_place(view))

        dialog = self._ask(
            fix_checkpoint,
            {"key": view.key},
            go_on,
            t("The rubric is open; its author finds it in the list of tasks, with the reason."),
            text=fixing_words(view),
            act=t("Have it changed"),
            asked=("author_id", "reason") if named else ("reason",),
            own={"author_id": {"kind": inputs.choice(lambda: named)}},
        )

    def dispute(self, view: CaseView, then: Then) -> None:
        """Asks why a judgment looks like a slip, and sends it back to be settled anew."""
        self._ask(
            dispute_judgment,
            {"key": view.key},
            then,
            t("The judgment is pending adjudication."),
            act=t("Dispute it"),
            text=t(
                "It no longer counts. Your reason is added as a note, and a senior "
                "expert confirms or overrides it in the confirmation queue."
            ),
            own=_whose(side for side in view.experts if side.disputable is None),
        )

    def anchor(self, view: CaseView, then: Then) -> None:
        """Asks what the judge is to learn, and makes the case its task's anchor."""
        self._ask(
            anchor_case,
            {"key": view.key},
            then,
            t("The form anchors its task from the next run on."),
            act=t("Make it the anchor"),
            text=anchor_words(view),
            own=_whose(side for side in view.experts if side.anchorable is None),
        )

    def _ask(
        self, command: Command[Any], given: dict[str, Any], then: Then, said: str, **words: Any
    ) -> CommandDialog:
        dialog = CommandDialog(
            self._page, self._session, command, given, lambda _: self._did(said, then), **words
        )
        dialog.open()
        return dialog

    def _do(self, work: Callable[[], object], said: str, then: Then) -> None:
        self._session.perform(work, lambda _: self._did(said, then))

    def _did(self, said: str, then: Then) -> None:
        self._shell.say(said, "good", act=t("Undo"), run=self._session.undo)
        then()


def _whose(sides: Iterable[ExpertSide]) -> dict[str, dict[str, Any]]:
    """The judgment is chosen where there are several."""
    named = [(side.name, side.judgment.expert_id) for side in sides]
    return {"expert_id": {"kind": inputs.choice(lambda: named), "seen": lambda _: len(named) > 1}}


def _writers(view: CaseView) -> list[tuple[str, object]]:
    """The people of whom a lead chooses who changes it; none where there is no other person."""
    fixing = view.fixing
    others = [
        (t("{name}, who becomes its author", name=person.called), person.id)
        for person in fixing.writers
    ]
    own = [(t("{name}, its author", name=fixing.author.called), "")] if fixing.author else []
    return [*own, *others] if others else []


def fixing_words(view: CaseView) -> str:
    """What having the checkpoint changed means."""
    fixing = view.fixing
    said = (
        (
            fixing.reopens,
            t(
                "The rubric is approved. It is opened again for its author, and goes "
                "through review once more before anything else is judged on the task."
            ),
        ),
        (
            fixing.author is None and fixing.writers,
            t("The task has no author in this project; choose who changes it."),
        ),
        (fixing.makes_stale, left_behind(fixing.makes_stale)),
    )
    return " ".join(words for is_so, words in said if is_so)


def left_behind(stale: Staleness) -> str:
    """Which decisions a new text leaves behind."""
    return t(
        "After its text is changed, {judgments} judgments and {verdicts} verdicts "
        "on this checkpoint no longer count: experts judge it again, and the next "
        "run requests only this checkpoint.",
        judgments=number(stale.judgments),
        verdicts=number(stale.verdicts),
    )


def anchor_words(view: CaseView) -> str:
    """What making the case an anchor means."""
    said = (
        (
            True,
            t(
                "The judge is shown this response with the expert’s judgments as the "
                "worked example of its task."
            ),
        ),
        (view.anchor is not None, t("It takes the place of the anchor chosen before.")),
        (
            view.anchor is None and not view.is_baseline,
            t("It comes before the baseline’s form; a judge with two anchors is shown both."),
        ),
        (
            True,
            t(
                "An anchor is no evidence: the response leaves the alignment figures of "
                "judges that see it, and they are asked again for the whole task."
            ),
        ),
        (
            not view.sees_anchors,
            t("This judge is zero-shot and sees no anchors; only an anchored one will."),
        ),
    )
    return " ".join(words for is_so, words in said if is_so)


def rubric_place(view: CaseView) -> Place:
    """The line in its rubric."""
    return Place("task", task_id=view.task.id, tab="rubric", item=view.checkpoint.id)


def quoted(view: CaseView) -> str:
    """A case in a few lines, to be read beside the grading policy."""
    lines = [t("Checkpoint: {text}", text=short(view.checkpoint.text, 240))]
    lines += [
        labelled(side.name, _said(side.judgment.final, view.checkpoint, side.judgment.reason))
        for side in view.experts
        if side.counts
    ][:2]
    lines += [
        t(
            "Judge: {said}",
            said=_said(side.verdict.decision, view.checkpoint, side.verdict.rationale),
        )
        for side in view.verdicts[:1]
    ]
    return "\n".join(lines)


def _said(value: Decision | None, point: Checkpoint, reason: str | None) -> str:
    return f"{decided(value, point)}. {short(reason or '', 240)}".strip()
