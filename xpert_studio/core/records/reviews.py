"""Peer review and spot checks: what one expert says of another's rubric, and what was read."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Id, NonBlank, Record, Sha256, Text, Timestamp, since_2
from xpert_studio.core.wording import mark


class Aspect(Listed):
    """What a comment is about."""

    FACTUAL_VALIDITY = "factual_validity"
    CLARITY = "clarity"
    ATOMICITY = "atomicity"
    WEIGHT = "weight"
    OTHER = "other"


ASPECTS: Final = Names(
    "Aspect",
    {
        Aspect.FACTUAL_VALIDITY: mark("Factual validity"),
        Aspect.CLARITY: mark("Clarity"),
        Aspect.ATOMICITY: mark("Atomicity"),
        Aspect.WEIGHT: mark("Weight"),
        Aspect.OTHER: mark("Other"),
    },
)


class Severity(Listed):
    """Whether a comment must be acted on."""

    CHANGE = "change"
    COMMENT = "comment"


SEVERITIES: Final = Names(
    "Severity",
    {Severity.CHANGE: mark("Change requested"), Severity.COMMENT: mark("Comment")},
)


class ReviewOutcome(Listed):
    """How a review ended."""

    APPROVED = "approved"
    SENT_BACK = "sent_back"


REVIEW_OUTCOMES: Final = Names(
    "ReviewOutcome",
    {ReviewOutcome.APPROVED: mark("Approved"), ReviewOutcome.SENT_BACK: mark("Changes requested")},
)


class SpotCheckOutcome(Listed):
    """How a spot check ended."""

    PASSED = "passed"
    RETURNED = "returned"
    DISCARDED = "discarded"


SPOT_OUTCOMES: Final = Names(
    "SpotCheckOutcome",
    {
        SpotCheckOutcome.PASSED: mark("Passed"),
        SpotCheckOutcome.RETURNED: mark("Returned"),
        SpotCheckOutcome.DISCARDED: mark("Discarded"),
    },
)


class Reply(Record):
    """One answer in the thread below a comment."""

    author_id: Id
    text: NonBlank
    at: Timestamp


class Comment(Record):
    """A reviewer's comment on one checkpoint (or, without one, on the whole rubric).

    Attributes:
        revision: The revision it was made on; it stays open until it is resolved.
        checkpoint_id: Follows the checkpoint through merges.
        checkpoint_text: The checkpoint's text when the comment was made.
        resolved_by: The reviewer who found it dealt with; None where it is open.
        resolved_at: When it was resolved, or reopened.
    """

    id: Id
    task_id: Id
    revision: Annotated[int, Field(ge=1)]
    author_id: Id
    text: NonBlank
    aspect: Aspect
    severity: Severity
    checkpoint_id: Id | None = None
    checkpoint_text: Text | None = Field(
        default=None, validation_alias=since_2("line", "checkpoint_text")
    )
    replies: tuple[Reply, ...] = ()
    resolved_by: Id | None = None
    made_at: Timestamp
    resolved_at: Timestamp | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is unresolved."""
        return self.resolved_by is None

    @property
    def demands_change(self) -> bool:
        """Whether it stands in the way of approval."""
        return self.is_open and self.severity is Severity.CHANGE

    @property
    def is_answered(self) -> bool:
        """Whether the last word in its thread is another person's than the one who made it."""
        return bool(self.replies) and self.replies[-1].author_id != self.author_id


class Review(Record):
    """One reviewer's verdict on a frozen rubric revision."""

    task_id: Id
    revision: Annotated[int, Field(ge=1)]
    reviewer_id: Id
    outcome: ReviewOutcome | None = None
    summary: Text | None = None
    started_at: Timestamp
    ended_at: Timestamp | None = None


class SpotCheck(Record):
    """A senior expert's check of a sampled rubric.

    Attributes:
        sampled_with_seed, share, sampled_from: How it was sampled: out of so many tasks at once.
        consistent: Criteria, tiers and weights agree with each other.
        aligned_with_task: The rubric asks for what the task asks for.
        evaluable: Each checkpoint can be decided from a response.
        adjudicator_id: Who checked; None until a person has.
    """

    task_id: Id
    revision: Annotated[int, Field(ge=0)]
    sampled_with_seed: int = Field(
        validation_alias=since_2("drawn_with_seed", "sampled_with_seed", "seed")
    )
    share: Annotated[float, Field(ge=0, le=1)]
    sampled_from: int = Field(ge=1, validation_alias=since_2("drawn_from", "sampled_from"))
    sampled_at: Timestamp = Field(validation_alias=since_2("drawn_at", "sampled_at"))
    adjudicator_id: Id | None = Field(
        default=None, validation_alias=since_2("senior_id", "adjudicator_id")
    )
    outcome: SpotCheckOutcome | None = None
    consistent: bool | None = None
    aligned_with_task: bool | None = None
    evaluable: bool | None = None
    note: Text | None = None
    ended_at: Timestamp | None = None


class ReadMark(Record):
    """Says that a person has read one checkpoint, or one expert's judgment of it.

    Attributes:
        person_id: The reviewer or adjudicator.
        form: ``RESPONSE/EXPERT`` where a judgment was read; empty for a checkpoint.
        read_hash: Hash of what was read; another text has not been read.
    """

    person_id: Id
    task_id: Id
    checkpoint_id: Id
    form: str = ""
    read_hash: Sha256
    read_at: Timestamp
