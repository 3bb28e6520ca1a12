"""``xpert-studio workspace``: folders that tasks begin with, and what systems change in them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from xpert_studio.api.commands import (
    Asks,
    AsOption,
    CommandContext,
    Exit,
    JsonOption,
    Message,
    NotFoundError,
    Output,
    TaskArgument,
    Transaction,
    acting_lead,
    desk_command,
    reading,
    say_change,
    t,
    tn,
    translated,
)
from xpert_studio.api.records import response_for
from xpert_studio.core.atomic_files import whole_file
from xpert_studio.core.instruments.deciding import sandbox
from xpert_studio.core.judge import code_consent
from xpert_studio.core.judge.checks_backend import not_allowed
from xpert_studio.core.store import responses, tasks
from xpert_studio.core.store.settings import project_id
from xpert_studio.core.wording import number
from xpert_studio.core.workflow import blinding_for
from xpert_studio.packs.workspaces.account import text_in
from xpert_studio.packs.workspaces.archive import pack_folder
from xpert_studio.packs.workspaces.command_run import local, run
from xpert_studio.packs.workspaces.folder import Folder, named
from xpert_studio.packs.workspaces.kept import (
    Kept,
    ending_folder,
    kept_of,
    remove_folder,
    set_folder,
    starting_folder,
    take_response,
)
from xpert_studio.packs.workspaces.taking import Taken, take_folder
from xpert_studio.packs.workspaces.trying import Tried, decide_on
from xpert_studio.packs.workspaces.writing import write_folder

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
FolderArgument = Annotated[Path, typer.Argument(help="The folder.", metavar="FOLDER")]
NameArgument = Annotated[
    str, typer.Argument(help="A task, or a response as 'response list' has it.", metavar="NAME")
]


@desk_command(app, "set")
def set_(
    ctx: CommandContext,
    output: Output,
    task_id: TaskArgument,
    folder: Annotated[
        Path | None, typer.Argument(help="The folder that the task begins with.")
    ] = None,
    remove: Annotated[bool, Asks("Take it out instead.")] = False,
) -> None:
    """Set the folder that your task begins with, in place of the one before.

    Example: xpert-studio workspace set tools.xpert fix-invoice invoice_folder --as maria
    """
    if remove or folder is None:
        if not remove:
            raise NotFoundError("No folder is named.", remedy="Name one, or add --remove.")
        say_change(output, remove_folder(ctx, task_id))
        return
    taken = take_folder(folder)
    _say_left_out(output, taken)
    change = set_folder(ctx, task_id, taken.folder)
    known = _plain_folder(taken.folder)
    if change is None:
        output.data({"change": None, **known})
        output.say("The task begins with this folder already.")
        return
    said = tn(
        "The task begins with a folder of {n} file.",
        "The task begins with a folder of {n} files.",
        len(taken.folder.files),
    )
    say_change(output, change, said, **known)


def _say_left_out(output: Output, taken: Taken) -> None:
    if taken.left_out:
        output.note(
            tn(
                "{n} entry that tools make for themselves was left out: {names}",
                "{n} entries that tools make for themselves were left out: {names}",
                len(taken.left_out),
                names=", ".join(map(named, taken.left_out[:5])),
            )
        )


def _plain_folder(folder: Folder) -> dict[str, Any]:
    return {
        "hash": folder.hash,
        "bytes": folder.size,
        "files": [
            {
                "path": path,
                "bytes": len(file.content),
                "executable": file.is_executable,
                "text": text_in(file.content) is not None,
            }
            for path, file in folder.files.items()
        ],
    }


@dataclass(frozen=True, slots=True)
class _Named:
    """A task's starting folder, or what the project has of a response and its name."""

    folder: Folder
    kept: Kept | None = None
    name: str = ""
    text: str = ""


def _found(tx: Transaction, person: str, name: str) -> _Named:
    """What a name stands for.

    Raises:
        NotFoundError: It is no task and no response; or that has no folder.
    """
    known = {task.id: task for task in tasks.all_tasks(tx)}
    if name in known:
        return _Named(starting_folder(tx, known[name]))
    response = responses.get_response(tx, response_for(tx, person, name))
    kept = kept_of(tx, response)
    shown = blinding_for(tx, person).response_name(response.task_id, response.id)
    return _Named(ending_folder(tx, response), kept, shown, response.text)


