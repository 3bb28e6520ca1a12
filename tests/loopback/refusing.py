"""Ways in which a provider refuses calls: by chance, or because they come too fast."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.loopback.behaviours import Behaviour, error
from tests.loopback.recorded import Recorded

QUICK = 0.005
"""Seconds after which a call is refused: no model has to run for it."""

Answer = Callable[[Recorded], "str | Behaviour"]


@dataclass
class Bucket:
    """A token bucket: so many calls a second, and so many at once after a pause.

    Attributes:
        rates: How long each rate holds, in seconds, and the rate; the last one holds for ever.
        burst: Its size.
    """

    rates: Sequence[tuple[float, float]]
    burst: float = 10.0
    _level: float = field(init=False, default=0.0)
    _at: float | None = field(init=False, default=None)
    _begun: float = field(init=False, default=0.0)

    def takes(self, now: float) -> bool:
        """Whether a call at this moment is within the limit; one that is takes a token."""
        if self._at is None:
            self._begun = self._at = now
            self._level = self.burst
        gained = self.allowed(self._at - self._begun, now - self._begun)
        self._level, self._at = min(self.burst, self._level + gained), now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def allowed(self, begin: float, end: float) -> float:
        """How many tokens it gains between two moments, in seconds after its first call."""
        gained = start = 0.0
        for place, (seconds, rate) in enumerate(self.rates):
            stop = float("inf") if place == len(self.rates) - 1 else start + seconds
            gained += rate * max(0.0, min(end, stop) - max(begin, start))
            start = stop
        return gained


def too_fast(answer: Answer, bucket: Bucket, clock: Callable[[], float], **headers: str) -> Answer:
    """Refuses with status 429 what the bucket does not take."""
    refused = _quickly(429, headers)
    return lambda request: answer(request) if bucket.takes(clock()) else refused


def by_chance(answer: Answer, status: int, share: float, **headers: str) -> Answer:
    """Refuses a share of the calls, seeded."""
    refused, chance = _quickly(status, headers), random.Random(0)
    return lambda request: refused if chance.random() < share else answer(request)


def _quickly(status: int, headers: dict[str, str]) -> Behaviour:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    refused = error(status, headers=named)
    return Behaviour(status, refused.headers, problem=refused.problem, delay=QUICK)
