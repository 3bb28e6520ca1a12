"""HealthBench's JSON lines: one task a line, with its rubric; both ways of every mapping.

One object a line: ``prompt_id``, ``prompt`` (messages), ``rubrics`` (``criterion``, ``points``,
``tags``), ``example_tags``, ``ideal_completions_data``, ``canary`` (arXiv 2505.08775). What the
format has no place for travels as tags: tier, dimension (``axis``), id, instrument and settings of
a criterion; title, domain, category, language and difficulty of a task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
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

from xpert_studio.api.formats import (
    ANSWERED_CARRIED,
    BINARY,
    MOST_CRITERIA,
    PLAIN,
    POINT_CARRIED,
    TASK_CARRIED,
    ChatMessage,
    Checkpoint,
    Content,
    ForeignFormat,
    Message,
    NonBlank,
    Task,
    Text,
    decided_by_a_model,
    in_words,
    mark,
    prompt_text,
    readable,
    write_lines,
    written_points,
)
from xpert_studio.api.instruments import UsageError
from xpert_studio.core.exchange.formats.content import USER, conversation_text
from xpert_studio.core.exchange.formats.criteria import standing
from xpert_studio.core.exchange.formats.tags import tags_of, value_of, without
from xpert_studio.core.exchange.provenance import (
    HEALTHBENCH,
    HealthBenchCriterion,
    HealthBenchTask,
    IdealCompletions,
    origin_of,
    plain,
)
from xpert_studio.core.instruments import read_settings, written_settings
from xpert_studio.core.records import DIFFICULTIES, TIERS, is_valid_id
from xpert_studio.core.records.transcripts import ChatTurn, Speaker, conversation_of


def write_healthbench(content: Content, path: Path) -> Mapping[str, int]:
    """Writes the tasks with their rubrics.

    Args:
        content: What goes out.
        path: The file.

    Returns:
        How many tasks there are.
    """
    rows = [
        task_row(task, content.rubrics[task.id], canary=content.info.canary)
        for task in content.tasks
    ]
    return {"tasks": write_lines(path, rows)}


def healthbench_losses(content: Content) -> tuple[str, ...]:
    """What the format has no place for."""
    answers = sum(len(items) for items in content.responses.values())
    warnings = []
    if answers:
        warnings.append(
            Message(
                "HealthBench has no field for responses and judgments on them: {answers:,} "
                "are excluded. Export a bundle as well.",
                answers=answers,
            )
        )
    return (*warnings, *decided_by_a_model(content, "HealthBench"))


def task_row(task: Task, rubric: Sequence[Checkpoint], *, canary: str | None) -> dict[str, Any]:
    """A task as a line of the file.

    Args:
        task: The task.
        rubric: Its checkpoints.
        canary: The project's; a task that came with its own keeps it.
    """
    origin = origin_of(task, HealthBenchTask) or HealthBenchTask()
    return {
        "prompt_id": origin.prompt_id or task.id,
        "prompt": _prompt(task, origin),
        "rubrics": criteria(rubric),
        "example_tags": _example_tags(task, origin),
        "ideal_completions_data": _ideal(task, origin),
        "canary": canary if origin.canary is None else origin.canary,
    }


def _prompt(task: Task, origin: HealthBenchTask) -> str | list[dict[str, str]]:
    came = origin.prompt
    if came is None or task.full_prompt not in {prompt_text(came), conversation_text(came)}:
        asked = conversation_of(task)
        said = asked.messages if asked else (ChatTurn(Speaker.USER, task.full_prompt),)
        return [{"role": _ROLES[one.speaker], "content": one.text} for one in said]
    return came if isinstance(came, str) else [plain(turn) for turn in came]


_ROLES: Final = {
    Speaker.SYSTEM: "system",
    Speaker.USER: USER,
    Speaker.ASSISTANT: "assistant",
    Speaker.CALL: "assistant",
    Speaker.RESULT: "tool",
}


def task_fields(tags: Sequence[str]) -> dict[str, Any]:
    """What the tags of a task say of it; the rest of them stay its tags."""
    written = value_of(tags, "difficulty")
    difficulty = DIFFICULTIES.find(written or "")
    domain, theme = value_of(tags, "domain"), value_of(tags, "theme")
    said = {
        "title": value_of(tags, "title"),
        "category": value_of(tags, "category"),
        "language": value_of(tags, "language"),
        "difficulty": written if difficulty else None,
    }
    place = ("domain", domain) if domain else ("theme", theme)
    return {
        **said,
        "domain": domain or theme,
        "difficulty": difficulty,
        "tags": without(tags, [*said.items(), place]),
    }


def _example_tags(task: Task, origin: HealthBenchTask) -> list[str]:
    came = origin.example_tags
    if came is not None and all(
        getattr(task, name) == value for name, value in task_fields(came).items()
    ):
        return came
    said = (
        ("title", task.title),
        ("domain", task.domain),
        ("category", task.category),
        ("language", task.language),
        ("difficulty", task.difficulty and task.difficulty.value),
    )
    return [*tags_of(said), *task.tags]


def _ideal(task: Task, origin: HealthBenchTask) -> dict[str, Any] | None:
    came = origin.ideal_completions_data
    if came is not None and came.ideal_completion == task.reference_answer:
        return plain(came)
    if not task.reference_answer:
        return None
    made = IdealCompletions(
        ideal_completion=task.reference_answer,
        ideal_completions_group=None,
        ideal_completions_ref_completions=None,
    )
    return plain(made)


def criteria(rubric: Sequence[Checkpoint]) -> list[dict[str, Any]]:
    """A rubric as the file holds it; as it came where nobody has edited it since."""
    origins = [standing(point, HealthBenchCriterion) for point in rubric]
    points = written_points(
        [point.weight for point in rubric],
        [origin.worth if origin else None for origin in origins],
    )
    return [
        _criterion(point, origin, number)
        for point, origin, number in zip(rubric, origins, points, strict=True)
    ]


def _criterion(
    point: Checkpoint, origin: HealthBenchCriterion | None, points: int | float
) -> dict[str, Any]:
    said = tags_of(
        (
            ("axis", point.dimension),
            ("tier", point.tier and point.tier.value),
            ("id", point.id),
            ("instrument", None if point.instrument == BINARY else point.instrument),
            ("settings", written_settings(point.settings)),
        )
    )
    if origin is None:
        return {"criterion": in_words(point), "points": points, "tags": said}
    came = {"criterion": origin.asked, "points": points}
    fields = criterion_fields(origin.tags or ())
    if any(fields[name] != getattr(point, name) for name in _FIELDS):
        others = (tag for tag in origin.tags or () if tag.partition(":")[0] not in _PREFIXES)
        return came | {"tags": [*said, *others]}
    return came if origin.tags is None else came | {"tags": origin.tags}


_FIELDS: Final = ("dimension", "tier", "instrument", "settings")
_PREFIXES: Final = ("dimension", "axis", "tier", "id", "instrument", "settings")


def criterion_fields(tags: Sequence[str]) -> dict[str, Any]:
    """What the tags of a criterion say of it: id (None where it has none), and ``_FIELDS``."""
    name = value_of(tags, "id")
    return {
        "dimension": value_of(tags, "dimension", "axis"),
        "tier": TIERS.find(value_of(tags, "tier") or ""),
        "id": name if name and is_valid_id(name) else None,
        **(answer_in(tags) or PLAIN),
    }


def answer_in(tags: Sequence[str]) -> Mapping[str, Any] | None:
    """The instrument and settings that tags name; None where they make no sense."""
    instrument, settings = value_of(tags, "instrument"), value_of(tags, "settings")
    if instrument is None and settings is None:
        return PLAIN
    try:
        said = {"instrument": instrument or BINARY, "settings": read_settings(settings or "")}
    except UsageError:
        return None
    return readable(said, HEALTHBENCH)


def number(value: object) -> object:
    """Refuses what is no number: true and false, texts, infinities."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("float_type", "Input should be a number")
    return value


