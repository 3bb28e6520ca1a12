"""Tasks by how hard they are: every system's score on each, as a list to filter and sort."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.metrics import ResponseScores, scores_by_task
from xpert_studio.core.metrics.spread import task_difficulty
from xpert_studio.core.records.columns import NONE, Catalog, IntArray
from xpert_studio.report.results.checkpoints import SearchedCatalog, ordered, ranked

SYSTEM: Final = "system:"


@dataclass(frozen=True, slots=True)
class DifficultyQuery:
    """Which tasks, in which order; what has no score comes last either way.

    Attributes:
        words: Each must stand in the task's title.
        sort: ``order``, ``task``, ``domain``, ``mean``, ``low``, ``high``, or ``system:`` with a
            system's name.
    """

    words: str = ""
    sort: str = "mean"
    descending: bool = False


class TaskScores(SearchedCatalog):
    """Scores by system and task, on the tasks that have any.

    Args:
        catalog: What there is to judge.
        scores: Of its responses.
    """

    def __init__(self, catalog: Catalog, scores: ResponseScores) -> None:
        super().__init__(catalog)
        self.by_system = scores_by_task(catalog, scores)
        self.difficulty = task_difficulty(catalog, scores)
        self._first = _first_responses(catalog)

    @property
    def total(self) -> int:
        """How many tasks have a score."""
        return int(np.count_nonzero(self.difficulty.n))

    def response(self, system: int, task: int) -> int:
        """The number of a system's (first) response to a task; ``NONE`` without any."""
        return int(self._first[system, task])

    def find(self, query: DifficultyQuery) -> IntArray:
        """The numbers of the tasks that a query leaves, in its order."""
        keep = self.difficulty.n > 0
        for word in query.words.casefold().split():
            keep &= np.array([word in title for title in self._titles], np.bool_)
        places = np.flatnonzero(keep)
        return places[ordered(self._keys(query.sort)[places], descending=query.descending)].astype(
            np.int32
        )

    def _keys(self, sort: str) -> npt.NDArray[np.float64]:
        catalog, hard = self.catalog, self.difficulty
        if sort.startswith(SYSTEM):
            name = sort.removeprefix(SYSTEM)
            if name in catalog.systems:
                return np.asarray(self.by_system[catalog.systems.index(name)], np.float64)
        if sort == "task":
            return ranked(self._titles).astype(np.float64)
        keys = {"mean": hard.mean, "low": hard.low, "high": hard.high}
        if sort == "domain":
            domain = catalog.task_domain.astype(np.float64)
            return np.where(domain == NONE, np.nan, domain)
        return keys.get(sort, np.arange(len(catalog.tasks), dtype=np.float64))


def _first_responses(catalog: Catalog) -> IntArray:
    first = np.full((len(catalog.systems), len(catalog.tasks)), NONE, np.int32)
    places = np.arange(len(catalog.responses))[::-1]
    first[catalog.response_system[places], catalog.response_task[places]] = places
    return first
