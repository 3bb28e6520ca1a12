"""Tables of ratings: who gave which item which score on which criterion."""

from __future__ import annotations

from pathlib import Path

from xpert_studio.core.exchange.formats.incoming.candidate import TABLES, Candidate
from xpert_studio.core.exchange.formats.incoming.entry import (
    LIKELY,
    NOT,
    Brings,
    ImportFormat,
    Surety,
    Terms,
    taken_by,
)
from xpert_studio.core.exchange.formats.taken import Taken
from xpert_studio.core.exchange.problems import Problems
from xpert_studio.core.exchange.reports import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile
from xpert_studio.packs.ratings.names import columns_of


def _recognise(source: Candidate) -> Surety:
    found = columns_of(source.rows[0]) if source.rows else None
    if found is None:
        return NOT
    shape = (
        Message("it has a column a rater")
        if found.raters
        else Message("it has a rating a row")
        if found.is_long
        else Message("it has raters, and perhaps a column a criterion")
    )
    return Surety(LIKELY, shape)


def _take_in(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
    from xpert_studio.packs.ratings.importing import read_ratings

    def read(source: Path, problems: Problems) -> Taken:
        return read_ratings(source, problems, project)

    return taken_by(read, project, path, terms)


RATINGS = ImportFormat(
    "ratings",
    Message("Table of ratings"),
    Message("Scores by rater and criterion, in rows or columns, of texts or of responses here."),
    TABLES,
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES, Brings.JUDGMENTS),
    _recognise,
    _take_in,
)
