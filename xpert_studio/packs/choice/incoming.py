"""Multiple choice, as Inspect AI and lm-evaluation-harness read it."""

from __future__ import annotations

from xpert_studio.api.formats import (
    LIKELY,
    LINES,
    NOT,
    Brings,
    Candidate,
    ImportFormat,
    Message,
    Surety,
    has_keys,
    read_by,
)
from xpert_studio.packs.choice.shapes import OPTIONS, QUESTIONS, shaped


def _recognise(source: Candidate) -> Surety:
    row = shaped(dict(source.sample)).row if source.suffix in LINES else {}
    options = next((name for name in OPTIONS if name in row), None)
    question = next((name for name in QUESTIONS if name in row), None)
    return Surety(LIKELY, has_keys(question, options)) if question and options else NOT


CHOICE = ImportFormat(
    "choice",
    Message("Multiple choice"),
    Message("A question a line with its options and the right one."),
    LINES,
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES),
    _recognise,
    read_by("xpert_studio.packs.choice.importing:Questions"),
)
