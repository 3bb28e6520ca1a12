"""Whether a judge is no worse than an expert: the alternative annotator test.

One expert is left out at a time. On each checkpoint that the expert and at least two others
decided, judge and expert are held against the others; the judge does as well where it agrees with
them at least as much. H0: the judge does as well less often than the expert by ε or more.
(Calderon, Reichart and Dror 2025, "The alternative annotator test", arXiv 2501.10970.) Here
checkpoints are not independent, so that the test is Student's t by cluster; p-values are corrected
after Benjamini and Yekutieli (2001), as tests of experts who judged the same depend on each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.core.metrics.distributions import student_cdf
from xpert_studio.core.metrics.intervals import Interval
from xpert_studio.core.metrics.significance import benjamini_hochberg
from xpert_studio.core.metrics.task_estimates import SHARE, SIGNIFICANT, Estimate, estimate
from xpert_studio.core.records.columns import BoolArray, Catalog, Ratings
from xpert_studio.packs.correction.estimator import Floats

EPSILON: Final = 0.15
"""So much more often may the expert do better, as experts cost more than a judge."""
FEWEST_EXPERTS: Final = 3
FEWEST_CLUSTERS: Final = 30
MOST_WINS: Final = 0.5
"""The share of experts that a judge must be no worse than, to be called no worse than an expert."""
_SAME: Final = 1e-12


@dataclass(frozen=True, slots=True)
class AgainstExpert:
    """A judge against one expert.

    Attributes:
        expert: The id.
        items: Checkpoints of responses.
        clusters: Behind them.
        advantage: Share of the checkpoints on which the judge does at least as well.
        gap: How much more often the expert does at least as well than the judge; None where
            nothing is shared with two others.
        p: Of H0 that the gap is ε or more; None with too few clusters.
        corrected_p: For all experts together.
    """

    expert: str
    items: int
    clusters: int
    advantage: Estimate
    gap: float | None
    p: float | None = None
    corrected_p: float | None = None

    @property
    def is_no_worse(self) -> bool:
        """Whether the judge is shown to be no worse than the expert."""
        return self.corrected_p is not None and self.corrected_p < SIGNIFICANT


@dataclass(frozen=True, slots=True)
class AnnotatorTest:
    """The test of one judge; experts with fewer than ``FEWEST_CLUSTERS`` have no p."""

    judge_id: str
    experts: tuple[AgainstExpert, ...]

    @property
    def tested(self) -> list[AgainstExpert]:
        """Those with enough clusters."""
        return [expert for expert in self.experts if expert.p is not None]

    @property
    def is_enough(self) -> bool:
        """Whether there are experts and clusters enough."""
        return len(self.tested) >= FEWEST_EXPERTS

    @property
    def wins(self) -> float | None:
        """Share of the experts that the judge is no worse than; None where that is not enough."""
        if not self.is_enough:
            return None
        return sum(one.is_no_worse for one in self.tested) / len(self.tested)

    @property
    def passes(self) -> bool:
        """Whether it is no worse than half of the experts."""
        return self.wins is not None and self.wins >= MOST_WINS

    @property
    def advantage(self) -> tuple[float, Interval] | None:
        """The lowest advantage over the experts, with its interval."""
        known = [
            (one.advantage.value, one.advantage.interval)
            for one in self.tested
            if one.advantage.value is not None and one.advantage.interval is not None
        ]
        return min(known) if known else None


def annotator_test(
    catalog: Catalog, experts: Sequence[Ratings], judge: Ratings, left_out: BoolArray
) -> AnnotatorTest:
    """Tests a judge against every expert.

    Args:
        catalog: What there is to judge.
        experts: One ``Ratings`` an expert.
        judge: The judge's answers.
        left_out: By response: anchors of the judge, and what is nearly so.
    """
    scores, response = _scores(catalog, experts, judge, left_out)
    cluster = catalog.response_cluster[response]
    found = []
    for place, expert in enumerate(experts):
        others = np.delete(scores[:-1], place, axis=0)
        inside = np.isfinite(scores[place]) & (np.isfinite(others).sum(axis=0) >= 2)
        own, said = scores[place][inside], scores[-1][inside]
        found.append(_against(expert.rater, own, said, others[:, inside], cluster[inside]))
    return AnnotatorTest(judge.rater, tuple(_corrected(found)))


def _scores(
    catalog: Catalog, experts: Sequence[Ratings], judge: Ratings, left_out: BoolArray
) -> tuple[Floats, np.ndarray]:
    """Scores of each expert and, last, the judge: raters × items that the judge scored."""
    width = max(len(catalog.checkpoints), 1)
    judge = judge.where(judge.has_score & ~left_out[judge.response])
    keys = judge.response.astype(np.int64) * width + judge.checkpoint
    order = np.argsort(keys)
    keys = keys[order]
    scores = np.full((len(experts) + 1, keys.size), np.nan)
    scores[-1] = judge.score[order]
    for place, expert in enumerate(experts):
        own = expert.where(expert.has_score)
        wanted = own.response.astype(np.int64) * width + own.checkpoint
        at = np.minimum(np.searchsorted(keys, wanted), max(keys.size - 1, 0))
        is_there = keys[at] == wanted if keys.size else np.zeros(wanted.size, np.bool_)
        scores[place, at[is_there]] = own.score[is_there]
    return scores, judge.response[order]


def _against(
    expert: str, own: Floats, said: Floats, others: Floats, cluster: np.ndarray
) -> AgainstExpert:
    """One expert; without p where there are too few clusters."""
    ours, theirs = (np.nanmean(1 - np.abs(others - one), axis=0) for one in (said, own))
    judge_wins, expert_wins = ours >= theirs - _SAME, theirs >= ours - _SAME
    names, place = np.unique(cluster, return_inverse=True)
    count = np.bincount(place, minlength=names.size).astype(np.float64)
    wins, apart = (
        np.asarray(np.bincount(place, column, names.size), np.float64)
        for column in (judge_wins, expert_wins.astype(float) - judge_wins)
    )
    gap = float(apart.sum() / count.sum()) if count.size else None
    found = AgainstExpert(
        expert, own.size, names.size, estimate(SHARE, np.stack([wins, count], axis=-1)), gap
    )
    if names.size < FEWEST_CLUSTERS or gap is None:
        return found
    return replace(found, p=_p_of_gap(apart, count, gap))


def _p_of_gap(apart: Floats, count: Floats, gap: float) -> float:
    """One-sided, of a gap of ε or more, by cluster."""
    n = count.size
    off = apart - gap * count
    error = float(np.sqrt((off**2).sum() * n / (n - 1))) / float(count.sum())
    if error <= _SAME:
        return 0.0 if gap < EPSILON else 1.0
    return float(student_cdf(n - 1, (gap - EPSILON) / error))


def _corrected(found: Sequence[AgainstExpert]) -> list[AgainstExpert]:
    corrected = iter(benjamini_yekutieli([one.p for one in found if one.p is not None]))
    return [one if one.p is None else replace(one, corrected_p=next(corrected)) for one in found]


def benjamini_yekutieli(p_values: Sequence[float]) -> list[float]:
    """p-values corrected for the false discovery rate under any dependence, in order."""
    factor = sum(1 / rank for rank in range(1, len(p_values) + 1))
    return [min(one * factor, 1.0) for one in benjamini_hochberg(p_values)]
