"""``xpert-studio import``: takes in a bundle, a table, or another tool's file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import AsOption, note_warnings, now, open_project
from xpert_studio.cli.output import Column, Output, counts
from xpert_studio.core.exchange import ImportReport, import_any
from xpert_studio.core.exchange.formats.incoming import FOLDER, IMPORTS, ImportFormat
from xpert_studio.core.fields import Asks
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import t, translated
from xpert_studio.core.workflow import new_project


def import_(
    output: Output,
    project: Annotated[
        Path | None,
        typer.Argument(metavar="PROJECT", help="The project file (.xpert).", show_default=False),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Argument(
            metavar="SOURCE",
            help="A file or folder; --formats lists the kinds.",
            show_default=False,
        ),
    ] = None,
    new: Annotated[bool, Asks("Create the project first.")] = False,
    format_id: Annotated[
        str,
        Asks("Read it as this kind (an ID of --formats). Default: found.", name="format"),
    ] = "",
    formats: Annotated[bool, Asks("List all that can be imported, and stop.")] = False,
    response_field: Annotated[
        str,
        Asks("The field that holds the response, of data sets with several fields."),
    ] = "",
    person: AsOption = "",
) -> None:
    """Take in a bundle, a table, or another tool's file: all of it or nothing.

    Into a project with people a lead imports; people stay as they are in it, and judgments in their
    name come as submitted. With --new you become a lead of the new project. An import is undone as
    one step.

    Example: xpert-studio import clinic.xpert ./bundle --new --as chen
    """
    if formats:
        _list(output)
        return
    if project is None or source is None:
        raise typer.BadParameter(
            t("Name the project and what to import."), param_hint="PROJECT SOURCE"
        )
    _take_in(project, source, output, new=new, person=person, asked=(response_field, format_id))


def _list(output: Output) -> None:
    """Prints all that can be imported."""
    output.data([_data(item) for item in IMPORTS.values()])
    output.table(
        "",
        [Column("ID"), Column("Kind"), Column("Files"), Column("Brings"), Column("What it is")],
        [
            (
                item.id,
                translated(item.title),
                item.endings_said,
                item.brings_said,
                translated(item.what),
            )
            for item in IMPORTS.values()
        ],
    )


def _data(item: ImportFormat) -> dict[str, Any]:
    return {
        "id": item.id,
        "title": item.title,
        "what": item.what,
        "endings": [ending for ending in item.endings if ending != FOLDER],
        "folder": FOLDER in item.endings,
        "brings": [part.value for part in item.brings],
        "needs_tasks": item.needs_tasks,
    }


def _take_in(
    project: Path,
    source: Path,
    output: Output,
    *,
    new: bool,
    person: str,
    asked: tuple[str, str],
) -> None:
    response_field, format_id = asked
    reports: list[ImportReport] = []

    def take_in(opened: ProjectFile) -> None:
        reports.append(
            import_any(
                opened,
                source,
                now=now(),
                actor_id=person,
                response_field=response_field,
                format_id=format_id,
            )
        )

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
