"""``xpert-studio import``: takes in a bundle, a table, or another tool's file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, note_warnings, now, open_project
from xpert_studio.cli.output import JsonOption, Output, counts
from xpert_studio.core.exchange import ImportReport, import_any
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import new_project


def import_(
    project: ProjectArgument,
    source: Annotated[
        Path,
        typer.Argument(
            help="A bundle (folder or .zip), a table (.csv, .xlsx), or a file of another tool: "
            "HealthBench, IFEval, multiple choice (.jsonl), autorubric (.json), promptfoo "
            "(.yaml, .json), Argilla (folder, .json, .jsonl)."
        ),
    ],
    new: Annotated[bool, typer.Option("--new", help="Create the project first.")] = False,
    response_field: Annotated[
        str,
        typer.Option(
            "--response-field", help="Of a dataset of Argilla: the field that holds the response."
        ),
    ] = "",
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Take in a bundle, a table, or another tool's file: all of it or nothing.

    Into a project with people a lead imports; people stay as they are in it, and judgments in their
    name come as submitted. With --new you become a lead of the new project. An import is undone as
    one step.

    Example: xpert-studio import clinic.xpert ./bundle --new --as chen
    """
    output = Output(as_json=as_json)
    if new and not source.exists():
        raise typer.BadParameter(
            Message("{source} does not exist", source=source), param_hint="SOURCE"
        )
    reports: list[ImportReport] = []

    def take_in(opened: ProjectFile) -> None:
        reports.append(import_any(
            opened, source, now=now(), actor_id=person, response_field=response_field
        ))  # fmt: skip

    if new:
        with new_project(project, now=now(), fill=take_in) as made:
            note_warnings(made, output)
    else:
        with open_project(project, output) as opened:
            take_in(opened)
    (report,) = reports
    output.note(*(str(warning) for warning in report.warnings))
    output.data(report.to_dict())
    output.say(t("Imported {source}: {counts}.", source=source, counts=counts(report.added)))
    if any(report.unchanged.values()):
        output.say(t("Already there, unchanged: {counts}.", counts=counts(report.unchanged)))
    if report.id:
        undo = f"xpert-studio undo {project.name} --change {report.id}"
        output.say(t("To take it back: {command}", command=f"{undo} --as {person}"))
    elif person:
        output.say(t("{person} leads the project.", person=person))
