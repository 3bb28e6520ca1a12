"""Decides asks with a language model: asks, waits, asks again, and names what went wrong.

Two loops. The inner one sends a request until an answer comes or patience ends, honouring what
the provider asks for. The outer one reads the answer and asks again, alone, what is missing or
contradicts itself, a stated number of times. What is left then is ``invalid`` when there were
answers and ``error`` when there was none; neither is ever a met or a not met.
"""

from __future__ import annotations

import asyncio
import logging
import random
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from xpert_studio.judge.assembly import images_shown, shared_part
from xpert_studio.judge.backend import Decided
from xpert_studio.judge.budget import Budget, Need, OutOfBudgetError
from xpert_studio.judge.estimates import IMAGE_TOKENS, reply_tokens, text_tokens
from xpert_studio.judge.pace import Pace
from xpert_studio.judge.pricing import Price, cost_of
from xpert_studio.judge.prompt import (
    Templates,
    candidate_suffix,
    fresh_code,
    reply_schema,
)
from xpert_studio.judge.providers.base import (
    FATAL,
    TRANSIENT,
    ChatReply,
    ChatRequest,
    Failure,
    Image,
    Provider,
    ProviderError,
)
from xpert_studio.judge.verdict_making import make_verdicts, read_answers, storable
from xpert_studio.judge.work import Ask
from xpert_studio.records import (
    Call,
    Checkpoint,
    GradingPolicy,
    Judge,
    JudgeSettings,
    Usage,
    Verdict,
    VerdictState,
    content_hash,
)
from xpert_studio.store.calls import Finished, SharedPrompt

FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 60.0
LONGEST_ASKED_WAIT: Final = 300.0
"""A provider that asks for more patience than this gets this much."""

_UNREACHABLE: Final = frozenset({Failure.CONNECTION, Failure.TIMEOUT})
_PACED: Final = frozenset({Failure.RATE_LIMITED, Failure.OVERLOADED})
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Prefix:
    """The shared part of a prompt, assembled once for all candidates of a task."""

    templates: Templates
    text: str
    hash: str
    schema: Mapping[str, Any]
    images: tuple[Image, ...]
    tokens: int
    kept: SharedPrompt


@dataclass(slots=True)
class _Progress:
    """How far one ask has come."""

    finished: list[Finished] = field(default_factory=list)
    decided: set[str] = field(default_factory=set)

    def open_points(self, ask: Ask) -> list[Checkpoint]:
        return [point for point in ask.asked if point.id not in self.decided]


