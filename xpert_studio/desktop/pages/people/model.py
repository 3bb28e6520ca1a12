"""What is said of a person in a list: roles, domains, and whether they are admitted."""

from __future__ import annotations

from typing import Final

from xpert_studio.desktop.kit import ROLES, Entry, domain_name, listed, mark, t
from xpert_studio.records import Person

STATES: Final = {
    True: (mark("Qualified"), "good"),
    False: (mark("Not admitted"), "bad"),
    None: (mark("Not decided"), "optional"),
}
"""What is known of a person's qualification, in words and as a tone."""


def state_of(person: Person) -> tuple[str, str]:
    """Whether a person is admitted: in words, and as a tone."""
    words, tone = STATES[person.qualification.passed if person.qualification else None]
    return t(words), tone


def person_entry(person: Person) -> Entry:
    """A person: name, roles, domains, and whether they are admitted."""
    roles = listed(t(ROLES[role]) for role in person.roles) or t("no role")
    domains = listed(domain_name(name) for name in person.domains) or t("no domain")
    return Entry(person.id, person.called, (roles, domains), *state_of(person))
