"""Carries prepared runs out to their end: backup, verdicts, and the certificate of each judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from xpert_studio.core.errors import XpertError
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.judge.carrying import batch_carrier
from xpert_studio.core.judge.engine import RunEngine, RunProgress
from xpert_studio.core.judge.key_check import need_no_keys
from xpert_studio.core.judge.prepared import Prepared
from xpert_studio.core.judge.rendering import render_before
from xpert_studio.core.judge.request import ScoreRequest, check_together
from xpert_studio.core.judge.scoring import need_provider, prepare, score
from xpert_studio.core.records import Certificate, Judge, Run, RunState
from xpert_studio.core.store import ProjectFile, back_up_if_due, judges
from xpert_studio.core.workflow.panels import panel_of
from xpert_studio.report.certificates import certify_after


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
    carried = batch_carrier().score if prepared.request.batch else score
    run = carried(project, prepared, clock=clock, on_progress=on_progress, on_start=on_start)
    if run.state is RunState.POSTED:  # what is certified comes later
        return WholeRun(run, None, None)
    if prepared.request.selection.comparisons:  # they say nothing of alignment by checkpoints
        return WholeRun(run, None, None)
    try:
        return WholeRun(run, certify_after(project, run, now=clock()), None)
    except XpertError as error:
        return WholeRun(run, None, error)


@dataclass(frozen=True, slots=True)
class PreparedJudges:
    """A run of one judge or several that could start.

    Attributes:
        members: A prepared run a judge.
        panel: What the project will keep of the panel that they make; None for none.
    """

    members: tuple[Prepared, ...]
    panel: Judge | None

    def not_begun(self, ends: Sequence[JudgeEnd]) -> list[Judge]:
        """The judges that it did not come to, by how the others ended."""
        return [member.plan.judge for member in self.members[len(ends) :]]


def prepare_all(
    project: ProjectFile,
    request: ScoreRequest,
    *,
    clock: Callable[[], datetime] | None = None,
    on_file: Callable[[int, int], object] = lambda _done, _total: None,
) -> PreparedJudges:
    """Plans the run of every judge of a request; see ``judge.scoring.prepare``.

    Args:
        project: The project.
        request: The request.
        clock: Where the run will be carried out: pictures of attached files that are missing are
            made and kept first. None where it is only looked at.
        on_file: Told before each file of which pictures are made: how many are done, and how many
            there are.

    Raises:
        UsageError: There is no such judge, a panel has fewer than two, or what is asked for makes
            no sense together.
    """
    check_together(request)
    requests = request.each()
    need_no_keys(*(one.model for one in requests))
    if clock is not None:
        for one in requests:
            render_before(project, one, clock=clock, on_file=on_file)
    members = tuple(prepare(project, one) for one in requests)
    records = tuple(prepared.plan.judge for prepared in members)
    return PreparedJudges(members, panel_judge(request, records))


def panel_judge(request: ScoreRequest, judges: tuple[Judge, ...]) -> Judge | None:
    """What a project keeps of the panel that a request asks for; None without one.

    Raises:
        UsageError: There are fewer than two judges.
    """
    if request.panel is None:
        return None
    ids = [judge.id for judge in judges]
    made = panel_of(request.panel, ids, exclude_same_family=request.exclude_same_family)
    return made.as_judge(judges)


@dataclass(frozen=True, slots=True)
class JudgeEnd:
    """How one of several judges ended.

    Attributes:
        judge_id: Which.
        ended: Its run; None where there is none.
        problem: Why there is none.
    """

    judge_id: str
    ended: WholeRun | None
    problem: XpertError | None = None


_ENDS_ALL = frozenset({RunState.INTERRUPTED, RunState.CANCELLED, RunState.OUT_OF_BUDGET})


def carry_out_all(
    project: ProjectFile,
    prepared: PreparedJudges,
    *,
    clock: Callable[[], datetime],
    on_progress: Callable[[RunProgress], None] = lambda _: None,
    on_start: Callable[[RunEngine], None] = lambda _: None,
) -> list[JudgeEnd]:
    """Carries the runs of several judges out, one after the other.

    A judge that fails does not stop the others. A run that is interrupted, cancelled or out of
    budget does: the same request again takes all of them up. The limits are for all together.

    Args:
        project: Open for writing.
        prepared: From ``prepare_all``.
        clock: The time now, in UTC.
        on_progress: As of ``carry_out``.
        on_start: As of ``carry_out``.

    Returns:
        How each judge ended, as far as it came to it.

    Raises:
        UsageError: One of the providers cannot be reached like this; nothing was written or sent.
        JudgeError: One needs a key, and there is none.
    """
    for member in prepared.members:
        need_provider(member)
    if prepared.panel is not None:
        with project.writing() as tx:
            judges.ensure_judge(tx, prepared.panel)
    found: list[JudgeEnd] = []
    limits = prepared.members[0].request.limits
    for member in prepared.members:
        judge_id = member.plan.judge.id
        try:
            if found:  # checks are decided by now, and part of the budget is spent
                request = replace(member.request, limits=limits)
                now = prepare(project, request, embedded=member.embedded)
            else:
                now = member
            ended = carry_out(project, now, clock=clock, on_progress=on_progress, on_start=on_start)
        except XpertError as error:
            found.append(JudgeEnd(judge_id, None, error))
            continue
        found.append(JudgeEnd(judge_id, ended))
        if ended.run.state in _ENDS_ALL:
            break
        limits = _less(limits, ended.run, member)
    return found


def _less(limits: Limits, run: Run, prepared: Prepared) -> Limits:
    """What a run leaves of the limits; a call of unknown cost counts as estimated."""
    estimate = prepared.estimate
    expected = (estimate.cost or 0.0) / max(estimate.calls, 1)
    tokens = (run.input_tokens or 0) + (run.output_tokens or 0)
    spent = run.known_cost + run.unknown_cost_calls * expected
    if run.state is RunState.POSTED:  # all that is on its way counts as estimated
        spent += estimate.cost or 0.0
        tokens += estimate.input_tokens + estimate.output_tokens
    return Limits(
        money=None if limits.money is None else max(0.0, limits.money - spent),
        calls=None if limits.calls is None else max(0, limits.calls - run.calls),
        tokens=None if limits.tokens is None else max(0, limits.tokens - tokens),
    )
