"""What our own exports to promptfoo say besides what promptfoo reads, and how it is read back.

An assertion's ``config`` names its checkpoint and says what of it the assertion does not; the file
``tasks.json`` holds the tasks, ``project.json`` what the whole is called. Both directions are here,
so that they cannot come to differ.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from xpert_studio.api.formats import (
    BINARY,
    Checkpoint,
    Response,
    Task,
    in_words,
    one_line,
    readable,
)
from xpert_studio.core.records import TIERS, ProjectInfo, is_valid_id
from xpert_studio.core.resources import resource_text
from xpert_studio.packs.promptfoo.checks import assertion_of
from xpert_studio.packs.promptfoo.texts import literal, plain

FORMAT: Final = "promptfoo"
PROMPT: Final = "prompt.mjs"
STORED: Final = "stored.mjs"
TASKS: Final = "tasks.json"
RESPONSES: Final = "responses.json"
PROJECT: Final = "project.json"
SCORE: Final = "score.mjs"
TASK_FIELDS: Final = (
    "id", "title", "domain", "category", "language", "difficulty", "prompt", "context",
    "materials", "deliverables",
)  # fmt: skip


def task_fields(task: Task) -> dict[str, Any]:
    """What ``tasks.json`` says of a task."""
    said = task.model_dump(mode="json", include=set(TASK_FIELDS))
    return {name: said[name] for name in TASK_FIELDS if said[name] is not None}


def project_fields(info: ProjectInfo) -> dict[str, Any]:
    """What ``project.json`` says of the whole."""
    said = {"name": info.name, "licence": info.licence, "canary": info.canary}
    return {**said, "policy": info.grading_policy.text}


def assertion_for(point: Checkpoint) -> dict[str, Any]:
    """The assertion that a checkpoint becomes."""
    metric = {"metric": literal(point.dimension)} if point.dimension else {}
    asked = _asked(point)
    return asked | {"weight": point.weight} | metric | {"config": _about(point, asked)}


def _asked(point: Checkpoint) -> dict[str, Any]:
    by_words = {"type": "llm-rubric", "value": literal(one_line(in_words(point))), "threshold": 1}
    return assertion_of(point) or by_words


def _about(point: Checkpoint, asked: Mapping[str, Any]) -> dict[str, Any]:
    about = {"checkpoint": point.id, "tier": point.tier, "dimension": point.dimension}
    if asked.get("value") != literal(point.text):
        about["text"] = literal(point.text)
    if point.instrument != BINARY or point.settings:
        about["instrument"] = point.instrument
        about["settings"] = literal(json.dumps(point.settings, ensure_ascii=False))
    return {key: value for key, value in about.items() if value}


def id_in(assertion: Mapping[str, Any]) -> str | None:
    """The id of the checkpoint that an assertion of an export names."""
    about = assertion.get("config")
    found = about.get("checkpoint") if isinstance(about, Mapping) else None
    return found if isinstance(found, str) and is_valid_id(found) else None


def named_in(assertion: Mapping[str, Any]) -> dict[str, Any]:
    """The id and the tier that an assertion of an export names; empty for any other assertion."""
    name = id_in(assertion)
    if name is None:
        return {}
    tier = TIERS.find(str(assertion["config"].get("tier")))
    return {"id": name} | ({"tier": tier} if tier else {})


def read_back(assertion: Mapping[str, Any]) -> dict[str, Any] | None:
    """The checkpoint that an assertion of an export is.

    Args:
        assertion: As it stands in the file.

    Returns:
        Its text, instrument and settings; None where the assertion is of another origin, or says
        something else now than what was written for the checkpoint.
    """
    if id_in(assertion) is None:
        return None
    about: Mapping[str, Any] = assertion["config"]
    text = about.get("text", assertion.get("value"))
    answer = _answer(about)
    if not isinstance(text, str) or answer is None:
        return None
    fields = {"text": plain(text), **answer}
    try:
        point = Checkpoint.model_validate({"task_id": "-", "id": "-", "weight": 1, **fields})
    except ValidationError:
        return None
    asked = _asked(point)
    is_same = all(assertion.get(key) == value for key, value in asked.items())
    return fields if is_same else None


def _answer(about: Mapping[str, Any]) -> dict[str, Any] | None:
    """How a checkpoint is answered; None where that cannot be read."""
    if "instrument" not in about:
        return {}
    try:
        settings = json.loads(plain(str(about.get("settings", "{}"))))
    except (ValueError, RecursionError):
        return None
    return readable({"instrument": about["instrument"], "settings": settings}, FORMAT)


def task_in(test: Mapping[str, Any]) -> str | None:
    """The id of the task that a test of an export names, as its assertions name checkpoints."""
    about, asked = test.get("metadata"), test.get("assert")
    found = about.get("task") if isinstance(about, Mapping) else None
    is_ours = isinstance(asked, list) and all(
        isinstance(item, Mapping) and id_in(item) for item in asked
    )
    return found if is_ours and isinstance(found, str) and is_valid_id(found) else None


def by_system(responses: Iterable[Response]) -> Iterator[tuple[str, Response]]:
    """The responses to a task with the names of their systems.

    What a system answered a second time stands under its name with a number.
    """
    times: Counter[str] = Counter()
    for response in responses:
        times[response.model] += 1
        again = times[response.model]
        yield response.model if again == 1 else f"{response.model} ({again})", response


def is_own_code(folder: Path, name: str) -> bool:
    """Whether a file of an export is the code that we wrote, so that what it gives is known.

    Args:
        folder: The export.
        name: Of the file.
    """
    path, ours = folder / name, resource_text("exports", FORMAT, name).encode()
    try:
        return path.stat().st_size == len(ours) and path.read_bytes() == ours
    except OSError:
        return False
