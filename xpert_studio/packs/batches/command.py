"""``xpert-studio batches``: how posted calls stand, what came of them, and their cancelling."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from xpert_studio.api import Message
from xpert_studio.api.changes import NotFoundError, StageError
from xpert_studio.api.records import CommandContext, ProjectFile
from xpert_studio.api.sections import View
from xpert_studio.cli.acting import AsOption, ProjectArgument, leading, now, open_project
from xpert_studio.cli.output import JsonOption, Output
from xpert_studio.cli.score import carry_out_shown, end_as, say_judge_ends
from xpert_studio.core.judge.request import request_again
from xpert_studio.core.records import RunRequest, RunState
from xpert_studio.core.store import runs
from xpert_studio.core.workflow import steer
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.packs.batches.carrier import need_deciding
from xpert_studio.packs.batches.parts import parts_of
from xpert_studio.packs.batches.section import BATCHES, plain
from xpert_studio.report.whole_runs import prepare_all

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
RunArgument = Annotated[
    str, typer.Argument(help="The run; all that are at a provider without.", metavar="RUN")
]
WaitOption = Annotated[bool, typer.Option("--wait", help="Stay until all answers came.")]


@app.command("list")
def list_(
    project: ProjectArgument,
    run: RunArgument = "",
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """List the parts of runs that were posted in batches; asks no provider.

    Example: xpert-studio batches list clinic.xpert
    """
    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened:
        view = View.on(opened, person.strip()).asking(run=run)
        with opened.reading() as tx:
            output.data(plain(parts_of(tx, run or None)))
        shown = BATCHES.blocks(view)
        if shown is None:
            output.say(BATCHES.nothing)
        else:
            output.section(shown, project, full=False)


@app.command("fetch")
def fetch(
    project: ProjectArgument,
    run: RunArgument = "",
    wait: WaitOption = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Record the answers that came, and post what they left open, within the limits of the run.

    Example: xpert-studio batches fetch clinic.xpert --as lena
    """
    output = Output(as_json=as_json)
    with leading(project, person, output) as opened:
        _carry_on(opened, output, _posted(opened, run), wait=wait, person=person.strip())


@app.command("cancel")
def cancel(
    project: ProjectArgument,
    run: Annotated[str, typer.Argument(help="The run.", metavar="RUN")],
    wait: WaitOption = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Cancel what of a run is at its provider; answers that came before are paid for and recorded.

    Example: xpert-studio batches cancel clinic.xpert run-20260301-101500-ab12cd --as lena
    """
    output = Output(as_json=as_json)
    with leading(project, person, output) as opened:
        found = _posted(opened, run)
        steer(CommandContext(opened, person.strip(), now), run, RunRequest.CANCEL)
        _carry_on(opened, output, found, wait=wait, person=person.strip())


def _posted(project: ProjectFile, run_id: str) -> list[str]:
    """The runs that are at a provider, or the one that is named."""
    need_deciding(project)
    with project.reading() as tx:
        if run_id and runs.get_run(tx, run_id).state is not RunState.POSTED:
            raise StageError(
                Message("Nothing of {run} is at a provider.", run=run_id),
                remedy="'xpert-studio batches list PROJECT' shows what is.",
            )
        found = [run.id for run in runs.all_runs(tx) if run.state is RunState.POSTED]
    if not found:
        raise NotFoundError(
            "No run is at a provider.", remedy="Post one: 'xpert-studio score PROJECT --batch'."
        )
    return [run_id] if run_id else found


def _carry_on(
    project: ProjectFile, output: Output, run_ids: list[str], *, wait: bool, person: str
) -> None:
    told, ends = [], []
    for run_id in run_ids:
        request = replace(request_again(project, run_id, now=now()), wait=wait)
        prepared = prepare_all(project, request, clock=now)
        _need_same(project, run_id, prepared.members[0].plan.judge.id)
        own = carry_out_shown(project, prepared, output)
        with project.reading() as tx:
            is_blind = bool(blinding_for(tx, person).to_judge)
        told += say_judge_ends(output, prepared, own, is_blind=is_blind)
        ends += own
    output.data(told)
    end_as(ends, len(run_ids))


def _need_same(project: ProjectFile, run_id: str, judge_id: str) -> None:
    """The judge of a run is asked as it was when the run was posted.

    Raises:
        StageError: It is asked otherwise by this version of the program.
    """
    with project.reading() as tx:
        if runs.get_run(tx, run_id).judge_id == judge_id:
            return
    raise StageError(
        Message("This version of the program asks the judge of {run} otherwise.", run=run_id),
        remedy="Fetch it with the version that posted it.",
    )