@app.command("show")
@reading
def show(
    tx: Transaction,
    output: Output,
    name: NameArgument,
    file: Annotated[str, Asks("Show this file of the folder.")] = "",
    person: AsOption = "",
) -> None:
    """Show the folder of a task, what a response changed in it, or one file.

    Example: xpert-studio workspace show tools.xpert fix-invoice --file invoice.py
    """
    found = _found(tx, person.strip(), name)
    if file:
        _show_file(output, found.folder, file)
        return
    if found.kept is None:
        output.data({"task": name, **_plain_folder(found.folder)})
        files = _plain_folder(found.folder)["files"]
        output.records("", ("path", "bytes", "executable", "text"), files, number="bytes")
        if not found.folder.files:
            output.say("The folder is empty.")
        return
    before, changes = found.kept.start.files, found.kept.changes
    output.data(
        {
            "response": found.name,
            "added": [path for path in changes.written.files if path not in before],
            "changed": [path for path in changes.written.files if path in before],
            "removed": list(changes.removed),
            "hash": changes.end,
            "text": found.text,
        }
    )
    output.say(f"{found.name}\n\n{found.text}")


def _show_file(output: Output, folder: Folder, path: str) -> None:
    file = folder.files.get(path)
    if file is None:
        raise NotFoundError(
            Message("The folder has no {files}.", files=named(path)),
            remedy="'workspace show' without --file lists its files.",
        )
    text = text_in(file.content)
    output.data({"path": path, "bytes": len(file.content), "text": text})
    output.say(
        text
        if text is not None
        else t("{path} is no text: {n} bytes.", path=path, n=number(len(file.content)))
    )


@app.command("write")
@reading
def write(
    tx: Transaction,
    output: Output,
    name: NameArgument,
    target: Annotated[Path, typer.Argument(help="A new or empty folder.", metavar="TARGET")],
    person: AsOption = "",
) -> None:
    """Write the folder of a task, or the one that a response ends as, exactly as it is kept.

    Example: xpert-studio workspace write tools.xpert fix-invoice:B solved
    """
    folder = _found(tx, person.strip(), name).folder
    write_folder(folder, target)
    output.data({"folder": str(target), **_plain_folder(folder)})
    output.say(
        tn(
            "Wrote {n} file to {path}.",
            "Wrote {n} files to {path}.",
            len(folder.files),
            path=target,
        )
    )


@desk_command(app, "take")
def take(
    ctx: CommandContext,
    output: Output,
    task_id: TaskArgument,
    folder: FolderArgument,
    system: Annotated[str, Asks("Whose response it is.")],
) -> None:
    """Keep a folder as it was changed by hand as the response of a system.

    Example: xpert-studio workspace take tools.xpert fix-invoice solved --system maria-by-hand
    """
    with ctx.project.reading() as tx:
        acting_lead(tx, ctx.person_id)
    taken = take_folder(folder)
    _say_left_out(output, taken)
    change = take_response(ctx, task_id, taken.folder, system)
    say_change(output, change, t("Took the folder as the response of {system}.", system=system))


@app.command("check")
@reading
def check(tx: Transaction, output: Output, task_id: TaskArgument, folder: FolderArgument) -> None:
    """Say what the checks of a task decide on a folder; nothing is kept.

    The exit code is 1 where one is not met, and 4 where one cannot decide.

    Example: xpert-studio workspace check tools.xpert fix-invoice solved
    """
    task = tasks.get_task(tx, task_id)
    tried = decide_on(
        task,
        tasks.rubric_of(tx, task_id),
        starting_folder(tx, task),
        take_folder(folder).folder,
        sandbox() if code_consent.is_allowed(project_id(tx)) else not_allowed,
    )
    output.data([{"checkpoint": one.text, "met": one.met, "reason": one.reason} for one in tried])
    if not tried:
        output.say("No checkpoint of the task is decided by program.")
        return
    output.records("", ("checkpoint", "met", "reason"), list(map(_row, tried)))
    if any(one.met is None for one in tried):
        raise typer.Exit(Exit.PARTLY)
    if not all(one.met for one in tried):
        raise typer.Exit(Exit.PROBLEMS)


def _row(tried: Tried) -> dict[str, Any]:
    met = t("not decided") if tried.met is None else t("yes") if tried.met else t("no")
    return {"checkpoint": tried.text, "met": met, "reason": translated(tried.reason)}


@app.command("pack")
def pack(
    folder: FolderArgument,
    target: Annotated[Path, typer.Argument(help="The file that is written.", metavar="FILE")],
    as_json: JsonOption = False,
) -> None:
    """Pack a folder into the file that tasks of a bundle name as attachment.

    Example: xpert-studio workspace pack invoice_folder attachments/workspace.zip
    """
    output = Output(as_json=as_json)
    taken = take_folder(folder)
    _say_left_out(output, taken)
    with whole_file(target, replace=True) as unfinished:
        unfinished.write_bytes(pack_folder(taken.folder))
    output.data({"file": str(target), **_plain_folder(taken.folder)})
    output.say(t("Wrote {path}.", path=target))


desk_command(app, "run")(run)
desk_command(app, "local")(local)
