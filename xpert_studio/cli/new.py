"""``xpert-studio new``: starts a project."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli.acting import VARIABLE, note_warnings, now
from xpert_studio.cli.output import Output
from xpert_studio.core.fields import Asks
from xpert_studio.core.records import Mode, Role
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import found_project, new_project
from xpert_studio.core.workflow.new_project import ProjectTerms


def new(
    project: Annotated[
        Path, typer.Argument(help="The file to create (.xpert).", metavar="PROJECT")
    ],
    terms: ProjectTerms,
    output: Output,
    founder: Annotated[
        str | None,
        typer.Option("--as", envvar=VARIABLE, help="Your id: you become its first lead."),
    ] = None,
    your_name: Annotated[str | None, Asks("Your name, with --as.")] = None,
    domains: Annotated[
        Sequence[str] | None, Asks("A domain you work in; may be repeated.", name="domain")
    ] = None,
) -> None:
    """Create an empty project.

    Example: xpert-studio new clinic.xpert --as chen --your-name "Dr Chen" --language zh
    """

    def put_lead(project_file: ProjectFile) -> None:
        if founder:
            found_project(
                project_file,
                founder,
                now=now(),
                name=your_name,
                roles=(Role.AUTHOR, Role.REVIEWER, Role.EXPERT, Role.SENIOR),
                domains=tuple(domains or project_file.info().taxonomy.domains),
            )

    with new_project(
        project,
        name=terms.name,
        language=terms.language,
        licence=terms.licence,
        mode=terms.mode,
        now=now(),
        fill=put_lead,
    ) as made:
        note_warnings(made, output)
        info = made.info()
        output.data({"project": str(made.path), "name": info.name, "canary": info.canary})
        output.say(t("Created {path}.", path=made.path))
        if founder:
            output.say(t("{your_name} leads it, with every role.", your_name=your_name or founder))
            step = (
                f"task new {made.path.name}"
                if terms.mode is Mode.SOLO
                else f"people add {made.path.name} ID --role author"
            )
            output.say(t("Next: xpert-studio {step} --as {founder}", step=step, founder=founder))
        output.say(t("Or take a bundle in: xpert-studio import {path} BUNDLE", path=made.path.name))
