"""A hand on a run: pause, resume, stop, cancel, also one that broke off."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from datetime import datetime

from xpert_studio.core.errors import StageError
from xpert_studio.core.judge.engine import RunEngine
from xpert_studio.core.messages import Message
from xpert_studio.core.records import RunRequest, RunState
from xpert_studio.core.store import ProjectFile, runs


def steer(project: ProjectFile, run_id: str, request: RunRequest, *, now: datetime) -> None:
    """Asks the person who works on a run for something; they act within a second.

    Raises:
        NotFoundError: There is no such run.
        StageError: No process works on it.
    """
    with project.writing() as tx:
        run = runs.get_run(tx, run_id)
        if not runs.is_alive(tx, run_id, now=now):
            raise StageError(
                Message(
                    "The run {run_id} is not going on ({state}).", run_id=run_id, state=run.state
                ),
                remedy=Message(
                    "'xpert-studio score PROJECT --again {run_id}' takes it up again.",
                    run_id=run_id,
                ),
            )
        runs.ask_run(tx, run_id, request)


def give_up(project: ProjectFile, run_id: str, *, now: datetime) -> None:
    """Ends a run that broke off for good: nobody is offered to take it up any more.

    Raises:
        NotFoundError: There is no such run.
        StageError: It is still going on.
    """
    with project.writing() as tx:
        run = runs.get_run(tx, run_id)
        if runs.is_alive(tx, run_id, now=now):
            raise StageError(
                Message("The run {run_id} is still going on.", run_id=run_id),
                remedy="Cancel it, or wait until it ends.",
            )
        ended = run.model_copy(
            update={
                "state": RunState.CANCELLED,
                "ended_at": run.ended_at or now,
                "message": "Cancelled; what was decided before is saved.",
            }
        )
        runs.put_run(tx, ended, now=now, takes_over=True)


def end_on_signals(engine: RunEngine, on_notice: Callable[[str], object] = lambda _: None) -> None:
    """The first interruption lets calls in flight finish, the second stops at once.

    Args:
        engine: Inside its event loop.
        on_notice: Told what a person should know.
    """
    loop = asyncio.get_running_loop()
    pressed = 0

    def interrupted() -> None:
        nonlocal pressed
        pressed += 1
        if pressed == 1:
            on_notice("Finishing what is in flight; press Ctrl-C again to stop at once.")
            engine.drain(message="Interrupted; what was decided before is saved.")
        else:
            engine.stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, interrupted)
        except (NotImplementedError, RuntimeError):  # Windows, or not in the main thread
            return
