"""Notices when a project's write-ahead log was taken away from under its connections."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from xpert_studio.core.errors import (
    ProjectBusyError,
)
from xpert_studio.core.store import open_files

_PATIENCE: Final = 15.0


class LogWatch:
    """Stands before the transactions of one open project.

    Args:
        path: The project file, which keeps a write-ahead log.
        renew: Closes all connections to it, and turns the log on again.
    """

    def __init__(self, path: Path, renew: Callable[[], object]) -> None:
        self._index = path.with_name(path.name + "-shm")
        self._renew = renew
        self._turn = threading.Condition()
        self._active: Counter[int] = Counter()
        self._known: open_files.Identity | None = None

    @contextmanager
    def transaction(self, *, writes: bool) -> Iterator[None]:
        """Something that connections are used for, in any thread.

        Raises:
            ProjectBusyError: The log is gone, and other transactions that still use it do not end;
                only where this one is to write.
        """
        me = threading.get_ident()
        with self._turn:
            if self._is_gone():
                self._begin_anew(me, writes=writes)
            self._active[me] += 1
        try:
            yield
        finally:
            with self._turn:
                self._active[me] -= 1
                self._active += Counter()  # leaves out those at zero
                if self._known is None:
                    self._known = open_files.identity(self._index)
                self._turn.notify_all()

    def _is_gone(self) -> bool:
        """The log's index is deleted with it; while we hold it, no other file has its identity."""
        return self._known is not None and open_files.identity(self._index) != self._known

    def _begin_anew(self, me: int, *, writes: bool) -> None:
        # Old connections share the deleted index with new ones as long as any of them is open.
        if me not in self._active:
            self._turn.wait_for(lambda: not self._active, timeout=_PATIENCE)
        if not self._is_gone():  # another thread was faster
            return
        if self._active:
            if writes:
                raise ProjectBusyError(
                    "Another program has just closed the project, and it is still being read here.",
                    remedy="Try again in a moment.",
                )
            return  # what is under way reads what was there when it began
        self._renew()
        self._known = None
