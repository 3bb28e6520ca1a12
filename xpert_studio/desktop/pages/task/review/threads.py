"""A comment with its thread and what may be done with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtWidgets import QFrame, QHBoxLayout

from xpert_studio.core.records import ASPECTS, SEVERITIES, Comment
from xpert_studio.core.wording import labelled, moment, t
from xpert_studio.core.workflow import (
    answer_comment,
    reopen_comment,
    resolve_comment,
    withdraw_comment,
)
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.look import TIGHT
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.error_line import ErrorLine
from xpert_studio.desktop.widgets.fields import text_box
from xpert_studio.desktop.widgets.labels import button, chip, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.wiring import enable_if

WORDING: Final = "→ "
"""A comment that begins so suggests the rest of its first line as the text of the checkpoint."""


class Thread(QFrame):
    """One comment.

    Args:
        session: The project.
        view: The task.
        comment: The comment.
        change: Lets its author write it differently.
        reword: Makes the wording it suggests the text: gets the checkpoint and the text.
    """

    def __init__(
        self,
        session: Session,
        view: TaskView,
        comment: Comment,
        change: Callable[[Comment], object],
        reword: Callable[[str, str], object],
    ) -> None:
        super().__init__()
        self._change, self._reword = change, reword
        self.setObjectName("comment")
        self.setProperty("settled", not comment.is_open)
        self._session, self._comment = session, comment
        self.reply = text_box(name=t("Reply to the comment"), hint=t("Reply…"), high=40)
        self.problem = ErrorLine(session)
        called = session.project_state.called
        tone = "warn" if comment.demands_change else "optional"
        state = t(SEVERITIES[comment.severity]) if comment.is_open else t("Resolved")
        who = t(
            "{name}, {moment}, revision {n}",
            name=called(comment.author_id),
            moment=moment(comment.made_at),
            n=comment.revision,
        )
        head = row(
            chip(state, tone if comment.is_open else "good"),
            label(t(ASPECTS[comment.aspect]), "small", wrap=False),
            label(who, "small"),
            grow=2,
        )
        current = next((p.text for p in view.rubric if p.id == comment.checkpoint_id), None)
        earlier = None
        if comment.checkpoint_text and current is not None and comment.checkpoint_text != current:
            earlier = t("Made on an earlier text: “{line}”", line=comment.checkpoint_text)
        column(
            head,
            label(comment.text),
            label(earlier, "small") if earlier else None,
            *(label(labelled(called(item.author_id), item.text)) for item in comment.replies),
            self.problem,
            self._acts(view),
            on=self,
            pad=TIGHT,
            gap=TIGHT,
        )

    def _acts(self, view: TaskView) -> QHBoxLayout:
        """What the person may do: the author answers, a reviewer resolves, changes and withdraws."""
        comment = self._comment
        is_own = comment.author_id == self._session.person_id
        self.answer = button(t("Reply"), self._answer)
        self.done = button(
            t("Done"), self._done, picture="check", hint=t("Replies that this has been dealt with")
        )
        do, may_review = self.problem.do, view.may("review")
        is_asked = view.may("answer") and comment.is_open
        may_reword = is_asked and view.may("edit_rubric") and comment.checkpoint_id
        is_free = may_review and is_own and comment.is_open and not comment.replies
        turn, words = (
            (partial(do, resolve_comment, comment.id), t("Resolve"))
            if comment.is_open
            else (partial(do, reopen_comment, comment.id), t("Reopen"))
        )
        return row(
            *((self.reply, self.answer) if is_asked else ()),
            self.done if is_asked and not is_own else None,
            button(t("Use this wording"), self._take_wording, picture="check")
            if may_reword and self._wording
            else None,
            button(words, turn, kind="quiet") if may_review else None,
            button(t("Change"), partial(self._change, comment), kind="quiet") if is_free else None,
            button(t("Withdraw"), partial(do, withdraw_comment, comment.id), kind="quiet")
            if is_free
            else None,
            None if is_asked else 1,
            gap=TIGHT,
        )

    @property
    def _wording(self) -> str:
        """The text that the comment suggests for its checkpoint; empty where it suggests none."""
        first = self._comment.text.partition("\n")[0]
        return first.removeprefix(WORDING).strip() if first.startswith(WORDING) else ""

    def _take_wording(self) -> None:
        self._reword(str(self._comment.checkpoint_id), self._wording)
        self._done()

    def _answer(self) -> None:
        text = self.reply.toPlainText().strip()
        if text:
            self._send(text)
        else:
            self.reply.setFocus()

    def _done(self) -> None:
        self._send(self.reply.toPlainText().strip() or t("Done."))

    def _send(self, text: str) -> None:
        """Sends a reply; what was written stays until the project has it."""
        acts = self.answer, self.done
        enable_if(False, *acts)  # once is enough
        self.problem.perform(
            lambda: answer_comment(self._session.ctx, self._comment.id, text),
            refused=lambda _: enable_if(True, *acts),
        )
