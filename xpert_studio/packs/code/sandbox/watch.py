"""Watches what the processes of a sandbox use together: the kernel's limits are for each."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xpert_studio.core.instruments.deciding import Stop

MOST_FILES: Final = 10_000
_PROC: Final = Path("/proc")
_USED: Final = re.compile(rb"^(?:RssAnon|RssShmem|VmSwap|VmPTE):\s+(\d+) kB$", re.MULTILINE)
_SHARE: Final = re.compile(rb"^(?:Pss_Anon|Pss_Shmem|SwapPss):\s+(\d+) kB$", re.MULTILINE)
_MOST_PROCESSES: Final = 1_000
"""More are not looked at: there cannot be so many."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What is watched.

    Attributes:
        process: The process that was started, from which all others descend.
        room: The size of the sandbox's own folder in bytes, by which it is known.
        megabytes: So much memory all processes may use together.
    """

    process: int
    room: int
    megabytes: int

    def over(self, first: int | None) -> Stop | None:
        """Which limit is passed.

        Args:
            first: The first process inside the sandbox; None while it is not known.
        """
        processes, limit = list(descendants(self.process)), self.megabytes * 1024
        # Memory that processes share is first counted for each: to read their parts is slow.
        if sum(map(_used, processes)) > limit and _shared_out(processes) > limit:
            return Stop.MEMORY
        return Stop.FILES if first is not None and self._files(first) > MOST_FILES else None

    def _files(self, first: int) -> int:
        """How many files there are; 0 until the sandbox is made."""
        with suppress(OSError):
            found = os.statvfs(f"/proc/{first}/root/tmp")
            if found.f_blocks * found.f_frsize == self.room:
                return found.f_files - found.f_ffree
        return 0


def _shared_out(processes: Sequence[int]) -> int:
    """The memory of processes, what they share counted once.

    They are held meanwhile: of one that takes more memory it is told only seconds later.
    """
    try:
        _tell(processes, signal.SIGSTOP)
        return sum(map(_share, processes))
    finally:
        _tell(processes, signal.SIGCONT)


def _tell(processes: Sequence[int], number: signal.Signals) -> None:
    for process in processes:
        with suppress(OSError):  # it has ended
            os.kill(process, number)


def _share(process: int) -> int:
    """The memory of a process, of what it shares with others its part, where that can be read."""
    share = _kilobytes(process, "smaps_rollup", _SHARE)
    return _used(process) if share is None else share


def _used(process: int) -> int:
    return _kilobytes(process, "status", _USED) or 0


def _kilobytes(process: int, file: str, wanted: re.Pattern[bytes]) -> int | None:
    try:
        text = (_PROC / str(process) / file).read_bytes()
    except OSError:  # it has ended, or forbids it
        return None
    return sum(map(int, wanted.findall(text)))


def descendants(process: int) -> Iterator[int]:
    """A process, and all that descend from it."""
    pending, count = [process], 0
    while pending and count < _MOST_PROCESSES:
        process, count = pending.pop(), count + 1
        yield process
        with suppress(OSError):
            for thread in Path(f"/proc/{process}/task").iterdir():
                pending += _children(thread)


def _children(thread: Path) -> list[int]:
    with suppress(OSError):
        return list(map(int, (thread / "children").read_bytes().split()))
    return []
