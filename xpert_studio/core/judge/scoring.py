"""Scores responses with a judge: plans, says what it will take, and carries it out.

prepared = prepare(project, request, clock)
run = score(project, prepared, clock=clock, on_progress=show)
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from pydantic import JsonValue

from xpert_studio.core.errors import BudgetError, ProjectBusyError, UsageError, XpertError
from xpert_studio.core.extras import EXTRAS
from xpert_studio.core.instruments.deciding import sandbox
from xpert_studio.core.judge import code_consent
from xpert_studio.core.judge.backend import Backend
from xpert_studio.core.judge.budget import Budget
from xpert_studio.core.judge.carrying import batch_carrier
from xpert_studio.core.judge.chat_backend import ChatBackend
from xpert_studio.core.judge.comparing import comparison_hash
from xpert_studio.core.judge.comparison_planning import need_comparing_judge, plan_comparisons
from xpert_studio.core.judge.engine import OnProgress, RunEngine
from xpert_studio.core.judge.estimating import Estimate, estimate_chat, expected_seconds
from xpert_studio.core.judge.local_backend import Fit, Fitted
from xpert_studio.core.judge.material import Gold, Material, read_material
from xpert_studio.core.judge.planning import CHECKS_JUDGE, anchors_for, make_judge, make_plan
from xpert_studio.core.judge.prepared import Prepared
from xpert_studio.core.judge.pricing import price_of
from xpert_studio.core.judge.prompt import prompt_hash
from xpert_studio.core.judge.providers.base import ProviderOptions
from xpert_studio.core.judge.providers.factory import make_provider, usable_options
from xpert_studio.core.judge.providers.registry import EMBEDDED, LOCAL, entry_of, is_fitted
from xpert_studio.core.judge.rate_limiter import Pace
from xpert_studio.core.judge.recorder import end_run
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.messages import Message
from xpert_studio.core.packs import find
from xpert_studio.core.processes import kept_from_the_search_for_garbage
from xpert_studio.core.records import (
    CHECKS,
    Judge,
    JudgeMode,
    JudgeSettings,
    Run,
    RunPulse,
    RunState,
)
from xpert_studio.core.store import ProjectFile, calls, judges, runs
from xpert_studio.core.store import settings as project_settings
from xpert_studio.core.workflow.attaching import bytes_of

BASELINE, BASELINE_MODEL = EMBEDDED
Clock = Callable[[], datetime]
_BROKEN_OFF: Final = frozenset(
    {RunState.RUNNING, RunState.POSTED, RunState.PAUSED, RunState.INTERRUPTED}
)


def fitted_judge(material: Material, request: ScoreRequest) -> Fitted:
    """The embedded judge, or one of a pack, made ready on gold forms; slow where they are many."""
    fit: Fit = find("judges", request.provider)
    return fit(material, request.mode, request.settings)


def gold_needed(request: ScoreRequest) -> Gold:
    """Which gold forms a run has use for."""
    if request.provider == CHECKS:
        return Gold.NONE
    if is_fitted(request.provider):
        return Gold.ALL
    return Gold.SELECTED if request.mode is JudgeMode.ANCHORED else Gold.NONE


def prepare(
    project: ProjectFile,
    request: ScoreRequest,
    *,
    material: Material | None = None,
    embedded: Fitted | None = None,
) -> Prepared:
    """Plans a run and estimates it.

    Args:
        project: The project.
        request: The request.
        material: What the run works on, where it has been read for this selection already.
        embedded: The embedded judge, where it is asked for and has been fitted already.

    Raises:
        NotFoundError: A named task or system does not exist, or there is nothing to score.
        UsageError: There is no such provider here.
        JudgeError: The judge cannot be set up.
        BudgetError: A budget in money was given, but the price is unknown.
    """
    if request.selection.comparisons:
        need_comparing_judge(request)
    if material is None:
        material = read_material(
            project,
            request.selection,
            gold=gold_needed(request),
            members=request.settings.members,
        )
    if is_fitted(request.provider):
        embedded = embedded or fitted_judge(material, request)
        judge = embedded.judge
    elif request.provider == CHECKS:
        judge, embedded = CHECKS_JUDGE, None
    else:
        entry_of(request.provider)
        embedded = None
        judge = make_judge(
            request.provider,
            request.model,
            request.mode,
            request.parameters,
            (comparison_hash if request.selection.comparisons else prompt_hash)(
                request.settings.prompt_version
            ),
            _with_anchor_count(request.settings, request.mode),
        )
    _need_hearing(request, judge)
    plan = (
        plan_comparisons(project, judge, material)
        if request.selection.comparisons
        else make_plan(project, judge, material, anchors_for(judge, material))
    )
    carrier = batch_carrier() if request.batch else None
    price = carrier.price_of(request) if carrier else price_of(request.provider, request.model)
    if request.limits.money is not None and price is None:
        raise BudgetError(
            Message(
                "The price of {provider}:{model} is unknown, so a budget in money cannot be kept.",
                provider=request.provider,
                model=request.model,
            ),
            remedy="Add it to the price list ('xpert-studio keys prices' says where that lies), "
            "or limit --max-calls or --max-tokens instead.",
        )
    estimate = (
        Estimate(len(plan.asks), 0, 0, 0, 0.0)
        if request.provider in LOCAL
        else estimate_chat(plan, price)
    )
    with project.reading() as tx:
        lately = calls.seconds_a_call(tx, judge.provider or "", judge.model or "")
    seconds = expected_seconds(
        estimate,
        lately,
        # The embedded judge thinks on one thread, however many may ask at once.
        at_once=1 if embedded else request.concurrency,
        requests_per_minute=request.requests_per_minute,
        tokens_per_minute=request.tokens_per_minute,
    )
    if carrier is not None:
        seconds = carrier.seconds(request)
        plan = replace(plan, notices=(*plan.notices, *carrier.notices(request, estimate)))
    return Prepared(
        request,
        plan,
        material,
        price,
        estimate,
        seconds,
        embedded,
        checks=_checks(project, request, material),
    )


def _need_hearing(request: ScoreRequest, judge: Judge) -> None:
    """Refuses judges to be heard by one that hears none.

    Raises:
        UsageError: It does not.
    """
    hears = is_fitted(request.provider) and judge.settings and judge.settings.members
    if request.settings.members and not hears:
        raise UsageError(
            Message("The judge {judge} does not decide by other judges.", judge=judge.id),
            remedy="Leave out --members, or choose a judge that decides by the verdicts of others.",
        )


def _checks(project: ProjectFile, request: ScoreRequest, material: Material) -> Prepared | None:
    """The run of the checks that are not decided yet; None where there are none."""
    if request.provider == CHECKS or not material.checked or request.selection.comparisons:
        return None
    asked = ScoreRequest(provider=CHECKS, model=CHECKS, selection=request.selection)
    found = prepare(project, asked, material=material)
    return found if found.plan.asks else None


def _with_anchor_count(settings: JudgeSettings, mode: JudgeMode) -> JudgeSettings:
    """The settings as they take effect: a zero-shot judge has no anchors, an anchored one has."""
    if mode is JudgeMode.ZERO_SHOT:
        return settings.model_copy(update={"anchors": 0, "anchor_seed": None})
    return settings.model_copy(update={"anchors": max(settings.anchors, 1)})


def score(
    project: ProjectFile,
    prepared: Prepared,
    *,
    clock: Clock,
    on_progress: OnProgress,
    on_start: Callable[[RunEngine], None] = lambda _engine: None,
) -> Run:
    """Carries out a prepared run, in its own event loop.

    An unfinished run of the same judge over the same selection, whose process has died, is
    continued under its own id.

    Args:
        project: Open for writing.
        prepared: From ``prepare``.
        clock: The time now, in UTC.
        on_progress: Told after every batch on disk, from inside the event loop.
        on_start: Given the engine once it can be paused and stopped, inside the event loop.

    Returns:
        The run as it ended.

    Raises:
        ProjectBusyError: The same run is going on in another process.
        UsageError: The provider cannot be reached like this; nothing was written.
        JudgeError: The provider cannot be set up.
    """
    need_provider(prepared)
    run, spent = begin_run(project, prepared, clock())
    if not prepared.plan.asks:
        return _close(project, run, RunState.DONE, "Everything was known already.", clock())
    main = _carry_out(project, prepared, run, spent, clock, on_progress, on_start)
    try:
        with kept_from_the_search_for_garbage():
            return _run_loop(main)
    except XpertError as error:
        _close(project, run, RunState.FAILED, str(error), clock())
        raise


def _run_loop(main: Coroutine[None, None, Run]) -> Run:
    if not EXTRAS["speed"].is_there:
        return asyncio.run(main)
    import uvloop

    return uvloop.run(main)


async def _carry_out(
    project: ProjectFile,
    prepared: Prepared,
    run: Run,
    spent: Run | None,
    clock: Clock,
    on_progress: OnProgress,
    on_start: Callable[[RunEngine], None],
) -> Run:
    request = prepared.request
    pace = Pace(
        request.concurrency,
        requests_per_minute=request.requests_per_minute,
        tokens_per_minute=request.tokens_per_minute,
    )
    backend = _backend(project, prepared, run, spent, pace, clock)
    engine = RunEngine(
        project, run, prepared.plan.asks, backend, pace, clock=clock, on_progress=on_progress
    )
    on_start(engine)
    return await engine.work()


def _backend(
    project: ProjectFile,
    prepared: Prepared,
    run: Run,
    spent: Run | None,
    pace: Pace,
    clock: Clock,
) -> Backend:
    request = prepared.request
    if request.provider == CHECKS:
        from xpert_studio.core.judge.checks_backend import ChecksBackend, not_allowed

        with project.reading() as tx:
            may_run = code_consent.is_allowed(project_settings.project_id(tx))
        return ChecksBackend(
            clock=clock,
            run_id=run.id,
            run=sandbox() if may_run else not_allowed,
            bytes_of=partial(bytes_of, project),
        )
    if prepared.embedded is not None:
        return prepared.embedded.backend(prepared.material, clock=clock, run_id=run.id)
    return ChatBackend(
        prepared.plan.judge,
        make_provider(request.provider, options_of(request)),
        prepared.plan.policy,
        pace=pace,
        budget=budget_left(prepared, spent),
        price=prepared.price,
        clock=clock,
        max_retries=request.max_retries,
        run_id=run.id,
    )


def options_of(request: ScoreRequest) -> ProviderOptions:
    """How its model is reached."""
    return ProviderOptions(
        model=request.model,
        base_url=request.base_url,
        api_key=request.api_key,
        timeout=request.timeout,
        max_connections=request.concurrency,
        cluster=request.cluster,
    )


def need_provider(prepared: Prepared) -> None:
    """Refuses a run whose provider could not be asked, before anything of it is written.

    Raises:
        UsageError: It cannot be reached like this.
        JudgeError: It needs a key, and there is none.
    """
    if prepared.plan.asks and prepared.request.provider not in LOCAL:
        usable_options(prepared.request.provider, options_of(prepared.request))


def budget_left(prepared: Prepared, spent: Run | None) -> Budget:
    """The budget of a run, less what the run took before it broke off.

    For a call of unknown cost the estimate of a call counts.
    """
    limits, estimate = prepared.request.limits, prepared.estimate
    if spent is None:
        return Budget(limits)
    expected = (estimate.cost or 0.0) / max(estimate.calls, 1)
    return Budget(
        limits,
        money=spent.known_cost + spent.unknown_cost_calls * expected,
        calls=spent.calls,
        tokens=(spent.input_tokens or 0) + (spent.output_tokens or 0),
    )


def begin_run(
    project: ProjectFile,
    prepared: Prepared,
    now: datetime,
    state: RunState = RunState.RUNNING,
) -> tuple[Run, Run | None]:
    """Writes the run that begins, and gives the one it continues where that had a budget left.

    One that broke off continues with the rest of its budget; one that was ended gets a new one.

    Args:
        project: Open for writing.
        prepared: From ``prepare``.
        now: The time.
        state: In which it begins.

    Raises:
        ProjectBusyError: The judge is at work in another process, or on calls that are posted.
    """
    plan, request = prepared.plan, prepared.request
    selection = request.selection.as_json()
    with project.writing() as tx:
        judges.ensure_judge(tx, plan.judge)
        same = [
            run
            for run in runs.all_runs(tx)
            if run.judge_id == plan.judge.id and run.state is not RunState.DONE
        ]
        alive = next((run for run in same if runs.is_alive(tx, run.id, now=now)), None)
        if alive is not None:
            raise ProjectBusyError(
                Message(
                    "The run {alive} of this judge is going on in another window or terminal.",
                    alive=alive.id,
                ),
                remedy=Message(
                    "Wait, or end it: 'xpert-studio runs PROJECT --cancel {alive}'.", alive=alive.id
                ),
            )
        posted = next((run for run in same if run.state is RunState.POSTED), None)
        if posted is not None and state is not RunState.POSTED:
            raise ProjectBusyError(
                Message("Calls of this judge are in a batch of {run}.", run=posted.id),
                remedy="Fetch or cancel it first: 'xpert-studio batches --help'.",
            )
        unfinished = [
            run for run in same if run.selection == selection and run.state is not RunState.PARTLY
        ]
        before = unfinished[-1] if unfinished else None
        run = _continued(before, prepared) if before else _new_run(prepared, selection, now)
        run = run.model_copy(update={"state": state})
        runs.put_run(tx, run, now=now, pulse=RunPulse(asks=len(plan.asks)), takes_over=True)
        if state is RunState.RUNNING:
            runs.take_request(tx, run.id)
    broke_off = before is not None and before.state in _BROKEN_OFF
    return run, before if broke_off else None


def _continued(run: Run, prepared: Prepared) -> Run:
    """A run taken up again: what failed before is asked again, and so counted again."""
    plan = prepared.plan
    return run.model_copy(
        update={
            "state": RunState.RUNNING,
            "terms": prepared.request.terms,
            "policy_hash": plan.policy.content_hash,
            "anchors": {**run.anchors, **plan.anchors},
            # What it decided before is known now; it stays counted where it was.
            "planned": plan.items,
            "known": max(0, plan.known - run.ok),
            # Of a batch only what has not come yet is asked again.
            **({} if run.state is RunState.POSTED else {"invalid": 0, "error": 0}),
            "ended_at": None,
            "message": None,
        }
    )


def _new_run(prepared: Prepared, selection: dict[str, JsonValue], now: datetime) -> Run:
    plan = prepared.plan
    return Run(
        id=f"run-{now:%Y%m%d-%H%M%S}-{uuid.uuid4().hex[:6]}",
        judge_id=plan.judge.id,
        selection=selection,
        terms=prepared.request.terms,
        policy_hash=plan.policy.content_hash,
        anchors=dict(plan.anchors),
        started_at=now,
        planned=plan.items,
        known=plan.known,
    )


def _close(project: ProjectFile, run: Run, state: RunState, message: str, now: datetime) -> Run:
    """Ends a run outside its engine, with what it has counted on disk by then."""
    with project.writing() as tx:
        ended = runs.get_run(tx, run.id).model_copy(
            update={"state": state, "ended_at": now, "message": message}
        )
        end_run(tx, ended, now=now)
    return ended
