"""A review: the frozen lines left, comments on the current checkpoint right, the decision below."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QCheckBox, QTabBar

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPOT_OUTCOMES,
    Action,
    EmptyState,
    Place,
    Shell,
    SideSplitter,
    box,
    clear,
    column,
    explained,
    label,
    mark,
    part_words,
    row,
    scrolled,
    stacked,
    t,
    tn,
)
from xpert_studio.desktop.pages.task.panel import Panel
from xpert_studio.desktop.pages.task.review.composer import Composer
from xpert_studio.desktop.pages.task.review.decision import (
    ReviewFoot,
    SpotCheckFoot,
    is_spot_check,
)
from xpert_studio.desktop.pages.task.review.threads import Thread
from xpert_studio.desktop.pages.task.rubric.material import MaterialPanel
from xpert_studio.desktop.pages.task.rubric.model import RubricTable
from xpert_studio.desktop.pages.task.rubric.table import RubricView
from xpert_studio.instruments import PartKind
from xpert_studio.records import Aspect, Checkpoint, Comment, Severity, Stage
from xpert_studio.workflow import (
    CommandContext,
    Waiting,
    add_comment,
    approve,
    change_comment,
    compare,
    read_rubric,
    resolve_comment,
    send_back,
)
from xpert_studio.workflow.reviewing import comments_on
from xpert_studio.workflow.revision_diff import LineFate, WordOp, Words, changed_parts
from xpert_studio.workflow.views import TaskView

# Which lines a review shows, with what changed in them and what was commented on them.

_GONE = {LineFate.REMOVED, LineFate.MERGED}


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown.

    Attributes:
        number: The revision's; 0 for a rubric that was never frozen.
        lines: Its checkpoints; removed ones of the revision before come last.
        words: What changed in a line's text, by its id.
        comments: Open comments by line.
        has_before: Whether there is a revision to compare with.
    """

    number: int
    lines: tuple[Checkpoint, ...]
    words: dict[str, tuple[Words, ...]]
    comments: dict[str, tuple[Comment, ...]]
    has_before: bool

    def comments_at(self, key: str, view: TaskView) -> list[Comment]:
        """All comments on a line, open ones first."""
        point = next((point for point in self.lines if point.id == key), None)
        found = comments_on(point, view.comments) if point else []
        return sorted(found, key=lambda item: not item.is_open)


def shown_lines(view: TaskView, *, with_changes: bool) -> Shown:
    """The revision under review; while the rubric is written, the last one there was."""
    revisions = view.revisions
    current = revisions[-1] if revisions else None
    lines = current.checkpoints if current else view.rubric
    if view.task.standing is Stage.REVIEW or current is None:
        lines = view.rubric
    before = revisions[-2].checkpoints if len(revisions) > 1 else ()
    words: dict[str, tuple[Words, ...]] = {}
    gone: list[Checkpoint] = []
    if before and with_changes:
        for diff in compare(before, lines):
            if diff.after is None and diff.before is not None and diff.fate in _GONE:
                gone.append(diff.before)
                words[diff.before.id] = (Words(WordOp.REMOVED, diff.before.text),)
            elif diff.after is not None and diff.before is None:
                words[diff.after.id] = (Words(WordOp.ADDED, diff.after.text),)
            elif diff.after and diff.before and diff.words and diff.changes_text:
                words[diff.after.id] = (
                    *diff.words,
                    *_settings(diff.before, diff.after, is_rating=view.is_to_rate),
                )
    shown = (*lines, *gone)
    still = [comment for comment in view.comments if comment.is_open]
    return Shown(
        number=current.number if current else 0,
        lines=shown,
        words=words,
        comments={point.id: tuple(comments_on(point, still)) for point in shown},
        has_before=bool(before),
    )


def _settings(before: Checkpoint, after: Checkpoint, *, is_rating: bool) -> list[Words]:
    """What changed in how a line is answered, below its text."""
    words = []
    for old, new in changed_parts(before, after):
        for op, part in ((WordOp.REMOVED, old), (WordOp.ADDED, new)):
            is_kept = is_rating and part is not None and part.kind is PartKind.MINIMUM
            if part is not None and not is_kept:
                words += [Words(WordOp.SAME, "\n"), Words(op, part_words(part))]
    return words


