"""How a run follows what a provider allows, on a clock that jumps: seeded, and without waiting."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests import virtual_time
from tests.loopback.refusing import QUICK, Bucket
from xpert_studio.core.judge.provider_limit import ProviderLimit
from xpert_studio.core.judge.rate_limiter import Pace

OFFERED = 300.0
"""Calls a second that a program can make by itself."""
SECONDS = 0.1
"""How long a call takes."""

Takes = Callable[[float, random.Random], bool]


@dataclass(frozen=True)
class Came:
    """What came of a run: seconds, and requests sent for each call that was accepted."""

    seconds: float
    calls: int
    refused: int

    @property
    def rate(self) -> float:
        return self.calls / self.seconds

    @property
    def refused_share(self) -> float:
        return self.refused / (self.calls + self.refused)


def carry_out(
    takes: Takes,
    calls: int,
    *,
    at_once: int = 64,
    asks: float | None = None,
    late: Callable[[random.Random], float] | None = None,
) -> Came:
    """Calls through a ``Pace``.

    Args:
        takes: Whether a call at a moment is accepted.
        calls: How many.
        at_once: So many under way.
        asks: What a provider that refuses asks to wait.
        late: Seconds by which the loop is held up where a call leaves and where it comes back.
    """

    async def main() -> Came:
        pace, loop, chance = Pace(at_once), asyncio.get_running_loop(), random.Random(0)
        left, refused, processor = iter(range(calls)), 0, asyncio.Lock()

        async def call() -> None:
            nonlocal refused
            tries = 0
            while True:
                async with processor:
                    await asyncio.sleep((0.5 + chance.random()) / OFFERED)
                async with pace.slot(1) as sent:
                    if late:
                        virtual_time.hold_up(late(chance))
                    is_taken = takes(loop.time(), chance)
                    await asyncio.sleep(SECONDS if is_taken else QUICK)
                if late:
                    virtual_time.hold_up(late(chance))
                if is_taken:
                    return pace.went_through(sent)
                refused += 1
                wait = asks or 0.5 * 2**tries * (0.5 + chance.random() / 2)
                tries += 1
                pace.too_many(sent, wait)
                await asyncio.sleep(wait)

        async def worker() -> None:
            for _ in left:
                await call()

        await asyncio.gather(*(worker() for _ in range(at_once)))
        return Came(loop.time(), calls, refused)

    return virtual_time.run(main())


def by_chance(share: float) -> Takes:
    return lambda _, chance: chance.random() >= share


@pytest.mark.parametrize("asks", [None, 1.0])
def test_single_refusals_cost_what_they_cost(asks):
    free = carry_out(by_chance(0), 3000)
    refused = carry_out(by_chance(0.01), 3000, asks=asks)
    assert refused.rate >= 0.9 * free.rate
    assert 0.005 < refused.refused_share < 0.015


@pytest.mark.parametrize("share", [0.05, 0.08])
def test_many_refusals_by_chance_do_not_slow_a_run_for_good(share):
    assert carry_out(by_chance(share), 3000).rate > OFFERED / 6


@pytest.mark.parametrize("asks", [None, 1.0])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_limit_is_followed(share, asks):
    bucket = Bucket([(0, share * OFFERED)], burst=20)
    came = carry_out(lambda now, _: bucket.takes(now), 6000, asks=asks)
    assert came.calls >= 0.9 * bucket.allowed(0, came.seconds)
    assert came.refused_share < 0.01


def now_and_then(chance: random.Random) -> float:
    """A loop that has work of its own at every call, and at one in 25 is held up for longer."""
    return 0.0006 * chance.random() + (0.02 * chance.random() if chance.random() < 0.04 else 0.0)


@pytest.mark.parametrize("asks", [None, 1.0])
@pytest.mark.parametrize("share", [0.3, 0.6])
def test_a_limit_is_followed_where_calls_leave_late_and_together(share, asks):
    bucket = Bucket([(0, share * OFFERED)])
    came = carry_out(lambda now, _: bucket.takes(now), 6000, asks=asks, late=now_and_then)
    assert came.calls >= 0.95 * bucket.allowed(0, came.seconds)
    assert came.refused_share < 0.01


@pytest.mark.parametrize("asks", [None, 1.0])
@pytest.mark.parametrize("shares", [(0.3, 0.9), (0.9, 0.3), (0.6, 0.3, 0.9)])
def test_a_limit_that_changes_is_followed(shares, asks):
    bucket = Bucket([(25, share * OFFERED) for share in shares])
    calls = int(bucket.allowed(0, 25 * len(shares)))
    came = carry_out(lambda now, _: bucket.takes(now), calls, asks=asks)
    assert came.calls >= 0.9 * bucket.allowed(0, came.seconds)
    assert came.refused_share < 0.015


def fixed(rate: float, seconds: float) -> Takes:
    """So many calls in each window of time, whenever in it they come."""
    taken: Counter[int] = Counter()

    def takes(now: float, _: random.Random) -> bool:
        taken[int(now / seconds)] += 1
        return taken[int(now / seconds)] <= rate * seconds

    return takes


def sliding(most: float, seconds: float) -> Takes:
    """So many calls within the last seconds; with the time of a call, so many under way."""
    taken: deque[float] = deque()

    def takes(now: float, _: random.Random) -> bool:
        while taken and taken[0] <= now - seconds:
            taken.popleft()
        if len(taken) >= most:
            return False
        taken.append(now)
        return True

    return takes


@pytest.mark.parametrize(
    ("takes", "rate"),
    [
        (lambda: fixed(0.6 * OFFERED, 1), 0.6 * OFFERED),
        (lambda: fixed(0.6 * OFFERED, 0.2), 0.6 * OFFERED),
        (lambda: fixed(0.3 * OFFERED, 1), 0.3 * OFFERED),
        (lambda: fixed(0.3 * OFFERED, 60), 0.3 * OFFERED),
        (lambda: sliding(0.6 * OFFERED, 1), 0.6 * OFFERED),
        (lambda: sliding(3 * OFFERED, 10), 0.3 * OFFERED),
        (lambda: sliding(16, SECONDS), 16 / SECONDS),
    ],
    ids=["1 s", "0.2 s", "1 s, low", "60 s", "sliding 1 s", "sliding 10 s", "16 at once"],
)
@pytest.mark.parametrize("asks", [None, 1.0])
def test_a_limit_by_windows_is_followed(takes, rate, asks):
    came = carry_out(takes(), int(25 * rate), asks=asks)
    assert came.rate >= 0.6 * rate
    assert came.refused_share < 0.05


def test_the_first_calls_do_not_all_leave_before_a_refusal_comes():
    sent = []

    async def main() -> None:
        pace = Pace(64)

        async def call() -> None:
            async with pace.slot(1) as at:
                sent.append(at)
                await asyncio.sleep(QUICK)
            pace.too_many(at, 10.0)

        await asyncio.gather(*(call() for _ in range(64)))

    virtual_time.run(main())
    assert sum(at < sent[0] + 2.5 for at in sent) < 20


def test_while_nothing_goes_through_few_are_sent():
    opens_at = 60.0
    came = carry_out(lambda now, _: now >= opens_at, 200, asks=10.0)
    assert came.seconds < opens_at + 15
    # Those under way when the first came back, and a few for every wait.
    assert came.refused < 2 * 64 + 6 * 6


def test_one_refusal_changes_nothing_for_the_others():
    limit = ProviderLimit()
    for number in range(50):
        limit.accepted(number / 100, number / 100 + SECONDS, paced=False)
    limit.refused(0.5, 0.51, wait=30.0)
    assert limit.rate is None
    assert limit.held_until == 0.0


def test_what_was_sent_before_a_cut_does_not_count_again():
    limit = ProviderLimit()
    for number in range(50):
        limit.sends(number / 100)
        limit.accepted(number / 100, number / 100 + SECONDS, paced=False)
    while limit.rate is None:
        limit.refused(0.59, 0.6, wait=0.5)
        limit.accepted(0.5, 0.6, paced=False)
    once = limit.rate
    for _ in range(30):
        limit.refused(0.59, 0.61, wait=0.5)
    assert limit.rate == once


def test_a_call_that_is_cancelled_while_it_waits_leaves_its_place():
    async def main() -> int:
        pace = Pace(1)
        async with pace.slot(1):
            waits = asyncio.create_task(pace.slot(1).__aenter__())
            await asyncio.sleep(0)
            waits.cancel()
            await asyncio.gather(waits, return_exceptions=True)
        async with pace.slot(1):
            return pace.in_flight

    assert virtual_time.run(main()) == 1
