"""The tables of the Hugging Face layout: their columns, and the rows that fill them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from xpert_studio.exchange.bundle_rows import time_text
from xpert_studio.exchange.columns import Column, Kind, Table
from xpert_studio.exchange.foreign.content import Content
from xpert_studio.exchange.foreign.writing import attachment_path
from xpert_studio.records import (
    Attachment,
    Checkpoint,
    Judgment,
    Response,
    RubricRevision,
    Task,
)

Row = dict[str, Any]


def _texts(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, Kind.TEXT) for name in names)


_ATTACHMENTS: Final = Column(
    "attachments",
    Kind.PARTS,
    many=True,
    parts=_texts("file", "name", "media_type", "sha256", "caption"),
)
_RUBRIC: Final = Column(
    "rubric",
    Kind.PARTS,
    many=True,
    parts=(*_texts("id", "text"), Column("weight", Kind.INTEGER), *_texts("tier", "dimension")),
)
_EVIDENCE: Final = Column(
    "evidence",
    Kind.PARTS,
    many=True,
    parts=(
        *_texts("quote"),
        Column("start", Kind.INTEGER),
        Column("end", Kind.INTEGER),
    ),
)


def _table(name: str, what: str, key: tuple[str, ...], *columns: Column) -> Table:
    return Table(name, f"data/{name}.parquet", what, columns, key)


TASKS: Final = _table(
    "tasks",
    "a task with its rubric",
    ("id",),
    *_texts("id", "title", "domain", "category", "language", "difficulty", "prompt"),
    *_texts("reference_answer"),
    Column("tags", Kind.TEXT, many=True),
    _ATTACHMENTS,
    _RUBRIC,
    Column("points", Kind.INTEGER),
    *_texts("rubric_version", "content_hash"),
)
RESPONSES: Final = _table(
    "responses",
    "a system's response to a task",
    ("id",),
    *_texts("id", "task_id", "model", "role", "text"),
    _ATTACHMENTS,
    *_texts("finish_reason"),
    Column("prompt_tokens", Kind.INTEGER),
    Column("completion_tokens", Kind.INTEGER),
    Column("latency_ms", Kind.NUMBER),
    Column("created_at", Kind.TIME),
    *_texts("content_hash"),
)
JUDGMENTS: Final = _table(
    "judgments",
    "an expert's gold judgment of one checkpoint on one response, with the rationale",
    ("response_id", "checkpoint_id", "expert_id"),
    *_texts("task_id", "response_id", "checkpoint_id", "expert_id"),
    Column("met", Kind.BOOLEAN),
    *_texts("rationale"),
    _EVIDENCE,
    *_texts("status", "confirmed_by"),
    Column("judged_at", Kind.TIME),
    *_texts("rubric_version", "content_hash"),
)


@dataclass(frozen=True, slots=True)
class Filled:
    """A table with its rows; every row has every column, null where there is no value."""

    table: Table
    rows: Sequence[Row]


def filled_tables(content: Content) -> list[Filled]:
    """The tables that have rows.

    Args:
        content: What goes out.
    """
    versions = {
        task.id: rubric_version(task.id, content.rubrics[task.id]) for task in content.tasks
    }
    found = (
        Filled(TASKS, [_task(task, content, versions) for task in content.tasks]),
        Filled(
            RESPONSES, [_response(item) for item in chain.from_iterable(content.responses.values())]
        ),
        Filled(JUDGMENTS, list(_judgments(content, versions))),
    )
    return [item for item in found if item.rows]


def rubric_version(task_id: str, rubric: tuple[Checkpoint, ...]) -> str:
    """The hash of a rubric as it stands: the same as that of a frozen revision equal to it."""
    return RubricRevision(task_id=task_id, number=1, checkpoints=rubric).content_hash


def _task(task: Task, content: Content, versions: dict[str, str]) -> Row:
    rubric = content.rubrics[task.id]
    return {
        "id": task.id,
        "title": task.title,
        "domain": task.domain,
        "category": task.category,
        "language": task.language,
        "difficulty": task.difficulty and task.difficulty.value,
        "prompt": task.full_prompt,
        "reference_answer": task.reference_answer,
        "tags": list(task.tags),
        "attachments": _attachments(task.attachments),
        "rubric": [
            {
                "id": point.id,
                "text": point.text,
                "weight": point.weight,
                "tier": point.tier and point.tier.value,
                "dimension": point.dimension,
            }
            for point in rubric
        ],
        "points": sum(point.weight for point in rubric),
        "rubric_version": versions[task.id],
        "content_hash": task.content_hash,
    }


def _attachments(items: tuple[Attachment, ...]) -> list[Row]:
    return [
        {
            "file": attachment_path(item),
            "name": item.path,
            "media_type": item.media_type,
            "sha256": item.sha256,
            "caption": item.caption,
        }
        for item in items
    ]


def _response(response: Response) -> Row:
    latency = response.latency_ms
    return {
        "id": response.id,
        "task_id": response.task_id,
        "model": response.model,
        "role": response.role.value,
        "text": response.text,
        "attachments": _attachments(response.attachments),
        "finish_reason": response.finish_reason,
        "prompt_tokens": response.prompt_tokens,
        "completion_tokens": response.completion_tokens,
        "latency_ms": None if latency is None else float(latency),
        "created_at": response.created_at and time_text(response.created_at),
        "content_hash": response.content_hash,
    }


def _judgments(content: Content, versions: dict[str, str]) -> Iterator[Row]:
    for task in content.tasks:
        for response in content.responses.get(task.id, ()):
            for judgment in content.gold.get(response.id, ()):
                yield _judgment(task.id, judgment) | {"rubric_version": versions[task.id]}


def _judgment(task_id: str, judgment: Judgment) -> Row:
    return {
        "task_id": task_id,
        "response_id": judgment.response_id,
        "checkpoint_id": judgment.checkpoint_id,
        "expert_id": judgment.expert_id,
        "met": judgment.final_value == 1,
        "rationale": judgment.rationale,
        "evidence": [
            {"quote": item.quote, "start": item.start, "end": item.end}
            for item in judgment.evidence
        ],
        "status": judgment.status.value,
        "confirmed_by": judgment.confirmed_by,
        "judged_at": judgment.judged_at and time_text(judgment.judged_at),
        "content_hash": judgment.content_hash,
    }
