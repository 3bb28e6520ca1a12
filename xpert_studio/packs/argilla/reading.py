"""Reads what Argilla writes of a dataset, in any of its shapes, as rows of one shape.

Shapes: ``records.json`` of ``Dataset.to_disk`` and ``records.to_json`` (a list of records that have
``fields``, ``responses`` and ``suggestions``); rows of ``records.to_datasets``, which is what the
Hub gets, as JSON or Parquet (``QUESTION.responses``, ``QUESTION.responses.users``, …); and the same
two of Argilla 1's ``FeedbackDataset`` (``responses`` as a list of users; ``QUESTION``,
``QUESTION-suggestion``, …).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import FaultError, Message, Reading, shown
from xpert_studio.core.exchange.formats.parquet_rows import PARQUET, parquet_rows
from xpert_studio.core.exchange.formats.taken import is_readable, read_whole
from xpert_studio.core.exchange.lines import parse_list, strict_json

SETTINGS: Final = Path(".argilla", "settings.json")
OLD_SETTINGS: Final = Path("argilla.yaml")
"""Of Argilla 1, in a dataset on the Hub."""
DATASET: Final = Path(".argilla", "dataset.json")
RECORDS: Final = ("records.jsonl", "records.json")
"""Files of records in a folder: rows with a status are preferred to ``to_disk``'s without."""

_BOM: Final = b"\xef\xbb\xbf"
_RESPONSES: Final = ".responses"
_SUGGESTION: Final = ".suggestion"
_OLD_SUGGESTION: Final = "-suggestion"
_OLD_ANSWER: Final = frozenset({"user_id", "value", "status"})
_OWN: Final = frozenset({"id", "external_id", "status", "_server_id", "inserted_at", "updated_at"})
"""Columns of a flat row that are neither fields nor metadata nor of a question."""


@dataclass(frozen=True, slots=True)
class AnnotatorAnswer:
    """What an annotator answered to a question; no status where the file has none."""

    question: str
    value: Any
    user: str | None
    status: str | None


@dataclass(frozen=True, slots=True)
class ModelSuggestion:
    """What a model suggested as the answer to a question."""

    question: str
    value: Any
    agent: str | None
    score: Any = None


@dataclass(slots=True)
class ArgillaRecord:
    """A record.

    Attributes:
        columns: Of a flat row, what may be a field or metadata.
    """

    place: str
    id: str | None
    fields: dict[str, Any] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)
    columns: dict[str, Any] = field(default_factory=dict)
    has_vectors: bool = False
    answers: list[AnnotatorAnswer] = field(default_factory=list)
    suggestions: list[ModelSuggestion] = field(default_factory=list)


class ShapeError(FaultError):
    """A field of a row has another shape.

    Args:
        field: Where.
        message: What is wrong with it.
        remedy: What to do.
    """

    def __init__(self, field: str, message: str, remedy: str) -> None:
        super().__init__(message, remedy)
        self.field = field


def looks_like_argilla(value: Mapping[str, Any]) -> bool:
    """Whether a JSON object is a record of Argilla."""
    if isinstance(value.get("fields"), dict):
        return "responses" in value or "suggestions" in value
    return any(
        (name.endswith(_RESPONSES) and f"{name}.users" in value)
        or (name.endswith(_SUGGESTION) and f"{name}.agent" in value)
        or (name.endswith(_OLD_SUGGESTION) and f"{name}-metadata" in value)
        or _is_old_answers(item)
        for name, item in value.items()
    )


def is_argilla_folder(source: Path) -> bool:
    """Whether a folder is what ``Dataset.to_disk`` writes, or what the Hub has of a dataset."""
    return source.is_dir() and any((source / name).is_file() for name in (SETTINGS, OLD_SETTINGS))


def read_rows(reading: Reading, source: Path) -> list[ArgillaRecord]:
    """The records of a file; notes what is wrong with them."""
    rows = []
    for place, value in _objects(reading, source):
        try:
            rows.append(_nested(place, value) if "fields" in value else _flat(place, value))
        except ShapeError as error:
            reading.problem(place, error.field, error.message, error.remedy)
    return rows


