"""What of conversations can be imported, and how its files are recognised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from xpert_studio.api.formats import (
    CERTAIN,
    JSON,
    LIKELY,
    LINES,
    NOT,
    PERHAPS,
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
from xpert_studio.packs.conversations.reading import are_messages

_HERE: Final = "xpert_studio.packs.conversations"
_SPANS: Final = ("resourceSpans", "resource_spans", "resourceLogs", "resource_logs")


def _recognise_chat(source: Candidate) -> Surety:
    from xpert_studio.packs.conversations.chat import messages_in

    row = first_row(source)
    if are_messages([row]) and source.is_json:
        return Surety(LIKELY, Message("it is the messages of a conversation"))
    name = messages_in(row)
    if name is None:
        return NOT
    return Surety(
        PERHAPS
        if any(key in row for key in ("rubric", "rubrics", "rubric_items", "criteria"))
        else LIKELY,
        has_keys(name),
    )


CHAT: Final = ImportFormat(
    "chat",
    Message("Conversations"),
    Message("Messages as chat APIs and ShareGPT have them, one conversation an object."),
    (JSON, *LINES, PARQUET),
    (Brings.TASKS, Brings.RUBRICS, Brings.RESPONSES),
    _recognise_chat,
    read_by(f"{_HERE}.chat:Chats"),
)


def _with(*keys: str) -> Callable[[Candidate], Surety]:
    def recognise(source: Candidate) -> Surety:
        return Surety(SURE, has_keys(*keys)) if set(keys) <= first_row(source).keys() else NOT

    return recognise


def _recognise_questions(source: Candidate) -> Surety:
    row = first_row(source)
    is_one = "question_id" in row and isinstance(row.get("turns"), list) and "model_id" not in row
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


QUESTIONS: Final = ImportFormat(
    "mt-bench",
    "MT-Bench",
    Message("Questions with their turns, one a line (question.jsonl)."),
    LINES,
    (Brings.TASKS,),
    _recognise_questions,
    read_by(f"{_HERE}.mt_bench:MtBenchQuestions"),
)
ANSWERS: Final = ImportFormat(
    "mt-bench-answers",
    Message("Answers to MT-Bench"),
    Message("Answers of models by turn (model_answer), for questions of the project."),
    LINES,
    (Brings.RESPONSES,),
    _with("question_id", "model_id", "choices"),
    read_by(f"{_HERE}.mt_bench:MtBenchAnswers"),
)
GRADES: Final = ImportFormat(
    "mt-bench-grades",
    Message("Grades of MT-Bench"),
    Message("A judge's grades of single answers by turn (model_judgment), as verdicts."),
    LINES,
    (Brings.RUBRICS, Brings.VERDICTS),
    _recognise_grades,
    read_by(f"{_HERE}.mt_bench:MtBenchGrades"),
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


INSPECT_LOG: Final = ImportFormat(
    "inspect-log",
    Message("Log of Inspect"),
    Message("The samples of an evaluation with their messages and tool calls."),
    (".eval", JSON),
    (Brings.TASKS, Brings.RESPONSES),
    _recognise_log,
    read_by(f"{_HERE}.inspect_logs:Log"),
)


def _recognise_traces(source: Candidate) -> Surety:
    from xpert_studio.packs.conversations.spans import is_span

    row: dict[str, Any] = source.sample if source.is_json else {}
    spans = row.get("spans")
    is_listed = isinstance(spans, list) and any(map(is_span, spans))
    if not (any(key in row for key in _SPANS) or is_span(row) or is_listed):
        return NOT
    with source.path.open("rb") as stream:
        if b"gen_ai." in stream.read(4 * 1024 * 1024):
            return Surety(CERTAIN, Message("it has spans of the GenAI conventions"))
    return Surety(
        RELATED,
        Message("A trace without attributes of the GenAI conventions (gen_ai.…)."),
    )


TRACES: Final = ImportFormat(
    "otel-genai",
    Message("OpenTelemetry traces"),
    Message("Conversations with tool calls, from spans of the GenAI conventions."),
    (JSON, *LINES),
    (Brings.TASKS, Brings.RESPONSES),
    _recognise_traces,
    read_by(f"{_HERE}.traces:Traces"),
)
