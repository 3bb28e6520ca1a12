"""Decides asks with a language model: asks, waits, asks again, and names what went wrong.

Two loops. The inner one sends a request until an answer comes or patience ends, honouring what
the provider asks for. The outer one reads the answer and asks again, alone, what is missing or
contradicts itself, a stated number of times. What is left then is ``invalid`` when there were
answers and ``error`` when there was none; neither is ever a met or a not met.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from xpert_studio.core.judge import judge_regions
from xpert_studio.core.judge.backend import DecidedCall, Keep
from xpert_studio.core.judge.budget import Budget, Need, OutOfBudgetError
from xpert_studio.core.judge.comparing import SCHEMA, PairCall
from xpert_studio.core.judge.comparison_replies import Preferred, comparison_of, read_preference
from xpert_studio.core.judge.estimating import image_tokens_of
from xpert_studio.core.judge.image_rules import rule_of
from xpert_studio.core.judge.judge_regions import RegionImages, asked_regions
from xpert_studio.core.judge.pricing import Bill, Price, cost_of
from xpert_studio.core.judge.prompt import (
    Templates,
    fresh_code,
    reply_schema,
)
from xpert_studio.core.judge.prompt_parts import (
    candidate_images,
    own_part,
    pictures_of_candidate,
    pictures_shared,
    shared_images,
    shared_part,
)
from xpert_studio.core.judge.providers.base import (
    FATAL,
    TRANSIENT,
    ChatReply,
    ChatRequest,
    DeferredError,
    Failure,
    Image,
    Provider,
    ProviderError,
)
from xpert_studio.core.judge.rate_limiter import Pace
from xpert_studio.core.judge.token_counts import reply_tokens, text_tokens
from xpert_studio.core.judge.verdict_making import make_verdicts, read_answers, storable
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Call,
    Checkpoint,
    Comparison,
    GradingPolicy,
    Judge,
    JudgeSettings,
    RatingState,
    Usage,
    Verdict,
    content_hash,
)
from xpert_studio.core.store.calls import Finished, SharedPrompt

_UNREACHABLE: Final = frozenset({Failure.CONNECTION, Failure.UNREACHED, Failure.TIMEOUT})
_PACED: Final = frozenset({Failure.RATE_LIMITED, Failure.OVERLOADED})
_STOPPED: Final = Message("Stopped before the answer came.")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Prefix:
    """The shared part of a prompt, assembled once for all candidates of a task.

    ``tokens`` are those of its texts.
    """

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

    def take_finished(self) -> tuple[Finished, ...]:
        """The finished calls since the last time."""
        finished, self.finished = tuple(self.finished), []
        return finished


class _Made(NamedTuple):
    """What a reply comes to: verdicts, or a comparison, and the ids of what is decided by it."""

    verdicts: tuple[Verdict, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    decided: AbstractSet[str] = frozenset()
    has_answer: bool = False
    problem: str = ""
    unknown: int = 0


class ChatBackend:
    """A language model as a judge.

    Args:
        judge: The judge, whose settings decide how it is asked.
        provider: Sends the requests.
        policy: The project's grading policy.
        pace: Admits calls.
        budget: Allows them.
        price: For the record of cost; None is unknown.
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
        self._rule = rule_of(judge.provider, judge.model)
        self._clock = clock
        self._max_retries = max_retries
        self._run_id = run_id
        self._prefix = lru_cache(maxsize=256)(self._assemble)
        self._asks: dict[tuple[str, str, int], JudgeCall] = {}

    @property
    def warms_up(self) -> bool:
        """Whether the provider serves shared prefixes from a cache."""
        return self._provider.caches_prefix

    def prefix_of(self, ask: JudgeCall) -> Prefix:
        """The shared part of an ask's prompt."""
        self._asks[ask.prefix_id] = ask
        return self._prefix(ask.prefix_id)

    def _assemble(self, prefix_id: tuple[str, str, int]) -> Prefix:
        ask = self._asks.pop(prefix_id)
        templates, text = shared_part(ask, self._settings, self._policy)
        hashes = tuple(file.item.sha256 for file in pictures_shared(ask))
        return Prefix(
            templates,
            text,
            content_hash([templates.system, text, *hashes]),
            schema=SCHEMA if isinstance(ask, PairCall) else self._schema(ask),
            images=shared_images(ask, templates),
            tokens=text_tokens(templates.system) + text_tokens(text),
            kept=SharedPrompt(templates.system, text, hashes),
        )

    def _schema(self, ask: JudgeCall, *, regions: bool = False) -> Mapping[str, Any]:
        return reply_schema(
            ask.chunk,
            may_abstain=ask.may_abstain,
            failures=ask.failures,
            regions=judge_regions.SCHEMA if regions else None,
        )

    def need(self, ask: JudgeCall) -> Need:
        """Estimated from the lengths of the texts; money is 0 where the price is unknown."""
        tokens = self.prefix_of(ask).tokens + text_tokens(ask.material)
        return self._need(tokens + sum(image_tokens_of(ask, self._rule)), len(ask.asked))

    def _need(self, input_tokens: int, checkpoints: int) -> Need:
        output_tokens = reply_tokens(checkpoints)
        expected = Usage(input_tokens=input_tokens, cached_tokens=0, output_tokens=output_tokens)
        return Need(
            tokens=input_tokens + output_tokens,
            money=cost_of(expected, self._price, calls=1) or 0.0,
        )

    async def close(self) -> None:
        """Closes the provider's connections."""
        await self._provider.close()

    async def decide(self, ask: JudgeCall, keep: Keep) -> DecidedCall:
        """Asks the model until every checkpoint has a verdict or a reason why not."""
        prefix = self.prefix_of(ask)
        prefixes = {prefix.hash: prefix.kept}
        progress = _Progress()
        outcome = DecidedCall()
        for number in range(ask.number, self._settings.max_asks):
            points = [point for point in ask.asked if point.id not in progress.decided]
            if not points:
                break
            last = number == self._settings.max_asks - 1
            bill = Bill(self._price)
            if progress.finished:
                await keep(DecidedCall(progress.take_finished(), prefixes, is_part=True))
            try:
                await self._ask_once(ask, prefix, points, progress, bill, last=last)
            except DeferredError:
                break
            except OutOfBudgetError as error:
                progress.finished += self._unanswered(ask, prefix, points, bill, str(error))
                outcome = DecidedCall(out_of_budget=True)
                break
            except asyncio.CancelledError:
                progress.finished += self._unanswered(ask, prefix, points, bill, _STOPPED)
                if not progress.finished:
                    raise
                break
            except ProviderError as error:
                fatal = error.failure in FATAL
                progress.finished += self._unanswered(
                    ask, prefix, points, bill, str(error), decides=not fatal
                )
                outcome = (
                    DecidedCall(stop=str(error))
                    if fatal
                    else DecidedCall(unreachable=error.failure in _UNREACHABLE)
                )
                break
        return replace(outcome, finished=progress.take_finished(), prefixes=prefixes)

    async def _ask_once(
        self,
        ask: JudgeCall,
        prefix: Prefix,
        points: Sequence[Checkpoint],
        progress: _Progress,
        bill: Bill,
        *,
        last: bool,
    ) -> None:
        asked = asked_regions(ask, self._settings, prefix.templates, self._rule)
        request = self._request(ask, prefix, points, asked)
        suffix = request.suffix + request.closing
        tokens = prefix.tokens + text_tokens(suffix) + sum(image_tokens_of(ask, self._rule))
        need = self._need(tokens, len(points))
        started = self._clock()
        begun = asyncio.get_running_loop().time()
        reply = await self._send(request, need, bill)
        made = self._made(ask, points, reply, asked, last=last)
        seconds = asyncio.get_running_loop().time() - begun
        progress.decided |= made.decided
        call = self._call(
            ask,
            prefix,
            points,
            bill,
            state=RatingState.OK if made.has_answer else RatingState.INVALID,
            problem=made.problem or None,
            suffix=suffix,
            reply=storable(reply.text or reply.refusal),
            finish=reply.finish.value,
            model=storable(reply.model),
            request_id=storable(reply.request_id),
            usage=reply.usage,
            unknown_ids=made.unknown,
            started_at=started,
            seconds=0.0 if ask.code else seconds,
        )
        progress.finished.append(Finished(call, made.verdicts, made.comparisons))

    def request_of(self, ask: JudgeCall) -> ChatRequest:
        """The request of an ask, as ``decide`` sends it first."""
        prefix = self.prefix_of(ask)
        asked = asked_regions(ask, self._settings, prefix.templates, self._rule)
        return self._request(ask, prefix, ask.asked, asked)

    def _request(
        self, ask: JudgeCall, prefix: Prefix, points: Sequence[Checkpoint], asked: RegionImages
    ) -> ChatRequest:
        code = ask.code or fresh_code()
        suffix, closing = own_part(
            ask, prefix.templates, points, code, more=asked.text(prefix.templates.words)
        )
        return ChatRequest(
            system=prefix.templates.system,
            prefix=prefix.text,
            suffix=suffix,
            own_images=candidate_images(ask, prefix.templates),
            closing=closing,
            images=prefix.images,
            schema=self._schema(ask, regions=True) if asked.images else prefix.schema,
            cache_key=prefix.hash[:32],
            parameters=self._judge.parameters,
            code=code,
        )

    def _made(
        self,
        ask: JudgeCall,
        points: Sequence[Checkpoint],
        reply: ChatReply,
        asked: RegionImages,
        *,
        last: bool,
    ) -> _Made:
        """What a reply comes to; what it leaves open is asked again, unless it is the last."""
        now = self._clock()
        if isinstance(ask, PairCall):
            found = read_preference(reply, has_pictures=bool(pictures_of_candidate(ask)))
            is_decided = found.value is not None
            compared = comparison_of(self._judge, ask, found, now=now)
            kept = (compared.model_copy(update={"usage": reply.usage}),)
            is_kept = is_decided or last
            return _Made(
                comparisons=kept if is_kept else (),
                decided={point.id for point in points if is_kept},
                has_answer=is_decided,
                problem=found.problem,
            )
        reading = read_answers(reply, points, may_abstain=ask.may_abstain)
        given = points if last else [point for point in points if point.id in reading.answers]
        verdicts = make_verdicts(self._judge, ask, given, reading, reply, now=now, marked=asked)
        return _Made(
            verdicts=verdicts,
            decided={verdict.checkpoint_id for verdict in verdicts},
            has_answer=bool(reading.answers),
            problem=reading.problem,
            unknown=reading.unknown,
        )

    async def _send(self, request: ChatRequest, need: Need, bill: Bill) -> ChatReply:
        """Sends until a reply comes; every attempt is paced and paid for.

        Raises:
            ProviderError: Patience ended, or trying again is no use.
            OutOfBudgetError: The budget does not allow (another) attempt.
        """
        sent = 0.0
        while True:
            try:
                async with self._pace.slot(need.tokens) as sent:
                    reply = await self._paid(request, need, bill)
                self._pace.went_through(sent)
            except ProviderError as error:
                wait = error.wait(bill.attempts)
                if error.failure in _PACED:
                    self._pace.too_many(sent, wait)
                if error.failure not in TRANSIENT or bill.attempts > self._max_retries:
                    raise
                _log.info(
                    "attempt %d failed (%s), next in %.1f s", bill.attempts, error.failure, wait
                )
                await asyncio.sleep(wait)
            else:
                return reply

    async def _paid(self, request: ChatRequest, need: Need, bill: Bill) -> ChatReply:
        self._budget.hold(need)
        try:
            return await bill.ask(self._provider, request)
        finally:
            self._budget.settle(need, bill.last.usage, bill.last.cost)

    def _unanswered(
        self,
        ask: JudgeCall,
        prefix: Prefix,
        points: Sequence[Checkpoint],
        bill: Bill,
        problem: str,
        *,
        decides: bool = False,
    ) -> list[Finished]:
        """A call without a reply: that failed for good, or where it may have been billed."""
        if not decides and bill.cost == 0.0:
            return []
        now = self._clock()
        compared: tuple[Comparison, ...] = ()
        if isinstance(ask, PairCall):
            failed = Preferred(None, problem=problem)
            compared = (comparison_of(self._judge, ask, failed, now=now, is_error=True),)
            points = ()
        verdicts = [
            Verdict(
                response_id=ask.response.id,
                checkpoint_id=point.id,
                judge_id=self._judge.id,
                trial=ask.trial,
                key=ask.keys[point.id],
                rated_hash=ask.rated_hash_of(point),
                state=RatingState.ERROR,
                problem=problem,
                judged_at=now,
            )
            for point in points
            if decides
        ]
        return [
            Finished(
                call=self._call(
                    ask,
                    prefix,
                    points,
                    bill,
                    state=RatingState.ERROR,
                    problem=problem,
                    started_at=now,
                    seconds=0.0,
                ),
                verdicts=tuple(verdicts),
                comparisons=compared if decides else (),
            )
        ]

    def _call(
        self,
        ask: JudgeCall,
        prefix: Prefix,
        points: Sequence[Checkpoint],
        bill: Bill,
        **came: Any,  # noqa: ANN401 - what came of it
    ) -> Call:
        return Call(
            id=f"call-{ask.code or uuid.uuid4().hex}",
            run_id=self._run_id,
            judge_id=self._judge.id,
            response_id=ask.response.id,
            asked=() if isinstance(ask, PairCall) else tuple(point.id for point in points),
            against_id=ask.against.id if isinstance(ask, PairCall) else None,
            trial=ask.trial,
            prefix_hash=prefix.hash,
            attempts=bill.attempts,
            cost=bill.cost,
            **came,
        )
