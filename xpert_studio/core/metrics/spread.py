"""How scores spread: of each system over its responses, and of each task over the systems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.core.metrics.intervals import ratio
from xpert_studio.core.metrics.scores import ResponseScores
from xpert_studio.core.records.columns import Catalog, FloatArray, IntArray

BINS: Final = 10
ROUNDING: Final = 1e-9
"""So that 0.3 falls into the bin from 0.3, however it came about."""


@dataclass(frozen=True, slots=True)
class ScoreSpread:
    """The scores of one system's responses.

    Attributes:
        n: Responses with a score.
        mean, low, lower, median, upper, high: Quartiles by linear interpolation.
        bins: How many lie in each tenth, from 0 to 0.1 first; 1 belongs to the last.
    """

    system: str
    n: int
    mean: float
    low: float
    lower: float
    median: float
    upper: float
    high: float
    bins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TaskDifficulty:
    """How hard tasks are: the systems' scores on each; arrays have one entry a task.

    Attributes:
        n: Responses with a score.
        mean, low, high: Of their scores; NaN where there are none. The lower, the harder.
    """

    n: IntArray
    mean: FloatArray
    low: FloatArray
    high: FloatArray


def score_spreads(catalog: Catalog, scores: ResponseScores) -> tuple[ScoreSpread, ...]:
    """The spread of every system that has scores, in the catalogue's order.

    Args:
        catalog: What there is to judge.
        scores: Of its responses.
    """
    found = []
    for code, system in enumerate(catalog.systems):
        own = scores.score[catalog.response_system == code]
        own = own[np.isfinite(own)]
        if not own.size:
            continue
        low, lower, median, upper, high = np.quantile(own, [0, 0.25, 0.5, 0.75, 1]).tolist()
        places = np.minimum((own * BINS + ROUNDING).astype(np.int64), BINS - 1)
        found.append(
            ScoreSpread(
                system=system,
                n=int(own.size),
                mean=float(own.mean()),
                low=low,
                lower=lower,
                median=median,
                upper=upper,
                high=high,
                bins=tuple(int(count) for count in np.bincount(places, minlength=BINS)),
            )
        )
    return tuple(found)


def task_difficulty(catalog: Catalog, scores: ResponseScores) -> TaskDifficulty:
    """How hard each task is.

    Args:
        catalog: What there is to judge.
        scores: Of its responses.
    """
    count = len(catalog.tasks)
    scored = np.isfinite(scores.score)
    task, own = catalog.response_task[scored], scores.score[scored]
    n = np.bincount(task, minlength=count)
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(low, task, own)
    np.maximum.at(high, task, own)
    low[n == 0] = high[n == 0] = np.nan
    return TaskDifficulty(n.astype(np.int32), ratio(np.bincount(task, own, count), n), low, high)
