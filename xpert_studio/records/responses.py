"""Responses: what a system answered to a task."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, ClassVar

from pydantic import Field

from xpert_studio.records.base import Extra, Id, NonBlank, Record, Text, Timestamp
from xpert_studio.records.tasks import Attachment

Count = Annotated[int, Field(ge=0, le=2**53)]


class ResponseRole(StrEnum):
    """What a response is for: the baseline is what experts judge to make anchors."""

    BASELINE = "baseline"
    CANDIDATE = "candidate"


class Response(Record):
    """One system's answer to one task. An empty text is an answer, and a poor one."""

    HASHED: ClassVar[tuple[str, ...]] = ("text",)

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
