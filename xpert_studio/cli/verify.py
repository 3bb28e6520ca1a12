"""``xpert-studio verify``: is everything in the file as it was written?"""

from __future__ import annotations

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument
from xpert_studio.cli.output import Exit, Output
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.messages import Message
from xpert_studio.core.store import check_file
from xpert_studio.core.wording import t


def verify(
    project: ProjectArgument,
    output: Output,
    person: AsOption = "",  # noqa: ARG001 - every command of a project takes it,
) -> None:
    """Verify that a project file is undamaged, and name the newest good backup if any.

    Example: xpert-studio verify clinic.xpert
    """
    if not project.exists():
        raise NotFoundError(Message("There is no file {project}.", project=project))
    report = check_file(project)
    backup = report.newest_good_backup
    output.data(
        {
            "project": str(project),
            "problems": list(report.problems),
            "newest_good_backup": str(backup.path) if backup else None,
        }
    )
    if not report.problems:
        output.say(t("{project} is sound.", project=project.name))
        return
    output.say(*report.problems)
    if backup:
        output.say(
            t("The newest good backup is {path}.", path=backup.path),
            t(
                "Go back to it: xpert-studio backup {project} --restore {path}",
                project=project,
                path=backup.path.name,
            ),
        )
    else:
        output.say("There is no good backup.")
    raise typer.Exit(Exit.PROBLEMS)
