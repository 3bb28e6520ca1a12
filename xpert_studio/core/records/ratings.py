"""What experts' judgments and judges' verdicts have in common: one decision on one checkpoint."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final

from pydantic import AliasChoices, Field, PlainValidator
from pydantic_core import PydanticCustomError

from xpert_studio.core.records.base import (
    Extra,
    Id,
    Record,
    Sha256,
    Text,
    Timestamp,
    since_2,
)
from xpert_studio.core.records.evidence import Quote, Region


class RatingState(StrEnum):
    """Whether a rating has a value, and why not.

    ``UNDECIDED``: a draft without a decision. ``INVALID``: an answer came, but nothing usable.
    ``ERROR``: the call failed. The two others are abstentions: the rater says that the checkpoint
    does not apply to the response, or that it cannot be assessed.
    """

    OK = "ok"
    UNDECIDED = "undecided"
    NOT_APPLICABLE = "not_applicable"
    INVALID = "invalid"
    ERROR = "error"
    CANNOT_ASSESS = "cannot_assess"

    @property
    def is_abstention(self) -> bool:
        """Whether a rater decided not to decide."""
        return self in ABSTENTIONS

    @property
    def is_answer(self) -> bool:
        """Whether a rater answered, with a value or by abstaining."""
        return self in ANSWERED


ABSTENTIONS: Final = (RatingState.CANNOT_ASSESS, RatingState.NOT_APPLICABLE)
ANSWERED: Final = (RatingState.OK, *ABSTENTIONS)


def _number(value: object) -> int | float:
    """Bundles of version 1 say true and false; whole numbers stay whole."""
    if isinstance(value, bool | int):
        return int(value)
    if isinstance(value, float) and math.isfinite(value):
        return int(value) if value.is_integer() else value
    raise PydanticCustomError("value", "must be true, false or a number")


Value = Annotated[float, PlainValidator(_number)]
"""A value in the units of the checkpoint's instrument, on its grid; whole numbers are ints."""

Decision = float | RatingState
"""A value, or one of ``ABSTENTIONS``."""

MET: Final = AliasChoices("met", "value")
"""Bundles of version 1 call the value of a binary checkpoint ``met``."""


class Rating(Record):
    """A decision on a checkpoint of a response.

    Attributes:
        value: In the units of the checkpoint's instrument; None unless ``state`` is ok.
        state: Whether there is a value.
        problem: Why there is none.
        given: The rater's own value where caps changed it; ``caps`` are the ids of those.
        rated_hash: Hash of what was rated (``records.hashing``); None where that is what the rating
            points at, as it stands.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = (
        "response_id",
        "checkpoint_id",
        "value",
        "state",
        "given",
        "caps",
        "rationale",
        "evidence",
        "judged_at",
        "rated_hash",
    )
    PRIVATE: ClassVar[tuple[str, ...]] = ("problem", "extra")

    response_id: Id
    checkpoint_id: Id
    value: Value | None = Field(default=None, validation_alias=MET)
    state: RatingState = RatingState.OK
    given: Value | None = None
    caps: tuple[Id, ...] = ()
    rationale: Text | None = None
    evidence: tuple[Quote, ...] = ()
    judged_at: Timestamp | None = None
    rated_hash: Sha256 | None = Field(default=None, validation_alias=since_2("basis", "rated_hash"))
    problem: Text | None = None
    extra: Extra = Field(default_factory=dict)

    @property
    def decision(self) -> Decision | None:
        """Its value or abstention; None where it has neither."""
        return self.state if self.state.is_abstention else self.value

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """The passages among its evidence."""
        return tuple(item for item in self.evidence if item.region is None)

    @property
    def regions(self) -> tuple[Region, ...]:
        """The regions of pictures among its evidence."""
        return tuple(item.region for item in self.evidence if item.region is not None)


def fields_of_decision(decision: Decision | None) -> dict[str, Any]:
    """Value and state of a rating that says so; undecided where it says nothing."""
    if isinstance(decision, RatingState):
        return {"value": None, "state": decision}
    state = RatingState.UNDECIDED if decision is None else RatingState.OK
    return {"value": decision, "state": state}
