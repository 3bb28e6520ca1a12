"""``xpert-studio runs``: what was scored, what is going on, and a hand on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from xpert_studio.cli.arguments import ProjectArgument, now, open_project
from xpert_studio.cli.output import Column, JsonOption, Output, duration, money
from xpert_studio.errors import UsageError

if TYPE_CHECKING:
    from xpert_studio.records import Call, Run, RunRequest
    from xpert_studio.store import ProjectFile


def runs(
    project: ProjectArgument,
    show: Annotated[str | None, typer.Option(metavar="RUN", help="The calls of one run.")] = None,
    pause: Annotated[str | None, typer.Option(metavar="RUN", help="Ask a run to pause.")] = None,
    resume: Annotated[str | None, typer.Option(metavar="RUN", help="Let it go on.")] = None,
    cancel: Annotated[str | None, typer.Option(metavar="RUN", help="Ask a run to end.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the runs of a project, look into one, or pause, resume or cancel one that goes on.

    Example: xpert-studio runs clinic.xpert --pause run-20260301-101500-ab12cd
    """
    from xpert_studio.records import RunRequest

    output = Output(as_json=as_json)
    asked = {RunRequest.PAUSE: pause, RunRequest.RESUME: resume, RunRequest.CANCEL: cancel}
    wanted = [(request, run_id) for request, run_id in asked.items() if run_id]
    if len(wanted) + bool(show) > 1:
        raise UsageError("Choose one of --show, --pause, --resume and --cancel.")
    with open_project(project, output, read_only=not wanted) as opened:
        if wanted:
            _ask(opened, output, *wanted[0])
        elif show:
            _show_calls(opened, output, show)
        else:
            _list(opened, output)


def _ask(project: ProjectFile, output: Output, request: RunRequest, run_id: str) -> None:
    from xpert_studio.store import runs as run_rows

    with project.writing() as tx:
        run = run_rows.get_run(tx, run_id)
        if not run_rows.is_alive(tx, run_id, now=now()):
            raise UsageError(
                f"The run {run_id} is not going on ({run.state.value}).",
                remedy="The score command that started it goes on where it stopped.",
            )
        run_rows.ask_run(tx, run_id, request)
    output.data({"run_id": run_id, "request": request.value})
    output.say(f"Asked {run_id} to {request.value}; it acts within a second.")


def _state(project: ProjectFile, run: Run) -> str:
    from xpert_studio.records import ENDED
    from xpert_studio.store import runs as run_rows

    if run.state in ENDED:
        return run.state.value
    with project.reading() as tx:
        alive = run_rows.is_alive(tx, run.id, now=now())
    return run.state.value if alive else "interrupted"


def _list(project: ProjectFile, output: Output) -> None:
    from xpert_studio.store import runs as run_rows

    with project.reading() as tx:
        found = run_rows.all_runs(tx)
    states = {run.id: _state(project, run) for run in found}
    output.data([run.model_dump(mode="json") | {"state": states[run.id]} for run in found])
    names = ("run", "judge", "state", "calls", "ok", "invalid", "error", "took", "cost")
    numbers = {"calls", "ok", "invalid", "error"}
    output.table(
        "",
        [Column(name, number=name in numbers) for name in names],
        [
            (
                run.id,
                run.judge_id,
                states[run.id].replace("_", " "),
                f"{run.calls:,}",
                f"{run.ok:,}",
                f"{run.invalid:,}",
                f"{run.error:,}",
                duration(run.seconds),
                money(run.cost),
            )
            for run in found
        ],
    )
    if not found:
        output.say("No runs yet. Start one: xpert-studio score PROJECT")


def _show_calls(project: ProjectFile, output: Output, run_id: str) -> None:
    from xpert_studio.store import calls as call_rows
    from xpert_studio.store import runs as run_rows

    with project.reading() as tx:
        run = run_rows.get_run(tx, run_id)
        calls = call_rows.calls_of(tx, run_id)
    output.data({"run": run.model_dump(mode="json"), "calls": [_call(call) for call in calls]})
    output.table(
        f"{run.id} ({run.judge_id})",
        [
            Column("response"),
            Column("asked", number=True),
            Column("state"),
            Column("tries", number=True),
            Column("in", number=True),
            Column("cached", number=True),
            Column("out", number=True),
            Column("seconds", number=True),
            Column("problem"),
        ],
        [
            (
                call.response_id,
                len(call.asked),
                call.state.value,
                call.attempts,
                call.usage.input_tokens,
                call.usage.cached_tokens,
                call.usage.output_tokens,
                f"{call.seconds:.2f}",
                call.problem or "",
            )
            for call in calls
        ],
    )


def _call(call: Call) -> dict[str, Any]:
    return call.model_dump(mode="json", exclude={"run_id", "judge_id"})
