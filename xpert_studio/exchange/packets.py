"""Packets as files: written, sent, answered, opened as projects and taken in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from xpert_studio import __version__
from xpert_studio.errors import UsageError
from xpert_studio.exchange.attachments import names_in_bundle
from xpert_studio.exchange.bundle_format import (
    FORMAT,
    MANIFEST,
    PACKET_SUFFIX,
    ZIPPED,
)
from xpert_studio.exchange.bundle_rows import plain_row, row_line, time_text, whole_row
from xpert_studio.exchange.packet_format import (
    BY_KIND,
    CERTIFICATES,
    EVIDENCE,
    HISTORY,
    PACKET,
    RETIRED,
    SEAL,
    VERSIONS,
)
from xpert_studio.exchange.packet_reading import is_packet, read_packet
from xpert_studio.exchange.targets import Target, open_target
from xpert_studio.records import (
    BLIND,
    Checkpoint,
    Packet,
    Purpose,
    Record,
    Scope,
    Visibility,
    content_hash,
    placed,
)
from xpert_studio.store import SUFFIX, ProjectFile
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.packets import (
    PacketContent,
    open_packet,
    send_answer,
    send_copy,
    send_request,
)
from xpert_studio.workflow.packets.content import attachments_of


def packet_path(path: Path) -> Path:
    """The path a packet is written to: with the suffix of packets where it has none.

    Raises:
        UsageError: It has another file's suffix, or is a folder.
    """
    if not path.name:
        raise UsageError(f"{path} is a folder.", remedy="Choose another name.")
    if not path.suffix:
        return path.with_name(path.name + PACKET_SUFFIX)
    if path.suffix.lower() not in ZIPPED:
        raise UsageError(
            f"A packet is a {PACKET_SUFFIX} file, not {path.suffix}.",
            remedy=f"Name it {path.stem}{PACKET_SUFFIX}.",
        )
    return path


def write_packet(content: PacketContent, path: Path, *, replace: bool = False) -> dict[str, int]:
    """Writes a packet, whole under its name or not at all.

    Args:
        content: The packet.
        path: A ``.xpacket`` or ``.zip``.
        replace: Whether a file that stands there may be replaced.

    Returns:
        How many rows each kind of record has.

    Raises:
        UsageError: A file stands there, or the name is none for a packet.
    """
    with open_target(packet_path(path), replace=replace) as out:
        rows = _write_rows(content, out)
        _write_files(content, out)
        out.put(MANIFEST, _manifest(content, out))
    return rows


def _write_rows(content: PacketContent, out: Target) -> dict[str, int]:
    counts = {}
    for kind, file in BY_KIND.items():
        records = _whole_places(
            [held.record for held in content.of(kind) if held.record is not None]
        )
        lines = (row_line(whole_row(record, hashed=file.hashed)) for record in records)
        counts[file.label] = out.put_lines(file.name, lines)
    for file, rows in (
        (RETIRED, placed(content.retired)),
        (VERSIONS, tuple(held.version for held in content.held)),
        (HISTORY, content.events),
    ):
        counts[file.label] = out.put_lines(file.name, (row_line(plain_row(row)) for row in rows))
    # A figure that is undefined says so, unlike a field that nobody filled in.
    whole = (row_line(item.model_dump(mode="json")) for item in content.certificates)
    counts[CERTIFICATES.label] = out.put_lines(CERTIFICATES.name, whole)
    return {label: count for label, count in counts.items() if count}


def _whole_places(records: Sequence[Record]) -> list[Record]:
    """Records with lines as every version reads them."""
    lines = iter(placed(record for record in records if isinstance(record, Checkpoint)))
    return [next(lines) if isinstance(record, Checkpoint) else record for record in records]


def _write_files(content: PacketContent, out: Target) -> None:
    attached = attachments_of(held.record for held in content.held)
    names = names_in_bundle((item.path, item.sha256) for item in attached)
    if content.packet.purpose in BLIND:
        names = {}  # a file's name may name the system that made it
    for sha256 in sorted(content.files.hashes):
        out.put(names.get(sha256, f"attachments/{sha256}"), content.files.read(sha256))
    for sha256 in sorted(content.evidence.hashes):
        out.put(EVIDENCE + sha256, content.evidence.read(sha256))


def _manifest(content: PacketContent, out: Target) -> bytes:
    listed = [
        {"path": path, "sha256": file.sha256} | ({} if file.rows is None else {"rows": file.rows})
        for path, file in sorted(out.written.files.items())
    ]
    packet = plain_row(content.packet)
    manifest: dict[str, Any] = {
        "format": FORMAT,
        "format_version": 1,
        "created_at": time_text(content.packet.made_at),
        "generator": f"xpert-studio {__version__}",
        "visibility": Visibility.PRIVATE.value,
        "files": listed,
        PACKET: packet,
        SEAL: content_hash({"files": listed, "packet": packet}),
    }
    return (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


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
