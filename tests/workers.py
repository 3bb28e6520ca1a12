"""Workers of xdist without their processes: what becomes of a run, whatever comes first.

Controller, scheduler and the ends of the pipes at the controller are xdist's own. Of a worker there
is what its process does: it collects, runs a test once it knows the next one, and may crash.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from _pytest.config import get_config
from xdist.dsession import DSession
from xdist.workermanage import Marker, WorkerController

from tests.order import ByFolder

WORKERS = 2


class _Worker(WorkerController):
    """A worker whose process is a list of what it was sent.

    Attributes:
        files: Those of the tests that it ran, in order.
    """

    def __init__(self, run: Run, name: str) -> None:
        gateway = SimpleNamespace(id=name, spec=SimpleNamespace(id=name))
        super().__init__(run, gateway, run.config, run.session.queue.put)
        self.channel = SimpleNamespace(_getremoteerror=lambda: None)
        self._run = run
        self.files: list[str] = []
        self._sent: list[int | None] = []
        self._does: Callable[[], None] | None = self._start

    def sendcommand(self, name: str, **kwargs: Any) -> None:
        if self._does == self._hang_up:
            raise OSError
        self._sent += kwargs.get("indices", [None])

    def acts(self) -> Callable[[], None] | None:
        """What it does next; ``None`` while it waits, and when it has ended."""
        waits = self._does == self._go_on and len(self._sent) < 2 and None not in self._sent
        return None if waits else self._does

    def _start(self) -> None:
        self.process_from_remote(("workerready", {"workerinfo": {}}))
        self._does = self._collect

    def _collect(self) -> None:
        if self._run.crashes_at("collection"):
            self._does = self._hang_up
        else:
            self.process_from_remote(("collectionfinish", {"ids": self._run.tests}))
            self._does = self._hang_up if self._run.crashes_at("rest") else self._go_on

    def _go_on(self) -> None:
        number = self._sent.pop(0)
        if number is None:
            self._end()
        elif self._run.crashes_at(self._run.tests[number]):
            self._does = self._hang_up
        else:
            self._run.ran[self._run.tests[number]] += 1
            self.files.append(self._run.tests[number].partition("::")[0])
            done = {"item_index": number, "duration": 0.0}
            self.process_from_remote(("runtest_protocol_complete", done))

    def _end(self) -> None:
        self._does = None
        if self._run.crashes_at("end"):
            self._does = self._hang_up
            return
        output = {"exitstatus": 0, "shouldfail": False, "shouldstop": False}
        self.process_from_remote(("workerfinished", {"workeroutput": output}))

    def _hang_up(self) -> None:
        self.process_from_remote(Marker.END)
        self._does = None


@cache
def _config() -> pytest.Config:
    made = get_config()
    arguments = ["-p", "no:terminal", "--dist", "loadfile", "--no-loadscope-reorder"]
    made.parse([*arguments, *["--tx", "popen"] * WORKERS], addopts=False)
    return made


class Run:
    """A run of tests on two workers.

    Attributes:
        ran: How often each test was run to its end.
        crashed: The tests in which workers are said to have crashed.
        workers: Those that there are and were.
    """

    def __init__(self, tests: Sequence[str], crashing: Iterable[str]) -> None:
        """Gets ready.

        Args:
            tests: Their names, in the order in which they are collected.
            crashing: Those in which a worker crashes, once for each time they are named; among them
                ``collection``, ``rest`` after it, and ``end``.
        """
        self.tests = list(tests)
        self.ran: Counter[str] = Counter()
        self.crashed: list[str] = []
        self._crashing = Counter(crashing)
        self.config = _config()
        self.session = DSession(self.config)
        self.session.sched = ByFolder(self.config, self.session.log)
        self.session._session = SimpleNamespace()
        self.session.nodemanager = self
        self.specs, self.testrunuid = (), ""
        self.group = SimpleNamespace(allocate_id=lambda spec: None)
        self.workers = [_Worker(self, f"gw{at}") for at in range(WORKERS)]
        self.session._active_nodes.update(self.workers)

    def setup_node(self, spec: object, putevent: object) -> _Worker:
        """A worker in the place of one that crashed."""
        self.workers.append(_Worker(self, f"gw{len(self.workers)}"))
        return self.workers[-1]

    @pytest.hookimpl
    def pytest_handlecrashitem(self, crashitem: str) -> None:
        """Notes in which test a worker crashed."""
        self.crashed.append(crashitem)

    def crashes_at(self, what: str) -> bool:
        """Whether a worker that does this crashes now."""
        self._crashing[what] -= 1
        return self._crashing[what] >= 0

    def to_its_end(self, choose: Callable[[int], int]) -> None:
        """Runs the tests.

        Args:
            choose: Of so many that could act now, which one does.

        Raises:
            AssertionError: Nobody can act, and the run has not ended.
        """
        self.config.pluginmanager.register(self)
        try:
            self._go_on(choose)
        finally:
            self.config.pluginmanager.unregister(self)

    def _go_on(self, choose: Callable[[int], int]) -> None:
        while not self.session.session_finished:
            able = [act for worker in self.workers if (act := worker.acts())]
            if not self.session.queue.empty():
                able.append(self.session.loop_once)
            assert able, f"the run hangs: {self.tests} on {self.session.sched.assigned_work}"
            able[choose(len(able))]()
