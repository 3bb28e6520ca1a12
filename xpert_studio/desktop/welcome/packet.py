"""Asks where the project lies that is made of a packet somebody was sent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.desktop.look import px
from xpert_studio.desktop.opening import free_path
from xpert_studio.desktop.pages.packets.words import asked_for
from xpert_studio.desktop.parts import Sheet, box, button, field, label, row
from xpert_studio.desktop.wording import in_a_row, moment, short, t
from xpert_studio.records import BLIND, Person, Purpose
from xpert_studio.store import SUFFIX
from xpert_studio.workflow.packets import PacketContent


class NewFromPacket(Sheet):
    """Says who asks for what, and makes a project of it on a button.

    Args:
        parent: Over which window.
        path: The packet's file; the project is offered beside it.
        content: The packet.
        make: Makes the project at a path.
    """

    def __init__(
        self,
        parent: QWidget,
        path: Path,
        content: PacketContent,
        make: Callable[[Path], object],
    ) -> None:
        packet = content.packet
        called = {
            held.record.id: held.record.called
            for held in content.of("person")
            if isinstance(held.record, Person)
        }
        sender = called.get(packet.made_by, packet.made_by)
        is_copy = packet.purpose is Purpose.SYNC
        title = (
            t("Copy of the project from {name}", name=sender)
            if is_copy
            else t("{name} asks you: {asked}", name=sender, asked=asked_for(packet))
        )
        super().__init__(parent, title, _about(content, called), t("Make the project"))
        self.setMinimumWidth(px(560))
        self._make = make
        if packet.message:
            self.fields.addWidget(label(f"“{packet.message}”"))
        name = short(content.info.name, 60)
        stem = name if is_copy else f"{name} – {asked_for(packet)}"
        self.path = field(str(free_path(_beside(path), stem)), name=t("Where the project goes"))
        choose = button(t("Choose …"), self._choose)
        self.add(t("Where the project goes"), box(row(self.path, choose)))
        self.fields.addWidget(
            label(t("made {when}", when=moment(packet.made_at)) + f" · {path.name}", "small")
        )

    def accept(self) -> None:
        """Makes it, if its place is free."""
        target = Path(self.path.text().strip()).expanduser()
        if not self.path.text().strip() or not target.parent.is_dir():
            self.complain(t("There is no folder {path}.", path=target.parent))
            return
        if target.suffix != SUFFIX:
            target = target.with_name(target.name + SUFFIX)
        if target.exists():
            self.complain(t("{file} is there already. Choose another name.", file=target.name))
            return
        super().accept()
        self._make(target)

    def _choose(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self, t("Where the project goes"), self.path.text(), t("Projects (*.xpert)")
        )
        if name:
            self.path.setText(name)


def _about(content: PacketContent, called: dict[str, str]) -> str:
    packet = content.packet
    told = [
        t(
            "The packet is of the project {project}. A project of your own is made of it on this machine; work there offline.",
            project=content.info.name,
        )
    ]
    if packet.for_person is not None and packet.purpose is not Purpose.SYNC:
        name = called.get(packet.for_person, packet.for_person)
        told.append(
            t(
                "You work in it as {name}; when you are done, its page of packets makes the answer.",
                name=name,
            )
        )
    if packet.purpose in BLIND:
        told.append(t("It is blind: no names of systems, no judgments of others."))
    return in_a_row(told)


def _beside(path: Path) -> Path:
    folder = path.parent
    return folder if folder.is_dir() else Path.home()
