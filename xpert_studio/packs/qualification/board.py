"""Everybody's standing in every domain, as far as a person may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from xpert_studio.api import Message
from xpert_studio.api.records import Listed, Names, Person, Policies, Transaction, mark
from xpert_studio.core.records import Qualification
from xpert_studio.core.records.people import FAILED, PASSED, RETURNED
from xpert_studio.core.store import people
from xpert_studio.core.wording import t
from xpert_studio.core.workflow.rights import is_candidate, knows_keys
from xpert_studio.packs.qualification.records import Rules
from xpert_studio.packs.qualification.standing import Board, Standing


class Admitted(Listed):
    """How a person stands in a domain."""

    EXAMINED = "examined"
    EXEMPT = "exempt"
    BEFORE = "before"
    RETURNED = "returned"
    FAILED = "failed"
    BEGUN = "begun"
    OPEN = "open"
    NOT_ASKED = "not-asked"


CANDIDATES: Final = frozenset({Admitted.BEGUN, Admitted.RETURNED})
"""Those on whom a decision is open."""
ADMITTED: Final = Names(
    "Admitted",
    {
        Admitted.EXAMINED: mark("Passed, examined"),
        Admitted.EXEMPT: mark("Passed, exempt"),
        Admitted.BEFORE: mark("Qualified earlier"),
        Admitted.RETURNED: mark("Returned"),
        Admitted.FAILED: mark("Not passed"),
        Admitted.BEGUN: mark("Examination begun"),
        Admitted.OPEN: mark("Not begun"),
        Admitted.NOT_ASKED: mark("Not asked for"),
    },
)


@dataclass(frozen=True, slots=True)
class PersonInDomain:
    """A person in a domain.

    Attributes:
        domain: Empty for a person without any.
        standing: In the examination; None where it is not theirs, or not for who looks at it.
        held: What was decided.
        rules: What the project asks for.
        decider: Who decided, as people call them; empty where it is not decided.
    """

    person: Person
    domain: str
    admitted: Admitted
    standing: Standing | None
    held: Qualification | None
    rules: Rules
    decider: str = ""

    @property
    def stale(self) -> tuple[Message, ...]:
        """Why what they passed by does not count any more, in sentences."""
        return self.standing.stale if self.admitted is Admitted.EXAMINED and self.standing else ()


def turned_down(person: Person) -> Iterator[tuple[str, str]]:
    """The domains in which a person was returned or did not pass, with why, in a sentence."""
    held = person.qualification
    if held is None:
        return
    for domain in person.domains:
        outcome, found = held.outcome_in(domain), held.decided_in(domain)
        why = (found.comments if found else None) or "–"
        if outcome == RETURNED:
            yield domain, t("Returned: {comments}", comments=why)
        elif outcome == FAILED:
            yield domain, t("Not passed: {comments}", comments=why)


def places_in(tx: Transaction, viewer: Person | None) -> list[PersonInDomain]:
    """Everybody in every domain of theirs.

    Args:
        tx: The project.
        viewer: They see figures of the domains of which they know what is right, and what was
            decided on themselves; nothing of others where they know none. None for a report.
    """
    board = Board.of(tx)
    everybody = people.all_people(tx)
    called = {person.id: person.called for person in everybody}
    found: list[PersonInDomain] = []
    for person in everybody:
        for domain in person.domains or ("",):
            knows = viewer is None or knows_keys(viewer, domain, board.policies)
            is_own = viewer is not None and viewer.id == person.id
            if knows or is_own:
                one = _place(board, person, domain, knows=knows and not is_own)
                by = one.held.decided_by if one.held else None
                found.append(replace(one, decider=called.get(by, by) if by else ""))
    return found


def _place(board: Board, person: Person, domain: str, *, knows: bool) -> PersonInDomain:
    held = person.qualification.decided_in(domain) if person.qualification else None
    standing = board.standing(person, domain)
    admitted = _admitted(person, domain, held, board.policies, begun=standing.has_begun)
    is_shown = knows and (standing.has_begun or is_candidate(person, domain, board.policies))
    return PersonInDomain(
        person, domain, admitted, standing if is_shown else None, held, board.rules
    )


def _admitted(
    person: Person, domain: str, held: Qualification | None, policies: Policies, *, begun: bool
) -> Admitted:
    outcome = person.qualification.outcome_in(domain) if person.qualification else None
    if outcome == PASSED and held is not None:
        if held.exemption:
            return Admitted.EXEMPT
        examined = person.qualification is not None and bool(person.qualification.by_domain)
        return Admitted.EXAMINED if examined and held.examination else Admitted.BEFORE
    if outcome in {RETURNED, FAILED}:
        return Admitted.RETURNED if outcome == RETURNED else Admitted.FAILED
    if not is_candidate(person, domain, policies):
        return Admitted.NOT_ASKED
    return Admitted.BEGUN if begun else Admitted.OPEN


def to_decide(places: Iterable[PersonInDomain]) -> Iterator[PersonInDomain]:
    """Whose examination is complete, and is to be decided."""
    return (
        one
        for one in places
        if one.standing is not None
        and one.admitted in CANDIDATES
        and one.standing.has_begun
        and not one.standing.to_answer
        and not one.standing.to_try
    )
