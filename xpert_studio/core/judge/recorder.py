"""Writes finished calls to the project file, in batches, from its own thread.

A call counts only after its batch is committed. What comes in during one commit makes up the next
batch. No other process writes verdicts of this run, so batches follow each other without waiting
for locks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Final

from xpert_studio.core.judge.backend import DecidedCall
from xpert_studio.core.records import LogEntry, RatingState, Run, RunPulse, RunRequest
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    log,
    runs,
)
from xpert_studio.core.store.calls import CallWriter

BATCH: Final = 256
"""At most so many asks a transaction."""

BEAT: Final = 0.5
"""Seconds between looks at what others ask of the run, and signs of life."""


class Recorder:
    """Keeps a run's record up to date.

    Args:
        project: Where to.
        run: The run, already written.
        clock: The time now, in UTC.
        pulse_at: How the run stands once so many asks are on disk.
        on_recorded: Called after every batch, on the event loop.

    Attributes:
        run: The run as it stands on disk.
        asks_done: Asks whose calls are on disk.
        request: What another process asks of the run, seen at the last beat.
    """

    def __init__(
        self,
        project: ProjectFile,
        run: Run,
        *,
        clock: Callable[[], datetime],
        pulse_at: Callable[[int], RunPulse],
        on_recorded: Callable[[], None],
    ) -> None:
        self.run = run
        self.asks_done = 0
        self.request: RunRequest | None = None
        self._project = project
        self._clock = clock
        self._pulse_at = pulse_at
        self._on_recorded = on_recorded
        self._writer = CallWriter(run.id)
        self._waiting: list[tuple[DecidedCall, asyncio.Future[None]]] = []
        self._news = asyncio.Event()
        self._closing = self._ended = False
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recorder")
        self._begun = asyncio.get_running_loop().time()
        self._seconds_before = run.seconds

    def hand_in(self, decided: DecidedCall) -> asyncio.Future[None]:
        """Takes what came of an ask, to be written even where nobody waits for it.

        Returns:
            Done once it is on disk; cancelled where ``work`` has failed, so that it never will be.
        """
        written = asyncio.get_running_loop().create_future()
        self._waiting.append((decided, written))
        self._news.set()
        if self._ended:
            written.cancel()
        return written

    async def keep(self, decided: DecidedCall) -> None:
        """Hands in what came of an ask; returns once it is on disk.

        Raises:
            CancelledError: ``work`` has failed: it will never be on disk.
        """
        await self.hand_in(decided)

    async def work(self) -> None:
        """Writes until ``close``; everything handed in before is written."""
        loop = asyncio.get_running_loop()
        try:
            while not (self._closing and not self._waiting):
                try:
                    async with asyncio.timeout(BEAT):
                        await self._news.wait()
                except TimeoutError:
                    pass
                self._news.clear()
                taken, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
                if self._waiting:
                    self._news.set()
                batch = [decided for decided, _ in taken]
                run = self._counted(batch)
                done = self.asks_done + sum(not decided.is_part for decided in batch)
                pulse = self._pulse_at(done)
                try:
                    self.request = await loop.run_in_executor(
                        self._thread, self._write, batch, run, pulse
                    )
                except BaseException:
                    self._waiting[:0] = taken
                    raise
                self.run, self.asks_done = run, done
                for _, written in taken:
                    if not written.done():  # cancelled
                        written.set_result(None)
                self._on_recorded()
        finally:
            self._ended = True
            for _, written in self._waiting:
                written.cancel()
            self._thread.shutdown(wait=True)

    def close(self) -> None:
        """Lets ``work`` end when everything is written."""
        self._closing = True
        self._news.set()

    def _counted(self, batch: list[DecidedCall]) -> Run:
        calls = [finished.call for decided in batch for finished in decided.finished]
        states = [
            state
            for decided in batch
            for finished in decided.finished
            for state, _ in finished.endings
        ]
        run = self.run
        answered = [call for call in calls if call.reply is not None or call.finish is not None]
        costs = [call.cost for call in calls]
        seconds = asyncio.get_running_loop().time() - self._begun + self._seconds_before
        return run.model_copy(
            update={
                "calls": run.calls + len(calls),
                "ok": run.ok + sum(state.is_answer for state in states),
                "invalid": run.invalid + states.count(RatingState.INVALID),
                "error": run.error + states.count(RatingState.ERROR),
                "input_tokens": _sum(run.input_tokens, [c.usage.input_tokens for c in answered]),
                "cached_tokens": _sum(run.cached_tokens, [c.usage.cached_tokens for c in answered]),
                "output_tokens": _sum(run.output_tokens, [c.usage.output_tokens for c in answered]),
                "known_cost": run.known_cost + sum(cost for cost in costs if cost is not None),
                "unknown_cost_calls": run.unknown_cost_calls + costs.count(None),
                "seconds": round(seconds, 3),
            }
        )

    def _write(self, batch: list[DecidedCall], run: Run, pulse: RunPulse) -> RunRequest | None:
        prefixes = {
            prefix_hash: shared
            for decided in batch
            for prefix_hash, shared in (decided.prefixes or {}).items()
        }
        finished = [item for decided in batch for item in decided.finished]
        with self._project.writing() as tx:
            if finished:
                self._writer.write(tx, finished, prefixes.items())
            runs.put_run(tx, run, now=self._clock(), pulse=pulse)
            return runs.pending_request(tx, run.id)


def end_run(tx: Transaction, run: Run, *, now: datetime, pulse: RunPulse | None = None) -> None:
    """Writes a run as it ended and, where it made calls, the event that tells of it: both or none.

    Args:
        tx: A writing transaction.
        run: The run, in a state that ends it.
        now: The time.
        pulse: How far it came; None leaves what was told last.
    """
    runs.put_run(tx, run, now=now, pulse=pulse)
    if not run.calls:
        return
    log.add_entry(
        tx,
        LogEntry(
            at=now,
            command="run.finish",
            after=run.state.value,
            details={
                "run": run.id,
                "judge": run.judge_id,
                "ok": run.ok,
                "invalid": run.invalid,
                "error": run.error,
            },
        ),
    )


def _sum(total: int | None, parts: list[int | None]) -> int | None:
    """A sum in which one unknown part makes the whole unknown."""
    if total is None or any(part is None for part in parts):
        return None
    for part in parts:
        if part is not None:
            total += part
    return total
