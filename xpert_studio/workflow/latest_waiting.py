"""What waits for one person, kept for a window that asks again after every change."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Final

from xpert_studio.store import Transaction, log
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.waiting import Waiting, waiting_for

_NEVER: Final = frozenset(
    {"proposal", "dismissal", "remark", "decision", "subset", "anchor_choice"}
)
"""Kinds of records on which nothing that waits depends."""

_ONLY: Final = {
    "checkpoint": frozenset({"retired"}),
    "task": frozenset(
        {"id", "title", "domain", "category", "language", "author_id", "earlier_authors", "stage"}
    ),
}
"""Of these kinds, where they stay in the project, only these fields matter."""


class LatestWaiting:
    """Keeps what waits for a person, and looks again when something has happened that matters.

    Several places of a window ask at once, of thousands of responses; they get the very same
    value. A part of it in which nothing has changed stays the very same tuple, so that whoever
    shows it can tell without comparing thousands of items. May be asked from any thread.

    Args:
        desk: The project, and who works on it.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lock = threading.Lock()
        self._sequence = -1
        self._found: Waiting | None = None

    def get(self) -> Waiting:
        """What waits as the project stands now."""
        with self._lock:  # whoever asks meanwhile waits for the same answer
            with self._desk.project.reading() as tx:
                sequence = log.newest(tx)  # whatever people do leaves a row
                if self._found is not None and not self._matters(tx, sequence):
                    self._sequence = sequence
                    return self._found
            found = waiting_for(self._desk)
            self._found = found if self._found is None else _kept(self._found, found)
            self._sequence = sequence
            return self._found

    def _matters(self, tx: Transaction, sequence: int) -> bool:
        """Whether something has happened on which depends what waits."""
        if sequence == self._sequence:
            return False
        if sequence < self._sequence or not log.are_all_changes(tx, self._sequence):
            return True
        return any(_bears(*touched) for touched in log.fields_touched_since(tx, self._sequence))


def _bears(kind: str, fields: frozenset[str] | None) -> bool:
    if kind in _NEVER:
        return False
    return fields is None or kind not in _ONLY or bool(fields & _ONLY[kind])


def _kept(before: Waiting, now: Waiting) -> Waiting:
    same = {
        name: getattr(before, name)
        for name in Waiting.__slots__
        if getattr(before, name) == getattr(now, name)
    }
    return replace(now, **same)
