"""The frontier of a suite: tasks that the best system seldom solves, and how that changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.core.metrics.distributions import student_quantile
from xpert_studio.core.metrics.intervals import CONFIDENCE, Interval
from xpert_studio.core.metrics.task_estimates import Estimate, estimate_of_trials
from xpert_studio.core.records.columns import FloatArray
from xpert_studio.packs.suites.board import boards_of
from xpert_studio.packs.suites.compare import are_comparable
from xpert_studio.packs.suites.evaluations import Evaluation, TaskResult, by_cluster, clusters_of

SELDOM: Final = 0.3
"""A task that the best system solves in at most this share of its trials is at the frontier."""
RELIABLE: Final = 0.5
FEWEST_RELEASES: Final = 5
FEWEST_CLUSTERS: Final = 10
PER_DAYS: Final = 30
_SECONDS_A_DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class Growth:
    """How the share of tasks that are solved in at least half of the trials grows.

    Attributes:
        releases: Evaluations of one definition, oldest first.
        shares: Of each, the share of tasks, with its interval by cluster.
        clusters: Of the tasks.
        slope: Shares in ``PER_DAYS`` days: the mean over clusters of the least-squares slopes of
            their tasks; None where there are too few releases or clusters.
        interval: 95 %, Student's t over clusters.
    """

    releases: tuple[Evaluation, ...]
    shares: tuple[Estimate, ...]
    clusters: int
    slope: float | None = None
    interval: Interval | None = None

    @property
    def lacks(self) -> tuple[int, int]:
        """How many releases and clusters are missing for a fit."""
        releases = len({release.at for release in self.releases})
        return max(0, FEWEST_RELEASES - releases), max(0, FEWEST_CLUSTERS - self.clusters)


@dataclass(frozen=True, slots=True)
class Frontier:
    """A suite.

    Attributes:
        best: The newest evaluation of the system with the highest pass rate.
        tasks: Those at the frontier, the least solved first.
        known: Tasks that were decided.
        growth: Of the line of the best.
    """

    suite: str
    best: Evaluation
    tasks: tuple[TaskResult, ...]
    known: int
    growth: Growth


def frontiers_of(known: Sequence[Evaluation]) -> tuple[Frontier, ...]:
    """The frontier of each suite.

    Args:
        known: All evaluations, oldest first.
    """
    found = []
    for board in boards_of(known):
        best = board.rows[0].evaluation
        tasks = [task for task in best.tasks.values() if task.share is not None]
        seldom = [task for task in tasks if (task.share or 0.0) <= SELDOM]
        seldom.sort(key=lambda one: (one.share or 0.0, one.score or 0.0, one.title))
        releases = [
            one
            for one in known
            if one.line == best.line and (one.id == best.id or are_comparable(one, best))
        ]
        found.append(Frontier(board.suite, best, tuple(seldom), len(tasks), growth_of(releases)))
    return tuple(found)


def growth_of(releases: Sequence[Evaluation]) -> Growth:
    """The share of reliable tasks over releases of one definition.

    Args:
        releases: Oldest first; comparable with each other.
    """
    newest = releases[-1]
    names = [name for name, one in newest.tasks.items() if one.is_known]
    tasks = [newest.tasks[name] for name in names]
    reliable = np.array(
        [
            [(release.tasks[name].share or 0.0) >= RELIABLE for name in names]
            for release in releases
        ],
        np.float64,
    )
    shares = tuple(
        estimate_of_trials(by_cluster([(value, 1.0) for value in row], tasks))
        for row in reliable.tolist()
    )
    count = len(set(clusters_of(tasks).tolist()))
    made = Growth(tuple(releases), shares, count)
    if any(made.lacks):
        return made
    days = np.array([release.at.timestamp() / _SECONDS_A_DAY for release in releases])
    away = (days - days.mean()) / PER_DAYS
    slopes = away @ reliable / (away @ away)
    sums = by_cluster([(value, 1.0) for value in slopes.tolist()], tasks)
    slope, interval = _mean_of(sums[:, 0], sums[:, 1])
    return Growth(tuple(releases), shares, count, slope, interval)


def _mean_of(sums: FloatArray, sizes: FloatArray) -> tuple[float, Interval | None]:
    """A mean over tasks with its interval by cluster: the ratio's linearised error, and t."""
    count = sums.size
    mean = float(sums.sum() / sizes.sum())
    residuals = sums - mean * sizes
    error = float(np.sqrt(count / (count - 1) * (residuals**2).sum()) / sizes.sum())
    half = float(student_quantile(count - 1, (1 + CONFIDENCE) / 2)) * error
    return mean, (mean - half, mean + half) if error > 0 else None
