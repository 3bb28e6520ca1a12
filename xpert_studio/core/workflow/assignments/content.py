"""What an assignment and a submission hold, before they are files and after they were."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from xpert_studio.core.errors import NotAllowedError, UsageError, first_fault
from xpert_studio.core.records import (
    AnyRecord,
    Attachment,
    KeptRendering,
    ProjectInfo,
    Record,
    Response,
    Task,
    content_hash,
)
from xpert_studio.core.records.assignments import Assignment, Part, Submission
from xpert_studio.core.store import entities
from xpert_studio.core.store.earlier_names import present_fields, present_kind
from xpert_studio.core.used_packs import UsedPack


@dataclass(frozen=True, slots=True)
class Files:
    """Files by their SHA-256: which there are, and how one is read."""

    hashes: frozenset[str] = frozenset()
    read: Callable[[str], bytes] = lambda _: b""


@dataclass(frozen=True, slots=True)
class AssignmentContent:
    """An assignment with the records a person needs for it, and no others.

    Attributes:
        info: The project it comes from.
        packs: Those from outside that its records need.
        warnings: What its sender should know.
    """

    assignment: Assignment
    info: ProjectInfo
    records: tuple[Record, ...]
    files: Files = Files()
    packs: tuple[UsedPack, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SubmissionContent:
    """A submission with its parts."""

    submission: Submission
    parts: tuple[Part, ...]
    files: Files = Files()

    def signature(self, key: str) -> str:
        """Keyed hash of all it says.

        Args:
            key: Of the assignment.
        """
        return keyed(key, content_hash([self.submission.meaning(), self.parts]))


def in_present_names(part: Part) -> Part:
    """A part of a submission by the present names of kinds and fields, whatever they were then."""
    kind = present_kind(part.kind)
    after = part.after and present_fields(kind, part.after)
    replaced = part.replaced and present_fields(kind, part.replaced)
    return part.model_copy(update={"kind": kind, "after": after, "replaced": replaced})


def keyed(key: str, text: str) -> str:
    """HMAC-SHA-256 of a text, 64 hexadecimal digits."""
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


def attachments_of(records: Iterable[Record]) -> list[Attachment]:
    """The attached files that records name."""
    named = (item for item in records if isinstance(item, Task | Response))
    return [attached for item in named for attached in item.attachments]


def files_named(records: Iterable[Record]) -> set[str]:
    """The hashes of the files that records name, with pictures of attached files."""
    given = tuple(records)
    pictures = (one.pictures for one in given if isinstance(one, KeptRendering))
    named = {picture.sha256 for shown in pictures for picture in shown}
    return named | {item.sha256 for item in attachments_of(given)}


def record_of(kind: type[Record], fields: dict[str, Any]) -> Any:  # noqa: ANN401 - of that kind
    """A record from fields that came from outside.

    Raises:
        UsageError: They do not make one; it names the field.
    """
    try:
        return kind.model_validate(fields, strict=False)
    except ValidationError as error:
        name, detail = first_fault(error)
        raise UsageError(f"{name}: {detail['msg']}.") from error


def made_of(kind: type[AnyRecord], part: Part) -> AnyRecord:
    """The record that a part is, under the key it names.

    Raises:
        UsageError: It does not make one.
        NotAllowedError: It is of another key, or says that there is none any more.
    """
    if part.after is None:
        raise NotAllowedError("It takes back what was there before.")
    record: AnyRecord = record_of(kind, part.after)
    if entities.entity_of(record).key_of(record) != part.key:
        raise NotAllowedError("It changes what identifies a record.")
    return record
