"""``xpert-studio site``: the project as a folder of pages."""

from __future__ import annotations

from dataclasses import replace as replace_in
from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.api.commands import Asks, JsonOption, Output, ProjectArgument, open_project, t
from xpert_studio.cli.acting import LeadOption
from xpert_studio.cli.export import write_order
from xpert_studio.core.workflow import check_publisher
from xpert_studio.packs.site.published import SiteOptions
from xpert_studio.packs.site.section_order import SiteOrder


def site(
    project: ProjectArgument,
    folder: Annotated[
        Path,
        typer.Argument(help="A new or empty folder, or that of an earlier site.", metavar="FOLDER"),
    ],
    options: SiteOptions,
    replace: Annotated[bool, Asks("Replace an earlier site that is there.")] = False,
    allow_possible_keys: Annotated[
        bool,
        Asks(
            "Publish texts that look as if they held an API key, after having looked at them; "
            "the history records it. A key that is set up here is refused all the same."
        ),
    ] = False,
    person: LeadOption = "",
    as_json: JsonOption = False,
) -> None:
    """Write a site: scores, cases and judgments as pages that need no server.

    What stands on it is what a public bundle holds; nothing on it asks a network.

    Example: xpert-studio site clinic.xpert clinic-site --hold-out t7,t9

    Example: xpert-studio site clinic.xpert clinic-site --replace --without-references --as lena
    """
    output, who = Output(as_json=as_json), person.strip()
    order = replace_in(SiteOrder(options=options), allow_possible_keys=allow_possible_keys)
    # The secret of the pseudonyms is kept in the project.
    with open_project(project, output) as opened:
        check_publisher(opened, who)
        made = write_order(opened, order, folder, who, replace=replace)
    output.note(*made.report.warnings)
    output.data(made.report.to_dict() | {"start": str(folder / "index.html")})
    output.say(t("Wrote {target}. Open it in a browser.", target=folder / "index.html"))
