"""Sheets while an expert works on them: decisions that nobody else sees or counts yet."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from xpert_studio.records.base import Id, Quote, Record, Sha256, Text, Timestamp


class OpenSheet(Record):
    """One expert's work on one response, from opening to submission.

    Attributes:
        seconds: Time spent on it so far.
        submitted_at: None while the expert is at it.
    """

    response_id: Id
    expert_id: Id
    opened_at: Timestamp
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    submitted_at: Timestamp | None = None


class Decision(Record):
    """What an expert has decided so far on one checkpoint; becomes a judgment on submission.

    Attributes:
        met: None while undecided, or after a decision was taken back.
        basis: Hash of what was decided on; an edit of it makes the decision stale.
    """

    response_id: Id
    checkpoint_id: Id
    expert_id: Id
    met: bool | None = None
    rationale: Text = ""
    evidence: tuple[Quote, ...] = ()
    basis: Sha256
    decided_at: Timestamp
