"""Cases with levels of difficulty, each with graded criteria."""

from __future__ import annotations

from xpert_studio.api.formats import (
    JSON,
    LINES,
    NOT,
    SURE,
    Brings,
    Candidate,
    ImportFormat,
    Message,
    Surety,
    has_keys,
    read_by,
)


def _recognise(source: Candidate) -> Surety:
    case = source.sample
    cases = case.get("cases")
    if isinstance(cases, list) and cases and isinstance(cases[0], dict):
        case = cases[0]
    if "id" in case and isinstance(case.get("levels"), dict):
        return Surety(SURE, has_keys("id", "levels"))
    return NOT


CASES = ImportFormat(
    "cases",
    Message("Cases with levels of difficulty"),
    Message("Scenarios, each level a task with graded criteria."),
    (JSON, *LINES),
    (Brings.TASKS, Brings.RUBRICS),
    _recognise,
    read_by("xpert_studio.packs.cases.importing:Cases"),
)
