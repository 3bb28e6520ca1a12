"""Assignments in tests of the window: files that are dropped, versions that differ, what is there."""

from __future__ import annotations

import zipfile
from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.exchange.assignment_transfer import (
    assignment_to_file,
    open_assignment_file,
    submission_to_file,
)
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import ProjectFile, entities, log, tasks
from xpert_studio.core.workflow import CommandContext, NewResponse, add_responses, edit_checkpoint
from xpert_studio.core.workflow.assignments.choosing import choose
from xpert_studio.desktop.pages.assignments.page import AssignmentsPage
from xpert_studio.desktop.pages.assignments.sides import MarkedText

MINE = ("States month 30 as the break date.", "Says that six months' notice are needed.")
THEIRS = ("States that month 30 is the break date.", "States the notice period.")


def drop(window, path: Path) -> None:
    """Drops a file on a window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    keys, button = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    window.dropEvent(QDropEvent(QPointF(40, 40), Qt.DropAction.CopyAction, data, button, keys))


def page(hands: Hands) -> AssignmentsPage:
    found = hands.window.page("assignments")
    assert isinstance(found, AssignmentsPage)
    return found


def all_of(project: ProjectFile, kind: type, **values) -> list:
    with project.reading() as tx:
        return list(entities.find_all(tx, kind, **values))


def answered_namelessly(studio: Studio) -> None:
    """Two responses that do not say which systems gave them."""
    studio.ready()
    texts = ("You can leave at month 30.", "You must give six months' notice.")
    models = ("aurora", "borealis")
    given = [NewResponse("t1", *pair) for pair in zip(models, texts, strict=True)]
    add_responses(studio.lena, given)


def rubric_in(project: ProjectFile, task_id: str = "t1"):
    with project.reading() as tx:
        return tasks.rubric_of(tx, task_id)


def lines_of(hands: Hands) -> list[str]:
    return [line.text for line in rubric_in(hands.app.session.project)]


def read_all(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def newest(project: ProjectFile) -> int:
    with project.reading() as tx:
        return log.newest(tx)


def sent(studio: Studio, purpose: Purpose, person: str, folder: Path) -> Path:
    """An assignment of all that waits for a person, as a file."""
    scope = choose(studio.lena, person, purpose)
    path = folder / f"{purpose.value}.xassignment"
    assignment_to_file(studio.lena, path, purpose, person, scope)
    return path


def opened(studio: Studio, assignment: Path, person: str) -> CommandContext:
    """The person at work in a project made of an assignment."""
    path = assignment.with_suffix(".xpert")
    made = open_assignment_file(assignment, path, now=studio.now())
    return CommandContext(made, person, studio.now)


def submitted(ctx: CommandContext, path: Path, message: str = "") -> Path:
    submission_to_file(ctx, path, message=message)
    ctx.project.close()
    return path


def differing_submission(studio: Studio, folder: Path) -> Path:
    """An author's submission: two lines edited on both sides, a third only there."""
    lines = studio.rubric(lines=4)
    ctx = opened(studio, sent(studio, Purpose.WRITE, "wei", folder), "wei")
    for line, mine, theirs in zip(lines, MINE, THEIRS, strict=False):
        edit_checkpoint(studio.wei, "t1", line, text=mine)
        edit_checkpoint(ctx, "t1", line, text=theirs)
    edit_checkpoint(ctx, "t1", lines[2], weight=9)
    return submitted(ctx, folder / "wei.xsubmission", "After Lyon.")


def import_in_window(hands: Hands, studio: Studio, submission: Path):
    hands.open(studio.project.path, "lena")
    drop(hands.window, submission)
    hands.settle()
    return page(hands).importing


def texts_of(panel) -> list:
    return [text for text in panel.part.findChildren(MarkedText) if text.isVisible()]
