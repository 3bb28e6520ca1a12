"""A rubric from a spreadsheet into a project, and out again, by registered commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Final

from xpert_studio.core.atomic_files import need_free
from xpert_studio.core.errors import IncompleteError
from xpert_studio.core.exchange.rubric_sheet import (
    FormRow,
    RubricSheet,
    SheetReading,
    UnsureTableError,
    map_for,
    read_map,
    read_rubric_sheet,
    write_rubric_sheet,
)
from xpert_studio.core.exchange.rubric_sheet.parts import TASKS, VERSIONS
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import Change, Checkpoint
from xpert_studio.core.records.vocabulary import DIMENSIONS
from xpert_studio.core.store import ProjectFile, settings, tasks, verify
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.policies import description_of
from xpert_studio.core.workflow.rubric_replacing import (
    NewLine,
    TitledLines,
    take_rubric,
    take_rubrics,
)


def import_rubric(
    ctx: CommandContext,
    task_id: str,
    path: Path,
    *,
    reading: SheetReading | None = None,
    replace: bool = False,
) -> tuple[Change, tuple[str, ...]]:
    """Takes a rubric table into a task's rubric, in one step that can be undone.

    Lines are recognised by the ID column, else by their text; what is recognised is updated, the
    rest is added.

    Args:
        ctx: The author; for ``add_tags`` also a lead.
        task_id: The task. Of a file with several rubrics the one of its name is taken; as
            ``tasks`` each goes to the task of its name, or makes a new one.
        path: The table.
        reading: How it is read.
        replace: Lines of the rubric that are not in the table go.

    Returns:
        What was done, with the numbers of ``take_rubric`` in its details, and what to know about
        the table.

    Raises:
        InputRefusedError: Something is wrong with the table.
        UnclearEncodingError: It is a text whose encoding has to be named.
        UnsureTableError: How it is meant has to be confirmed.
        IncompleteError: It has tags that nobody has explained, or several rubrics; it lists them.
        NotAllowedError, StageError: The person may not write on this rubric now.
    """
    given = reading or SheetReading()
    dimensions, title = _task(ctx.project, task_id)
    sheet = _read(path, dimensions, given)
    rows, skipped = _own_rows(sheet, task_id, title, given.parts)
    if not sheet.is_sure:
        raise UnsureTableError(sheet)
    _ask_about_tags(sheet)
    known = DIMENSIONS.reader(dimensions)
    new = [row.dimension for row in rows if row.dimension and known(row.dimension) is None]
    added = list(dict.fromkeys(new)) if given.add_tags and new else None
    if given.parts == TASKS and sheet.groups:
        rubrics = destinations(ctx.project, sheet)
        change = take_rubrics(ctx, rubrics, replace=replace, source=sheet.source, dimensions=added)
        return change, (*sheet.notes, *_told(rubrics))
    change = take_rubric(
        ctx,
        task_id,
        [new_line(row) for row in rows],
        replace=replace,
        source=sheet.source,
        dimensions=added,
    )
    return change, (*sheet.notes, *skipped)


def destinations(project: ProjectFile, sheet: RubricSheet) -> list[TitledLines]:
    """Which task each rubric of a table goes to: the one whose id or title is its name."""
    with project.reading() as tx:
        known = {task.id.casefold(): task.id for task in tasks.outlines(tx)}
        titles = {(task.title or "").casefold(): task.id for task in tasks.outlines(tx)}
    named = titles | known
    return [
        TitledLines(group, [new_line(row) for row in sheet.of(group)], named.get(group.casefold()))
        for group in sheet.groups
    ]


def _told(rubrics: Sequence[TitledLines]) -> list[str]:
    return [
        Message("“{name}”: {n} checkpoints, a new task.", name=rubric.title, n=len(rubric.lines))
        if rubric.task_id is None
        else Message(
            "“{name}”: {n} checkpoints, task {task}.",
            name=rubric.title,
            n=len(rubric.lines),
            task=rubric.task_id,
        )
        for rubric in rubrics
    ]


def preview_rubric(
    project: ProjectFile, task_id: str, path: Path, reading: SheetReading
) -> RubricSheet:
    """What ``import_rubric`` would take in; what is wrong or not sure is among its doubts.

    Raises:
        NotFoundError: There is no such task, or nothing at ``path``.
        InputRefusedError: It cannot be read at all.
    """
    dimensions, title = _task(project, task_id)
    sheet = _read(path, dimensions, replace(reading, is_preview=True))
    told: list[str] = []
    if reading.parts == TASKS:
        told = _told(destinations(project, sheet))
    try:
        _, skipped = _own_rows(sheet, task_id, title, reading.parts)
        _ask_about_tags(sheet)
    except IncompleteError as error:
        asked = (error.message, *error.missing, error.remedy)
        return replace(sheet, doubts=(*sheet.doubts, *asked))
    return replace(sheet, notes=(*sheet.notes, *skipped, *told))


def _read(path: Path, dimensions: Sequence[str], reading: SheetReading) -> RubricSheet:
    """The table; where a mapping is kept for its headings, by that."""
    sheet = read_rubric_sheet(
        path, dimensions=dimensions, reading=replace(reading, is_preview=True)
    )
    kept = map_for(sheet.signature) if reading.mapped is None else None
    if kept is not None:
        reading = replace(reading, mapped=read_map(kept[1]))
    if kept is not None or not reading.is_preview:
        sheet = read_rubric_sheet(path, dimensions=dimensions, reading=reading)
    if kept is None:
        return sheet
    told = Message("Read by the mapping “{name}”, kept for these headings.", name=kept[0])
    return replace(sheet, notes=(*sheet.notes, told))


def _task(project: ProjectFile, task_id: str) -> tuple[tuple[str, ...], str]:
    with project.reading() as tx:
        title = tasks.get_task(tx, task_id).title or ""
        return settings.project_info(tx).taxonomy.dimensions, title


def _own_rows(
    sheet: RubricSheet, task_id: str, title: str, parts: str = ""
) -> tuple[list[FormRow], tuple[str, ...]]:
    """The rows of a table that are for a task, and what is to be said of the others.

    Raises:
        IncompleteError: It has several rubrics, and none is named as the task is.
    """
    if parts == TASKS:
        return list(sheet.rows), ()
    own = {task_id.casefold(), title.casefold()} - {""}
    named = [row for row in sheet.rows if row.task and row.task.casefold() in own]
    if named:
        left = [group for group in sheet.groups if group.casefold() not in own]
        told = Message("Not taken, being of other tasks: {names}.", names=_counted(sheet, left))
        rows = [row for row in sheet.rows if row.task is None or row.task.casefold() in own]
        return rows, (told,) if left else ()
    if not sheet.groups:
        return list(sheet.rows), ()
    if len(sheet.groups) == 1:
        # One rubric under another name: a copy of a template, or of another tool.
        told = Message("The rubric is named “{name}” in the file.", name=sheet.groups[0])
        return list(sheet.rows), (told,)
    raise IncompleteError(
        Message(_SEVERAL[sheet.parts].template, source=sheet.source),
        [_counted(sheet, [name]) for name in sheet.groups],
        remedy=Message(
            'Take one of them (--sheet "{name}"), all as sections of this rubric (--as-sections), '
            "or each into a task of its own (--as-tasks).",
            name=sheet.groups[0],
        ),
    )


_SEVERAL: Final = {
    "": Message("{source} has several rubrics, or one in several parts; nothing was imported."),
    VERSIONS: Message(
        "{source} has versions of one rubric: requirements are the same; nothing was imported."
    ),
    TASKS: Message("{source} has the rubrics of several tasks; nothing was imported."),
}


def _counted(sheet: RubricSheet, names: Sequence[str]) -> str:
    return joined(
        Message("{name}: {n} checkpoints", name=name, n=len(sheet.of(name))) for name in names
    )


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


def new_line(row: FormRow) -> NewLine:
    """A row as a line of a rubric."""
    said = {field.name: getattr(row, field.name) for field in fields(NewLine)}
    return NewLine(**said | {"notes": row.all_notes})


def export_rubrics(
    project: ProjectFile, path: Path, task_ids: Sequence[str], *, replace: bool = False
) -> int:
    """Writes the rubrics of tasks, of all where none is named; returns how many lines.

    Raises:
        NotFoundError: A task is not there.
        UsageError: The file cannot be like that.
    """
    need_free(path, replace=replace)
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
