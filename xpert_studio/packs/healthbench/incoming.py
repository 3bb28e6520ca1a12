"""HealthBench: tasks with rubrics, files of the same shape under other names, and labels."""

from __future__ import annotations

from xpert_studio.api.formats import (
    ALIKE,
    CERTAIN,
    JSON,
    LINES,
    NOT,
    RELATED,
    SURE,
    Brings,
    Candidate,
    ImportFormat,
    Message,
    Surety,
    has_keys,
    read_by,
)
from xpert_studio.core.exchange.formats.incoming.rows import first_row
from xpert_studio.core.exchange.formats.parquet_rows import PARQUET
from xpert_studio.core.exchange.formats.row_keys import PROMPT, prompts_in
from xpert_studio.packs.healthbench.names import RUBRICS, rubrics_in, text_of_rubric


def _recognise(source: Candidate) -> Surety:
    row = first_row(source)
    prompts, rubrics = prompts_in(row), rubrics_in(row)
    if (prompts, rubrics) == ((PROMPT,), (RUBRICS,)):
        return Surety(SURE, has_keys(PROMPT, RUBRICS))
    if len(prompts) == len(rubrics) == 1:
        return Surety(ALIKE, _like(((prompts[0], PROMPT), (rubrics[0], RUBRICS))))
    if prompts and not rubrics and (name := text_of_rubric(row)):
        return Surety(
            RELATED + 0.1,
            Message(
                "Like HealthBench, but “{name}” is one text: write it as a list of criteria, each "
                "with its points.",
                name=name,
            ),
        )
    if not rubrics or source.is_table:
        return NOT
    if not prompts:
        return Surety(
            RELATED,
            Message(
                "Like HealthBench, but without a prompt: name the task's text “prompt”. A rubric "
                "by itself: xpert-studio rubric import PROJECT TASK FILE."
            ),
        )
    several = prompts if len(prompts) > 1 else rubrics
    name = PROMPT if len(prompts) > 1 else RUBRICS
    return Surety(
        RELATED + 0.1,
        Message(
            "Like HealthBench, but any of {several} may be its “{name}”: rename the one that is.",
            several=", ".join(several),
            name=name,
        ),
    )


def _like(pairs: tuple[tuple[str, str], ...]) -> Message:
    told = ", ".join(f"{key} for {name}" for key, name in pairs if key != name)
    return Message("like HealthBench, but {told}", told=told)


HEALTHBENCH = ImportFormat(
    "healthbench",
    "HealthBench",
    Message("A task a line with its rubric, also under other names than HealthBench's."),
    (*LINES, JSON, PARQUET),
    (Brings.TASKS, Brings.RUBRICS),
    _recognise,
    read_by("xpert_studio.packs.healthbench.importing:HealthBenchTasks"),
)

_LABELLED = ("prompt", "completion", "rubric", "binary_labels")


def _recognise_meta(source: Candidate) -> Surety:
    if source.suffix in LINES and set(_LABELLED) <= source.sample.keys():
        return Surety(CERTAIN, has_keys(*_LABELLED))
    return NOT


META_EVALUATION = ImportFormat(
    "healthbench-meta",
    Message("HealthBench's meta-evaluation"),
    Message("Responses with what physicians said of single criteria."),
    LINES,
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES, Brings.JUDGMENTS),
    _recognise_meta,
    read_by("xpert_studio.packs.healthbench.meta_evaluation:Labels"),
)
