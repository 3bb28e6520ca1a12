"""A client of Chromium's debugger over its pipe: calls, their answers, and what happens meanwhile.

A message is JSON with a NUL after it (``--remote-debugging-pipe``; the protocol is
https://chromedevtools.github.io/devtools-protocol/). There is one thread: while it waits for an
answer, it hands over what happens, and looks whether the browser takes too long or too much.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final

_CHUNK: Final = 1 << 18
_EVERY: Final = 0.05
_LOOK_EVERY: Final = 0.1
_MOST_WAITING: Final = 256 * 1024 * 1024
_MOST_SAID: Final = 4_096

Answer = dict[str, Any]
Happened = Callable[[str, Answer, str], None]
"""Takes what happened: its name, what is said of it, and the session it happened in."""


class Stop(StrEnum):
    """Why drawing a page ended early."""

    TIME = "time"
    MEMORY = "memory"
    CRASH = "crash"
    CLOSED = "closed"
    BROWSER = "browser"


class StoppedError(Exception):
    """The page, or the browser, is not there any more or may not go on.

    Args:
        why: The reason.
        said: What the browser said last.
    """

    def __init__(self, why: Stop, said: str = "") -> None:
        super().__init__(why)
        self.why, self.said = why, said


class RefusedError(Exception):
    """The browser refused one call."""


class Pipe:
    """The debugger of one browser.

    Args:
        process: The browser: its standard input and output are the pipe.
        seconds: So long it may be used.
        is_over: Whether it takes too much memory now.
        happened: Takes what happens; may be set later.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        seconds: float,
        is_over: Callable[[], bool],
        happened: Happened = lambda *_: None,
    ) -> None:
        if not (process.stdin and process.stdout and process.stderr):
            raise TypeError
        self._to, self._from = process.stdin.fileno(), process.stdout.fileno()
        self._errors = process.stderr.fileno()
        self._until, self._is_over, self.happened = time.monotonic() + seconds, is_over, happened
        self._said, self._looked = b"", 0.0
        self._read, self._unsent = bytearray(), bytearray()
        self._answers: dict[int, Answer] = {}
        self._asked: set[int] = set()
        self._last = 0
        self._selector = selectors.DefaultSelector()
        os.set_blocking(self._to, False)
        self._selector.register(self._from, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)

    def end_in(self, seconds: float) -> None:
        """Allows so much time from now on."""
        self._until = time.monotonic() + seconds

    def close(self) -> None:
        """Lets go of it."""
        self._selector.close()

    def send(self, method: str, session: str = "", **given: object) -> int:
        """Sends a call without waiting for its answer, which is thrown away.

        Returns:
            Its number.
        """
        self._last += 1
        message: Answer = {"id": self._last, "method": method, "params": given}
        if session:
            message["sessionId"] = session
        self._unsent += json.dumps(message).encode() + b"\0"
        self._write()
        return self._last

    def call(self, method: str, session: str = "", **given: object) -> Answer:
        """What a call gives.

        Raises:
            RefusedError: The browser did not do it.
            StoppedError: There can be no answer.
        """
        number = self.send(method, session, **given)
        self._asked.add(number)
        self.wait(lambda: number in self._answers)
        self._asked.discard(number)
        found = self._answers.pop(number)
        if "error" in found:
            raise RefusedError(str(found["error"].get("message", "")))
        return dict(found.get("result", {}))

    def wait(self, until: Callable[[], bool], seconds: float = 1e9) -> bool:
        """Waits until something has happened, or for a time.

        Returns:
            Whether it has.

        Raises:
            StoppedError: It cannot happen any more.
        """
        last = time.monotonic() + seconds
        while not until():
            now = time.monotonic()
            if now >= last:
                return False
            self._look(now)
            self._turn(min(_EVERY, last - now))
        return True

    def _look(self, now: float) -> None:
        if now > self._until:
            raise StoppedError(Stop.TIME)
        if now - self._looked >= _LOOK_EVERY:
            self._looked = now
            if self._is_over():
                raise StoppedError(Stop.MEMORY)

    def _turn(self, seconds: float) -> None:
        for key, events in self._selector.select(seconds):
            if events & selectors.EVENT_WRITE:
                self._write()
                continue
            chunk = os.read(key.fd, _CHUNK)
            if not chunk:
                self._selector.unregister(key.fd)
            if key.fd == self._errors:
                self._said = (self._said + chunk)[-_MOST_SAID:]
            elif not chunk:
                self._selector.select(_EVERY)
                raise StoppedError(Stop.BROWSER, self._last_words())
            else:
                self._take(chunk)

    def _last_words(self) -> str:
        if self._errors in self._selector.get_map():
            self._said += os.read(self._errors, _CHUNK)
        return self._said[-_MOST_SAID:].decode("utf-8", "replace").strip()

    def _write(self) -> None:
        try:
            while self._unsent:
                del self._unsent[: os.write(self._to, self._unsent[:_CHUNK])]
        except BlockingIOError:
            pass
        except BrokenPipeError as error:
            raise StoppedError(Stop.BROWSER, self._last_words()) from error
        is_waiting = self._to in self._selector.get_map()
        if self._unsent and not is_waiting:
            self._selector.register(self._to, selectors.EVENT_WRITE)
        elif is_waiting and not self._unsent:
            self._selector.unregister(self._to)

    def _take(self, chunk: bytes) -> None:
        begin = len(self._read)
        self._read += chunk
        if len(self._read) > _MOST_WAITING:
            raise StoppedError(Stop.MEMORY)
        while (end := self._read.find(b"\0", begin)) >= 0:
            message = json.loads(bytes(self._read[:end]))
            del self._read[: end + 1]
            begin = 0
            self._hand_over(message)

    def _hand_over(self, message: Mapping[str, Any]) -> None:
        if "method" in message:
            self.happened(
                message["method"], message.get("params", {}), message.get("sessionId", "")
            )
        elif message.get("id") in self._asked:
            self._answers[message["id"]] = dict(message)
