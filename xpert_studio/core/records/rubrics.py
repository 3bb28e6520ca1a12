"""Rubrics: the checkpoints of a task, their frozen revisions, and findings left as they are."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final, TypedDict

from pydantic import BeforeValidator, Field, JsonValue, PlainValidator
from pydantic_core import PydanticCustomError

from xpert_studio.core.fields import Asks
from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Extra, Id, NonBlank, Record, Sha256, Text, Timestamp
from xpert_studio.core.records.hashing import canonical_json
from xpert_studio.core.records.order import Position
from xpert_studio.core.wording import mark

MOST_WEIGHT: Final = 1_000_000
BINARY: Final = "binary"
"""The instrument of a checkpoint that names none: met or not met."""


class Tier(Listed):
    """How much a checkpoint matters."""

    ESSENTIAL = "Essential"
    IMPORTANT = "Important"
    OPTIONAL = "Optional"


TIERS: Final = Names(
    "Tier",
    {
        Tier.ESSENTIAL: mark("Essential"),
        Tier.IMPORTANT: mark("Important"),
        Tier.OPTIONAL: mark("Optional"),
    },
    also={
        Tier.ESSENTIAL: ("必须", "必需", "核心"),
        Tier.OPTIONAL: ("加分",),
    },
)
DEFAULT_WEIGHTS: dict[Tier, int] = {Tier.ESSENTIAL: 10, Tier.IMPORTANT: 7, Tier.OPTIONAL: 2}
"""Weight a new checkpoint gets from its tier (XpertBench, appendix A)."""


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


PolicyWeight = Annotated[int, BeforeValidator(_whole), Field(ge=1, le=10)]
"""Points of a checkpoint that is written here: a whole number from 1 to 10."""


def _weight(value: object) -> int | float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and 0 <= value <= MOST_WEIGHT:  # type: ignore[operator]
        return _whole(value)  # type: ignore[return-value]
    raise PydanticCustomError("weight", "must be a number, 0 or above")


Weight = Annotated[float, PlainValidator(_weight)]
"""Points a checkpoint is worth; with 0 it is not scored. Whole numbers are ints."""


def is_policy_weight(weight: float) -> bool:
    """Whether a weight is a whole number from 1 to 10."""
    return 1 <= weight <= 10 and float(weight).is_integer()


class SharedFields(TypedDict, total=False):
    """What an author may write on several checkpoints at once; what is left out stays as it is."""

    tier: Annotated[Tier | None, Asks("Its tier.", "Important", title=mark("Tier"))]
    weight: Annotated[float, Asks("1 to 10.", "5", title=mark("Weight"))]
    dimension: Annotated[
        str | None,
        Asks("One of the project's dimensions.", "Accuracy", title=mark("Dimension")),
    ]
    notes: Annotated[
        str | None,
        Asks("A note for experts; no judge sees it.", '"See clause 9."', title=mark("Note")),
    ]


class WrittenFields(SharedFields, total=False):
    """What an author may write on a checkpoint, beside how it is answered.

    A field that is added here and to ``Checkpoint`` is an option of the commands that write
    checkpoints, stands in the form of the window and in the comparison of revisions, and is named
    in the history.
    """

    text: Annotated[
        str,
        Asks(
            "What has to be true of a response.",
            '"Names clause 9."',
            is_text=True,
            title=mark("Text"),
        ),
    ]
    turn: Annotated[
        int | None,
        Asks(
            "Of a task with turns, the one it looks at; 0 is the whole.",
            "2",
            within=(0, None),
            title=mark("Turn"),
            empty=mark("the whole"),
        ),
    ]


class Checkpoint(Record):
    """One atomic requirement of a response.

    Attributes:
        instrument: How it is answered: id of an entry of ``instruments``.
        settings: What the instrument needs to know (scale, bands, options), in its own terms.
        turn: The turn of a conversation that it is about, from 1; None is the whole response.
        position: Its place in the order of the rubric (``records.order``).
        origin: Checkpoints this one was split off, merged or duplicated from.
        drafted_by: The drafter that proposed it, until a person has touched it.
        source: The sentence of the brief or reference answer it was drawn from.
    """

    HASHED: ClassVar[tuple[str, ...]] = ("text", "weight", "tier", "dimension")
    PUBLIC: ClassVar[tuple[str, ...]] = (
        "task_id",
        "id",
        "text",
        "weight",
        "tier",
        "dimension",
        "position",
        "revision",
        "origin",
        "drafted_by",
        "source",
        "instrument",
        "settings",
        "turn",
    )
    PRIVATE: ClassVar[tuple[str, ...]] = ("notes", "extra")

    task_id: Id
    id: Id
    text: NonBlank
    weight: Weight
    tier: Tier | None = None
    dimension: Text | None = None
    position: Position | None = None
    notes: Text | None = None
    revision: Annotated[int, Field(ge=0)] | None = None
    origin: tuple[Id, ...] = ()
    drafted_by: Text | None = None
    source: Text | None = None
    instrument: Id = BINARY
    settings: dict[str, JsonValue] = Field(default_factory=dict)
    turn: Annotated[int, Field(ge=1)] | None = None
    extra: Extra = Field(default_factory=dict)

    @property
    def has_policy_weight(self) -> bool:
        """Whether its weight is one that a checkpoint written here may have."""
        return is_policy_weight(self.weight)

    @property
    def answered_by(self) -> dict[str, Any]:
        """Its instrument and settings as one object; empty for a binary one without settings."""
        is_plain = self.instrument == BINARY and not self.settings
        return {} if is_plain else {"id": self.instrument, **self.settings}

    @property
    def asked_beside(self) -> dict[str, Any]:
        """The question besides the text; empty for a binary checkpoint of a whole response.

        Hashes hold it only where it is not empty, so that those of binary rubrics stay the same.
        Whether a binary checkpoint is a gate does not change the question.
        """
        asked = {} if self.instrument == BINARY else self.answered_by
        return _present(instrument=asked, turn=self.turn)

    @property
    def rated_text(self) -> str:
        """All that a rating of it rests on: its text and ``asked_beside``."""
        beside = self.asked_beside
        return f"{self.text}\n{canonical_json(beside).decode()}" if beside else self.text

    def meaning(self) -> dict[str, Any]:
        """Text, weight, tier and dimension; instrument and turn where it has other ones."""
        return super().meaning() | _present(instrument=self.answered_by, turn=self.turn)


def _present(**values: object) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


class RevisionState(StrEnum):
    """What became of a frozen revision."""

    FROZEN = "frozen"
    APPROVED = "approved"
    SENT_BACK = "sent_back"


class RubricRevision(Record):
    """A rubric as it was sent to review; never changed afterwards.

    Attributes:
        reason: What its author gave as the reason for its number of checkpoints; required where
            that is outside the range of the project's policies.
    """

    task_id: Id
    number: Annotated[int, Field(ge=1)]
    checkpoints: tuple[Checkpoint, ...]
    state: RevisionState = RevisionState.FROZEN
    frozen_at: Timestamp | None = None
    frozen_by: Id | None = None
    reason: Text | None = None

    def meaning(self) -> dict[str, Any]:
        """The checkpoints in their order."""
        return {"checkpoints": [point.meaning() for point in self.checkpoints]}


class Dismissal(Record):
    """A lint finding that was looked at and left.

    Attributes:
        checkpoint_id: Empty for a finding on the whole rubric.
        text_hash: Hash of the text the finding was on; after an edit it is open again.
    """

    task_id: Id
    checkpoint_id: str
    rule: Id
    text_hash: Sha256
    reason: NonBlank
    by: Id
    at: Timestamp
