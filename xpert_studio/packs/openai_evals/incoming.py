"""OpenAI Evals: samples, registry files, and what the platform's API gives."""

from __future__ import annotations

from typing import Final

from xpert_studio.api.formats import (
    CERTAIN,
    JSON,
    LIKELY,
    LINES,
    NOT,
    PERHAPS,
    RELATED,
    SURE,
    YAML,
    Brings,
    Candidate,
    ImportFormat,
    Message,
    Surety,
    has_keys,
    read_by,
)
from xpert_studio.core.exchange.formats.incoming.rows import first_row
from xpert_studio.core.exchange.formats.row_keys import answers_in, prompts_in
from xpert_studio.packs.healthbench.names import rubrics_in

_ITEM: Final = "eval.run.output_item"
_RUBRICS: Final = (Brings.TASKS, Brings.RUBRICS)


def _recognise_samples(source: Candidate) -> Surety:
    row = source.sample
    if {"input", "ideal"} <= row.keys():
        return Surety(LIKELY + 0.1, has_keys("input", "ideal"))
    if {"input", "completion", "choice"} <= row.keys():
        return Surety(
            RELATED,
            Message(
                "Like samples of OpenAI Evals that test a grader (completion, choice): they have "
                "no “ideal”."
            ),
        )
    if "spec" in row and isinstance(row["spec"], dict) and "completion_fns" in row["spec"]:
        return Surety(
            RELATED,
            Message("A record of a run of OpenAI Evals: import its samples or its registry file."),
        )
    row = first_row(source)
    prompts, answers = prompts_in(row), answers_in(row)
    if len(prompts) == len(answers) == 1 and not rubrics_in(row):
        told = f"{prompts[0]} for input, {answers[0]} for ideal"
        return Surety(PERHAPS, Message("like samples of OpenAI Evals, but {told}", told=told))
    return NOT


SAMPLES = ImportFormat(
    "openai-evals",
    Message("Samples of OpenAI Evals"),
    Message("A prompt a line with its expected answer."),
    (*LINES, JSON),
    _RUBRICS,
    _recognise_samples,
    read_by("xpert_studio.packs.openai_evals.samples:SampleFile"),
)


def _recognise_registry(source: Candidate) -> Surety:
    entries = (source.yaml or {}).values()
    if any(isinstance(entry, dict) and "class" in entry and "args" in entry for entry in entries):
        return Surety(SURE, has_keys("class", "args"))
    if any(isinstance(entry, dict) and "choice_strings" in entry for entry in entries):
        return Surety(
            RELATED,
            Message("A grader of OpenAI Evals: import the file of the folder evals that names it."),
        )
    return NOT


REGISTRY = ImportFormat(
    "openai-registry",
    Message("Registry of OpenAI Evals"),
    Message("Evals with their samples; answers that are compared by text become checks."),
    YAML,
    _RUBRICS,
    _recognise_registry,
    read_by("xpert_studio.packs.openai_evals.registry:EvalRegistry"),
)


def _recognise_run(source: Candidate) -> Surety:
    row = source.sample
    data = row.get("data")
    if row.get("object") == "list" and isinstance(data, list) and data:
        row = data[0] if isinstance(data[0], dict) else {}
    kind = row.get("object")
    if kind == _ITEM or {"datasource_item", "results"} <= row.keys():
        return Surety(CERTAIN, has_keys("datasource_item", "results"))
    if kind in ("eval", "eval.run") or "testing_criteria" in row:
        return Surety(
            RELATED,
            Message(
                "An eval of the platform, or a run, without its items: import the run's output "
                "items (…/runs/RUN/output_items)."
            ),
        )
    return NOT


RUN = ImportFormat(
    "openai-run",
    Message("Output items of an OpenAI eval run"),
    Message("What a model answered, and which graders it passed."),
    (JSON, *LINES),
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES, Brings.VERDICTS),
    _recognise_run,
    read_by("xpert_studio.packs.openai_evals.platform:OutputItems"),
)


def _recognise_items(source: Candidate) -> Surety:
    is_item = isinstance(source.sample.get("item"), dict)
    return Surety(LIKELY, has_keys("item")) if is_item else NOT


ITEMS = ImportFormat(
    "openai-items",
    Message("Data source of an OpenAI eval"),
    Message("An item a line, with its expected answer and perhaps a response."),
    (*LINES, JSON),
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES),
    _recognise_items,
    read_by("xpert_studio.packs.openai_evals.platform:DataSourceItems"),
)
