"""autorubric's dataset as JSON: submissions with their rubric and the experts' ground truth.

``{name, rubric, items}``; an item has ``submission``, ``description``, ``prompt``, ``rubric`` (a
list of ``name``, ``weight``, ``requirement``, or that list with ``guidelines``),
``reference_submission``, ``ground_truth`` (``MET``, ``UNMET`` or ``CANNOT_ASSESS`` by position) and
``ground_truth_reasons``. What it has no place for stands beside it under ``xpert_studio``, which
autorubric passes over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    ANSWERED_CARRIED,
    JUDGMENT_CARRIED,
    POINT_CARRIED,
    RESPONSE_CARRIED,
    TASK_CARRIED,
    TOLD_CARRIED,
    Checkpoint,
    Content,
    ForeignFormat,
    JudgmentStatus,
    Message,
    Response,
    Task,
    decided_by_a_model,
    in_words,
    mark,
    write_json,
    written_points,
)
from xpert_studio.core.exchange.bundle_rows import plain_row, row_v1
from xpert_studio.core.exchange.formats.criteria import standing
from xpert_studio.core.exchange.provenance import (
    AutorubricCriterion,
    AutorubricItem,
    AutorubricTask,
    origin_of,
)

BESIDE: Final = "xpert_studio"
VERSION: Final = 1
MET: Final = "MET"
UNMET: Final = "UNMET"
UNKNOWN: Final = "CANNOT_ASSESS"

TASK_FIELDS: Final[tuple[str, ...]] = (
    "title",
    "domain",
    "category",
    "language",
    "difficulty",
    "tags",
)
POINT_FIELDS: Final = ("id", "tier", "dimension", "instrument", "settings")
RESPONSE_FIELDS: Final[tuple[str, ...]] = (
    "model",
    "role",
    "finish_reason",
    "prompt_tokens",
    "completion_tokens",
    "latency_ms",
    "created_at",
)


def write_autorubric(content: Content, path: Path) -> Mapping[str, int]:
    """Writes the responses as items.

    Args:
        content: What goes out.
        path: The file.

    Returns:
        How many items there are.
    """
    items = [
        _item(content, task, response)
        for task in content.tasks
        for response in content.responses.get(task.id, ())
    ]
    info = content.info
    beside = {
        "version": VERSION,
        "canary": info.canary,
        "licence": info.licence,
        "tasks": [_beside_task(task, content.rubrics[task.id]) for task in content.tasks],
    }
    present = {key: value for key, value in beside.items() if value is not None}
    write_json(path, {"name": info.name, "rubric": None, "items": items, BESIDE: present})
    return {"items": len(items)}


def autorubric_losses(content: Content) -> tuple[str, ...]:
    """What the format has no place for."""
    unanswered = sum(1 for task in content.tasks if not content.responses.get(task.id))
    warnings = []
    if unanswered:
        warnings.append(
            Message(
                "autorubric keeps tasks by their responses. Left out, for they have none: "
                "{unanswered:,}.",
                unanswered=unanswered,
            )
        )
    open_ = sum(
        content.gold_answer(response.id, point) is None
        for task in content.tasks
        for response in content.responses.get(task.id, ())
        if content.gold.get(response.id)
        for point in content.rubrics[task.id]
    )
    if open_:
        warnings.append(
            Message(
                "Checkpoints of judged responses without a gold judgment, or with as many for "
                "as against: {open:,}. They stand as {unknown}.",
                open=open_,
                unknown=UNKNOWN,
            )
        )
    return (*warnings, *decided_by_a_model(content, "autorubric"))


def _beside_task(task: Task, rubric: Sequence[Checkpoint]) -> dict[str, Any]:
    row = plain_row(task)
    said = {name: row[name] for name in TASK_FIELDS if name in row}
    return {"id": task.id, **said, "checkpoints": [_beside_point(point) for point in rubric]}


def _beside_point(point: Checkpoint) -> dict[str, Any]:
    row = plain_row(point)
    return {name: row[name] for name in POINT_FIELDS if name in row}


def _item(content: Content, task: Task, response: Response) -> dict[str, Any]:
    rubric = content.rubrics[task.id]
    gold = content.gold.get(response.id, ())
    origin = origin_of(response, AutorubricItem)
    row = plain_row(response)
    item = {
        "submission": response.text,
        "description": origin.description if origin else f"{response.model}, {response.role.value}",
        "prompt": task.full_prompt,
        "rubric": _rubric(task, rubric, policy=content.info.grading_policy.text),
        "reference_submission": task.reference_answer,
        **_truth(content, response, rubric, origin),
        BESIDE: {
            "task_id": task.id,
            "response_id": response.id,
            **{name: row[name] for name in RESPONSE_FIELDS if name in row},
            "judgments": [
                {key: value for key, value in row_v1(judgment).items() if key != "response_id"}
                for judgment in gold
            ],
        },
    }
    return {key: value for key, value in item.items() if value is not None or key in _ALWAYS}


_ALWAYS: Final = frozenset({"ground_truth"})


def _truth(
    content: Content,
    response: Response,
    rubric: Sequence[Checkpoint],
    origin: AutorubricItem | None,
) -> dict[str, Any]:
    """The experts' majority by position, with the reason one of them gave for it."""
    gold = content.gold.get(response.id, ())
    if not gold:
        came = origin.ground_truth if origin else None
        return {"ground_truth": came if came and len(came) == len(rubric) else None}
    answers = [content.gold_answer(response.id, point) for point in rubric]
    reasons = [
        next(
            (
                judgment.rationale
                for judgment in gold
                if judgment.checkpoint_id == point.id
                and judgment.final_value == answer
                and judgment.rationale
                # Overridden, a judgment still has the rationale of the person who was overridden.
                and judgment.status is not JudgmentStatus.OVERRIDDEN
            ),
            None,
        )
        for point, answer in zip(rubric, answers, strict=True)
    ]
    truth = [
        UNKNOWN if answer is None else MET if answer != is_penalty(point) else UNMET
        for point, answer in zip(rubric, answers, strict=True)
    ]
    return {
        "ground_truth": truth,
        "ground_truth_reasons": reasons if any(reasons) else None,
    }


