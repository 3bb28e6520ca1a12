"""Each system's share of a type of failures against the mean of the others on the same tasks."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np

from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    SIGNIFICANT,
    Difference,
    differences,
    in_clusters,
)
from xpert_studio.core.records.columns import FloatArray, IntArray

_DRAWN: Final = 20_000
_AT_ONCE: Final = 2_000
_SEED: Final = 20_271
_SAME: Final = 1e-9
FEWEST: Final = 2
"""Systems that can be compared."""


def against_others(sums: FloatArray, cluster: IntArray) -> list[list[Difference]]:
    """By type and system: its share by task less the mean of the others'; empty without others.

    Args:
        sums: (types, systems, tasks, 2) failures of the type, and all, which are the same for each.
        cluster: Of each task.

    The p is the larger of two: that of the permutation test, which is exact where systems fail
    equally often, and Student's, which also holds where they do not.
    """
    if sums.shape[1] < FEWEST:
        return []
    there = sums[..., 1] > 0  # (types, systems, tasks)
    share = np.where(there, sums[..., 0] / np.where(there, sums[..., 1], 1.0), 0.0)
    count = there.sum(axis=1, keepdims=True) - there
    both = there & (count > 0)
    others = (share.sum(axis=1, keepdims=True) - share) / np.maximum(count, 1)
    sides = (
        in_clusters(np.stack([np.where(both, one, 0.0), both], axis=-1).astype(float), cluster)
        for one in (others, share)
    )
    first, second = sides
    p = permuted(sums, cluster)
    made = []
    for code in range(len(sums)):
        each = differences(SHARE, first[code], second[code], paired=True).each()
        made.append([_with_larger(one, float(of)) for one, of in zip(each, p[code], strict=True)])
    return made


def _with_larger(one: Difference, p: float) -> Difference:
    return replace(one, p=None if one.p is None or np.isnan(p) else max(one.p, p))


def permuted(sums: FloatArray, cluster: IntArray) -> FloatArray:
    """Two-sided p of each system: the stratified permutation test.

    Where systems fail alike, each share of a cluster could be any system's: a system's shares are
    compared with those of one drawn at random in each cluster (Fisher 1935; strata as in Mantel and
    Haenszel 1959), 20,000 times.

    Args:
        sums: (types, systems, tasks, 2) failures of the type, and all, which are the same for each.
        cluster: Of each task.

    Returns:
        (types, systems) p; NaN for a system that shares no cluster with another.
    """
    of_cluster = in_clusters(sums, cluster)
    there = of_cluster[0, ..., 1] > 0  # (systems, clusters)
    used = there.sum(axis=0) >= FEWEST
    there, of_cluster = there[:, used], of_cluster[..., used, :]
    share = np.where(there, of_cluster[..., 0] / np.where(there, of_cluster[..., 1], 1.0), 0.0)
    size = there.sum(axis=0)
    mean = share.sum(axis=1, keepdims=True) / np.maximum(size, 1)
    apart = np.where(there, share - mean, 0.0)  # (types, systems, clusters)
    seen = np.abs(apart.sum(axis=-1)) - _SAME
    order = np.argsort(~there, axis=0, kind="stable")
    ranked = np.take_along_axis(apart, order[None], axis=1)
    random, places = np.random.default_rng(_SEED), np.arange(size.size)
    as_far = np.zeros(seen.shape)
    for _ in range(_DRAWN // _AT_ONCE):
        drawn = (random.random((_AT_ONCE, size.size)) * size).astype(np.int64)
        for code, own in enumerate(ranked):
            as_far[code] += (np.abs(own[drawn, places] @ there.T) >= seen[code]).sum(axis=0)
    return np.where(there.any(axis=1), (1 + as_far) / (1 + _DRAWN), np.nan)


def families_needed(comparisons: int) -> int:
    """So many families at least can show one effect among so many comparisons, however large it is.

    The least p of an exact test is 2 to the power of one less the families.
    """
    return math.floor(1 + math.log2(max(comparisons, 1) / SIGNIFICANT)) + 1
