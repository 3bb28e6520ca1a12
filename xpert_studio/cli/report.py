"""``xpert-studio report``: everything a lead would send to a client, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli.acting import LeadOption, ProjectArgument, open_project
from xpert_studio.cli.export import write_order
from xpert_studio.cli.output import Output
from xpert_studio.core.fields import Asks
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import check_publisher
from xpert_studio.report.exports import ReportOptions, ReportOrder


def report(
    project: ProjectArgument,
    target: Annotated[Path, typer.Argument(help="The file to write: .html, .pdf or .xlsx.")],
    options: ReportOptions,
    output: Output,
    replace: Annotated[bool, Asks("Replace what is there.")] = False,
    person: LeadOption = "",
) -> None:
    """Write a report: one self-contained HTML file, or the same as PDF or Excel workbook.

    Example: xpert-studio report clinic.xpert clinic.pdf --subset gold
    """
    who = person.strip()
    with open_project(project, output, read_only=not who) as opened:
        check_publisher(opened, who)
        made = write_order(opened, ReportOrder(options=options), target, who, replace=replace)
    output.note(*made.report.warnings)
    output.data(
        {
            "report": made.publication.path,
            "judges": list(made.report.judges),
            "scope": made.publication.scope,
            "content_hash": made.publication.content_hash,
            "warnings": list(made.report.warnings),
        }
    )
    output.say(t("Wrote {target}.", target=target))
