"""What is said of a person: roles, domains, and whether they are admitted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from xpert_studio.core.records import ROLES, Person
from xpert_studio.core.wording import listed, mark, t
from xpert_studio.core.workflow.people import namesake_of
from xpert_studio.desktop.names import offered_roles
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.entries import Entry
from xpert_studio.desktop.widgets.form import Values
from xpert_studio.report.part_names import domain_name

STATES: Final = {
    True: (mark("Qualified"), "good"),
    False: (mark("Not admitted"), "bad"),
    None: (mark("Not decided"), "optional"),
}
"""What is known of a person's qualification, in words and as a tone."""


def state_of(person: Person) -> tuple[str, str]:
    """Whether a person is admitted: in words, and as a tone."""
    held = person.qualification
    if held is not None and held.passed is None and held.outcome:
        return t("Returned"), "warn"
    words, tone = STATES[held.passed if held else None]
    return t(words), tone


def person_entry(person: Person) -> Entry:
    """A person: name, roles, domains, and whether they are admitted."""
    roles = listed(t(ROLES[role]) for role in person.roles) or t("no role")
    domains = listed(domain_name(name) for name in person.domains) or t("no domain")
    return Entry(person.id, person.called, (roles, domains), *state_of(person))


def picks(domains: Iterable[str]) -> dict[str, dict[str, Any]]:
    """How roles and domains are picked, as fields of a person; see ``fields_for``."""
    return {
        "roles": {"kind": inputs.boxes(offered_roles, is_listed=True)},
        "domains": {"kind": inputs.boxes(lambda: known_domains(domains))},
    }


def namesake_fault(everybody: Iterable[Person], values: Values) -> str:
    """That somebody has a name already, unless it is said that there are two; empty where not."""
    other = namesake_of(everybody, values["name"] or "")
    if other is None or values["namesake"]:
        return ""
    return t(
        "{name} is in the project already: {other}. Change that person, or tick that it is another "
        "one.",
        name=other.called,
        other=other.id,
    )


def known_domains(names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Domains as they are picked."""
    return [(name, domain_name(name), "") for name in names]
