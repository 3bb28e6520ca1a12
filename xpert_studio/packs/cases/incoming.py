"""Cases with levels of difficulty, each with graded criteria."""

from __future__ import annotations

from pathlib import Path

from xpert_studio.core.exchange.formats.incoming.candidate import JSON, LINES, Candidate
from xpert_studio.core.exchange.formats.incoming.entry import (
    NOT,
    SURE,
    Brings,
    ImportFormat,
    Surety,
    Terms,
    has_keys,
)
from xpert_studio.core.exchange.reports import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile


def _recognise(source: Candidate) -> Surety:
    case = source.sample
    cases = case.get("cases")
    if isinstance(cases, list) and cases and isinstance(cases[0], dict):
        case = cases[0]
    if "id" in case and isinstance(case.get("levels"), dict):
        return Surety(SURE, has_keys("id", "levels"))
    return NOT


def _take_in(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
    from xpert_studio.packs.cases.importing import import_cases

    return import_cases(project, path, now=terms.now, actor_id=terms.actor_id)


CASES = ImportFormat(
    "cases",
    Message("Cases with levels of difficulty"),
    Message("Scenarios, each level a task with graded criteria."),
    (JSON, *LINES),
    (Brings.TASKS, Brings.RUBRICS),
    _recognise,
    _take_in,
)
