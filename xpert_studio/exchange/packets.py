"""Packets as files: sent, answered, opened as projects and taken in."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from xpert_studio.exchange.packet_reading import is_packet, read_packet
from xpert_studio.exchange.packet_writing import packet_path, write_packet
from xpert_studio.records import Packet, Purpose, Scope
from xpert_studio.store import SUFFIX, ProjectFile
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.packets import (
    PacketContent,
    open_packet,
    send_answer,
    send_copy,
    send_request,
)

__all__ = [
    "PacketSent",
    "answer_to_file",
    "copy_to_file",
    "is_packet",
    "open_file",
    "read_packet",
    "request_to_file",
]


@dataclass(frozen=True, slots=True)
class PacketSent:
    """A packet that was written to a file.

    Attributes:
        rows: Rows by kind of record.
        warnings: What the sender should know.
    """

    path: Path
    packet: Packet
    rows: dict[str, int]
    warnings: tuple[str, ...]


def request_to_file(
    desk: Desk,
    path: Path,
    purpose: Purpose,
    person_id: str,
    scope: Scope,
    *,
    message: str = "",
    replace: bool = False,
) -> PacketSent:
    """Writes a packet that asks somebody to do something; see ``workflow.packets.send_request``."""
    sending = send_request(desk, purpose, person_id, scope, message=message)
    return _to_file(sending, path, replace=replace)


def copy_to_file(
    desk: Desk,
    path: Path,
    *,
    person_id: str | None = None,
    message: str = "",
    replace: bool = False,
) -> PacketSent:
    """Writes a packet with the whole project; see ``workflow.packets.send_copy``."""
    return _to_file(send_copy(desk, person_id=person_id, message=message), path, replace=replace)


def answer_to_file(
    desk: Desk, path: Path, *, to: str | None = None, message: str = "", replace: bool = False
) -> PacketSent:
    """Writes an answer; see ``workflow.packets.send_answer``."""
    return _to_file(send_answer(desk, to=to, message=message), path, replace=replace)


def _to_file(
    sending: AbstractContextManager[PacketContent], path: Path, *, replace: bool
) -> PacketSent:
    """Writes the file before the project says that it went out: what is said is there."""
    target = packet_path(path)
    with sending as content:
        rows = write_packet(content, target, replace=replace)
    return PacketSent(target, content.packet, rows, content.warnings)


def open_file(
    path: Path, target: Path, *, now: datetime, person_id: str | None = None
) -> ProjectFile:
    """Makes a project of a packet and opens it; see ``workflow.packets.open_packet``.

    Args:
        path: The packet.
        target: The project file to make.
        now: The time.
        person_id: Who opens it.
    """
    if target.suffix != SUFFIX:
        target = target.with_name(target.name + SUFFIX)
    return open_packet(read_packet(path), target, now=now, person_id=person_id)
