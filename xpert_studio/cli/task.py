"""``xpert-studio task``: briefs, and what becomes of tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    TaskArgument,
    at_desk,
    desk_command,
    open_project,
    reading,
    say_change,
    say_waiting,
)
from xpert_studio.cli.commands import More, add_commands
from xpert_studio.cli.output import Output
from xpert_studio.core.fields import Asks, asks_of
from xpert_studio.core.records import BEING_WRITTEN, DIFFICULTIES, STAGES, Change, Task
from xpert_studio.core.records.tasks import BRIEF_TEXTS, BriefFields
from xpert_studio.core.store import Transaction, tasks
from xpert_studio.core.store.settings import project_info
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import (
    CommandContext,
    attach_file,
    detach_file,
)
from xpert_studio.core.workflow.briefs import missing_in
from xpert_studio.report.part_names import domain_name, part_called

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


def _triagers(_: CommandContext, change: Change) -> dict[str, str]:
    """How many more people have to accept a brief."""
    left = change.details.get("left")
    if not left:
        return {}
    return {"next": t("{n} more have to accept it before its rubric begins.", n=left)}


add_commands(app, "task", {"accept": More(tells=_triagers)})


@desk_command(app, "attach")
def attach(
    ctx: CommandContext,
    output: Output,
    task_id: TaskArgument,
    file: Annotated[Path, typer.Argument(help="An image, a PDF, an Office file or a text.")],
    caption: Annotated[str, Asks("What it shows.")] = "",
    remove: Annotated[bool, Asks("Take it out instead.")] = False,
) -> None:
    """Put a file beside your brief: models and experts see it with the prompt.

    Example: xpert-studio task attach law.xpert a-lease-7k2m plan.png --caption "Ground floor"
    """
    change = (
        detach_file(ctx, task_id, file.name)
        if remove
        else attach_file(ctx, task_id, file, caption=caption)
    )
    say_change(output, change)


@app.command("list")
def list_tasks(
    project: ProjectArgument,
    output: Output,
    person: AsOption = "",
    stage: Annotated[str, Asks("Only tasks at this stage.", choices=STAGES)] = "",
    domain: Annotated[str, Asks("Only tasks of this domain.")] = "",
    waiting: Annotated[
        bool, Asks("Only your pending tasks (with --as).", name="waiting/no_waiting")
    ] = False,
) -> None:
    """List tasks with their stages, or your pending tasks.

    Example: xpert-studio task list law.xpert --waiting --as maria
    """
    if waiting:
        with at_desk(project, person, output, read_only=True) as ctx:
            say_waiting(output, ctx)
        return
    with open_project(project, output, read_only=True) as opened, opened.reading() as tx:
        lengths = tasks.count_checkpoints(tx)
        domain = domain and part_called("domain", domain, tasks.count_by_domain(tx))
        found = [
            task
            for task in tasks.outlines(tx)
            if stage in {"", task.standing} and domain in {"", task.domain}
        ]
    rows = [
        {
            "id": task.id,
            "title": task.name,
            "domain": task.domain,
            "language": task.language,
            "author": task.author_id,
            "stage": task.standing.value,
            "lines": lengths.get(task.id, 0),
        }
        for task in found
    ]
    output.data(rows)
    shown = [
        row
        | {
            "stage": STAGES.word(task.standing),
            "domain": domain_name(task.domain) or None,
            "checkpoints": row["lines"],
        }
        for row, task in zip(rows, found, strict=True)
    ]
    output.records(
        "", ("id", "title", "domain", "author", "stage", "checkpoints"), shown, number="checkpoints"
    )
    if not rows:
        output.say("No task is like that.")


@app.command("show")
@reading
def show(tx: Transaction, output: Output, task_id: TaskArgument) -> None:
    """Show a brief, and what it still lacks.

    Example: xpert-studio task show law.xpert a-lease-7k2m
    """
    task = tasks.get_task(tx, task_id)
    missing = missing_in(task, project_info(tx).policies) if task.standing in BEING_WRITTEN else []
    facts = {"contributor": task.first_author, "rubric_author": tasks.rubric_author(tx, task.id)}
    output.data({**task.model_dump(mode="json"), **facts, "missing": missing})
    _say_brief(output, task)
    output.say(
        t(
            "Contributor: {contributor}. Author of the rubric: {author}.",
            contributor=facts["contributor"] or "–",
            author=facts["rubric_author"] or "–",
        )
    )
    if missing:
        output.say(
            "Missing before it can be submitted:", *(f"  {sentence}" for sentence in missing)
        )


def _say_brief(output: Output, task: Task) -> None:
    output.say(
        t(
            "{task}  ({id}, {standing}, author {author_id})",
            task=task.name,
            id=task.id,
            standing=STAGES.word(task.standing),
            author_id=task.author_id or "–",
        )
    )
    difficulty = DIFFICULTIES.word(task.difficulty) if task.difficulty else None
    about = (domain_name(task.domain), task.category, task.language, difficulty, task.family)
    output.say(" · ".join(part for part in about if part))
    asked = asks_of(BriefFields)
    for name in BRIEF_TEXTS:
        if name != "title" and (text := getattr(task, name)):
            output.say(f"\n{t(asked[name].title)}\n{text}")
    output.say(
        *(
            "\n"
            + t(
                "Attachment: {path} ({media_type}) {caption}",
                path=item.path,
                media_type=item.media_type,
                caption=item.caption or "",
            )
            for item in task.attachments
        )
    )
