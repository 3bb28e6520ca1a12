"""Carries out a run: hands asks to a backend, many at once, and has every outcome recorded.

Plain asyncio; knows neither Qt nor the terminal. ``pause``, ``resume``, ``drain`` (finish what is
in flight, then stop) and ``stop`` (now) may be called from the event loop at any time; requests
left in the project file by other programs are obeyed too.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final, NamedTuple

from xpert_studio.core.judge.backend import Ask, Backend, DecidedCall
from xpert_studio.core.judge.rate_limiter import Pace
from xpert_studio.core.judge.recorder import Recorder, end_run
from xpert_studio.core.messages import Message
from xpert_studio.core.records import RatingState, Run, RunPulse, RunRequest, RunState
from xpert_studio.core.store import ProjectFile, runs


class RunProgress(NamedTuple):
    """A moment of a run. Everything counted here is on disk.

    Attributes:
        run: The run with its counts so far.
        pulse: What of it is kept beside the run, for the person who watches from elsewhere.
    """

    run: Run
    pulse: RunPulse


OnProgress = Callable[[RunProgress], None]


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


GIVE_UP_AFTER: Final = 20
"""So many asks in a row without a connection: the network is gone, not the question's fault."""


class Schedule:
    """The order of the asks: the first of every prefix leads, its others follow when it is done.

    So the first call warms the provider's cache for the rest, and meanwhile the first calls of
    other tasks keep the line busy.
    """

    def __init__(self, asks: Sequence[Ask], *, warms_up: bool) -> None:
        groups: dict[tuple[str, str, int], deque[Ask]] = {}
        for ask in asks:
            groups.setdefault(ask.prefix_id, deque()).append(ask)
        self._groups = groups
        self._leaders = deque(groups) if warms_up else deque[tuple[str, str, int]]()
        self._ready: deque[Ask] = deque() if warms_up else deque(asks)
        self._leading: set[tuple[str, str, int]] = set()
        self._changed = asyncio.Event()

    async def next(self) -> Ask | None:
        """The next ask, or None when there are no more."""
        while True:
            if self._ready:
                return self._ready.popleft()
            if self._leaders:
                prefix_id = self._leaders.popleft()
                self._leading.add(prefix_id)
                return self._groups[prefix_id].popleft()
            if not self._leading:
                return None
            self._changed.clear()
            await self._changed.wait()

    def done(self, ask: Ask) -> None:
        """Tells that an ask is finished; its followers may start if it led."""
        if ask.prefix_id in self._leading:
            self._leading.discard(ask.prefix_id)
            self._ready.extend(self._groups[ask.prefix_id])
            self._changed.set()


