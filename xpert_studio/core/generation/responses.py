"""Has models answer tasks: a system sees the prompt and its attachments, nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from xpert_studio.core.generation.asking import ModelChoice, ask, brief_of, connect
from xpert_studio.core.judge.attached import BytesOf, pictures
from xpert_studio.core.judge.providers.base import (
    FATAL,
    IMAGES_NOT_SEEN,
    ChatRequest,
    Finish,
    Provider,
    ProviderError,
)
from xpert_studio.core.records import ResponseRole, Task
from xpert_studio.core.workflow import CommandContext, NewResponse, add_responses


@dataclass(frozen=True, slots=True)
class ResponseRequest:
    """What is to be answered by whom.

    Attributes:
        choice: The model.
        tasks: What it answers.
        system_name: What the system is called in the project; the model's name where empty.
        role: None takes the role the system has in the project.
        concurrency: Calls in flight.
    """

    choice: ModelChoice
    tasks: tuple[Task, ...]
    system_name: str = ""
    role: ResponseRole | None = None
    concurrency: int = 4


@dataclass(frozen=True, slots=True)
class Generated:
    """How one task went.

    Attributes:
        problem: Why there is no response; None where there is one.
        cost: Of all that was sent for it; None is unknown.
        images_unseen: Whether the server would not take the images.
    """

    task_id: str
    problem: str | None
    cost: float | None
    images_unseen: bool = False


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
    """
    provider = connect(request.choice, connections=request.concurrency)
    gate = asyncio.Semaphore(request.concurrency)
    stopped: list[str] = []

    async def one(task: Task) -> Generated:
        async with gate:
            done = (
                Generated(task.id, stopped[0], 0.0)
                if stopped
                else await _answer(ctx, provider, request, task, bytes_of, stopped)
            )
        on_done(done)
        return done

    try:
        return list(await asyncio.gather(*(one(task) for task in request.tasks)))
    finally:
        await provider.close()


async def _answer(
    ctx: CommandContext,
    provider: Provider,
    request: ResponseRequest,
    task: Task,
    bytes_of: BytesOf,
    stopped: list[str],
) -> Generated:
    choice = request.choice
    brief = await asyncio.to_thread(brief_of, task, bytes_of)
    asked = ChatRequest(
        system="",
        prefix="",
        suffix=brief.text,
        images=pictures(brief.files, bytes_of),
        parameters=choice.parameters,
    )
    begun = time.monotonic()
    bill = choice.new_bill()
    try:
        reply = await ask(provider, asked, bill, max_retries=choice.max_retries)
    except ProviderError as error:
        if error.failure in FATAL:
            stopped.append(str(error))
        return Generated(task.id, str(error), bill.cost)
    made = NewResponse(
        task_id=task.id,
        model=request.system_name or choice.model,
        text=(reply.text or reply.refusal).replace("\x00", ""),
        role=request.role,
        finish_reason=None if reply.finish is Finish.STOP else reply.finish.value,
        usage=reply.usage,
        latency_ms=round((time.monotonic() - begun) * 1000, 1),
    )
    await asyncio.to_thread(add_responses, ctx, [made])
    return Generated(task.id, None, bill.cost, images_unseen=IMAGES_NOT_SEEN in reply.flags)
