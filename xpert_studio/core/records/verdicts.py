"""Verdicts: a judge's ratings, and the calls they came of."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from pydantic import Field, model_validator

from xpert_studio.core.records.base import Extra, Id, Record, Sha256, Text, Timestamp
from xpert_studio.core.records.ratings import ABSTENTIONS, Rating, RatingState
from xpert_studio.core.records.responses import Count

CHECKS: Final = "checks"
"""Provider, model and id of the judge whose verdicts a program decides; it asks no model."""
ATTACHMENTS_NOT_SEEN: Final = "attachments_not_seen"
"""Flag of a verdict whose judge was not shown all that experts see: no evidence of alignment."""

FAILURE: Final = "failure:"
"""Before the id of a type of failures, in a flag: the judge says that it is why."""
UNKNOWN_FAILURE: Final = "unknown_failure_type"
"""Flag of a verdict whose judge named a type that it was not given; it is not kept."""
FAILURE_OF_MET: Final = "failure_type_of_met"
"""Flag of a verdict that reaches all points, whose judge named a type; it is not kept."""


class Usage(Record):
    """Tokens a call took. None is unknown, which is not zero.

    ``input_tokens`` counts all input: read from a cache (``cached_tokens``), written to one
    (``cache_write_tokens``), or neither. ``output_tokens`` counts all output, reasoning included.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = (
        "input_tokens",
        "cached_tokens",
        "cache_write_tokens",
        "output_tokens",
        "reasoning_tokens",
    )

    input_tokens: Count | None = None
    cached_tokens: Count | None = None
    cache_write_tokens: Count | None = None
    output_tokens: Count | None = None
    reasoning_tokens: Count | None = None
    extra: Extra = Field(default_factory=dict)


_STATES: Final = frozenset({RatingState.OK, RatingState.INVALID, RatingState.ERROR, *ABSTENTIONS})


class Verdict(Rating):
    """A judge's rating of one checkpoint of one response.

    Attributes:
        key: Hash of everything the verdict depends on; None for verdicts made elsewhere.
        flags: What a reader should know (``quotes_not_found``, ``contradicts_rationale`` ...), last
            the types of failures, after ``FAILURE``.
        probability: Of the value, 0 to 1, where the judge gives one.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = (
        *Rating.PUBLIC,
        "judge_id",
        "trial",
        "usage",
        "key",
        "flags",
        "probability",
    )

    judge_id: Id
    trial: Annotated[int, Field(ge=1, le=1000)] = 1
    usage: Usage | None = None
    key: Sha256 | None = None
    flags: tuple[Text, ...] = ()
    probability: Annotated[float, Field(ge=0, le=1)] | None = None

    @property
    def failures(self) -> tuple[str, ...]:
        """Ids of the types of failures that the judge named, the one that explains most first."""
        return tuple(flag.removeprefix(FAILURE) for flag in self.flags if flag.startswith(FAILURE))

    @model_validator(mode="after")
    def _value_iff_ok(self) -> Verdict:
        if self.state not in _STATES:
            raise ValueError("state must be ok, cannot_assess, not_applicable, invalid or error")
        if (self.value is None) is (self.state is RatingState.OK):
            raise ValueError(
                "met must be true or false when state is ok, and null when it is anything else"
            )
        return self


class Call(Record):
    """One exchange with a provider.

    Attributes:
        asked: The checkpoints the judge was asked to decide.
        prefix_hash: Hash of the part of the prompt that all candidates of the task share.
        suffix: The rest of the prompt: the candidate between its markers, and what was asked.
        against_id: Where two responses were compared, the one shown second; ``asked`` is empty.
        reply: The raw text that came back, or None where the call failed.
        cost: In the currency of the price list; None is unknown.
        seconds: From sending to the reply, retries included.
    """

    id: Id
    run_id: Id
    judge_id: Id
    response_id: Id
    asked: tuple[Id, ...]
    trial: int = 1
    state: RatingState
    problem: Text | None = None
    prefix_hash: Sha256 | None = None
    suffix: Text | None = None
    reply: Text | None = None
    finish: Text | None = None
    model: Text | None = None
    request_id: Text | None = None
    attempts: int = 1
    usage: Usage = Usage()
    cost: float | None = None
    unknown_ids: int = 0
    started_at: Timestamp
    seconds: float
    against_id: Id | None = None
