"""Packets in tests of the window: files that are dropped, copies that differ, what is there."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.desktop.pages.packets.page import PacketsPage
from xpert_studio.desktop.pages.packets.sides import MarkedText
from xpert_studio.exchange.packets import (
    copy_to_file,
)
from xpert_studio.store import ProjectFile, entities, log
from xpert_studio.workflow import (
    Desk,
    NewResponse,
    add_responses,
    edit_checkpoint,
)


def drop(window, path: Path) -> None:
    """Drops a file on a window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    keys, button = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    window.dropEvent(QDropEvent(QPointF(40, 40), Qt.DropAction.CopyAction, data, button, keys))


def page(hands: Hands) -> PacketsPage:
    found = hands.window.page("packets")
    assert isinstance(found, PacketsPage)
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
    from xpert_studio.store import tasks

    with project.reading() as tx:
        return tasks.rubric_of(tx, task_id)


def read_all(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def newest_event(project: ProjectFile) -> int:
    with project.reading() as tx:
        return log.newest(tx)


def lines_of(hands: Hands) -> list[str]:
    return [line.text for line in rubric_in(hands.app.session.project)]


def open_copy(hands: Hands, studio: Studio, packet: Path):
    hands.open(studio.project.path, "lena")
    drop(hands.window, packet)
    hands.settle()
    return page(hands).taking


def texts_of(panel) -> list:
    return [text for text in panel.question.findChildren(MarkedText) if text.isVisible()]


def differing_copy(studio: Studio, tmp_path: Path) -> Path:
    """A copy of the project as a packet: two lines edited on both sides, a third only there."""
    lines = studio.rubric(lines=4)
    path = studio.project.path
    other = tmp_path / "other.xpert"
    studio.project.close()
    shutil.copy(path, other)
    mine = ("States month 30 as the break date.", "Says that six months' notice are needed.")
    theirs = ("States that month 30 is the break date.", "States the notice period.")
    for project, texts in ((path, mine), (other, theirs)):
        with ProjectFile.open(project) as opened:
            for line, text in zip(lines, texts, strict=False):
                edit_checkpoint(Desk(opened, "wei", studio.now), "t1", line, text=text)
            if texts is theirs:
                edit_checkpoint(Desk(opened, "wei", studio.now), "t1", lines[2], weight=9)
                desk = Desk(opened, "lena", studio.now)
                copy_to_file(desk, tmp_path / "copy.xpacket", message="After Lyon.")
    return tmp_path / "copy.xpacket"
