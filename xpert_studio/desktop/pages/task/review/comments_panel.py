"""The author's side of a review: every comment beside the rubric, to be answered or done."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.kit import GAP, PAD, Shell, clear, column, label, scrolled_column, t
from xpert_studio.desktop.pages.task.review.threads import Thread
from xpert_studio.records import Comment
from xpert_studio.workflow.reviewing import comments_on
from xpert_studio.workflow.views import TaskView


class CommentsPanel(QWidget):
    """Open comments on the current checkpoint first, then the others, then what is resolved.

    Signals:
        line_wanted: A line should be shown; its id.
    """

    line_wanted = Signal(str)

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._session = shell.session
        self._view: TaskView | None = None
        self._line = ""
        self._shown: object = None
        self._list = column(gap=GAP)
        scrolled_column(self._list, 1, pad=PAD, on=self)

    def show_view(self, view: TaskView) -> None:
        """Shows a task's comments."""
        self._view = view
        self._show()

    def show_line(self, checkpoint_id: str) -> None:
        """Another checkpoint is current."""
        if checkpoint_id != self._line:
            self._line = checkpoint_id
            self._show()

    def _show(self) -> None:
        view = self._view
        if view is None:
            return
        point = next((p for p in view.rubric if p.id == self._line), None)
        here = comments_on(point, view.comments) if point else []
        here = [comment for comment in here if comment.is_open]
        state = (view.comments, view.rubric, [r.id for r in here], view.task.standing)
        if state == self._shown:
            return
        self._shown = state
        clear(self._list)
        rest = [r for r in view.comments if r.is_open and r not in here]
        settled = [r for r in view.comments if not r.is_open]
        for title, comments in (
            (t("On this checkpoint"), here), (t("On other checkpoints and the whole rubric"), rest), (t("Resolved"), settled),
        ):  # fmt: skip
            if comments:
                self._list.addWidget(label(title, "label"))
            for comment in comments:
                self._list.addWidget(self._thread(view, comment))
        if not view.comments:
            self._list.addWidget(
                label(
                    t(
                        "No comments yet. Reviewers' comments appear here, each next to its "
                        "checkpoint."
                    ),
                    "muted",
                )
            )

    def _thread(self, view: TaskView, comment: Comment) -> Thread:
        places = [
            n
            for n, point in enumerate(view.rubric, start=1)
            if comment in comments_on(point, [comment])
        ]
        made = Thread(self._session, view, comment, place=places[0] if places else 0)
        made.line_wanted.connect(self.line_wanted)
        return made
