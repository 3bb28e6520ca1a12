"""``xpert-studio response compare``: the responses to one task side by side."""

from __future__ import annotations

from typing import Annotated

from xpert_studio.cli.acting import AsOption, ProjectArgument, TaskArgument, open_project
from xpert_studio.cli.output import Output
from xpert_studio.core.fields import Asks
from xpert_studio.report.section import View
from xpert_studio.report.sections.responses import RESPONSES, asking_for


def compare(
    project: ProjectArgument,
    task_id: TaskArgument,
    output: Output,
    systems: Annotated[
        str, Asks("Only these, comma-separated: systems, or letters where systems are hidden.")
    ] = "",
    by: Annotated[str, Asks("rank or letter: in which order the others stand.")] = "",
    judge: Annotated[str, Asks("Whose values: a judge, or 'experts'; the first if omitted.")] = "",
    level: Annotated[str, Asks("The same scenario at this level of difficulty.")] = "",
    turn: Annotated[int, Asks("Only this turn of conversations.", within=(0, None))] = 0,
    person: AsOption = "",
) -> None:
    """Show the responses of several systems to a task side by side, with values and evidence.

    Example: xpert-studio response compare law.xpert lease --systems aurora-2,borealis --as lena
    """
    with open_project(project, output, read_only=True) as opened:
        asked = asking_for(
            View.on(opened, person.strip()),
            task=task_id,
            systems=systems,
            by=by,
            rater=judge,
            level=level,
            turn=turn,
        )
        output.show(RESPONSES, asked, full=True)