def is_penalty(point: Checkpoint) -> bool:
    """Whether a checkpoint came as a criterion with a negative weight, and still stands for it.

    The fault it names is met where the checkpoint, which asks to avoid it, is not.
    """
    origin = standing(point, AutorubricCriterion)
    return origin is not None and origin.worth < 0


def _rubric(
    task: Task, rubric: Sequence[Checkpoint], *, policy: str
) -> list[dict[str, Any]] | dict[str, Any]:
    origins = [standing(point, AutorubricCriterion) for point in rubric]
    weights = written_points(
        [point.weight for point in rubric],
        [origin.worth if origin else None for origin in origins],
    )
    criteria = [
        {
            "name": origin.name if origin else point.id,
            "weight": weight,
            "requirement": origin.asked if origin else in_words(point),
        }
        for point, origin, weight in zip(rubric, origins, weights, strict=True)
    ]
    came = origin_of(task, AutorubricTask)
    guidelines = came.guidelines if came else policy
    return {"guidelines": guidelines, "criteria": criteria} if guidelines.strip() else criteria


FORMAT: Final = ForeignFormat(
    id="autorubric",
    tool="autorubric",
    what=mark("The responses with rubric and gold judgments, as a dataset of autorubric."),
    write=write_autorubric,
    losses=autorubric_losses,
    suffix=".json",
    carries={
        "tasks": TASK_CARRIED | {"tags", "extra"},
        "checkpoints": POINT_CARRIED | ANSWERED_CARRIED | {"extra"},
        "responses": RESPONSE_CARRIED | TOLD_CARRIED | {"extra"},
        "judgments": JUDGMENT_CARRIED,
    },
    instruments=frozenset({"binary", "check", "choice"}),
)
