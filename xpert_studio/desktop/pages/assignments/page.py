"""The page of assignments: an overview, the form that sends, and a submission to import."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFrame, QWidget

from xpert_studio.core.wording import labelled, mark, moment, number, short, t
from xpert_studio.core.workflow.assignments.closing import close_assignment, reopen_assignment
from xpert_studio.core.workflow.assignments.content import SubmissionContent
from xpert_studio.core.workflow.assignments.taking import FieldDecision
from xpert_studio.core.workflow.copies import create_copy
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.core.workflow.views.assignments import (
    AssignmentsView,
    SentAssignment,
    assignments_of,
)
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.available import offer_row_menu
from xpert_studio.desktop.look import GAP, PAD, SPACE, WIDE, px
from xpert_studio.desktop.pages.assignments.files import (
    WrittenAssignment,
    WrittenCard,
    ask_to_hand_over,
    submit,
    write_project,
)
from xpert_studio.desktop.pages.assignments.importing import ImportPanel
from xpert_studio.desktop.pages.assignments.sending import SendForm
from xpert_studio.desktop.pages.assignments.words import (
    asked_for,
    state_of,
    work_place,
)
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import progress_bar
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import button, card, chip, label
from xpert_studio.desktop.widgets.layouts import box, column, put_in, row, stacked
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.side_splitter import SideSplitter
from xpert_studio.desktop.widgets.wiring import enable_if
from xpert_studio.report.counted_parts import counted_parts

_NAMED: Final = 3
_READABLE: Final = 860
_LIST: Final = 260


class AssignmentsOverview(QWidget):
    """What was sent, open assignments first, and beside it the one that is looked at.

    Args:
        page: What can be done about them.
    """

    def __init__(self, page: AssignmentsPage) -> None:
        super().__init__()
        self._page = page
        self.list = EntryView(t("Assignments sent"), lines=2, bars=True)
        self.list.setMinimumWidth(px(_LIST))
        self.list.looked_at.connect(lambda _: self._show())
        chosen = lambda: {"assignment_id": self.list.key} if self.list.key else {}  # noqa: E731
        offer_row_menu(self.list, page.shell, selection=chosen)
        self._detail = column(gap=PAD)
        inside = box(column(self._detail, 1))
        inside.setMaximumWidth(px(_READABLE))
        ground = scrolled(box(row(inside, 1, grow=(_READABLE,), pad=(SPACE, 0, 0, 0))))
        column(SideSplitter(self.list, ground, sizes=(320, 780)), on=self)
        self.setFocusProxy(self.list)

    def show_assignments(
        self, view: AssignmentsView, project_state: ProjectState, *, may_act: bool
    ) -> None:
        """Shows them.

        Args:
            view: The assignments.
            project_state: Names of people.
            may_act: Whether the project can be changed.
        """
        self._view, self._people, self._may_act = view, project_state, may_act
        sent = view.sent if view.leads and view.own is None else ()
        self.list.setVisible(bool(sent))
        ordered = sorted(sent, key=lambda item: not item.is_waiting)
        self.list.show_entries([self._entry(item) for item in ordered])
        self._show()

    def _entry(self, item: SentAssignment) -> Entry:
        tasks = _tasks(item.assignment.scope.task_ids, self._view.titles)
        bar = ((item.done / item.of, "good"),) if item.of else ()
        return Entry(
            item.assignment.id,
            self._title(item),
            (_dates(item, is_own=False), tasks),
            *state_of(item, is_own=False),
            bar=bar,
        )

    def _title(self, item: SentAssignment) -> str:
        assignment, asked = item.assignment, asked_for(item.assignment)
        if item is self._view.own:
            return t(
                "Assigned by {name}: {asked}",
                name=self._people.called(assignment.made_by),
                asked=asked,
            )
        return t("{name}: {asked}", name=self._people.called(assignment.person_id), asked=asked)

    def _show(self) -> None:
        """Shows the assignment that is looked at, and what can be done with copies."""
        view = self._view
        current = next((one for one in view.sent if one.assignment.id == self.list.key), None)
        shown: list[QWidget] = []
        if view.own is not None:
            about = t("Do the work on its page, then submit. You can submit again later.")
            shown += [label(about, "muted"), self._card(view.own)]
        elif current is not None and not self.list.isHidden():
            shown.append(self._card(current))
        elif view.copy is None:
            shown.append(self._nothing_sent())
        if view.leads and view.own is None:
            shown.append(self._copies())
        put_in(self._detail, shown)

    def _card(self, item: SentAssignment) -> QFrame:
        view, assignment = self._view, item.assignment
        is_own = item is view.own
        outbox = counted_parts(view.outbox) if is_own else ""
        about = _tasks(assignment.scope.task_ids, view.titles)
        return card(
            column(
                row(
                    label(self._title(item), "heading"),
                    chip(*state_of(item, is_own=is_own)),
                    gap=GAP,
                    grow=0,
                ),
                label(about) if about else None,
                label(_dates(item, is_own=is_own), "small"),
                _progress(item),
                label(f"“{assignment.message}”", "muted") if assignment.message else None,
                label(t("To submit: {parts}", parts=outbox), "muted") if outbox else None,
                self._own_acts(item, is_done=bool(outbox)) if is_own else self._closing(item),
                pad=SPACE,
                gap=GAP,
            )
        )

    def _own_acts(self, item: SentAssignment, *, is_done: bool) -> QWidget:
        """The step that comes next first: the work, then what was done of it is submitted."""
        kinds = ("primary", "") if is_done else ("", "primary")
        submit = button(t("Submit…"), self._page.submit, kind=kinds[0], picture="send")
        submit.setEnabled(self._may_act)
        work = button(
            t("Open the work"),
            lambda: self._page.shell.go(work_place(item.assignment)),
            kind=kinds[1],
            picture="arrow-right",
        )
        return box(Flow(submit, work) if is_done else Flow(work, submit))

    def _closing(self, item: SentAssignment) -> QWidget | None:
        is_closed = item.is_closed
        if not (self._may_act and self._view.copy is None and (is_closed or item.is_waiting)):
            return None
        text = t("Reopen") if is_closed else t("Close")
        made = button(
            text,
            partial(self._page.close_assignment, item.assignment.id, not is_closed),
            kind="link",
            hint=t("The assignment is counted as open again.")
            if is_closed
            else t("The assignment is no longer counted as open. Its submissions can be imported."),
        )
        made.setAccessibleName(labelled(text, asked_for(item.assignment)))
        return box(row(made, 1))

    def _nothing_sent(self) -> QWidget:
        opens = button(t("Open or import…"), self._page.ask_for_file, picture="package-open")
        if not self._view.leads:
            text = t("Leads send assignments. Open one that you received here.")
            return EmptyState("package", t("Work together offline"), text, opens)
        text = t(
            "An assignment is a file with work for one person: rubrics to review, "
            "responses to judge, forms to adjudicate, tasks to write. They open it "
            "in Xpert Studio, work offline, and return a submission that you import "
            "here."
        )
        send = button(t("Send assignment…"), self._page.go_to_send, kind="primary", picture="send")
        return EmptyState("package", t("Work together offline"), text, send, opens)

    def _copies(self) -> QFrame:
        """What a lead can do with copies of the project, by whether this file is one."""
        outbox, page = counted_parts(self._view.outbox), self._page
        if self._view.copy is None:
            title, text = (
                t("Copies of the project"),
                t(
                    "Work on this project in two places: the copy keeps its changes in an "
                    "outbox until you import them here. Or transfer authority: another file "
                    "becomes the authoritative one."
                ),
            )
            buttons = [
                button(
                    t("Create copy…"),
                    lambda: write_project(
                        page, page.shell, t("copy"), create_copy, page.say_written
                    ),
                    picture="copy",
                ),
                button(
                    t("Hand over…"),
                    lambda: ask_to_hand_over(page, page.shell, page.say_written),
                    picture="arrow-right",
                ),
            ]
        else:
            title, text = (
                t("This file is a copy"),
                t("To submit: {parts}", parts=outbox)
                if outbox
                else t("Nothing in the outbox: all changes are in the project."),
            )
            buttons = [
                button(t("Submit changes…"), page.submit, kind="primary", picture="send"),
                button(
                    t("Update from the project…"),
                    lambda: page.shell.book.run_id("file.update_copy"),
                    picture="refresh-cw",
                ),
            ]
        enable_if(self._may_act, *buttons)
        if self._view.copy is not None and not outbox:
            buttons[0].setEnabled(False)
        return card(
            column(
                label(title, "heading"),
                label(text, "muted"),
                box(Flow(*buttons)),
                pad=SPACE,
                gap=GAP,
            )
        )


def _tasks(ids: tuple[str, ...], titles: Mapping[str, str]) -> str:
    """The titles of the first tasks."""
    named = [short(titles.get(task_id, task_id)) for task_id in ids[:_NAMED]]
    more = [t("and {n} more", n=number(len(ids) - _NAMED))] if len(ids) > _NAMED else []
    return " · ".join(named + more)


def _dates(item: SentAssignment, *, is_own: bool) -> str:
    came = moment(item.submitted_at) if item.submitted_at is not None else ""
    said = t("submitted {when}", when=came) if is_own else t("imported {when}", when=came)
    none_yet = "" if is_own else t("no submission yet")
    sent = t("sent {when}", when=moment(item.assignment.made_at))
    return " · ".join(filter(None, (sent, said if came else none_yet)))


def _progress(item: SentAssignment) -> QWidget | None:
    if not item.of:
        return None
    text = t("{n} of {total} done", n=number(item.done), total=number(item.of))
    bar = progress_bar(text, tone="good" if item.done >= item.of else "")
    bar.setRange(0, item.of)
    bar.setValue(item.done)
    return box(row(bar, label(text, "label", wrap=False), gap=PAD, grow=0))


class AssignmentsPage(Page):
    """Overview, sending and importing, one at a time."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._view: AssignmentsView | None = None
        self._read: tuple[Path, SubmissionContent] | None = None
        self.title = label("", "title", wrap=False)
        leave = partial(shell.go, Place("assignments"))
        self.back = button(t("All assignments"), leave, kind="link", picture="chevron-left")
        self.send = button(t("Send assignment…"), self.go_to_send, kind="primary", picture="send")
        self.open = button(t("Open or import…"), self.ask_for_file, picture="package-open")
        self.written = WrittenCard()
        self.overview = AssignmentsOverview(self)
        self.sending = SendForm(shell, self.say_written)
        self.importing = ImportPanel(shell, self.ask_for_file, leave)
        self.stack = stacked(self.overview, self.sending, self.importing)
        head = row(self.back, self.title, 1, self.open, self.send)
        column(head, self.written, self.stack, on=self, pad=WIDE, gap=SPACE, grow=2)
        self._declare()

    def _declare(self) -> None:
        panel = self.importing
        part, why = panel.part, panel.why_not
        again = mark("Press again to clear the decision.")
        self.shell.book.add(
            panel,
            Action(
                "assignments.mine",
                mark("Keep mine"),
                lambda: part.choose(FieldDecision.MINE),
                "1",
                "",
                again,
                why,
            ),
            Action(
                "assignments.theirs",
                mark("Use theirs"),
                lambda: part.choose(FieldDecision.THEIRS),
                "2",
                "",
                again,
                why,
            ),
            Action("assignments.edit", mark("Edit the text"), part.write, "E", "pencil", "", why),
            Action("assignments.next", mark("Next part"), lambda: panel.list.step(1), "J"),
            Action("assignments.previous", mark("Previous part"), lambda: panel.list.step(-1), "K"),
            Action(
                "assignments.import",
                mark("Import the submission"),
                panel.import_now,
                "Ctrl+Shift+Return",
                "package-open",
            ),
        )

    @property
    def may_send(self) -> bool:
        """Whether the person can send assignments from this file."""
        view = self._view
        is_main = view is not None and view.own is None and view.copy is None and view.leads
        return is_main and not self.session.project.read_only

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
        is_offered = is_overview and (has_sent or is_own)
        self.open.setVisible(is_offered)
        self.send.setVisible(is_offered and self.may_send)

    def give(self, path: Path, content: SubmissionContent) -> None:
        """Takes a submission that was read already, for the place that is gone to next."""
        self._read = path, content

    def refresh(self) -> None:
        """Fetches the assignments; looks again at a submission that is shown."""
        self.session.fetch(
            partial(assignments_of, self.session.ctx), self._show_view, owner=self, slot="view"
        )
        if self.stack.currentWidget() is self.importing:
            self.importing.look()

    def _show_view(self, view: AssignmentsView) -> None:
        self._view = view
        self.overview.show_assignments(
            view, self.session.project_state, may_act=not self.session.project.read_only
        )
        self._show_acts()
        is_sending = self.stack.currentWidget() is self.sending
        if is_sending and self.may_send:
            self.sending.refresh()
        elif is_sending:
            self.shell.go(Place("assignments"))

    def go_to_send(self) -> None:
        """Shows the form that sends one."""
        self.shell.go(Place("assignments", tab="send"))

    def ask_for_file(self) -> None:
        """Asks for an assignment or a submission."""
        self.shell.book.run_id("file.assignment")

    def close_assignment(self, assignment_id: str, closed: bool) -> None:
        """Closes an assignment, or opens it again."""
        act = close_assignment if closed else reopen_assignment
        self.session.do(act, assignment_id)

    def submit(self) -> None:
        """Asks for a message and a file, and writes what was done."""
        if self._view is not None:
            submit(self, self.shell, self._view, self.say_written)

    def say_written(self, written: WrittenAssignment) -> None:
        """Says where a file is that was written."""
        self.written.show_written(written)
        self.session.changed_outside.emit()
        if self.stack.currentWidget() is self.sending:
            self.shell.go(Place("assignments"))
