"""What our own exports to promptfoo say besides what promptfoo reads, and how it is read back.

An assertion's ``config`` names its checkpoint and says what of it the assertion does not; the file
``tasks.json`` holds the tasks, ``project.json`` what the whole is called. Both directions are here,
so that they cannot come to differ.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from xpert_studio.api.formats import (
    BINARY,
    Checkpoint,
    Response,
    in_words,
    one_line,
    readable,
)
from xpert_studio.core.resources import resource_text
from xpert_studio.packs.promptfoo.checks import assertion_of
from xpert_studio.packs.promptfoo.parts import AboutPoint, Assertion
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
"""What ``tasks.json`` says of a task."""


def assertion_for(point: Checkpoint) -> dict[str, Any]:
    """The assertion that a checkpoint becomes."""
    asked = _asked(point)
    about = {"checkpoint": point.id, "tier": point.tier, "dimension": point.dimension}
    if asked.get("value") != literal(point.text):
        about["text"] = literal(point.text)
    if point.instrument != BINARY or point.settings:
        about["instrument"] = point.instrument
        about["settings"] = literal(json.dumps(point.settings, ensure_ascii=False))
    metric = {"metric": literal(point.dimension)} if point.dimension else {}
    config = {key: value for key, value in about.items() if value}
    return asked | {"weight": point.weight} | metric | {"config": config}


def _asked(point: Checkpoint) -> dict[str, Any]:
    by_words = {"type": "llm-rubric", "value": literal(one_line(in_words(point))), "threshold": 1}
    return assertion_of(point) or by_words


def named_in(about: AboutPoint | None) -> dict[str, Any]:
    """The id and the tier of the checkpoint of an export's assertion; of any other nothing."""
    if about is None:
        return {}
    return {"id": about.checkpoint} | ({"tier": about.tier} if about.tier else {})


def read_back(assertion: Assertion) -> dict[str, Any] | None:
    """The checkpoint that an assertion of an export is.

    Args:
        assertion: As it stands in the file.

    Returns:
        Its text, instrument and settings; None where the assertion is of another origin, or says
        something else now than what was written for the checkpoint.
    """
    about = assertion.about
    answer = _answer(about) if about else None
    if about is None or answer is None:
        return None
    text = about.text if "text" in about.model_fields_set else assertion.value
    try:
        fields = {"text": plain(text), **answer}
        point = Checkpoint.model_validate({"task_id": "-", "id": "-", "weight": 1, **fields})
    except (TypeError, ValidationError):
        return None
    asked = _asked(point)
    is_same = all(getattr(assertion, key) == value for key, value in asked.items())
    return fields if is_same else None


def _answer(about: AboutPoint) -> dict[str, Any] | None:
    """How a checkpoint is answered; None where that cannot be read."""
    if "instrument" not in about.model_fields_set:
        return {}
    try:
        settings = json.loads(plain(str(about.settings)))
    except (ValueError, RecursionError):
        return None
    return readable({"instrument": about.instrument, "settings": settings}, FORMAT)


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
