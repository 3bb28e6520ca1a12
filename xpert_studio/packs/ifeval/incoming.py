"""IFEval: prompts with instructions that a program checks, and responses to them."""

from __future__ import annotations

from xpert_studio.api import Message
from xpert_studio.core.exchange.formats.incoming.candidate import LINES, Candidate
from xpert_studio.core.exchange.formats.incoming.entry import (
    NOT,
    PERHAPS,
    SURE,
    Brings,
    ImportFormat,
    Surety,
    has_keys,
    read_by,
)


def _recognise(source: Candidate) -> Surety:
    keys = source.sample.keys() if source.suffix in LINES else frozenset()
    if {"prompt", "instruction_id_list"} <= keys and "response" not in keys:
        return Surety(SURE, has_keys("prompt", "instruction_id_list"))
    return NOT


IFEVAL = ImportFormat(
    "ifeval",
    "IFEval",
    Message("A prompt a line with its instructions, which a program checks."),
    LINES,
    (Brings.TASKS, Brings.RUBRICS),
    _recognise,
    read_by("xpert_studio.packs.ifeval.importing:Tasks"),
)


def _recognise_responses(source: Candidate) -> Surety:
    keys = source.sample.keys() if source.suffix in LINES else frozenset()
    if "response" in keys and not keys.isdisjoint({"prompt", "key"}):
        return Surety(PERHAPS, has_keys("response", "prompt" if "prompt" in keys else "key"))
    return NOT


IFEVAL_RESPONSES = ImportFormat(
    "ifeval-responses",
    Message("Responses by their prompts"),
    Message("A response a line, for the task of the project that has its prompt or key."),
    LINES,
    (Brings.RESPONSES,),
    _recognise_responses,
    read_by("xpert_studio.packs.ifeval.importing:Answers"),
)
