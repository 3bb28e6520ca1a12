"""What a project keeps of norming: sessions, forms of both rounds, and comments."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field

from xpert_studio.api.records import (
    Hangs,
    Id,
    Listed,
    Names,
    NonBlank,
    Person,
    Policies,
    RecordKind,
    RecordValue,
    Role,
    Timestamp,
    mark,
    tn,
)
from xpert_studio.packs.qualification.records import Decided

PACK_ID: Final = "norming"
ROUNDS: Final = (1, 2)


class NormingStep(Listed):
    """How far a session is."""

    FIRST = "first"
    DISCUSSED = "discussed"
    SECOND = "second"
    CLOSED = "closed"


STEPS: Final = Names(
    "NormingStep",
    {
        NormingStep.FIRST: mark("Being judged blind"),
        NormingStep.DISCUSSED: mark("In discussion"),
        NormingStep.SECOND: mark("Being judged again"),
        NormingStep.CLOSED: mark("Closed"),
    },
)


class Session(RecordValue):
    """Experts who judge the same responses in two rounds.

    Attributes:
        responses: Ids of the responses.
        experts: Ids of those who take part.
        by: Who started it, and leads it on.
        begun_at: When the first form was submitted.
        revealed_at: When decisions of the first round were shown to all who take part.
    """

    title: NonBlank
    responses: Annotated[tuple[Id, ...], Field(min_length=1)]
    experts: Annotated[tuple[Id, ...], Field(min_length=2)]
    step: NormingStep = NormingStep.FIRST
    by: Id
    at: Timestamp
    begun_at: Timestamp | None = None
    revealed_at: Timestamp | None = None
    closed_at: Timestamp | None = None


class Revealed(RecordValue):
    """That people were shown what was decided in a session; final.

    Attributes:
        responses: Ids of the responses.
        experts: Ids of those who take part.
        by: Who leads the session.
    """

    session: Id
    responses: tuple[Id, ...]
    experts: tuple[Id, ...]
    by: Id
    at: Timestamp


class NormingForm(RecordValue):
    """What one expert decided on a response in one round; final."""

    session: Id
    person: Id
    round: Annotated[int, Field(ge=1, le=2)]
    decisions: dict[Id, Decided]
    at: Timestamp


class NormingComment(RecordValue):
    """What a person says in the discussion of a response."""

    session: Id
    person: Id
    checkpoint: Id
    text: NonBlank
    at: Timestamp


def _takes_part(person: Person, policies: Policies, value: Any) -> bool:  # noqa: ANN401 - a session
    del policies
    return person.id in {*value.experts, value.by} or Role.LEAD in person.roles


def _nobody_else(person: Person, policies: Policies, value: Any) -> bool:  # noqa: ANN401 - any
    """Commands of the pack alone show them to others, once they are revealed."""
    del person, policies, value
    return False


SESSION: Final = RecordKind(
    counted=lambda n: tn("{n} norming session", "{n} norming sessions", n),
    id="session",
    title=mark("Norming session"),
    model=Session,
    roles=(Role.LEAD, Role.SENIOR),
    seen_by=_takes_part,
)
REVEALED: Final = RecordKind(
    counted=lambda n: tn(
        "that {n} norming session was revealed", "that {n} norming sessions were revealed", n
    ),
    id="revealed",
    title=mark("Revealed norming session"),
    model=Revealed,
    roles=(Role.LEAD, Role.SENIOR),
    seen_by=_takes_part,
    is_final=True,
)
FORM: Final = RecordKind(
    counted=lambda n: tn("{n} norming form", "{n} norming forms", n),
    id="form",
    title=mark("Norming form"),
    model=NormingForm,
    hangs_on=Hangs.RESPONSE,
    roles=(Role.EXPERT,),
    by="person",
    seen_by=_nobody_else,
    is_final=True,
)
COMMENT: Final = RecordKind(
    counted=lambda n: tn(
        "{n} comment in a norming session", "{n} comments in a norming session", n
    ),
    id="comment",
    title=mark("Comment in a norming session"),
    model=NormingComment,
    checkpoints=("checkpoint",),
    hangs_on=Hangs.RESPONSE,
    roles=(Role.EXPERT, Role.SENIOR, Role.LEAD),
    by="person",
    seen_by=_nobody_else,
)
