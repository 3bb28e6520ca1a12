"""Who may do what, and why not: one place for every gate of the pipeline.

Each function passes in silence or raises an error whose message a person understands. They read
records only, so that a window can ask beforehand what a verb would refuse (``refusal``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from xpert_studio.core.errors import NotAllowedError, StageError, XpertError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import Person, Policies, Role, Stage, Task
from xpert_studio.core.records.people import RETURNED
from xpert_studio.core.records.vocabulary import DOMAINS

ROLE_NAMES: Final = {
    Role.AUTHOR: Message("an author"),
    Role.REVIEWER: Message("a reviewer"),
    Role.EXPERT: Message("an expert who judges"),
    Role.SENIOR: Message("a senior expert"),
    Role.LEAD: Message("a lead"),
}
STAGE_NAMES: Final = {
    Stage.BRIEF: Message("the brief is being written"),
    Stage.SUBMITTED: Message("the brief awaits triage"),
    Stage.RETURNED: Message("the brief was returned to its author"),
    Stage.RUBRIC: Message("the rubric is being written"),
    Stage.REVIEW: Message("the rubric is under review"),
    Stage.APPROVED: Message("the rubric is approved"),
    Stage.SPOT_CHECK: Message("the rubric is sampled for a spot check"),
    Stage.READY: Message("the task is ready to be judged"),
    Stage.DISCARDED: Message("the task was discarded"),
}


def need_role(person: Person, *roles: Role) -> None:
    """The person has one of these roles.

    Raises:
        NotAllowedError: They do not.
    """
    if set(roles) & set(person.roles):
        return
    wanted = joined((ROLE_NAMES[role] for role in roles), either=True)
    has = joined(person.roles) or Message("none")
    raise NotAllowedError(
        Message(
            "{person} is not {wanted} in this project (roles: {has}).",
            person=person.called,
            wanted=wanted,
            has=has,
        ),
        remedy="A lead can give the role.",
    )


def need_qualified(person: Person, policies: Policies, domain: str | None = None) -> None:
    """The person has been admitted, where the project asks for it, and was not turned down.

    Args:
        person: Who.
        policies: Say whether the project asks for it.
        domain: In this domain of theirs; in any without one, or where it is none of theirs.

    Raises:
        NotAllowedError: They have not.
    """
    domain = domain if domain in person.domains else None
    passed = person.passed_in(domain)
    words = {"person": person.called, "domain": DOMAINS.message(domain) if domain else ""}
    if passed is False:
        raise NotAllowedError(
            Message("{person} did not pass the qualification in {domain}.", **words)
            if domain
            else Message("{person} did not pass the qualification for this project.", **words),
            remedy="A senior expert of the domain can decide again.",
        )
    if policies.qualification_required and passed is None:
        raise NotAllowedError(
            Message("{person} has not been qualified in {domain} yet.", **words)
            if domain
            else Message("{person} has not been qualified for this project yet.", **words),
            remedy="Examination and trial come first; a senior expert of the domain then decides.",
        )


def qualifier_of(person: Person, candidate: Person, domain: str, policies: Policies) -> None:
    """The person may decide whether another one is qualified in a domain.

    Raises:
        NotAllowedError: They are no senior expert of the domain, not qualified in it, or decide on
            themselves.
    """
    need_not_self(person, candidate)
    need_role(person, Role.SENIOR)
    need_qualified(person, policies, domain)
    if domain not in person.domains and not policies.is_solo:
        raise NotAllowedError(
            Message(
                "{person} does not work in {domain}.",
                person=person.called,
                domain=DOMAINS.message(domain),
            ),
            remedy="It takes a senior expert of the domain.",
        )


def need_settled(person: Person, policies: Policies, what: str) -> None:
    """The person is neither examined nor turned down in any domain.

    Others could have somebody they let in decide on them, take back what was decided, or set by
    which rules it is.

    Args:
        person: Who acts.
        policies: Say whether people have to be qualified.
        what: Ends "cannot ...": "let others in".

    Raises:
        NotAllowedError: They are.
    """
    open_ = [
        domain
        for domain in person.domains
        if is_candidate(person, domain, policies)
        or (policies.qualification_required and person.passed_in(domain) is False)
    ]
    if open_ and not policies.is_solo:
        raise NotAllowedError(
            Message(
                "{person} is examined in {domains}, or did not pass there, and cannot {what}.",
                person=person.called,
                domains=joined(map(DOMAINS.message, open_)),
                what=what,
            ),
            remedy="It takes another lead.",
        )


def need_not_self(person: Person, candidate: Person) -> None:
    """A person decides on another one.

    Raises:
        NotAllowedError: They decide on themselves.
    """
    if person.id == candidate.id:
        raise NotAllowedError(
            Message("{person} cannot decide on their own qualification.", person=person.called),
            remedy="It takes another person.",
        )


def is_candidate(person: Person, domain: str, policies: Policies) -> bool:
    """Whether a person may still be examined in a domain: it is theirs, and nothing is decided.

    Who only leads is not examined: they neither judge nor review nor write.
    """
    asked = policies.qualification_required and not policies.is_solo
    works = any(role is not Role.LEAD for role in person.roles)
    held = person.qualification.outcome_in(domain) if person.qualification else None
    return asked and works and domain in person.domains and held in {None, RETURNED}


def need_not_examined(domains: Collection[str]) -> None:
    """A person is not examined.

    Args:
        domains: Those in which they are.

    Raises:
        NotAllowedError: There is one.
    """
    if domains:
        raise NotAllowedError(
            Message(
                "You are examined in {domains}; until it is decided, results are hidden from you.",
                domains=joined(map(DOMAINS.message, domains)),
            ),
            remedy="A senior expert of the domain decides.",
        )


def knows_keys(person: Person, domain: str, policies: Policies) -> bool:
    """Whether a person may see what is right in the examination of a domain.

    Leads, and senior experts of the domain, may who are qualified and not examined in it.
    """
    is_senior = Role.SENIOR in person.roles and domain in person.domains
    if not is_senior and Role.LEAD not in person.roles:
        return False
    if is_candidate(person, domain, policies):
        return False
    return not policies.qualification_required or person.passed_in(None) is True


def need_domain(person: Person, task: Task, policies: Policies) -> None:
    """The task is of the person's own field; alone, one works in any.

    Raises:
        NotAllowedError: It is not.
    """
    if task.domain is None or task.domain in person.domains or policies.is_solo:
        return
    own = joined(map(DOMAINS.message, person.domains)) or Message("none entered")
    raise NotAllowedError(
        Message(
            "{task} is a task in {domain}; {person} works in: {own}.",
            task=task.name,
            domain=DOMAINS.message(task.domain),
            person=person.called,
            own=own,
        ),
        remedy="It takes an expert of the same domain.",
    )


def need_fit(person: Person, task: Task, policies: Policies, *roles: Role) -> None:
    """The person is qualified, the task is of their field, and they have one of the roles, if any.

    Raises:
        NotAllowedError: They have not, or it is not.
    """
    if roles:
        need_role(person, *roles)
    need_qualified(person, policies, task.domain)
    need_domain(person, task, policies)


def need_not_writer(person: Person, task: Task, policies: Policies, what: str) -> None:
    """In a team: the person never wrote on the task, neither as its author nor as an earlier one.

    Args:
        person: Who acts.
        task: On what.
        policies: Say whether it is a team.
        what: Ends "nobody ...": "reviews their own rubric".

    Raises:
        NotAllowedError: They did.
    """
    if person.id in task.writers and not policies.is_solo:
        raise NotAllowedError(
            Message(
                "{person} wrote {task}; an author never {what}.",
                person=person.called,
                task=task.name,
                what=what,
            ),
            remedy="Another person has to do it.",
        )


def need_author(person: Person, task: Task) -> None:
    """The task is the person's own.

    Raises:
        NotAllowedError: It is not.
    """
    if task.author_id == person.id:
        return
    raise NotAllowedError(
        Message(
            "Only its author may change {task}, and {person} is not.",
            task=task.name,
            person=person.called,
        ),
        remedy="A lead can hand it over.",
    )


def need_stage(task: Task, *stages: Stage, to: str) -> None:
    """The task stands where the verb makes sense.

    Args:
        task: The task.
        stages: Where it may stand.
        to: Ends "too early or too late to ...".

    Raises:
        StageError: It stands elsewhere.
    """
    if task.standing in stages:
        return
    wanted = joined((STAGE_NAMES[stage] for stage in stages), either=True)
    raise StageError(
        Message(
            "{task} cannot be {to} now: {stage_names}.",
            task=task.name,
            to=to,
            stage_names=STAGE_NAMES[task.standing],
        ),
        remedy=Message("That is possible while {wanted}.", wanted=wanted),
    )


def rubric_stages(policies: Policies) -> tuple[Stage, ...]:
    """The stages at which its author may edit a rubric; alone, also while the brief is written."""
    before = (Stage.BRIEF, Stage.RETURNED) if policies.is_solo else ()
    return (*before, Stage.RUBRIC)


def author_at_work(person: Person, task: Task, policies: Policies) -> None:
    """The person may write on this task: author, admitted, their own."""
    need_author(person, task)
    need_role(person, Role.AUTHOR)
    need_qualified(person, policies, task.domain)


def reviewer_of(person: Person, task: Task, policies: Policies) -> None:
    """The person may review this task's rubric."""
    need_role(person, Role.REVIEWER)
    need_not_writer(person, task, policies, Message("reviews their own rubric"))
    need_fit(person, task, policies)


