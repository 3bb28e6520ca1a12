"""Notices when a project's write-ahead log was taken away from under its connections.

SQLite's locks on a file belong to the whole process, and the system lets all of them go as soon as
any handle on that file is closed in it (see ``held``). We never open a held project by hand; but
libraries that we live with do: a file dialog, for one, opens every file that it lists, to tell what
kind it is. From then on another program that closes the project believes that it was the last one,
folds the log into the file and deletes it. Our connections would go on reading the deleted log,
and writing into it: a run that another process carries out would never be seen, and what is
written here would be lost. So before each transaction it is looked whether the log is still the
one that our connections use, and if it is not, they are closed and opened anew.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from xpert_studio.errors import ProjectBusyError
from xpert_studio.store import held

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
        self._known: held.Identity | None = None

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
                    self._known = held.identity(self._index)
                self._turn.notify_all()

    def _is_gone(self) -> bool:
        """The log's index is deleted with it; while we hold it, no other file has its identity."""
        return self._known is not None and held.identity(self._index) != self._known

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
