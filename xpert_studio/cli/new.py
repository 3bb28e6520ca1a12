"""``xpert-studio new``: starts a project."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli.arguments import now
from xpert_studio.cli.output import JsonOption, Output


def new(
    project: Annotated[
        Path, typer.Argument(help="The file to create (.xpert).", metavar="PROJECT")
    ],
    name: Annotated[str, typer.Option(help="The project's name; the file's where omitted.")] = "",
    language: Annotated[str, typer.Option(help="Of the default grading policy: en or zh.")] = "en",
    licence: Annotated[str | None, typer.Option(help="SPDX name for exported bundles.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Create an empty project.

    Example: xpert-studio new clinic.xpert --name "Clinic notes" --language zh
    """
    from xpert_studio.workflow import new_project

    output = Output(as_json=as_json)
    with new_project(project, name=name, language=language, licence=licence, now=now()) as made:
        info = made.info()
        output.data({"project": str(made.path), "name": info.name, "canary": info.canary})
        output.say(f"Created {made.path}.")
        output.say(f"Next: xpert-studio import {made.path.name} BUNDLE")
