"""Agreement of a judge with itself over trials."""

from __future__ import annotations

import numpy as np

from xpert_studio.core.metrics.metric import SHARE, TRIALS, FloatArray, Metric, Scale, Shelf
from xpert_studio.core.metrics.votes import Votes


def _pairs_of_trials(votes: Votes) -> FloatArray:
    """Share of pairs of trials that agree, and one; summed over items."""
    met, unmet = votes.met, votes.unmet
    n = met + unmet
    agreeing = met * (met - 1) + unmet * (unmet - 1)
    return votes.by_task(agreeing / (n * (n - 1)), np.ones(n.size))


METRICS = (
    Metric(
        SHARE.formula,
        SHARE.weight,
        Scale.SHARE,
        id="unanimous",
        title="Same in every trial",
        meaning="Share of checkpoints that the judge decides the same in every trial.",
        source=TRIALS,
        shelf=Shelf.HEADLINE,
        position=1,
        statistics=lambda votes: votes.by_task(~votes.disputed, np.ones(votes.task.size)),
    ),
    Metric(
        SHARE.formula,
        SHARE.weight,
        Scale.SHARE,
        id="pairwise",
        title="Two trials agree",
        meaning="Share of pairs of trials that decide a checkpoint the same, on average.",
        source=TRIALS,
        shelf=Shelf.HEADLINE,
        position=2,
        statistics=_pairs_of_trials,
    ),
)
