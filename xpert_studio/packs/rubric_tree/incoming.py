"""Rubrics as trees of weighted parts, as PaperBench has them, also with scores of a submission."""

from __future__ import annotations

from xpert_studio.api.formats import (
    ALIKE,
    CERTAIN,
    JSON,
    NOT,
    Brings,
    Candidate,
    ImportFormat,
    Message,
    Surety,
    has_keys,
    read_by,
)
from xpert_studio.packs.rubric_tree.names import CHILDREN, TEXT, WEIGHT, names_of


def _recognise(source: Candidate) -> Surety:
    names = names_of(source.sample) if source.suffix == JSON else None
    if names is None:
        return NOT
    if names.text == TEXT and names.children == CHILDREN and names.weight == WEIGHT:
        return Surety(CERTAIN, has_keys(TEXT, CHILDREN, WEIGHT))
    return Surety(ALIKE + 0.05, Message("like PaperBench, but {told}", told=names.told()))


RUBRIC_TREE = ImportFormat(
    "paperbench",
    "PaperBench",
    Message("A rubric as a tree with weights on its branches, alone or with scores."),
    (JSON,),
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES, Brings.JUDGMENTS, Brings.VERDICTS),
    _recognise,
    read_by("xpert_studio.packs.rubric_tree.importing:Tree"),
)
