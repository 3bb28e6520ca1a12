"""A hand on a run that goes on in some process: pause, resume, stop, cancel."""

from __future__ import annotations

from datetime import datetime

from xpert_studio.errors import StageError
from xpert_studio.records import RunRequest
from xpert_studio.store import ProjectFile, runs


def steer(project: ProjectFile, run_id: str, request: RunRequest, *, now: datetime) -> None:
    """Asks whoever works on a run for something; they act within a second.

    Raises:
        NotFoundError: There is no such run.
        StageError: Nobody works on it.
    """
    with project.writing() as tx:
        run = runs.get_run(tx, run_id)
        if not runs.is_alive(tx, run_id, now=now):
            raise StageError(
                f"The run {run_id} is not going on ({run.state.value}).",
                remedy=f"'xpert-studio score PROJECT --again {run_id}' takes it up again.",
            )
        runs.ask_run(tx, run_id, request)
