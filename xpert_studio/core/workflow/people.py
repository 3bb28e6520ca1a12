"""People: who takes part, with which roles and domains, and who was admitted by whom."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, TypedDict

from pydantic import ValidationError
from typing_extensions import Unpack

from xpert_studio.core.errors import IncompleteError, NotAllowedError, UsageError, first_fault
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.names import folded
from xpert_studio.core.packs import entries
from xpert_studio.core.records import QUALIFICATIONS, LogEntry, Person, Qualification, Role
from xpert_studio.core.records.people import PASSED
from xpert_studio.core.records.practice import PRACTICE, Practice, PracticeFields, practice_of
from xpert_studio.core.records.vocabulary import DOMAINS
from xpert_studio.core.store import ProjectFile, Transaction, entities, log, people, settings
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.apart import keep_examined
from xpert_studio.core.workflow.command_context import UnitOfWork, need_valid_id, person_of
from xpert_studio.core.workflow.commands import PersonId, command


class PersonFields(TypedDict, total=False):
    """What is known of a person; fields that are left out stay as they are."""

    name: Annotated[str | None, Asks("Their name.", '"Wei Chen"', title=mark("Name"))]
    roles: Annotated[
        tuple[Role, ...], Asks("A role; may be repeated.", "author", "role", title=mark("Roles"))
    ]
    domains: Annotated[
        tuple[str, ...],
        Asks("A domain they work in; may be repeated.", "Law", "domain", title=mark("Domains")),
    ]
    credentials: Annotated[
        str | None,
        Asks("Why they are an expert.", '"Judge since 2010"', title=mark("Credentials")),
    ]


class NamedFields(PersonFields, total=False):
    """What a lead says of a person, and whether another one may have the same name."""

    namesake: Annotated[
        bool,
        Asks(
            "It is another person than the one of the project who has that name.",
            title=mark("Another person of that name"),
        ),
    ]


def namesake_of(everybody: Iterable[Person], name: str, person_id: str = "") -> Person | None:
    """Who has a name already, whatever its case, spaces, hyphens and ways of writing its letters.

    Args:
        everybody: The people of the project.
        name: The name.
        person_id: Whose name it is to be.
    """
    wanted = folded(name)
    others = (one for one in everybody if one.id != person_id)
    return next((one for one in others if wanted and folded(one.called) == wanted), None)


def found_project(
    project: ProjectFile, person_id: PersonId, *, now: datetime, **fields: Unpack[PersonFields]
) -> Person:
    """Makes a person the first lead of a project that has none.

    The founder is admitted by founding: nobody is there to examine them. In a solo project they
    have every role, and every domain where none is named.

    Raises:
        NotAllowedError: The project has a lead, who adds people.
        UsageError: The id or a field is not right.
    """
    with project.writing() as tx:
        leads = [item.id for item in people.all_people(tx) if Role.LEAD in item.roles]
        if leads:
            raise NotAllowedError(
                Message("The project has a lead: {leads}.", leads=joined(leads)),
                remedy="They add people.",
            )
        return found_in(tx, person_id, now=now, **fields)


def found_in(
    tx: Transaction, person_id: PersonId, *, now: datetime, **fields: Unpack[PersonFields]
) -> Person:
    """As ``found_project``, within a transaction, and beside other leads; roles they have stay."""
    there = entities.find(tx, Person, person_id)
    if there is None:
        need_valid_id(person_id)
    info = settings.project_info(tx)
    alone = info.policies.is_solo
    own = there.roles if there else ()
    roles = dict.fromkeys((Role.LEAD, *own, *(Role if alone else fields.get("roles", ()))))
    if alone and not fields.get("domains"):
        fields["domains"] = info.taxonomy.domains
    person = _written(
        there or Person.model_construct(id=person_id),
        {**fields, "roles": tuple(roles)},
        info.taxonomy.domains,
    ).model_copy(
        update={
            "qualification": Qualification(
                examination="founder of the project",
                outcome="passed",
                decided_by=person_id,
                decided_at=now,
            )
        }
    )
    entities.put(tx, person)
    log.add_entry(
        tx,
        LogEntry(
            at=now, command="project.found", actor_id=person_id, details={"person": person_id}
        ),
    )
    return person


@command(
    "person.add",
    "Add person",
    done="added a person",
    line="people add ID",
    by=(Role.LEAD,),
    version=2,
)
def add_person(unit: UnitOfWork, person_id: PersonId, **fields: Unpack[NamedFields]) -> None:
    """Add a person to the project.

    Raises:
        NotAllowedError: Not a lead; or a lead who is examined adds a lead or senior expert.
        UsageError: The id is taken, a field is not right, or another person has that name and it is
            not said that this is a namesake.
    """
    need_valid_id(person_id)
    namesake = fields.pop("namesake", False)
    scopes = [f"person/{person_id}"]
    if Role.LEAD in fields.get("roles", ()):
        scopes.append("leads")
    unit.on(None, *scopes)
    if unit.find(Person, person_id) is not None:
        raise UsageError(
            Message("{person_id} is in the project already.", person_id=person_id),
            remedy="Change them.",
        )
    person = _written(Person.model_construct(id=person_id), fields, unit.info.taxonomy.domains)
    _need_may_let_in(unit, person.roles)
    _need_other_name(unit, person, namesake=namesake)
    unit.put(person)
    unit.tell(person=person_id, after=", ".join(role.value for role in person.roles))


@command(
    "person.edit",
    "Edit person",
    done="edited a person",
    line="people change ID",
    told="Person: {person}. Roles: {roles}.",
    by=(Role.LEAD,),
    version=2,
)
def change_person(unit: UnitOfWork, person_id: PersonId, **fields: Unpack[NamedFields]) -> None:
    """Change name, roles, domains or credentials; roles and domains given replace all others.

    Raises:
        NotAllowedError: Not a lead, the last lead would be gone, or a lead who is examined would
            end that, or make a lead or senior expert.
        UsageError: A field is not right, or another person has that name and it is not said that
            this is a namesake.
    """
    unit.on(None, f"person/{person_id}", "leads")
    namesake = fields.pop("namesake", False)
    person = person_of(unit.tx, person_id)
    changed = _written(person, fields, unit.info.taxonomy.domains)
    _keep_a_lead(unit, person, changed)
    _need_may_let_in(unit, set(changed.roles) - set(person.roles))
    if changed.called != person.called:
        _need_other_name(unit, changed, namesake=namesake)
    if person.id == unit.person.id:
        keep_examined(unit, changed, unit.info.policies)
    unit.put(changed)
    unit.tell(
        person=person_id,
        before=", ".join(role.value for role in person.roles),
        after=", ".join(role.value for role in changed.roles),
        roles=[role.value for role in changed.roles],
        fields=sorted(fields),
    )


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a person before it is decided whether they are qualified in a domain.

    Attributes:
        missing: What has to be there before they can pass, in sentences.
        examination, trial: What they reached, in words; empty for nothing.
        attempt: The number of their attempt.
    """

    missing: tuple[Message, ...] = ()
    examination: str = ""
    trial: str = ""
    attempt: int | None = None


