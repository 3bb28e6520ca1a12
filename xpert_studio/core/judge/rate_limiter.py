"""How fast a run may ask: calls at once, limits a minute, and what the provider turns out to allow.

A call that is refused waits by itself and is sent again; the others go on.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from xpert_studio.core.judge.provider_limit import ProviderLimit

if TYPE_CHECKING:
    from aiolimiter import AsyncLimiter

_SLACK: Final = 0.015
"""Seconds by which the event loop may be late without calls being lost for it."""
_FIRST_CALLS: Final = 64
_FIRST_RATE: Final = 200.0
"""The first calls leave at so many a second, so that some refusals come before all are sent."""


class Pace:
    """Admits calls. One event loop only.

    Attributes:
        maximum: At most so many calls at once.
        in_flight: So many are admitted now.
    """

    def __init__(
        self,
        maximum: int,
        *,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
    ) -> None:
        self.maximum = maximum
        self.in_flight = 0
        self._limit = ProviderLimit()
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._next = 0.0
        self._admitted = 0
        self._timer: asyncio.TimerHandle | None = None
        self._requests = _limiter(requests_per_minute)
        self._tokens = _limiter(tokens_per_minute)

    @property
    def allowed(self) -> int:
        """So many calls at once come to the pace that the provider allows just now."""
        if self._limit.rate is None:
            return self.maximum
        return min(self.maximum, max(1, math.ceil(self._limit.rate * self._limit.seconds)))

    @asynccontextmanager
    async def slot(self, tokens: int) -> AsyncIterator[float]:
        """Waits until a call of about ``tokens`` tokens may start; holds its place meanwhile.

        Yields:
            When the call is sent, by the loop's clock.
        """
        await self._enter()
        try:
            if self._requests is not None:
                await self._requests.acquire()
            if self._tokens is not None:
                await self._tokens.acquire(min(tokens, self._tokens.max_rate))
            now = asyncio.get_running_loop().time()
            self._limit.sends(now)
            yield now
        finally:
            self.in_flight -= 1
            self._admit()

    def went_through(self, sent: float) -> None:
        """Tells that a call was accepted, sent at a time that ``slot`` gave."""
        now = asyncio.get_running_loop().time()
        self._limit.accepted(sent, now, paced=self._timer is not None)

    def too_many(self, sent: float, wait: float) -> None:
        """Tells that the provider refused a call for its pace.

        Args:
            sent: When it was sent, as ``slot`` gave it.
            wait: Seconds until it is sent again.
        """
        self._limit.refused(sent, asyncio.get_running_loop().time(), wait)

    async def _enter(self) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._admit()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.in_flight -= 1
                self._admit()
            raise

    def _admit(self) -> None:
        while self._waiting and self.in_flight < self.maximum:
            if self._waiting[0].done():  # cancelled
                self._waiting.popleft()
                continue
            if self._is_too_early():
                return
            self.in_flight += 1
            self._waiting.popleft().set_result(None)

    def _is_too_early(self) -> bool:
        """Whether the pace makes the next call wait; where it does not, its turn is taken."""
        limit, loop = self._limit, asyncio.get_running_loop()
        now = loop.time()
        rate = limit.rate or (_FIRST_RATE if self._admitted < _FIRST_CALLS else 0.0)
        due = max(limit.held_until, self._next if rate else 0.0)
        if due > now:
            if self._timer is None:
                self._timer = loop.call_at(due, self._wake)
            return True
        self._admitted += 1
        if rate:
            self._next = max(self._next, now - _SLACK) + 1 / rate
        return False

    def _wake(self) -> None:
        self._timer = None
        self._admit()


def _limiter(per_minute: float | None) -> AsyncLimiter | None:
    if not per_minute:
        return None
    from aiolimiter import AsyncLimiter

    # A full minute's allowance at once would be a burst; a tenth of it is allowed at a time.
    return AsyncLimiter(max(per_minute / 10, 1.0), 6.0 if per_minute >= 10 else 60.0 / per_minute)
