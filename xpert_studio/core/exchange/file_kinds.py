"""What a file may be: a rubric, a document of a brief, or anything else that can be imported."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Never

from xpert_studio.core.documents import media_type_of
from xpert_studio.core.errors import InputRefusedError, Problem, XpertError
from xpert_studio.core.exchange.formats.incoming import Candidate
from xpert_studio.core.exchange.formats.incoming.entry import ALIKE, LIKELY, PERHAPS
from xpert_studio.core.exchange.problems import Problems
from xpert_studio.core.exchange.recognition import candidates_for, recognised, surest
from xpert_studio.core.exchange.rubric_sheet import SheetReading, read_rubric_sheet
from xpert_studio.core.exchange.tables import read_sheets
from xpert_studio.core.exchange.tables.cells import RATINGS
from xpert_studio.core.exchange.tables.of_tasks import REMEDY, WHAT, holds_tasks
from xpert_studio.core.messages import Message

RUBRIC: Final = "rubric"
DOCUMENT: Final = "document"
RUBRIC_ENDINGS: Final = (
    ".xlsx", ".xlsm", ".xls", ".ods", ".csv", ".tsv", ".docx", ".html", ".htm", ".md", ".txt",
    ".json", ".jsonl", ".yaml", ".yml", ".xml", ".rbc", ".imscc", ".zip",
)  # fmt: skip
"""Of files that a rubric may be in; their content decides."""
_WRITTEN: Final = frozenset({".docx", ".html", ".htm", ".md", ".txt"})
"""Texts, in which a table or a list may be a rubric or not."""
_DOCUMENT: Final = 0.8
_MOST_READ: Final = 16 * 1024 * 1024
_MOST_ATTACHED: Final = 128 * 1024 * 1024
"""Bytes of a file that is read to see whether a rubric is in it, and whether it is a document."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """One thing that a file may be.

    Attributes:
        id: ``RUBRIC``, ``DOCUMENT``, or an entry of ``IMPORTS``.
        sure: From 0 to 1.
    """

    id: str
    sure: float


def kinds_of(source: Path, *, attaches: bool = False) -> list[FileKind]:
    """What a file or folder may be, the likeliest first; several where a person has to say.

    Args:
        source: The file or folder.
        attaches: Whether a brief is open that files are attached to.

    Raises:
        NotFoundError: There is nothing at ``source``.
        InputRefusedError: It is of no kind; its nearest relative is named.
    """
    if not source.exists():
        candidates_for(source)
    found, candidate = recognised(source), Candidate(source)
    formats, best = surest(found), found[0].surety.sure if found else 0.0
    # As a rubric, the materials of a table of tasks would become requirements.
    of_tasks = (
        candidate.is_table
        and best <= PERHAPS
        and holds_tasks(read_sheets(source, Problems(), doubts=[], limits=RATINGS))
    )
    if of_tasks and not attaches:
        raise InputRefusedError(source.name, [Problem(source.name, "", "", WHAT, REMEDY)])
    rubric = 0.0 if of_tasks else _rubric_surety(candidate, best, asks=attaches)
    is_written = candidate.is_file and candidate.suffix in _WRITTEN
    kinds = [
        FileKind(one.id, best) for one in formats if best > PERHAPS or not (rubric or is_written)
    ]
    kinds += [FileKind(RUBRIC, rubric)] if rubric else []
    is_document = not kinds or attaches
    if is_document and _is_document(candidate):
        if not attaches:
            _refuse_document(source)
        kinds = [one for one in kinds if one.sure > PERHAPS]
        kinds.append(FileKind(DOCUMENT, _DOCUMENT))
    if not kinds:
        candidates_for(source)
    return sorted(kinds, key=lambda one: -one.sure)


def _is_document(candidate: Candidate) -> bool:
    path = candidate.path
    if not candidate.is_file or path.stat().st_size > _MOST_ATTACHED:
        return False
    return media_type_of(path.read_bytes(), path.name) is not None


def _rubric_surety(candidate: Candidate, best: float, *, asks: bool) -> float:
    """How sure it is that a rubric is in a file.

    Args:
        candidate: The file.
        best: How sure another kind is.
        asks: Whether a text of which a rubric is only guessed is something else.
    """
    source, is_written = candidate.path, candidate.suffix in _WRITTEN
    if not candidate.is_file or candidate.suffix not in RUBRIC_ENDINGS or best >= LIKELY:
        return 0.0
    if candidate.is_table and best <= PERHAPS and not is_written:
        return ALIKE  # a table of no other kind: the page of imports says what is wrong with it
    if source.stat().st_size > _MOST_READ:
        return 0.0
    try:
        sheet = read_rubric_sheet(source, dimensions=(), reading=SheetReading(is_preview=True))
    except XpertError:
        return 0.0
    is_doubted = not sheet.is_sure and (best > PERHAPS or (asks and is_written))
    if not sheet.rows or is_doubted:
        return 0.0
    return LIKELY if sheet.is_sure else ALIKE


def _refuse_document(source: Path) -> Never:
    """Says what a document is for.

    Raises:
        InputRefusedError: Always.
    """
    problem = Problem(
        source.name,
        "",
        "",
        Message("is a document, and no rubric was found in it."),
        Message(
            "Attach it to a task: drop it on the task's brief. A rubric in it comes in as a table: "
            "copy it there and paste it into a rubric."
        ),
    )
    raise InputRefusedError(source.name, [problem])