def _objects(reading: Reading, source: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    if source.suffix.lower() == PARQUET:
        yield from _parquet(reading, source)
        return
    if not _is_list(source):
        yield from reading.rows(source)
        return
    data = read_whole(source, reading.problems)
    if data is None:
        return
    found = parse_list(data.removeprefix(_BOM), reading.name, reading.problems)
    for number, value in enumerate(found or (), start=1):
        place = Message("record {number}", number=number)
        if isinstance(value, dict):
            yield place, value
        else:
            reading.problem(
                place,
                "",
                Message("is {value}, not an object.", value=shown(value)),
                "Write an object, in curly braces.",
            )


def _parquet(reading: Reading, source: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    if not is_readable(source, reading.problems):
        return
    with reading.noting("", ""):
        yield from (
            (Message("record {number}", number=number), value)
            for number, value in enumerate(parquet_rows(source), start=1)
        )


def _is_list(source: Path) -> bool:
    if not source.is_file():
        return False
    with source.open("rb") as stream:
        return stream.read(4096).removeprefix(_BOM).lstrip().startswith(b"[")


def _text(value: object) -> str | None:
    """A name or id; ``None`` as Argilla writes it where there is none."""
    if isinstance(value, int | str) and not isinstance(value, bool):
        text = str(value).strip()
        return text if text and text != "None" else None
    return None


def _mapping(name: str, value: object) -> dict[str, Any]:
    if value is None:
        return {}
    if isinstance(value, str):  # Argilla 1 writes metadata as JSON
        try:
            value = strict_json(value.encode()) if value.strip() else {}
        except (ValueError, RecursionError):
            value = None
    if isinstance(value, dict):
        return {str(key): item for key, item in value.items() if item is not None}
    raise ShapeError(name, Message("is not an object."), Message("Write an object."))


def _entries(name: str, value: object) -> list[dict[str, Any]]:
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return value
    raise ShapeError(name, Message("is not a list of objects."), Message("Export it again."))


def _nested(place: str, value: dict[str, Any]) -> ArgillaRecord:
    return ArgillaRecord(
        place,
        _text(value.get("id")) or _text(value.get("external_id")) or _text(value.get("_server_id")),
        fields=_mapping("fields", value["fields"]),
        metadata=_mapping("metadata", value.get("metadata")),
        has_vectors=bool(value.get("vectors")),
        answers=list(_nested_answers(value.get("responses"))),
        suggestions=list(_nested_suggestions(value.get("suggestions"))),
    )


def _nested_answers(value: object) -> Iterator[AnnotatorAnswer]:
    if isinstance(value, list):
        for user in _entries("responses", value):
            for name, said in _mapping("responses.values", user.get("values")).items():
                answer = said.get("value") if isinstance(said, dict) else said
                yield AnnotatorAnswer(
                    name, answer, _text(user.get("user_id")), _text(user.get("status"))
                )
        return
    for name, given in _mapping("responses", value).items():
        yield from _answers(name, _entries(f"responses.{name}", given))


def _answers(name: str, entries: list[dict[str, Any]]) -> Iterator[AnnotatorAnswer]:
    for entry in entries:
        user = _text(entry.get("user_id"))
        yield AnnotatorAnswer(name, entry.get("value"), user, _text(entry.get("status")))


def _nested_suggestions(value: object) -> Iterator[ModelSuggestion]:
    if isinstance(value, list):
        for entry in _entries("suggestions", value):
            name = _text(entry.get("question_name")) or ""
            yield ModelSuggestion(
                name, entry.get("value"), _text(entry.get("agent")), entry.get("score")
            )
        return
    for name, given in _mapping("suggestions", value).items():
        entry = _mapping(f"suggestions.{name}", given)
        yield ModelSuggestion(
            name, entry.get("value"), _text(entry.get("agent")), entry.get("score")
        )


def _flat(place: str, value: dict[str, Any]) -> ArgillaRecord:
    row = ArgillaRecord(place, _text(value.get("id")) or _text(value.get("external_id")))
    known = set(_OWN)
    for name in value:
        if name in known:
            continue
        if name.endswith(_RESPONSES):
            row.answers += _columns_as_answers(name, value)
            known |= {name, f"{name}.users", f"{name}.status"}
        elif name.endswith((_SUGGESTION, _OLD_SUGGESTION)):
            row.suggestions += _columns_as_suggestion(name, value)
            known |= {name, *(f"{name}{part}" for part in (".score", ".agent", "-metadata"))}
    for name, item in value.items():
        if name in known or item is None:
            continue
        if _is_old_answers(item):
            row.answers += _answers(name, _as_entries(name, item))
        elif name == "metadata":
            row.metadata |= _mapping(name, item)
        else:
            row.columns[name] = item
    return row


def _columns_as_answers(name: str, value: Mapping[str, Any]) -> Iterator[AnnotatorAnswer]:
    values = [] if value[name] is None else value[name]
    beside = [value.get(f"{name}.{part}") for part in ("users", "status")]
    yield from (
        AnnotatorAnswer(name.removesuffix(_RESPONSES), answer, _text(user), _text(status))
        for answer, user, status in _in_step(name, values, *beside)
    )


def _in_step(name: str, values: object, *beside: object) -> Iterator[tuple[Any, ...]]:
    """What columns beside each other say, entry by entry; nothing for a column that is missing."""
    size = len(values) if isinstance(values, list) else -1
    columns = [[None] * size if column is None else column for column in (values, *beside)]
    if any(not isinstance(column, list) or len(column) != size for column in columns):
        raise ShapeError(
            name,
            Message("has not one user and one status for each value."),
            Message("Export it again."),
        )
    return zip(*columns, strict=True)


def _columns_as_suggestion(name: str, value: Mapping[str, Any]) -> Iterator[ModelSuggestion]:
    if value[name] is None:
        return
    if name.endswith(_OLD_SUGGESTION):
        told = _mapping(f"{name}-metadata", value.get(f"{name}-metadata"))
        agent, score = told.get("agent"), told.get("score")
    else:
        agent, score = value.get(f"{name}.agent"), value.get(f"{name}.score")
    question = name.removesuffix(_SUGGESTION).removesuffix(_OLD_SUGGESTION)
    yield ModelSuggestion(question, value[name], _text(agent), score)


def _is_old_answers(value: object) -> bool:
    """Whether a column holds answers as Argilla 1 writes them: by user, or by column."""
    if isinstance(value, dict):
        return value.keys() == _OLD_ANSWER
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, dict) and item.keys() == _OLD_ANSWER for item in value)
    )


def _as_entries(name: str, value: object) -> list[dict[str, Any]]:
    if not isinstance(value, dict):
        return _entries(name, value)
    keys = ("value", "user_id", "status")
    found = _in_step(name, *(value[key] for key in keys))
    return [dict(zip(keys, entry, strict=True)) for entry in found]
