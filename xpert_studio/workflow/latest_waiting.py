"""What waits for one person, kept for a window that asks again after every change."""

from __future__ import annotations

import threading
from dataclasses import replace

from xpert_studio.store import events
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.waiting import Waiting, waiting_for


class LatestWaiting:
    """Keeps what waits for a person, and looks again when something has happened.

    Several places of a window ask at once, of thousands of responses; they get the very same
    value. A part of it in which nothing has changed stays the very same tuple, so that whoever
    shows it can tell without comparing thousands of items. May be asked from any thread.

    Args:
        desk: The project, and who works on it.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lock = threading.Lock()
        self._stamp = -1
        self._found: Waiting | None = None

    def get(self) -> Waiting:
        """What waits as the project stands now."""
        with self._lock:  # whoever asks meanwhile waits for the same answer
            with self._desk.project.reading() as tx:
                stamp = events.newest(tx)  # whatever people do leaves an event
            if self._found is None or stamp != self._stamp:
                found = waiting_for(self._desk)
                self._found = found if self._found is None else _kept(self._found, found)
                self._stamp = stamp
            return self._found


def _kept(before: Waiting, now: Waiting) -> Waiting:
    same = {
        name: getattr(before, name)
        for name in Waiting.__slots__
        if getattr(before, name) == getattr(now, name)
    }
    return replace(now, **same)
