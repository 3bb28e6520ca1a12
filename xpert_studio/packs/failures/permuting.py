"""Each system's share of a type of failures against the mean of the others on the same tasks."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    SIGNIFICANT,
    Difference,
    differences,
    in_clusters,
)
from xpert_studio.core.records.columns import BoolArray, FloatArray, IntArray

_DRAWN: Final = 4_000
_AT_ONCE: Final = 2_000
_RARE: Final = 0.01
"""Of a lower p too few draws are as far; it is drawn anew from where they are."""
_HALVINGS: Final = 50
_SEED: Final = 20_271
_SAME: Final = 1e-9
FEWEST: Final = 2
"""Systems that can be compared."""


@dataclass(frozen=True, slots=True)
class Against:
    """A system compared with the others.

    Attributes:
        difference: Its share by task less the mean of theirs.
        least: The lowest p that it could have, however large the difference.
    """

    difference: Difference
    least: float


def against_others(sums: FloatArray, cluster: IntArray) -> list[list[Against]]:
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
    p, least = permuted(sums, cluster)
    made = []
    for code in range(len(sums)):
        each = differences(SHARE, first[code], second[code], paired=True, least=least).each()
        made.append(
            [
                Against(_with_larger(one, float(of)), float(low))
                for one, of, low in zip(each, p[code], least, strict=True)
            ]
        )
    return made


def _with_larger(difference: Difference, p: float) -> Difference:
    return replace(
        difference, p=None if difference.p is None or np.isnan(p) else max(difference.p, p)
    )


def permuted(sums: FloatArray, cluster: IntArray) -> tuple[FloatArray, FloatArray]:
    """Two-sided p of each system: the stratified permutation test.

    Where systems fail alike, each share of a cluster could be any system's: a system's shares are
    compared with those of one drawn at random in each cluster (Fisher 1935; strata as in Mantel and
    Haenszel 1959), 4,000 times. A p below .01 is estimated from as many draws that are weighted
    towards what was found (:func:`_chance_beyond`), so that it can be as low as it is.

    Args:
        sums: (types, systems, tasks, 2) failures of the type, and all, which are the same for each.
        cluster: Of each task.

    Returns:
        (types, systems) p, and (systems,) the lowest that there could be; NaN for a system that
        shares no cluster with another.
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
    p = (1 + as_far) / (1 + _DRAWN)
    least = _least(there, size)
    for code, system in np.argwhere((p < _RARE) & there.any(axis=1)):
        own, of = ranked[code][:, there[system]], size[there[system]]
        far = seen[code, system]
        rare = sum(_chance_beyond(one, of, far, random) for one in (own, -own))
        p[code, system] = np.clip(rare, least[system], 1.0)
    return np.where(there.any(axis=1), p, np.nan), least


def _least(there: BoolArray, size: IntArray) -> FloatArray:
    """The lowest p of each system: in every cluster its share is the one that is farthest.

    Two systems are as far from their mean on either side, so there both ends count.
    """
    chance = np.where(there, 1.0 / np.maximum(size, 1), 1.0).prod(axis=1)
    ends = np.where((there & (size > FEWEST)).any(axis=1), 1.0, 2.0)
    return np.where(there.any(axis=1), np.minimum(chance * ends, 1.0), np.nan)


def _chance_beyond(
    values: FloatArray, size: IntArray, far: float, random: np.random.Generator
) -> float:
    """How likely the sum of one value drawn from each column is at least so far above 0.

    Importance sampling: values are drawn with chances tilted exponentially, so that the mean of
    their sum is there, and each draw counts by how much less likely it is without (Siegmund 1976).

    Args:
        values: (systems, clusters); of each column the first ``size`` are there.
        size: Of each column.
        far: How far.
        random: What is drawn with.
    """
    there = np.arange(len(values))[:, None] < size
    top = np.where(there, values, -np.inf).max(axis=0)
    if top.sum() < far:
        return 0.0

    def tilted(by: float) -> FloatArray:
        return np.where(there, np.exp(by * (values - top)), 0.0)

    def mean(by: float) -> float:
        weights = tilted(by)
        return float(((weights * values).sum(axis=0) / weights.sum(axis=0)).sum())

    low, high = 0.0, 1.0
    while mean(high) < far and high < 1 / _SAME:
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if mean(middle) < far else (low, middle)
    weights = tilted(high)
    scale = float((np.log(weights.sum(axis=0) / size) + high * top).sum())
    at = random.random((_DRAWN, size.size)) * weights.sum(axis=0)
    place = sum((at >= edge).astype(np.int64) for edge in weights.cumsum(axis=0)[:-1])
    drawn = values[np.minimum(place, size - 1), np.arange(size.size)].sum(axis=1)
    return float(np.where(drawn >= far, np.exp(scale - high * drawn), 0.0).mean())


def families_needed(comparisons: int, systems: int) -> int:
    """So many families at least can show one effect among so many comparisons, however large it is.

    That is where all of the systems fail in each family; :func:`permuted` says the lowest p.
    """
    most = SIGNIFICANT / max(comparisons, 1) / (2 if systems == FEWEST else 1)
    return math.floor(math.log(1 / most) / math.log(max(systems, FEWEST))) + 1
