"""What a file of tests must not change of the process that the next files run in."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_GET_SUBREAPER = 37
"""``PR_GET_CHILD_SUBREAPER`` of Linux: whether orphans become children of this process."""


def process_state() -> dict[str, object]:
    """The state of this process that outlives a test, by name."""
    state: dict[str, object] = {
        "folder": Path.cwd(),
        "temporary folder": tempfile.gettempdir(),
        "adopts orphans": _adopts_orphans(),
        "umask": _umask(),
    }
    if sys.platform == "linux":
        import resource

        limits = [name for name in dir(resource) if name.startswith("RLIMIT_")]
        state |= {name: resource.getrlimit(getattr(resource, name)) for name in limits}
    return state


@contextmanager
def put_back() -> Iterator[None]:
    """Puts back what the program changes of its own process when tests run it in theirs.

    These are its language in the environment, and what it does at signals: a loop of uvloop leaves
    its handlers there when it is closed.
    """
    environment = dict(os.environ)
    handlers = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    yield
    for name in os.environ.keys() - environment.keys():
        del os.environ[name]
    os.environ.update(environment)
    for number, handler in handlers.items():
        signal.signal(number, handler)


def changes(before: dict[str, object], after: dict[str, object]) -> list[str]:
    """What is not as it was, a line each."""
    names = sorted(before.keys() | after.keys())
    return [
        f"{name}: {before.get(name)!r} became {after.get(name)!r}"
        for name in names
        if before.get(name) != after.get(name)
    ]


def _adopts_orphans() -> bool:
    if sys.platform != "linux":
        return False
    found = ctypes.c_int()
    ctypes.CDLL(None).prctl(_GET_SUBREAPER, ctypes.byref(found), 0, 0, 0)
    return bool(found.value)


def _umask() -> int:
    now = os.umask(0o077)
    os.umask(now)
    return now
