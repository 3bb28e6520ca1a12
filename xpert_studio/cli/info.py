"""``xpert-studio info``: what is in a project."""

from __future__ import annotations

from typing import Annotated

from xpert_studio.cli.acting import AsOption, ProjectArgument, open_project
from xpert_studio.cli.output import Output
from xpert_studio.core.fields import Asks
from xpert_studio.report.section import View
from xpert_studio.report.sections.info import INFO


def info(
    project: ProjectArgument,
    output: Output,
    list_tasks: Annotated[bool, Asks("List the tasks too.")] = False,
    list_records: Annotated[bool, Asks("List the records of packs too, as their JSON.")] = False,
    person: AsOption = "",
) -> None:
    """Show what a project holds.

    Example: xpert-studio info clinic.xpert --list-tasks
    """
    with open_project(project, output, read_only=True) as opened:
        view = View.on(opened, person.strip())
        view = view.asking(list_tasks=list_tasks, list_records=list_records)
        output.show(INFO, view, full=True)
