"""A comment with its thread, and what may be done with it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from xpert_studio.desktop.kit import (
    ASPECTS,
    PAD,
    SEVERITIES,
    TIGHT,
    ErrorLine,
    Session,
    button,
    chip,
    column,
    label,
    moment,
    row,
    t,
    text_box,
)
from xpert_studio.records import Comment
from xpert_studio.workflow import (
    answer_comment,
    reopen_comment,
    resolve_comment,
    withdraw_comment,
)
from xpert_studio.workflow.views import TaskView


class Thread(QFrame):
    """One comment.

    Signals:
        line_wanted: The line it is on should be shown; its id.
        change_wanted: Its author wants to write it differently.
    """

    line_wanted = Signal(str)
    change_wanted = Signal(object)

    def __init__(
        self, session: Session, view: TaskView, comment: Comment, *, place: int = 0
    ) -> None:
        super().__init__()
        self.setObjectName("comment")
        self.setProperty("settled", not comment.is_open)
        self._session = session
        self._comment = comment
        self.reply = text_box(name=t("Reply to the comment"), hint=t("Reply…"), high=58)
        self.problem = ErrorLine(session)
        called = session.project_state.called
        tone = "warn" if comment.demands_change else "optional"
        state = t(SEVERITIES[comment.severity]) if comment.is_open else t("Resolved")
        head = row(
            chip(state, tone if comment.is_open else "good"),
            label(t(ASPECTS[comment.aspect]), "small", wrap=False),
        )
        if place:
            head.addWidget(
                button(
                    t("Checkpoint {n}", n=place),
                    lambda: self.line_wanted.emit(comment.checkpoint_id),
                    kind="link",
                )
            )
        head.addStretch(1)
        said = label(comment.text)
        who = label(
            t("{name}, {moment}, revision {n}", name=called(comment.author_id),
              moment=moment(comment.made_at), n=comment.revision), "small",
        )  # fmt: skip
        inside = column(head, said, who, on=self, pad=PAD, gap=TIGHT)
        current = next((p.text for p in view.rubric if p.id == comment.checkpoint_id), None)
        if comment.checkpoint_text and current is not None and comment.checkpoint_text != current:
            inside.addWidget(
                label(t("Made on an earlier text: “{line}”", line=comment.checkpoint_text), "small")
            )
        for item in comment.replies:
            inside.addWidget(label(f"{called(item.author_id)}: {item.text}"))
        self._add_acts(inside, view)

    def _add_acts(self, inside: QVBoxLayout, view: TaskView) -> None:
        comment = self._comment
        acts, more = row(), row()
        inside.addWidget(self.problem)
        may_answer = view.may("answer") and comment.is_open
        self.answer = button(t("Reply"), self._answer)
        hint = t("Replies that this has been dealt with")
        self.done = button(t("Done"), self._done, picture="check", hint=hint)
        if may_answer:
            inside.addWidget(self.reply)
            acts.addWidget(self.answer)
            if comment.author_id != self._session.person_id:
                acts.addWidget(self.done)
        if view.may("review"):
            own = comment.author_id == self._session.person_id
            if comment.is_open:
                acts.addWidget(
                    button(
                        t("Resolve"),
                        lambda: self.problem.do(resolve_comment, comment.id),
                        kind="quiet",
                    )
                )
            else:
                acts.addWidget(
                    button(
                        t("Reopen"),
                        lambda: self.problem.do(reopen_comment, comment.id),
                        kind="quiet",
                    )
                )
            if own and comment.is_open and not comment.replies:
                more.addWidget(
                    button(t("Change"), lambda: self.change_wanted.emit(comment), kind="quiet")
                )
                more.addWidget(
                    button(
                        t("Withdraw"),
                        lambda: self.problem.do(withdraw_comment, comment.id),
                        kind="quiet",
                    )
                )
        for line in (acts, more):
            if line.count():
                line.addStretch(1)
                inside.addLayout(line)

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
        for act in (self.answer, self.done):
            act.setEnabled(False)  # once is enough
        self.problem.perform(
            lambda: answer_comment(self._session.ctx, self._comment.id, text),
            refused=lambda _: self._allow(),
        )

    def _allow(self) -> None:
        for act in (self.answer, self.done):
            act.setEnabled(True)
