"""The page of assignments: an overview, the form that sends, and a submission to import."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.kit import (
    SPACE,
    WIDE,
    Place,
    Shell,
    button,
    column,
    label,
    mark,
    row,
    stacked,
    t,
)
from xpert_studio.desktop.pages.assignments.files import (
    Written,
    WrittenCard,
    ask_to_hand_over,
    submit,
    write_copy,
)
from xpert_studio.desktop.pages.assignments.importing import ImportPanel
from xpert_studio.desktop.pages.assignments.overview import AssignmentsOverview
from xpert_studio.desktop.pages.assignments.sending import SendForm
from xpert_studio.desktop.pages.assignments.words import work_place
from xpert_studio.desktop.pages.base import Page
from xpert_studio.records.assignments import Assignment
from xpert_studio.workflow.assignments.closing import close_assignment
from xpert_studio.workflow.assignments.content import SubmissionContent
from xpert_studio.workflow.assignments.taking import Side
from xpert_studio.workflow.views.assignments import AssignmentsView, assignments_of


class AssignmentsPage(Page):
    """Overview, sending and importing, one at a time."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._view: AssignmentsView | None = None
        self._read: tuple[Path, SubmissionContent] | None = None
        self.title = label("", "title", wrap=False)
        self.back = button(
            t("All assignments"), lambda: shell.go(Place("assignments")), kind="link",
            picture="chevron-left",
        )  # fmt: skip
        self.send = button(t("Send assignment…"), self._go_to_send, kind="primary", picture="send")
        self.open = button(t("Open or import…"), self._ask_for_file, picture="package-open")
        self.written = WrittenCard()
        self.overview = AssignmentsOverview()
        self.sending = SendForm(shell)
        self.importing = ImportPanel(shell)
        self.stack = stacked(self.overview, self.sending, self.importing)
        head = row(self.back, self.title, 1, self.open, self.send)
        column(head, self.written, self.stack, on=self, pad=WIDE, gap=SPACE, grow=2)
        self._listen()
        self._declare()

    def _listen(self) -> None:
        overview = self.overview
        overview.send.connect(self._go_to_send)
        overview.import_.connect(self._ask_for_file)
        overview.closed.connect(self._close_assignment)
        overview.work.connect(self._work)
        overview.submit.connect(self._submit)
        overview.submit_copy.connect(self._submit)
        overview.create_copy.connect(lambda: write_copy(self, self.shell, self._written))
        overview.hand_over.connect(lambda: ask_to_hand_over(self, self.shell, self._written))
        overview.update_copy.connect(lambda: self.shell.book.run_id("file.update_copy"))
        self.sending.sent.connect(self._written)
        self.importing.other.connect(self._ask_for_file)
        self.importing.left.connect(lambda: self.shell.go(Place("assignments")))

    def _declare(self) -> None:
        panel = self.importing
        part, why = panel.part, panel.why_not
        again = mark("Press again to clear the decision.")
        self.shell.book.add(
            panel,
            Action("assignments.mine", mark("Keep mine"), lambda: part.choose(Side.MINE), "1", "",
                   again, why),
            Action("assignments.theirs", mark("Use theirs"), lambda: part.choose(Side.THEIRS), "2",
                   "", again, why),
            Action("assignments.edit", mark("Edit the text"), part.write, "E", "pencil", "", why),
            Action("assignments.next", mark("Next part"), lambda: panel.step(1), "J"),
            Action("assignments.previous", mark("Previous part"), lambda: panel.step(-1), "K"),
            Action("assignments.import", mark("Import the submission"), panel.import_now,
                   "Ctrl+Shift+Return", "package-open"),
        )  # fmt: skip

    # What is shown

    @property
    def may_send(self) -> bool:
        """Whether the person can send assignments from this file."""
        view = self._view
        may_act = not self.session.project.read_only
        if view is None or view.own is not None or view.copy is not None:
            return False
        return may_act and view.leads

    def show_place(self, place: Place) -> None:
        """Shows the overview, the form, or a submission."""
        super().show_place(place)
        if place.tab:
            self.written.hide()
        if place.tab == "import" and place.item:
            self._show(self.importing, t("Import a submission"))
            path = Path(place.item)
            read, self._read = self._read, None
            self.importing.show_file(path, read[1] if read and read[0] == path else None)
        elif place.tab == "send":
            self._show(self.sending, t("Send an assignment"))
            self.sending.prefer(place.item)
        else:
            self._show(self.overview, t("Assignments"))

    def _show(self, part: QWidget, title: str) -> None:
        is_overview = part is self.overview
        self.stack.setCurrentWidget(part)
        self.title.setText(title)
        self.back.setVisible(not is_overview)
        self._show_acts()
        self.setFocusProxy(part)
        if not is_overview:
            part.setFocus()

    def _show_acts(self) -> None:
        is_overview = self.stack.currentWidget() is self.overview
        has_sent = self._view is not None and bool(self._view.sent)
        is_own = self._view is not None and (self._view.own or self._view.copy) is not None
        is_empty = not has_sent and not is_own
        self.open.setVisible(is_overview and not is_empty)
        self.send.setVisible(is_overview and not is_empty and self.may_send)

    def give(self, path: Path, content: SubmissionContent) -> None:
        """Takes a submission that was read already, for the place that is gone to next."""
        self._read = path, content

    def refresh(self) -> None:
        """Fetches the assignments; looks again at a submission that is shown."""
        desk = self.session.desk
        self.session.fetch(lambda: assignments_of(desk), self._show_view, owner=self, slot="view")
        if self.stack.currentWidget() is self.importing:
            self.importing.look()

    def _show_view(self, view: AssignmentsView) -> None:
        self._view = view
        may_act = not self.session.project.read_only
        self.overview.show_assignments(view, self.session.house, may_act=may_act)
        self._show_acts()
        if self.stack.currentWidget() is self.sending:
            if self.may_send:
                self.sending.refresh()
            else:
                self.shell.go(Place("assignments"))

    # What is done

    def _go_to_send(self) -> None:
        self.shell.go(Place("assignments", tab="send"))

    def _ask_for_file(self) -> None:
        self.shell.book.run_id("file.assignment")

    def _close_assignment(self, assignment_id: str, closed: bool) -> None:
        desk = self.session.desk
        self.session.perform(
            lambda: close_assignment(desk, assignment_id, closed=closed),
            lambda _: self.session.changed_outside.emit(),
        )

    def _work(self, assignment: Assignment) -> None:
        self.shell.go(work_place(assignment))

    def _submit(self) -> None:
        if self._view is not None:
            submit(self, self.shell, self._view, self._written)

    def _written(self, written: Written) -> None:
        self.written.show_written(written)
        self.session.changed_outside.emit()
        if self.stack.currentWidget() is self.sending:
            self.shell.go(Place("assignments"))
