"""Has models answer tasks: a system sees the prompts and their attachments, nothing else.

A task with turns is played, see ``playing``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xpert_studio.core.errors import XpertError
from xpert_studio.core.generation.asking import ModelChoice, ask, brief_of, connect, need_model
from xpert_studio.core.generation.playing import Played, Player, PlayPlan, problem_of_plan
from xpert_studio.core.judge.attached import BytesOf, pictures
from xpert_studio.core.judge.budget import Budget, Need, OutOfBudgetError
from xpert_studio.core.judge.pricing import Bill, cost_of, price_of, total_of
from xpert_studio.core.judge.providers.base import (
    FATAL,
    IMAGES_NOT_SEEN,
    ChatReply,
    ChatRequest,
    Provider,
    ProviderError,
)
from xpert_studio.core.judge.providers.payload import total
from xpert_studio.core.judge.token_counts import text_tokens
from xpert_studio.core.records import Checkpoint, ResponseRole, System, Task, Usage
from xpert_studio.core.records.endings import Ending, ending_of
from xpert_studio.core.records.traces import joined_traces
from xpert_studio.core.records.transcripts import conversation_of
from xpert_studio.core.wording import explained
from xpert_studio.core.workflow import CommandContext, NewResponse, add_responses
from xpert_studio.core.workflow.responding import need_one_baseline
from xpert_studio.core.workflow.systems import need_true_settings

_USUAL_REPLY: Final = 1_000
"""Tokens of a reply, for the budget, where the model has no limit."""


@dataclass(frozen=True, slots=True)
class ResponseRequest:
    """What is to be answered by whom.

    Attributes:
        choice: The model.
        tasks: What it answers.
        system_name: What the system is called in the project; where empty, after the model and
            what is set of it.
        role: None takes the role the system has in the project.
        concurrency: Tasks in work at once.
        plans: How tasks are played beyond their turns, by id.
        rubrics: Checkpoints of tasks whose plans name checks, by id.
        user: The model that speaks as simulated users.
        budget: Of all calls together; None for no limit.
    """

    choice: ModelChoice
    tasks: tuple[Task, ...]
    system_name: str = ""
    role: ResponseRole | None = None
    concurrency: int = 4
    plans: Mapping[str, PlayPlan] = field(default_factory=dict)
    rubrics: Mapping[str, Sequence[Checkpoint]] = field(default_factory=dict)
    user: ModelChoice | None = None
    budget: Budget | None = None

    @property
    def system(self) -> System:
        """The system that answers."""
        return self.choice.system(self.system_name)


@dataclass(frozen=True, slots=True)
class Generated:
    """How one task went.

    Attributes:
        problem: Why there is no response; None where there is one.
        cost: Of all that was sent for it; None is unknown.
        images_unseen: Whether the server would not take the images.
        ending: Where the response is refused, cut off or empty.
        searches: How often the web was searched for it; what that costs is not in ``cost``.
    """

    task_id: str
    problem: str | None
    cost: float | None
    images_unseen: bool = False
    ending: Ending | None = None
    searches: int = 0


async def generate_responses(
    ctx: CommandContext,
    request: ResponseRequest,
    *,
    bytes_of: BytesOf,
    on_done: Callable[[Generated], None] = lambda _: None,
) -> list[Generated]:
    """Asks the model for every task; each response is in the project as soon as it is there.

    A reply that was refused, cut off or filtered is a response like any other, with its reason;
    an empty one too. A call that failed gives none. After a failure that every other call would
    meet (no such model, no credit) no further one is sent.

    Raises:
        JudgeError: There is no key.
        UsageError: There is no such provider.
        ConflictError: The system has answered with other settings before, or is to be the
            baseline beside another.
    """
    with ctx.project.reading() as tx:
        need_true_settings(tx, request.system)
        need_one_baseline(tx, request.system.name, request.role)
    for choice in filter(None, (request.choice, request.user)):
        await need_model(choice)
    provider = connect(request.choice, connections=request.concurrency)
    user = connect(request.user, connections=request.concurrency) if request.user else None
    gate = asyncio.Semaphore(request.concurrency)
    stopped: list[str] = []

    async def one(task: Task) -> Generated:
        async with gate:
            done = (
                Generated(task.id, stopped[0], 0.0)
                if stopped
                else await _answer(ctx, provider, user, request, task, bytes_of, stopped)
            )
        on_done(done)
        return done

    try:
        return list(await asyncio.gather(*(one(task) for task in request.tasks)))
    finally:
        await provider.close()
        if user is not None:
            await user.close()


@dataclass(slots=True)
class _Asking:
    """Asks for one task: keeps count of what that costs, and of how long the system took.

    Attributes:
        choice: The model.
        provider: Sends to it.
        budget: Of all tasks together; None for no limit.
        bill: What its calls cost.
        seconds: That they took.
    """

    choice: ModelChoice
    provider: Provider
    budget: Budget | None
    bill: Bill
    seconds: float = 0.0

    async def __call__(self, request: ChatRequest) -> ChatReply:
        """One reply.

        Raises:
            ProviderError: The call failed.
            OutOfBudgetError: It could overdraw the budget.
        """
        need = self._need(request)
        if self.budget is not None:
            self.budget.hold(need)
        before, begun = self.bill.cost, time.monotonic()
        usage = Usage()
        try:
            reply = await ask(
                self.provider, request, self.bill, max_retries=self.choice.max_retries
            )
            usage = reply.usage
            return reply
        finally:
            self.seconds += time.monotonic() - begun
            if self.budget is not None:
                after = self.bill.cost
                spent = None if after is None or before is None else after - before
                self.budget.settle(need, usage, spent)

    def _need(self, request: ChatRequest) -> Need:
        said = [request.system, request.prefix, request.suffix, *(t for _, t in request.history)]
        asked = text_tokens("\n".join(said))
        limit = self.choice.max_output_tokens or _USUAL_REPLY
        usage = Usage(input_tokens=asked, cached_tokens=0, output_tokens=limit)
        price = price_of(self.choice.provider, self.choice.model)
        return Need(asked + limit, cost_of(usage, price, calls=1) or 0.0)


async def _answer(
    ctx: CommandContext,
    provider: Provider,
    user: Provider | None,
    request: ResponseRequest,
    task: Task,
    bytes_of: BytesOf,
    stopped: list[str],
) -> Generated:
    """Answers a task, or plays it where it has turns or a simulated user."""
    choice, plan = request.choice, request.plans.get(task.id, PlayPlan())
    problem = problem_of_plan(task, plan, has_user=user is not None)
    if problem is not None:
        return Generated(task.id, str(problem), 0.0)
    asking = _Asking(choice, provider, request.budget, choice.new_bill())
    as_user = (
        _Asking(request.user, user, request.budget, request.user.new_bill())
        if request.user and user
        else None
    )
    asked = (asking, as_user) if as_user else (asking,)
    try:
        played = (
            await _player(task, plan, request, bytes_of, asking, as_user).play()
            if conversation_of(task)
            else await _one_prompt(asking, task, bytes_of)
        )
    except (ProviderError, OutOfBudgetError) as error:
        if isinstance(error, OutOfBudgetError) or error.failure in FATAL:
            stopped.append(str(error))
        return Generated(task.id, str(error), _spent(asked))
    trace = joined_traces([reply.trace for reply in played.replies])
    made = NewResponse(
        task_id=task.id,
        model=request.system.name,
        text=played.text,
        role=request.role,
        finish_reason=played.finish_reason,
        usage=_together([reply.usage for reply in played.replies]),
        latency_ms=round(asking.seconds * 1000, 1),
        trace=trace,
    )
    version = next((reply.model for reply in reversed(played.replies) if reply.model), None)
    system = request.system.model_copy(
        update={"version": version, "date": f"{ctx.clock():%Y-%m-%d}"}
    )
    try:
        await asyncio.to_thread(add_responses, ctx, [made], system=system)
    except XpertError as error:  # the others are answered and paid for: they are kept
        return Generated(task.id, explained(error), _spent(asked))
    return Generated(
        task.id,
        None,
        _spent(asked),
        images_unseen=any(IMAGES_NOT_SEEN in reply.flags for reply in played.replies),
        ending=ending_of(played.text, played.finish_reason),
        searches=trace.searches,
    )


async def _one_prompt(asking: _Asking, task: Task, bytes_of: BytesOf) -> Played:
    brief = await asyncio.to_thread(brief_of, task, bytes_of)
    reply = await asking(
        ChatRequest(
            system="\n\n".join(filter(None, [asking.choice.system_prompt, task.system_prompt])),
            prefix="",
            suffix=brief.text,
            images=pictures(brief.files),
            parameters=asking.choice.parameters,
            is_strict=True,
        )
    )
    return Played((reply.text or reply.refusal).replace("\x00", ""), (reply,))


def _player(
    task: Task,
    plan: PlayPlan,
    request: ResponseRequest,
    bytes_of: BytesOf,
    asking: _Asking,
    as_user: _Asking | None,
) -> Player:
    rubric = request.rubrics.get(task.id, ())
    return Player(task, plan, rubric, bytes_of, asking, as_user, request.choice)


def _spent(asked: Iterable[_Asking]) -> float | None:
    return total_of(one.bill.cost for one in asked)


def _together(usages: Sequence[Usage]) -> Usage:
    """The tokens of several calls; unknown where they are of one of them."""
    if len(usages) == 1:
        return usages[0]
    return Usage(
        input_tokens=total(*(usage.input_tokens for usage in usages)),
        output_tokens=total(*(usage.output_tokens for usage in usages)),
    )
