"""Whoever waits for an export is told how far it is, and can stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from xpert_studio.exchange.targets import Target
from xpert_studio.exchange.written import Written

Watch = Callable[[int], None]
"""Gets the number of rows written so far; stops the export by raising."""

Row = TypeVar("Row")
_EVERY: Final = 250


def unwatched(rows: int) -> None:
    """Nobody waits."""


class WatchedTarget:
    """A target that tells of every few rows, and of every file.

    Args:
        inner: Where everything goes.
        watch: Is told.
    """

    def __init__(self, inner: Target, watch: Watch) -> None:
        self._inner = inner
        self._watch = watch
        self._rows = 0

    @property
    def written(self) -> Written:
        """What was written so far."""
        return self._inner.written

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        """Writes a file line by line; returns how many there were."""
        count = self._inner.put_lines(name, watched(lines, self._watch, before=self._rows))
        self._rows += count
        return count

    def put(self, name: str, data: bytes) -> None:
        """Writes a whole file."""
        self._watch(self._rows)
        self._inner.put(name, data)


def watched(rows: Iterable[Row], watch: Watch, *, before: int = 0) -> Iterator[Row]:
    """Rows as they are, telling of every few.

    Args:
        rows: Them.
        watch: Is told.
        before: How many were written before them.
    """
    for number, row in enumerate(rows, start=before):
        if number % _EVERY == 0:
            watch(number)
        yield row
