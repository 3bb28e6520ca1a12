"""One door for background work: the window never waits for a disk, a linter or a model.

Three lanes. Changes run one after the other through ``write``, in the order in which they were
made. What pages show is fetched by ``read``. Work that takes longer than a second is a ``Job``,
with progress, time left and cancel. Results and errors come back on the window's own thread.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

Result = TypeVar("Result")
Then = Callable[[Any], None]
Failed = Callable[[BaseException], None]
_LAST_MOMENT: Final = 3.0
"""Seconds that a job gets to stop when the program ends."""
_SWITCH: Final = 0.001
"""Seconds after which a busy thread lets the window's own in; Python's default is five times it."""
_READERS: Final = 3
"""One of them may be at something long, such as preparing the search."""


class Job(QObject):
    """Something long that is under way.

    Attributes:
        title: What it is, in words.
        done, total: How far it has come; total 0 if unknown.
        stop: Stops it, where more is needed than to ask it.
    """

    moved = Signal()
    ended = Signal()

    def __init__(self, title: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.done = 0
        self.total = 0
        self._began = time.monotonic()
        self._cancelled = threading.Event()
        self.stop: Callable[[], object] | None = None

    @property
    def is_cancelled(self) -> bool:
        """Whether the user has asked it to stop."""
        return self._cancelled.is_set()

    @property
    def seconds(self) -> float:
        """How long it has been going."""
        return time.monotonic() - self._began

    @property
    def seconds_left(self) -> float | None:
        """How long it will probably take; None while that cannot be said."""
        if not self.total or not self.done:
            return None
        return self.seconds / self.done * max(0, self.total - self.done)

    def cancel(self) -> None:
        """Asks it to stop."""
        self._cancelled.set()
        if self.stop is not None:
            self.stop()

    def go_on(self) -> None:
        """Ends what the user has asked to stop.

        Raises:
            asyncio.CancelledError: The user has.
        """
        if self.is_cancelled:
            raise asyncio.CancelledError

    def watch(self, total: int) -> Callable[[int], None]:
        """Receives how much of a total is done, and ends what the user has asked to stop."""

        def watch(done: int) -> None:
            self.go_on()
            self.report(done, total)

        return watch

    def report(self, done: int, total: int) -> None:
        """Says how far it has come; from any thread."""
        self.done, self.total = done, total
        self.moved.emit()


class Bridge(QObject):
    """Runs work in the background; one an application.

    Signals:
        arrived: Something has come back, and those who waited have it.
        job_began: Something long has been started; the ``Job``.
        crashed: An error that nothing takes.
    """

    arrived = Signal()
    job_began = Signal(object)
    crashed = Signal(object)
    _came_back = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        sys.setswitchinterval(_SWITCH)
        self._writer = ThreadPoolExecutor(1, "changes")
        self._reader = ThreadPoolExecutor(_READERS, "views")
        self._under_way = 0
        self.is_closed = False
        self._newest: dict[object, int] = {}
        self._threads: set[threading.Thread] = set()
        self._jobs: set[Job] = set()
        self._came_back.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way, and every result has been delivered."""
        return self._under_way == 0 and not self._threads

    def write(
        self,
        work: Callable[[], Result],
        then: Callable[[Result], None] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Runs a change after all changes before it.

        ``then`` and ``failed`` are called whatever becomes of the page: a change is never lost.
        """
        self._submit(self._writer, work, then, failed)

    def read(
        self,
        work: Callable[[], Result],
        then: Callable[[Result], None],
        failed: Failed | None = None,
        *,
        owner: QObject | None = None,
        slot: str = "",
    ) -> None:
        """Fetches something.

        Args:
            work: Runs on another thread.
            then: Gets the result.
            failed: Gets the error.
            owner: No callback once it is gone.
            slot: Of several requests of one owner with the same slot, only the newest counts.
        """
        turn = None
        if slot:
            key = (id(owner), slot)
            self._newest[key] = self._newest.get(key, 0) + 1
            turn = (key, self._newest[key])
        self._submit(self._reader, work, then, failed, owner, turn)

    def start(
        self,
        title: str,
        work: Callable[[Job], Result],
        then: Callable[[Result], None],
        failed: Failed | None = None,
        *,
        owner: QObject | None = None,
    ) -> Job:
        """Starts something long on its own thread; no callback once its owner is gone."""
        job = Job(title, self)

        def deliver(result: Any, error: BaseException | None) -> None:
            self._threads.discard(thread)
            self._jobs.discard(job)
            job.ended.emit()
            if not isinstance(error, asyncio.CancelledError) and (owner is None or isValid(owner)):
                self._hand_over(result, error, then, failed)

        thread = threading.Thread(target=self._run, args=(lambda: work(job), deliver), daemon=True)
        self._threads.add(thread)
        self._jobs.add(job)
        self.job_began.emit(job)
        thread.start()
        return job

    def start_async(
        self,
        title: str,
        work: Callable[[Job], Coroutine[Any, Any, Result]],
        then: Callable[[Result], None],
        failed: Failed | None = None,
        *,
        owner: QObject | None = None,
    ) -> Job:
        """Starts something long that awaits others, on its own event loop; as ``start``."""

        def run(job: Job) -> Result:
            async def main() -> Result:
                task = asyncio.ensure_future(work(job))
                loop = asyncio.get_running_loop()
                job.stop = lambda: loop.call_soon_threadsafe(task.cancel)
                if job.is_cancelled:
                    task.cancel()
                return await task

            return asyncio.run(main())

        return self.start(title, run, then, failed, owner=owner)

    def finish_changes(self) -> None:
        """Waits until every change that was asked for is written."""
        self._writer.submit(lambda: None).result()

    def close(self) -> None:
        """Waits for all changes to be written; what is only read is given up, and jobs are stopped.

        A job gets a moment to clear away what it has half written.
        """
        self.is_closed = True
        for job in self._jobs:
            job.cancel()
        self._reader.shutdown(wait=False, cancel_futures=True)
        self._writer.shutdown(wait=True)
        for thread in self._threads:
            thread.join(_LAST_MOMENT)

    def _submit(
        self,
        lane: ThreadPoolExecutor,
        work: Callable[[], Any],
        then: Then | None,
        failed: Failed | None,
        owner: QObject | None = None,
        turn: tuple[object, int] | None = None,
    ) -> None:
        def deliver(result: Any, error: BaseException | None) -> None:
            self._under_way -= 1
            is_late = turn is not None and self._newest.get(turn[0]) != turn[1]
            if not is_late and (owner is None or isValid(owner)):
                self._hand_over(result, error, then, failed)

        if not self.is_closed:
            self._under_way += 1
            lane.submit(self._run, work, deliver)

    def _run(
        self, work: Callable[[], Any], deliver: Callable[[Any, BaseException | None], None]
    ) -> None:
        """Does something on another thread, and delivers what came of it on the window's own."""
        result, error = _outcome(work)
        if isValid(self):
            self._came_back.emit(partial(deliver, result, error))

    def _deliver(self, call: Callable[[], None]) -> None:
        call()
        self.arrived.emit()

    def _hand_over(
        self, result: Any, error: BaseException | None, then: Then | None, failed: Failed | None
    ) -> None:
        if error is None:
            if then is not None:
                then(result)
        elif failed is not None:
            failed(error)
        else:
            self.crashed.emit(error)


def _outcome(work: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return work(), None
    except BaseException as error:  # noqa: BLE001 - every error goes to the person who asked
        return None, error
