"""promptfoo's configurations and results."""

from __future__ import annotations

from xpert_studio.api.formats import (
    CERTAIN,
    JSON,
    LINES,
    NOT,
    SURE,
    YAML,
    Brings,
    Candidate,
    ImportFormat,
    Message,
    Surety,
    has_keys,
    read_by,
)
from xpert_studio.packs.promptfoo.shapes import (
    looks_like_config,
    looks_like_result,
    rows_of,
)


def _recognise(source: Candidate) -> Surety:
    if source.suffix in LINES:
        is_result = looks_like_result(source.sample)
        return Surety(SURE, has_keys("prompt", "provider", "vars")) if is_result else NOT
    value = source.sample or source.yaml or {}
    if rows_of(value) is not None:
        return Surety(CERTAIN, Message("it has results of promptfoo"))
    if looks_like_config(value):
        return Surety(SURE, Message("it has prompts, and tests or providers"))
    return NOT


PROMPTFOO = ImportFormat(
    "promptfoo",
    "promptfoo",
    Message("A configuration with its tests, or the results of an evaluation."),
    (*YAML, JSON, *LINES),
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES, Brings.VERDICTS),
    _recognise,
    read_by("xpert_studio.packs.promptfoo.importing:Promptfoo"),
)
