"""Writes judgments and verdicts as one long table, csv or xlsx."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from xpert_studio.errors import UsageError, XpertError
from xpert_studio.exchange.reports import ExportReport
from xpert_studio.exchange.scope import Scope, wanted_tasks
from xpert_studio.exchange.table_cells import write_csv, write_xlsx
from xpert_studio.exchange.watching import Watch, unwatched, watched
from xpert_studio.store import ProjectFile, Transaction, judgments, responses, verdicts, verify
from xpert_studio.whole_files import whole_file

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


def export_table(
    project: ProjectFile,
    target: Path,
    *,
    scope: Scope = Scope(),
    replace: bool = False,
    watch: Watch = unwatched,
) -> ExportReport:
    """Writes the long table: one row a judgment or usable verdict of a first trial.

    Args:
        project: The project.
        target: ``.csv`` or ``.xlsx``.
        scope: Which part of the project.
        replace: Whether an existing file may be replaced.
        watch: Is told how many rows are written; stops everything by raising.

    Raises:
        NotFoundError: A task or subset of the scope is not in the project.
        UsageError: The file exists, or has another ending.
        XpertError: It could not be written, or a text is too long for Excel.
    """
    writers = {".csv": write_csv, ".xlsx": write_xlsx}
    write = writers.get(target.suffix.lower())
    if write is None:
        raise UsageError(f"A table is a .csv or .xlsx, not {target.suffix or 'a folder'}.")
    try:
        with whole_file(target, replace=replace) as unfinished, project.reading() as tx:
            verify(tx)
            count = write(unfinished, watched(_rows(tx, wanted_tasks(tx, scope)), watch))
    except ValueError as error:
        raise XpertError(
            f"{target} was not written: {error} does not fit into a cell of Excel.",
            remedy="Export as .csv instead; nothing is ever cut silently.",
        ) from error
    return ExportReport(str(target), {"rows": count})


def _rows(tx: Transaction, wanted: frozenset[str] | None) -> Iterator[tuple[str, ...]]:
    yield HEADER
    known = {
        item.id: (item.task_id, item.model)
        for item in responses.all_responses(tx)
        if wanted is None or item.task_id in wanted
    }
    for judgment in judgments.all_judgments(tx):
        if judgment.response_id not in known:
            continue
        task_id, model = known[judgment.response_id]
        yield (
            task_id,
            judgment.response_id,
            model,
            judgment.checkpoint_id,
            judgment.expert_id,
            "expert",
            str(int(judgment.met)),
            judgment.rationale or "",
        )
    for verdict in verdicts.all_verdicts(tx):
        if verdict.met is None or verdict.trial != 1 or verdict.response_id not in known:
            continue
        task_id, model = known[verdict.response_id]
        yield (
            task_id,
            verdict.response_id,
            model,
            verdict.checkpoint_id,
            verdict.judge_id,
            "judge",
            str(int(verdict.met)),
            verdict.rationale or "",
        )
