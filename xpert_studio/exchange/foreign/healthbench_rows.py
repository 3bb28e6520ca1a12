"""A line of a file like HealthBench's, as it is validated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    model_validator,
)
from pydantic_core import PydanticCustomError

from xpert_studio.exchange.origins import IdealCompletions, Message
from xpert_studio.records.base import NonBlank, Text

MOST_CRITERIA: Final = 10_000


def number(value: object) -> object:
    """Refuses what is no number: true and false, texts, infinities."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("float_type", "Input should be a number")
    return value


Points = Annotated[Any, BeforeValidator(number)]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")


class Criterion(_Part):
    """A criterion: what is asked for, its points, and its tags."""

    criterion: NonBlank
    points: Points
    tags: list[Text] | None = None

    def told(self) -> dict[str, Any]:
        """What the file says, without unknown keys."""
        return self.model_dump(exclude_unset=True, include={"criterion", "points", "tags"})


class _Turn(_Part, Message):
    pass


class _Ideal(_Part, IdealCompletions):
    pass


class Row(_Part):
    """A task with its rubric. A prompt may be one text, or a conversation."""

    prompt: Annotated[list[_Turn], Field(min_length=1)]
    rubrics: Annotated[list[Criterion], Field(min_length=1, max_length=MOST_CRITERIA)]
    prompt_id: Text | None = None
    example_tags: list[Text] | None = None
    ideal_completions_data: _Ideal | None = None
    canary: Text | None = None
    _as_text: bool = PrivateAttr(default=False)

    @classmethod
    def read(cls, value: dict[str, Any]) -> Row:
        """A line of the file.

        Raises:
            ValidationError: It is none.
        """
        prompt = value.get("prompt")
        as_text = isinstance(prompt, str)
        turns = [{"role": "user", "content": prompt}]
        row = cls.model_validate(value | {"prompt": turns} if as_text else value)
        row._as_text = as_text  # noqa: SLF001 - its own
        return row

    @model_validator(mode="after")
    def _says_something(self) -> Row:
        if not any(turn.content.strip() for turn in self.prompt):
            raise ValueError("the prompt is empty")
        return self

    @property
    def own_canary(self) -> str | None:
        """The canary, None where it is blank."""
        return self.canary if self.canary and self.canary.strip() else None

    @property
    def said(self) -> str | list[Message]:
        """The prompt as the file has it."""
        return self.prompt[0].content if self._as_text else list(self.prompt)

    def told(self) -> dict[str, Any]:
        """What the file says of the task, without unknown keys."""
        known = {"prompt_id", "example_tags", "canary"}
        found = self.model_dump(exclude_unset=True, include=known)
        found["prompt"] = (
            self.prompt[0].content
            if self._as_text
            else [{"role": turn.role, "content": turn.content} for turn in self.prompt]
        )
        if "ideal_completions_data" in self.model_fields_set:
            ideal = self.ideal_completions_data
            fields = set(IdealCompletions.model_fields)
            found["ideal_completions_data"] = ideal and ideal.model_dump(
                exclude_unset=True, include=fields
            )
        return found

    def unknown(self) -> dict[str, Any]:
        """Keys of the task that are no part of the format, with what holds them."""
        found = dict(self.model_extra or {})
        if any(turn.model_extra for turn in self.prompt):
            found["prompt"] = [turn.model_dump() for turn in self.prompt]
        if self.ideal_completions_data and self.ideal_completions_data.model_extra:
            found["ideal_completions_data"] = self.ideal_completions_data.model_dump()
        return found


def unknown_in(row: Row) -> Iterator[str]:
    """Each key that is no part of the format, by its path, as often as it occurs."""
    yield from row.model_extra or {}
    for item in row.rubrics:
        yield from (f"rubrics.{key}" for key in item.model_extra or {})
    for turn in row.prompt:
        yield from (f"prompt.{key}" for key in turn.model_extra or {})
    ideal = row.ideal_completions_data
    yield from (f"ideal_completions_data.{key}" for key in (ideal and ideal.model_extra) or {})