def checker_of(person: Person, task: Task, policies: Policies, reviewers: Collection[str]) -> None:
    """The person may spot-check this task's rubric."""
    need_role(person, Role.SENIOR)
    need_not_writer(person, task, policies, Message("spot-checks their own rubric"))
    if person.id in reviewers and not policies.is_solo:
        raise NotAllowedError(
            Message(
                "{person} reviewed {task}; people cannot spot-check what they reviewed.",
                person=person.called,
                task=task.name,
            ),
            remedy="It takes another senior expert.",
        )
    need_fit(person, task, policies)


def judge_of(person: Person, task: Task, policies: Policies) -> None:
    """The person may judge responses to this task."""
    need_fit(person, task, policies, Role.EXPERT)


def evaluator_of(person: Person, expert_id: str, task: Task, policies: Policies) -> None:
    """The person may confirm or override that expert's judgments on this task."""
    need_role(person, Role.SENIOR)
    if person.id == expert_id and not policies.is_solo:
        raise NotAllowedError(
            Message(
                "{person} made these judgments; people cannot adjudicate their own.",
                person=person.called,
            ),
            remedy="It takes another senior expert.",
        )
    need_fit(person, task, policies)


def sees_judgments(person: Person, task: Task, policies: Policies) -> None:
    """The person may see what experts and judges decided on a task.

    Leads may, and senior experts of its domain who neither judge it nor are examined in it.
    """
    need_role(person, Role.LEAD, Role.SENIOR)
    if Role.LEAD in person.roles or policies.is_solo:
        return
    if task.domain and is_candidate(person, task.domain, policies):
        need_not_examined((task.domain,))
    if refusal(lambda: judge_of(person, task, policies)) is None:
        raise NotAllowedError(
            Message(
                "{person} may judge {task}, and judging is blind.",
                person=person.called,
                task=task.name,
            ),
            remedy="It takes a lead, or a senior expert who does not judge it.",
        )
    need_domain(person, task, policies)


def triager_of(person: Person, task: Task, policies: Policies) -> None:
    """The person may decide on this brief: a lead, or a senior expert of its domain."""
    need_role(person, Role.LEAD, Role.SENIOR)
    need_not_writer(person, task, policies, Message("decides on their own brief"))
    if Role.LEAD not in person.roles:
        need_fit(person, task, policies)


def refusal(check: Callable[[], None]) -> XpertError | None:
    """Why a check does not pass, or None: for the person who wants to know before trying."""
    try:
        check()
    except XpertError as error:
        return error
    return None
