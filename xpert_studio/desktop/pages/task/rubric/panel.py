"""The rubric editor: the table left, everything that helps right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    EmptyState,
    Shell,
    SideSplitter,
    box,
    button,
    column,
    explained,
    in_a_row,
    label,
    later,
    px,
    row,
    stacked,
    t,
    tab_bar,
    tn,
)
from xpert_studio.desktop.pages.task.panel import Panel
from xpert_studio.desktop.pages.task.review.comments_panel import CommentsPanel
from xpert_studio.desktop.pages.task.rubric.actions import RubricActions
from xpert_studio.desktop.pages.task.rubric.answering import AnswerBar
from xpert_studio.desktop.pages.task.rubric.balance import BalancePanel
from xpert_studio.desktop.pages.task.rubric.checking import Checking
from xpert_studio.desktop.pages.task.rubric.draft_panel import DraftPanel
from xpert_studio.desktop.pages.task.rubric.edits import RubricEdits
from xpert_studio.desktop.pages.task.rubric.findings import FindingsPanel
from xpert_studio.desktop.pages.task.rubric.material import MaterialPanel
from xpert_studio.desktop.pages.task.rubric.model import RubricTable
from xpert_studio.desktop.pages.task.rubric.table import RubricView
from xpert_studio.lint import Finding
from xpert_studio.records import Comment, ReviewOutcome, Stage
from xpert_studio.workflow.reviewing import comments_on
from xpert_studio.workflow.views import TaskView, balance_of

# What an author sees of a rubric that its reviewer has sent back.


def returned_words(view: TaskView, called: Callable[[str], str]) -> str:
    """Who sent the last revision back, why, and what is left to answer; empty where no person did.

    Args:
        view: The task as its author sees it.
        called: A person's name by id.
    """
    if not view.revisions or view.task.standing is not Stage.RUBRIC or not view.may("edit_rubric"):
        return ""
    last = view.revisions[-1].number
    sent_back = [
        item
        for item in view.reviews
        if item.revision == last and item.outcome is ReviewOutcome.SENT_BACK
    ]
    if not sent_back:
        return ""
    left = sum(item.demands_change and not item.is_answered for item in view.comments)
    said = [
        t("{name} sent this rubric back.", name=called(sent_back[-1].reviewer_id)),
        f"“{sent_back[-1].summary}”" if sent_back[-1].summary else "",
        tn("{n} change request needs a reply; see Comments.",
           "{n} change requests need replies; see Comments.", left)
        if left
        else t("Every change request has a reply. Send the rubric to review again."),
    ]  # fmt: skip
    return in_a_row(filter(None, said))


_LINES: Final = 90


class RubricPanel(Panel):
    """Table, findings, balance, material, drafts, comments."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.view: TaskView | None = None
        self.model = RubricTable(self)
        self.table = RubricView(self.model)
        self.edits = RubricEdits(self.session, self.model, self)
        self.checking = Checking(self.session, self.model, self)
        self.findings, self.balance = FindingsPanel(), BalancePanel()
        self.material, self.draft = MaterialPanel(), DraftPanel(shell)
        self.comments = CommentsPanel(shell)
        self.actions_ = RubricActions(self)
        self.answering = AnswerBar(self.edits.name_of)
        self.lock = label("", "warn").bound(200, 3)
        self.returned = label("", "warn").bound(300, 3)
        self.summary = label("", "muted")
        self.summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._build()
        self._connect()
        shell.book.add(self, *self.actions_.all())

    def _build(self) -> None:
        book_button = self.actions_.button
        self.bar = row(
            book_button("rubric.add", t("Add"), "plus"),
            book_button("rubric.split", t("Split"), "scissors"),
            book_button("rubric.merge", t("Merge"), "merge"),
            book_button("rubric.paste", t("Paste"), "clipboard-paste"),
            self.summary,
            grow=4,
        )
        self.empty = EmptyState(
            "list-checks",
            t("No checkpoint yet"),
            t(
                "Write the first one yourself, paste a table from Excel or Word, or have a draft made."
            ),
            *self._beginnings(),
        )
        # The form for a scale gets the room that the lines can spare.
        for part in (self.table, self.empty):
            part.setMinimumHeight(px(_LINES))
        self.stack = stacked(self.table, self.empty)
        left = box(column(
            self.lock, self.returned, self.bar, self.stack, self.answering, gap=GAP, pad=(0, 0, PAD, 0),
        ))  # fmt: skip
        self._parts: tuple[tuple[str, QWidget], ...] = (
            (t("Findings"), self.findings),
            (t("Balance"), self.balance),
            (t("Task"), self.material),
            (t("Draft"), self.draft),
            (t("Comments"), self.comments),
        )
        self.side = stacked(*(part for _, part in self._parts))
        titles = [(title, place) for place, (title, _) in enumerate(self._parts)]
        self.side_tabs = tab_bar(
            titles, self.side.setCurrentIndex, name=t("Rubric side panel"), kind="side"
        )
        self.side_part = box(column(self.side_tabs, self.side, gap=0))
        self.splitter = SideSplitter(left, self.side_part)
        column(self.splitter, on=self)

    def _connect(self) -> None:
        model, table, edits = self.model, self.table, self.edits
        model.text_written.connect(edits.write)
        model.text_left.connect(edits.drop)
        model.dropped.connect(edits.move)
        model.rowsInserted.connect(lambda *_: self._show_counts())
        model.rowsRemoved.connect(lambda *_: self._show_counts())
        table.field_chosen.connect(edits.choose)
        self.answering.chosen.connect(
            lambda instrument, settings: edits.change(
                table.selected_keys(), instrument=instrument, settings=settings
            )
        )
        self.answering.written.connect(
            lambda key, instrument, settings: edits.change(
                [edits.name_of(key)], instrument=instrument, settings=settings
            )
        )
        self.answering.left.connect(table.setFocus)
        self.answering.unsaved.connect(
            lambda is_so: self.session.note_unwritten(self.answering, is_unwritten=is_so)
        )
        self._show_line = later(self, 50, lambda: table.scrollTo(table.currentIndex()))
        self.answering.unfolded.connect(self._make_room)
        table.line_wanted.connect(self.start_line)
        table.merge_wanted.connect(self.actions_.merge_back)
        table.too_long.connect(self._say_too_long)
        table.kept.connect(edits.keep)
        table.writing.connect(self.checking.typed)
        table.marked.connect(lambda _: self._show_side())
        model.dataChanged.connect(lambda *_: self._show_side())
        self.checking.found.connect(self._show_side)
        self.findings.fix_wanted.connect(self.actions_.fix)
        self.findings.dismiss_wanted.connect(self.actions_.dismiss)
        self.findings.choice_wanted.connect(self.actions_.choose_for)
        self.findings.line_wanted.connect(self.show_item)
        self.comments.line_wanted.connect(self.show_item)
        self.draft.counted.connect(lambda n: self._title(3, t("Draft"), n))
        edits.failed.connect(lambda _: self._again())

    def _make_room(self, is_unfolded: bool) -> None:
        """Below the table there is not room enough for a form and for what helps."""
        is_below = self.splitter.orientation() is Qt.Orientation.Vertical
        self.side_part.setVisible(not (is_unfolded and is_below))
        if is_unfolded:
            self._show_line.start()

    # Showing.

    def show_view(self, view: TaskView) -> None:
        """Shows the rubric; what is still on its way to the project is not overwritten."""
        is_other = self.view is None or self.view.task.id != view.task.id
        if is_other:
            self.leave()  # what was written belongs to the task that was shown
            self.answering.show_task(view.task.id)
            self.model.clear()
        else:
            self._rescue(view)
        self.view = view
        self.edits.task_id = view.task.id
        self.model.taxonomy = view.info.taxonomy
        self.model.is_open = view.may("edit_rubric") and not self.session.project.read_only
        self.model.show_for(is_rating=view.is_to_rate)
        refused = view.refused.get("edit_rubric")
        self.lock.setText(explained(refused) if refused else "")
        self.lock.setVisible(refused is not None)
        if self.session.is_saved or is_other:
            self.model.show(view.rubric)
            self.answering.drop_gone(self.model.lines if self.model.is_open else ())
        open_comments = [item for item in view.comments if item.is_open]
        self.model.show_comments(
            {point.id: tuple(comments_on(point, open_comments)) for point in view.rubric}
        )
        self.material.show_task(view.task)
        self.draft.show_view(view)
        self.comments.show_view(view)
        self.returned.say(returned_words(view, self.session.project_state.called))
        self._title(4, t("Comments"), len(open_comments))
        self.checking.show_view(view)
        self._show_counts()
        if is_other:
            self.table.resizeRowsToContents()
            self.table.setCurrentIndex(self.model.index(0, 1))
            if self.returned.text():
                self._show_first_request(open_comments)

    def _show_first_request(self, comments: Sequence[Comment]) -> None:
        """A returned rubric opens on what its reviewer wants changed."""
        self.side_tabs.setCurrentIndex(4)
        asked = [item for item in comments if item.demands_change and not item.is_answered]
        places = [
            self.model.place_of(point.id)
            for point in (self.view.rubric if self.view else ())
            if comments_on(point, asked)
        ]
        if places:
            self.table.setCurrentIndex(self.model.index(min(places), 1))

    def _rescue(self, view: TaskView) -> None:
        """Words in a line that is no longer there go on in a new one."""
        editor = self.table.editor
        if editor is None or not editor.is_touched or not self.session.is_saved:
            return
        place = self.model.place_of(editor.key)
        line = self.model.line(place)
        if line is None or line.is_new or any(point.id == line.key for point in view.rubric):
            return
        text = editor.toPlainText()
        self.edits.drop(line.key)
        self.table.abandon()
        key = self.model.begin_line(place + 1, like=line)
        self.table.write_in(key)
        if self.table.editor is not None:
            self.table.editor.insertPlainText(text)
        self.shell.say(
            t("The checkpoint you were editing was removed. Your text was moved to a new checkpoint."),
            "warn", stays=True,
        )  # fmt: skip

    def _beginnings(self) -> tuple[QPushButton, ...]:
        self.begin = (
            button(
                t("Write the first checkpoint"),
                lambda: self.start_line(0),
                kind="primary",
                picture="plus",
            ),
            button(t("Create a draft"), self.show_draft, picture="sparkles"),
        )
        return self.begin

    def _show_empty(self, view: TaskView) -> None:
        """What one may do with a rubric that has no line; the person who may not write is not offered it."""
        may = view.may("edit_rubric")
        for way in self.begin:
            way.setVisible(may)
        hint = t(
            "Write the first one yourself, paste a table from Excel or Word, or have a draft made."
        )
        self.empty.say(t("No checkpoint yet"), hint if may else "")

    def _show_counts(self) -> None:
        rows = self.model.rowCount()
        self.stack.setCurrentWidget(self.table if rows else self.empty)
        if self.view is None:
            return
        self._show_empty(self.view)
        info = self.view.info
        balance = balance_of(self.view.rubric, info.policies, info.taxonomy.dimensions)
        self.balance.show_balance(balance, info.policies)
        self.summary.setText(
            t("{lines} of {least} to {most} · {points}", lines=balance.checkpoints,
              least=info.policies.min_checkpoints, most=info.policies.max_checkpoints,
              points=tn("{n} point", "{n} points", balance.points))
        )  # fmt: skip

    def _show_side(self) -> None:
        here = self.model.line_of(self.table.current_key)
        self.answering.show_line(here, is_open=self.model.is_open)
        key = self.edits.name_of(self.table.current_key)
        linted = self.checking.linted
        others: list[tuple[int, Finding]] = []
        if linted is not None:
            others = [
                (self.model.place_of(item.checkpoint_id) + 1, item)
                for item in linted.findings
                if item.checkpoint_id is not None and item.checkpoint_id != key
            ]
        current = self.model.findings_of(self.table.current_key)
        self.findings.is_checked = linted is not None
        self.findings.show_findings(
            current, self.checking.on_whole, others, linted.dismissed if linted else (),
            is_open=self.model.is_open,
        )  # fmt: skip
        self._title(0, t("Findings"), len(current) + len(self.checking.on_whole) + len(others))
        self.comments.show_line(key)

    def _title(self, place: int, title: str, count: int) -> None:
        self.side_tabs.setTabText(place, f"{title} {count}" if count else title)

    def show_item(self, item: str) -> None:
        """Shows a line."""
        place = self.model.place_of(item)
        if place >= 0:
            self.table.setCurrentIndex(self.model.index(place, 1))
            self.table.scrollTo(self.model.index(place, 1))
            self.table.setFocus()

    def show_draft(self) -> None:
        """Shows the drafts beside the table."""
        self.side_tabs.setCurrentIndex(3)
        self.draft.who.setFocus()

    def take_focus(self) -> None:
        """Starts in the table."""
        target: QWidget = self.table if self.model.rowCount() else self.empty
        target.setFocus()

    def leave(self) -> None:
        """Saves what is being written."""
        self.table.finish()
        self.answering.finish()

    @property
    def has_unsaved(self) -> bool:
        """Whether settings of a line cannot be saved as they are."""
        return bool(self.answering.unsaved_keys)

    def go_to_unsaved(self) -> None:
        """Puts the focus on the first field that keeps settings from being saved."""
        keys = self.answering.unsaved_keys
        if keys:
            self.show_item(keys[0])
            self._show_side()
            self.answering.go_to_fault()

    def start_line(self, place: int) -> None:
        """Begins a new line there, and writes in it."""
        if not self.model.is_open:
            return
        key = self.model.begin_line(place)
        self.stack.setCurrentWidget(self.table)
        self.table.write_in(key)

    def _say_too_long(self) -> None:
        self.shell.say(
            t("This checkpoint is too long to be edited here. Copy it, and paste it as several lines."),
            "warn",
        )  # fmt: skip

    def _again(self) -> None:
        if self.view is not None:
            self.session.changed_outside.emit()
