"""An event loop whose clock jumps to the next timer: waits take no time, and tests no clock."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Jumping(selectors.SelectSelector):
    """Passes over the time until the next timer."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("everybody waits, and nothing will ever happen")
        self.now += max(timeout, 0.0)
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now

    def pass_time(self, seconds: float) -> None:
        self._jumping.now += seconds


def hold_up(seconds: float) -> None:
    """Lets time pass in which the running loop does nothing else, as a computation does."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, _Loop)
    loop.pass_time(seconds)


def run(main: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that waits for nothing but timers."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(main)
