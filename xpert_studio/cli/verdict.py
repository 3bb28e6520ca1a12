"""``xpert-studio verdict``: one verdict of a judge, with its exchange and what experts said."""

from __future__ import annotations

from typing import Annotated

from xpert_studio.cli.acting import (
    AsOption,
    LineArgument,
    ProjectArgument,
    ResponseArgument,
    at_desk,
    line_id,
    named_response,
)
from xpert_studio.cli.output import Output
from xpert_studio.core.fields import Asks
from xpert_studio.core.records import placed
from xpert_studio.core.store import responses, tasks
from xpert_studio.report.section import View
from xpert_studio.report.sections.one_verdict import ONE_VERDICT


def verdict(
    project: ProjectArgument,
    response: ResponseArgument,
    line: LineArgument,
    output: Output,
    judge: Annotated[str, Asks("Whose verdict. Default: the first judge's.")] = "",
    trial: Annotated[int, Asks("Which trial.", within=(1, None))] = 1,
    raw: Annotated[bool, Asks("The exchange with the provider, letter for letter.")] = False,
    person: AsOption = "",
) -> None:
    """Show a judge's verdict on a checkpoint of a response, beside what the experts said.

    For leads and senior experts, once they have had their own say on the response.

    Example: xpert-studio verdict law.xpert a-lease-7k2m:A 3 --judge baseline --as lead --raw
    """
    with at_desk(project, person, output, read_only=True) as ctx:
        response_id = named_response(ctx, response)
        with ctx.project.reading() as tx:
            task_id = responses.get_response(tx, response_id).task_id
            checkpoint = line_id(placed(tasks.rubric_of(tx, task_id)), line)
        view = View.on(ctx.project, ctx.person_id).asking(
            response=response_id, checkpoint=checkpoint, judge=judge, trial=trial, raw=raw
        )
        output.show(ONE_VERDICT, view, full=True)
