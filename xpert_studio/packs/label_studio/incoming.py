"""Exports of Label Studio."""

from __future__ import annotations

from functools import partial
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
    taken_by,
)
from xpert_studio.core.exchange.problems import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile

_ROW = ("annotator", "annotation_id", "lead_time")
_SAID = ("annotations", "completions", "predictions")
_TABLES = (".csv", ".tsv", ".xlsx")


def _recognise(source: Candidate) -> Surety:
    if source.suffix in _TABLES and source.rows:
        return Surety(SURE, has_keys(*_ROW)) if set(_ROW) <= set(source.rows[0]) else NOT
    value = source.sample if source.suffix == JSON else {}
    said = next((name for name in _SAID if isinstance(value.get(name), list)), None)
    if isinstance(value.get("data"), dict) and said:
        return Surety(SURE, has_keys("data", said))
    return Surety(SURE, has_keys(*_ROW)) if set(_ROW) <= value.keys() else NOT


def _take_in(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
    from xpert_studio.packs.label_studio.importing import read_label_studio

    read = partial(read_label_studio, response_field=terms.response_field)
    return taken_by(read, project, path, terms)


def _response_fields(path: Path) -> tuple[str, ...]:
    from xpert_studio.packs.label_studio.importing import response_fields

    return response_fields(path)


LABEL_STUDIO = ImportFormat(
    "label-studio",
    "Label Studio",
    Message("An export as JSON, JSON-MIN or CSV: what annotators chose and rated."),
    (JSON, *_TABLES),
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES, Brings.JUDGMENTS, Brings.VERDICTS),
    _recognise,
    _take_in,
    _response_fields,
)
