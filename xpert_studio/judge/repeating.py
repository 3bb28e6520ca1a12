"""Carries a run out again: one that broke off, one of which something failed, or one once more.

All of them are the same request: what has a usable verdict is known and not asked again. So is the
request that asks a judge for what has changed since.
"""

from __future__ import annotations

from datetime import UTC, datetime

from xpert_studio.errors import ProjectBusyError
from xpert_studio.judge.request import ScoreRequest, request_of
from xpert_studio.records import Run
from xpert_studio.store import ProjectFile, judges, runs


def request_again(project: ProjectFile, run_id: str, *, now: datetime) -> ScoreRequest:
    """The request that a run came of.

    Raises:
        NotFoundError: There is no such run.
        ProjectBusyError: It is still going on.
        UsageError: Its judge worked elsewhere.
    """
    with project.reading() as tx:
        run = runs.get_run(tx, run_id)
        judge = judges.get_judge(tx, run.judge_id)
        if runs.is_alive(tx, run_id, now=now):
            raise ProjectBusyError(
                f"The run {run_id} is still going on.",
                remedy="Wait for its end, or cancel it first.",
            )
    return request_of(run, judge)


def request_of_judge(project: ProjectFile, judge_id: str) -> ScoreRequest:
    """The request that asks a judge again for what its last run covered; all where it has none.

    Raises:
        NotFoundError: There is no such judge.
        UsageError: It worked elsewhere.
    """
    with project.reading() as tx:
        judge = judges.get_judge(tx, judge_id)
        own = [run for run in runs.all_runs(tx) if run.judge_id == judge_id]
    never = Run(id="none", judge_id=judge_id, started_at=datetime.fromtimestamp(0, UTC))
    return request_of(own[-1] if own else never, judge)
