"""Tasks by how hard they are: every system's score on each."""

from __future__ import annotations

import numpy as np

from xpert_studio.core.metrics import ResponseScores, scores_by_task
from xpert_studio.core.metrics.spread import task_difficulty
from xpert_studio.core.records.columns import NONE, Catalog, IntArray


class TaskScores:
    """Scores by system and task, on the tasks that have any.

    Args:
        catalog: What there is to judge.
        scores: Of its responses.

    Attributes:
        by_system: Systems by tasks; not a number where there is no score.
        difficulty: By task the number of scores, and their mean, lowest and highest.
    """

    def __init__(self, catalog: Catalog, scores: ResponseScores) -> None:
        self.catalog = catalog
        self.by_system = scores_by_task(catalog, scores)
        self.difficulty = task_difficulty(catalog, scores)
        self._first = _first_responses(catalog)

    def response(self, system: str, task_id: str) -> str:
        """The id of a system's (first) response to a task; empty without any."""
        catalog = self.catalog
        place = self._first[catalog.systems.index(system), catalog.tasks.index(task_id)]
        return "" if place == NONE else catalog.responses[int(place)]

    @property
    def hardest(self) -> IntArray:
        """The numbers of the tasks that have a score, that with the lowest mean first."""
        places = np.flatnonzero(self.difficulty.n > 0)
        return places[np.argsort(self.difficulty.mean[places], kind="stable")].astype(np.int32)


def _first_responses(catalog: Catalog) -> IntArray:
    first = np.full((len(catalog.systems), len(catalog.tasks)), NONE, np.int32)
    places = np.arange(len(catalog.responses))[::-1]
    first[catalog.response_system[places], catalog.response_task[places]] = places
    return first
