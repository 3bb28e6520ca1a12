"""Writes submissions, copies and handed-over projects as files, and says where they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.exchange.assignment_files import ASSIGNMENT, SUBMISSION, SUFFIXES
from xpert_studio.core.exchange.assignment_transfer import submission_to_file
from xpert_studio.core.store import SUFFIX as PROJECT
from xpert_studio.core.wording import file_size, mark, t, translated
from xpert_studio.core.workflow.assignments.submitting import send_submission
from xpert_studio.core.workflow.copies import hand_over, send_outbox
from xpert_studio.core.workflow.views.assignments import AssignmentsView
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.assignments.words import file_stem
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asking import ActionDialog, ask_reason
from xpert_studio.desktop.widgets.files import show_in_folder
from xpert_studio.desktop.widgets.labels import Card, button, label, tool
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.saving_files import ask_for_target
from xpert_studio.report.counted_parts import counted_parts

_FILTERS: Final = {
    SUFFIXES[ASSIGNMENT]: mark("Assignments (*.xassignment)"),
    SUFFIXES[SUBMISSION]: mark("Submissions (*.xsubmission)"),
    PROJECT: mark("Projects (*.xpert)"),
}


@dataclass(frozen=True, slots=True)
class WrittenAssignment:
    """A file that was written, and what the person should know.

    Attributes:
        person: Whom it is for; empty for another lead.
    """

    path: Path
    person: str = ""
    warnings: tuple[str, ...] = ()


_NEXT: Final = {
    SUFFIXES[ASSIGNMENT]: mark(
        "Send this file to {name}. They open it in Xpert Studio and return a "
        "submission, which you import here."
    ),
    SUFFIXES[SUBMISSION]: mark(
        "Send this file to {name}. They import it into their project. You can "
        "continue and submit again."
    ),
    PROJECT: mark("Open this file in the other place."),
}


class WrittenCard(Card):
    """Hidden until a file was written; then its path and the next step."""

    def __init__(self) -> None:
        super().__init__()
        self._path = Path()
        self.path = label("", "small")
        self.next = label("")
        self.warnings = label("", "warn")
        reveal = button(
            t("Show in folder"), lambda: show_in_folder(self._path), picture="folder-open"
        )
        title, close = label(t("The file was written."), "good"), tool("x", t("Close"), self.hide)
        column(
            row(title, close, gap=PAD, grow=0),
            self.path,
            self.next,
            self.warnings,
            row(reveal, 1),
            on=self,
            pad=SPACE,
            gap=GAP,
        )
        self.hide()

    def show_written(self, written: WrittenAssignment) -> None:
        """Shows a file."""
        path = self._path = written.path
        size = f" · {file_size(path.stat().st_size)}" if path.exists() else ""
        self.path.setText(f"{path}{size}")
        self.next.setText(t(_NEXT[path.suffix], name=written.person or t("the project’s lead")))
        self.warnings.say("\n".join(translated(warning) for warning in written.warnings))
        self.show()


def ask_for_file(parent: QWidget, shell: Shell, suffix: str, *words: str) -> Path | None:
    """Asks where a file goes; None where the person cancels."""
    start = shell.session.path.parent / f"{file_stem(*words)}{suffix}"
    return ask_for_target(parent, start, t("Save as"), t(_FILTERS[suffix]))


def submit(
    parent: QWidget, shell: Shell, view: AssignmentsView, then: Callable[[WrittenAssignment], None]
) -> ActionDialog:
    """Asks for a message and a file, and writes what was done for an assignment or in a copy."""
    session, own = shell.session, view.own
    called = session.project_state.called
    person = called(own.assignment.made_by) if own is not None else ""
    send = send_submission if own is not None else send_outbox

    def write(message: str) -> None:
        words = (t("submission"), called(session.person_id))
        if target := ask_for_file(parent, shell, SUFFIXES[SUBMISSION], *words):
            session.perform(
                lambda: WrittenAssignment(
                    submission_to_file(session.ctx, target, send, message=message, replace=True)[0],
                    person,
                ),
                then,
            )

    text = t("To submit: {parts}", parts=counted_parts(view.outbox)) if view.outbox else ""
    if own is not None and own.done < own.of:
        done = t("{n} of {total} done. You can submit again later.", n=own.done, total=own.of)
        text = f"{text}\n{done}".strip()
    return ask_reason(
        parent,
        title=t("Submit"),
        text=text,
        act=t("Save submission…"),
        then=write,
        needed=False,
        name=t("Message (optional)"),
    )


def ask_to_hand_over(
    parent: QWidget, shell: Shell, then: Callable[[WrittenAssignment], None]
) -> ActionDialog:
    """Explains handing over, asks for a file, and writes the file that decides from then on."""
    asked = ActionDialog(
        parent.window(),
        t("Hand over the project"),
        t(
            "The new file decides from now on. This file becomes its copy: your "
            "later changes count once they are imported there."
        ),
        t("Save the new file…"),
    )
    asked.ask(lambda: write_project(parent, shell, t("handed over"), hand_over, then))
    return asked


def write_project(
    parent: QWidget,
    shell: Shell,
    word: str,
    write: Callable[..., None],
    then: Callable[[WrittenAssignment], None],
) -> None:
    """Asks for a file, whose name ends in a word, and writes the project to it."""
    session = shell.session
    if target := ask_for_file(parent, shell, PROJECT, session.path.stem, word):
        session.perform(
            lambda: write(session.ctx, target), lambda _: then(WrittenAssignment(target))
        )
