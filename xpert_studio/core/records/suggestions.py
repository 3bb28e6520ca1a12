"""Suggestions: checkpoints that a drafter suggests and a person takes, edits or drops."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field, JsonValue

from xpert_studio.core.records.base import Id, NonBlank, Record, Text, Timestamp
from xpert_studio.core.records.rubrics import BINARY, PolicyWeight, Tier


class SuggestionState(StrEnum):
    """What became of a suggestion."""

    OPEN = "open"
    TAKEN = "taken"
    DROPPED = "dropped"


class SourcePart(StrEnum):
    """Where in the task a suggestion comes from."""

    PROMPT = "prompt"
    REFERENCE_ANSWER = "reference_answer"


class Suggestion(Record):
    """A proposed checkpoint.

    Attributes:
        batch: Same for all suggestions of one draft.
        drafter: ``outline``, or ``PROVIDER:MODEL``.
        source_part, source: The sentence it comes from, and where that stands; None where the
            drafter named none that could be found.
        instrument, settings: How it is answered, as of ``Checkpoint``.
        checkpoint_id: The checkpoint it became; of an open one, the checkpoint whose wording it
            changes, None where it is a checkpoint of its own.
    """

    task_id: Id
    id: Id
    batch: Id
    drafter: Text
    text: NonBlank
    weight: PolicyWeight
    tier: Tier
    dimension: Text | None = None
    source_part: SourcePart | None = None
    source: Text | None = None
    instrument: Id = BINARY
    settings: dict[str, JsonValue] = Field(default_factory=dict)
    position: Annotated[int, Field(ge=0)] = 0
    state: SuggestionState = SuggestionState.OPEN
    checkpoint_id: Id | None = None
    made_at: Timestamp
