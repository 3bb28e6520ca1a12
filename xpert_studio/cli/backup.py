"""``xpert-studio backup``: copies of a project, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from xpert_studio.cli.acting import AsOption, ProjectArgument, now
from xpert_studio.cli.output import Column, Output
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.store import back_up, list_backups
from xpert_studio.core.wording import t
from xpert_studio.core.workflow.going_back import go_back


def backup(
    project: ProjectArgument,
    output: Output,
    to: Annotated[Path | None, Asks("Where to; beside the project if omitted.")] = None,
    show: Annotated[bool, Asks("List the backups there are.", name="list")] = False,
    back_to: Annotated[
        str | None, Asks("Go back to this backup (its file name).", name="restore")
    ] = None,
    person: AsOption = "",
) -> None:
    """Back a project up, list its backups, or go back to one.

    Example: xpert-studio backup clinic.xpert --to /media/stick/clinic.xpert
    """
    if not project.exists() and not back_to and not show:
        raise NotFoundError(Message("There is no file {project}.", project=project))
    if show:
        found = list_backups(project)
        output.data([{"path": str(copy.path), "at": copy.at.isoformat()} for copy in found])
        rows = [(f"{copy.at:%Y-%m-%d %H:%M:%S} UTC", copy.reason, copy.path.name) for copy in found]
        output.table("Backups", [Column("made"), Column("reason"), Column("file")], rows)
    elif back_to:
        who, path = person.strip(), project.absolute()
        aside = go_back(path, back_to, who, now=now(), on_notice=output.note)
        output.data({"restored": back_to, "set_aside": str(aside) if aside else None})
        output.say(t("{project} is as it was in {back_to}.", project=project.name, back_to=back_to))
        if aside:
            output.say(t("What it was before is kept as {aside}.", aside=aside.name))
    else:
        made = back_up(project.absolute(), to=to.absolute() if to else None, on_notice=output.note)
        output.data({"backup": str(made)})
        output.say(t("Backed up to {made}.", made=made))
