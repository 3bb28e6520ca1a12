"""How much would go out, counted by the database: quick enough to be asked at every choice.

What exactly would go out, text by text, is reported by ``exchange.preview``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.bundle_export import records_of
from xpert_studio.core.exchange.bundle_format import ROW_FILES
from xpert_studio.core.exchange.bundle_options import BundleOptions, bundle_publisher, check_options
from xpert_studio.core.exchange.pack_rows import kinds_there
from xpert_studio.core.exchange.scope import ExportScope, Selection, wanted_tasks
from xpert_studio.core.records import Stage
from xpert_studio.core.store import ProjectFile, tasks
from xpert_studio.core.store.tallies import Tallies, read_tallies

_FEW: Final = (
    "people",
    "tasks",
    "revisions",
    "reviews",
    "comments",
    "spot checks",
    "judges",
    "systems",
    "renderings",
    "comparisons",
)
"""Kinds of which there are so few that they are read."""


def expect_bundle(project: ProjectFile, options: BundleOptions) -> dict[str, int]:
    """Rows by kind of record that a bundle would have.

    Args:
        project: The project.
        options: What goes into the bundle.

    Raises:
        NotFoundError: A task or subset does not exist, or a held-out task is not in the scope.
        UsageError: The options contradict each other.
    """
    with project.reading() as tx:
        check_options(tx, options)
        wanted = wanted_tasks(tx, options.exported)
        selection = Selection(tx, wanted)
        publisher = bundle_publisher(tx, options, selection, "-")
        of_packs = tuple(file.label for file in kinds_there(tx))
        counts = {
            label: sum(
                1
                for record in records_of(tx, label)
                if selection.holds(record) and publisher.published(record) is not None
            )
            for label in (*_FEW, *of_packs)
        }
        apart = options.held_out if options.without_reference_answers else frozenset()
        tallies = read_tallies(tx, without_programs=apart)
    silent = options.held_out if options.without_rubrics else frozenset()
    counts |= {
        "checkpoints": _sum(tallies.checkpoints, wanted, silent),
        "responses": _sum(tallies.responses, wanted),
        "judgments": _sum(tallies.judgments, wanted, silent),
        "verdicts": _sum(tallies.verdicts, wanted, silent),
    }
    in_order = (*(file.label for file in ROW_FILES), *of_packs)
    return {label: counts[label] for label in in_order if counts[label]}


def expect_table(project: ProjectFile, scope: ExportScope) -> dict[str, int]:
    """Judgments and verdicts that a long table would have.

    Raises:
        NotFoundError: A named task or subset is not in the project, or they share no task.
    """
    wanted, tallies = _read(project, scope)
    return {
        "judgments": _sum(tallies.judgments, wanted),
        "verdicts": _sum(tallies.usable, wanted),
    }


def expect_report(project: ProjectFile, scope: ExportScope) -> dict[str, int]:
    """What the figures of a report would rest on.

    Raises:
        NotFoundError: A named task or subset is not in the project, or they share no task.
    """
    wanted, tallies = _read(project, scope)
    with project.reading() as tx:
        count = len(tasks.all_tasks(tx)) if wanted is None else len(wanted)
    return {
        "tasks": count,
        "responses": _sum(tallies.responses, wanted),
        "gold judgments": _sum(tallies.gold, wanted),
        "verdicts": _sum(tallies.usable, wanted),
    }


def expect_foreign(project: ProjectFile, scope: ExportScope) -> dict[str, int]:
    """What another tool would get.

    Raises:
        NotFoundError: A named task or subset is not in the project, or they share no task.
        UsageError: No task of the scope is ready and has a rubric.
    """
    wanted, tallies = _read(project, scope)
    with project.reading() as tx:
        chosen = {
            task.id
            for task in tasks.all_tasks(tx)
            if task.standing is Stage.READY
            and task.id in tallies.checkpoints
            and (wanted is None or task.id in wanted)
        }
    if not chosen:
        raise UsageError(
            "None of the chosen tasks is ready to be judged, so the export would be empty.",
            remedy="Write or import rubrics and approve them, or choose other tasks.",
        )
    return {
        "tasks": len(chosen),
        "checkpoints": _sum(tallies.checkpoints, chosen),
        "responses": _sum(tallies.responses, chosen),
        "gold judgments": _sum(tallies.gold, chosen),
    }


def _read(project: ProjectFile, scope: ExportScope) -> tuple[frozenset[str] | None, Tallies]:
    with project.reading() as tx:
        return wanted_tasks(tx, scope), read_tallies(tx)


def _sum(
    counts: Mapping[str, int], wanted: Collection[str] | None, without: Collection[str] = ()
) -> int:
    return sum(
        count
        for task_id, count in counts.items()
        if (wanted is None or task_id in wanted) and task_id not in without
    )
