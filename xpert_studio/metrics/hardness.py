"""Whether a benchmark tells systems apart: saturation, floor and spread, by groups of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.metrics.intervals import Interval, wilson
from xpert_studio.metrics.task_estimates import SHARE, Estimate, estimate
from xpert_studio.records.columns import BoolArray, FloatArray

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
    """

    group: str
    tasks: int
    saturated: int
    at_floor: int
    spread: Estimate

    @property
    def saturated_interval(self) -> Interval | None:
        """95 %, of the share; Wilson's, as a task is one trial."""
        return wilson(self.saturated, self.tasks)

    @property
    def floor_interval(self) -> Interval | None:
        """Likewise."""
        return wilson(self.at_floor, self.tasks)


def hardness(
    by_task: FloatArray, floor: FloatArray, groups: Sequence[str | None], order: Sequence[str]
) -> list[Hardness]:
    """Figures of all tasks, then of each group that has any.

    Args:
        by_task: Scores (systems, tasks), 0 to 1; NaN where there is none.
        floor: Per task what a response without knowledge scores; NaN counts as 0.
        groups: The group of each task; None for none.
        order: The names of the groups, in their order.
    """
    named = np.array([group or "" for group in groups], object)
    whole = _of("", np.ones(len(groups), np.bool_), by_task, floor)
    parts = [_of(name, np.asarray(named == name, np.bool_), by_task, floor) for name in order]
    return [whole, *(part for part in parts if part.tasks)]


def _of(name: str, inside: BoolArray, by_task: FloatArray, floor: FloatArray) -> Hardness:
    scores = by_task[:, inside]
    has = np.isfinite(scores)
    scored = has.any(axis=0)
    high = np.where(has, scores, -np.inf).max(axis=0, initial=-np.inf)
    low = np.where(has, scores, np.inf).min(axis=0, initial=np.inf)
    spread = np.where(has.sum(axis=0) > 1, high - low, np.nan)
    known = np.isfinite(spread)
    statistics = np.stack([np.where(known, spread, 0.0), known.astype(np.float64)], axis=-1)
    return Hardness(
        name,
        int(scored.sum()),
        int((scored & (low > SATURATED)).sum()),
        int((scored & (high <= np.nan_to_num(floor[inside]))).sum()),
        estimate(SHARE, statistics),
    )
