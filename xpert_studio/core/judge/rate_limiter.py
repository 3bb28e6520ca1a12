"""How fast a run may ask: a number of calls at once that adapts, and limits a minute.

Additive increase, multiplicative decrease: every call that goes through adds a little to the
number allowed at once, up to the maximum; a provider that says "too many" halves it, at most once
a round trip, and makes everybody wait as long as it asks.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiolimiter import AsyncLimiter


class Pace:
    """Admits calls. One event loop only.

    Attributes:
        maximum: At most so many calls at once.
        allowed: So many are allowed at once just now.
    """

    def __init__(
        self,
        maximum: int,
        *,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
    ) -> None:
        self.maximum = maximum
        self.allowed = float(maximum)
        self.in_flight = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._not_before = 0.0
        self._last_cut = 0.0
        self._requests = _limiter(requests_per_minute)
        self._tokens = _limiter(tokens_per_minute)

    @asynccontextmanager
    async def slot(self, tokens: int) -> AsyncIterator[None]:
        """Waits until a call of about ``tokens`` tokens may start; holds its place meanwhile."""
        await self._enter()
        try:
            if self._requests is not None:
                await self._requests.acquire()
            if self._tokens is not None:
                await self._tokens.acquire(min(tokens, self._tokens.max_rate))
            yield
        finally:
            self._leave()

    def went_through(self) -> None:
        """Tells that a call was accepted."""
        if self.allowed < self.maximum:
            self.allowed = min(self.allowed + 1.0 / max(self.allowed, 1.0), float(self.maximum))
            self._admit()

    def too_many(self, wait: float) -> None:
        """Tells that the provider refused a call for its pace.

        Args:
            wait: Seconds in which nobody should ask.
        """
        now = asyncio.get_running_loop().time()
        # One burst of refusals is one signal: cut once until calls started before it are back.
        if now >= self._last_cut:
            self.allowed = max(1.0, self.allowed / 2)
            self._last_cut = now + max(wait, 0.5)
        self._not_before = max(self._not_before, now + wait)

    async def _enter(self) -> None:
        if self.in_flight >= int(self.allowed) or self._waiting:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._leave()
                raise
        else:
            self.in_flight += 1
        try:
            await self._sit_out()
        except asyncio.CancelledError:
            self._leave()
            raise

    async def _sit_out(self) -> None:
        delay = self._not_before - asyncio.get_running_loop().time()
        if delay > 0:
            await asyncio.sleep(delay)
            await self._sit_out()  # meanwhile the provider may have asked for more patience

    def _leave(self) -> None:
        self.in_flight -= 1
        self._admit()

    def _admit(self) -> None:
        while self._waiting and self.in_flight < int(self.allowed):
            turn = self._waiting.popleft()
            if not turn.done():
                self.in_flight += 1
                turn.set_result(None)


def _limiter(per_minute: float | None) -> AsyncLimiter | None:
    if not per_minute:
        return None
    from aiolimiter import AsyncLimiter

    # A full minute's allowance at once would be a burst; a tenth of it is allowed at a time.
    return AsyncLimiter(max(per_minute / 10, 1.0), 6.0 if per_minute >= 10 else 60.0 / per_minute)
