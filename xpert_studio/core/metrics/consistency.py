"""Does a judge agree with itself? Looked at before anything else is believed of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from xpert_studio.core.metrics.engine import Figures, measured
from xpert_studio.core.metrics.metric import TRIALS
from xpert_studio.core.metrics.votes import Votes, votes_of
from xpert_studio.core.records.columns import Catalog, Ratings


@dataclass(frozen=True, slots=True)
class Consistency:
    """A judge's agreement with itself over trials.

    Attributes:
        trials: How many trials there are.
        figures: Over the (response, checkpoint) pairs answered in at least two of them.
        flip_rates: By task id, then checkpoint id (which is unique within its task only): the share
            of the checkpoint's responses on which the trials differ, 0 to 1.
    """

    trials: int
    figures: Figures
    flip_rates: dict[str, dict[str, float]]

    def plain(self) -> dict[str, Any]:
        """All of it for a program."""
        return {
            **self.figures.plain(),
            "trials": self.trials,
            "caution": self.figures["unanimous"].caution,
            "flip_rates": self.flip_rates,
        }


def consistency(catalog: Catalog, trials: Sequence[Ratings]) -> Consistency | None:
    """A judge's agreement with itself, or None where it was asked only once.

    Args:
        catalog: What there is to judge.
        trials: One ``Ratings`` a trial.
    """
    if len(trials) < 2:
        return None
    votes = votes_of(catalog, trials).of_several()
    return Consistency(
        len(trials),
        figures=Figures(
            TRIALS,
            votes.task.size,
            np.unique(votes.task).size,
            measured(TRIALS, votes, catalog.task_cluster)[0],
        ),
        flip_rates=_flip_rates(catalog, votes),
    )


def _flip_rates(catalog: Catalog, votes: Votes) -> dict[str, dict[str, float]]:
    points = votes.keys % max(len(catalog.checkpoints), 1)
    rates: dict[str, dict[str, float]] = {}
    for point in np.unique(points).tolist():
        task_id = catalog.tasks[catalog.checkpoint_task[point]]
        flipped = float(1 - (~votes.disputed[points == point]).mean())
        rates.setdefault(task_id, {})[catalog.checkpoints[point]] = flipped
    return rates