GatherEvidence = Callable[[Transaction, Person, str], Evidence]
"""Takes a person and a domain."""


@command(
    "person.set_practice",
    "Set practice",
    done="set a person’s practice",
    line="people practice ID",
    told="Practice of {person} is kept.",
)
def set_practice(unit: UnitOfWork, person_id: PersonId, **fields: Unpack[PracticeFields]) -> None:
    """Say of what years, licences and institution a person's practice is, for figures over experts.

    What is left out stays as it is.

    Raises:
        NotAllowedError: Neither that person nor a lead.
    """
    unit.on(None, f"person/{person_id}")
    if unit.person.id != person_id:
        rights.need_role(unit.person, Role.LEAD)
    person = person_of(unit.tx, person_id)
    known = practice_of(person).model_dump(mode="json", exclude_none=True)
    given = {name: value for name, value in fields.items() if value is not None}
    made = Practice.model_validate({**known, **given}, strict=False)
    kept = made.model_dump(mode="json", exclude_none=True)
    unit.put(person.model_copy(update={"extra": {**person.extra, PRACTICE: kept}}))
    unit.tell(person=person_id)


@command(
    "person.qualify",
    "Decide on qualification",
    done="decided on a qualification",
    line="people qualify ID OUTCOME",
    told="Person: {person}. Domains: {domains}.",
    version=2,
)
def qualify(
    unit: UnitOfWork,
    person_id: PersonId,
    outcome: Annotated[str, Asks("passed, returned or failed.", "passed", title=mark("Outcome"))],
    *,
    domain: Annotated[
        str | None,
        Asks(
            "In which of their domains; needed where they have several.",
            "Law",
            "domain",
            title=mark("Domain"),
        ),
    ] = None,
    comments: Annotated[
        str | None,
        Asks(
            "What the person is told; needed unless they passed.",
            '"Read clause 9 again."',
            title=mark("Comments"),
            is_text=True,
        ),
    ] = None,
    exemption: Annotated[
        str | None,
        Asks(
            "Why a lead asks for neither examination nor trial; shown in reports.",
            '"Judge since 2010."',
            title=mark("Exemption"),
        ),
    ] = None,
) -> None:
    """Decide whether a person is qualified in a domain, after examination and trial.

    Args:
        unit: By a senior expert of the domain, and not the person themselves; with an exemption by
            a lead who is not examined themselves.
        person_id: The person.
        outcome: ``passed``, ``returned`` (they are examined again) or ``failed``.
        domain: One of their domains; with an exemption all of them where none is named.
        comments: What they are told.
        exemption: Why examination and trial are not asked for.

    Raises:
        NotAllowedError: No senior expert of the domain, no such lead, or about themselves.
        IncompleteError: They cannot pass yet; it lists what is missing.
        UsageError: No such outcome or domain, or it says too little.
    """
    known = QUALIFICATIONS.find(outcome)
    if known is None:
        raise UsageError(
            Message("{outcome!r} is no outcome.", outcome=outcome),
            remedy="Say passed, returned or failed.",
        )
    comments, exemption = (text.strip() if text else "" for text in (comments, exemption))
    unit.on(None, f"person/{person_id}", f"exam/{person_id}")
    person = person_of(unit.tx, person_id)
    rights.need_not_self(unit.person, person)
    domains = _decided_domains(unit, person, domain, is_exempt=bool(exemption))
    found = _exempted(unit, known) if exemption else _examined(unit, person, domains[0], known)
    if known != PASSED and not comments:
        raise UsageError("Say why.", remedy="The person reads it: --comments TEXT.")
    held = person.qualification or Qualification()
    before = held.by_domain
    if not before and held.passed is not None:  # decided on as a whole, earlier
        before = dict.fromkeys(person.domains, held.model_copy(update={"extra": {}}))
    decided = Qualification(
        examination=found.examination or None,
        trial=found.trial or None,
        outcome=known,
        decided_by=unit.person.id,
        decided_at=unit.now,
        comments=comments or None,
        exemption=exemption or None,
        attempt=found.attempt,
    )
    by_domain = {**before, **dict.fromkeys(domains, decided)}
    passed = any(one.passed for one in by_domain.values())
    whole = {"outcome": PASSED if passed else known, "by_domain": by_domain, "extra": held.extra}
    unit.put(person.model_copy(update={"qualification": decided.model_copy(update=whole)}))
    unit.tell(
        person=person_id,
        domains=", ".join(domains),
        after=known,
        reason=exemption or comments,
        exempt=bool(exemption) or None,
    )


