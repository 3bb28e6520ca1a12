"""``xpert-studio copy``: copies of a project in other places, and which file decides."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.api.records import CommandContext
from xpert_studio.cli.acting import AsOption, desk_command, now
from xpert_studio.cli.output import JsonOption, Output
from xpert_studio.core.exchange.assignment_transfer import submission_to_file
from xpert_studio.core.store import project_path
from xpert_studio.core.wording import t
from xpert_studio.core.workflow.copies import catch_up, create_copy, hand_over, send_outbox
from xpert_studio.packs.offline.command import MessageOption, Replace, SubmissionFile, say_submitted
from xpert_studio.report.counted_parts import counted_parts

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
NewFile = Annotated[Path, typer.Argument(help="The file to write (.xpert).", metavar="FILE")]


@desk_command(app, "create")
def create(ctx: CommandContext, output: Output, file: NewFile) -> None:
    """Write a copy of the project, to work on in another place.

    Example: xpert-studio copy create law.xpert laptop.xpert --as lena
    """
    path = project_path(file)
    create_copy(ctx, path)
    output.data({"file": str(path)})
    output.say(
        t("Wrote {path}, a copy; {project} decides.", path=path, project=ctx.project.path.name)
    )


@desk_command(app, "submit")
def submit(
    ctx: CommandContext,
    output: Output,
    file: SubmissionFile,
    message: MessageOption = "",
    replace: Replace = False,
) -> None:
    """Write what was done in this copy as a submission, for 'assignment import' in the project.

    Example: xpert-studio copy submit laptop.xpert laptop.xsubmission --as lena
    """
    path, content = submission_to_file(ctx, file, send_outbox, message=message, replace=replace)
    output.data({"file": str(path), "parts": len(content.parts)})
    say_submitted(output, path, content)


@desk_command(app, "transfer")
def hand_over_(ctx: CommandContext, output: Output, file: NewFile) -> None:
    """Write a file that decides from now on; this one becomes its copy.

    Example: xpert-studio copy transfer law.xpert ines.xpert --as lena
    """
    path = project_path(file)
    hand_over(ctx, path)
    output.data({"file": str(path)})
    output.say(
        t("{path} decides now; {project} is its copy.", path=path, project=ctx.project.path.name)
    )


@app.command("update")
def update(
    project: Annotated[Path, typer.Argument(help="The copy (.xpert).", metavar="PROJECT")],
    newer: Annotated[
        Path, typer.Argument(help="A newer file of the project that decides.", metavar="NEWER")
    ],
    person: AsOption = "",  # noqa: ARG001 - every command of a project takes it
    as_json: JsonOption = False,
) -> None:
    """Bring a copy up to date, and apply what was done in it again.

    The copy as it was is kept beside it. Of two files that both claim to decide, the first one
    becomes the copy, from where their histories parted.

    Example: xpert-studio copy update laptop.xpert law.xpert
    """
    output = Output(as_json=as_json)
    found = catch_up(project, newer, clock=now)
    output.data(
        {
            "former": str(found.former),
            "parts": len(found.parts),
            "not_applied": [
                {"kind": item.part.kind, "key": list(item.part.key), "outcome": item.outcome.value}
                for item in found.not_applied
            ],
            "left": dict(found.left),
        }
    )
    output.say(
        t(
            "{project} is up to date; as it was, it is kept as {former}.",
            project=project.name,
            former=found.former.name,
        )
    )
    for item in found.not_applied:
        why = item.reason or t("both sides changed it; the project's version was kept.")
        output.say(f"  {item.part.kind.replace('_', ' ')} {' '.join(item.part.key)}: {why}")
    if found.left:
        output.say(
            t(
                "Only in {former} now, since no submission holds it: {left}.",
                former=found.former.name,
                left=counted_parts(found.left),
            )
        )
