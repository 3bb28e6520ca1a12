"""A review: the frozen lines with findings, comments and changes in place, the decision below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from xpert_studio.core.records import (
    SPOT_OUTCOMES,
    Aspect,
    Comment,
    ReviewOutcome,
    Severity,
    Stage,
)
from xpert_studio.core.wording import explained, mark, t
from xpert_studio.core.workflow import (
    CommandContext,
    add_comment,
    approve,
    change_comment,
    read_rubric,
    resolve_comment,
    send_back,
)
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.available import offer_row_menu
from xpert_studio.desktop.look import GAP, PAD, px
from xpert_studio.desktop.pages.task.review.composer import Composer
from xpert_studio.desktop.pages.task.review.decision import (
    ReviewFoot,
    SpotCheckFoot,
    go_to_next,
)
from xpert_studio.desktop.pages.task.review.shown import shown_lines
from xpert_studio.desktop.pages.task.rubric.lines_panel import LinesPanel
from xpert_studio.desktop.pages.task.rubric.model import COMMENTS_ROLE, READ_ROLE, WORDS_ROLE
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import check_box
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, stacked
from xpert_studio.desktop.widgets.selecting import select_only
from xpert_studio.desktop.widgets.wiring import later, show_if, wire

_ROOM: Final = 400
"""Below this height, in pixels at 100 %, a comment and what is around the lines have no room."""
_SHOWN_MS: Final = 700
"""A checkpoint that stays on the screen for so long can be marked as read."""


class ReviewPanel(LinesPanel):
    """Reviews and spot checks of one task."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._unread: list[str] = []
        self._being_read: set[str] = set()
        self._seen: set[tuple[str, str]] = set()
        self._seeing = later(self, _SHOWN_MS, self._see)
        self.heading = label("", "heading", wrap=False)
        self.who = label("", "small").bound(400, 2)
        self.reason = label("", "warn")
        self.changes = check_box(
            t("Show what changed since the previous revision"), self._show_lines, is_on=True
        )
        self.composer = Composer()
        self.review_foot = ReviewFoot(shell, self._mark_read, self._go_to_gap)
        self.spot_foot = SpotCheckFoot(shell)
        self.empty = EmptyState(
            "message-square",
            t("Nothing to review yet"),
            t("The author is still writing. A rubric is frozen here when it is sent to review."),
        )
        self.stack = stacked(self.table, self.empty)
        head = Flow(self.heading, self.changes, self.beside, gap=GAP)
        self._about = box(column(self.who, self.reason, gap=GAP))
        self._foot = box(column(self.review_foot, self.spot_foot))
        self._left = column(
            head,
            self._about,
            self.stack,
            self._foot,
            gap=GAP,
            pad=(0, 0, PAD, 0),
            grow=2,
        )
        self.build(box(self._left), extra=self.composer)
        wire(
            (self.composer.kept, self._keep),
            (self.composer.left, self._make_room),
            (self.composer.left, self.show_notes),
            (self.composer.left, self.table.setFocus),
            (self.table.scrolled, lambda *_: self._seeing.start()),
            (self.table.verticalScrollBar().rangeChanged, lambda *_: self._seeing.start()),
        )
        shell.book.add(self, *self._actions())
        offer_row_menu(self.table, shell, group="review")

    def _actions(self) -> list[Action]:
        may = self._why_not
        return [
            Action("review.next", mark("Next checkpoint"), lambda: self._step(1), "J"),
            Action("review.previous", mark("Previous checkpoint"), lambda: self._step(-1), "K"),
            Action("review.read", mark("Mark the checkpoint as read, and go to the next unread one"),
                   self._mark_read, "A", "check", "", may),
            Action("review.change", mark("Change request"), lambda: self._begin(Severity.CHANGE), "R",
                   "message-square-warning", "", may),
            Action("review.wording", mark("Suggest another wording"),
                   lambda: self._begin(Severity.CHANGE, suggests=True), "E", "square-pen", "", may),
            Action("review.comment", mark("Comment only"), lambda: self._begin(Severity.COMMENT), "C",
                   "message-square", "", may),
            Action("review.resolve", mark("Resolve the comments on this checkpoint"), self._resolve, "X",
                   "check", "", may),
            Action("review.open", mark("Next checkpoint with an open comment"), self._next_open, "O"),
            Action.of(approve, "review.approve", self.review_foot.approve, "Ctrl+Shift+A", "check", may),
            Action.of(send_back, "review.send_back", self.review_foot.send_back, "Ctrl+Shift+B",
                      "reply", may),
            Action("review.next_task", mark("Next rubric to review"),
                   lambda: go_to_next(self.shell, "reviews", self.view.task.id),
                   "Ctrl+J", "arrow-right"),
        ]  # fmt: skip

    def _why_not(self) -> str | None:
        refused = self.view.refused.get("review")
        return explained(refused) if refused else None

    def fill(self, *, is_other: bool) -> None:
        """Shows the revision under review, or the last one there was."""
        view = self.view
        if is_other:
            self._being_read.clear()
            self._seen.clear()
            self.composer.hide()
        self.model.taxonomy = view.info.taxonomy
        self.side.show_view(view)
        self.side.show_said(view)
        is_spot_check = view.task.standing is Stage.SPOT_CHECK or view.has_spot_checked
        self.review_foot.setVisible(not is_spot_check)
        self.spot_foot.setVisible(is_spot_check)
        self._unread = [key for key in view.unread if key not in self._being_read]
        self._show_read()
        self.spot_foot.show_view(view, is_other=is_other)
        self._show_lines()
        if view.task.standing in {Stage.REVIEW, Stage.SPOT_CHECK}:
            self.checking.show_view(view)
        if is_other:
            self.table.resizeRowsToContents()
            first = self.model.place_of(self._unread[0]) if self._unread else 0
            select_only(self.table, self.model.index(max(first, 0), 1))
        self._seeing.start()
        self.show_notes()

    def _show_lines(self) -> None:
        view = self.view
        shown = shown_lines(view, with_changes=self.changes.isChecked())
        self.points = shown.lines
        self.stack.setCurrentWidget(self.table if shown.lines else self.empty)
        self.changes.setVisible(shown.has_before)
        self.heading.setText(
            t("Revision {n}", n=shown.number) if shown.number else t("As it is being written")
        )
        self.who.say(self._who(view))
        self.reason.say(self._reason(view))
        self.model.show_for(is_rating=view.is_to_rate)
        self.model.tell(WORDS_ROLE, shown.words)
        self.model.show(shown.lines)
        self.model.tell(COMMENTS_ROLE, shown.comments)

    def _reason(self, view: TaskView) -> str:
        """What the author gave as the reason for the number of checkpoints; empty without one."""
        last = view.revisions[-1] if view.revisions else None
        if last is None or not last.reason:
            return ""
        return t(
            "{n} checkpoints ({least}–{most} recommended). The author's reason: {reason}",
            n=len(last.checkpoints),
            least=view.info.policies.min_checkpoints,
            most=view.info.policies.max_checkpoints,
            reason=last.reason,
        )

    def _who(self, view: TaskView) -> str:
        called = self.session.project_state.called
        outcomes = {
            None: t("reviewing"),
            ReviewOutcome.APPROVED: t("approved"),
            ReviewOutcome.SENT_BACK: t("sent back"),
        }
        reviewed = [
            t(
                "{name}: {outcome} (revision {n})",
                name=called(review.reviewer_id),
                outcome=outcomes[review.outcome],
                n=review.revision,
            )
            + (f" · “{review.summary}”" if review.summary else "")
            for review in view.reviews
        ]
        checked = [
            t(
                "{name}: spot check {outcome}",
                name=called(check.adjudicator_id),
                outcome=t(SPOT_OUTCOMES[check.outcome]).lower(),
            )
            for check in view.spot_checks
            if check.outcome is not None
        ]
        return " · ".join([*reviewed, *checked]) or t("Nobody has reviewed it yet.")

    def _begin(self, severity: Severity, *, suggests: bool = False) -> None:
        line = self.table.here
        self.composer.begin(severity, line.text if suggests and line else "")
        self._fit_composer()

    def change_comment(self, comment: Comment) -> None:
        """Lets the author of a comment write it differently."""
        self.composer.change(comment)
        self._fit_composer()

    def _fit_composer(self) -> None:
        """Room for the composer below its line; Qt gives the focus to what is seen only."""
        self._make_room()
        self.show_notes()
        self.table.fit_notes()
        self.composer.text.setFocus()

    def _make_room(self) -> None:
        """In a low window the lines have all of it while a comment is written."""
        is_tight = not self.composer.isHidden() and self.height() < px(_ROOM)
        show_if(not is_tight, self._about, self._foot)
        self._left.activate()

    def _keep(
        self, text: str, aspect: Aspect, severity: Severity, whole: bool, changed: Comment | None
    ) -> None:
        fields: Any = {"aspect": aspect, "severity": severity}
        if changed is not None:
            self._perform(text, lambda ctx: change_comment(ctx, changed.id, text=text, **fields))
            return
        line = None if whole else self.table.current_key or None
        self._read_line(line or "")
        task_id = self.view.task.id
        self._perform(
            text, lambda ctx: add_comment(ctx, task_id, text, checkpoint_id=line, **fields)
        )

    def _perform(self, text: str, verb: Callable[[CommandContext], object]) -> None:
        """Saves a comment; where it is refused, what was written stands in its field again."""

        def refused(_: object) -> None:
            self.composer.put_back(text)
            self._fit_composer()

        self.review_foot.problem.perform(lambda: verb(self.session.ctx), refused=refused)

    def _see(self) -> None:
        """What is on the screen has been there long enough to be read."""
        if self.isVisible():
            self._seen |= {(line.id, line.text) for line in self.table.shown_lines()}

    @property
    def is_seen(self) -> bool:
        """Whether the current checkpoint was on the screen for long enough to be read."""
        line = self.table.here
        return line is None or (line.id, line.text) in self._seen or line.id not in self._unread

    def _mark_read(self) -> None:
        if not self.is_seen:
            self._seeing.start()
            self.shell.say(t("Not marked: read it first, then press the key again."), "warn")
            return
        self._read_line(self.table.current_key)
        if self._unread:
            self.show_item(self._next_unread())
        self.table.setFocus()

    def _read_line(self, key: str) -> None:
        """Marks a line as read at once, and in the project as soon as it can be written."""
        if key not in self._unread or not self.view.may("review"):
            return
        self._unread.remove(key)
        self._being_read.add(key)
        self._show_read()
        self.session.do(read_rubric, self.view.task.id, [key])

    def _next_unread(self) -> str:
        """The first unread line below the current one, else the first of all."""
        here = self.table.currentIndex().row()
        places = {self.model.place_of(key): key for key in self._unread}
        return places[min(places, key=lambda place: (place <= here, place))]

    def _show_read(self) -> None:
        read = {point.id for point in self.view.rubric} - set(self._unread)
        self.model.tell(READ_ROLE, dict.fromkeys(read, True) if self.view.may("review") else {})
        self.review_foot.show_view(self.view, self._unread)

    def _resolve(self) -> None:
        for item in self.comments_at(self.table.current_key):
            if item.is_open:
                self.review_foot.problem.do(resolve_comment, item.id)

    def _step(self, by: int) -> None:
        place = self.table.currentIndex().row() + by
        if 0 <= place < self.model.rowCount():
            select_only(self.table, self.model.index(place, 1))
        self.table.setFocus()

    def _next_open(self) -> None:
        lines, here = self.model.lines, self.table.currentIndex().row() + 1
        keys = [line.id for line in (*lines[here:], *lines[:here])]
        is_open = (key for key in keys if any(item.is_open for item in self.comments_at(key)))
        if (key := next(is_open, None)) is not None:
            self.show_item(key)

    def _go_to_gap(self) -> None:
        """To what keeps the rubric from being approved: an unread line, or an open comment."""
        if self._unread:
            self.show_item(self._next_unread())
        else:
            self._next_open()
        self.table.setFocus()
