"""What a project keeps of probes: answers of systems to a brief, and quick ratings of them."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from xpert_studio.api.records import (
    Hangs,
    Id,
    NonBlank,
    RecordKind,
    RecordValue,
    Role,
    Text,
    Timestamp,
    mark,
    those_who_are,
    tn,
)

PACK_ID: Final = "pretest"


class ProbeAnswer(RecordValue):
    """What a system answered to a brief.

    Attributes:
        prompt: Hash of the brief that it answered.
        cost: Of the call; None where it is unknown, or the answer was brought as a file.
    """

    system: NonBlank
    text: Text
    prompt: NonBlank
    cost: Annotated[float, Field(ge=0)] | None = None
    at: Timestamp


class PointMet(RecordValue):
    """Whether an answer meets a checkpoint; ``text`` is the hash of what was rated."""

    met: bool
    text: NonBlank


class ProbeRating(RecordValue):
    """Whether an answer does what the brief asks, as a whole, and which checkpoints it meets.

    Attributes:
        points: By the id of the checkpoint.
    """

    answer: Id
    person: Id
    met: bool
    note: Text = ""
    points: dict[Id, PointMet] = Field(default_factory=dict)
    at: Timestamp


_ROLES: Final = (Role.LEAD, Role.SENIOR)
ANSWER: Final = RecordKind(
    counted=lambda n: tn("{n} answer of a probe", "{n} answers of probes", n),
    id="answer",
    title=mark("Answer of a probe"),
    model=ProbeAnswer,
    hangs_on=Hangs.TASK,
    roles=_ROLES,
    seen_by=those_who_are(*_ROLES),
)
RATING: Final = RecordKind(
    counted=lambda n: tn("{n} rating of a probe", "{n} ratings of probes", n),
    id="rating",
    title=mark("Rating of a probe"),
    model=ProbeRating,
    version=2,
    upgrades=(lambda content: {**content, "points": {}},),
    hangs_on=Hangs.TASK,
    roles=_ROLES,
    by="person",
    seen_by=those_who_are(*_ROLES),
)
