"""An expert's work on a response, from opening to submission."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from xpert_studio.records.base import Id, Record, Timestamp


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
