"""Reads a packet that somebody gave us: all of it is sound, or nothing of it is believed."""

from __future__ import annotations

import hashlib
import io
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from pydantic import ValidationError

from xpert_studio.documents import MAX_BYTES
from xpert_studio.exchange.bundle_format import ATTACHMENTS, CARD, MANIFEST, RowFile
from xpert_studio.exchange.lines import read_records
from xpert_studio.exchange.manifest import read_manifest
from xpert_studio.exchange.packet_files import FilesOf, bytes_of
from xpert_studio.exchange.packet_format import (
    ALL,
    BY_KIND,
    CERTIFICATES,
    EVIDENCE,
    HISTORY,
    PACKET,
    RETIRED,
    SEAL,
    VERSIONS,
)
from xpert_studio.exchange.problems import Problems, shown
from xpert_studio.exchange.sources import Source, UnreadableError, open_source
from xpert_studio.records import (
    PACKET_VERSION,
    Certificate,
    Checkpoint,
    LogEntry,
    Packet,
    Purpose,
    Record,
    RecordVersion,
    content_hash,
)
from xpert_studio.workflow.merging.contents import content_of, hash_of
from xpert_studio.workflow.merging.kinds import KINDS
from xpert_studio.workflow.merging.lineage import Past
from xpert_studio.workflow.packets import Files, Held, PacketContent

MAX_ROWS: Final = 500_000
"""So many rows a packet may hold, all files together."""

RecordKey = tuple[str, tuple[str, ...]]
_FRESH: Final = "Have the packet made and sent again."


def is_packet(path: Path) -> bool:
    """Whether a file says that it is a packet, sound or not."""
    problems = Problems()
    if not path.exists():
        return False
    with open_source(path, problems) as source:
        if problems or MANIFEST not in source.names:
            return False
        return isinstance(read_manifest(source, problems).get(PACKET), dict)


def read_packet(path: Path) -> PacketContent:
    """Reads a packet.

    Args:
        path: A ``.xpacket`` or ``.zip``, or the folder it was unpacked to.

    Raises:
        NotFoundError: There is nothing at ``path``.
        InputRefusedError: It is no packet, of a newer version, damaged, or was changed on its way;
            everything that is wrong is listed.
    """
    problems = Problems()
    with open_source(path, problems) as source:
        problems.refuse_if_any(path.name)
        manifest = _manifest(source, problems)
        problems.refuse_if_any(path.name)
        packet = Packet.model_validate(manifest[PACKET], strict=False)
        _check_files(source, manifest, problems)
        problems.refuse_if_any(path.name)
        reading = _Reading(source, problems, packet)
        content = reading.content(path)
    problems.refuse_if_any(path.name)
    return content


def _manifest(source: Source, problems: Problems) -> dict[str, Any]:
    if MANIFEST not in source.names:
        problems.add(MANIFEST, "", "", "is missing, so this is no packet.", _FRESH)
        return {}
    manifest = read_manifest(source, problems)
    if problems:
        return {}
    found = manifest.get(PACKET)
    if not isinstance(found, dict):
        problems.add(
            MANIFEST, "", PACKET, "is missing: this is a bundle, and no packet.",
            "Import it with 'xpert-studio import'.",
        )  # fmt: skip
        return {}
    version = found.get("version", 1)
    if isinstance(version, int) and not isinstance(version, bool) and version > PACKET_VERSION:
        problems.add(
            MANIFEST, "", f"{PACKET}.version",
            f"is {version}; this program knows packets up to version {PACKET_VERSION}.",
            "Update Xpert Studio, or have the packet made with this version.",
        )  # fmt: skip
        return {}
    try:
        Packet.model_validate(found, strict=False)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            field = ".".join(str(part) for part in (PACKET, *detail["loc"]))
            said = shown(detail["input"])
            problems.add(MANIFEST, "", field, f"{said} is not what a packet says there.", _FRESH)
    sealed = content_hash({"files": manifest.get("files"), "packet": found})
    if manifest.get(SEAL) != sealed:
        problems.add(
            MANIFEST, "", SEAL, "is not the hash of what the manifest says: it was changed.", _FRESH
        )
    return manifest


