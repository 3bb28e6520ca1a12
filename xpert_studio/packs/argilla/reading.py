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
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, Field, StrictFloat, StrictInt

from xpert_studio.api.formats import (
    FaultError,
    Maybe,
    Message,
    Reading,
    rows_of,
)
from xpert_studio.core.exchange.lines import strict_json

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


def name_in(value: object) -> str | None:
    """A name or id; ``None`` as Argilla writes it where there is none."""
    if isinstance(value, int | str) and not isinstance(value, bool):
        text = str(value).strip()
        return text if text and text != "None" else None
    return None


Name = Annotated[str | None, BeforeValidator(name_in)]
Share = Maybe[Annotated[StrictInt | StrictFloat, Field(ge=0, le=1)]]


class AnnotatorAnswer(BaseModel):
    """What an annotator answered to a question; no status where the file has none."""

    question: str
    value: Any = None
    user: Name = Field(None, alias="user_id")
    status: Name = None


class ModelSuggestion(BaseModel):
    """What a model suggested as the answer to a question, and how sure it was."""

    question: str
    value: Any = None
    agent: Name = None
    score: Share = None


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
    called, by_line = Message("record {number}"), not _is_list(source)
    for place, value in rows_of(reading, source, called, by_line=by_line):
        with reading.noting(place, ""):
            rows.append(_nested(place, value) if "fields" in value else _flat(place, value))
    return rows


def _is_list(source: Path) -> bool:
    if not source.is_file():
        return False
    with source.open("rb") as stream:
        return stream.read(4096).removeprefix(_BOM).lstrip().startswith(b"[")


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
    raise FaultError(Message("is not an object."), Message("Write an object."), name)


def _entries(name: str, value: object) -> list[dict[str, Any]]:
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return value
    raise FaultError(Message("is not a list of objects."), Message("Export it again."), name)


def _nested(place: str, value: dict[str, Any]) -> ArgillaRecord:
    names = (name_in(value.get(key)) for key in ("id", "external_id", "_server_id"))
    return ArgillaRecord(
        place,
        next(filter(None, names), None),
        fields=_mapping("fields", value["fields"]),
        metadata=_mapping("metadata", value.get("metadata")),
        has_vectors=bool(value.get("vectors")),
        answers=list(_nested_answers(value.get("responses"))),
        suggestions=list(_nested_suggestions(value.get("suggestions"))),
    )


def _answer(question: str, said: Mapping[str, Any]) -> AnnotatorAnswer:
    return AnnotatorAnswer.model_validate({**said, "question": question})


def _suggestion(question: str, said: Mapping[str, Any]) -> ModelSuggestion:
    return ModelSuggestion.model_validate({**said, "question": question})


def _nested_answers(value: object) -> Iterator[AnnotatorAnswer]:
    if not isinstance(value, list):
        for name, given in _mapping("responses", value).items():
            yield from (_answer(name, entry) for entry in _entries(f"responses.{name}", given))
        return
    for user in _entries("responses", value):
        for name, said in _mapping("responses.values", user.get("values")).items():
            given = said.get("value") if isinstance(said, dict) else said
            yield _answer(name, {**user, "value": given})


def _nested_suggestions(value: object) -> Iterator[ModelSuggestion]:
    if isinstance(value, list):
        entries = _entries("suggestions", value)
        yield from (_suggestion(name_in(one.get("question_name")) or "", one) for one in entries)
        return
    for name, given in _mapping("suggestions", value).items():
        yield _suggestion(name, _mapping(f"suggestions.{name}", given))


def _flat(place: str, value: dict[str, Any]) -> ArgillaRecord:
    row = ArgillaRecord(place, name_in(value.get("id")) or name_in(value.get("external_id")))
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
            entries = _in_step(name, item) if isinstance(item, dict) else _entries(name, item)
            row.answers += (_answer(name, entry) for entry in entries)
        elif name == "metadata":
            row.metadata |= _mapping(name, item)
        else:
            row.columns[name] = item
    return row


def _columns_as_answers(name: str, value: Mapping[str, Any]) -> Iterator[AnnotatorAnswer]:
    columns = {
        "value": [] if value[name] is None else value[name],
        "user_id": value.get(f"{name}.users"),
        "status": value.get(f"{name}.status"),
    }
    question = name.removesuffix(_RESPONSES)
    yield from (_answer(question, entry) for entry in _in_step(name, columns))


def _in_step(name: str, columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What columns beside that of the values say, by entry; nothing of one that is missing."""
    size = len(columns["value"]) if isinstance(columns["value"], list) else -1
    whole = {key: [None] * size if item is None else item for key, item in columns.items()}
    if any(not isinstance(item, list) or len(item) != size for item in whole.values()):
        raise FaultError(
            Message("has not one user and one status for each value."),
            Message("Export it again."),
            name,
        )
    return [dict(zip(whole, entry, strict=True)) for entry in zip(*whole.values(), strict=True)]


def _columns_as_suggestion(name: str, value: Mapping[str, Any]) -> Iterator[ModelSuggestion]:
    if value[name] is None:
        return
    said = {part: value.get(f"{name}.{part}") for part in ("agent", "score")}
    if name.endswith(_OLD_SUGGESTION):
        said = _mapping(f"{name}-metadata", value.get(f"{name}-metadata"))
    question = name.removesuffix(_SUGGESTION).removesuffix(_OLD_SUGGESTION)
    yield _suggestion(question, {**said, "value": value[name]})


def _is_old_answers(value: object) -> bool:
    """Whether a column holds answers as Argilla 1 writes them: by user, or by column."""
    if isinstance(value, dict):
        return value.keys() == _OLD_ANSWER
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, dict) and item.keys() == _OLD_ANSWER for item in value)
    )
