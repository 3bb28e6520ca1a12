"""Sends packets to people, who open them in projects of their own, and takes their answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.workflow.studio import Studio
from xpert_studio.records import Purpose
from xpert_studio.store import ProjectFile
from xpert_studio.workflow import Desk
from xpert_studio.workflow.packets import (
    Held,
    PacketContent,
    choose,
    open_packet,
    send_answer,
    send_request,
)


def sent(studio: Studio, purpose: Purpose, person: str, **what) -> PacketContent:
    """A packet for somebody with whatever waits for them."""
    scope = choose(studio.lena, person, purpose, **what)
    with send_request(studio.lena, purpose, person, scope) as content:
        return content


class Errand:
    """Somebody's own project, made of a packet they were sent."""

    def __init__(self, studio: Studio, content: PacketContent, folder: Path) -> None:
        self._studio = studio
        self.content = content
        self.person = content.packet.for_person
        path = folder / f"{self.person}-{content.packet.id}.xpert"
        self.project: ProjectFile = open_packet(content, path, now=studio.now())

    @property
    def desk(self) -> Desk:
        return Desk(self.project, self.person, self._studio.now, self._studio.new_id)

    def answer(self) -> PacketContent:
        with send_answer(self.desk) as content:
            return content


def altered(content: PacketContent, kind: str, **values) -> PacketContent:
    """A packet in which somebody has changed the records of a kind on its way."""
    held = []
    for item in content.held:
        if item.kind == kind and item.record is not None:
            record = item.record.model_copy(update=values)
            item = Held(item.kind, item.key, record, item.past, item.is_context)
        held.append(item)
    return replace(content, held=tuple(held))
