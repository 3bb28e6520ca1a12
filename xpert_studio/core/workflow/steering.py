"""What a lead asks of a run: to pause, resume, stop or be cancelled, also one that broke off.

A run keeps its own rows of the log, at its begin and its end: what is asked of it in between has
none.
"""

from __future__ import annotations

from typing import Annotated, Final

from xpert_studio.core.errors import StageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records import RunRequest, RunState
from xpert_studio.core.store import runs
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow.command_context import UnitOfWork, acting_lead
from xpert_studio.core.workflow.commands import command

_HAS_ACTED: Final = mark("It cannot be undone: the run acts on it at once.")
RunId = Annotated[str, Asks("The run's id.", "run-20260301-101500-ab12cd", "run")]


@command(
    "run.steer",
    "Pause, resume or stop run",
    done="asked something of a run",
    stays=_HAS_ACTED,
    is_of_program=True,
)
def steer(unit: UnitOfWork, run_id: RunId, request: RunRequest) -> None:
    """Ask who works on a run for something; they act within a second.

    Raises:
        NotAllowedError: The person does not lead the project.
        NotFoundError: There is no such run.
        StageError: No process works on it, nor are calls of it to be cancelled at a provider.
    """
    acting_lead(unit.tx, unit.person.id)
    run = runs.get_run(unit.tx, run_id)
    is_to_end = run.state is RunState.POSTED and request is RunRequest.CANCEL
    if not is_to_end and not runs.is_alive(unit.tx, run_id, now=unit.now):
        raise StageError(
            Message("The run {run_id} is not going on ({state}).", run_id=run_id, state=run.state),
            remedy=Message(
                "'xpert-studio score PROJECT --again {run_id}' takes it up again.", run_id=run_id
            ),
        )
    runs.ask_run(unit.tx, run_id, request)


@command(
    "run.give_up",
    "Cancel run",
    done="cancelled a run",
    stays=_HAS_ACTED,
    is_of_program=True,
)
def give_up(unit: UnitOfWork, run_id: RunId) -> None:
    """End a run that broke off for good: it is no longer offered to be taken up.

    Raises:
        NotAllowedError: The person does not lead the project.
        NotFoundError: There is no such run.
        StageError: It is still going on.
    """
    acting_lead(unit.tx, unit.person.id)
    run = runs.get_run(unit.tx, run_id)
    if run.state is RunState.POSTED or runs.is_alive(unit.tx, run_id, now=unit.now):
        raise StageError(
            Message("The run {run_id} is still going on.", run_id=run_id),
            remedy="Cancel it, or wait until it ends.",
        )
    ended = run.model_copy(
        update={
            "state": RunState.CANCELLED,
            "ended_at": run.ended_at or unit.now,
            "message": "Cancelled; what was decided before is saved.",
        }
    )
    runs.put_run(unit.tx, ended, now=unit.now, takes_over=True)
