"""autorubric's data sets."""

from __future__ import annotations

from pathlib import Path

from xpert_studio.core.exchange.formats.incoming.candidate import JSON, Candidate
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
    if source.suffix == JSON and {"items", "rubric"} <= source.sample.keys():
        return Surety(SURE, has_keys("items", "rubric"))
    return NOT


def _take_in(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
    from xpert_studio.packs.autorubric.importing import import_autorubric

    return import_autorubric(project, path, now=terms.now, actor_id=terms.actor_id)


AUTORUBRIC = ImportFormat(
    "autorubric",
    "autorubric",
    Message("A data set with rubrics, responses and their ground truth."),
    (JSON,),
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES, Brings.JUDGMENTS),
    _recognise,
    _take_in,
)
