"""Carries a prepared run out to its end: backup, verdicts, and the certificate of its judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from xpert_studio.errors import XpertError
from xpert_studio.judge.engine import RunEngine, RunProgress
from xpert_studio.judge.scoring import Prepared, need_provider, prepare, score
from xpert_studio.records import Certificate, Run, RunState
from xpert_studio.report.certificates import certify_after
from xpert_studio.store import ProjectFile, back_up_if_due


@dataclass(frozen=True, slots=True)
class WholeRun:
    """A run that has ended.

    Attributes:
        certificate: Of the judge's alignment; None where there is none.
        problem: Why it could not be written.
    """

    run: Run
    certificate: Certificate | None
    problem: XpertError | None


def carry_out(
    project: ProjectFile,
    prepared: Prepared,
    *,
    clock: Callable[[], datetime],
    on_progress: Callable[[RunProgress], None] = lambda _: None,
    on_start: Callable[[RunEngine], None] = lambda _: None,
) -> WholeRun:
    """Carries a run out, its checks first; see ``judge.scoring.score``, whose errors it raises."""
    need_provider(prepared)
    if not project.read_only:
        back_up_if_due(project.path, now=clock(), reason="before-scoring")
    if prepared.checks is not None:
        first = score(
            project, prepared.checks, clock=clock, on_progress=on_progress, on_start=on_start
        )
        if first.state not in {RunState.DONE, RunState.PARTLY}:
            return WholeRun(first, None, None)
        if prepared.request.settings.show_checks:  # what is shown is known only now
            prepared = prepare(project, prepared.request)
    run = score(project, prepared, clock=clock, on_progress=on_progress, on_start=on_start)
    try:
        return WholeRun(run, certify_after(project, run, now=clock()), None)
    except XpertError as error:
        return WholeRun(run, None, error)