class ChatBackend:
    """A language model as a judge.

    Args:
        judge: The judge, whose settings decide how it is asked.
        provider: Sends the requests.
        policy: The project's grading policy.
        pace: Admits calls.
        budget: Allows them.
        price: For the record of cost; None is unknown.
        images: Gives an attachment's bytes by its SHA-256.
        clock: The time now, in UTC.
        max_retries: How often a failed request is sent again; 0 is never.
        run_id: The run the calls belong to.
    """

    def __init__(
        self,
        judge: Judge,
        provider: Provider,
        policy: GradingPolicy,
        *,
        pace: Pace,
        budget: Budget,
        price: Price | None,
        images: Callable[[str], bytes],
        clock: Callable[[], datetime],
        max_retries: int,
        run_id: str,
    ) -> None:
        self._judge = judge
        self._settings = judge.settings or JudgeSettings()
        self._provider = provider
        self._policy = policy
        self._pace = pace
        self._budget = budget
        self._price = price
        self._images = images
        self._clock = clock
        self._max_retries = max_retries
        self._run_id = run_id
        self._prefix = lru_cache(maxsize=256)(self._assemble)
        self._asks: dict[tuple[str, str, int], Ask] = {}

    @property
    def warms_up(self) -> bool:
        """Whether the provider serves shared prefixes from a cache."""
        return self._provider.caches_prefix

    def prefix_of(self, ask: Ask) -> Prefix:
        """The shared part of an ask's prompt."""
        self._asks[ask.prefix_id] = ask
        return self._prefix(ask.prefix_id)

    def _assemble(self, prefix_id: tuple[str, str, int]) -> Prefix:
        ask = self._asks.pop(prefix_id)
        templates, text = shared_part(ask, self._settings, self._policy)
        seen = images_shown(ask.task)
        images = tuple(
            Image(item.media_type, self._images(item.sha256), item.caption or "") for item in seen
        )
        tokens = text_tokens(templates.system) + text_tokens(text) + IMAGE_TOKENS * len(images)
        shown = [templates.system, text, *(item.sha256 for item in ask.task.attachments)]
        schema = reply_schema([point.id for point in ask.chunk])
        kept = SharedPrompt(templates.system, text, tuple(item.sha256 for item in seen))
        return Prefix(templates, text, content_hash(shown), schema, images, tokens, kept)

    def need(self, ask: Ask) -> Need:
        """Estimated from the lengths of the texts; money is 0 where the price is unknown."""
        prefix = self.prefix_of(ask)
        return self._need(prefix.tokens + text_tokens(ask.response.text), len(ask.asked))

    def _need(self, input_tokens: int, checkpoints: int) -> Need:
        output_tokens = reply_tokens(checkpoints)
        expected = Usage(input_tokens=input_tokens, cached_tokens=0, output_tokens=output_tokens)
        cost = cost_of(expected, self._price, calls=1)
        return Need(tokens=input_tokens + output_tokens, money=cost or 0.0)

    async def close(self) -> None:
        """Closes the provider's connections."""
        await self._provider.close()

    async def decide(self, ask: Ask) -> Decided:
        """Asks the model until every checkpoint has a verdict or a reason why not."""
        prefix = self.prefix_of(ask)
        progress = _Progress()
        outcome = Decided()
        for number in range(self._settings.max_asks):
            points = progress.open_points(ask)
            if not points:
                break
            last = number == self._settings.max_asks - 1
            try:
                await self._ask_once(ask, prefix, points, progress, last=last)
            except OutOfBudgetError:
                outcome = Decided(out_of_budget=True)
                break
            except ProviderError as error:
                if error.failure in FATAL:
                    outcome = Decided(stop=str(error))
                else:
                    self._give_up(ask, prefix, points, progress, error)
                    outcome = Decided(unreachable=error.failure in _UNREACHABLE)
                break
        return replace(
            outcome, finished=tuple(progress.finished), prefixes={prefix.hash: prefix.kept}
        )

    async def _ask_once(
        self,
        ask: Ask,
        prefix: Prefix,
        points: Sequence[Checkpoint],
        progress: _Progress,
        *,
        last: bool,
    ) -> None:
        asked = [point.id for point in points]
        suffix = candidate_suffix(prefix.templates, ask.response.text, asked, fresh_code())
        request = ChatRequest(
            system=prefix.templates.system,
            prefix=prefix.text,
            suffix=suffix,
            images=prefix.images,
            schema=prefix.schema,
            cache_key=prefix.hash[:32],
            parameters=self._judge.parameters,
        )
        need = self._need(prefix.tokens + text_tokens(suffix), len(points))
        started = self._clock()
        begun = asyncio.get_running_loop().time()
        reply, attempts = await self._send(request, need)
        reading = read_answers(reply, points)
        seconds = asyncio.get_running_loop().time() - begun
        given = points if last else [point for point in points if point.id in reading.answers]
        verdicts = make_verdicts(self._judge, ask, given, reading, reply, now=self._clock())
        progress.decided |= {verdict.checkpoint_id for verdict in verdicts}
        call = Call(
            id=f"call-{uuid.uuid4().hex}",
            run_id=self._run_id,
            judge_id=self._judge.id,
            response_id=ask.response.id,
            asked=tuple(asked),
            trial=ask.trial,
            state=VerdictState.OK if reading.answers else VerdictState.INVALID,
            problem=reading.problem or None,
            prefix_hash=prefix.hash,
            suffix=suffix,
            reply=storable(reply.text or reply.refusal),
            finish=reply.finish.value,
            model=storable(reply.model),
            request_id=storable(reply.request_id),
            attempts=attempts,
            usage=reply.usage,
            cost=cost_of(reply.usage, self._price, calls=1),
            unknown_ids=reading.unknown,
            started_at=started,
            seconds=seconds,
        )
        progress.finished.append(Finished(call, verdicts))

    async def _send(self, request: ChatRequest, need: Need) -> tuple[ChatReply, int]:
        """Sends until a reply comes; every attempt is paced and paid for.

        Raises:
            ProviderError: Patience ended, or trying again is no use.
            OutOfBudgetError: The budget does not allow (another) attempt.
        """
        attempt = 0
        while True:
            attempt += 1
            try:
                async with self._pace.slot(need.tokens):
                    reply = await self._paid(request, need)
                self._pace.went_through()
            except ProviderError as error:
                wait = self._wait(error, attempt)
                if error.failure in _PACED:
                    self._pace.too_many(wait)
                if error.failure not in TRANSIENT or attempt > self._max_retries:
                    error.attempts = attempt
                    raise
                _log.info("attempt %d failed (%s), next in %.1f s", attempt, error.failure, wait)
                await asyncio.sleep(wait)
            else:
                return reply, attempt

    async def _paid(self, request: ChatRequest, need: Need) -> ChatReply:
        self._budget.hold(need)
        usage: Usage | None = None
        cost: float | None = 0.0
        try:
            reply = await self._provider.ask(request)
            usage, cost = reply.usage, cost_of(reply.usage, self._price, calls=1)
            return reply
        finally:
            self._budget.settle(need, usage, cost)

    @staticmethod
    def _wait(error: ProviderError, attempt: int) -> float:
        if error.retry_after is not None:
            return min(error.retry_after, LONGEST_ASKED_WAIT)
        backoff: float = min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT)
        return backoff * (0.5 + random.random() / 2)  # noqa: S311 - jitter, no secret

    def _give_up(
        self,
        ask: Ask,
        prefix: Prefix,
        points: Sequence[Checkpoint],
        progress: _Progress,
        error: ProviderError,
    ) -> None:
        """Records that the call failed for good."""
        now = self._clock()
        verdicts = tuple(
            Verdict(
                response_id=ask.response.id,
                checkpoint_id=point.id,
                judge_id=self._judge.id,
                trial=ask.trial,
                key=ask.keys[point.id],
                basis=ask.basis_of(point),
                state=VerdictState.ERROR,
                problem=str(error),
                judged_at=now,
            )
            for point in points
        )
        call = Call(
            id=f"call-{uuid.uuid4().hex}",
            run_id=self._run_id,
            judge_id=self._judge.id,
            response_id=ask.response.id,
            asked=tuple(point.id for point in points),
            trial=ask.trial,
            state=VerdictState.ERROR,
            problem=str(error),
            prefix_hash=prefix.hash,
            attempts=error.attempts,
            started_at=now,
            seconds=0.0,
        )
        progress.finished.append(Finished(call, verdicts))
