"""Assignments for the pictures: some that were sent, a submission that differs, a copy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from shot_window import enter, rest

from xpert_studio.core.exchange.assignment_transfer import (
    assignment_to_file,
    open_assignment_file,
    submission_to_file,
)
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import ProjectFile, tasks
from xpert_studio.core.workflow import CommandContext, add_comment, edit_checkpoint
from xpert_studio.core.workflow.assignments.choosing import choose
from xpert_studio.core.workflow.copies import create_copy
from xpert_studio.desktop.app import App
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.session import now

LEAD, AUTHOR, EXPERT, TASK = (
    "lead-moreau",
    "author-kowalska",
    "expert-amara",
    "eng-anchor-bolts",
)
_EDITS = (
    (0, "States the embedment depth of each anchor.", "Gives the effective embedment depth."),
    (1, "Checks tension, shear and their interaction.", "Checks steel failure in tension."),
)


def _assigned(project: ProjectFile, path: Path, purpose: Purpose, person: str, text: str) -> Path:
    if not path.exists():
        ctx = CommandContext(project, LEAD, now)
        assignment_to_file(ctx, path, purpose, person, choose(ctx, person, purpose), message=text)
    return path


def send_some(project: ProjectFile, folder: Path) -> Path:
    """Sends assignments to several people; gives the one for judging."""
    for purpose, person, name, message in (
        (Purpose.REVIEW, EXPERT, "review", ""),
        (Purpose.REVIEW, "senior-okafor", "check", ""),
        (Purpose.WRITE, AUTHOR, "write", "The rubric needs eight more checkpoints."),
    ):
        _assigned(project, folder / f"{name}.xassignment", purpose, person, message)
    text = "By Friday, please; begin with the lease."
    return _assigned(project, folder / "judge.xassignment", Purpose.JUDGE, EXPERT, text)


def differing_submission(project: ProjectFile, folder: Path) -> Path:
    """A submission of an author who edited some of the same checkpoints as in the project."""
    path = folder / "write.xsubmission"
    if path.exists():
        return path
    sent = _assigned(project, folder / "again.xassignment", Purpose.WRITE, AUTHOR, "")
    with open_assignment_file(sent, folder / "kowalska.xpert", now=now()) as theirs:
        for side, edited in ((1, project), (2, theirs)):
            with edited.reading() as tx:
                lines = tasks.rubric_of(tx, TASK)
            ctx = CommandContext(edited, AUTHOR, now)
            for edit in _EDITS:
                edit_checkpoint(ctx, TASK, lines[edit[0]].id, text=str(edit[side]))
        ctx = CommandContext(theirs, AUTHOR, now)
        edit_checkpoint(ctx, TASK, lines[2].id, weight=9)
        submission_to_file(ctx, path, message="My rubric after the week in Lyon.")
    return path


def reviewed(project: ProjectFile, folder: Path) -> Path:
    """A submission of a reviewer with a comment."""
    path = folder / "review.xsubmission"
    if not path.exists():
        sent = _assigned(project, folder / "comments.xassignment", Purpose.REVIEW, EXPERT, "")
        with open_assignment_file(sent, folder / "reviewer.xpert", now=now()) as theirs:
            ctx = CommandContext(theirs, EXPERT, now)
            add_comment(ctx, "law-nda-review", "Name the clause that the checkpoint refers to.")
            submission_to_file(ctx, path)
    return path


def sent(app: App) -> None:
    """Sends assignments to several people."""
    session = app.session
    send_some(session.project, session.path.parent)
    session.changed_outside.emit()


def importing(make: Callable[[ProjectFile, Path], Path], *, decides: bool) -> Callable[[App], None]:
    """Opens a submission, and decides one of its conflicts where that is asked for."""

    def show(app: App) -> None:
        session = app.session
        app.open_dropped(make(session.project, session.path.parent))
        rest(app)
        if decides:
            app.window.book.run_id("assignments.mine")  # type: ignore[union-attr]

    return show


def offered(app: App) -> None:
    """Opens an assignment for a person."""
    session = app.session
    app.open_dropped(send_some(session.project, session.path.parent))


def guest(page: str) -> Callable[[App], None]:
    """Goes to a page of the project that an expert made of an assignment."""

    def show(app: App) -> None:
        session = app.session
        folder = session.path.parent
        target = folder / "amara.xpert"
        if not target.exists():
            with open_assignment_file(send_some(session.project, folder), target, now=now()):
                pass
        enter(app, target, EXPERT)
        app.window.go(Place(page))  # type: ignore[union-attr]

    return show


def copy(app: App) -> None:
    """Goes to a copy of the project with a change in its outbox."""
    session = app.session
    target = session.path.parent / "laptop.xpert"
    if not target.exists():
        create_copy(CommandContext(session.project, LEAD, now), target)
        with ProjectFile.open(target) as made:
            with made.reading() as tx:
                line = tasks.rubric_of(tx, TASK)[3]
            edit_checkpoint(CommandContext(made, AUTHOR, now), TASK, line.id, weight=8)
    enter(app, target, LEAD)
    app.window.go(Place("assignments"))  # type: ignore[union-attr]
