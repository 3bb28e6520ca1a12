"""``workspace run`` and ``workspace local``: commands that change the folders of tasks."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from xpert_studio.api.answering import Commanded, Task
from xpert_studio.api.commands import (
    Asks,
    Column,
    CommandContext,
    Exit,
    Fill,
    Message,
    Output,
    UsageError,
    acting_lead,
    t,
)
from xpert_studio.cli.options import changed
from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import Stage
from xpert_studio.core.store import responses, tasks
from xpert_studio.core.store.settings import project_id
from xpert_studio.core.workflow import add_responses, rights
from xpert_studio.packs.workspaces.answering import answered_with
from xpert_studio.packs.workspaces.kept import has_folder
from xpert_studio.packs.workspaces.local import HowRun, LocalSettings

Typed = Annotated[dict[str, Any], Fill(changes=HowRun)]
"""How the system is run, as far as it was typed."""


def run(
    ctx: CommandContext,
    output: Output,
    system: Annotated[str, Asks("Whose responses these are.")],
    typed: Typed,
    task_ids: Annotated[
        list[str] | None,
        typer.Argument(help="Tasks. Default: all ready ones with a folder.", metavar="TASK"),
    ] = None,
) -> None:
    """Run a command in the folder of each task, cut off from this computer.

    What it changed there is its response. What 'workspace local' keeps for the system holds where
    an option is left out. Tasks that the system has answered are left out.

    Example: xpert-studio workspace run tools.xpert --system agent --command "python3 solve.py"
    """
    with ctx.project.reading() as tx:
        acting_lead(tx, ctx.person_id)
        known = LocalSettings.read(project_id(tx)).systems.get(system, HowRun())
    how = changed(known, typed)
    if not how.command:
        raise UsageError(
            Message("It is not said which command {system} is.", system=system),
            remedy="Say it with --command, or keep it with 'workspace local'.",
        )
    wanted = _unanswered(ctx, system, task_ids or ())
    output.say(t("{name}: {wanted} tasks to answer.", name=system, wanted=len(wanted)))
    problems: dict[str, str] = {}
    for task in wanted:
        problem = _run_one(ctx, task, system, how)
        if problem is not None:
            problems[task.id] = str(problem)
            output.note(f"{task.id}: {problem}")
        else:
            output.say(f"  {task.id}: {t('answered')}")
    output.data({"answered": len(wanted) - len(problems), "failed": problems})
    if problems:
        raise typer.Exit(Exit.PARTLY)


def _run_one(ctx: CommandContext, task: Task, system: str, how: HowRun) -> XpertError | None:
    """Keeps the response to a task; or why there is none."""
    asked = Commanded(how.command, system, system, 1, how.seconds)
    try:
        add_responses(ctx, [answered_with(ctx, task, asked, how)])
    except XpertError as error:
        return error
    return None


def _unanswered(ctx: CommandContext, system: str, task_ids: Sequence[str]) -> list[Task]:
    with ctx.project.reading() as tx:
        done = {item.task_id for item in responses.all_responses(tx, models=[system])}
        named = [tasks.get_task(tx, task_id) for task_id in dict.fromkeys(task_ids)]
        for task in named:
            rights.need_stage(task, Stage.READY, to=Message("answered"))
        ready = [
            task
            for task in tasks.all_tasks(tx)
            if task.standing is Stage.READY and has_folder(task)
        ]
    if not named and not ready:
        raise UsageError(
            "No task that is ready begins with a folder.",
            remedy="'workspace set' gives a task one while its brief or rubric is written.",
        )
    return [task for task in named or ready if task.id not in done]


def local(
    ctx: CommandContext,
    output: Output,
    typed: Typed,
    system: Annotated[str, Asks("The system whose way of running is set.")] = "",
    remove: Annotated[bool, Asks("Forget the system.")] = False,
) -> None:
    """Show or set how systems change folders, on this computer only.

    The settings are no part of the project: what a project holds is never run. They hold for
    'workspace run', and what a command may see and use holds for 'suite run' too.

    Example: xpert-studio workspace local tools.xpert --system agent --see ~/agent --network
    """
    with ctx.project.reading() as tx:
        acting_lead(tx, ctx.person_id)
        found = LocalSettings.read(project_id(tx))
    own = found.systems.get(system, HowRun())
    how = changed(own, typed)
    if not system and (how != own or remove):
        raise UsageError("Whose way of running is that?", remedy="Name it with --system.")
    systems = {name: one for name, one in found.systems.items() if name != system}
    if system and not remove and (how != HowRun() or system in found.systems):
        systems[system] = how
    kept = LocalSettings(project_id=found.project_id, systems=systems)
    if kept != found:
        kept.write()
    output.data(kept.model_dump(mode="json"))
    columns = [Column(name) for name in ("system", "command", "sees", "network", "limits")]
    output.table("", columns, (_row(name, one) for name, one in sorted(systems.items())))


def _row(name: str, how_run: HowRun) -> list[Any]:
    limits = t(
        "{seconds} s, {megabytes} MB of memory, {room} MB of files",
        seconds=how_run.seconds,
        megabytes=how_run.megabytes,
        room=how_run.room,
    )
    seen = ", ".join(how_run.see) or "–"
    return [
        name,
        shlex.join(how_run.command) or "–",
        seen,
        t("yes") if how_run.network else t("no"),
        limits,
    ]
