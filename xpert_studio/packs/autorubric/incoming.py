"""autorubric's data sets."""

from __future__ import annotations

from xpert_studio.core.exchange.formats.incoming.candidate import JSON, Candidate
from xpert_studio.core.exchange.formats.incoming.entry import (
    NOT,
    SURE,
    Brings,
    ImportFormat,
    Surety,
    has_keys,
    read_by,
)
from xpert_studio.core.messages import Message


def _recognise(source: Candidate) -> Surety:
    if source.suffix == JSON and {"items", "rubric"} <= source.sample.keys():
        return Surety(SURE, has_keys("items", "rubric"))
    return NOT


AUTORUBRIC = ImportFormat(
    "autorubric",
    "autorubric",
    Message("A data set with rubrics, responses and their ground truth."),
    (JSON,),
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES, Brings.JUDGMENTS),
    _recognise,
    read_by("xpert_studio.packs.autorubric.importing:Dataset"),
)
