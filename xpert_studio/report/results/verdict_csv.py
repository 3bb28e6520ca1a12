"""Verdicts as a CSV file, written in portions: hundreds of thousands need not fit in memory."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from xpert_studio.core.atomic_files import whole_file
from xpert_studio.core.instruments import Choice, Instrument
from xpert_studio.core.records import BINARY
from xpert_studio.core.records.columns import IntArray
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.verdict_list import ANSWERS, VerdictRow, verdict_rows
from xpert_studio.report.csv_tables import guarded
from xpert_studio.report.results.verdicts import VerdictList

HEADS: Final = (
    "task_id", "task", "system", "response_id", "checkpoint_id", "checkpoint", "tier", "weight",
    "trial", "verdict", "expert", "flags", "stale", "problem", "rationale",
)  # fmt: skip
_PORTION: Final = 2_000


def write_verdicts(
    project: ProjectFile,
    verdict_list: VerdictList,
    rows: Sequence[int] | IntArray,
    target: Path,
    *,
    report: Callable[[int, int], object] = lambda _done, _total: None,
) -> None:
    """Writes some rows of a list of verdicts, in their order.

    Args:
        project: Where the rationales are.
        verdict_list: The list.
        rows: Which of its rows.
        target: The file.
        report: Told how far it is, and of how much; what it raises leaves no file behind.

    Raises:
        XpertError: It could not be written.
    """
    with (
        whole_file(target, replace=True) as unfinished,
        unfinished.open("w", encoding="utf-8-sig", newline="") as file,
    ):
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADS)
        for start in range(0, len(rows), _PORTION):
            report(start, len(rows))
            portion = [int(row) for row in rows[start : start + _PORTION]]
            _write(project, verdict_list, portion, writer.writerow)


def _write(
    project: ProjectFile,
    verdict_list: VerdictList,
    rows: list[int],
    write: Callable[[Sequence[object]], object],
) -> None:
    with project.reading() as tx:
        texts = verdict_rows(tx, verdict_list.key[rows].tolist(), excerpt=None)
    for row in rows:
        write(
            [
                guarded(cell)
                for cell in _cells(verdict_list, row, texts.get(int(verdict_list.key[row])))
            ]
        )


def _cells(
    verdict_list: VerdictList, row: int, texts: VerdictRow | None
) -> list[str | float | None]:
    catalog, place = verdict_list.catalog, verdict_list.place(row)
    point = int(verdict_list.checkpoint[row])
    tier = int(catalog.checkpoint_tier[point])
    return [
        place.task_id,
        catalog.task_titles[catalog.checkpoint_task[point]],
        catalog.systems[catalog.response_system[verdict_list.response[row]]],
        place.response_id,
        place.checkpoint_id,
        catalog.checkpoint_texts[point],
        catalog.tiers[tier] if tier >= 0 else None,
        int(catalog.checkpoint_weight[point]),
        place.trial,
        _cell(verdict_list.said(row)) or ANSWERS[verdict_list.answer[row]],
        _cell(verdict_list.experts_said(row)),
        ", ".join(texts.flags) if texts else None,
        int(verdict_list.stale[row]),
        texts.problem if texts else None,
        texts.rationale if texts else None,
    ]


def _cell(said: tuple[Instrument, Choice] | None) -> str | None:
    if said is None:
        return None
    instrument, choice = said
    is_binary = instrument.id == BINARY
    return ANSWERS[choice.value == 1] if is_binary else instrument.cell(choice.value)
