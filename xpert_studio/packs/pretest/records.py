"""What a project keeps of probes: answers of systems to a brief, and quick ratings of them."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api import mark
from xpert_studio.core.records import Role
from xpert_studio.core.records.base import Id, NonBlank, Text, Timestamp
from xpert_studio.core.records.record_kinds import Hangs, RecordKind, those_who_are
from xpert_studio.core.wording import tn

PACK_ID: Final = "pretest"


class ProbeAnswer(BaseModel):
    """What a system answered to a brief.

    Attributes:
        prompt: Hash of the brief that it answered.
        cost: Of the call; None where it is unknown, or the answer was brought as a file.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    system: NonBlank
    text: Text
    prompt: NonBlank
    cost: Annotated[float, Field(ge=0)] | None = None
    at: Timestamp


class PointMet(BaseModel):
    """Whether an answer meets a checkpoint; ``text`` is the hash of what was rated."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    met: bool
    text: NonBlank


class ProbeRating(BaseModel):
    """Whether an answer does what the brief asks, as a whole, and which checkpoints it meets.

    Attributes:
        points: By the id of the checkpoint.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
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
