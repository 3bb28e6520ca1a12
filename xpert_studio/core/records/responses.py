"""Responses: what a system answered to a task."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from xpert_studio.core.records.base import Extra, Id, NonBlank, Record, Text, Timestamp
from xpert_studio.core.records.tasks import Attachment

Count = Annotated[int, Field(ge=0, le=2**53)]


COST: Final = "cost"
"""An optional key of a response, kept beside its fields: US dollars."""


def given_cost(extra: Mapping[str, object]) -> float | None:
    """The cost that came with a response; None where there is none, or no number from 0 on."""
    given = extra.get(COST)
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given < math.inf:
        return None
    return float(given)


class ResponseRole(StrEnum):
    """What a response is for: the baseline is what experts judge to make anchors."""

    BASELINE = "baseline"
    CANDIDATE = "candidate"


class Response(Record):
    """One system's answer to one task. An empty text is an answer, and a poor one."""

    HASHED: ClassVar[tuple[str, ...]] = ("text",)
    PUBLIC: ClassVar[tuple[str, ...]] = (
        "id",
        "task_id",
        "model",
        "text",
        "role",
        "attachments",
        "finish_reason",
        "prompt_tokens",
        "completion_tokens",
        "latency_ms",
        "created_at",
    )

    id: Id
    task_id: Id
    model: NonBlank
    text: Text
    role: ResponseRole = ResponseRole.CANDIDATE
    attachments: tuple[Attachment, ...] = ()
    finish_reason: Text | None = None
    prompt_tokens: Count | None = None
    completion_tokens: Count | None = None
    latency_ms: Annotated[int | float, Field(ge=0, allow_inf_nan=False)] | None = None
    created_at: Timestamp | None = None
    extra: Extra = Field(default_factory=dict)

    def meaning(self) -> dict[str, Any]:
        """The text with its attachments; not which system wrote it."""
        fields = super().meaning()
        if self.attachments:
            fields["attachments"] = [item.meaning() for item in self.attachments]
        return fields
