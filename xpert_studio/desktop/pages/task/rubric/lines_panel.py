"""What the rubric and its review have in common: the lines, the linter, the notes, help beside."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import Checkpoint, Comment
from xpert_studio.core.wording import t
from xpert_studio.core.workflow.reviewing import comments_on
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.look import px
from xpert_studio.desktop.pages.task.panel import Panel
from xpert_studio.desktop.pages.task.review.threads import Thread
from xpert_studio.desktop.pages.task.rubric.checking import Checking
from xpert_studio.desktop.pages.task.rubric.line_notes import FindingActs, LineNotes
from xpert_studio.desktop.pages.task.rubric.model import RubricTable
from xpert_studio.desktop.pages.task.rubric.side import SidePanel
from xpert_studio.desktop.pages.task.rubric.table import RubricView
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.desktop.widgets.side_splitter import SideSplitter
from xpert_studio.desktop.widgets.wiring import wire

_BESIDE = 820
"""From this width on, at 100 %, what helps stands beside the lines without being asked for."""


class LinesPanel(Panel):
    """Lines with notes, and the side panel."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.points: Sequence[Checkpoint] = ()
        self.model = RubricTable(self)
        self.table = RubricView(self.model)
        self.checking = Checking(self.session, self.model, self)
        self.beside = button(t("Reference"), self._turn_side, kind="choice", picture="book-open")
        self.beside.setCheckable(True)

    def build(
        self, left: QWidget, acts: FindingActs | None = None, extra: QWidget | None = None
    ) -> None:
        """Puts the lines, with what stands above and below them, beside what helps."""
        self.notes = LineNotes(self.make_thread, acts, extra)
        self.side = SidePanel(self.make_thread, acts)
        self.table.show_notes(self.notes)
        self.splitter = SideSplitter(left, self.side, room=_BESIDE, sizes=(760, 340))
        column(self.splitter, on=self)
        wire(
            (self.table.marked, lambda _: self.show_notes()),
            (self.table.scrolled, self.scrolled),
            (self.model.dataChanged, lambda *_: self.show_notes()),
            (self.checking.found, self._show_findings),
        )

    def make_thread(self, view: TaskView, comment: Comment) -> Thread:
        """A comment with its thread."""
        return Thread(self.session, view, comment, self.change_comment, self.reword)

    def change_comment(self, comment: Comment) -> None:
        """Lets the author of a comment write it differently."""

    def reword(self, key: str, text: str) -> None:
        """Gives a line the wording that a comment suggests."""

    def comments_at(self, key: str) -> Sequence[Comment]:
        """All comments on a line, open ones first."""
        point = next((point for point in self.points if point.id == key), None)
        found = comments_on(point, self.view.comments) if point else []
        return sorted(found, key=lambda item: not item.is_open)

    def show_notes(self) -> None:
        """Shows what is said of the current line below it."""
        key = self.table.current_key
        self.notes.show_line(self.view, self.model.findings_of(key), self.comments_at(key))
        self.table.notes_soon.start()

    def _show_findings(self) -> None:
        linted = self.checking.linted
        if linted is not None:
            self.side.show_said(self.view, self.checking.on_whole, linted.dismissed)
        self.show_notes()

    def show_item(self, item: str) -> None:
        """Shows a line, or the line of a comment."""
        found = next(
            (comment.checkpoint_id for comment in self.view.comments if comment.id == item), None
        )
        self.table.show_line(found or item)

    def take_focus(self) -> None:
        """Starts among the lines."""
        self.table.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where there is little room the lines have all of it, until what helps is asked for."""
        super().resizeEvent(event)
        self._turn_side()

    def _turn_side(self) -> None:
        is_narrow = self.width() < px(_BESIDE)
        self.beside.setVisible(is_narrow)
        self.side.setVisible(not is_narrow or self.beside.isChecked())
