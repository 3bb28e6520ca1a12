"""Attributions: what a disagreement between a judge and the experts is attributed to, and why."""

from __future__ import annotations

from typing import Final, NamedTuple

from pydantic import AliasChoices, Field

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Id, NonBlank, Record, Sha256, Timestamp
from xpert_studio.core.records.ratings import Value
from xpert_studio.core.wording import mark

_EXPERT: Final = AliasChoices("expert_met", "expert_value")
"""Files of the first versions hold whether most experts said met."""


class Cause(Listed):
    """What a disagreement is attributed to.

    An ambiguous checkpoint and a policy left unsaid lead to a change of text, an expert's error to
    another look at the judgment; only the judge's error is the judge's own.
    """

    JUDGE_ERROR = "judge_error"
    AMBIGUOUS_CHECKPOINT = "ambiguous_checkpoint"
    EXPERT_ERROR = "expert_error"
    UNSAID_POLICY = "unsaid_policy"


CAUSES: Final = Names(
    "Cause",
    {
        Cause.JUDGE_ERROR: mark("The judge’s error"),
        Cause.AMBIGUOUS_CHECKPOINT: mark("Ambiguous checkpoint"),
        Cause.EXPERT_ERROR: mark("Expert error"),
        Cause.UNSAID_POLICY: mark("Gap in grading policy"),
    },
    also={Cause.EXPERT_ERROR: ("expert_slip",)},  # in projects and files of earlier versions
)


class DisagreementKey(NamedTuple):
    """Where a judge and the experts differ: one checkpoint of one response."""

    judge_id: str
    response_id: str
    checkpoint_id: str


class Grounds(Record):
    """What an attribution rests on; when one of them changes, it lapses.

    Attributes:
        text: Hash of prompt, checkpoint and response (``records.hashing``).
        judgments: Hash of the experts' gold judgments.
        verdicts: Hash of the judge's verdicts, with all that they depend on.
    """

    text: Sha256
    judgments: Sha256
    verdicts: Sha256


class Attribution(Record):
    """A person's finding on one disagreement.

    Attributes:
        expert_value: What the experts' majority said when it was found.
        text, judgments, verdicts: See ``Grounds``.
    """

    judge_id: Id
    response_id: Id
    checkpoint_id: Id
    task_id: Id
    cause: Cause
    reason: NonBlank
    expert_value: Value = Field(validation_alias=_EXPERT)
    text: Sha256
    judgments: Sha256
    verdicts: Sha256
    by: Id
    at: Timestamp

    @property
    def key(self) -> DisagreementKey:
        """The disagreement it is on."""
        return DisagreementKey(self.judge_id, self.response_id, self.checkpoint_id)

    @property
    def grounds(self) -> Grounds:
        """What it rests on."""
        return Grounds(text=self.text, judgments=self.judgments, verdicts=self.verdicts)
