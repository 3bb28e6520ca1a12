"""Judgments: what experts decided, checkpoint by checkpoint, and the sheets they make up."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from pydantic import Field

from xpert_studio.records.base import Extra, Id, Quote, Record, Sha256, Text, Timestamp
from xpert_studio.records.tasks import Attachment


class JudgmentStatus(StrEnum):
    """How far a judgment has come.

    In an overridden judgment ``met`` is the senior expert's value, the one that stands.
    """

    SUBMITTED = "submitted"
    CONFIRMED = "confirmed"
    OVERRIDDEN = "overridden"


GOLD_STATUSES = frozenset({JudgmentStatus.CONFIRMED, JudgmentStatus.OVERRIDDEN})


class Judgment(Record):
    """An expert's met or not met on one checkpoint of one response.

    Attributes:
        basis: Hash of what was judged (``records.basis``); None where it is what the judgment
            points at, as it stands. Says nothing of the judgment's own meaning.
        unblinded: Whether the expert had looked at systems or others' decisions before.
    """

    HASHED: ClassVar[tuple[str, ...]] = ("met", "rationale")

    response_id: Id
    checkpoint_id: Id
    expert_id: Id
    met: bool
    rationale: Text | None = None
    evidence: tuple[Quote, ...] = ()
    status: JudgmentStatus = JudgmentStatus.SUBMITTED
    confirmed_by: Id | None = None
    note: Text | None = None
    judged_at: Timestamp | None = None
    basis: Sha256 | None = None
    unblinded: bool = False
    extra: Extra = Field(default_factory=dict)

    @property
    def is_gold(self) -> bool:
        """Whether a senior expert has confirmed or overridden it."""
        return self.status in GOLD_STATUSES

    @property
    def reason(self) -> str | None:
        """Why the decision that stands was taken: the senior expert's note where overridden."""
        overridden = self.status is JudgmentStatus.OVERRIDDEN
        return self.note if overridden and self.note else self.rationale

    def meaning(self) -> dict[str, Any]:
        """Decision, rationale and quotes: what a judge learns from it."""
        fields = super().meaning()
        if self.reason is not None:
            fields["rationale"] = self.reason
        if self.evidence:
            fields["evidence"] = [item.quote for item in self.evidence]
        return fields


class Sheet(Record):
    """All of one expert's judgments on one response, in the order of the rubric."""

    response_id: Id
    expert_id: Id
    judgments: tuple[Judgment, ...]

    @property
    def is_gold(self) -> bool:
        """Whether every judgment on it is gold."""
        return bool(self.judgments) and all(judgment.is_gold for judgment in self.judgments)

    def meaning(self) -> dict[str, Any]:
        """The judgments by checkpoint."""
        return {"judgments": {item.checkpoint_id: item.meaning() for item in self.judgments}}


class Anchor(Record):
    """A gold sheet with the response it judges: the worked example a judge is shown."""

    task_id: Id
    response_id: Id
    response_text: Text
    attachments: tuple[Attachment, ...] = ()
    sheet: Sheet

    def meaning(self) -> dict[str, Any]:
        """The response's text with its attachments, and the gold judgments on it."""
        shown = {"response": self.response_text, **self.sheet.meaning()}
        if self.attachments:
            shown["attachments"] = [item.meaning() for item in self.attachments]
        return shown

    def judgment_of(self, checkpoint_id: str) -> Judgment | None:
        """The gold judgment on one checkpoint, if the sheet has it."""
        for judgment in self.sheet.judgments:
            if judgment.checkpoint_id == checkpoint_id:
                return judgment
        return None
