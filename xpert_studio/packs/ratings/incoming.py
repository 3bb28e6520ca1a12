"""Tables of ratings: who gave which item which score on which criterion."""

from __future__ import annotations

from xpert_studio.api.formats import (
    LIKELY,
    NOT,
    TABLES,
    Brings,
    Candidate,
    ImportFormat,
    Message,
    Surety,
    read_by,
)
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


RATINGS = ImportFormat(
    "ratings",
    Message("Table of ratings"),
    Message("Scores by rater and criterion, in rows or columns, of texts or of responses here."),
    TABLES,
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES, Brings.JUDGMENTS),
    _recognise,
    read_by("xpert_studio.packs.ratings.importing:RatingsFile"),
)
