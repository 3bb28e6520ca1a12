"""The workers of a cluster: which may be used, which are lost, and blocks of calls sent by one."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from xpert_studio.api import Message
from xpert_studio.core.errors import JudgeError, UsageError, XpertError
from xpert_studio.core.judge.providers.base import (
    ChatRequest,
    Failure,
    ProviderError,
    ProviderOptions,
)
from xpert_studio.packs.cluster.connection import check_address, close, connected, need_same
from xpert_studio.packs.cluster.sending import Block, Outcome, facts, send

SILENT: Final = 30.0
"""Seconds after which a worker or scheduler that says nothing counts as lost."""


@dataclass(slots=True, eq=False)
class Worker:
    """A worker that may be used.

    Attributes:
        address: Where it is.
        token: Of its process.
        gone: Done once it is lost.
        blocks: How many it has.
        seen: When the scheduler heard of it, by the scheduler's clock.
        seen_at: When that was found out, by the clock of the loop.
    """

    address: str
    token: str
    gone: asyncio.Future[None]
    blocks: int = 0
    seen: float = 0.0
    seen_at: float = field(default_factory=lambda: asyncio.get_running_loop().time())


class Workers:
    """The workers of one cluster, for calls to one provider. One event loop only.

    Args:
        address: Of the scheduler.
        provider: Its id.
        options: How it is reached, without a key.
        news: Set when a worker may be used.

    Attributes:
        usable: By address.
        refused: Why others may not be used, by address.
        unreached: Why the scheduler could not be asked for them; None where it could.
        was_reached: Whether it ever could.
    """

    def __init__(
        self, address: str, provider: str, options: ProviderOptions, news: asyncio.Event
    ) -> None:
        self.usable: dict[str, Worker] = {}
        self.refused: dict[str, XpertError] = {}
        self.unreached: XpertError | None = None
        self.was_reached = False
        self._address, self._provider, self._options = address, provider, options
        self._news = news
        self._client: Any = None
        self._meeting: dict[str, asyncio.Task[None]] = {}

    async def need(self) -> None:
        """Connects, and refuses a cluster that cannot be used as it is.

        Raises:
            UsageError: The certificates are not set.
            JudgeError: There is no scheduler, no worker, or one that may not be used.
        """
        self._client = await connected(self._address)
        await self.look()
        are_there = bool(self._meeting)
        if are_there:
            await asyncio.wait(self._meeting.values(), timeout=SILENT)
        for refusal in self.refused.values():
            raise refusal
        if are_there and not self.usable:
            raise silent(self._address)
        if not self.usable:
            raise JudgeError(
                Message("The cluster at {address} has no workers.", address=self._address),
                remedy=Message("Start one: dask worker {address}", address=self._address),
            )

    async def look(self) -> None:
        """Finds out which workers there are; those that are new are asked what they are."""
        found = await self._heard()
        if found is None:
            return
        now = asyncio.get_running_loop().time()
        for address in self.usable.keys() - found:
            self._lose(self.usable[address])
        for address in self.refused.keys() - found:
            del self.refused[address]
        for address, last_seen in found.items():
            worker = self.usable.get(address)
            if worker is None:
                self._meet(address)
            elif worker.seen != last_seen:
                worker.seen, worker.seen_at = last_seen, now
            elif now - worker.seen_at > SILENT:
                self._lose(worker)

    async def _heard(self) -> dict[str, float] | None:
        """What ``_found`` gives: no workers where it failed; None where it never will do better."""
        try:
            return await self._found()
        except UsageError as error:  # of certificates that are not set
            self.refused[self._address] = error
            return None
        except JudgeError as error:
            self.unreached = error
            return {}
        except Exception:  # noqa: BLE001 - of Dask; the scheduler may come back
            return {}

    async def _found(self) -> dict[str, float]:
        """The workers that the scheduler knows, and when it heard of each."""
        if self._client is None or self._client.status == "closed":
            self._client = await connected(self._address)
            self.unreached, self.was_reached = None, True
        if self._client.status != "running":  # it connects anew by itself
            return {}
        async with asyncio.timeout(SILENT):
            told: dict[str, Any] = await self._client.scheduler.identity(n_workers=-1)
        return {address: one["last_seen"] for address, one in told["workers"].items()}

    def _meet(self, address: str) -> None:
        if address not in self.refused and address not in self._meeting:
            self._meeting[address] = asyncio.create_task(self._met(address))

    async def _met(self, address: str) -> None:
        try:
            check_address(address)
            told = await self._client.run(
                facts, self._provider, self._options, workers=[address], on_error="return"
            )
            if isinstance(told[address], OSError):
                return
            found = need_same(address, told[address])
            gone = asyncio.get_running_loop().create_future()
            self.usable[address] = Worker(address, found.token, gone)
        except (JudgeError, UsageError) as error:
            self.refused[address] = error
        except Exception:  # noqa: BLE001 - of Dask; the worker is asked again while it is there
            return
        finally:
            del self._meeting[address]
            self._news.set()

    def _lose(self, worker: Worker) -> None:
        self.usable.pop(worker.address, None)
        if not worker.gone.done():
            worker.gone.set_result(None)

    async def sent(
        self, worker: Worker, requests: Mapping[str, ChatRequest]
    ) -> Mapping[str, Outcome]:
        """What a worker says came of calls that it sent, by their ids.

        Raises:
            ProviderError: It was lost meanwhile, or had been before.
        """
        block = Block(worker.token, self._provider, self._options, requests)
        answer = asyncio.create_task(self._answer(worker, block))
        first: set[asyncio.Future[Any]] = {answer, worker.gone}
        try:
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            found = _result(answer)
        finally:
            answer.cancel()
        if found is not None:
            return found
        self._lose(worker)
        raise ProviderError(
            Failure.CONNECTION,
            Message("The worker {worker} was lost with calls on their way.", worker=worker.address),
        )

    async def _answer(self, worker: Worker, block: Block) -> Mapping[str, Outcome] | None:
        future = self._client.submit(
            send,
            block,
            key=f"calls-{uuid.uuid4().hex}",
            pure=False,
            workers=[worker.address],
            allow_other_workers=False,
        )
        try:
            found: Mapping[str, Outcome] | None = await future.result()
            return found
        finally:
            future.release()

    async def close(self) -> None:
        """Ends the connection; what is on its way is forgotten."""
        for meeting in self._meeting.values():
            meeting.cancel()
        await asyncio.gather(*self._meeting.values(), return_exceptions=True)
        if self._client is not None:
            await close(self._client)


def silent(address: str) -> JudgeError:
    """No worker of a cluster can be asked."""
    return JudgeError(
        Message("No worker of the cluster at {address} answers.", address=address),
        remedy=Message("Start them anew: dask worker {address}", address=address),
    )


def _result(answer: asyncio.Future[Mapping[str, Outcome] | None]) -> Mapping[str, Outcome] | None:
    """What came; None where nothing did, as it was lost with the worker or the scheduler."""
    try:
        return answer.result() if answer.done() else None
    except (Exception, asyncio.CancelledError):  # noqa: BLE001 - of Dask, by what was lost
        return None
