"""``xpert-studio runs``: what was scored, what is going on, and a hand on it."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Final, NamedTuple

from xpert_studio.cli.acting import AsOption, ProjectArgument, leading, now
from xpert_studio.cli.output import Column, Output, duration, spent
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.records import RatingState, Run, RunRequest
from xpert_studio.core.store import ProjectFile, Transaction, responses, run_items
from xpert_studio.core.store import calls as call_rows
from xpert_studio.core.store import runs as run_rows
from xpert_studio.core.store.run_items import VerdictItem
from xpert_studio.core.wording import in_a_row, mark, percent, t
from xpert_studio.core.workflow import CommandContext, steer
from xpert_studio.core.workflow.blinding import Blinding, blinding_for
from xpert_studio.core.workflow.views.runs import WatchedRun, watch_runs

_REQUESTS: Final = {
    RunRequest.PAUSE: mark("pause"),
    RunRequest.RESUME: mark("resume"),
    RunRequest.STOP: mark("stop"),
    RunRequest.CANCEL: mark("cancel"),
}


def runs(
    project: ProjectArgument,
    output: Output,
    show: Annotated[str | None, Asks("The calls of one run.", form="RUN")] = None,
    problems: Annotated[
        str | None, Asks("What a run left without a usable verdict.", form="RUN")
    ] = None,
    pause: Annotated[str | None, Asks("Ask a run to pause.", form="RUN")] = None,
    resume: Annotated[str | None, Asks("Resume it.", form="RUN")] = None,
    stop: Annotated[str | None, Asks("Ask it to end, to be taken up later.", form="RUN")] = None,
    cancel: Annotated[str | None, Asks("Ask a run to end.", form="RUN")] = None,
    person: AsOption = "",
) -> None:
    """List the runs of a project, look into one, or pause, resume, stop or cancel one.

    One that broke off, was stopped, or left something open is taken up again by
    'xpert-studio score PROJECT --again RUN'.

    Example: xpert-studio runs clinic.xpert --pause run-20260301-101500-ab12cd
    """
    asked = {
        RunRequest.PAUSE: pause,
        RunRequest.RESUME: resume,
        RunRequest.STOP: stop,
        RunRequest.CANCEL: cancel,
    }
    wanted = [(request, run_id) for request, run_id in asked.items() if run_id]
    if len(wanted) + bool(show) + bool(problems) > 1:
        raise UsageError(
            "Choose one of --show, --problems, --pause, --resume, --stop and --cancel."
        )
    with leading(project, person, output, read_only=not wanted) as opened:
        if wanted:
            _ask(CommandContext(opened, person.strip(), now), output, *wanted[0])
        elif show:
            _show_calls(opened, output, show, person.strip())
        elif problems:
            _show_problems(opened, output, problems, person.strip())
        else:
            _list(opened, output, person.strip())


def _ask(ctx: CommandContext, output: Output, request: RunRequest, run_id: str) -> None:
    steer(ctx, run_id, request)
    output.data({"run_id": run_id, "request": request.value})
    output.say(
        t(
            "Asked {run_id} to {request}; it acts within a second.",
            run_id=run_id,
            request=t(_REQUESTS[request]),
        )
    )


def _list(project: ProjectFile, output: Output, person_id: str) -> None:
    found = watch_runs(project, now=now())[::-1]
    with project.reading() as tx:
        known = _Names.of(tx, person_id)
    output.data([_run(item, known) for item in found])
    columns = (
        Column("run"),
        Column("judge"),
        Column("state"),
        Column("done", number=True),
        Column("calls", number=True),
        Column("ok", number=True),
        Column("invalid", number=True),
        Column("error", number=True),
        Column("took"),
        Column("left"),
        Column("cost"),
    )
    output.table("", columns, map(_row, found))
    if not found:
        output.say("No runs yet. Start one: xpert-studio score PROJECT")


def _run(item: WatchedRun, names: _Names) -> dict[str, Any]:
    """A run for programs: its record, its state as it is, and its pulse while it runs."""
    told = names.run(item.run) | {"state": item.state.value}
    return told | {"pulse": item.standing.pulse.model_dump(mode="json") if item.is_going else None}


def _row(item: WatchedRun) -> tuple[object, ...]:
    run, pulse = item.run, item.standing.pulse
    return (
        run.id,
        run.judge_id,
        t(item.state.value).replace("_", " "),
        percent(item.done / run.planned if run.planned else 1.0),
        f"{run.calls:,}",
        f"{run.ok:,}",
        f"{run.invalid:,}",
        f"{run.error:,}",
        duration(run.seconds),
        duration(pulse.seconds_left) if item.is_going else None,
        spent(run.known_cost, run.unknown_cost_calls),
    )


def _show_calls(project: ProjectFile, output: Output, run_id: str, person_id: str) -> None:
    with project.reading() as tx:
        run = run_rows.get_run(tx, run_id)
        names = _Names.of(tx, person_id)
        calls = [
            call.model_copy(update={"response_id": names.response(call.response_id)})
            for call in call_rows.calls_of(tx, run_id)
        ]
    output.data(
        {
            "run": names.run(run),
            "calls": [
                call.model_dump(mode="json", exclude={"run_id", "judge_id"}) for call in calls
            ],
        }
    )
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
                t(call.state.value).replace("_", " "),
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


class _Names(NamedTuple):
    """What a reader knows responses by, which ids may tell."""

    blinding: Blinding
    task_of: dict[str, str]

    @classmethod
    def of(cls, tx: Transaction, person_id: str) -> _Names:
        blinding = blinding_for(tx, person_id)
        outlines = responses.outlines(tx) if blinding.labels else ()
        return cls(blinding, {item.id: item.task_id for item in outlines})

    def run(self, run: Run) -> dict[str, Any]:
        """A run as a program reads it; without the systems and responses it was limited to."""
        told: dict[str, Any] = run.model_dump(mode="json")
        if self.blinding.tasks:
            chosen = told["selection"].items()
            told["selection"] = {k: v for k, v in chosen if k not in {"models", "responses"}}
        return told

    def response(self, response_id: str) -> str:
        return self.blinding.response_name(self.task_of.get(response_id, ""), response_id)


def _show_problems(project: ProjectFile, output: Output, run_id: str, person_id: str) -> None:
    without = (RatingState.INVALID, RatingState.ERROR)
    wanted = run_items.ItemFilter(run_id, states=without, sort="task")
    with project.reading() as tx:
        run = run_rows.get_run(tx, run_id)
        keys, _ = run_items.verdict_keys(tx, wanted)
        names = _Names.of(tx, person_id)
        found = {
            key: dataclasses.replace(item, response_id=names.response(item.response_id))
            for key, item in run_items.verdict_items(tx, keys).items()
        }
    items = [found[key] for key in keys if key in found]
    output.data({"run": names.run(run), "problems": [_problem(i) for i in items]})
    output.table(
        f"{run.id} ({run.judge_id})",
        [Column(name) for name in ("response", "checkpoint", "trial", "state", "problem", "since")],
        [
            (
                item.response_id,
                item.checkpoint_id,
                item.trial,
                t(item.state.value),
                item.problem,
                t("asked again") if item.is_replaced else "",
            )
            for item in items
        ],
    )
    left = sum(not item.is_replaced for item in items)
    again = t("Ask again: xpert-studio score PROJECT --again {run_id}", run_id=run_id)
    output.say(
        in_a_row(
            filter(
                None,
                (
                    t("{left:,} of {items:,} are open still.", left=left, items=len(items)),
                    again if left else "",
                ),
            )
        )
    )


def _problem(item: VerdictItem) -> dict[str, Any]:
    return {
        "task_id": item.task_id,
        "response_id": item.response_id,
        "checkpoint_id": item.checkpoint_id,
        "trial": item.trial,
        "state": item.state.value,
        "problem": item.problem,
        "asked_again": item.is_replaced,
    }
