"""What was read of a project, kept until something happens on which it depends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeAlias, TypeVar

from xpert_studio.core.store import Transaction, log, log_steps
from xpert_studio.core.workflow.command_context import CommandContext

T = TypeVar("T")
Dependence: TypeAlias = Mapping[str, frozenset[str] | None]
"""Kinds of records on which something depends; of an edit these fields only, or any where None.

The name of a command stands for that it is undone or redone.
"""

_TASK: Final = frozenset(
    {"id", "title", "domain", "category", "language", "author_id", "earlier_authors", "stage"}
)
ON_WORK: Final[Dependence] = {
    **dict.fromkeys(
        (
            "project",
            "person",
            "response",
            "revision",
            "review",
            "spot_check",
            "open_form",
            "judgment",
            "attribution",
            "pack_record",
        )
    ),
    "checkpoint": frozenset({"retired"}),
    "task": _TASK,
}
"""On what it depends who may and has to do what, and so what is kept from whom."""


def has_happened(tx: Transaction, sequence: int, dependence: Dependence) -> bool:
    """Whether something was changed after a row of the log on which something depends.

    Args:
        tx: The project.
        sequence: The number of the row.
        dependence: On what it depends; on rows without effects (an import, a run) it always does.
    """
    newest = log.newest(tx)
    if sequence == newest:
        return False
    if newest < sequence or not log_steps.are_all_changes(tx, sequence):
        return True
    for kind, fields in log_steps.fields_touched_since(tx, sequence):
        if kind in dependence:
            of_kind = dependence[kind]
            if fields is None or of_kind is None or fields & of_kind:
                return True
    return False


class Latest(Generic[T]):
    """Keeps what was read of a project for a window that asks again after every change.

    Several places of a window ask at once; they get the very same value. May be asked from any
    thread.

    Args:
        ctx: The project, and who works on it.
        read: Reads the value.
        dependence: On what it depends.
        join: Puts the newer value in place of the older one; may keep parts of the older one.
    """

    def __init__(
        self,
        ctx: CommandContext,
        read: Callable[[CommandContext], T],
        dependence: Dependence,
        join: Callable[[T, T], T] = lambda _, now: now,
    ) -> None:
        self._desk, self._read, self._dependence, self._join = ctx, read, dependence, join
        self._lock = threading.Lock()
        self._sequence = -1
        self._found: list[T] = []

    def get(self) -> T:
        """The value as the project stands now."""
        with self._lock:  # a concurrent caller gets the same answer
            with self._desk.project.reading() as tx:
                sequence = log.newest(tx)  # whatever people do leaves a row
                if self._found and not has_happened(tx, self._sequence, self._dependence):
                    self._sequence = sequence
                    return self._found[0]
            found = self._read(self._desk)
            self._found = [self._join(self._found[0], found) if self._found else found]
            self._sequence = sequence
            return self._found[0]
