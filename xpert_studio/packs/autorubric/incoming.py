"""autorubric's data sets."""

from __future__ import annotations

from xpert_studio.api.formats import (
    JSON,
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
    read_by("xpert_studio.packs.autorubric.importing:AutorubricDataset"),
)
