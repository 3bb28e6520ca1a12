"""How fast a run gets on of late, and so how long it will take."""

from __future__ import annotations

from collections import deque
from typing import Final

WINDOW: Final = 30.0
"""Seconds that count as of late: long enough to be steady, short enough to notice a change."""

SHORTEST: Final = 1.0
"""Before so many seconds have been seen, nothing is said."""


class Throughput:
    """Counts what is finished. Time in which the run was paused does not count.

    Args:
        now: Seconds of a steady clock.
    """

    def __init__(self, now: float) -> None:
        self._seen: deque[tuple[float, int]] = deque([(now, 0)])
        self._paused_at: float | None = None
        self._paused = 0.0

    def pause(self, now: float) -> None:
        """From now on time does not count."""
        if self._paused_at is None:
            self._paused_at = now

    def resume(self, now: float) -> None:
        """From now on time counts again."""
        if self._paused_at is not None:
            self._paused += now - self._paused_at
            self._paused_at = None

    def count(self, now: float, done: int) -> None:
        """So many are finished in all."""
        at = self._active(now)
        self._seen.append((at, done))
        # The newest of those that are too old stays: the window begins with it.
        while len(self._seen) > 2 and self._seen[1][0] <= at - WINDOW:
            self._seen.popleft()

    @property
    def per_second(self) -> float | None:
        """Finished a second, of late; None before there is anything to go by."""
        (first, before), (last, done) = self._seen[0], self._seen[-1]
        if last - first < SHORTEST or done <= before:
            return None
        return (done - before) / (last - first)

    def seconds_for(self, left: int) -> float | None:
        """How long so many more will take."""
        rate = self.per_second
        return None if rate is None else left / rate

    def _active(self, now: float) -> float:
        return (now if self._paused_at is None else self._paused_at) - self._paused
