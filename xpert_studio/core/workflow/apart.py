"""Forms apart: what people judge as they judge anything else, and what counts nowhere.

Trial tasks of an examination are judged so, and responses that experts judge for practice. The form
is filled in and submitted in the same places as any other; in place of judgments it becomes what
its pack keeps of it. So it is in no figure, no gold and no export of judgments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from xpert_studio.core.errors import NotAllowedError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.packs import entries
from xpert_studio.core.records import Draft, PackRecord, Person, Policies, Response, Task
from xpert_studio.core.records.vocabulary import DOMAINS
from xpert_studio.core.store import Transaction, judgments, log
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork

UNBLINDED = ("response.unblind", "verdict.read")
"""Events that tell of unblinding; the second one in projects of earlier versions."""


@dataclass(frozen=True, slots=True)
class ApartForm:
    """A form that was submitted.

    Attributes:
        decisions: A rating with a rationale for each checkpoint.
        seconds: Time spent on it.
    """

    response: Response
    task: Task
    decisions: tuple[Draft, ...]
    seconds: float


Keep = Callable[[UnitOfWork, ApartForm], None]


@dataclass(frozen=True, slots=True)
class Incoming:
    """A record that the submission of an assignment brings, as its person made it.

    Attributes:
        record: With the ids that are known here.
        value: What its kind makes of it.
        seen: Each hash of what is rated that was sent, with the one that it has here.
    """

    tx: Transaction
    person: Person
    policies: Policies
    now: datetime
    record: PackRecord
    value: Any
    seen: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Offline:
    """What a pack puts into an assignment, so that a person judges apart without the project.

    Attributes:
        sent: Records for the file; they hold nothing that the person must not know.
        takes: By pack and kind, what makes of a record that comes back the one that is kept. It
            raises where the record may not come in, by the same laws as in the project.
    """

    sent: Callable[[Transaction], Sequence[PackRecord]]
    takes: Mapping[tuple[str, str], Callable[[Incoming], PackRecord]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Apart:
    """What of responses a person judges apart, by one pack.

    Attributes:
        keep: Writes what becomes of a form.
        waiting: Ids of the responses that wait for it.
        closed: Ids of responses that the person judged apart, and so no longer judges for results.
        examined: Domains in which the person is examined; until it is decided, results are kept
            from them.
        offline: How it is done in an assignment; None where it is done in the project alone.
    """

    keep: Keep
    waiting: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    examined: frozenset[str] = frozenset()
    offline: Offline | None = None


ApartOf = Callable[[Transaction, Person, Policies], Apart]
"""An entry of a pack: what it has a person judge apart."""


def apart_of(tx: Transaction, person: Person, policies: Policies) -> tuple[Apart, ...]:
    """What a person judges apart, by pack.

    What they have judged for results, or have looked at unblinded, they do not judge apart.
    """
    if policies.is_solo:
        return ()
    made: list[ApartOf] = list(entries("apart"))
    found = [one(tx, person, policies) for one in made]
    if not any(one.waiting for one in found):
        return tuple(found)
    spoilt = judgments.judged_by(tx, person.id) | log.responses_told_of(tx, UNBLINDED, person.id)
    return tuple(replace(one, waiting=one.waiting - spoilt) for one in found)


def sent_with(tx: Transaction, person: Person, policies: Policies) -> list[PackRecord]:
    """The records that an assignment to judge holds for what the person judges apart."""
    found = (one.offline for one in apart_of(tx, person, policies))
    return [record for one in found if one is not None for record in one.sent(tx)]


def taken_apart(
    tx: Transaction, person: Person, policies: Policies, of: tuple[str, str]
) -> Callable[[Incoming], PackRecord] | None:
    """What takes records of a pack and kind from a submission; None where nothing does."""
    found = (one.offline for one in apart_of(tx, person, policies))
    return next((one.takes[of] for one in found if one is not None and of in one.takes), None)


def examined_in(tx: Transaction, person: Person, policies: Policies) -> frozenset[str]:
    """The domains in which a person is examined: there is an examination, and it is not decided."""
    found = apart_of(tx, person, policies)
    return frozenset[str]().union(*(one.examined for one in found))


def keep_examined(unit: UnitOfWork, person: Person, policies: Policies) -> None:
    """Who is examined stays so until others decide: else they could read what is right in it.

    Args:
        unit: By the person.
        person: They, as they would be.
        policies: Those of the project, as they would be.

    Raises:
        NotAllowedError: They would no longer be examined in a domain.
    """
    before = examined_in(unit.tx, unit.person, unit.info.policies)
    left = before - examined_in(unit.tx, person, policies)
    if left:
        raise NotAllowedError(
            Message(
                "You are examined in {domains}, and cannot end that yourself.",
                domains=joined(map(DOMAINS.message, sorted(left))),
            ),
            remedy="It takes another lead.",
        )


def need_judge(
    tx: Transaction, person: Person, task: Task, response_id: str, policies: Policies
) -> Apart | None:
    """The person may judge a response, for results or apart.

    Returns:
        Apart from what they judge it; None where they judge it for results.

    Raises:
        NotAllowedError: They may not.
    """
    found = apart_of(tx, person, policies)
    apart = next((one for one in found if response_id in one.waiting), None)
    if apart is not None:
        return apart
    rights.judge_of(person, task, policies)
    if any(response_id in one.closed for one in found):
        raise NotAllowedError(
            Message(
                "{person} has judged this response in a trial or for practice.",
                person=person.called,
            ),
            remedy="It takes another expert.",
        )
    return None
