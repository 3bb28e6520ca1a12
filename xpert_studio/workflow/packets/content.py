"""What a packet holds, before it is a file and after it was one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from xpert_studio.errors import NotFoundError
from xpert_studio.records import (
    Attachment,
    Certificate,
    Checkpoint,
    LogEntry,
    Packet,
    ProjectInfo,
    Record,
    RecordVersion,
    Response,
    Task,
    content_hash,
)
from xpert_studio.store import Transaction, certificates
from xpert_studio.store.versions import RecordKey
from xpert_studio.workflow.merging.contents import content_of, hash_of
from xpert_studio.workflow.merging.lineage import Content, Past


@dataclass(frozen=True)
class Held:
    """One record in a packet.

    Attributes:
        record: None where it was removed.
        is_context: Whether it was sent to be looked at only.
    """

    kind: str
    key: tuple[str, ...]
    record: Record | None
    past: Past
    is_context: bool = False

    @cached_property
    def content(self) -> Content:
        """Its fields, as they are merged."""
        return content_of(self.kind, self.record)

    @property
    def at(self) -> RecordKey:
        """Kind and key."""
        return self.kind, self.key

    @cached_property
    def version(self) -> RecordVersion:
        """Its state, as the packet's list of versions has it."""
        return RecordVersion(
            kind=self.kind,
            key=self.key,
            version=self.past.version,
            ancestors=self.past.ancestors,
            hash=hash_of(self.content),
            is_context=self.is_context,
        )


@dataclass(frozen=True, slots=True)
class Files:
    """Files of a packet: their hashes, and how one is read."""

    hashes: frozenset[str] = frozenset()
    read: Callable[[str], bytes] = lambda _: b""


@dataclass(frozen=True)
class PacketContent:
    """A packet.

    Attributes:
        retired: Lines that stand in no rubric any more, on which something rests that it holds.
        events: What happened to what it holds, as far as whoever gets it may know.
        files: The attachments.
        certificates: How well judges followed the experts, as found on a day; in copies only.
        evidence: The answers that the certificates were computed from.
        warnings: What the sender, or whoever takes it, should know.
    """

    packet: Packet
    held: tuple[Held, ...]
    retired: tuple[Checkpoint, ...] = ()
    events: tuple[LogEntry, ...] = ()
    files: Files = Files()
    certificates: tuple[Certificate, ...] = ()
    evidence: Files = Files()
    warnings: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """A hash of all it holds and says."""
        # A version is the hash of what is held: content, and what it came from.
        versions = sorted(
            [held.kind, *held.key, held.past.version, held.is_context] for held in self.held
        )  # fmt: skip
        return content_hash([self.packet, versions, self.certificates])

    @property
    def info(self) -> ProjectInfo:
        """The project it comes from.

        Raises:
            NotFoundError: It does not say.
        """
        for held in self.held:
            if isinstance(held.record, ProjectInfo):
                return held.record
        raise NotFoundError(
            "The packet does not say which project it comes from.",
            remedy="Take it in where the packet it answers was made.",
        )

    def of(self, kind: str) -> list[Held]:
        """The records of one kind."""
        return [held for held in self.held if held.kind == kind]


def keep_certificates(tx: Transaction, found: Iterable[Certificate], evidence: Files) -> None:
    """Writes down certificates with the answers they were computed from.

    Args:
        tx: A writing transaction.
        found: Certificates that are not there yet.
        evidence: The answers; what of them was lost before stays lost, and is found out when they
            are looked at.
    """
    for item in found:
        kept = evidence.read(item.evidence) if item.evidence in evidence.hashes else b""
        certificates.add_certificate(tx, item, kept)


def attachments_of(records: Iterable[Record | None]) -> list[Attachment]:
    """The files that records name."""
    return [
        item
        for record in records
        if isinstance(record, Task | Response)
        for item in record.attachments
    ]  # fmt: skip
