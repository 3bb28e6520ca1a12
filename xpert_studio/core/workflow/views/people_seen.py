"""What people see of each other: all of themselves, of others what working together takes."""

from __future__ import annotations

from xpert_studio.core.records import Person, Policies, Qualification, Role
from xpert_studio.core.records.practice import PRACTICE
from xpert_studio.core.store import Transaction, people, settings
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import person_of


def seen_people(tx: Transaction, person_id: str) -> tuple[Person, ...]:
    """Everybody, each as a person may see them.

    Practice, and how a qualification was decided, are for the person, for leads, and for senior
    experts who decide on qualifications in the domain; in a solo project nothing is kept back.
    Others see the outcome, who decided and when.

    Args:
        tx: The project.
        person_id: Who looks; empty for a reader of whom nothing is known.

    Raises:
        NotFoundError: There is no such person.
    """
    policies = settings.project_info(tx).policies
    viewer = person_of(tx, person_id) if person_id else None
    return tuple(seen_person(person, viewer, policies) for person in people.all_people(tx))


def seen_person(person: Person, viewer: Person | None, policies: Policies) -> Person:
    """A person as another one may see them; see ``seen_people``."""
    if knows_all_of(person, viewer, policies):
        return person
    decides = _decides_in(person, viewer, policies)
    kept = person.extra.items()
    extra = person.extra if decides else {key: said for key, said in kept if key != PRACTICE}
    held = person.qualification
    shown = _outcome_of(held, decides) if held else None
    return person.model_copy(update={"extra": extra, "qualification": shown})


def knows_all_of(person: Person, viewer: Person | None, policies: Policies) -> bool:
    """Whether practice, and how all of a qualification was decided, is shown to a viewer."""
    if policies.is_solo:
        return True
    if viewer is not None and (viewer.id == person.id or Role.LEAD in viewer.roles):
        return True
    decides = _decides_in(person, viewer, policies)
    return bool(decides) and decides.issuperset(person.domains)


def _decides_in(person: Person, viewer: Person | None, policies: Policies) -> frozenset[str]:
    """The domains of a person in which a viewer decides on their qualification."""
    if viewer is None:
        return frozenset()
    return frozenset(
        domain
        for domain in person.domains
        if not rights.refusal(
            lambda domain=domain: rights.qualifier_of(viewer, person, domain, policies)  # type: ignore[misc]
        )
    )


def _outcome_of(held: Qualification, domains: frozenset[str]) -> Qualification:
    """The outcome alone, and what was decided in some domains."""
    return Qualification(
        outcome=held.outcome,
        decided_by=held.decided_by,
        decided_at=held.decided_at,
        by_domain={name: one for name, one in held.by_domain.items() if name in domains},
    )
