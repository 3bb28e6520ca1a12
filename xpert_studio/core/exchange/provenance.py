"""What a record was in the file of another tool, where it cannot say so itself.

Kept beside the record, under the tool's name, so that the way back writes what was read. Only what
is described here goes into public exports: it is unknown what else such a key may hold.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from xpert_studio.core.records import Checkpoint, Record, Response, Task

HEALTHBENCH: Final = "healthbench"
AUTORUBRIC: Final = "autorubric"
ARGILLA: Final = "argilla"
IFEVAL: Final = "ifeval"
LABEL_STUDIO: Final = "label-studio"
PAPERBENCH: Final = "paperbench"
MORE: Final = "more"
"""Under this key, within those, is what is unknown: it goes into no public export."""

KNOWN: Final = frozenset({HEALTHBENCH, AUTORUBRIC, IFEVAL, ARGILLA, LABEL_STUDIO, PAPERBENCH})
"""Keys beside a record's own that are no surprise to anybody."""

Number = int | float
Verdict = Literal["MET", "UNMET", "CANNOT_ASSESS"]


class Origin(BaseModel):
    """What a record was; keys that are not described are ignored."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True, serialize_by_alias=True)

    KEY: ClassVar[str]
    REFERENCES: ClassVar[tuple[str, ...]] = ()
    """Fields that hold reference answers, so that they can be held back with these."""


class ChatMessage(BaseModel):
    """One turn of a conversation."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    role: str
    content: str


class IdealCompletions(BaseModel):
    """Reference answers as HealthBench keeps them."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    ideal_completion: str | None = None
    ideal_completions_group: str | None = None
    ideal_completions_ref_completions: list[str] | None = None


class HealthBenchTask(Origin):
    """A row of HealthBench, without its rubric; what the task itself says is left out."""

    KEY = HEALTHBENCH
    REFERENCES = ("ideal_completions_data",)

    prompt_id: str | None = None
    prompt: str | list[ChatMessage] | None = None
    example_tags: list[str] | None = None
    ideal_completions_data: IdealCompletions | None = None
    canary: str | None = None


class CriterionOrigin(Origin):
    """A criterion: what it asks for, and its points, whatever the tool calls them."""

    asked: str
    worth: Number


class HealthBenchCriterion(CriterionOrigin):
    """A criterion of HealthBench."""

    KEY = HEALTHBENCH

    asked: str = Field(alias="criterion")
    worth: Number = Field(alias="points")
    tags: list[str] | None = None


class AutorubricTask(Origin):
    """What autorubric gives graders with a rubric."""

    KEY = AUTORUBRIC

    guidelines: str


class AutorubricCriterion(CriterionOrigin):
    """A criterion of autorubric."""

    KEY = AUTORUBRIC

    name: str | None = None
    worth: Number = Field(alias="weight")
    asked: str = Field(alias="requirement")


class AutorubricItem(Origin):
    """An item of autorubric's dataset, without its rubric and prompt."""

    KEY = AUTORUBRIC

    description: str
    ground_truth: list[Verdict] | None = None


class IfevalTask(Origin):
    """What IFEval calls a task, where its id does not say it."""

    KEY = IFEVAL

    key: int | str


_ORIGINS: Final[dict[type[Record], tuple[type[Origin], ...]]] = {
    Task: (HealthBenchTask, AutorubricTask, IfevalTask),
    Checkpoint: (HealthBenchCriterion, AutorubricCriterion),
    Response: (AutorubricItem,),
}

AnyOrigin = TypeVar("AnyOrigin", bound=Origin)


def origin_of(record: Record, kind: type[AnyOrigin]) -> AnyOrigin | None:
    """What a record was in a tool's file; None where that is not known, or makes no sense.

    Args:
        record: The record.
        kind: Of which tool.
    """
    found = getattr(record, "extra", {}).get(kind.KEY)
    if not isinstance(found, dict):
        return None
    try:
        return kind.model_validate(found)
    except ValidationError:
        return None


def plain(origin: BaseModel) -> dict[str, Any]:
    """An origin as it is kept beside a record: only what was said."""
    return origin.model_dump(exclude_unset=True)


def published_origins(record: Record, *, without_references: bool = False) -> dict[str, Any]:
    """What of a record's origins may go out: what is described, and nothing else.

    Args:
        record: The record.
        without_references: Leave out reference answers.
    """
    found: dict[str, Any] = {}
    for kind in _ORIGINS.get(type(record), ()):
        origin = origin_of(record, kind)
        hidden = set(kind.REFERENCES) if without_references else set()
        if origin and (left := origin.model_dump(exclude_unset=True, exclude=hidden)):
            found[kind.KEY] = left
    return found
