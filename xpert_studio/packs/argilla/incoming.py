"""Argilla's datasets."""

from __future__ import annotations

from pathlib import Path

from xpert_studio.api.formats import (
    CERTAIN,
    JSON,
    LINES,
    NOT,
    RELATED,
    SURE,
    Brings,
    Candidate,
    ImportFormat,
    Message,
    Surety,
    read_by,
)
from xpert_studio.core.exchange.formats.incoming.entry import FOLDER
from xpert_studio.core.exchange.formats.parquet_rows import PARQUET
from xpert_studio.packs.argilla.reading import is_argilla_folder, looks_like_argilla


def _recognise(source: Candidate) -> Surety:
    if is_argilla_folder(source.path):
        return Surety(1.0, Message("it has settings of Argilla"))
    if source.suffix == PARQUET and source.is_file:
        return _packed(source)
    # Rows that the library datasets writes, one a line, may have the ending .json.
    looked = (source.sample, (source.is_json and source.first) or {})
    if any(looks_like_argilla(value) for value in looked):
        return Surety(SURE, Message("it has records of Argilla"))
    return NOT


def _packed(source: Candidate) -> Surety:
    """Also of a file that cannot be read: the import says why."""
    if source.packed is None or looks_like_argilla(source.packed):
        return Surety(CERTAIN, Message("it has records of Argilla"))
    return Surety(RELATED, Message("A Parquet file is read where it has records of Argilla."))


def _response_fields(path: Path) -> tuple[str, ...]:
    from xpert_studio.packs.argilla.importing import response_fields

    return response_fields(path)


ARGILLA = ImportFormat(
    "argilla",
    "Argilla",
    Message("A dataset with the answers of its annotators and the suggestions of models."),
    (FOLDER, JSON, *LINES, PARQUET),
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES, Brings.JUDGMENTS, Brings.VERDICTS),
    _recognise,
    read_by("xpert_studio.packs.argilla.importing:ArgillaDataset"),
    _response_fields,
)
