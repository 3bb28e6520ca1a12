"""What a system's responses took: tokens, money, time, and its score set against them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from xpert_studio.api import mark
from xpert_studio.api.figures import Input, Metric, Scale, Shelf, ratio
from xpert_studio.core.metrics.metric import ANY_SCALE, Better, FloatArray, Unit

USAGE: Final = Input("usage", "tasks_counted")
"""What responses of systems took: ``TaskUsage``."""


class TaskUsage(NamedTuple):
    """What systems took on tasks; arrays (systems, tasks), NaN where it is not known.

    Attributes:
        score: Mean score of the system's responses, 0 to 1.
        tokens: Mean completion tokens of its responses, reasoning among them.
        cost: Their mean cost in US dollars.
        seconds: Their mean latency.
    """

    score: FloatArray
    tokens: FloatArray
    cost: FloatArray
    seconds: FloatArray


def _columns(*names: str) -> Callable[[TaskUsage], FloatArray]:
    """Sums of some columns, and the number of tasks, over the tasks on which all are known."""

    def statistics(task_usage: TaskUsage) -> FloatArray:
        columns = [getattr(task_usage, name) for name in names]
        known = np.isfinite(columns).all(axis=0)
        return np.stack([*(np.where(known, column, 0.0) for column in columns), known], axis=-1)

    return statistics


def efficiency(score: FloatArray, mean_tokens: FloatArray) -> FloatArray:
    """Score in per cent of points over log2 of the mean completion tokens.

    Args:
        score: 0 to 1.
        mean_tokens: NaN comes out where they are not above 1.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        doublings = np.log2(np.where(mean_tokens > 1, mean_tokens, np.nan))
    return 100 * ratio(score, doublings)


def _mean(sums: FloatArray) -> FloatArray:
    return ratio(sums[..., 0], sums[..., 1])


def _efficiency(sums: FloatArray) -> FloatArray:
    return efficiency(ratio(sums[..., 0], sums[..., 2]), ratio(sums[..., 1], sums[..., 2]))


def _cost_per_point(sums: FloatArray) -> FloatArray:
    return ratio(sums[..., 1], 100 * sums[..., 0])


def _tasks(sums: FloatArray) -> FloatArray:
    return np.asarray(sums[..., -1])


_COMMON: Final[dict[str, Any]] = {
    "weight": _tasks,
    "scale": Scale.AMOUNT,
    "source": USAGE,
    "shelf": Shelf.HEADLINE,
    "measurement": ANY_SCALE,
    "has_floor": False,
}
EFFICIENCY: Final = Metric(
    **_COMMON,
    id="efficiency",
    title="Efficiency",
    formula=_efficiency,
    position=1,
    unit=Unit.POINTS,
    meaning="Score in per cent of points over log2 of the mean completion tokens.",
    statistics=_columns("score", "tokens"),
)
TOKENS: Final = Metric(
    **_COMMON,
    id="completion_tokens",
    title="Completion tokens",
    short="Tokens",
    formula=_mean,
    position=2,
    unit=Unit.COUNT,
    better=Better.LOWER,
    meaning="Mean completion tokens of the system’s responses, averaged over tasks.",
    statistics=_columns("tokens"),
)
COST: Final = Metric(
    **_COMMON,
    id="cost_per_task",
    title="Cost a task",
    formula=_mean,
    position=3,
    unit=Unit.MONEY,
    better=Better.LOWER,
    meaning="Mean cost of the system’s responses in US dollars.",
    statistics=_columns("cost"),
)
COST_PER_POINT: Final = Metric(
    **_COMMON,
    id="cost_per_point",
    title="Cost a point",
    formula=_cost_per_point,
    position=4,
    unit=Unit.MONEY,
    better=Better.LOWER,
    meaning="Cost in US dollars over the score in per cent of points.",
    statistics=_columns("score", "cost"),
)
LATENCY: Final = Metric(
    **_COMMON,
    id="mean_latency",
    title="Mean latency",
    short="Latency",
    formula=_mean,
    position=5,
    unit=Unit.SECONDS,
    better=Better.LOWER,
    meaning="Mean seconds that the system’s responses took, averaged over tasks.",
    statistics=_columns("seconds"),
)
MEDIAN_LATENCY: Final = replace(
    LATENCY,
    id="median_latency",
    title=mark("Median latency"),
    short="",
    meaning=mark("Median of the seconds that the system’s responses took, over tasks."),
)
"""No quotient of sums over tasks: ``efficiency`` computes it."""
METRICS = (EFFICIENCY, TOKENS, COST, COST_PER_POINT, LATENCY)
