"""Packets for the pictures: some that are out, a copy that differs, and an expert's own part."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from shot_window import enter, settle

from xpert_studio.desktop.app import App
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.session import now
from xpert_studio.exchange.packets import copy_to_file, open_file, request_to_file
from xpert_studio.records import Purpose
from xpert_studio.store import ProjectFile, tasks
from xpert_studio.workflow import Desk, edit_checkpoint
from xpert_studio.workflow.packets import choose

# Qt is imported by the window's own modules first.
from PySide6.QtTest import QTest  # isort: skip

LEAD, AUTHOR, TASK = "lead-moreau", "author-kowalska", "eng-anchor-bolts"


def send_some(project: ProjectFile, folder: Path) -> Path:
    """Sends packets to several people; gives the one for judging."""
    desk = Desk(project, LEAD, now)
    first = folder / "judge.xpacket"
    for purpose, person, path, message in (
        (Purpose.JUDGE, "expert-amara", first, "By Friday, please; begin with the lease."),
        (Purpose.REVIEW, "expert-amara", folder / "review.xpacket", ""),
        (Purpose.REVIEW, "senior-okafor", folder / "check.xpacket", ""),
        (Purpose.WRITE, AUTHOR, folder / "write.xpacket", "The rubric needs eight more lines."),
    ):
        if not path.exists():
            scope = choose(desk, person, purpose)
            request_to_file(desk, path, purpose, person, scope, message=message)
    return first


def differing_copy(path: Path, folder: Path) -> Path:
    """A packet from a copy of the project, in which some of the same lines were edited."""
    packet, copy = folder / "copy.xpacket", folder / "copy.xpert"
    if packet.exists():
        return packet
    shutil.copy(path, copy)
    edits = (
        (0, "States the embedment depth of each anchor.", "Gives the effective embedment depth."),
        (1, "Checks tension, shear and their interaction.", "Checks steel failure in tension."),
    )
    with ProjectFile.open(copy) as theirs, ProjectFile.open(path) as mine:
        for project, side in ((mine, 1), (theirs, 2)):
            with project.reading() as tx:
                lines = tasks.rubric_of(tx, TASK)
            for edit in edits:
                edit_checkpoint(
                    Desk(project, AUTHOR, now), TASK, lines[edit[0]].id, text=edit[side]
                )
        edit_checkpoint(Desk(theirs, AUTHOR, now), TASK, lines[2].id, weight=9)
        copy_to_file(Desk(theirs, LEAD, now), packet, message="My copy after the week in Lyon.")
    return packet


def own_part(packet: Path, folder: Path) -> Path:
    """The project of the expert who was sent the packet for judging."""
    target = folder / "amara.xpert"
    if not target.exists():
        with open_file(packet, target, now=now()):
            pass
    return target


def sent(app: App) -> None:
    """Sends packets to several people."""
    session = app.session
    assert session is not None  # noqa: S101
    send_some(session.project, session.path.parent)
    session.changed_outside.emit()
    QTest.qWait(300)
    settle(app)


def composed(app: App) -> None:
    """Waits for what waits, and for the preview."""
    settle(app)
    QTest.qWait(600)
    settle(app)


def came(app: App) -> None:
    """Opens a copy that differs, and decides one of the questions."""
    session = app.session
    assert session is not None  # noqa: S101
    app.open_dropped(differing_copy(session.path, session.path.parent))
    QTest.qWait(500)
    settle(app, 20)
    panel = app.window.page("packets").taking  # type: ignore[union-attr, attr-defined]
    panel.question.mine.click()
    settle(app)
    app.window.notice.hide()  # type: ignore[union-attr]


def offered(app: App) -> None:
    """Opens a packet that asks somebody else for something."""
    session = app.session
    assert session is not None  # noqa: S101
    app.open_dropped(send_some(session.project, session.path.parent))
    QTest.qWait(300)
    settle(app)


def guest(page: str) -> Callable[[App], None]:
    """Goes to a page of the project that an expert made of a packet."""

    def show(app: App) -> None:
        session = app.session
        assert session is not None  # noqa: S101
        packet = send_some(session.project, session.path.parent)
        enter(app, own_part(packet, session.path.parent), "expert-amara")
        app.window.go(Place(page))  # type: ignore[union-attr]
        settle(app)

    return show