Points = Annotated[Any, BeforeValidator(number)]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")


class CriterionRow(_Part):
    """A criterion: the requirement, its points, its tags, and the scale of one with levels."""

    criterion: NonBlank
    points: Points
    tags: list[Text] | None = None
    described_scale: dict[str, Any] | None = None

    def told(self) -> dict[str, Any]:
        """What the file says, without unknown keys."""
        return self.model_dump(exclude_unset=True, include={"criterion", "points", "tags"})


class _Turn(_Part, ChatMessage):
    pass


class _Ideal(_Part, IdealCompletions):
    pass


class Row(_Part):
    """A task with its rubric. A prompt may be one text, or a conversation."""

    prompt: Annotated[list[_Turn], Field(min_length=1)]
    rubrics: Annotated[list[CriterionRow], Field(min_length=1, max_length=MOST_CRITERIA)]
    prompt_id: Text | None = None
    example_tags: list[Text] | None = None
    ideal_completions_data: _Ideal | None = None
    canary: Text | None = None
    _as_text: bool = PrivateAttr(default=False)

    @model_validator(mode="wrap")
    @classmethod
    def _of_text(cls, value: Any, handler: Callable[[Any], Row]) -> Row:  # noqa: ANN401 - any JSON
        """A prompt that is one text is what the user says, and remembered as a text."""
        as_text = isinstance(value, dict) and isinstance(value.get("prompt"), str)
        turns = [{"role": USER, "content": value["prompt"]}] if as_text else []
        row = handler(value | {"prompt": turns} if as_text else value)
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
    def said(self) -> str | list[ChatMessage]:
        """The prompt as the file has it."""
        return self.prompt[0].content if self._as_text else list(self.prompt)

    def told(self) -> dict[str, Any]:
        """What the file says of the task, without unknown keys."""
        found = self.model_dump(exclude_unset=True, include={"prompt_id", "example_tags", "canary"})
        found["prompt"] = (
            self.prompt[0].content
            if self._as_text
            else [{"role": turn.role, "content": turn.content} for turn in self.prompt]
        )
        if "ideal_completions_data" in self.model_fields_set:
            ideal = self.ideal_completions_data
            found["ideal_completions_data"] = ideal and ideal.model_dump(
                exclude_unset=True, include=set(IdealCompletions.model_fields)
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


FORMAT: Final = ForeignFormat(
    id="healthbench",
    tool="HealthBench",
    what=mark("One task a line with its rubric, as HealthBench has them."),
    write=write_healthbench,
    losses=healthbench_losses,
    suffix=".jsonl",
    carries={
        "tasks": TASK_CARRIED | {"tags", "extra"},
        "checkpoints": POINT_CARRIED | ANSWERED_CARRIED | {"extra"},
    },
    instruments=frozenset({"binary", "check", "choice"}),
)
