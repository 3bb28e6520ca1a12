"""Does a judge agree with itself? Looked at before anything else is believed of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from xpert_studio.metrics.task_estimates import SHARE, Estimate, estimate
from xpert_studio.records.columns import NONE, BoolArray, Catalog, FloatArray, IntArray, Marks


@dataclass(frozen=True, slots=True)
class Consistency:
    """A judge's agreement with itself over trials.

    Attributes:
        trials: How many trials there are.
        items: (response, checkpoint) pairs answered in at least two trials.
        unanimous: Share of those answered the same in every trial.
        pairwise: Mean share of agreeing pairs of trials.
        flip_rates: By task id, then checkpoint id (which is unique within its task only): the share
            of the checkpoint's responses on which the trials differ, 0 to 1.
    """

    trials: int
    items: int
    unanimous: Estimate
    pairwise: Estimate
    flip_rates: dict[str, dict[str, float]]

    def plain(self) -> dict[str, Any]:
        """All of it for a program."""
        return {
            "trials": self.trials,
            "items": self.items,
            "tasks": self.unanimous.tasks,
            **self.unanimous.named("unanimous"),
            **self.pairwise.named("pairwise"),
            "caution": self.unanimous.caution,
            "flip_rates": self.flip_rates,
        }


def consistency(catalog: Catalog, trials: Sequence[Marks]) -> Consistency | None:
    """A judge's agreement with itself, or None where it was asked only once.

    Args:
        catalog: What there is to judge.
        trials: One ``Marks`` a trial.
    """
    if len(trials) < 2:
        return None
    width = len(catalog.checkpoints)
    keys = np.concatenate([t.response.astype(np.int64) * width + t.checkpoint for t in trials])
    met = np.concatenate([trial.met for trial in trials])
    usable = met != NONE
    pairs, place = np.unique(keys[usable], return_inverse=True)
    votes = np.bincount(place, minlength=pairs.size).astype(np.float64)
    for_met = np.bincount(place, met[usable], pairs.size)
    several = votes >= 2
    n, k = votes[several], for_met[several]
    agreeing = k * (k - 1) + (n - k) * (n - k - 1)
    same = (k == 0) | (k == n)
    points = (pairs[several] % width).astype(np.int32)
    return Consistency(
        trials=len(trials),
        items=int(several.sum()),
        unanimous=_mean(catalog, points, same),
        pairwise=_mean(catalog, points, agreeing / (n * (n - 1))),
        flip_rates=_flip_rates(catalog, points, same),
    )


def _mean(catalog: Catalog, points: IntArray, values: FloatArray | BoolArray) -> Estimate:
    """Mean over items, with its interval over tasks."""
    task, size = catalog.checkpoint_task[points], len(catalog.tasks)
    sums = (np.bincount(task, weights, size) for weights in (values, np.ones(points.size)))
    return estimate(SHARE, np.stack(list(sums), axis=-1))


def _flip_rates(catalog: Catalog, points: IntArray, same: BoolArray) -> dict[str, dict[str, float]]:
    rates: dict[str, dict[str, float]] = {}
    for point in np.unique(points).tolist():
        task_id = catalog.tasks[catalog.checkpoint_task[point]]
        flipped = float(1 - same[points == point].mean())
        rates.setdefault(task_id, {})[catalog.checkpoints[point]] = flipped
    return rates
