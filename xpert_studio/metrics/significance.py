"""Is one judge better than another, and is that more than chance?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.metrics.cdr import TaskPairs, task_pairs
from xpert_studio.metrics.criterion import kappa_replicates
from xpert_studio.metrics.intervals import (
    Interval,
    percentile_interval,
    ratio,
    resampling,
)
from xpert_studio.metrics.pairing import Paired, pair_up
from xpert_studio.records.columns import BoolArray, Catalog, FloatArray, Marks

NEEDED_DISCORDANT: Final = 6
"""With fewer discordant pairs an exact McNemar test cannot reach p < 0.05."""


@dataclass(frozen=True, slots=True)
class McNemar:
    """Exact McNemar test on correctness.

    Attributes:
        only_first: Right by the first judge alone.
        only_second: Right by the second alone.
        p: Two-sided exact p; 1 where there is no discordant pair.
    """

    only_first: int
    only_second: int
    p: float

    @property
    def can_be_significant(self) -> bool:
        """Whether there are enough discordant pairs for p < 0.05 at all."""
        return self.only_first + self.only_second >= NEEDED_DISCORDANT


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two judges on the same answers of the same experts; differences are second less first.

    Attributes:
        n: Checkpoint answers compared.
        cdr_p, kappa_p: Two-sided, from the share of resamples beyond zero.
        corrected_p: McNemar's p after Benjamini–Hochberg over all comparisons made together, set
            by ``corrected``.
    """

    first: str
    second: str
    n: int
    mcnemar: McNemar
    cdr_difference: float | None
    cdr_interval: Interval | None
    cdr_p: float | None
    kappa_difference: float | None
    kappa_interval: Interval | None
    kappa_p: float | None
    corrected_p: float | None = None


def mcnemar_exact(only_first: int, only_second: int) -> McNemar:
    """Exact McNemar test (McNemar 1947; binomial form), from statsmodels.

    Args:
        only_first: Discordant pairs in favour of the first.
        only_second: In favour of the second.
    """
    if only_first + only_second == 0:
        return McNemar(0, 0, 1.0)
    from statsmodels.stats.contingency_tables import mcnemar

    result = mcnemar([[0, only_first], [only_second, 0]], exact=True)
    return McNemar(only_first, only_second, min(float(result.pvalue), 1.0))


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """p-values corrected for the false discovery rate (Benjamini & Hochberg 1995), from scipy."""
    if not p_values:
        return []
    from scipy.stats import false_discovery_control

    return [float(p) for p in false_discovery_control(list(p_values), method="bh")]


def compare(
    catalog: Catalog,
    expert: Marks,
    first: Marks,
    second: Marks,
    *,
    left_out: BoolArray | None = None,
    tasks: BoolArray | None = None,
    seed: int = 0,
    tolerance: float = 0.0,
) -> Comparison:
    """Compares two judges on the pairs that both and the experts have answered.

    Args:
        catalog: What there is to judge.
        expert: The experts' reference answers.
        first: One judge.
        second: The other.
        left_out: Per response: anchors of either judge and copies of them.
        tasks: Per task: only those marked.
        seed: Of the resampling.
        tolerance: Score differences up to this are ties.
    """
    one = pair_up(catalog, expert, first, left_out=left_out, tasks=tasks)
    two = pair_up(catalog, expert, second, left_out=left_out, tasks=tasks)
    one, two = common_pairs(catalog, one, two)
    right_one, right_two = one.first == one.second, two.first == two.second
    test = mcnemar_exact(
        int(np.count_nonzero(right_one & ~right_two)), int(np.count_nonzero(right_two & ~right_one))
    )
    cdr = judged_difference(*cdr_differences(catalog, one, two, seed, tolerance))
    kappa = judged_difference(*kappa_differences(catalog, one, two, seed))
    return Comparison(first.rater, second.rater, len(one), test, *cdr, *kappa)


def corrected(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The same comparisons, with McNemar's p corrected for their number."""
    from dataclasses import replace

    p_values = benjamini_hochberg([comparison.mcnemar.p for comparison in comparisons])
    return [
        replace(comparison, corrected_p=p)
        for comparison, p in zip(comparisons, p_values, strict=True)
    ]


def common_pairs(catalog: Catalog, one: Paired, two: Paired) -> tuple[Paired, Paired]:
    """Those pairs of either that are on what both have, in the same order."""
    width = len(catalog.checkpoints)
    keys_one = one.response.astype(np.int64) * width + one.checkpoint
    keys_two = two.response.astype(np.int64) * width + two.checkpoint
    return one.where(np.isin(keys_one, keys_two)), two.where(np.isin(keys_two, keys_one))


def cdr_differences(
    catalog: Catalog, one: Paired, two: Paired, seed: int, tolerance: float = 0.0
) -> tuple[float | None, FloatArray, int]:
    """The CDR of ``two`` less that of ``one``, over all tasks and in every resample of them.

    Returns:
        The difference, its replicates, and how many tasks were resampled.
    """
    a = task_pairs(catalog, one, tolerance=tolerance)
    b = task_pairs(catalog, two, tolerance=tolerance)
    with_pairs = a.pairs > 0
    if not with_pairs.any():
        return None, np.zeros(0), 0
    counts = resampling(int(with_pairs.sum()), seed)
    difference = _cdr(b) - _cdr(a)
    net = (b.net - a.net)[with_pairs]
    return difference, ratio(counts @ net, counts @ a.pairs[with_pairs]), int(with_pairs.sum())


def _cdr(found: TaskPairs) -> float:
    return float(found.net.sum() / found.pairs.sum())


def kappa_differences(
    catalog: Catalog, one: Paired, two: Paired, seed: int
) -> tuple[float | None, FloatArray, int]:
    """The κ of ``two`` less that of ``one``, over all tasks and in every resample of them.

    Returns:
        The difference, its replicates, and how many tasks were resampled.
    """
    names, cluster = np.unique(catalog.response_task[one.response], return_inverse=True)
    if not names.size:
        return None, np.zeros(0), 0
    clusters = int(names.size)
    codes = cluster.astype(np.int32)
    once = np.ones((1, clusters))
    counts = resampling(clusters, seed)
    whole, replicates = (
        kappa_replicates(two, codes, clusters, weights)
        - kappa_replicates(one, codes, clusters, weights)
        for weights in (once, counts)
    )
    return (float(whole[0]) if np.isfinite(whole[0]) else None), replicates, clusters


def judged_difference(
    difference: float | None, replicates: FloatArray, tasks: int | None = None
) -> tuple[float | None, Interval | None, float | None]:
    """The difference, its interval, and a two-sided p from the replicates on either side of 0.

    The interval is None where every resample says the same; p, which only asks on which side they
    lie, is known then too.

    Args:
        difference: Over all tasks.
        replicates: In every resample.
        tasks: How many were resampled. So many cannot show less than if all of them lay on one
            side (exact sign test): three tasks never make a p below 0.25. None sets no such bound.
    """
    defined = replicates[np.isfinite(replicates)]
    if difference is None or not defined.size or defined.size * 2 < replicates.size:
        return difference, None, None
    interval = percentile_interval(replicates)
    # Adding one to both keeps p above zero: so many resamples cannot show less.
    below = (np.count_nonzero(defined <= 0) + 1) / (defined.size + 1)
    above = (np.count_nonzero(defined >= 0) + 1) / (defined.size + 1)
    least = 2.0 ** (1 - tasks) if tasks else 0.0
    return difference, interval, float(min(1.0, max(2 * min(below, above), least)))
