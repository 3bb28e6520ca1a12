"""``workspace run`` and ``workspace local``: commands that change the folders of tasks."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from xpert_studio.cli.output import Column, Exit, Output
from xpert_studio.core.errors import UsageError, XpertError
from xpert_studio.core.generation.commanded import Commanded
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Stage, Task
from xpert_studio.core.store import responses, tasks
from xpert_studio.core.store.settings import project_id
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import CommandContext, add_responses, rights
from xpert_studio.core.workflow.command_context import acting_lead
from xpert_studio.packs.workspaces.answering import answered_with
from xpert_studio.packs.workspaces.kept import has_folder
from xpert_studio.packs.workspaces.local import (
    MOST_MEGABYTES,
    MOST_ROOM,
    MOST_SECONDS,
    HowRun,
    LocalSettings,
    read_local,
    write_local,
)

CommandOption = Annotated[
    str, typer.Option(help="The command: it reads the prompt and changes the folder it begins in.")
]
SeeOption = Annotated[
    list[str] | None,
    typer.Option(metavar="PATH", help="A file or folder that it may read; repeatable."),
]
NetworkOption = Annotated[
    bool | None, typer.Option("--network/--no-network", help="Whether it may use the network.")
]
SecondsOption = Annotated[
    int | None, typer.Option(min=1, max=MOST_SECONDS, help="It may take so long.")
]
MegabytesOption = Annotated[
    int | None, typer.Option(min=16, max=MOST_MEGABYTES, help="Memory of its processes.")
]
RoomOption = Annotated[
    int | None, typer.Option(min=1, max=MOST_ROOM, help="Megabytes of files it may write.")
]


def run(
    ctx: CommandContext,
    output: Output,
    system: Annotated[str, typer.Option(help="Whose responses these are.")],
    task_ids: Annotated[
        list[str] | None,
        typer.Argument(help="Tasks. Default: all ready ones with a folder.", metavar="TASK"),
    ] = None,
    command: CommandOption = "",
    see: SeeOption = None,
    network: NetworkOption = None,
    seconds: SecondsOption = None,
    megabytes: MegabytesOption = None,
    room: RoomOption = None,
) -> None:
    """Run a command in the folder of each task, cut off from this computer.

    What it changed there is its response. What 'workspace local' keeps for the system holds where
    an option is left out. Tasks that the system has answered are left out.

    Example: xpert-studio workspace run tools.xpert --system agent --command "python3 solve.py"
    """
    with ctx.project.reading() as tx:
        acting_lead(tx, ctx.person_id)
        known = read_local(project_id(tx)).systems.get(system, HowRun())
    how = _changed(known, command, see, network, seconds, megabytes, room)
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


def _changed(
    known: HowRun,
    command: str,
    see: Sequence[str] | None,
    network: bool | None,
    seconds: int | None,
    megabytes: int | None,
    room: int | None,
) -> HowRun:
    """How a system is run, with what was typed in place of what is kept.

    Raises:
        UsageError: Something of it is no command or path.
    """
    typed = {
        "command": tuple(_words(command)) or None,
        "see": None if see is None else tuple(see),
        "network": network,
        "seconds": seconds,
        "megabytes": megabytes,
        "room": room,
    }
    given = {name: value for name, value in typed.items() if value is not None}
    try:
        return HowRun.model_validate(known.model_dump() | given)
    except ValidationError as error:
        raise UsageError(
            "That does not say how a command is run.",
            remedy="Neither the command nor a path of --see can be empty.",
        ) from error


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise UsageError(
            Message("{command!r} is no command ({error}).", command=command, error=error),
            remedy="Close its quotation marks.",
        ) from error


def local(
    ctx: CommandContext,
    output: Output,
    system: Annotated[str, typer.Option(help="The system whose way of running is set.")] = "",
    command: CommandOption = "",
    see: SeeOption = None,
    network: NetworkOption = None,
    seconds: SecondsOption = None,
    megabytes: MegabytesOption = None,
    room: RoomOption = None,
    remove: Annotated[bool, typer.Option("--remove", help="Forget the system.")] = False,
) -> None:
    """Show or set how systems change folders, on this computer only.

    The settings are no part of the project: what a project holds is never run. They hold for
    'workspace run', and what a command may see and use holds for 'suite run' too.

    Example: xpert-studio workspace local tools.xpert --system agent --see ~/agent --network
    """
    with ctx.project.reading() as tx:
        acting_lead(tx, ctx.person_id)
        found = read_local(project_id(tx))
    own = found.systems.get(system, HowRun())
    how = _changed(own, command, see, network, seconds, megabytes, room)
    if not system and (how != own or remove):
        raise UsageError("Whose way of running is that?", remedy="Name it with --system.")
    systems = {name: one for name, one in found.systems.items() if name != system}
    if system and not remove and (how != HowRun() or system in found.systems):
        systems[system] = how
    changed = LocalSettings(project_id=found.project_id, systems=systems)
    if changed != found:
        write_local(changed)
    output.data(changed.model_dump(mode="json"))
    columns = [Column(name) for name in ("system", "command", "sees", "network", "limits")]
    output.table("", columns, (_row(name, one) for name, one in sorted(systems.items())))


def _row(name: str, one: HowRun) -> list[Any]:
    limits = t(
        "{seconds} s, {megabytes} MB of memory, {room} MB of files",
        seconds=one.seconds,
        megabytes=one.megabytes,
        room=one.room,
    )
    seen = ", ".join(one.see) or "–"
    return [
        name,
        shlex.join(one.command) or "–",
        seen,
        t("yes") if one.network else t("no"),
        limits,
    ]
