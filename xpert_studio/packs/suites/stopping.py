"""Ends a run of a suite at once, from another thread: what is there by then is kept."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from xpert_studio.core.judge.engine import RunEngine


class Stopping:
    """A request to stop, which those who generate look at, and which reaches the judges' engine."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._lock = threading.Lock()
        self._engines: list[Callable[[], object]] = []

    @property
    def is_asked(self) -> bool:
        """Whether the run is to end."""
        return self._asked.is_set()

    def ask(self) -> None:
        """Has the run end; from any thread."""
        with self._lock:
            self._asked.set()
            engines, self._engines = self._engines, []
        for stop in engines:
            stop()

    def reach(self, engine: RunEngine) -> None:
        """Has the request reach an engine; called on the engine's event loop as it begins."""
        loop = asyncio.get_running_loop()

        def stop() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(engine.stop)

        with self._lock:
            self._engines = [stop]
        if self.is_asked:
            self.ask()
