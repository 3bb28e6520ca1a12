"""Judgments: what experts decided, checkpoint by checkpoint, and the forms they make up."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final

from pydantic import AliasChoices, Field, model_validator
from pydantic_core import PydanticCustomError

from xpert_studio.core.records.base import Id, Record, Text, Timestamp
from xpert_studio.core.records.ratings import Decision, Rating, RatingState, Value
from xpert_studio.core.records.tasks import Attachment

NO_VALUE: Final = "no_value"
"""What kind of error a judgment without a value or an abstention is."""


class JudgmentStatus(StrEnum):
    """How far a judgment has come; a draft counts nowhere, and only its expert sees it."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    CONFIRMED = "confirmed"
    OVERRIDDEN = "overridden"


GOLD_STATUSES = frozenset({JudgmentStatus.CONFIRMED, JudgmentStatus.OVERRIDDEN})


class Judgment(Rating):
    """An expert's rating of one checkpoint of one response.

    Attributes:
        value: The expert's own, whatever the adjudicator decided.
        state: Ok, or how the expert abstained: then there is no value.
        adjudicated_value: The adjudicator's; equal to ``value`` where it was confirmed.
        adjudicated_state: How the adjudicator abstained; None where they did not.
        confirmed_by, adjudicated_at: The adjudicator, and when they decided.
        unblinded: Whether the expert had looked at systems or others' decisions before.
        self_adjudicated: Whether the expert confirmed or overrode it themself.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = (
        *Rating.PUBLIC,
        "status",
        "adjudicated_value",
        "adjudicated_state",
        "unblinded",
        "self_adjudicated",
        "adjudicated_at",
    )
    PEOPLE: ClassVar[tuple[str, ...]] = ("expert_id", "confirmed_by")
    PRIVATE: ClassVar[tuple[str, ...]] = (*Rating.PRIVATE, "note")

    expert_id: Id
    status: JudgmentStatus = JudgmentStatus.SUBMITTED
    adjudicated_value: Value | None = None
    adjudicated_state: RatingState | None = None
    confirmed_by: Id | None = None
    note: Text | None = None
    unblinded: bool = False
    self_adjudicated: bool = False
    adjudicated_at: Timestamp | None = None

    @model_validator(mode="after")
    def _adjudicated(self) -> Judgment:
        """Takes in judgments of version 1 of the bundle, which hold the adjudicated value only.

        Raises:
            ValueError: It says that it is a draft, or is decided in no way or in two.
        """
        if self.status is JudgmentStatus.DRAFT:
            raise ValueError("a draft is no judgment")
        if (self.value is None) is not self.state.is_abstention:
            raise PydanticCustomError(
                NO_VALUE, "a judgment has a value, or a state that says why it has none"
            )
        if self.adjudicated_state and not self.adjudicated_state.is_abstention:
            raise ValueError("an adjudicated_state is cannot_assess or not_applicable")
        if self.adjudicated_state and self.adjudicated_value is not None:
            raise ValueError("a judgment has an adjudicated value, or an adjudicated_state")
        if self.is_gold and self.adjudicated_decision is None:
            own: dict[str, Any] = {"adjudicated_value": self.value}
            if self.state.is_abstention:
                own = {"adjudicated_state": self.state}
            elif self.status is JudgmentStatus.OVERRIDDEN and self.value in {0, 1}:
                own["value"] = 1 - self.value
            self.__dict__.update(own)
        return self

    @property
    def is_gold(self) -> bool:
        """Whether an adjudicator has confirmed or overridden it."""
        return self.status in GOLD_STATUSES

    @property
    def contradicts_status(self) -> bool:
        """Whether it has an adjudicated value that nobody who confirms or submits gives."""
        is_overridden = self.status is JudgmentStatus.OVERRIDDEN
        return self.adjudicated_decision is not None and not (
            is_overridden or (self.is_gold and self.adjudicated_decision == self.decision)
        )

    @property
    def adjudicated_decision(self) -> Decision | None:
        """What the adjudicator decided; None before."""
        return self.adjudicated_state or self.adjudicated_value

    @property
    def final(self) -> Decision:
        """The decision that counts: the adjudicated one where there is one."""
        adjudicated = self.adjudicated_decision
        found = self.decision if adjudicated is None else adjudicated
        assert found is not None  # noqa: S101 - the validator has seen to it
        return found

    @property
    def final_value(self) -> float | None:
        """The value that counts; None where the decision is an abstention."""
        return None if isinstance(self.final, RatingState) else self.final

    @property
    def reason(self) -> str | None:
        """Why the decision that counts was taken: the adjudicator's note where overridden."""
        overridden = self.status is JudgmentStatus.OVERRIDDEN
        return self.note if overridden and self.note else self.rationale

    def meaning(self) -> dict[str, Any]:
        """Value, rationale and quotes: what a judge learns from it.

        A value of 0 or 1 is hashed as false or true, so that hashes of binary judgments stay what
        they were before there were other instruments.
        """
        value = self.final
        fields: dict[str, Any] = {"met": bool(value)} if value in {0, 1} else {"value": value}
        if isinstance(value, RatingState):
            fields = {"state": value.value}
        if self.reason is not None:
            fields["rationale"] = self.reason
        if self.quotes:
            fields["evidence"] = [item.quote for item in self.quotes]
        return fields


class Draft(Rating):
    """What an expert has decided so far on one checkpoint; becomes a judgment on submission."""

    expert_id: Id
    state: RatingState = RatingState.UNDECIDED
    judged_at: Timestamp = Field(validation_alias=AliasChoices("decided_at", "judged_at"))

    @model_validator(mode="after")
    def _state_of_value(self) -> Draft:
        if not self.state.is_abstention:
            decided = RatingState.UNDECIDED if self.value is None else RatingState.OK
            self.__dict__["state"] = decided
        elif self.value is not None:
            raise ValueError("a decision is a value or an abstention")
        return self


class AnnotationForm(Record):
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
    """A gold form with the response it judges: the worked example a judge is shown."""

    task_id: Id
    response_id: Id
    response_text: Text
    attachments: tuple[Attachment, ...] = ()
    form: AnnotationForm

    def meaning(self) -> dict[str, Any]:
        """The response's text with its attachments, and the gold judgments on it."""
        shown = {"response": self.response_text, **self.form.meaning()}
        if self.attachments:
            shown["attachments"] = [item.meaning() for item in self.attachments]
        return shown

    def judgment_of(self, checkpoint_id: str) -> Judgment | None:
        """The gold judgment on one checkpoint, if the form has it."""
        for judgment in self.form.judgments:
            if judgment.checkpoint_id == checkpoint_id:
                return judgment
        return None


class OpenForm(Record):
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
