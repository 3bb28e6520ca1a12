"""The parts of autorubric's dataset, as they are validated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.exchange.foreign.healthbench_rows import MOST_CRITERIA, Points
from xpert_studio.exchange.origins import Verdict
from xpert_studio.records import Id
from xpert_studio.records.base import NonBlank, Text

DEFAULT_WEIGHT: Final = 10.0
"""What autorubric takes where a criterion has no weight."""


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")


class Criterion(_Part):
    """A criterion; one with options is no matter of met or not met."""

    requirement: NonBlank
    weight: Points = DEFAULT_WEIGHT
    name: Text | None = None
    options: Any = None


class BesideItem(_Part):
    """What an item of ours has beside it."""

    task_id: Id
    response_id: Id
    judgments: list[dict[str, Any]] = []


class Item(_Part):
    """A submission with its ground truth."""

    submission: Text
    description: Text
    prompt: Text | None = None
    rubric: Any = None
    reference_submission: Text | None = None
    ground_truth: list[Verdict] | None = None
    ground_truth_reasons: list[Text | None] | None = None
    xpert_studio: BesideItem | None = None


class BesideTask(_Part):
    """What our file says of a task, beside its items."""

    id: Id
    checkpoints: list[dict[str, Any]] = []

    def fields(self) -> dict[str, Any]:
        """The task's own fields."""
        return dict(self.model_extra or {})


class Beside(_Part):
    """What our file has beside autorubric's own."""

    version: int
    canary: Text | None = None
    licence: Text | None = None
    tasks: list[BesideTask] = []


class Whole(_Part):
    """The file."""

    items: Annotated[list[Any], Field(min_length=1)]
    rubric: Any
    name: Text | None = None
    prompt: Text | None = None
    reference_submission: Text | None = None
    xpert_studio: Beside | None = None


@dataclass(frozen=True, slots=True)
class RawRubric:
    """A rubric as it stands in the file: its criteria, unchecked, and its guidelines."""

    criteria: list[Any]
    guidelines: str | None


def raw_rubric(value: object) -> RawRubric:
    """A rubric in any of the shapes autorubric reads.

    A list of criteria or of sections of them; or an object that has one, as ``criteria``,
    ``sections`` or ``rubric``, with ``guidelines`` or without.

    Raises:
        ValueError: It has another shape.
    """
    guidelines = None
    if isinstance(value, dict):
        guidelines = value.get("guidelines")
        inner = value.get("rubric")
        if isinstance(inner, dict):
            guidelines = guidelines if guidelines is not None else inner.get("guidelines")
        value = inner if isinstance(inner, list) else _entries(inner or value)
    if not isinstance(value, list):
        raise ValueError("is no list of criteria")  # noqa: TRY004 - told with the others
    if not isinstance(guidelines, str | None):
        raise ValueError("has guidelines that are no text")  # noqa: TRY004 - likewise
    criteria = list(_flat(value))
    if not 1 <= len(criteria) <= MOST_CRITERIA:
        raise ValueError(f"has {len(criteria):,} criteria")
    return RawRubric(criteria, guidelines if guidelines and guidelines.strip() else None)


def _entries(value: object) -> object:
    if isinstance(value, dict):
        return value.get("sections", value.get("criteria"))
    return None


def _flat(entries: list[Any]) -> Iterator[Any]:
    for entry in entries:
        inner = entry.get("criteria") if isinstance(entry, dict) else None
        if isinstance(inner, list):
            yield from inner
        else:
            yield entry
