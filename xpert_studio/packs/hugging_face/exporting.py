"""The layout of Hugging Face datasets: Parquet and JSON lines side by side, a card, metadata.

``datasets.load_dataset`` reads the folder as it is: each table is a configuration, in Parquet from
the folder itself and in JSON lines, with equal content, from its subfolder ``jsonl``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    ANSWERED_CARRIED,
    BINARY,
    JUDGMENT_CARRIED,
    POINT_CARRIED,
    RESPONSE_CARRIED,
    TASK_CARRIED,
    TOLD_CARRIED,
    Attachment,
    Checkpoint,
    Content,
    ForeignFormat,
    Response,
    Task,
    content_hash,
    mark,
    write_lines,
    write_text,
)
from xpert_studio.core.exchange.bundle_format import CARD, CROISSANT
from xpert_studio.core.exchange.card import ExportLayout, dataset_card
from xpert_studio.core.exchange.card_metadata import CardFacts
from xpert_studio.core.exchange.columns import ColumnKind, DataColumn, Table, row_of
from xpert_studio.core.exchange.croissant import JSON_LINES, PARQUET, croissant
from xpert_studio.core.exchange.formats.parquet_writing import write_parquet
from xpert_studio.core.exchange.formats.writing import (
    ATTACHMENTS,
    attachment_path,
    write_attachments,
)
from xpert_studio.core.exchange.targets import WrittenFile, WrittenFiles
from xpert_studio.core.instruments import written_settings
from xpert_studio.core.records import RubricRevision, bytes_hash

Row = dict[str, Any]


def _texts(*names: str) -> tuple[DataColumn, ...]:
    return tuple(DataColumn(name, ColumnKind.TEXT) for name in names)


_ATTACHMENTS: Final = DataColumn(
    "attachments",
    ColumnKind.PARTS,
    many=True,
    parts=_texts("file", "name", "media_type", "sha256", "caption"),
)
_RUBRIC: Final = DataColumn(
    "rubric",
    ColumnKind.PARTS,
    many=True,
    parts=(
        *_texts("id", "text"),
        DataColumn("weight", ColumnKind.NUMBER),
        *_texts("tier", "dimension", "instrument", "settings"),
    ),
)
_EVIDENCE: Final = DataColumn(
    "evidence",
    ColumnKind.PARTS,
    many=True,
    parts=(
        *_texts("quote"),
        DataColumn("start", ColumnKind.INTEGER),
        DataColumn("end", ColumnKind.INTEGER),
    ),
)


def _table(name: str, what: str, key: tuple[str, ...], *columns: DataColumn) -> Table:
    return Table(name, f"data/{name}.parquet", what, columns, key)


TASKS: Final = _table(
    "tasks",
    mark("a task with its rubric"),
    ("id",),
    *_texts("id", "title", "domain", "category", "language", "difficulty", "prompt"),
    *_texts("reference_answer", "system_prompt", "family"),
    DataColumn("tags", ColumnKind.TEXT, many=True),
    _ATTACHMENTS,
    _RUBRIC,
    DataColumn("points", ColumnKind.NUMBER),
    *_texts("rubric_version", "content_hash"),
)
RESPONSES: Final = _table(
    "responses",
    mark("a system's response to a task"),
    ("id",),
    *_texts("id", "task_id", "model", "role", "text"),
    _ATTACHMENTS,
    *_texts("finish_reason"),
    DataColumn("prompt_tokens", ColumnKind.INTEGER),
    DataColumn("completion_tokens", ColumnKind.INTEGER),
    DataColumn("latency_ms", ColumnKind.NUMBER),
    DataColumn("created_at", ColumnKind.TIME),
    *_texts("content_hash"),
)
JUDGMENTS: Final = _table(
    "judgments",
    mark("an expert's gold judgment of one checkpoint on one response, with the rationale"),
    ("response_id", "checkpoint_id", "expert_id"),
    *_texts("task_id", "response_id", "checkpoint_id", "expert_id"),
    DataColumn("value", ColumnKind.NUMBER),
    DataColumn("met", ColumnKind.BOOLEAN),
    *_texts("rationale"),
    _EVIDENCE,
    *_texts("status", "confirmed_by"),
    DataColumn("judged_at", ColumnKind.TIME),
    *_texts("rubric_version", "content_hash"),
)


Filled = tuple[Table, Sequence[Row]]
"""A table with its rows; every row has every column, null where there is no value."""


def filled_tables(content: Content) -> list[Filled]:
    """The tables that have rows.

    Args:
        content: What goes out.
    """
    versions = {
        task.id: rubric_version(task.id, content.rubrics[task.id]) for task in content.tasks
    }
    found: tuple[Filled, ...] = (
        (TASKS, [_task(task, content, versions) for task in content.tasks]),
        (RESPONSES, [_response(item) for item in chain.from_iterable(content.responses.values())]),
        (JUDGMENTS, list(_judgments(content, versions))),
    )
    return [(table, rows) for table, rows in found if rows]


def rubric_version(task_id: str, rubric: tuple[Checkpoint, ...]) -> str:
    """The hash of a rubric as it stands: the same as that of a frozen revision equal to it."""
    return RubricRevision(task_id=task_id, number=1, checkpoints=rubric).content_hash


def _task(task: Task, content: Content, versions: dict[str, str]) -> Row:
    rubric = content.rubrics[task.id]
    points = [
        row_of(_RUBRIC.parts, point, settings=written_settings(point.settings) or None)
        for point in rubric
    ]
    return row_of(
        TASKS.columns,
        task,
        prompt=task.full_prompt,
        attachments=_attachments(task.attachments),
        rubric=points,
        points=sum(point.weight for point in rubric),
        rubric_version=versions[task.id],
    )


def _attachments(items: tuple[Attachment, ...]) -> list[Row]:
    parts = _ATTACHMENTS.parts
    return [row_of(parts, item, file=attachment_path(item), name=item.path) for item in items]


def _response(response: Response) -> Row:
    latency, attached = response.latency_ms, _attachments(response.attachments)
    seconds = None if latency is None else float(latency)
    return row_of(RESPONSES.columns, response, attachments=attached, latency_ms=seconds)


def _judgments(content: Content, versions: dict[str, str]) -> Iterator[Row]:
    for task in content.tasks:
        points = {point.id: point for point in content.rubrics[task.id]}
        for response in content.responses.get(task.id, ()):
            for judgment in content.gold.get(response.id, ()):
                point = points[judgment.checkpoint_id]
                yield row_of(
                    JUDGMENTS.columns,
                    judgment,
                    task_id=task.id,
                    value=judgment.final_value,
                    met=judgment.final_value == 1 if point.instrument == BINARY else None,
                    evidence=[row_of(_EVIDENCE.parts, item) for item in judgment.quotes],
                    rubric_version=versions[task.id],
                )


_HUB_TYPES: Final = {
    ColumnKind.TEXT: "string",
    ColumnKind.INTEGER: "int64",
    ColumnKind.NUMBER: "float64",
    ColumnKind.BOOLEAN: "bool",
    ColumnKind.TIME: "timestamp[us, tz=UTC]",
}


def write_hugging_face(content: Content, folder: Path) -> Mapping[str, int]:
    """Writes the layout.

    Args:
        content: What goes out, with its facts.
        folder: An empty folder.

    Returns:
        Rows by file.
    """
    if content.facts is None:
        raise ValueError("the card needs the facts")
    tables = filled_tables(content)
    for table, rows in tables:
        write_lines(folder / _lines_file(table), rows)
        write_parquet(table, rows, folder / table.file)
    attached = write_attachments(content, folder)
    facts = replace(content.facts, content_hash=_content_hash(folder))
    layout = _layout(tables)
    write_text(folder / "jsonl" / CARD, _lines_card(layout))
    write_text(folder / CARD, dataset_card(facts, layout))
    _write_metadata(folder, facts, content, [table for table, _ in tables])
    counts = {table.file: len(rows) for table, rows in tables}
    return counts | ({ATTACHMENTS: attached} if attached else {})


def _lines_file(table: Table) -> str:
    return f"jsonl/{table.name}.jsonl"


def _content_hash(folder: Path) -> str:
    """Over JSON lines and attachments: Parquet holds the same, but its bytes vary by its writer."""
    files = chain(folder.glob("jsonl/*.jsonl"), folder.glob(f"{ATTACHMENTS}/*"))
    return content_hash(
        [
            {"path": path.relative_to(folder).as_posix(), "sha256": bytes_hash(path.read_bytes())}
            for path in sorted(files)
        ]
    )


def _feature(column: DataColumn) -> dict[str, Any]:
    """A column as the front matter of a card describes it."""
    if column.kind is not ColumnKind.PARTS:
        kind = _HUB_TYPES[column.kind]
        return (
            {"name": column.name, "list": kind}
            if column.many
            else {
                "name": column.name,
                "dtype": kind,
            }
        )
    parts = [_feature(part) for part in column.parts]
    return {"name": column.name, "list" if column.many else "struct": parts}


def _layout(tables: Sequence[Filled]) -> ExportLayout:
    files: list[tuple[str, str, int | None]] = []
    for table, rows in tables:
        files.append((table.file, table.what, len(rows)))
        files.append((_lines_file(table), mark("the same as JSON lines"), len(rows)))
    return ExportLayout(
        "hugging_face.md.jinja",
        "rubric-grading",
        files=files,
        configs={table.name: table.file for table, _ in tables},
        features=[
            {"config_name": table.name, "features": [_feature(one) for one in table.columns]}
            for table, _ in tables
        ],
    )


def _lines_card(layout: ExportLayout) -> str:
    from xpert_studio.core.exchange.card_templates import render

    configs = {name: f"{name}.jsonl" for name in layout.configs}
    return render("hugging_face_lines.md.jinja", layout=replace(layout, configs=configs))


def _write_metadata(
    folder: Path, facts: CardFacts, content: Content, tables: Sequence[Table]
) -> None:
    kinds = {".parquet": PARQUET, ".jsonl": JSON_LINES, ".md": "text/markdown"}
    answers = chain.from_iterable(content.responses.values())
    held = chain(
        (task.attachments for task in content.tasks), (item.attachments for item in answers)
    )
    attached = {item.sha256: item.media_type for item in chain.from_iterable(held)}
    files: WrittenFiles = {}
    media_types = {}
    for path in sorted(item for item in folder.rglob("*") if item.is_file()):
        data = path.read_bytes()
        name, sha256 = path.relative_to(folder).as_posix(), bytes_hash(data)
        is_attached = name.startswith(f"{ATTACHMENTS}/")
        media_types[name] = attached[sha256] if is_attached else kinds[path.suffix]
        files[name] = WrittenFile(sha256, len(data))
    made = croissant(facts, files, media_types, tables, now=content.made_at)
    (folder / CROISSANT).write_bytes(made)


FORMAT: Final = ForeignFormat(
    id="hugging-face",
    tool="Hugging Face datasets",
    what=mark("Tables in Parquet and JSON lines that datasets.load_dataset reads, with a card."),
    write=write_hugging_face,
    has_card=True,
    carries={
        "tasks": TASK_CARRIED | {"tags", "attachments", "system_prompt", "family"},
        "checkpoints": POINT_CARRIED | ANSWERED_CARRIED,
        "responses": RESPONSE_CARRIED | TOLD_CARRIED | {"attachments"},
        "judgments": JUDGMENT_CARRIED | {"value"},
    },
    knows_gates=True,
    extra="parquet",
    instruments=frozenset({"binary", "graded", "check", "choice"}),
)
