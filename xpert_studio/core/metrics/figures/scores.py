"""Figures of one system: its score, and how often it meets every Essential checkpoint."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from xpert_studio.core.metrics.metric import (
    ANY_SCALE,
    SCORES,
    SHARE,
    FloatArray,
    Metric,
    Scale,
    Shelf,
)


class TaskScores(NamedTuple):
    """What systems reach on tasks; arrays (systems, tasks).

    Attributes:
        score: Mean score of its responses, 0 to 1; NaN where there is none.
        passed, known: Responses that meet every Essential checkpoint, of those for which that is
            known.
        cleared, complete: Responses in which nothing is failed that fails a task, of those with
            every verdict; none where no checkpoint can fail a task.
    """

    score: FloatArray
    passed: FloatArray
    known: FloatArray
    cleared: FloatArray
    complete: FloatArray


def _scores(task_scores: TaskScores) -> FloatArray:
    present = np.isfinite(task_scores.score)
    return np.stack([np.where(present, task_scores.score, 0.0), present], axis=-1)


SCORE = Metric(
    SHARE.formula,
    SHARE.weight,
    Scale.SHARE,
    id="score",
    title="Score",
    meaning="Share of the points that the system’s responses earn, averaged over tasks.",
    source=SCORES,
    shelf=Shelf.HEADLINE,
    position=1,
    statistics=_scores,
    measurement=ANY_SCALE,
)
METRICS = (
    SCORE,
    Metric(
        SHARE.formula,
        SHARE.weight,
        Scale.SHARE,
        id="essentials",
        title="All Essentials met",
        meaning="Share of responses that meet every Essential checkpoint.",
        source=SCORES,
        shelf=Shelf.HEADLINE,
        position=2,
        statistics=lambda found: np.stack([found.passed, found.known], axis=-1),
        one_a_task=True,
    ),
    Metric(
        SHARE.formula,
        SHARE.weight,
        Scale.SHARE,
        id="pass_rate",
        title="Pass rate",
        meaning="Share of complete responses that fail no minimum and no gate.",
        source=SCORES,
        shelf=Shelf.HEADLINE,
        position=3,
        measurement=ANY_SCALE,
        only_if_any=True,
        statistics=lambda found: np.stack([found.cleared, found.complete], axis=-1),
        one_a_task=True,
    ),
)
