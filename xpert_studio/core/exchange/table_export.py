"""Writes the long table of judgments and verdicts, csv or xlsx."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from xpert_studio.core.atomic_files import whole_file
from xpert_studio.core.errors import UsageError, XpertError
from xpert_studio.core.exchange.problems import ExportReport
from xpert_studio.core.exchange.scope import ExportScope, wanted_tasks
from xpert_studio.core.exchange.table_cells import write_csv, write_xlsx
from xpert_studio.core.exchange.targets import Watch, unwatched, watched
from xpert_studio.core.instruments import ABSTAINING, instrument_of
from xpert_studio.core.judge.key_check import without_known_keys
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Decision, Rating, RatingState
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    judgments,
    responses,
    tasks,
    verdicts,
    verify,
)

HEADER: Final = (
    "task_id",
    "response_id",
    "model",
    "checkpoint_id",
    "judge",
    "kind",
    "met",
    "rationale",
)
"""``met`` is called ``value`` where a checkpoint is not met or not met."""


def export_table(
    project: ProjectFile,
    target: Path,
    *,
    scope: ExportScope = ExportScope(),
    replace: bool = False,
    watch: Watch = unwatched,
) -> ExportReport:
    """Writes the long table: one row a judgment or usable verdict of a first trial.

    Judgments of excluded experts are left out.

    Args:
        project: The project.
        target: ``.csv`` or ``.xlsx``.
        scope: Which part of the project.
        replace: Whether an existing file may be replaced.
        watch: Receives how many rows are written; stops everything by raising.

    Raises:
        NotFoundError: A task or subset of the scope is not in the project.
        UsageError: The file exists, or has another ending.
        XpertError: It could not be written, or a text is too long for Excel.
    """
    write = {".csv": write_csv, ".xlsx": write_xlsx}.get(target.suffix.lower())
    if write is None:
        raise UsageError(
            Message(
                "A table is a .csv or .xlsx, not {suffix}.",
                suffix=target.suffix or Message("a folder"),
            )
        )
    try:
        with whole_file(target, replace=replace) as unfinished, project.reading() as tx:
            verify(tx)
            rows = without_known_keys(_rows(tx, wanted_tasks(tx, scope)), target.name)
            count = write(unfinished, watched(rows, watch))
    except ValueError as error:
        raise XpertError(
            Message(
                "{target} was not written: {error} does not fit into a cell of Excel.",
                target=target,
                error=error,
            ),
            remedy="Export as .csv instead; nothing is ever cut silently.",
        ) from error
    return ExportReport(str(target), {"rows": count})


def _rows(tx: Transaction, wanted: frozenset[str] | None) -> Iterator[tuple[str, ...]]:
    others = tasks.other_checkpoints(tx)
    is_mixed = any(wanted is None or task_id in wanted for task_id, _ in others)
    yield tuple("value" if is_mixed and name == "met" else name for name in HEADER)
    known = {
        item.id: (item.task_id, item.model)
        for item in responses.all_responses(tx)
        if wanted is None or item.task_id in wanted
    }
    points = {(point.task_id, point.id): point for point in tasks.all_checkpoints(tx)}

    def row(item: Rating, rater: str, kind: str, said: Decision) -> tuple[str, ...]:
        task_id, model = known[item.response_id]
        point = points[task_id, item.checkpoint_id]
        written = (
            ABSTAINING[said].word
            if isinstance(said, RatingState)
            else instrument_of(point).cell(said)
        )
        why = item.rationale or ""
        return task_id, item.response_id, model, point.id, rater, kind, written, why

    for judgment in judgments.all_judgments(tx, counted_only=True):
        if judgment.response_id in known:
            yield row(judgment, judgment.expert_id, "expert", judgment.final)
    for verdict in verdicts.all_verdicts(tx):
        said = verdict.decision
        if verdict.response_id in known and verdict.trial == 1 and said is not None:
            yield row(verdict, verdict.judge_id, "judge", said)