class RunEngine:
    """One run.

    Args:
        project: Where everything is recorded.
        run: The run, already written.
        asks: What is to be decided.
        backend: Decides.
        pace: The same that the backend uses.
        clock: The time now, in UTC.
        on_progress: Told after every batch that is on disk.

    Attributes:
        has_ended: Whether its work is done, and on disk.
    """

    def __init__(
        self,
        project: ProjectFile,
        run: Run,
        asks: Sequence[Ask],
        backend: Backend,
        pace: Pace,
        *,
        clock: Callable[[], datetime],
        on_progress: OnProgress,
    ) -> None:
        self._project = project
        self._backend = backend
        self._pace = pace
        self._clock = clock
        self._on_progress = on_progress
        self._total = len(asks)
        self._schedule = Schedule(asks, warms_up=backend.warms_up)
        self._recorder = Recorder(
            project, run, clock=clock, pulse_at=self._pulse_at, on_recorded=self._recorded
        )
        self._going = asyncio.Event()
        self._going.set()
        self._draining = False
        self.has_ended = False
        self._ending: RunState | None = None
        self._message = ""
        self._unreachable_in_a_row = 0
        self._causes = Counter[str]()
        self._workers: list[asyncio.Task[None]] = []
        self._in_flight = 0
        self._throughput = Throughput(_clock())

    def pause(self) -> None:
        """Starts nothing new; what is in flight finishes."""
        self._going.clear()
        self._throughput.pause(_clock())
        self._set_state(RunState.PAUSED)

    def resume(self) -> None:
        """Continues after a pause."""
        self._going.set()
        self._throughput.resume(_clock())
        self._set_state(RunState.RUNNING)

    def drain(self, ending: RunState = RunState.INTERRUPTED, message: str = "") -> None:
        """Finishes and records what is in flight, then ends the run.

        Args:
            ending: The state the run ends in.
            message: Why, for a person.
        """
        if self._ending is None:
            self._ending, self._message = ending, message
        self._draining = True
        self._going.set()

    def stop(self) -> None:
        """Breaks off what is in flight; what came back before is recorded."""
        self.drain()
        for worker in self._workers:
            worker.cancel()

    @property
    def is_draining(self) -> bool:
        """Whether it starts nothing more."""
        return self._draining

    @property
    def is_whole(self) -> bool:
        """Whether all asks are finished, and on disk."""
        return self._recorder.asks_done >= self._total

    async def work(self) -> Run:
        """Carries the run out.

        Returns:
            The run as it ended, as on disk.
        """
        recording = asyncio.create_task(self._recorder.work())
        # A recorder that fails (disk full) must end the run, not leave it paying for nothing.
        recording.add_done_callback(self._recording_ended)
        count = min(self._pace.maximum, max(self._total, 1))
        self._workers = [asyncio.create_task(self._worker()) for _ in range(count)]
        try:
            await asyncio.gather(*self._workers, return_exceptions=True)
        finally:
            self._recorder.close()
            with suppress(asyncio.CancelledError):
                await recording
            await self._backend.close()
        self._raise_unexpected()
        ended = self._end()
        self.has_ended = True
        return ended

    def _raise_unexpected(self) -> None:
        for worker in self._workers:
            error = None if worker.cancelled() else worker.exception()
            if error is not None:
                raise error

    def _recording_ended(self, recording: asyncio.Task[None]) -> None:
        if not recording.cancelled() and recording.exception() is not None:
            self.stop()

    async def _worker(self) -> None:
        own = asyncio.current_task()
        assert own is not None  # noqa: S101 - it runs as a task
        written: asyncio.Future[None] | None = None
        # A cancelled backend may return what has been billed so far in place of raising.
        while not (self._draining or own.cancelling()):
            await self._going.wait()
            ask = await self._schedule.next()
            if ask is None or self._draining:
                return
            self._in_flight += 1
            try:
                decided = await self._backend.decide(ask, self._recorder.keep)
            finally:
                self._in_flight -= 1
                self._schedule.done(ask)
            self._heed(decided)
            before, written = written, self._recorder.hand_in(decided)
            # The next call starts while this answer is written, but not before the one before it
            # is on disk: a process that is killed has at most two to pay again for each call that
            # may be in flight.
            if before is not None:
                await before

    def _heed(self, decided: DecidedCall) -> None:
        self._causes.update(
            problem
            for one in decided.finished
            for state, problem in one.endings
            if state is RatingState.ERROR and problem
        )
        if decided.stop:
            self.drain(RunState.FAILED, decided.stop)
        if decided.out_of_budget:
            self.drain(RunState.OUT_OF_BUDGET, "The budget is used up; what was paid for is saved.")
        self._unreachable_in_a_row = self._unreachable_in_a_row + 1 if decided.unreachable else 0
        if self._unreachable_in_a_row >= GIVE_UP_AFTER:
            self.drain(RunState.FAILED)  # the cause of its errors says why

    def _recorded(self) -> None:
        request = self._recorder.request
        if request is not None:
            self._recorder.request = None
            if self._recorder.run.state is not RunState.POSTED:  # what carries it has more to do
                with self._project.writing() as tx:
                    runs.take_request(tx, self._recorder.run.id)
            self._obey(request)
        done = self._recorder.asks_done
        self._on_progress(RunProgress(self._recorder.run, self._pulse(done)))

    def _obey(self, request: RunRequest) -> None:
        match request:
            case RunRequest.PAUSE if self._recorder.run.state is not RunState.POSTED:
                self.pause()
            case RunRequest.RESUME:
                self.resume()
            case RunRequest.PAUSE | RunRequest.STOP:  # what is posted is paused by leaving it
                self.drain(message="Stopped; what was decided before is saved.")
            case RunRequest.CANCEL:
                self.drain(RunState.CANCELLED, "Cancelled; what was decided before is saved.")

    def _set_state(self, state: RunState) -> None:
        if self._recorder.run.state is not RunState.POSTED:  # which it stays until it has ended
            self._recorder.run = self._recorder.run.model_copy(update={"state": state})

    def _pulse_at(self, done: int) -> RunPulse:
        self._throughput.count(_clock(), done)
        return self._pulse(done)

    def _pulse(self, done: int) -> RunPulse:
        rate = self._throughput.per_second
        return RunPulse(
            asks=self._total,
            asks_done=done,
            in_flight=self._in_flight,
            allowed=self._pace.allowed,
            per_minute=None if rate is None else rate * 60,
            seconds_left=self._throughput.seconds_for(self._total - done),
            draining=self._draining,
        )

    def _said_of(self, run: Run) -> str:
        """Why it ended: the cause of its errors where nothing was decided or else is said."""
        if not self._causes or (self._message and run.ok):
            return self._message
        ((cause, count),) = self._causes.most_common(1)
        return Message(
            "{cause} This was the cause of {count:,} of {errors:,} errors: mend it, and run the "
            "same command again.",
            cause=cause,
            count=count,
            errors=run.error,
        )

    def _end(self) -> Run:
        run = self._recorder.run
        if run.state is RunState.POSTED:  # of a batch: the parts that are posted decide its end
            return run
        unfinished = run.invalid + run.error > 0 or self._recorder.asks_done < self._total
        ended = run.model_copy(
            update={
                "state": self._ending or (RunState.PARTLY if unfinished else RunState.DONE),
                "ended_at": self._clock(),
                "message": self._said_of(run) or None,
            }
        )
        last = RunPulse(asks=self._total, asks_done=self._recorder.asks_done)
        with self._project.writing() as tx:
            end_run(tx, ended, now=self._clock(), pulse=last)
        return ended


def _clock() -> float:
    return asyncio.get_running_loop().time()
