"""Runs a program in bubblewrap and says what became of it, whatever it does.

The program may be as hostile as it likes. Its processes end with the sandbox, its output is read up
to a limit, and so is its time. Where no sandbox can be made, nothing is run.
"""

from __future__ import annotations

import json
import os
import re
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.runners import CannotCheckError, Completed, Message, Program
from xpert_studio.core.instruments.deciding import Language, Stop
from xpert_studio.core.messages import joined
from xpert_studio.core.system_packages import how_to_install
from xpert_studio.packs.code.sandbox.command import (
    ROOM,
    Start,
    Tools,
    as_nobody,
    found_tools,
    interpreter,
    start,
)
from xpert_studio.packs.code.sandbox.system_calls import call_filter
from xpert_studio.packs.code.sandbox.watch import MOST_FILES, Watch, descendants

MOST_OUTPUT: Final = 1_000_000
"""Bytes of output, and as many of error text."""

SPARE_SECONDS: Final = 5
"""Beside its computing time a program may wait so long, and share a processor with others."""

_EVERY: Final = 0.02
_PATIENCE: Final = 10
_CHUNK: Final = 65_536
_STATUS: Final = 4_096
_CPU_SIGNALS: Final = (128 + 24, 128 + 9)
"""Exit codes of a process that computed too long: SIGXCPU, and SIGKILL where it ignored that."""

_OUT_OF_MEMORY: Final = re.compile(
    rb"\nMemoryError\s*$|JavaScript heap out of memory|Array buffer allocation failed"
)
"""What Python and Node.js say where they get no more."""

_ALLOW: Final = Message(
    "Allow bubblewrap to make user namespaces. Ubuntu needs an AppArmor profile for /usr/bin/bwrap "
    "with 'userns,'; Docker needs '--security-opt seccomp=unconfined --security-opt "
    "apparmor=unconfined'."
)
_RUNS_AT_ONCE: Final = threading.BoundedSemaphore(os.cpu_count() or 1)
"""More would only take each other's time, of which each has only so much."""


def run(program: Program) -> Completed:
    """Runs a program; waits until there is a processor for it. Can be called from any thread.

    Raises:
        CannotCheckError: There is no sandbox on this computer; nothing was run.
    """
    tools, rules = needed()
    _need_interpreter(program.language)
    with _RUNS_AT_ONCE, start(tools, program, rules) as begun:
        return SandboxRun(program.seconds, program.megabytes).through(begun)


def why_not(language: Language = "python") -> CannotCheckError | None:
    """Why code of a language cannot be run here; None where it can: tried with an empty program."""
    try:
        completed = run(Program(language, "nothing", {"nothing": b""}))
    except CannotCheckError as error:
        return error
    if completed.exit_code == 0:
        return None
    return no_sandbox(completed.error.strip()[-200:] or str(completed.exit_code))


def needed(*, has_network: bool = False) -> tuple[Tools, bytes]:
    """What makes a sandbox, and its filter of system calls.

    Args:
        has_network: Whether a program in it may use the network.

    Raises:
        CannotCheckError: Something is missing.
    """
    if sys.platform != "linux":
        raise CannotCheckError(
            Message("Code is run on Linux only, where bubblewrap cuts it off."),
            Message("Run the checks of this project on Linux, or on Windows inside WSL 2."),
        )
    tools, missing = found_tools()
    if missing:
        raise CannotCheckError(
            Message("What runs code safely is missing: {programs}.", programs=joined(missing)),
            how_to_install(missing),
        )
    rules = call_filter(has_network=has_network)
    if rules is None:
        raise CannotCheckError(
            Message("Code is not run on this kind of processor."),
            Message("Run the checks of this project on a computer with x86-64 or ARM 64."),
        )
    return tools, rules


def _need_interpreter(language: str) -> None:
    place = interpreter(language)[0]
    if not Path(place).exists():
        raise CannotCheckError(
            Message("There is no {place} that could run the code.", place=place),
            how_to_install([Path(place).name]),
        )


@dataclass
class _Stream:
    """Bytes that are read up to a limit."""

    most: int
    data: bytearray = field(default_factory=bytearray)
    is_over: bool = False

    def add(self, chunk: bytes) -> None:
        room = self.most - len(self.data)
        self.data += chunk[:room]
        self.is_over = self.is_over or len(chunk) > room

    def text(self) -> str:
        return self.data.decode("utf-8", "replace")


