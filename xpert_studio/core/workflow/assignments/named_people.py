"""Who appears in an assignment: its person with the roles they need, others by name only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xpert_studio.core.records import (
    Comment,
    Person,
    Qualification,
    Record,
    Role,
    Task,
)
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import Transaction, people

NEEDED: Final = {
    Purpose.REVIEW: frozenset({Role.REVIEWER, Role.SENIOR}),
    Purpose.JUDGE: frozenset({Role.EXPERT}),
    Purpose.ADJUDICATE: frozenset({Role.SENIOR}),
    Purpose.WRITE: frozenset({Role.AUTHOR}),
}
"""The roles that a purpose needs; nobody gets others by an assignment."""
_FIELDS: Final = (
    "author_id",
    "reviewer_id",
    "expert_id",
    "adjudicator_id",
    "confirmed_by",
    "resolved_by",
    "frozen_by",
    "by",
)


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
    named = {person_id, sender_id} | {name for record in shown for name in people_in(record)}
    return [
        _shown(person, purpose, person_id, sender_id)
        for person in people.all_people(tx)
        if person.id in named
    ]


def _shown(person: Person, purpose: Purpose, person_id: str, sender_id: str) -> Person:
    plain = Person(id=person.id, name=person.name)
    if person.id == person_id:
        held = person.qualification or Qualification()
        known = Qualification(outcome=held.outcome, by_domain=held.by_domain)
        return plain.model_copy(
            update={
                "roles": tuple(role for role in person.roles if role in NEEDED[purpose]),
                "domains": person.domains,
                "qualification": known if held.outcome else None,
            }
        )
    if person.id == sender_id:
        return plain.model_copy(update={"roles": (Role.LEAD,)})
    return plain


def people_in(record: Record) -> set[str]:
    """Ids of the people who did something by a record; of raters only those of judgments."""
    found = {str(value) for name in _FIELDS if (value := getattr(record, name, None))}
    if isinstance(record, Comment):
        found |= {reply.author_id for reply in record.replies}
    if isinstance(record, Task):
        found |= set(record.earlier_authors)
    return found