class ReviewPanel(Panel):
    """Reviews and spot checks of one task."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.view: TaskView | None = None
        self._shown: Shown | None = None
        self._threads_shown: object = None
        self._unread: list[str] = []
        self._being_read: set[str] = set()
        self.model = RubricTable(self)
        self.table = RubricView(self.model)
        self.heading = label("", "heading", wrap=False)
        self.who = label("", "muted")
        self.reason = label("", "warn")
        self.changes = QCheckBox(t("Show what changed since the previous revision"))
        self.changes.setChecked(True)
        self.changes.toggled.connect(lambda _: self._show_lines())
        self.threads = column(gap=GAP)
        self.composer = Composer()
        self.material = MaterialPanel()
        self.review_foot = ReviewFoot(shell, self._mark_read, self._go_to_gap)
        self.spot_foot = SpotCheckFoot(shell)
        self.empty = EmptyState("message-square", t("Nothing to review yet"))
        self._build()
        self.composer.kept.connect(self._keep)
        self.composer.left.connect(self.table.setFocus)
        self.table.marked.connect(lambda _: self._show_threads())
        shell.book.add(self, *self._actions())

    def _build(self) -> None:
        left = box(
            column(
                row(self.heading, self.changes, 1),
                self.who,
                self.reason,
                self.table,
                gap=GAP,
                pad=(0, 0, PAD, 0),
            )
        )
        comments = box(column(self.composer, self.threads, 1, pad=PAD, gap=PAD))
        self.side_tabs = QTabBar()
        self.side_tabs.setProperty("kind", "side")
        self.side_tabs.addTab(t("Comments"))
        self.side_tabs.addTab(t("Task"))
        side = stacked(scrolled(comments), self.material)
        self.side_tabs.currentChanged.connect(side.setCurrentIndex)
        right = box(column(self.side_tabs, side, gap=0))
        split = SideSplitter(left, right)
        there = box(column(split, self.review_foot, self.spot_foot, gap=GAP, grow=0))
        self.stack = stacked(there, self.empty)
        column(self.stack, on=self)

    def _actions(self) -> list[Action]:
        may = self._why_not
        return [
            Action("review.next", mark("Next checkpoint"), lambda: self._step(1), "J"),
            Action("review.previous", mark("Previous checkpoint"), lambda: self._step(-1), "K"),
            Action("review.read", mark("Mark the checkpoint as read, and go to the next unread one"),
                   self._mark_read, "A", "check", "", may),
            Action("review.change", mark("Change request"),
                   lambda: self.composer.begin(Severity.CHANGE), "R", "message-square-warning", "", may),
            Action("review.comment", mark("Comment only"),
                   lambda: self.composer.begin(Severity.COMMENT), "C", "message-square", "", may),
            Action("review.resolve", mark("Resolve the comments on this checkpoint"), self._resolve, "X",
                   "check", "", may),
            Action("review.open", mark("Next checkpoint with an open comment"), self._next_open, "O"),
            Action.of(approve, "review.approve", self.review_foot.approve, "Ctrl+Shift+A", "check", may),
            Action.of(send_back, "review.send_back", self.review_foot.send_back, "Ctrl+Shift+B",
                      "reply", may),
            Action("review.next_task", mark("Next rubric to review"), self._next_task,
                   "Ctrl+J", "arrow-right"),
        ]  # fmt: skip

    def _why_not(self) -> str | None:
        refused = self.view.refused.get("review") if self.view else None
        return explained(refused) if refused else None

    # Showing.

    def show_view(self, view: TaskView) -> None:
        """Shows the revision under review, or the last one there was."""
        is_other = self.view is None or self.view.task.id != view.task.id
        if is_other:
            self._being_read.clear()
        self.view = view
        self.material.show_task(view.task)
        self.composer.setVisible(view.may("review"))
        spot = is_spot_check(view)
        self.review_foot.setVisible(not spot)
        self.spot_foot.setVisible(spot)
        self._unread = [key for key in view.unread if key not in self._being_read]
        self._show_read()
        self.review_foot.show_view(view)
        self.spot_foot.show_view(view)
        if not view.revisions and not view.rubric:
            self.stack.setCurrentWidget(self.empty)
            self.empty.say(
                t("Nothing to review yet"),
                t(
                    "The author is still writing. A rubric is frozen here when it is sent to review."
                ),
            )
            return
        self.stack.setCurrentIndex(0)
        self._show_lines()
        if is_other:
            self.table.resizeRowsToContents()
            self.table.setCurrentIndex(self.model.index(0, 1))
        self._show_threads()

    def _show_lines(self) -> None:
        view = self.view
        if view is None:
            return
        shown = shown_lines(view, with_changes=self.changes.isChecked())
        self._shown = shown
        self.changes.setVisible(shown.has_before)
        self.heading.setText(
            t("Revision {n}", n=shown.number) if shown.number else t("As it is being written")
        )
        self.who.setText(self._who(view))
        self.reason.say(self._reason(view))
        self.model.show_for(is_rating=view.is_to_rate)
        self.model.show_diffs(shown.words)
        self.model.show(shown.lines)
        self.model.show_comments(shown.comments)

    def _reason(self, view: TaskView) -> str:
        """What the author gave as the reason for the number of checkpoints; empty without one."""
        last = view.revisions[-1] if view.revisions else None
        if last is None or not last.reason:
            return ""
        return t(
            "{n} checkpoints ({least}–{most} recommended). The author's reason: {reason}",
            n=len(last.checkpoints), least=view.info.policies.min_checkpoints,
            most=view.info.policies.max_checkpoints, reason=last.reason,
        )  # fmt: skip

    def _who(self, view: TaskView) -> str:
        called = self.session.project_state.called
        parts = []
        for review in view.reviews:
            outcome = {
                None: t("reviewing"), "approved": t("approved"), "sent_back": t("sent back"),
            }[review.outcome.value if review.outcome else None]  # fmt: skip
            parts.append(
                t("{name}: {outcome} (revision {n})", name=called(review.reviewer_id),
                  outcome=outcome, n=review.revision)
            )  # fmt: skip
            if review.summary:
                parts.append(f"“{review.summary}”")
        parts += [
            t(
                "{name}: spot check {outcome}",
                name=called(check.adjudicator_id),
                outcome=t(SPOT_OUTCOMES[check.outcome]).lower(),
            )
            for check in view.spot_checks
            if check.outcome is not None
        ]
        return " · ".join(parts) or t("Nobody has reviewed it yet.")

    def _show_threads(self) -> None:
        view, shown = self.view, self._shown
        if view is None or shown is None:
            return
        key = self.table.current_key
        here = shown.comments_at(key, view)
        whole = [item for item in view.comments if item.checkpoint_id is None]
        state = (here, whole, view.refused.keys(), view.rubric)
        if state == self._threads_shown:
            return
        self._threads_shown = state
        clear(self.threads)
        place = self.model.place_of(key) + 1
        if here:
            self.threads.addWidget(label(t("On checkpoint {n}", n=place), "label"))
        for item in here:
            self.threads.addWidget(self._thread(view, item))
        if whole:
            self.threads.addWidget(label(t("Applies to whole rubric"), "label"))
        for item in whole:
            self.threads.addWidget(self._thread(view, item))
        if not here and not whole:
            total = len(view.comments)
            words = tn(
                "{n} comment on other checkpoints.", "{n} comments on other checkpoints.", total
            )
            self.threads.addWidget(label(words if total else t("No comment yet."), "muted"))

    def _thread(self, view: TaskView, item: Comment) -> Thread:
        made = Thread(self.session, view, item)
        made.change_wanted.connect(self.composer.change)
        return made

    def show_item(self, item: str) -> None:
        """Shows a line, or the line of a comment."""
        view = self.view
        found = next((r for r in view.comments if r.id == item), None) if view else None
        place = self.model.place_of((found.checkpoint_id or "") if found else item)
        if place >= 0:
            self.table.setCurrentIndex(self.model.index(place, 1))
            self.table.scrollTo(self.model.index(place, 1))

    def take_focus(self) -> None:
        """Starts among the lines."""
        self.table.setFocus()

    # Acting.

    def _keep(
        self, text: str, aspect: Aspect, severity: Severity, whole: bool, changed: Comment | None
    ) -> None:
        view = self.view
        if view is None:
            return
        if changed is not None:
            self._perform(
                text,
                lambda ctx: change_comment(
                    ctx, changed.id, text=text, aspect=aspect, severity=severity
                ),
            )
            return
        line = None if whole else self.table.current_key or None
        self._read_line(line or "")
        task_id = view.task.id
        self._perform(
            text,
            lambda ctx: add_comment(
                ctx, task_id, text, checkpoint_id=line, aspect=aspect, severity=severity
            ),
        )

    def _perform(self, text: str, verb: Callable[[CommandContext], object]) -> None:
        """Saves a comment; where it is refused, what was written stands in its field again."""
        self.review_foot.problem.perform(
            lambda: verb(self.session.ctx), refused=lambda _: self.composer.put_back(text)
        )

    def _mark_read(self) -> None:
        self._read_line(self.table.current_key)
        if self._unread:
            self.show_item(self._next_unread())
        self.table.setFocus()

    def _read_line(self, key: str) -> None:
        """Marks a line as read at once, and in the project as soon as it can be written."""
        view = self.view
        if view is None or key not in self._unread or not view.may("review"):
            return
        self._unread.remove(key)
        self._being_read.add(key)
        self._show_read()
        task_id = view.task.id
        self.session.perform(lambda: read_rubric(self.session.ctx, task_id, [key]))

    def _next_unread(self) -> str:
        """The first unread line below the current one, else the first of all."""
        here = self.table.currentIndex().row()
        places = {self.model.place_of(key): key for key in self._unread}
        return places[min(places, key=lambda place: (place <= here, place))]

    def _show_read(self) -> None:
        view = self.view
        if view is None:
            return
        keys = [point.id for point in view.rubric]
        may = view.may("review")
        self.model.show_read(frozenset(keys) - frozenset(self._unread) if may else frozenset())
        self.review_foot.show_read(len(keys) - len(self._unread), len(keys))

    def _resolve(self) -> None:
        view, shown = self.view, self._shown
        if view is None or shown is None:
            return
        for item in shown.comments_at(self.table.current_key, view):
            if item.is_open:
                self.review_foot.problem.do(resolve_comment, item.id)

    def _step(self, by: int) -> None:
        place = self.table.currentIndex().row() + by
        if 0 <= place < self.model.rowCount():
            self.table.setCurrentIndex(self.model.index(place, 1))
        self.table.setFocus()

    def _next_open(self) -> None:
        view, shown = self.view, self._shown
        if view is None or shown is None:
            return
        count, here = self.model.rowCount(), self.table.currentIndex().row()
        for step in range(1, count + 1):
            line = self.model.line((here + step) % count)
            if line and any(item.is_open for item in shown.comments_at(line.key, view)):
                self.show_item(line.key)
                return

    def _go_to_gap(self) -> None:
        """To what keeps the rubric from being approved: an unread line, or an open comment."""
        if self._unread:
            self.show_item(self._next_unread())
        else:
            self._next_open()
        self.table.setFocus()

    def _next_task(self) -> None:
        def go(waiting: Waiting) -> None:
            current = self.view.task.id if self.view else ""
            ids = [task.id for task in waiting.reviews if task.id != current]
            if ids:
                self.shell.go(Place("task", task_id=ids[0], tab="review"))
            else:
                self.shell.say(t("No other rubric to review."), "good")

        self.session.fetch(self.session.waiting.get, go, owner=self)
