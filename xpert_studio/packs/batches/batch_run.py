"""A run in batches: what came is fetched, what is left is posted, and the project says how it is.

Every step can be the last of its process. What it left behind is in the project: the part it was
about to post, the answers that are on disk. The next process begins with that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final, cast

from xpert_studio.api import Message
from xpert_studio.api.carriers import Prepared, Run
from xpert_studio.core.errors import JudgeError
from xpert_studio.core.judge.budget import Budget, Limits
from xpert_studio.core.judge.chat_backend import ChatBackend
from xpert_studio.core.judge.engine import OnProgress, RunEngine
from xpert_studio.core.judge.planning import anchors_for, make_plan
from xpert_studio.core.judge.providers.accepted import Accepted
from xpert_studio.core.judge.providers.base import TRANSIENT, Provider, ProviderError
from xpert_studio.core.judge.providers.factory import make_provider, usable_options
from xpert_studio.core.judge.providers.sdk_provider import SdkProvider
from xpert_studio.core.judge.rate_limiter import Pace
from xpert_studio.core.judge.recorder import end_run
from xpert_studio.core.judge.scoring import budget_left, options_of
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.messages import counted
from xpert_studio.core.records import RunRequest, RunState
from xpert_studio.core.store import ProjectFile, runs, verdicts
from xpert_studio.packs.batches.parts import (
    BatchCall,
    BatchPart,
    State,
    covered,
    parts_of,
    put_part,
    waiting,
)
from xpert_studio.packs.batches.posting import (
    PartDraft,
    certain_after,
    drafts,
    found,
    part_from,
    requests_of,
    was_refused,
)
from xpert_studio.packs.batches.replay import Changed, PartBackend, Replay, collected
from xpert_studio.packs.batches.service import BatchService, Seen, connect, terms_of

AT_ONCE: Final = 64
"""Answers that are read at once."""
EVERY: Final = 60
"""Seconds between two looks at the provider, where it is waited for."""
_BEAT: Final = 5
_LEAVES: Final = frozenset({RunRequest.STOP, RunRequest.PAUSE})
_TAKEN: Final = ("known_cost", "unknown_cost_calls", "calls", "input_tokens", "output_tokens")


class BatchRun:
    """One run.

    Args:
        project: Open for writing.
        prepared: What is wanted.
        run: The run, written as posted by this process.
        spent: What it continues, where that had a budget left; see ``scoring.begin_run``.
        clock: The time now, in UTC.
        on_progress, on_start: As of ``scoring.score``, for what comes.
    """

    def __init__(
        self,
        project: ProjectFile,
        prepared: Prepared,
        run: Run,
        spent: Run | None,
        *,
        clock: Callable[[], datetime],
        on_progress: OnProgress,
        on_start: Callable[[RunEngine], None],
    ) -> None:
        self._project, self._prepared, self._run = project, prepared, run
        self._clock, self._on_progress, self._on_start = clock, on_progress, on_start
        self._request = prepared.request
        self._terms = terms_of(self._request.provider)
        self._problem: ProviderError | None = None
        self._is_empty = self._is_left = False
        with project.reading() as tx:
            found = parts_of(tx, run.id)
        self._parts = [part for part in found if not part.is_over]
        self._over = len(found) - len(self._parts)
        before = {} if spent else _taken(run)
        self._before = self._parts[0].before if self._parts else before

    async def carry(self) -> Run:
        """Fetches and posts what can be; gives the run as it is then."""
        options = options_of(self._request)
        service = connect(self._request.provider, usable_options(self._request.provider, options))
        provider = cast("SdkProvider", make_provider(self._request.provider, options))
        try:
            while True:
                try:
                    await self._once(service, provider)
                except ProviderError as error:
                    if not self._request.wait or error.failure not in TRANSIENT:
                        raise
                    self._problem = error
                is_over = self._is_left or self._state(self._run) is not RunState.POSTED
                if is_over or not self._request.wait or not await self._waited():
                    break
        finally:
            await service.close()
            await provider.close()
        return self._end()

    @property
    def _open(self) -> list[BatchPart]:
        return [part for part in self._parts if part.is_open]

    @property
    def _is_refused(self) -> bool:
        """Whether the provider refused a part, and would refuse it again."""
        return self._problem is not None and self._problem.failure not in TRANSIENT

    async def _once(self, service: BatchService, provider: SdkProvider) -> None:
        self._problem = self._problem if self._is_refused else None
        self._is_empty = False
        self._take_request()
        for part in self._open:
            if part.state is State.INTENT:
                await self._find(part, service)
            if part.state is State.POSTED:
                seen = await service.look(part.batch_id)
                if seen.has_ended:
                    await self._take_in(part, seen, service, provider)
                else:
                    await self._await(part, seen, service)
            if self._is_left:
                self._is_left = bool(self._open) or any(True for _ in self._wanted())
                return
        if not self._is_refused and not any(part.is_cancelled for part in self._parts):
            await self._post(service, provider)

    async def _waited(self) -> bool:
        """Waits for the next look; gives whether there is to be one."""
        self._run = self._run.model_copy(update={"message": self._said()})
        for _ in range(EVERY // _BEAT):
            await asyncio.sleep(_BEAT)
            with self._project.writing() as tx:
                runs.put_run(tx, self._run, now=self._clock())
                asked = runs.pending_request(tx, self._run.id)
                if asked in _LEAVES:
                    runs.take_request(tx, self._run.id)
                    return False
            if asked is RunRequest.CANCEL:
                break
        return True

    def _take_request(self) -> RunRequest | None:
        with self._project.writing() as tx:
            asked = runs.pending_request(tx, self._run.id)
            runs.take_request(tx, self._run.id)
            if asked is RunRequest.CANCEL:
                for part in self._parts:
                    part.is_cancelled = True
                    put_part(tx, part)
        return asked

    def _keep(self, part: BatchPart) -> None:
        """Writes a part, as long as no other process has taken the run over."""
        with self._project.writing() as tx:
            runs.put_run(tx, self._run, now=self._clock())
            put_part(tx, part)

    async def _find(self, part: BatchPart, service: BatchService) -> None:
        with self._project.reading() as tx:
            claimed = {one.batch_id for one in parts_of(tx)}
        certain = part.attempted_at + certain_after(self._request.timeout)
        one = await found(part, service, claimed, is_late=self._clock() >= certain)
        if isinstance(one, Seen):
            part.state, part.batch_id, part.ends_by = State.POSTED, one.id, one.ends_by
        else:
            part.state = one
        self._keep(part)

    async def _await(self, part: BatchPart, seen: Seen, service: BatchService) -> None:
        part.ends_by = seen.ends_by or part.ends_by
        self._keep(part)
        if part.is_cancelled:
            with suppress(ProviderError):  # one that is ending already
                await service.cancel(part.batch_id)

    async def _take_in(
        self, part: BatchPart, seen: Seen, service: BatchService, provider: SdkProvider
    ) -> None:
        """Records what came of a part that has ended, as the engine records any answer."""
        got, refused = collected(part, await service.answers(seen))
        if seen.done is not None and len(got) + len(refused) < seen.done:
            raise JudgeError(
                Message("Of a batch {n} of {all} answers came.", n=len(got), all=seen.done),
                remedy="Fetch it again later: nothing was recorded of it as missing.",
            )
        with self._project.reading() as tx:
            stored = verdicts.decided_by_calls(tx, self._run.id)
        left = [code for code in got if f"call-{code}" not in stored]
        replay = Replay(provider, self._request.model, part.accepted, got)
        chat = self._chat(replay)
        backend = PartBackend(
            chat, replay, self._prepared.price, self._clock(), self._run.id, self._run.judge_id
        )
        pace = Pace(AT_ONCE)
        engine = RunEngine(
            self._project,
            self._run,
            [self._call(part, code) for code in left],
            backend,
            pace,
            clock=self._clock,
            on_progress=self._on_progress,
        )
        self._on_start(engine)
        self._run = await engine.work()
        asked = self._take_request()
        if asked is not RunRequest.CANCEL:
            self._is_left = asked in _LEAVES or engine.is_draining
        if engine.is_whole:
            part.refused = [str(one) for one in refused]
            part.answered = sum(answer.status != 0 for answer in got.values())
            part.problem = seen.problem
            self._learn(part, replay.learned)
            self._settle(part)

    def _chat(self, provider: Provider) -> ChatBackend:
        """Makes requests, and reads answers that are paid for: without a budget, or a retry."""
        prepared = self._prepared
        return ChatBackend(
            prepared.plan.judge,
            provider,
            prepared.plan.policy,
            pace=Pace(AT_ONCE),
            budget=Budget(Limits()),
            price=prepared.price,
            clock=self._clock,
            max_retries=0,
            run_id=self._run.id,
        )

    def _call(self, part: BatchPart, code: str) -> JudgeCall | Changed:
        row = part.codes[code]
        ask = self._ask_of(row)
        return Changed(row, code) if ask is None else replace(ask, code=code)

    @cached_property
    def _asks(self) -> dict[tuple[str, int, str], JudgeCall]:
        """All that is wanted, known or not, by response, trial and checkpoint."""
        prepared = self._prepared
        judge, material = prepared.plan.judge, prepared.material
        plan = make_plan(self._project, judge, material, anchors_for(judge, material), is_anew=True)
        return {(a.response.id, a.trial, point.id): a for a in plan.asks for point in a.asked}

    def _ask_of(self, row: BatchCall) -> JudgeCall | None:
        """The call of a row; None where anything has changed since it was made."""
        asks = [self._asks.get(point) for point in row.points]
        if not asks or any(ask is None or ask is not asks[0] for ask in asks):
            return None
        ask = _only(cast("JudgeCall", asks[0]), row.asked, row.number)
        return ask if BatchCall.of(ask).keys == row.keys else None

    @staticmethod
    def _learn(part: BatchPart, learned: Accepted) -> None:
        part.reply_format, part.images = learned.reply_format.value, learned.images
        part.dropped = sorted(learned.dropped)

    def _settle(self, part: BatchPart) -> None:
        """Ends a part by what is on disk of it: what is not decided goes back."""
        with self._project.reading() as tx:
            decided = verdicts.decided_by_calls(tx, self._run.id)
        part.back = []
        for code, row in part.codes.items():
            own = decided.get(f"call-{code}")
            asked = tuple(point for point in row.asked if point not in (own or ()))
            ask = self._ask_of(row)
            is_last = own is None and row.tries >= self._request.max_retries
            if not asked or ask is None or is_last or part.is_cancelled or part.problem:
                continue
            again = _only(ask, asked, row.number + (own is not None))
            part.back.append(BatchCall.of(again)._replace(tries=row.tries + (own is None)))
        part.state = State.SETTLED
        self._keep(part)

    def _wanted(self) -> Iterator[tuple[BatchCall, JudgeCall]]:
        """What is still to be posted: what goes back, then what never was."""
        for row in waiting(self._parts):
            if (ask := self._ask_of(row)) is not None:
                yield row, ask
        with self._project.reading() as tx:
            others = [
                part
                for part in parts_of(tx)
                if part.is_open and part.judge_id == self._run.judge_id
            ]
        there = covered([*self._parts, *others])
        for ask in self._prepared.plan.asks:
            points = tuple(
                point.id
                for point in ask.asked
                if (ask.response.id, ask.trial, point.id) not in there
            )
            if points:
                new = _only(ask, points, 0)
                yield BatchCall.of(new), new

    async def _post(self, service: BatchService, provider: SdkProvider) -> None:
        taken = _taken(self._run).items()
        since = {name: max(value - self._before.get(name, 0), 0) for name, value in taken}
        budget = budget_left(self._prepared, self._run.model_copy(update=since))
        for part in self._open:
            budget.money += part.money
            budget.tokens += part.tokens
            budget.calls += len(part.rows)
        if self._parts:
            provider = provider.sending(self._parts[-1].accepted, _never)
        chat = self._chat(provider)
        wanted = list(self._wanted())
        for draft in drafts(wanted, chat, provider, self._terms, budget, self._empty):
            if not await self._post_one(draft, chat, service, provider):
                return

    def _empty(self) -> None:
        self._is_empty = True

    async def _post_one(
        self, draft: PartDraft, chat: ChatBackend, service: BatchService, provider: SdkProvider
    ) -> bool:
        """Posts a part; gives whether another may follow."""
        if self._parts and self._parts[-1].state is State.ABSENT:
            self._parts.pop()  # what it asked is in the draft: one place for all attempts
        part = part_from(
            draft,
            provider=provider,
            run_id=self._run.id,
            judge_id=self._run.judge_id,
            place=self._over + len(self._parts) + 1,
            attempted_at=self._clock(),
            before=self._before,
        )
        self._parts.append(part)
        self._keep(part)
        try:
            requests = requests_of(part, [ask for _, ask in draft.asks], chat, provider)
            uploaded = await service.upload(part.name, requests)
        except ProviderError as error:
            return self._refused(part, error)
        part.attempted_at = self._clock()
        self._keep(part)
        try:
            seen = await service.post(part.name, uploaded)
        except ProviderError as error:
            if was_refused(error):
                return self._refused(part, error)
            self._problem = error
            return False
        part.state, part.batch_id, part.ends_by = State.POSTED, seen.id, seen.ends_by
        self._keep(part)
        return True

    def _refused(self, part: BatchPart, error: ProviderError) -> bool:
        part.state, self._problem = State.ABSENT, error
        self._keep(part)
        return False

    def _end(self) -> Run:
        """Writes how the run is: posted as long as anything may come, else as it ended."""
        now = self._clock()
        with self._project.writing() as tx:
            run = runs.get_run(tx, self._run.id)
            state = self._state(run)
            message = self._said()
            if state is RunState.POSTED:
                run = run.model_copy(update={"message": message})
                runs.put_run(tx, run, now=now, releases=True)
                return run
            ended = run.model_copy(
                update={"state": state, "message": message or None, "ended_at": now}
            )
            for part in self._parts:
                part.is_over = True
                put_part(tx, part)
            end_run(tx, ended, now=now)
        return ended

    def _state(self, run: Run) -> RunState:
        if self._open or self._is_left or (self._problem and not self._is_refused):
            return RunState.POSTED
        if any(part.is_cancelled for part in self._parts):
            return RunState.CANCELLED
        if self._problem or any(part.problem for part in self._parts):
            return RunState.FAILED
        if self._is_empty:
            return RunState.OUT_OF_BUDGET
        return RunState.DONE if run.known + run.ok >= run.planned else RunState.PARTLY

    def _said(self) -> str:
        unsure = any(part.state is State.INTENT for part in self._parts)
        if self._problem and not unsure:
            return self._problem.message
        if self._open:
            return said_of(self._open, self._terms.hours)
        if self._is_left:
            return Message("Stopped; what was decided before is saved.")
        failed = [part.problem for part in self._parts if part.problem]
        if failed:
            return Message("The provider refused a batch: {why}", why=failed[-1])
        if self._is_empty:
            return Message("The budget is used up; what was paid for is saved.")
        refused = sum(len(part.refused) for part in self._parts)
        return (
            counted("{n} answer was refused.", "{n} answers were refused.", refused)
            if refused
            else ""
        )


def said_of(parts: list[BatchPart], hours: int) -> str:
    """How parts at a provider stand, in a sentence."""
    calls = sum(len(part.rows) for part in parts)
    unsure = sum(part.state is State.INTENT for part in parts)
    if unsure:
        return counted(
            "{n} part was broken off while it was posted. It is posted again only once it is "
            "certain that it did not arrive.",
            "{n} parts were broken off while they were posted. They are posted again only once it "
            "is certain that they did not arrive.",
            unsure,
        )
    ends = max(part.ends(hours) for part in parts)
    return counted(
        "{n} call is at the provider, until {end} UTC at the latest.",
        "{n} calls are at the provider, until {end} UTC at the latest.",
        calls,
        end=f"{ends:%Y-%m-%d %H:%M}",
    )


def _taken(run: Run) -> dict[str, int | float]:
    """What a run has taken of its limits, by the names of its fields."""
    return {name: getattr(run, name) or 0 for name in _TAKEN}


def _only(ask: JudgeCall, points: tuple[str, ...], number: int) -> JudgeCall:
    """A call about some of its checkpoints."""
    chosen = set(points)
    asked = tuple(point for point in ask.asked if point.id in chosen)
    return replace(
        ask, asked=asked, keys={point.id: ask.keys[point.id] for point in asked}, number=number
    )


async def _never(_: bytes) -> Any:  # noqa: ANN401 - it sends nothing
    raise NotImplementedError