def _decided_domains(
    unit: UnitOfWork, person: Person, domain: str | None, *, is_exempt: bool
) -> tuple[str, ...]:
    """The domains that a decision is about."""
    if domain:
        found = DOMAINS.reader(unit.info.taxonomy.domains or person.domains)(domain) or domain
        if found in person.domains:
            return (found,)
    elif is_exempt:
        return person.domains or ("",)  # in none: domains that they are given later ask again
    elif len(person.domains) == 1:
        return person.domains
    theirs = joined(map(DOMAINS.message, person.domains)) or Message("none entered")
    raise UsageError(
        Message("{person} works in: {domains}.", person=person.called, domains=theirs),
        remedy="Name one of them with --domain.",
    )


def _exempted(unit: UnitOfWork, outcome: str) -> Evidence:
    rights.need_role(unit.person, Role.LEAD)
    rights.need_settled(unit.person, unit.info.policies, Message("let others in"))
    if outcome != PASSED:
        raise UsageError("An exemption lets a person pass.", remedy="Leave it out.")
    return Evidence()


def _examined(unit: UnitOfWork, person: Person, domain: str, outcome: str) -> Evidence:
    rights.qualifier_of(unit.person, person, domain, unit.info.policies)
    gathered = [gather(unit.tx, person, domain) for gather in entries("evidence")]
    missing = [said for one in gathered for said in one.missing]
    if not gathered:
        missing = [Message("There is no examination: the pack that has it is not installed.")]
    if outcome == PASSED and missing:
        raise IncompleteError(
            Message(
                "{person} cannot pass in {domain} yet.",
                person=person.called,
                domain=DOMAINS.message(domain),
            ),
            missing,
            remedy="A lead can exempt a known expert, with a reason: --exemption TEXT.",
        )
    return next(iter(gathered), Evidence())


