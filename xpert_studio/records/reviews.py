"""Peer review and spot checks: what one expert says of another's rubric."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from xpert_studio.records.base import Id, NonBlank, Record, Text, Timestamp


class Aspect(StrEnum):
    """What a remark is about."""

    FACTUAL_VALIDITY = "factual_validity"
    CLARITY = "clarity"
    ATOMICITY = "atomicity"
    WEIGHT = "weight"
    OTHER = "other"


class Severity(StrEnum):
    """Whether a remark must be acted on."""

    CHANGE = "change"
    COMMENT = "comment"


class ReviewOutcome(StrEnum):
    """How a review ended."""

    APPROVED = "approved"
    SENT_BACK = "sent_back"


class SpotCheckOutcome(StrEnum):
    """How a spot check ended."""

    PASSED = "passed"
    RETURNED = "returned"
    DISCARDED = "discarded"


class Remark(Record):
    """A reviewer's remark on one checkpoint (or, without one, on the whole rubric)."""

    id: Id
    task_id: Id
    revision: Annotated[int, Field(ge=1)]
    author_id: Id
    text: NonBlank
    aspect: Aspect
    severity: Severity
    checkpoint_id: Id | None = None
    answer: Text | None = None
    answered_by: Id | None = None
    resolved: bool = False
    made_at: Timestamp


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
    """A senior expert's check of a sampled rubric."""

    task_id: Id
    revision: Annotated[int, Field(ge=1)]
    senior_id: Id
    outcome: SpotCheckOutcome | None = None
    consistent: bool | None = None
    aligned_with_task: bool | None = None
    evaluable: bool | None = None
    note: Text | None = None
    drawn_with_seed: int
    ended_at: Timestamp | None = None