def _check_files(source: Source, manifest: dict[str, Any], problems: Problems) -> None:
    """Every file is the one that was sent, and there is no other."""
    stated = {
        entry["path"]: entry.get("sha256")
        for entry in manifest.get("files", [])
        if isinstance(entry, dict) and isinstance(entry.get("path"), str)
    }
    for name in sorted(stated.keys() - set(source.names)):
        problems.add(name, "", "", "is named by the manifest but not there.", _FRESH)
    for name in source.names:
        if name in {MANIFEST, CARD}:
            continue
        if name not in stated:
            problems.add(name, "", "", "is not named by the manifest: it was added.", _FRESH)
        elif _hash(source, name, problems) not in {stated[name], ""}:
            problems.add(
                name, "", "sha256", "is not the file that was sent: it was changed or damaged.",
                _FRESH,
            )  # fmt: skip


def _hash(source: Source, name: str, problems: Problems) -> str:
    digest = hashlib.sha256()
    try:
        with source.open(name) as stream:
            while data := stream.read(1 << 20):
                digest.update(data)
    except UnreadableError as error:
        problems.add(name, "", "", f"{error}.", _FRESH)
        return ""
    return digest.hexdigest()


@dataclass(slots=True)
class _Reading:
    """The rows of one packet being read."""

    source: Source
    problems: Problems
    packet: Packet
    rows: int = 0
    records: dict[RecordKey, Record] = field(default_factory=dict)

    def content(self, path: Path) -> PacketContent:
        """The packet; meaningless where there are problems."""
        for kind, file in BY_KIND.items():
            self._take_records(kind, file)
        retired = [row for _, row in self._rows(RETIRED) if isinstance(row, Checkpoint)]
        told = [row for _, row in self._rows(HISTORY) if isinstance(row, LogEntry)]
        found = tuple(self._certificates())
        held = tuple(self._take_versions())
        self._look_for_strays()
        self._check_references({(line.task_id, line.id) for line in retired})
        files, evidence = (self._files(path, folder) for folder in (ATTACHMENTS, EVIDENCE))
        return PacketContent(
            self.packet, held, tuple(retired), tuple(told), files, found, evidence
        )  # fmt: skip

    def _rows(self, file: RowFile) -> Iterator[tuple[int, Record]]:
        if file.name not in self.source.names:
            return

        for row, record, beside in read_records(
            self._open(file.name),
            file.name,
            file.kind,
            self.problems,
            hashed=file.hashed,
            # Keys that came with a bundle are kept; the record's hash covers them.
            on_unknown=lambda *_: None,
        ):
            self.rows += 1
            if self.rows > MAX_ROWS:
                self.problems.add(
                    file.name, f"row {row}", "", f"more than {MAX_ROWS:,} rows in one packet.",
                    "Send fewer tasks at once.",
                )  # fmt: skip
                return
            if "content_hash" in beside and beside["content_hash"] != record.content_hash:
                self.problems.add(
                    file.name, f"row {row}", "content_hash", "is not the hash of this row.", _FRESH
                )
                continue
            yield row, record

    def _open(self, name: str) -> IO[bytes]:
        try:
            return self.source.open(name)
        except UnreadableError as error:
            self.problems.add(name, "", "", f"{error}.", _FRESH)
            return io.BytesIO()

    def _certificates(self) -> Iterator[Certificate]:
        seen: set[str] = set()
        for row, item in self._rows(CERTIFICATES):
            if not isinstance(item, Certificate):
                continue
            if item.id in seen:
                self.problems.add(
                    CERTIFICATES.name, f"row {row}", "id", f"{shown(item.id)} stands in it twice.",
                    _FRESH,
                )  # fmt: skip
            seen.add(item.id)
            yield item

    def _take_records(self, kind: str, file: RowFile) -> None:
        for row, record in self._rows(file):
            key = tuple(str(getattr(record, name)) for name in KINDS[kind].key)
            if (kind, key) in self.records:
                self.problems.add(
                    file.name, f"row {row}", ", ".join(file.keys),
                    f"{shown(' / '.join(key))} stands in it twice.", _FRESH,
                )  # fmt: skip
            self.records[kind, key] = record

    def _take_versions(self) -> Iterator[Held]:
        seen: set[RecordKey] = set()
        for row, version in self._rows(VERSIONS):
            if not isinstance(version, RecordVersion):
                continue
            key = tuple(unicodedata.normalize("NFC", part) for part in version.key)
            at = version.kind, key
            wrong = self._wrong_with(version, at, seen)
            if wrong:
                name = shown(f"{version.kind} {' / '.join(key)}")
                self.problems.add(VERSIONS.name, f"row {row}", "", f"{name} {wrong}", _FRESH)
                continue
            seen.add(at)
            past = Past(version.version, version.ancestors)
            yield Held(version.kind, key, self.records.get(at), past, version.is_context)
        for kind, key in self.records.keys() - seen:
            self.problems.add(
                BY_KIND[kind].name, "", "",
                f"{shown(' / '.join(key))} has no version in {VERSIONS.name}.", _FRESH,
            )  # fmt: skip

    def _wrong_with(self, version: RecordVersion, at: RecordKey, seen: set[RecordKey]) -> str:
        if version.kind not in KINDS or len(at[1]) != len(KINDS[version.kind].key):
            return "is nothing that a packet holds."
        if at in seen:
            return "stands in it twice."
        if version.hash != hash_of(content_of(version.kind, self.records.get(at))):
            return "is not the record whose hash it states."
        return ""

    def _look_for_strays(self) -> None:
        known = {file.name for file in ALL} | {MANIFEST, CARD}
        for name in self.source.names:
            if name not in known and not name.startswith((ATTACHMENTS, EVIDENCE)):
                self.problems.add(name, "", "", "is no part of a packet.", _FRESH)

    def _check_references(self, retired: set[tuple[str, str]]) -> None:
        """A packet that becomes a project holds what its records refer to."""
        if self.packet.purpose is Purpose.ANSWERS:
            return
        for (kind, key), record in self.records.items():
            missing = self._missing(record, retired)
            if missing:
                self.problems.add(
                    BY_KIND[kind].name, "", "",
                    f"{shown(' / '.join(key))} is about {missing}, which the packet does not hold.",
                    _FRESH,
                )  # fmt: skip

    def _missing(self, record: Record, retired: set[tuple[str, str]]) -> str:
        task_id = getattr(record, "task_id", None)
        response_id = getattr(record, "response_id", None)
        if task_id is not None and ("task", (task_id,)) not in self.records:
            return f"the task {shown(task_id)}"
        if response_id is None:
            return ""
        response = self.records.get(("response", (response_id,)))
        if response is None:
            return f"the response {shown(response_id)}"
        line_id = getattr(record, "checkpoint_id", None)
        line = getattr(response, "task_id", ""), line_id
        # A decision may stand on a line that was removed since; a judgment's line is kept.
        if kind_needs_line(record) and ("checkpoint", line) not in self.records:
            return "" if line in retired else f"the line {shown(str(line_id))}"
        return ""

    def _files(self, path: Path, folder: str) -> Files:
        """The files in a folder of the packet, by their hashes."""
        names = self._hashes(folder)
        return Files(frozenset(names), FilesOf(path, names).read)

    def _hashes(self, folder: str) -> dict[str, str]:
        found = {}
        for name in self.source.names:
            if not name.startswith(folder):
                continue
            try:
                data = bytes_of(self.source, name)
            except UnreadableError as error:
                self.problems.add(name, "", "", f"{error}.", _FRESH)
                continue
            if len(data) > MAX_BYTES:
                self.problems.add(name, "", "", "is larger than 64 MB.", "Attach a smaller file.")
            found[hashlib.sha256(data).hexdigest()] = name
        return found


def kind_needs_line(record: Record) -> bool:
    """Whether a record cannot be without the line it is about."""
    return "judged_at" in type(record).model_fields
