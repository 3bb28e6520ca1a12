"""Runs test files in several processes that share what the first one has imported and collected.

    pytest --processes 3

Each process is forked when all tests are collected, and is given one file after the other, the
longest first. One that has grown large ends after its file, and another is forked in its place: so
memory comes back, whatever libraries keep. Where a process cannot be forked, tests run as usual.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby, pairwise
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import Any

import pytest

LARGE = 640 * 1024**2
"""Bytes of memory with which a process is given no further file."""
CAN_FORK = sys.platform == "linux"  # elsewhere libraries do not survive it

File = Sequence[int]
"""Which of the collected tests are those of a file, or what is left of them."""


def run_in_processes(session: pytest.Session, count: int) -> None:
    """Runs the collected tests, and reports them here.

    Raises:
        pytest.Session.Failed: So many tests failed that pytest stops.
    """
    shown = session.config.pluginmanager.getplugin("terminalreporter")
    if shown:
        shown.showfspath = False  # files of several processes come mixed
    session.config._tmp_path_factory.getbasetemp()  # to make it deletes what is in it
    run = _Run(session)
    try:
        run.to_its_end(count)
    finally:
        for worker in run.workers.values():
            worker.kill()


class _Run:
    """A run of all files.

    Attributes:
        workers: The processes there are, by what they are heard through.
    """

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.workers: dict[Connection, _Worker] = {}
        by_file = groupby(range(len(session.items)), lambda at: session.items[at].path)
        self._files: deque[File] = deque([*numbers] for _, numbers in by_file)

    def to_its_end(self, count: int) -> None:
        while self._files or self.workers:
            while self._files and len(self.workers) < count:
                worker = _Worker(self.session, self._files.popleft())
                self.workers[worker.pipe] = worker
            for pipe in wait(list(self.workers)):
                self._hear(self.workers[pipe])
            if self.session.shouldfail:
                raise self.session.Failed(self.session.shouldfail)
            if self.session.shouldstop:
                raise self.session.Interrupted(self.session.shouldstop)

    def _hear(self, worker: _Worker) -> None:
        try:
            what, told = worker.pipe.recv()
        except (EOFError, ConnectionResetError):
            del self.workers[worker.pipe]
            self._end(worker)
            return
        hook = self.session.config.hook
        if what == "begins":
            worker.begun = told
            item = self.session.items[told]
            hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        elif what == "reports":
            hook.pytest_runtest_logreport(
                report=hook.pytest_report_from_serializable(config=self.session.config, data=told)
            )
        elif what == "ends":
            item = self.session.items[told]
            hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
            worker.left.remove(told)
        elif what == "warns":
            hook.pytest_warning_recorded.call_historic(kwargs=told)
        else:
            file = self._files.popleft() if self._files else None
            worker.left += file or ()
            worker.pipe.send(file)

    def _end(self, worker: _Worker) -> None:
        """Reports the test in which a process crashed; what it had left is run by another."""
        status = worker.wait()
        if not worker.left and not status:
            return
        number = worker.left.pop(0) if worker.left else worker.begun
        if worker.left:
            self._files.appendleft(worker.left)
        item = self.session.items[number]
        report = pytest.TestReport(
            item.nodeid,
            item.location,
            {},
            "failed",
            f"The process of {item.nodeid} ended: {_words(status)}",
            "call",
        )
        self.session.config.hook.pytest_runtest_logreport(report=report)


class _Worker:
    """A process that runs files.

    Attributes:
        pipe: What it is heard through.
        left: Of the tests that it was given, those that it has not ended.
        begun: The one that it began last.
    """

    def __init__(self, session: pytest.Session, file: File) -> None:
        self.pipe, its_end = Pipe()
        self.left = list(file)
        self.begun = file[0]
        sys.stdout.flush()
        sys.stderr.flush()
        self._process = os.fork()
        if self._process == 0:
            _work(session, file, its_end)
        its_end.close()

    def wait(self) -> int:
        """Waits until it has ended.

        Returns:
            Its exit code; for a signal the number below 0.
        """
        self.pipe.close()
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])

    def kill(self) -> None:
        os.kill(self._process, signal.SIGKILL)
        self.wait()


def _work(session: pytest.Session, file: File, pipe: Connection) -> None:
    """What a forked process does; it ends with it."""
    code = 1
    try:
        _become_worker(session, pipe)
        _run_files(session.items, file, pipe)
        code = 0
    except KeyboardInterrupt:
        code = -signal.SIGINT
    except BaseException as error:  # noqa: BLE001  it is written to where the run is watched
        with suppress(OSError):
            os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, repr(error).encode())
    finally:
        os._exit(code)


def _become_worker(session: pytest.Session, pipe: Connection) -> None:
    """Lets this process tell its reports instead of showing them; gives it files of its own."""
    config = session.config
    config.pluginmanager.unregister(name="terminalreporter")
    telling = _Telling(config, pipe)
    config.pluginmanager.register(telling)
    telling.listens = True
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    folders = config._tmp_path_factory
    folders._basetemp = folders.mktemp("process", numbered=True)


class _Telling:
    """What pytest notes in a process, told to the one that shows it.

    Attributes:
        listens: Not while pytest repeats the warnings of before.
    """

    def __init__(self, config: pytest.Config, pipe: Connection) -> None:
        self._config, self._pipe = config, pipe
        self.listens = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._pipe.send(("reports", data))

    def pytest_warning_recorded(
        self,
        warning_message: warnings.WarningMessage,
        when: str,
        nodeid: str,
        location: tuple[str, int, str] | None,
    ) -> None:
        if not self.listens:
            return
        text = f"{warning_message.category.__name__}: {warning_message.message}"
        told = warnings.WarningMessage(
            UserWarning(text), UserWarning, warning_message.filename, warning_message.lineno
        )
        fields: dict[str, Any] = {"warning_message": told, "when": when, "nodeid": nodeid}
        self._pipe.send(("warns", {**fields, "location": location}))


def _run_files(items: Sequence[pytest.Item], first: File, pipe: Connection) -> None:
    file: File | None = first
    while file is not None:
        for number, following in pairwise(file):
            _run(items, number, following, pipe)
        then = None
        if memory() < LARGE:
            pipe.send(("asks", None))
            then = pipe.recv()
        _run(items, file[-1], then[0] if then else None, pipe)
        file = then


def _run(
    items: Sequence[pytest.Item], number: int, following: int | None, pipe: Connection
) -> None:
    item = items[number]
    pipe.send(("begins", number))
    following_item = None if following is None else items[following]
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following_item)
    pipe.send(("ends", number))


def memory() -> int:
    """Bytes of memory that this process takes, with what it shares."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _words(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit code {status}"
