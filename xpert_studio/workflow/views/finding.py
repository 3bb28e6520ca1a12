"""Search from anywhere: where words stand in the project, and what those places are called."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from xpert_studio.records import Role
from xpert_studio.store import ProjectFile, task_list
from xpert_studio.store.search import Hit, HitKind, SearchIndex
from xpert_studio.workflow.desk import Desk, person_of
from xpert_studio.workflow.judging import blind_labels

__all__ = ["Finder", "Found", "HitKind"]


@dataclass(frozen=True, slots=True)
class Found:
    """One place.

    Attributes:
        hit: Where, and the words around it.
        title: The task's title.
        label: The blind label of a response; empty for what is no response.
    """

    hit: Hit
    title: str
    label: str


class Finder:
    """Searches one project; may be asked from any thread, one at a time."""

    def __init__(self, project: ProjectFile, folder: Path | None) -> None:
        self._project = project
        self._folder = folder
        self._index: SearchIndex | None = None
        self._lock = threading.Lock()

    def find(
        self, desk: Desk, query: str, *, kinds: Sequence[HitKind] = (), limit: int = 60
    ) -> tuple[Found, ...]:
        """The best places first. Other people's rationales are shown to leads only."""
        with self._lock, self._project.reading() as tx:
            if self._index is None:
                self._index = SearchIndex(self._project.path, self._folder)
            hits = self._index.search(tx, query, kinds=kinds, limit=limit)
            person = person_of(tx, desk.person_id)
            sees_all = Role.LEAD in person.roles
            hits = [
                hit
                for hit in hits
                if hit.kind is not HitKind.RATIONALE or sees_all or hit.key[-1] == person.id
            ]
            titles = task_list.titles_of(tx, [hit.task_id for hit in hits])
            labels = {
                task_id: blind_labels(tx, task_id)
                for task_id in {hit.task_id for hit in hits if _response_of(hit)}
            }
        return tuple(
            Found(
                hit,
                titles.get(hit.task_id, hit.task_id),
                labels.get(hit.task_id, {}).get(_response_of(hit), ""),
            )
            for hit in hits
        )

    def close(self) -> None:
        """Lets go of the index; a search under way is not waited for."""
        if not self._lock.acquire(blocking=False):
            return
        try:
            if self._index is not None:
                self._index.close()
                self._index = None
        finally:
            self._lock.release()


def _response_of(hit: Hit) -> str:
    return hit.key[0] if hit.kind in {HitKind.RESPONSE, HitKind.RATIONALE} else ""
