"""What the card and the metadata of a bundle say of its files."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from xpert_studio.core.exchange.bundle_format import (
    CARD,
    ROW_FILES,
    RowFile,
)
from xpert_studio.core.exchange.card import ExportLayout
from xpert_studio.core.exchange.columns import ColumnKind, DataColumn, Table, columns_of
from xpert_studio.core.exchange.croissant import JSON_LINES
from xpert_studio.core.exchange.pack_rows import record_files
from xpert_studio.core.exchange.targets import WrittenFiles
from xpert_studio.core.messages import Message
from xpert_studio.core.wording import mark

_WHAT: Final = {
    "people": mark("a person, with roles and qualification"),
    "tasks": mark("a task: prompt, domain, language, difficulty, reference answer"),
    "checkpoints": mark("a checkpoint of a task's rubric: text, weight, tier, dimension"),
    "revisions": mark("a frozen revision of a rubric"),
    "reviews": mark("a peer's review of a revision"),
    "comments": mark("a reviewer's comment on a checkpoint, with the replies"),
    "spot checks": mark("a senior expert's check of a rubric"),
    "responses": mark("a system's response to a task"),
    "judgments": mark("an expert's judgment of one checkpoint on one response, with the rationale"),
    "judges": mark("a judge as it was configured"),
    "verdicts": mark("a judge's verdict of one checkpoint on one response"),
    "systems": mark("a system with its model and settings"),
    "renderings": mark("which pictures belong to an attached file"),
    "comparisons": mark("which of two responses an expert or a judge finds better"),
}
_TARGETS: Final = {
    "task_id": "tasks",
    "response_id": "responses",
    "judge_id": "judges",
    "expert_id": "people",
    "first_id": "responses",
    "second_id": "responses",
    "shown_first": "responses",
}


def bundle_layout(rows: Mapping[str, int], version: int) -> ExportLayout:
    """How a bundle is laid out.

    Args:
        rows: Rows by kind of record.
        version: Of the format.
    """
    present = _present(rows)
    return ExportLayout(
        "bundle.md.jinja",
        "xpert-bundle",
        files=[(file.name_in(version), _what(file), rows[file.label]) for file in present],
        configs={_table_name(file, version): file.name_in(version) for file in present},
        version=version,
    )


def bundle_tables(keys: Mapping[str, Collection[str]], version: int) -> list[Table]:
    """The tables of a bundle.

    Args:
        keys: The keys that occur in the rows, by kind of record.
        version: Of the format.
    """
    present = _present({label for label, found in keys.items() if found})
    names = {_table_name(file, version) for file in present}
    tables = []
    for file in present:
        columns = columns_of(file.kind, keys[file.label], version=version)
        if "content_hash" in keys[file.label]:
            columns = (*columns, DataColumn("content_hash", ColumnKind.TEXT))
        linked = tuple(
            replace(column, points_at=(target, "id"))
            if (target := _TARGETS.get(column.name)) in names and target is not None
            else column
            for column in columns
        )
        name = file.name_in(version)
        tables.append(Table(_table_name(file, version), name, _what(file), linked, file.keys))
    return tables


def _present(labels: Collection[str]) -> list[RowFile]:
    """The files of some kinds of records, those of packs last."""
    of_packs = record_files(f"{label}.jsonl" for label in labels)
    return [*(file for file in ROW_FILES if file.label in labels), *of_packs]


def _what(file: RowFile) -> str:
    """What a row of a file is."""
    if file.label in _WHAT:
        return _WHAT[file.label]
    _, pack, kind = file.label.split(".")
    return Message("a record {kind} of the pack {pack}", kind=kind, pack=pack)


def _table_name(file: RowFile, version: int) -> str:
    return file.name_in(version).removesuffix(".jsonl").replace(".", "_")


def media_types_of(written: WrittenFiles, attached: Mapping[str, str]) -> dict[str, str]:
    """The media types of the files of a bundle, by path.

    Args:
        written: What was written.
        attached: Media types of the attachments, by their hash.
    """
    return {path: _media_type(path, file.sha256, attached) for path, file in written.items()}


def _media_type(path: str, sha256: str, attached: Mapping[str, str]) -> str:
    if path.endswith(".jsonl"):
        return JSON_LINES
    if path == CARD:
        return "text/markdown"
    return attached.get(sha256) or "application/octet-stream"
