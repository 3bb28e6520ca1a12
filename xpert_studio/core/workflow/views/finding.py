"""Search from anywhere: where words stand in the project, and what those places are called."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xpert_studio.core.store import ProjectFile, Transaction, task_list
from xpert_studio.core.store.search import Hit, HitKind, SearchIndex
from xpert_studio.core.workflow.blinding import blind_labels, blinding_for
from xpert_studio.core.workflow.command_context import CommandContext

__all__ = ["Finder", "FoundPlace", "HitKind"]

_PAUSE: Final = 0.01
"""Seconds for others after every few texts: twice as long as those take."""

_PATIENCE: Final = 0.5


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """One place.

    Attributes:
        hit: Where, and the words around it.
        title: The task's title.
        label: The blind label of a response; empty for what is no response.
    """

    hit: Hit
    title: str
    label: str


class _LeftOffError(Exception):
    """The project is closed: what is under way is left off."""


class Finder:
    """Searches one project; may be asked from any thread, one at a time."""

    def __init__(self, project: ProjectFile, folder: Path | None) -> None:
        self._project = project
        self._folder = folder
        self._index: SearchIndex | None = None
        self._lock = threading.Lock()
        self._hurry = threading.Event()
        self._is_closed = False

    def prepare(self) -> None:
        """Indexes the texts while the program is idle, so that the first search is fast.

        It leaves most of the time to others; as soon as a person searches, it continues at full
        speed, and it stops when the project is closed.
        """
        with suppress(_LeftOffError), self._lock, self._project.reading() as tx:
            self._made().update(tx, self._pause)

    def _pause(self) -> None:
        if self._is_closed:
            raise _LeftOffError
        self._hurry.wait(_PAUSE)

    def _made(self) -> SearchIndex:
        if self._is_closed:
            raise _LeftOffError
        if self._index is None:
            self._index = SearchIndex(self._project.path, self._folder)
        return self._index

    def find(
        self, ctx: CommandContext, query: str, *, kinds: Sequence[HitKind] = (), limit: int = 60
    ) -> tuple[FoundPlace, ...]:
        """The best places first. Other people's rationales are shown to leads only."""
        try:
            return self._found(ctx, query, kinds, limit)
        except _LeftOffError:
            return ()

    def _found(
        self, ctx: CommandContext, query: str, kinds: Sequence[HitKind], limit: int
    ) -> tuple[FoundPlace, ...]:
        self._hurry.set()
        with self._lock, self._project.reading() as tx:
            hits = self._made().search(tx, query, kinds=kinds, limit=limit)
            hits = seen_hits(tx, ctx.person_id, hits)
            return named(tx, hits)

    def close(self) -> None:
        """Lets go of the index; a search under way is not waited for."""
        self._is_closed = True
        self._hurry.set()
        if not self._lock.acquire(timeout=_PATIENCE):
            return
        try:
            if self._index is not None:
                self._index.close()
                self._index = None
        finally:
            self._lock.release()


def named(tx: Transaction, hits: Sequence[Hit]) -> tuple[FoundPlace, ...]:
    """Places with what they are called: titles of tasks, and blind labels of responses."""
    titles = task_list.titles_of(tx, [hit.task_id for hit in hits])
    labels = {
        task_id: blind_labels(tx, task_id)
        for task_id in {hit.task_id for hit in hits if _response_of(hit)}
    }
    return tuple(
        FoundPlace(
            hit,
            titles.get(hit.task_id, hit.task_id),
            labels.get(hit.task_id, {}).get(_response_of(hit), ""),
        )
        for hit in hits
    )


def seen_hits(tx: Transaction, person_id: str, hits: Sequence[Hit]) -> list[Hit]:
    """The places that a person may see.

    Other people's rationales are shown to leads only, and not on responses that wait for their own
    judgment; to a reader of whom nothing is known, only where no person has a judgment pending.

    Args:
        tx: The project.
        person_id: The person; empty for a reader who has not said who they are.
        hits: What was found.
    """
    if not any(hit.kind is HitKind.RATIONALE for hit in hits):
        return list(hits)
    blinding = blinding_for(tx, person_id)
    to_judge = frozenset(blinding.to_judge)
    sees_others = blinding.sees_results and (blinding.is_person or not to_judge)
    return [
        hit
        for hit in hits
        if hit.kind is not HitKind.RATIONALE
        or hit.key[-1] == person_id
        or (sees_others and hit.key[0] not in to_judge)
    ]


def _response_of(hit: Hit) -> str:
    return hit.key[0] if hit.kind in {HitKind.RESPONSE, HitKind.RATIONALE} else ""
