"""Formats of other tools: what is read from them, and what is written for them."""

from xpert_studio.core.exchange.formats.content import Content
from xpert_studio.core.exchange.formats.incoming.candidate import Candidate
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
from xpert_studio.core.exchange.formats.reading import Reading
from xpert_studio.core.exchange.formats.registry import ForeignFormat
from xpert_studio.core.exchange.formats.taken import Placed, Taken
from xpert_studio.core.exchange.problems import ImportReport, Problems
from xpert_studio.core.fields import Asks
from xpert_studio.core.records import Checkpoint, Response, Task
from xpert_studio.core.store import ProjectFile

__all__ = [
    "NOT",
    "SURE",
    "Asks",
    "Brings",
    "Candidate",
    "Checkpoint",
    "Content",
    "ForeignFormat",
    "ImportFormat",
    "ImportReport",
    "Placed",
    "Problems",
    "ProjectFile",
    "Reading",
    "Response",
    "Surety",
    "Taken",
    "Task",
    "Terms",
    "has_keys",
    "taken_by",
]
