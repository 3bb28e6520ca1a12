"""What of conversations can be imported, and how its files are recognised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from xpert_studio.core.exchange.formats.incoming import (
    Brings,
    Candidate,
    ImportFormat,
    Surety,
    Terms,
)
from xpert_studio.core.exchange.formats.incoming.candidate import JSON, LINES
from xpert_studio.core.exchange.formats.incoming.entry import (
    CERTAIN,
    LIKELY,
    NOT,
    PERHAPS,
    RELATED,
    SURE,
    has_keys,
)
from xpert_studio.core.exchange.formats.incoming.rows import first_row
from xpert_studio.core.exchange.formats.parquet_rows import PARQUET
from xpert_studio.core.exchange.problems import Problems
from xpert_studio.core.exchange.reports import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile
from xpert_studio.packs.conversations.reading import are_messages

_RUBRICS: Final = ("rubric", "rubrics", "rubric_items", "criteria")
_SPANS: Final = ("resourceSpans", "resource_spans", "resourceLogs", "resource_logs")
_MARK: Final = b"gen_ai."
_LOOKED_AT: Final = 4 * 1024 * 1024


def _recognise_chat(source: Candidate) -> Surety:
    from xpert_studio.packs.conversations.chat import messages_in

    row = first_row(source)
    if are_messages([row]) and source.is_json:
        return Surety(LIKELY, Message("it is the messages of a conversation"))
    name = messages_in(row)
    if name is None:
        return NOT
    is_other = any(key in row for key in _RUBRICS)
    return Surety(PERHAPS if is_other else LIKELY, has_keys(name))


def _take_in_chat(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
    from xpert_studio.packs.conversations.chat import import_chats

    return import_chats(project, path, terms)


CHAT: Final = ImportFormat(
    "chat",
    Message("Conversations"),
    Message("Messages as chat APIs and ShareGPT have them, one conversation an object."),
    (JSON, *LINES, PARQUET),
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES),
    _recognise_chat,
    _take_in_chat,
)


def _with(*keys: str) -> Callable[[Candidate], Surety]:
    def recognise(source: Candidate) -> Surety:
        row = first_row(source)
        return Surety(SURE, has_keys(*keys)) if set(keys) <= row.keys() else NOT

    return recognise


def _recognise_questions(source: Candidate) -> Surety:
    row = first_row(source)
    turns = row.get("turns")
    is_one = "question_id" in row and isinstance(turns, list) and "model_id" not in row
    return Surety(SURE, has_keys("question_id", "turns")) if is_one else NOT


def _recognise_grades(source: Candidate) -> Surety:
    row = first_row(source)
    if {"question_id", "model", "judge", "score", "turn"} <= row.keys():
        return Surety(CERTAIN, has_keys("question_id", "judge", "score", "turn"))
    if {"question_id", "judge", "turn"} <= row.keys():
        return Surety(
            RELATED,
            Message(
                "Comparisons of two answers of MT-Bench, which cannot be imported; grades of "
                "single answers can."
            ),
        )
    return NOT


def _take_in_mt_bench(kind: str) -> Callable[[ProjectFile, Path, Terms], ImportReport]:
    def take_in(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
        from xpert_studio.packs.conversations import mt_bench

        problems = Problems()
        reading = (
            mt_bench.Questions(path.name, problems)
            if kind == "questions"
            else mt_bench.Answers(path.name, problems, project)
            if kind == "answers"
            else mt_bench.Grades(path.name, problems, project)
        )
        return reading.take_in(project, path, now=terms.now, actor_id=terms.actor_id)

    return take_in


QUESTIONS: Final = ImportFormat(
    "mt-bench",
    "MT-Bench",
    Message("Questions with their turns, one a line (question.jsonl)."),
    LINES,
    (Brings.TASKS,),
    _recognise_questions,
    _take_in_mt_bench("questions"),
)
ANSWERS: Final = ImportFormat(
    "mt-bench-answers",
    Message("Answers to MT-Bench"),
    Message("Answers of models by turn (model_answer), for questions of the project."),
    LINES,
    (Brings.RESPONSES,),
    _with("question_id", "model_id", "choices"),
    _take_in_mt_bench("answers"),
)
GRADES: Final = ImportFormat(
    "mt-bench-grades",
    Message("Grades of MT-Bench"),
    Message("A judge's grades of single answers by turn (model_judgment), as verdicts."),
    LINES,
    (Brings.RUBRICS, Brings.VERDICTS),
    _recognise_grades,
    _take_in_mt_bench("grades"),
)


def _recognise_log(source: Candidate) -> Surety:
    if source.suffix == ".eval" and source.is_zip:
        return Surety(CERTAIN, Message("it is a log of Inspect"))
    held = source.sample if source.suffix == JSON else {}
    if isinstance(held.get("eval"), Mapping) and {"version", "status"} <= held.keys():
        has_samples = isinstance(held.get("samples"), list)
        told = has_keys("eval", "samples")
        without = Message("A log of Inspect without samples: choose one that has them.")
        return Surety(CERTAIN, told) if has_samples else Surety(RELATED + 0.1, without)
    return NOT


def _take_in_log(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
    from xpert_studio.packs.conversations.inspect_logs import import_inspect_log

    return import_inspect_log(project, path, terms)


INSPECT_LOG: Final = ImportFormat(
    "inspect-log",
    Message("Log of Inspect"),
    Message("The samples of an evaluation with their messages and tool calls."),
    (".eval", JSON),
    (Brings.TASKS, Brings.RESPONSES),
    _recognise_log,
    _take_in_log,
)


def _recognise_traces(source: Candidate) -> Surety:
    from xpert_studio.packs.conversations.spans import is_span

    row: dict[str, Any] = source.sample if source.is_json else {}
    spans = row.get("spans")
    is_listed = isinstance(spans, list) and any(map(is_span, spans))
    if not (any(key in row for key in _SPANS) or is_span(row) or is_listed):
        return NOT
    with source.path.open("rb") as stream:
        if _MARK in stream.read(_LOOKED_AT):
            return Surety(CERTAIN, Message("it has spans of the GenAI conventions"))
    return Surety(
        RELATED,
        Message("A trace without attributes of the GenAI conventions (gen_ai.…)."),
    )


def _take_in_traces(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
    from xpert_studio.packs.conversations.traces import import_traces

    return import_traces(project, path, terms)


TRACES: Final = ImportFormat(
    "otel-genai",
    Message("OpenTelemetry traces"),
    Message("Conversations with tool calls, from spans of the GenAI conventions."),
    (JSON, *LINES),
    (Brings.TASKS, Brings.RESPONSES),
    _recognise_traces,
    _take_in_traces,
)