def _need_may_let_in(unit: UnitOfWork, roles: Collection[Role]) -> None:
    """The person may give these roles to others."""
    if not {Role.LEAD, Role.SENIOR}.isdisjoint(roles):
        rights.need_settled(unit.person, unit.info.policies, Message("let others in"))


def _need_other_name(unit: UnitOfWork, person: Person, *, namesake: bool) -> None:
    other = namesake_of(people.all_people(unit.tx), person.called, person.id)
    if other is not None and not namesake:
        raise UsageError(
            Message(
                "{name} is in the project already: {other}.", name=other.called, other=other.id
            ),
            remedy="Change that person, or say that it is another one of that name (--namesake).",
        )


def _keep_a_lead(unit: UnitOfWork, before: Person, after: Person) -> None:
    if Role.LEAD not in before.roles or Role.LEAD in after.roles:
        return
    others = [
        item
        for item in people.all_people(unit.tx)
        if Role.LEAD in item.roles and item.id != before.id
    ]
    if not others:
        raise NotAllowedError("A project needs a lead.", remedy="Make another person a lead first.")


def _written(person: Person, fields: PersonFields, known: Sequence[str]) -> Person:
    values: dict[str, Any] = dict(fields)
    if "domains" in values and known:
        read = DOMAINS.reader(known)
        found = {name: read(name) for name in values["domains"]}
        unknown = [name for name, domain in found.items() if domain is None]
        if unknown:
            raise UsageError(
                Message("{unknown}: no domain of this project.", unknown=joined(unknown)),
                remedy=Message("Its domains: {known}.", known=joined(map(DOMAINS.message, known))),
            )
        values["domains"] = tuple(dict.fromkeys(found.values()))
    try:
        return Person.model_validate(dict(person) | values)
    except ValidationError as error:
        field, detail = first_fault(error)
        raise UsageError(
            Message("{field}: {input!r} cannot be.", field=field, input=detail.get("input")),
            remedy="An id is 1 to 128 letters, digits, '.', '_', ':' and '-'.",
        ) from error
