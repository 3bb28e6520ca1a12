"""What the rubric and its review have in common: the lines, the linter, the notes, help beside."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from xpert_studio.core.lint import Finding, lint_checkpoint
from xpert_studio.core.records import Checkpoint, Comment, Tier, grouped
from xpert_studio.core.wording import spoken, t
from xpert_studio.core.workflow import Linted, lint_task
from xpert_studio.core.workflow.reviewing import comments_on
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.look import px
from xpert_studio.desktop.pages.task.panel import Panel
from xpert_studio.desktop.pages.task.review.threads import Thread
from xpert_studio.desktop.pages.task.rubric.model import FINDINGS_ROLE, RubricTable
from xpert_studio.desktop.pages.task.rubric.side import FindingActs, LineNotes, SidePanel
from xpert_studio.desktop.pages.task.rubric.table import RubricView
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.layouts import SideSplitter, column
from xpert_studio.desktop.widgets.wiring import later, wire

# The linter beside the writing: the current checkpoint as it is typed, the whole a moment later.

_TYPING_MS = 160
_WHOLE_MS = 250


class Checking(QObject):
    """Finds, and tells the table and the panel.

    Signals:
        found: The findings on the whole rubric have changed.
    """

    found = Signal()
    _view: TaskView

    def __init__(self, session: Session, model: RubricTable, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._model = session, model
        self._typed: tuple[str, str] | None = None
        self.linted: Linted | None = None
        self._line_soon = later(self, _TYPING_MS, self._check_line)
        self._whole_soon = later(self, _WHOLE_MS, self._check_whole)

    @property
    def on_whole(self) -> tuple[Finding, ...]:
        """What is found on the rubric as a whole."""
        found = self.linted.findings if self.linted else ()
        return tuple(finding for finding in found if finding.checkpoint_id is None)

    def show_view(self, view: TaskView) -> None:
        """The rubric has changed: looks at all of it."""
        self._view = view
        self._whole_soon.start()

    def typed(self, key: str, text: str) -> None:
        """Words came in a line."""
        self._typed = (key, text)
        self._line_soon.start()

    def _check_line(self) -> None:
        view, (key, text) = self._view, self._typed or ("", "")
        line = self._model.line_of(key)
        if line is None or not text.strip():
            return
        point = Checkpoint(
            task_id=view.task.id, id=key, text=text, weight=line.weight or 7,
            tier=line.tier or Tier.IMPORTANT, dimension=line.dimension,
        )  # fmt: skip
        found = lint_checkpoint(
            point, policies=view.info.policies, language=spoken(),
            dimensions=view.info.taxonomy.dimensions if line.dimension else (),
        )  # fmt: skip
        self._model.tell_of(key, FINDINGS_ROLE, tuple(found))

    def _check_whole(self) -> None:
        ctx, task_id, language = self._session.ctx, self._view.task.id, spoken()
        self._session.fetch(
            lambda: lint_task(ctx, task_id, language=language), self._show, owner=self, slot="lint"
        )

    def _show(self, linted: Linted) -> None:
        self.linted = linted
        self._model.tell(FINDINGS_ROLE, by_line(linted.findings))
        if self._typed in {(point.id, point.text) for point in linted.rubric}:
            self._typed = None
        self._check_line()  # words that are not saved yet were not looked at with the whole
        self.found.emit()


def by_line(findings: Sequence[Finding]) -> dict[str, list[Finding]]:
    """Findings by the line they are on."""
    named = [(item.checkpoint_id, item) for item in findings if item.checkpoint_id is not None]
    return grouped(named)


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
        found = next((one.checkpoint_id for one in self.view.comments if one.id == item), None)
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
