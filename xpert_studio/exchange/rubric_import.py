"""A rubric from a spreadsheet into a project, and out again, by registered commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from xpert_studio.errors import IncompleteError, NotFoundError
from xpert_studio.exchange.rubric_sheet import (
    FormRow,
    RubricSheet,
    read_rubric_sheet,
    write_rubric_sheet,
)
from xpert_studio.messages import Message, joined
from xpert_studio.records import Change, Checkpoint
from xpert_studio.records.vocabulary import DIMENSIONS
from xpert_studio.store import ProjectFile, settings, tasks, verify
from xpert_studio.workflow import CommandContext
from xpert_studio.workflow.policies import description_of
from xpert_studio.workflow.rubric_replacing import NewLine, take_rubric


def import_rubric(
    ctx: CommandContext,
    task_id: str,
    path: Path,
    *,
    tags: Mapping[str, str] | None = None,
    add_tags: bool = False,
    replace: bool = False,
) -> tuple[Change, tuple[str, ...]]:
    """Takes a rubric table into a task's rubric, in one step that can be undone.

    Lines are recognised by the ID column, else by their text; what is recognised is updated, the
    rest is added.

    Args:
        ctx: The author; for ``add_tags`` also a lead.
        task_id: The task. Rows that name another task are left out, and counted in a note.
        path: The table.
        tags: What unknown tags mean.
        add_tags: Add unknown tags to the project's dimensions.
        replace: Lines of the rubric that are not in the table go.

    Returns:
        What was done, with the numbers of ``take_rubric`` in its details, and what to know about
        the table.

    Raises:
        InputRefusedError: Something is wrong with the table.
        IncompleteError: It has tags that nobody has explained; it lists them.
        NotAllowedError, StageError: The person may not write on this rubric now.
    """
    with ctx.project.reading() as tx:
        tasks.get_task(tx, task_id)
        dimensions = settings.project_info(tx).taxonomy.dimensions
    sheet = read_rubric_sheet(path, dimensions=dimensions, tags=tags, add_tags=add_tags)
    rows = [row for row in sheet.rows if row.task in {None, task_id}]
    notes = list(sheet.notes)
    if not rows and len({row.task for row in sheet.rows}) == 1:
        rows = list(sheet.rows)  # one rubric under another name: a copy of a template
    if len(rows) < len(sheet.rows):
        notes.append(
            Message("{rows} rows of other tasks were skipped.", rows=len(sheet.rows) - len(rows))
        )
    if not rows:
        raise NotFoundError(
            Message("{source} has no row for {task_id}.", source=sheet.source, task_id=task_id),
            remedy=Message(
                "Its tasks: {tasks}.", tasks=joined(sorted({row.task or "" for row in sheet.rows}))
            ),
        )
    _ask_about_tags(sheet)
    known = DIMENSIONS.reader(dimensions)
    new = [row.dimension for row in rows if row.dimension and known(row.dimension) is None]
    lines = [_line(row) for row in rows]
    added = list(dict.fromkeys(new)) if add_tags and new else None
    change = take_rubric(
        ctx, task_id, lines, replace=replace, source=sheet.source, dimensions=added
    )
    return change, tuple(notes)


def _ask_about_tags(sheet: RubricSheet) -> None:
    if not sheet.unknown_tags:
        return
    missing = [
        Message(
            "“{tag}” ({count} rows); perhaps {suggestions}."
            if item.suggestions
            else "“{tag}” ({count} rows).",
            tag=item.tag,
            count=item.count,
            suggestions=joined(item.suggestions, either=True),
        )
        for item in sheet.unknown_tags
    ]
    example = sheet.unknown_tags[0]
    means = example.suggestions[0] if example.suggestions else "DIMENSION"
    raise IncompleteError(
        Message(
            "{source} has tags that are no dimensions of this project; nothing was imported.",
            source=sheet.source,
        ),
        missing,
        remedy=Message(
            'Say what they mean (--tag "{tag}={means}"), or add them as dimensions '
            "(--add-tags, a lead's right).",
            tag=example.tag,
            means=means,
        ),
    )


def _line(row: FormRow) -> NewLine:
    return NewLine(
        text=row.text,
        weight=row.weight,
        tier=row.tier,
        dimension=row.dimension,
        notes=row.notes,
        checkpoint_id=row.checkpoint_id,
        instrument=row.instrument,
        settings=row.settings,
    )


def export_rubrics(
    project: ProjectFile, path: Path, task_ids: Sequence[str], *, replace: bool = False
) -> int:
    """Writes the rubrics of tasks, of all where none is named; returns how many lines.

    Raises:
        NotFoundError: A task is not there.
        UsageError: The file cannot be like that.
    """
    with project.reading() as tx:
        verify(tx)
        wanted = [tasks.get_task(tx, task_id).id for task_id in task_ids]
        rubrics = tasks.rubrics(tx)
        taxonomy = settings.project_info(tx).taxonomy
    points: list[Checkpoint] = []
    chosen = wanted or list(rubrics)
    for task_id in chosen:
        points += rubrics.get(task_id, ())
    return write_rubric_sheet(
        path,
        points,
        dimensions=taxonomy.dimensions,
        meanings={name: description_of(taxonomy, name) for name in taxonomy.dimensions},
        several_tasks=len(chosen) > 1,
        replace=replace,
    )
