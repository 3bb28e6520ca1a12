"""A preview as plain data: files, what goes out of each field, a sample of rows, and warnings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ExpectedFile:
    """A file that would be written: its size in bytes, and its rows (None where it has none)."""

    path: str
    size: int
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class RowsFate:
    """What becomes of the records of one kind: how many go out, how many stay."""

    kind: str
    out: int
    stay: int


@dataclass(frozen=True, slots=True)
class FieldFate:
    """What becomes of one field of one kind of record, where it holds anything.

    Attributes:
        kind: The kind of record.
        field: The field.
        out: In how many records it goes out as it is.
        pseudonymized: In how many something else goes out in its place, such as a pseudonym.
        stays: In how many it stays in the project.
    """

    kind: str
    field: str
    out: int
    pseudonymized: int
    stays: int


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """An attached file that goes out.

    Attributes:
        name: As its record names it.
        media_type: As its record says.
        size: In bytes.
        holders: How many records name it.
        metadata: What it says of its making, such as an author or a place.
    """

    name: str
    media_type: str
    size: int
    holders: int
    metadata: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextFinding:
    """Something in a text that goes out which a person should look at.

    Attributes:
        what: ``person``, ``e-mail`` or ``key``.
        kind: The kind of record.
        field: The field.
        count: In how many records.
        first: The first of them.
    """

    what: str
    kind: str
    field: str
    count: int
    first: str


@dataclass(frozen=True, slots=True)
class ExportPreview:
    """What an export would hold.

    Attributes:
        what: ``bundle``, or the id of another tool's format.
        is_public: Whether people and private notes stay in the project.
        files: What would be written.
        content_hash: What a bundle would be known by; None where only writing it would tell.
        packed: Size of the ``.zip`` in bytes; None for a folder or a single file.
        rows: What becomes of the records, by kind.
        fields: What becomes of their fields.
        attachments: Attached files that go out.
        sample: The first rows as they would be written, by file.
        findings: Texts to look at before a public export.
        warnings: What a person should know.
    """

    what: str
    is_public: bool
    files: tuple[ExpectedFile, ...]
    rows: tuple[RowsFate, ...]
    fields: tuple[FieldFate, ...]
    content_hash: str | None = None
    packed: int | None = None
    attachments: tuple[AttachedFile, ...] = ()
    sample: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    findings: tuple[TextFinding, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The sizes of all files together, in bytes."""
        return sum(file.size for file in self.files)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {**asdict(self), "size": self.size}