class SandboxRun:
    """One run of a program.

    Args:
        seconds: So long a process may compute, and all together may take a little longer.
        megabytes: Of memory, all together.
        room: Size of the folder that it can write to, in bytes.
        prepare: Called with the first process inside until it says that it is done; the program
            begins after that where it was started so.
        is_output_limited: Whether too much output ends it; else the rest is thrown away.
        is_stopped: Looked at while it runs: whether it is to end now.
    """

    def __init__(
        self,
        seconds: int,
        megabytes: int,
        room: int = ROOM,
        prepare: Callable[[int], bool] | None = None,
        *,
        is_output_limited: bool = True,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.seconds, self.megabytes, self.room = seconds, megabytes, room
        self.prepare, self.is_output_limited = prepare, is_output_limited
        self.is_stopped = is_stopped
        self.began = self.looked = time.monotonic()
        self.output, self.error = _Stream(MOST_OUTPUT), _Stream(MOST_OUTPUT)
        self.status = _Stream(_STATUS)

    def through(self, begun: Start) -> Completed:
        """Runs it to its end.

        Raises:
            CannotCheckError: There is no sandbox on this computer; nothing was run.
        """
        process = _started(begun)
        try:
            stopped = self._follow(process, begun.status)
        finally:
            end(process)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE)
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    stream.close()
        return self._completed(stopped)

    def _follow(self, process: subprocess.Popen[bytes], status: int) -> Stop | None:
        """Reads until nothing can come any more; kills the sandbox where it passes a limit."""
        watch = Watch(process.pid, self.room, self.megabytes)
        stopped: Stop | None = None
        last = self.began + self.seconds + SPARE_SECONDS
        with selectors.DefaultSelector() as selector:
            for source, sink in (
                (process.stdout, self.output),
                (process.stderr, self.error),
                (status, self.status),
            ):
                if source is not None:
                    selector.register(source, selectors.EVENT_READ, sink)
            while selector.get_map():
                _read(selector)
                self._prepare()
                if stopped is None:
                    stopped = self._over(watch, last)
                    if stopped is not None:
                        end(process)
                        last = time.monotonic() + _PATIENCE
                elif time.monotonic() > last:
                    break
        return stopped

    def _prepare(self) -> None:
        first = self._said("child-pid") if self.prepare else None
        if self.prepare and first is not None and self.prepare(first):
            self.prepare = None

    def _over(self, watch: Watch, last: float) -> Stop | None:
        """Which limit the program is over now."""
        now = time.monotonic()
        if self.is_output_limited and (self.output.is_over or self.error.is_over):
            return Stop.OUTPUT
        if now > last:
            return Stop.TIME
        if now - self.looked < _EVERY:
            return None
        self.looked = now
        return Stop.ASKED if self.is_stopped() else watch.over(self._said("child-pid"))

    def _said(self, name: str) -> int | None:
        """What bubblewrap said of the sandbox, in lines of JSON."""
        for line in self.status.data.split(b"\n"):
            with suppress(ValueError):
                found: Any = json.loads(line)
                if isinstance(found, dict) and isinstance(found.get(name), int):
                    return int(found[name])
        return None

    def _completed(self, stopped: Stop | None) -> Completed:
        exit_code = self._said("exit-code")
        if exit_code is None and stopped is None:
            # The program was not begun, or the sandbox was killed from outside.
            raise no_sandbox(self.error.text().strip()[-200:])
        seconds = time.monotonic() - self.began
        if stopped is None and exit_code in _CPU_SIGNALS and seconds >= self.seconds:
            stopped = Stop.TIME
        elif exit_code and _OUT_OF_MEMORY.search(self.error.data[-_CHUNK:]):
            stopped = Stop.MEMORY
        return Completed(
            None if stopped else exit_code,
            self.output.text(),
            self.error.text(),
            stopped,
            self._limit(stopped),
        )

    def _limit(self, stopped: Stop | None) -> int:
        return {
            None: 0,
            Stop.TIME: self.seconds,
            Stop.MEMORY: self.megabytes,
            Stop.OUTPUT: MOST_OUTPUT // 1000,
            Stop.FILES: MOST_FILES,
            Stop.ASKED: 0,
        }[stopped]


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a sandbox with all that is inside.

    While it is being made, what is inside does not end with what makes it, and would begin.
    """
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGSTOP)  # so that it starts nothing more
    try:
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    except ChildProcessError:  # it has ended, and was waited for
        return
    for one in [*descendants(process.pid)]:
        with suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)


def _read(selector: selectors.BaseSelector) -> None:
    """Reads what has come; what has come to its end is read no more."""
    for key, _ in selector.select(_EVERY):
        chunk = os.read(key.fd, _CHUNK)
        key.data.add(chunk)
        if not chunk:
            selector.unregister(key.fileobj)


def _started(begun: Start) -> subprocess.Popen[bytes]:
    try:
        process = subprocess.Popen(  # noqa: S603 - bubblewrap, found in the system's folders
            begun.command,
            stdin=begun.stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=begun.passed,
            env={},
            cwd="/",
            **as_nobody(),
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise no_sandbox(str(error)) from error
    begun.written.close()
    return process


def no_sandbox(why: str) -> CannotCheckError:
    """Why no sandbox could be made, with the remedy."""
    is_old = "Unknown option" in why
    return CannotCheckError(
        Message("The sandbox could not be made: {why}", why=why or "bwrap"),
        Message("Install bubblewrap 0.7 or newer.") if is_old else _ALLOW,
    )
