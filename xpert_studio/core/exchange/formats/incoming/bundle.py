"""Bundles, the responses of one by themselves, and the table of judgments and verdicts."""

from __future__ import annotations

from pathlib import Path

from xpert_studio.core.exchange.formats.incoming.candidate import (
    JSON,
    LINES,
    TABLES,
    YAML,
    Candidate,
)
from xpert_studio.core.exchange.formats.incoming.entry import (
    CERTAIN,
    FOLDER,
    LIKELY,
    NOT,
    PERHAPS,
    RELATED,
    Brings,
    ImportFormat,
    Surety,
    Terms,
    has_keys,
    imported_by,
)
from xpert_studio.core.exchange.formats.parquet_rows import PARQUET
from xpert_studio.core.exchange.problems import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile

_ROWS = ("tasks.jsonl", "checkpoints.jsonl", "responses.jsonl", "judgments.jsonl")
_OF_OTHERS = frozenset({*LINES, *TABLES, *YAML, JSON, PARQUET, ".xls", ".ods", ".docx", ".pptx"})


def _recognise(source: Candidate) -> Surety:
    if source.is_folder:
        if (source.path / "manifest.json").is_file():
            return Surety(CERTAIN, has_keys("manifest.json"))
        return Surety(PERHAPS, Message("it is a folder"))
    if source.suffix == ".zip":
        return Surety(PERHAPS, Message("it is a .zip"))
    if source.suffix == ".xpert":
        remedy = "That is a project file itself; open it, or export a bundle from it."
        return Surety(RELATED, Message(remedy))
    if source.suffix not in _OF_OTHERS and source.is_zip:
        return Surety(PERHAPS, Message("it is a .zip by its content"))
    if source.path.name in _ROWS:
        return Surety(
            RELATED,
            Message("Import the folder it lies in: a bundle is a folder or a .zip."),
        )
    return NOT


def _take_in(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
    from xpert_studio.core.exchange.bundle_import import import_bundle

    return import_bundle(
        project, path, now=terms.now, actor_id=terms.actor_id, on_progress=terms.on_progress
    )


BUNDLE = ImportFormat(
    "bundle",
    Message("Bundle"),
    Message("All of a project, or a part of it, as Xpert Studio exports it."),
    (FOLDER, ".zip"),
    tuple(Brings),
    _recognise,
    _take_in,
)


def _recognise_responses(source: Candidate) -> Surety:
    keys = ("task_id", "model", "text")
    if source.suffix in LINES and set(keys) <= source.sample.keys():
        return Surety(LIKELY + 0.1, has_keys(*keys))
    return NOT


RESPONSES = ImportFormat(
    "responses",
    Message("Responses of a bundle"),
    Message("A bundle's responses.jsonl by itself, for tasks of the project."),
    LINES,
    (Brings.RESPONSES,),
    _recognise_responses,
    imported_by("xpert_studio.core.exchange.bundle_import:import_responses"),
)


def _recognise_table(source: Candidate) -> Surety:
    if not source.is_table:
        return NOT
    from xpert_studio.core.exchange.table_import import columns_named

    if any(map(columns_named, source.rows)):
        return Surety(LIKELY, Message("it names responses, checkpoints and raters"))
    return Surety(PERHAPS, Message("it is a table"))


TABLE = ImportFormat(
    "table",
    Message("Table of judgments and verdicts"),
    Message("A row a rating, of responses and checkpoints of the project."),
    TABLES,
    (Brings.JUDGMENTS, Brings.VERDICTS),
    _recognise_table,
    imported_by("xpert_studio.core.exchange.table_import:import_table"),
)
