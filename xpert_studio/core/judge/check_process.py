"""Decides by the code of packs from outside, in processes of their own, which can be ended.

A check of such a pack may never return, and what runs in a thread of this process cannot be ended.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import threading
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from xpert_studio.core.instruments import asked_for
from xpert_studio.core.instruments.deciding import CannotCheckError, Outcome, Subject
from xpert_studio.core.messages import Message
from xpert_studio.core.processes import CHECK, program, reading_environment
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.used_packs import packs_from_outside

SECONDS: Final = 30
"""So long a check may take."""
_STARTING: Final = 120
"""So long a process may take to import what packs bring."""
_PACKAGE: Final = Path(__file__).resolve().parents[3]
_NO_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_Process = subprocess.Popen[str]


class CheckProcesses:
    """Processes that wait for checks to decide; may be used from any thread.

    Attributes:
        seconds: So long a check may take.
    """

    def __init__(self) -> None:
        self.seconds: float = SECONDS
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()
        atexit.register(self.close)

    def decide(
        self, subject: Subject, point: Checkpoint, *, language: str, may_run: bool
    ) -> Outcome:
        """Decides a check whose code is of a pack from outside.

        Args:
            subject: The response.
            point: The checkpoint.
            language: Of the reason.
            may_run: Whether code of the response may be run in a sandbox.

        Raises:
            CannotCheckError: It cannot, it failed, it took too long, or was ended.
        """
        asked = {
            "subject": asdict(replace(subject, task_files=None, files=None)),
            "instrument": point.instrument,
            "settings": point.settings,
            "language": language,
            "may_run": may_run,
            "seconds": self.seconds,
        }
        process = self._taken()
        answer, in_time = _asked(process, json.dumps(asked), self.seconds)
        if answer is None:
            self._drop(process)
            raise self._ended(point, in_time=in_time)
        with self._lock:
            self._idle.append(process)
        if "passed" in answer:
            return Outcome(bool(answer["passed"]), str(answer["reason"]))
        raise CannotCheckError(str(answer["message"]), str(answer["remedy"]))

    def _taken(self) -> _Process:
        """One that waits, or a new one that has imported all it needs."""
        with self._lock:
            while self._idle:
                process = self._idle.pop()
                if process.poll() is None:
                    return process
        started = subprocess.Popen(  # noqa: S603 - the program itself, no shell
            program(CHECK),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="ascii",
            cwd=_PACKAGE,
            env=reading_environment(),
            creationflags=_NO_WINDOW,
        )
        with self._lock:
            self._all.add(started)
        _asked(started, "", _STARTING)
        return started

    def _drop(self, process: _Process) -> None:
        process.kill()
        process.wait()
        with self._lock:
            self._all.discard(process)

    def _ended(self, point: Checkpoint, *, in_time: bool) -> CannotCheckError:
        packs = ", ".join(pack.id for pack in packs_from_outside(asked_for(point)))
        if in_time:
            return CannotCheckError(
                Message("The check of the pack {pack} was ended.", pack=packs), ""
            )
        return CannotCheckError(
            Message(
                "The check of the pack {pack} took longer than {seconds:g} s and was ended.",
                pack=packs,
                seconds=self.seconds,
            ),
            Message("Ask the author of the pack."),
        )

    def close(self) -> None:
        """Ends all of them, also those that decide just now."""
        with self._lock:
            ended, self._all, self._idle = self._all, set(), []
        for process in ended:
            process.kill()
        for process in ended:
            process.wait()


def _asked(process: _Process, line: str, seconds: float) -> tuple[dict[str, Any] | None, bool]:
    """What it answers, None where it ends or answers what it should not; and whether in time."""
    assert process.stdin is not None  # noqa: S101 - both are pipes
    assert process.stdout is not None  # noqa: S101
    out_of_time = threading.Event()

    def end() -> None:
        out_of_time.set()
        process.kill()

    timer = threading.Timer(seconds, end)
    timer.start()
    found: Any = None
    try:
        process.stdin.write(line + "\n")
        process.stdin.flush()
        found = json.loads(process.stdout.readline())
    except (OSError, ValueError):
        pass
    except BaseException:  # a person who interrupts
        process.kill()
        raise
    finally:
        timer.cancel()
    return found if isinstance(found, dict) else None, not out_of_time.is_set()


PROCESSES: Final = CheckProcesses()
"""Those of this process."""
