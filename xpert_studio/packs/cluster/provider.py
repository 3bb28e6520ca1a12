"""A provider whose calls are sent by the workers of a cluster, in blocks that share prompts.

Prompts, pace, budget, retries, reading of replies and the record are those of any run: only the
place from which a call is sent is another. Calls of a worker that is lost may have been billed, and
are asked again as calls whose connection broke.
"""

from __future__ import annotations

import asyncio
import math
import uuid
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from xpert_studio.api import Message
from xpert_studio.core.judge.providers.base import (
    ChatReply,
    ChatRequest,
    Failure,
    ProviderError,
    ProviderOptions,
)
from xpert_studio.packs.cluster.workers import Worker, Workers, silent

BLOCK: Final = 32
"""Calls in a block, at most."""
BLOCKS: Final = 2
"""Blocks that a worker has, at most."""
SIZE: Final = 8_000_000
"""Bytes of texts and pictures after which a block takes no more calls."""
PATIENCE: Final = 60.0
"""Seconds without any worker after which calls fail, once there was a scheduler."""
HESITATION: Final = 10.0
"""Seconds without any that may be used, where there are others, or no scheduler was reached."""
GATHERING: Final = 0.005
"""Seconds in which calls are gathered, so that those asked one after the other go together."""
BEAT: Final = 1.0
"""Seconds between looks at the workers."""


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    request: ChatRequest
    reply: asyncio.Future[ChatReply]
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def size_after(self, before: _Asked | None) -> int:
        """Bytes that it adds to a block, about: what calls of one prompt share goes out once."""
        one = self.request
        texts = [one.suffix, one.closing, *(text for _, text in one.history)]
        images = list(one.own_images)
        if before is None or before.request.prefix is not one.prefix:
            texts.append(one.prefix)
        if before is None or before.request.images is not one.images:
            images += one.images
        return sum(map(len, texts)) + sum(len(image.data) for image in images)


class ClusterProvider:
    """Asks one model through the workers of a cluster.

    Args:
        name: The provider's id.
        caches_prefix: Whether a shared prefix is cheaper once a first call has warmed it.
        address: Of the scheduler.
        options: How the model is reached, without a key.

    Attributes:
        close: Ends the connection to the cluster.
    """

    def __init__(
        self, name: str, options: ProviderOptions, address: str, *, caches_prefix: bool
    ) -> None:
        self.name, self.caches_prefix = name, caches_prefix
        self._address = address
        self._news = asyncio.Event()
        self._workers = Workers(address, name, options, self._news)
        self._waiting: deque[_Asked] = deque()
        self._working: asyncio.Task[None] | None = None
        self._carrying: set[asyncio.Task[None]] = set()
        self.close: Callable[[], Awaitable[None]] = self._close

    async def ask(self, request: ChatRequest) -> ChatReply:
        """Has a worker send one request.

        Raises:
            ProviderError: The call failed, the worker was lost, or there is none.
        """
        loop = asyncio.get_running_loop()
        if self._working is None:
            self._working = loop.create_task(self._work())
        asked = _Asked(request, loop.create_future())
        self._waiting.append(asked)
        self._news.set()
        return await asked.reply

    async def _close(self) -> None:
        tasks = [*self._carrying, *([self._working] if self._working else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._workers.close()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        looked, served = -math.inf, loop.time()
        while True:
            if loop.time() - looked >= BEAT:
                await self._workers.look()
                looked = loop.time()
            if self._workers.usable:
                served = loop.time()
            elif loop.time() - served > self._patience():
                self._refuse()
            self._post()
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._news.wait()
            self._news.clear()
            await asyncio.sleep(GATHERING)

    def _patience(self) -> float:
        """Seconds without a worker after which calls fail: a scheduler may start again."""
        may_come = self._workers.was_reached and not self._workers.refused
        return PATIENCE if may_come else HESITATION

    def _refuse(self) -> None:
        """Fails what waits: there is no worker that could send it."""
        said = self._workers.unreached or silent(self._address)
        failed = ProviderError(Failure.UNREACHED, said.message, remedy=said.remedy)
        for refused in self._workers.refused.values():
            failed = ProviderError(Failure.SETTING, refused.message, remedy=refused.remedy)
        while self._waiting:
            _settle(self._waiting.popleft(), failed)

    def _post(self) -> None:
        """Gives blocks to the workers that have room for more."""
        self._waiting = deque(one for one in self._waiting if not one.reply.done())
        while self._waiting:
            workers = self._workers.usable.values()
            room = sum(max(0, BLOCKS - worker.blocks) for worker in workers)
            if not room:
                return
            worker = min(workers, key=lambda one: one.blocks)
            block = self._taken(min(BLOCK, math.ceil(len(self._waiting) / room)))
            worker.blocks += 1
            task = asyncio.create_task(self._carry(worker, block))
            self._carrying.add(task)
            task.add_done_callback(self._carrying.discard)

    def _taken(self, count: int) -> list[_Asked]:
        """Calls that wait, at most so many: the first, those that share its prompt, then others.

        The first call of a prompt goes out alone where its provider caches prompts: a block of one
        would leave its worker idle.
        """
        key = self._waiting[0].request.cache_key
        ordered = sorted(self._waiting, key=lambda one: one.request.cache_key != key)
        first = ordered[:count]
        after = zip([None, *first[:-1]], first, strict=True)
        sizes = accumulate(one.size_after(before) for before, one in after)
        taken = ordered[: max(1, sum(size < SIZE for size in sizes))]
        self._waiting = deque(one for one in self._waiting if one not in taken)
        return taken

    async def _carry(self, worker: Worker, block: Sequence[_Asked]) -> None:
        came: list[object]
        try:
            outcomes = await self._workers.sent(worker, {one.id: one.request for one in block})
            came = [outcomes.get(one.id) for one in block]
        except ProviderError as error:
            came = [error] * len(block)
        except Exception:  # noqa: BLE001 - of what is no answer to a block at all
            came = [None] * len(block)
        finally:
            worker.blocks -= 1
            self._news.set()
        for one, outcome in zip(block, came, strict=True):
            _settle(one, _read(outcome, worker))


def _read(outcome: object, worker: Worker) -> ChatReply | ProviderError:
    """What came of a call; of one of which a worker says nothing that can be read, a failure."""
    if isinstance(outcome, ChatReply | ProviderError):
        return outcome
    try:
        return ProviderError(**outcome)  # type: ignore[arg-type]
    except TypeError:
        said = Message("The worker {worker} gave no answer to a call.", worker=worker.address)
        return ProviderError(Failure.GARBLED, said)


def _settle(asked: _Asked, outcome: ChatReply | ProviderError) -> None:
    if asked.reply.done():  # withdrawn
        return
    if isinstance(outcome, ProviderError):
        asked.reply.set_exception(outcome)
    else:
        asked.reply.set_result(outcome)
