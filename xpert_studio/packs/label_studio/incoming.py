"""Exports of Label Studio."""

from __future__ import annotations

from pathlib import Path

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
    read_by("xpert_studio.packs.label_studio.importing:LabelStudioExport"),
    _response_fields,
)
