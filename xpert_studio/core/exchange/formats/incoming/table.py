"""The long table of judgments and verdicts."""

from __future__ import annotations

from pathlib import Path

from xpert_studio.core.exchange.formats.incoming.candidate import TABLES, Candidate
from xpert_studio.core.exchange.formats.incoming.entry import (
    LIKELY,
    NOT,
    PERHAPS,
    Brings,
    ImportFormat,
    Surety,
    Terms,
)
from xpert_studio.core.exchange.reports import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile


def _recognise(source: Candidate) -> Surety:
    if not source.is_table:
        return NOT
    from xpert_studio.core.exchange.table_import import columns_named

    if any(map(columns_named, source.rows)):
        return Surety(LIKELY, Message("it names responses, checkpoints and raters"))
    return Surety(PERHAPS, Message("it is a table"))


def _take_in(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
    from xpert_studio.core.exchange.table_import import import_table

    return import_table(project, path, now=terms.now, actor_id=terms.actor_id)


TABLE = ImportFormat(
    "table",
    Message("Table of judgments and verdicts"),
    Message("A row a rating, of responses and checkpoints of the project."),
    TABLES,
    (Brings.JUDGMENTS, Brings.VERDICTS),
    _recognise,
    _take_in,
)
