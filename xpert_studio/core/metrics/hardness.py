"""Whether a benchmark tells systems apart: saturation, floor and spread, by groups of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.core.metrics.intervals import Interval
from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    Estimate,
    estimate,
    estimate_of_trials,
    in_clusters,
)
from xpert_studio.core.records.columns import BoolArray, FloatArray, IntArray

SATURATED: Final = 0.95
"""A task on which every system scores more tells none of them apart."""


@dataclass(frozen=True, slots=True)
class Hardness:
    """How a group of tasks tells systems apart.

    Attributes:
        group: Its name; empty for all tasks.
        tasks: On which at least one system has a score.
        saturated: Those on which every system is above ``SATURATED``.
        at_floor: Those on which no system is above the floor.
        spread: Highest score less lowest, averaged over tasks on which two systems have one.
        saturated_interval, floor_interval: 95 %, of the shares of these tasks.
    """

    group: str
    tasks: int
    saturated: int
    at_floor: int
    spread: Estimate
    saturated_interval: Interval | None
    floor_interval: Interval | None


def hardness(
    by_task: FloatArray,
    floor: FloatArray,
    groups: Sequence[str | None],
    order: Sequence[str],
    cluster: IntArray,
) -> list[Hardness]:
    """Figures of all tasks, then of each group that has any.

    Args:
        by_task: Scores (systems, tasks), 0 to 1; NaN where there is none.
        floor: Per task what a response without knowledge scores; NaN counts as 0.
        groups: The group of each task; None for none.
        order: The names of the groups, in their order.
        cluster: Per task, its cluster.
    """
    named = np.array([group or "" for group in groups], object)
    whole = _of("", np.ones(len(groups), np.bool_), by_task, floor, cluster)
    parts = [
        _of(name, np.asarray(named == name, np.bool_), by_task, floor, cluster) for name in order
    ]
    return [whole, *(part for part in parts if part.tasks)]


def _of(
    name: str, inside: BoolArray, by_task: FloatArray, floor: FloatArray, cluster: IntArray
) -> Hardness:
    scores = by_task[:, inside]
    has = np.isfinite(scores)
    scored = has.any(axis=0)
    high = np.where(has, scores, -np.inf).max(axis=0, initial=-np.inf)
    low = np.where(has, scores, np.inf).min(axis=0, initial=np.inf)
    spread = np.where(has.sum(axis=0) > 1, high - low, np.nan)
    known = np.isfinite(spread)
    is_saturated = scored & (low > SATURATED)
    is_at_floor = scored & (high <= np.nan_to_num(floor[inside]))
    of_share, of_floor, of_spread = (
        in_clusters(np.stack([np.where(count, column, 0.0), count], axis=-1), cluster[inside])
        for column, count in ((is_saturated, scored), (is_at_floor, scored), (spread, known))
    )
    return Hardness(
        name,
        int(scored.sum()),
        int(is_saturated.sum()),
        int(is_at_floor.sum()),
        estimate(SHARE, of_spread),
        estimate_of_trials(of_share).interval,
        estimate_of_trials(of_floor).interval,
    )
