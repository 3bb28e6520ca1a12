"""Item analysis: what each checkpoint tells about the responses it was asked of.

Psychometrics asks this of the questions of an examination; here the questions are checkpoints and
those examined are the responses of all systems to a task.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.metrics.distributions import student_cdf, student_quantile
from xpert_studio.core.metrics.intervals import CONFIDENCE, NumberArray, ratio, wilson_bounds
from xpert_studio.core.metrics.redundancy import Redundancy, redundancy
from xpert_studio.core.metrics.scores import unreadable
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    Ratings,
)

LEAST_FOR_EXTREMES: Final = 3
"""A checkpoint counts as never or always met from so many responses on."""
LEAST_FOR_DISCRIMINATION: Final = 5
"""With fewer responses a correlation says nothing."""
SIGNIFICANCE: Final = 1 - CONFIDENCE
FLAGS: Final = ("never", "always", "discriminating", "negative", "redundant")
_NO_SPREAD: Final = 1e-12
"""Variances below this are zero but for rounding."""


@dataclass(frozen=True, slots=True)
class ItemAnalysis:
    """Figures of every checkpoint by one rater's answers; the arrays have one entry a checkpoint.

    Attributes:
        rater: Whose answers.
        responses: Responses with a usable answer.
        met: How many of them meet it; a graded one: pass it, or have the full score.
        is_graded: Whether its values are more than two; then ``share`` is a mean score.
        share, low, high: The share that meets it, with Wilson's 95 % interval, or the mean score,
            with Student's over responses; NaN without responses.
        lowest, highest: The part of the scale that is used: scores; NaN without responses.
        discrimination: Corrected item–rest correlation: of its score with the response's score
            over the task's other checkpoints (Pearson's r; of meeting it, point-biserial); NaN
            where either does not vary or there are too few responses.
        p: Of that correlation against none, two-sided; NaN where there is none.
        never, always: Met by none, or by all, of ``LEAST_FOR_EXTREMES`` responses or more; a graded
            one: all at the low end, or at full score.
        discriminating: Better responses meet it more often, p below ``SIGNIFICANCE``.
        negative: Better responses meet it less often, p below ``SIGNIFICANCE``.
        redundant: Some other checkpoint of the task has all but the same answers.
        twin, twin_phi: The one most like it where it is redundant, and their φ (of graded ones the
            correlation).
        pairs: All redundant pairs.
    """

    rater: str
    responses: IntArray
    met: IntArray
    share: FloatArray
    low: FloatArray
    high: FloatArray
    discrimination: FloatArray
    p: FloatArray
    never: BoolArray
    always: BoolArray
    discriminating: BoolArray
    negative: BoolArray
    redundant: BoolArray
    twin: IntArray
    twin_phi: FloatArray
    pairs: Redundancy
    is_graded: BoolArray
    lowest: FloatArray
    highest: FloatArray

    def flag(self, name: str) -> BoolArray:
        """Which checkpoints have one of the ``FLAGS``."""
        return {
            "never": self.never,
            "always": self.always,
            "discriminating": self.discriminating,
            "negative": self.negative,
            "redundant": self.redundant,
        }[name]

    @property
    def asked(self) -> int:
        """Checkpoints with a usable answer."""
        return int(np.count_nonzero(self.responses))

    @property
    def tested(self) -> int:
        """Checkpoints whose discrimination could be computed."""
        return int(np.isfinite(self.discrimination).sum())

    @property
    def by_chance(self) -> float:
        """How many checkpoints chance alone would flag as negative, and as many the other way."""
        return self.tested * SIGNIFICANCE / 2


def item_analysis(catalog: Catalog, marks: Ratings) -> ItemAnalysis:
    """Figures of every checkpoint.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers over the systems' responses; unusable ones count for nothing.
    """
    count = len(catalog.checkpoints)
    usable = marks.has_score
    point = marks.checkpoint[usable]
    answer = marks.score[usable]
    is_graded = ~asked_of(catalog).is_nominal
    n = np.bincount(point, minlength=count)
    met = np.bincount(point, marks.fulfils[usable], count).round().astype(np.int64)
    mean = ratio(np.bincount(point, answer, count), n)
    low, high = wilson_bounds(met, n)
    of_scores = _mean_bounds(n, mean, np.bincount(point, (answer - mean[point]) ** 2, count))
    low, high = (
        np.where(is_graded, own, end) for own, end in zip(of_scores, (low, high), strict=True)
    )
    lowest, highest = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(lowest, point, answer)
    np.maximum.at(highest, point, answer)
    rest = _rest_scores(catalog, marks)[usable]
    discrimination, p = _discrimination(point, answer, rest, count)
    pairs = redundancy(catalog, marks)
    twin, phi = pairs.nearest(count)
    clear = np.nan_to_num(p, nan=1.0) < SIGNIFICANCE
    return ItemAnalysis(
        rater=marks.rater,
        responses=n.astype(np.int32),
        met=met.astype(np.int32),
        share=mean,
        low=low,
        high=high,
        discrimination=discrimination,
        p=p,
        never=(highest <= 0) & (n >= LEAST_FOR_EXTREMES),
        always=(lowest >= 1) & (n >= LEAST_FOR_EXTREMES),
        discriminating=clear & (np.nan_to_num(discrimination) > 0),
        negative=clear & (np.nan_to_num(discrimination) < 0),
        redundant=twin != NONE,
        twin=twin,
        twin_phi=phi,
        pairs=pairs,
        is_graded=is_graded,
        lowest=np.where(n > 0, lowest, np.nan),
        highest=np.where(n > 0, highest, np.nan),
    )


def _mean_bounds(n: NumberArray, mean: FloatArray, squares: NumberArray) -> tuple[FloatArray, ...]:
    """95 % interval of mean scores, Student's t; Wilson's where all are at one end of the scale.

    None (NaN) with one response, or where all have one score elsewhere.
    """
    free = np.maximum(n - 1, 1)
    half = student_quantile(free, (1 + CONFIDENCE) / 2) * np.sqrt(ratio(squares, free * n))
    known = (n > 1) & (squares > _NO_SPREAD)
    ends = (np.where(known, np.clip(mean + side * half, 0, 1), np.nan) for side in (-1, 1))
    at_an_end = ~known & ((mean == 0) | (mean == 1))
    of_all = wilson_bounds(np.where(at_an_end, mean * n, 0), n)
    return tuple(np.where(at_an_end, w, end) for w, end in zip(of_all, ends, strict=True))


def _rest_scores(catalog: Catalog, marks: Ratings) -> FloatArray:
    """For each answer the score of its response over all its other answered checkpoints."""
    has_rest = marks.has_score & ~unreadable(catalog)[marks.response]
    weight = np.where(has_rest, catalog.checkpoint_weight[marks.checkpoint], 0.0)
    worth = weight * np.nan_to_num(marks.score)
    size = len(catalog.responses)
    whole = np.bincount(marks.response, weight, size)
    points = np.bincount(marks.response, worth, size)
    return ratio(points[marks.response] - worth, whole[marks.response] - weight)


def _discrimination(
    point: IntArray, answer: FloatArray, rest: FloatArray, count: int
) -> tuple[FloatArray, FloatArray]:
    """Point-biserial correlation of answer and rest score by checkpoint, and its p.

    The test is that of scipy's ``pointbiserialr``: Student's t with n - 2 degrees of freedom.
    """
    known = np.isfinite(rest)
    point, answer, rest = point[known], answer[known], rest[known]
    n = np.bincount(point, minlength=count).astype(np.float64)
    answer = answer - ratio(np.bincount(point, answer, count), n)[point]
    rest = rest - ratio(np.bincount(point, rest, count), n)[point]
    of_answer = np.bincount(point, answer**2, count)
    of_rest = np.bincount(point, rest**2, count)
    together = np.bincount(point, answer * rest, count)
    varies = (of_answer > _NO_SPREAD) & (of_rest > _NO_SPREAD) & (n >= LEAST_FOR_DISCRIMINATION)
    r = np.full(count, np.nan)
    r[varies] = together[varies] / np.sqrt(of_answer[varies] * of_rest[varies])
    r = np.clip(r, -1.0, 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(r) * np.sqrt((n - 2) / (1 - r**2))
        p = 2 * student_cdf(n - 2, -t)
    p[~varies] = np.nan
    return r, np.asarray(p, np.float64)


def known(value: float) -> float | None:
    """A figure, or None where there is none (NaN)."""
    return float(value) if np.isfinite(value) else None
