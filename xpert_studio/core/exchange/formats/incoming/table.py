"""The long table of judgments and verdicts."""

from __future__ import annotations

from xpert_studio.core.exchange.formats.incoming.candidate import TABLES, Candidate
from xpert_studio.core.exchange.formats.incoming.entry import (
    LIKELY,
    NOT,
    PERHAPS,
    Brings,
    ImportFormat,
    Surety,
    imported_by,
)
from xpert_studio.core.messages import Message


def _recognise(source: Candidate) -> Surety:
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
    _recognise,
    imported_by("xpert_studio.core.exchange.table_import:import_table"),
)
