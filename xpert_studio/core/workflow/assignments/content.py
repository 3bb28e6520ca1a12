"""What an assignment and a submission hold, before they are files and after they were."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.records import (
    Attachment,
    Comment,
    Person,
    ProjectInfo,
    Qualification,
    Record,
    Response,
    Role,
    Task,
    content_hash,
)
from xpert_studio.core.records.assignments import Assignment, Part, Purpose, Submission
from xpert_studio.core.store import Transaction, people
from xpert_studio.core.store.earlier_names import present_fields, present_kind
from xpert_studio.core.used_packs import UsedPack

# Who appears in an assignment: its person with the roles they need, others by name only.

NEEDED: Final = {
    Purpose.REVIEW: frozenset({Role.REVIEWER, Role.SENIOR}),
    Purpose.JUDGE: frozenset({Role.EXPERT}),
    Purpose.ADJUDICATE: frozenset({Role.SENIOR}),
    Purpose.WRITE: frozenset({Role.AUTHOR}),
}
"""The roles that a purpose needs; nobody gets others by an assignment."""

_FIELDS: Final = (
    "author_id", "reviewer_id", "expert_id", "adjudicator_id", "confirmed_by", "resolved_by",
    "frozen_by", "by"
)  # fmt: skip


def people_for(
    tx: Transaction, purpose: Purpose, person_id: str, sender_id: str, shown: Iterable[Record]
) -> list[Person]:
    """The people of an assignment.

    Args:
        tx: The project.
        purpose: What it is for.
        person_id: Whom it is for.
        sender_id: Who sends it; a lead.
        shown: The records and events it holds: the person who they name appears by name.
    """
    named = {person_id, sender_id} | {name for record in shown for name in _named(record)}
    return [
        _shown(person, purpose, person_id, sender_id)
        for person in people.all_people(tx)
        if person.id in named
    ]


def _shown(person: Person, purpose: Purpose, person_id: str, sender_id: str) -> Person:
    plain = Person(id=person.id, name=person.name)
    if person.id == person_id:
        outcome = person.qualification.outcome if person.qualification else None
        return plain.model_copy(
            update={
                "roles": tuple(role for role in person.roles if role in NEEDED[purpose]),
                "domains": person.domains,
                "qualification": Qualification(outcome=outcome) if outcome else None,
            }
        )
    if person.id == sender_id:
        return plain.model_copy(update={"roles": (Role.LEAD,)})
    return plain


def _named(record: Record) -> set[str]:
    found = {str(value) for name in _FIELDS if (value := getattr(record, name, None))}
    if isinstance(record, Comment):
        found |= {reply.author_id for reply in record.replies}
    if isinstance(record, Task):
        found |= set(record.earlier_authors)
    return found


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
    """The files that records name."""
    named = (item for item in records if isinstance(item, Task | Response))
    return [attached for item in named for attached in item.attachments]
