"""The page of assignments: an overview, the form that sends, and a submission to import."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    WIDE,
    Card,
    EmptyState,
    Flow,
    Place,
    Shell,
    box,
    button,
    chip,
    clear,
    column,
    label,
    mark,
    moment,
    number,
    progress_bar,
    px,
    row,
    scrolled,
    short,
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
from xpert_studio.desktop.pages.assignments.sending import SendForm
from xpert_studio.desktop.pages.assignments.words import (
    asked_for,
    outbox_words,
    state_of,
    work_place,
)
from xpert_studio.desktop.pages.base import Page
from xpert_studio.records.assignments import Assignment
from xpert_studio.workflow.assignments.content import SubmissionContent
from xpert_studio.workflow.assignments.sending import close_assignment
from xpert_studio.workflow.assignments.taking import FieldDecision
from xpert_studio.workflow.views import ProjectState
from xpert_studio.workflow.views.assignments import AssignmentsView, SentAssignment, assignments_of

# The overview: the person's own assignment, those that were sent, and copies of the project.

# Cards of the overview: an assignment with its progress, and where this file stands as a copy.

_NAMED: Final = 3


class AssignmentCard(Card):
    """An assignment that was sent, or the one that this file was made of.

    Signals:
        closed: The assignment's id, and whether it is to be closed or opened again.
        work: The assignment whose work the person wants to do.
        submit: The person wants to submit.
    """

    closed = Signal(str, bool)
    work = Signal(object)
    submit = Signal()

    def __init__(
        self,
        item: SentAssignment,
        view: AssignmentsView,
        project_state: ProjectState,
        *,
        may_act: bool,
    ) -> None:
        super().__init__()
        self.item = item
        is_own = item is view.own
        assignment = item.assignment
        word, tone = state_of(item, is_own=is_own)
        person = project_state.called(assignment.made_by if is_own else assignment.person_id)
        asked = asked_for(assignment)
        title = (
            t("Assigned by {name}: {asked}", name=person, asked=asked)
            if is_own
            else t("{name}: {asked}", name=person, asked=asked)
        )
        head = row(label(title, "heading"), chip(word, tone), gap=GAP, grow=0)
        about = _tasks(assignment.scope.task_ids, view.titles)
        outbox = outbox_words(view.outbox) if is_own else ""
        column(
            head,
            label(about) if about else None,
            label(_dates(item, is_own=is_own), "small"),
            _progress(item),
            label(f"“{assignment.message}”", "muted") if assignment.message else None,
            label(t("To submit: {parts}", parts=outbox), "muted") if outbox else None,
            self._own_acts(is_done=bool(outbox), may_act=may_act)
            if is_own
            else self._closing(asked, may_act=may_act and view.copy is None),
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip

    def _own_acts(self, *, is_done: bool, may_act: bool) -> QWidget:
        """The step that comes next first: the work, then what was done of it is submitted."""
        kinds = ("primary", "") if is_done else ("", "primary")
        submit = button(t("Submit…"), self.submit.emit, kind=kinds[0], picture="send")
        submit.setEnabled(may_act)
        work = button(
            t("Open the work"), partial(self.work.emit, self.item.assignment),
            kind=kinds[1], picture="arrow-right",
        )  # fmt: skip
        return box(Flow(submit, work) if is_done else Flow(work, submit))

    def _closing(self, asked: str, *, may_act: bool) -> QWidget | None:
        is_closed = self.item.is_closed
        if not may_act or not (is_closed or self.item.is_waiting):
            return None
        text = t("Reopen") if is_closed else t("Close")
        made = button(
            text, lambda: self.closed.emit(self.item.assignment.id, not is_closed), kind="link"
        )
        made.setAccessibleName(f"{text}: {asked}")
        made.setToolTip(
            t("The assignment is counted as open again.")
            if is_closed
            else t("The assignment is no longer counted as open. Its submissions can be imported.")
        )
        return box(row(made, 1))


class CopyCard(Card):
    """What a lead can do with copies of the project, by whether this file is one.

    Signals:
        create_copy, hand_over, submit, update_copy: What the person wants to do.
    """

    create_copy = Signal()
    hand_over = Signal()
    submit = Signal()
    update_copy = Signal()

    def __init__(self, view: AssignmentsView, *, may_act: bool) -> None:
        super().__init__()
        is_copy = view.copy is not None
        outbox = outbox_words(view.outbox)
        if not is_copy:
            title, text = (
                t("Copies of the project"),
                t("Work on this project in two places: the copy keeps its changes in an " "outbox until you import them here. Or transfer authority: another file " "becomes the authoritative one."),
            )  # fmt: skip
        else:
            title, text = (
                t("This file is a copy"),
                t("To submit: {parts}", parts=outbox)
                if outbox
                else t("Nothing in the outbox: all changes are in the project."),
            )
        column(
            label(title, "heading"),
            label(text, "muted"),
            box(Flow(*self._acts(is_copy=is_copy, has_outbox=bool(outbox), may_act=may_act))),
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip

    def _acts(self, *, is_copy: bool, has_outbox: bool, may_act: bool) -> list[QPushButton]:
        if not is_copy:
            found = [
                button(t("Create copy…"), self.create_copy.emit, picture="copy"),
                button(t("Hand over…"), self.hand_over.emit, picture="arrow-right"),
            ]
        else:
            found = [
                button(t("Submit changes…"), self.submit.emit, kind="primary", picture="send"),
                button(t("Update from the project…"), self.update_copy.emit, picture="refresh-cw"),
            ]
            found[0].setEnabled(has_outbox)
        for made in found:
            made.setEnabled(made.isEnabled() and may_act)
        return found


def _tasks(ids: tuple[str, ...], titles: Mapping[str, str]) -> str:
    """The titles of the first tasks."""
    named = [short(titles.get(task_id, task_id)) for task_id in ids[:_NAMED]]
    if len(ids) > _NAMED:
        named.append(t("and {n} more", n=number(len(ids) - _NAMED)))
    return " · ".join(named)


def _dates(item: SentAssignment, *, is_own: bool) -> str:
    parts = [t("sent {when}", when=moment(item.assignment.made_at))]
    if item.submitted_at is not None:
        when = moment(item.submitted_at)
        parts.append(
            t("submitted {when}", when=when) if is_own else t("imported {when}", when=when)
        )
    elif not is_own:
        parts.append(t("no submission yet"))
    return " · ".join(parts)


def _progress(item: SentAssignment) -> QWidget | None:
    if not item.of:
        return None
    text = t("{n} of {total} done", n=number(item.done), total=number(item.of))
    bar = progress_bar(text, tone="good" if item.done >= item.of else "")
    bar.setRange(0, item.of)
    bar.setValue(item.done)
    return box(row(bar, label(text, "label", wrap=False), gap=PAD, grow=0))


_SHOWN: Final = 20
"""Assignments shown before "and n more"."""
_READABLE: Final = 860


class AssignmentsOverview(QWidget):
    """Cards, open assignments first.

    Signals:
        send, import_: A form is wanted, or a file is to be imported.
        closed, work, submit, create_copy, hand_over, submit_copy, update_copy: As on the cards.
    """

    send = Signal()
    import_ = Signal()
    closed = Signal(str, bool)
    work = Signal(object)
    submit = Signal()
    create_copy = Signal()
    hand_over = Signal()
    submit_copy = Signal()
    update_copy = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._shows_all = False
        self._list = column(gap=PAD)
        inside = box(column(self._list, 1))
        inside.setMaximumWidth(px(_READABLE))
        ground = box(row(inside, 1, grow=(_READABLE,)))
        column(scrolled(ground), on=self)

    def show_assignments(
        self, view: AssignmentsView, project_state: ProjectState, *, may_act: bool
    ) -> None:
        """Shows them.

        Args:
            view: The assignments.
            project_state: Names of people.
            may_act: Whether the project can be changed.
        """
        clear(self._list)
        if view.own is not None:
            self._list.addWidget(
                label(t("Do the work on its page, then submit. You can submit again later."), "muted")
            )  # fmt: skip
            self._add(view.own, view, project_state, may_act=may_act)
        if view.leads and view.copy is not None:
            self._copies(view, may_act=may_act)
        sent = view.sent if view.leads and view.own is None else ()
        if sent:
            waiting = label(t("{n} open", n=number(view.waiting)), "small", wrap=False)
            head = label(t("Assignments sent"), "heading", wrap=False)
            self._list.addLayout(row(head, waiting, 1, gap=GAP))
        elif view.own is None and view.copy is None:
            self._list.addWidget(self._nothing_sent(leads=view.leads))
        ordered = sorted(sent, key=lambda item: not item.is_waiting)
        shown = ordered if self._shows_all else ordered[:_SHOWN]
        for item in shown:
            self._add(item, view, project_state, may_act=may_act)
        if hidden := len(ordered) - len(shown):

            def show_all() -> None:
                self._shows_all = True
                self.show_assignments(view, project_state, may_act=may_act)

            more = button(t("and {n} more", n=number(hidden)), show_all, kind="link")
            self._list.addLayout(row(more, 1))
        if view.leads and view.own is None and view.copy is None:
            self._copies(view, may_act=may_act)

    def _add(
        self,
        item: SentAssignment,
        view: AssignmentsView,
        project_state: ProjectState,
        *,
        may_act: bool,
    ) -> None:
        made = AssignmentCard(item, view, project_state, may_act=may_act)
        made.closed.connect(self.closed)
        made.work.connect(self.work)
        made.submit.connect(self.submit)
        self._list.addWidget(made)

    def _nothing_sent(self, *, leads: bool) -> QWidget:
        text = t(
            "An assignment is a file with work for one person: rubrics to review, responses to judge, forms to adjudicate, tasks to write. They open it in Xpert Studio, work offline, and return a submission that you import here."
        )
        if not leads:
            text = t("Leads send assignments. Open one that you received here.")
        send = button(t("Send assignment…"), self.send.emit, kind="primary", picture="send")
        opens = button(t("Open or import…"), self.import_.emit, picture="package-open")
        buttons = (send, opens) if leads else (opens,)
        return EmptyState("package", t("Work together offline"), text, *buttons)

    def _copies(self, view: AssignmentsView, *, may_act: bool) -> None:
        made = CopyCard(view, may_act=may_act)
        made.create_copy.connect(self.create_copy)
        made.hand_over.connect(self.hand_over)
        made.submit.connect(self.submit_copy)
        made.update_copy.connect(self.update_copy)
        self._list.addWidget(made)


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
            Action("assignments.mine", mark("Keep mine"), lambda: part.choose(FieldDecision.MINE), "1", "",
                   again, why),
            Action("assignments.theirs", mark("Use theirs"), lambda: part.choose(FieldDecision.THEIRS), "2",
                   "", again, why),
            Action("assignments.edit", mark("Edit the text"), part.write, "E", "pencil", "", why),
            Action("assignments.next", mark("Next part"), lambda: panel.list.step(1), "J"),
            Action("assignments.previous", mark("Previous part"), lambda: panel.list.step(-1), "K"),
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
        ctx = self.session.ctx
        self.session.fetch(lambda: assignments_of(ctx), self._show_view, owner=self, slot="view")
        if self.stack.currentWidget() is self.importing:
            self.importing.look()

    def _show_view(self, view: AssignmentsView) -> None:
        self._view = view
        may_act = not self.session.project.read_only
        self.overview.show_assignments(view, self.session.project_state, may_act=may_act)
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
        ctx = self.session.ctx
        self.session.perform(
            lambda: close_assignment(ctx, assignment_id, closed=closed),
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
